"""Unit text and metadata appear in nothing that a report may print, whatever else is wrong with the file."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from sourceright_lint.engine import check_bundle
from sourceright_lint.jsontext import Document
from tests.evidence_context import faults
from tests.evidence_context.support import (
    CONTRACT,
    SETTINGS,
    MemorySource,
    as_bytes,
    changed,
    payload_problems,
    valid_payload,
    words_of,
)
from tests.evidence_context.test_history import judged

CANARY = "CANARY-2f7a"

METADATA: list[tuple[str, Any]] = [
    ("plain", {CANARY: CANARY}),
    ("deep", {f"{CANARY} a": [{f"{CANARY}b": [CANARY, 1, {CANARY: None}]}]}),
    ("paths", {f"/home/{CANARY}/x": f"/srv/{CANARY}", "a": [f"C:\\{CANARY}\\x", f"file:///{CANARY}"]}),
    ("credentials", {"api_key": CANARY, f"{CANARY}_password": CANARY, "url": f"https://a:{CANARY}@b"}),
    ("tokens", {"x": "ghp_" + "a1" * 18 + CANARY, f"password={CANARY}": 1, "y": f"-----BEGIN PRIVATE KEY {CANARY}"}),
    ("the contract's names", {"id": CANARY, "source_id": f"/srv/{CANARY}", "units": [{CANARY: f"/srv/{CANARY}"}]}),
    ("not an object", [CANARY, f"/srv/{CANARY}", {CANARY: f"/srv/{CANARY}"}]),
    ("a string", f"/srv/{CANARY}/password={CANARY}1"),
]  # fmt: skip


def _units(value: Any) -> Iterator[dict[str, Any]]:
    contexts = value.get("contexts") if isinstance(value, dict) else None
    for context in contexts if isinstance(contexts, list) else []:
        units = context.get("units") if isinstance(context, dict) else None
        yield from (unit for unit in (units if isinstance(units, list) else []) if isinstance(unit, dict))


def with_canaries(payload: Any, metadata: Any, text: Any = f"{CANARY} said /home/{CANARY}/x") -> Any:
    """The payload with text and metadata of every unit replaced, where they are there."""
    payload = copy.deepcopy(payload)
    for unit in _units(payload):
        if "text" in unit:
            unit["text"] = text
        unit["metadata"] = copy.deepcopy(metadata)
    return payload


def assert_silent(payload: Any) -> None:
    for code, problem in payload_problems(payload):
        assert CANARY not in words_of(problem), code
    files = {"evidence-context.json": as_bytes(payload), "index.json": b"{}"}
    bundle = CONTRACT.bundle("", MemorySource(files), SETTINGS)
    assert bundle is not None
    assert CANARY not in repr(check_bundle(bundle, files, SETTINGS).findings)


@pytest.mark.parametrize("metadata", [value for _, value in METADATA], ids=[name for name, _ in METADATA])
def test_no_fault_brings_text_or_metadata_out(metadata: Any) -> None:
    for fault in faults.ALL:
        assert_silent(with_canaries(fault.payload, metadata))


@pytest.mark.parametrize("text", [None, [CANARY], {CANARY: CANARY}, {"id": f"/srv/{CANARY}"}], ids=repr)
def test_text_of_another_type_stays_private(text: Any) -> None:
    assert_silent(with_canaries(valid_payload(), {}, text))


@pytest.mark.parametrize("field", ["text", "metadata", "id", "kind", "ref"])
def test_whole_units_in_the_wrong_place_stay_private(field: str) -> None:
    unit = {"text": CANARY, "metadata": {CANARY: f"/srv/{CANARY}"}}
    for at in [
        (*faults.UNIT, field),
        faults.UNIT,
        faults.FIRST,
        ("contexts",),
        ("selected_lanes",),
        ("window_units",),
    ]:
        for wrong in (unit, [unit], [[unit]]):
            assert_silent(changed(valid_payload(), (at, wrong)))


@pytest.mark.parametrize("name", ["text", "texts", "metdata", "Metadata", "quote"])
def test_values_of_unknown_fields_stay_private(name: str) -> None:
    for holder in ((), faults.FIRST, faults.CITATION, (*faults.UNIT, "ref")):
        for value in (CANARY, {CANARY: {"id": f"/srv/{CANARY}"}}, [f"/srv/{CANARY}"]):
            assert_silent(changed(valid_payload(), ((*holder, name), value)))


def test_ids_that_leak_are_not_quoted() -> None:
    secret = f"/home/{CANARY}/x"
    for at in [
        ("source_id",),
        ("selected_lanes", 0),
        (*faults.CITATION, "lane_id"),
        (*faults.UNIT, "ref", "source_id"),
        (*faults.UNIT, "kind"),
        (*faults.UNIT, "id"),
        (*faults.UNIT, secret),
        (secret,),
    ]:
        assert_silent(changed(valid_payload(), (at, secret)))


def test_kinds_and_mistyped_ids_are_not_quoted() -> None:
    for field in ("kind", "id", "ref"):
        for value in (CANARY, [CANARY], {"x": CANARY}):
            assert_silent(changed(valid_payload(), ((*faults.UNIT, field), value)))
    assert_silent(changed(valid_payload(), (("source_digest",), CANARY)))
    assert_silent(changed(valid_payload(), (("source_digest",), [CANARY])))


def test_history_names_no_text() -> None:
    before = with_canaries(valid_payload(), {CANARY: 1}, f"{CANARY} one")
    after = with_canaries(valid_payload(), {CANARY: 2}, f"{CANARY} two")
    [problem] = judged(before, after)
    assert CANARY not in words_of(problem)


def _broken() -> Iterator[tuple[str, bytes]]:
    whole = json.dumps(with_canaries(valid_payload(), {CANARY: CANARY, "n": 1}), indent=2)
    compact = json.dumps(json.loads(whole))
    quoted = f'"{CANARY}"'
    yield "cut off in a string", whole[: whole.rindex(CANARY) + 9].encode()
    yield "cut off, one line", compact[: compact.rindex(CANARY) + 9].encode()
    yield "duplicate key", whole.replace(f"{quoted}: {quoted}", f"{quoted}: 1, {quoted}: 2").encode()
    yield "trailing comma", whole.replace(f"{quoted}: {quoted}", f"{quoted}: {quoted},,").encode()
    yield "no quotes around a key", whole.replace(f"{quoted}: {quoted}", f"{CANARY}: {quoted}").encode()
    yield "no quotes around a value", whole.replace(f"{quoted}: {quoted}", f"{quoted}: {CANARY}").encode()
    yield "single quotes", whole.replace(quoted, f"'{CANARY}'").encode()
    yield "missing colon", whole.replace(f"{quoted}: {quoted}", f"{quoted} {quoted}").encode()
    yield "bad escape", whole.replace(quoted, f'"{CANARY}\\q{CANARY}"').encode()
    yield "control character", whole.replace(quoted, f'"{CANARY}\t\n{CANARY}"').encode()
    yield "not UTF-8", whole.encode().replace(quoted.encode(), b'"' + CANARY.encode() + b'\xff"')
    yield "UTF-16", whole.encode("utf-16")
    yield "byte order mark", b"\xef\xbb\xbf" + whole.encode()
    yield "NaN", whole.replace('"n": 1', f'"n": NaN, "{CANARY}2": Infinity').encode()
    yield "number out of range", whole.replace('"n": 1', f'"{CANARY}2": 1e400').encode()
    yield "lone surrogate", whole.replace(quoted, f'"{CANARY}\\ud83d"').encode()
    yield (
        "too deep",
        whole.replace('"n": 1', f'"{CANARY}2": ' + "[" * 200 + f'"{CANARY}"' + "]" * 200).encode(),
    )
    yield "merge markers", f"<<<<<<< {CANARY}\n{whole}\n=======\n{whole}\n>>>>>>> {CANARY}\n".encode()
    yield "fenced", f"```json {CANARY}\n{whole}\n```\n".encode()
    yield "prose", f"{CANARY} is what was said.".encode()
    yield "JSON Lines", f"{compact}\n{compact}\n".encode()
    yield "comment", whole.replace(f"{quoted}: {quoted}", f"// {CANARY}\n{quoted}: {quoted}").encode()


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in _broken()])
@pytest.mark.parametrize("name", ["evidence-context.json", "index.json"])
def test_broken_files_stay_private(data: bytes, name: str) -> None:
    """Also an index: a broken one may hold what belongs into the payload."""
    files = {"evidence-context.json": b"{}", name: data}
    bundle = CONTRACT.bundle("", MemorySource(files), SETTINGS)
    assert bundle is not None
    findings = check_bundle(bundle, files, SETTINGS).findings
    assert findings
    assert CANARY not in repr(findings)
    assert CANARY not in repr(
        [fault._replace(fix=None) for fault in Document(name, data, "json", True).faults]
    )
