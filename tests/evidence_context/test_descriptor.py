"""The descriptor, the two files, and what of them is opened."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from tests.evidence_context.support import (
    CONTRACT,
    DELETE,
    SETTINGS,
    MemorySource,
    as_bytes,
    changed,
    index_problems,
    problems,
    valid_descriptor,
    valid_payload,
    where,
)

P = "evidence_context."
D = "evidence_context"
VALID = {"run": "7", D: valid_descriptor()}
FIELDS = tuple(valid_descriptor())


def described(*changes: tuple[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = changed(VALID, *(((D, field), value) for field, value in changes))
    return result


@pytest.mark.parametrize(
    "index",
    [
        pytest.param(VALID, id="as it should be"),
        pytest.param(
            described(
                ("artifact_kind", DELETE),
                ("kind", "source/evidence-context"),
                ("logical_file", DELETE),
                ("file", "evidence-context.json"),
            ),
            id="short spellings",
        ),
        pytest.param(described(("kind", "source/evidence-context")), id="both spellings that agree"),
        pytest.param(described(("bytes", 1234)), id="a field beside the six"),
    ],
)
def test_valid_descriptors_are_clean(index: Any) -> None:
    assert index_problems(index) == []


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_must_be_there(field: str) -> None:
    found = index_problems(described((field, DELETE)))
    assert where(found) == [(P + "descriptor.field_missing", (D, field))]
    assert f'no "{field}"' in found[0][1].message


@pytest.mark.parametrize("field", [field for field in FIELDS if field != "schema_version"])
@pytest.mark.parametrize("value", ["", "other", "application/JSON", " v1"])
def test_each_field_must_say_its_value(field: str, value: str) -> None:
    found = index_problems(described((field, value)))
    assert where(found) == [(P + "descriptor.value", (D, field))]
    assert f'"{field}" is "{value}"' in found[0][1].message


@pytest.mark.parametrize("field", [field for field in FIELDS if field != "schema_version"])
@pytest.mark.parametrize("value", [None, 1, True, ["v1"], {}])
def test_each_field_must_be_a_string(field: str, value: Any) -> None:
    assert where(index_problems(described((field, value)))) == [(P + "descriptor.type", (D, field))]


@pytest.mark.parametrize("value", [None, "evidence-context.json", [], 1, True])
def test_the_descriptor_must_be_an_object(value: Any) -> None:
    assert where(index_problems({D: value})) == [(P + "descriptor.type", (D,))]


def test_a_misspelt_field_is_one_fault_at_its_key() -> None:
    found = index_problems(described(("schema_name", DELETE), ("schemaName", "x")))
    assert where(found) == [(P + "descriptor.field_missing", (D, "schemaName"))]
    assert 'was "schemaName" meant' in found[0][1].message


def test_a_second_spelling_that_disagrees_is_wrong() -> None:
    found = index_problems(described(("kind", "source/other")))
    assert where(found) == [(P + "descriptor.value", (D, "kind"))]


@pytest.mark.parametrize("value", ["v2", "V1", "1", "", 1, None, ["v1"]])
def test_an_unsupported_version_is_one_error_and_no_more(value: Any) -> None:
    index = described(("schema_version", value), ("schema_name", "other"), ("logical_file", "/x"))
    for payload in (valid_payload(), {"contexts": 3}, b"{broken"):
        found = index_problems(index, **{"evidence-context.json": payload})
        assert where(found) == [(P + "schema_version.unsupported", (D, "schema_version"))]
    assert where(problems({"index.json": index})) == [
        (P + "schema_version.unsupported", (D, "schema_version"))
    ]


def test_a_payload_of_an_unsupported_version_is_not_opened() -> None:
    index = described(("schema_version", "v2"))
    source = MemorySource({"index.json": as_bytes(index), "evidence-context.json": b"{}"})
    bundle = CONTRACT.bundle("", source, SETTINGS)
    assert bundle is not None
    assert [file.role for file in bundle.files] == ["index"]
    assert "evidence-context.json" not in source.opened


LEADING_OUT = [
    ("/srv/evidence-context.json", "absolute"),
    ("//server/share/evidence-context.json", "absolute"),
    ("C:\\bundle\\evidence-context.json", "absolute"),
    ("c:/bundle/evidence-context.json", "absolute"),
    ("C:evidence-context.json", "absolute"),
    ("\\\\server\\share\\evidence-context.json", "absolute"),
    ("file:///srv/evidence-context.json", "address"),
    ("https://example.org/evidence-context.json", "address"),
    ("../evidence-context.json", "climbs"),
    ("..", "climbs"),
    ("sub/../../evidence-context.json", "climbs"),
    ("sub/../evidence-context.json", "climbs"),
    ("..\\evidence-context.json", "climbs"),
    ("sub\\evidence-context.json", "backslash"),
]


@pytest.mark.parametrize(("name", "how"), LEADING_OUT, ids=[name for name, _ in LEADING_OUT])
@pytest.mark.parametrize("key", ["logical_file", "file"])
def test_a_logical_file_that_leads_out_is_an_error_and_is_not_opened(key: str, name: str, how: str) -> None:
    index = described(("logical_file", DELETE), (key, name))
    found = problems({"index.json": index})
    assert where(found) == [(P + "descriptor.outside", (D, key))]
    assert how in found[0][1].message
    source = MemorySource({"index.json": as_bytes(index), name: b"{}"})
    assert CONTRACT.bundle("", source, SETTINGS) is not None
    assert name not in source.opened


@pytest.mark.parametrize(
    "name", ["evidence.json", "./evidence-context.json", "sub/evidence-context.json", "a..b"]
)
def test_another_file_inside_the_folder_is_a_wrong_value(name: str) -> None:
    found = problems({"index.json": described(("logical_file", name))})
    assert where(found) == [(P + "descriptor.value", (D, "logical_file"))]


def test_a_path_in_the_descriptor_is_not_quoted() -> None:
    [(_, problem)] = problems({"index.json": described(("logical_file", "/home/tm/private/x.json"))})
    assert "tm" not in problem.message
    assert "absolute path" in problem.message


def test_a_described_file_must_be_there() -> None:
    found = problems({"index.json": VALID})
    assert where(found) == [(P + "file.missing", (D, "logical_file"))]


@pytest.mark.parametrize(
    ("index", "at"),
    [
        pytest.param({"lanes": {}}, (), id="no descriptor"),
        pytest.param({}, (), id="empty"),
        pytest.param([], (), id="array"),
        pytest.param(None, (), id="null"),
        pytest.param("evidence_context", (), id="string"),
        pytest.param({"evidence-context": valid_descriptor()}, ("evidence-context",), id="misspelt"),
        pytest.param({"inner": {D: valid_descriptor()}}, (), id="descriptor in the wrong place"),
    ],
)
def test_a_file_that_the_index_does_not_describe_is_a_warning(index: Any, at: Pointer) -> None:
    assert where(index_problems(index)) == [(P + "descriptor.missing", at)]


def test_a_payload_beside_an_undescribing_index_is_checked() -> None:
    found = problems({"index.json": {}, "evidence-context.json": {**valid_payload(), "window_units": -1}})
    assert [code for code, _ in found] == [P + "descriptor.missing", P + "window_units.negative"]


@pytest.mark.parametrize("index", [b"{", b"", b"\xff\xfe{\x00}", b'{"evidence_context": '], ids=repr)
def test_an_index_that_cannot_be_read_leaves_the_payload_checked(index: bytes) -> None:
    assert index_problems(index) == []
    found = problems({"index.json": index, "evidence-context.json": {**valid_payload(), "window_units": -1}})
    assert [code for code, _ in found] == [P + "window_units.negative"]


def test_no_index_is_no_fault() -> None:
    assert problems({"evidence-context.json": valid_payload()}) == []
