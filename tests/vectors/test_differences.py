"""The table of differences between the core and this tool is true, and complete as far as the vectors go."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.properties.support import check, fix
from tests.vectors.support import CORE, PATHS, Vector, canonical, core_vectors

PAGE = Path(__file__).parents[2] / "docs" / "canonical-form.md"
V1 = '{"schema_version":"sourceright.verification.v1","references":'
ITEM = '"id":"a","type":"book","title":"T"'


class Difference(NamedTuple):
    """One row: a text of one role that shows it, what that becomes here, which of our codes it brings, and the
    vectors in which the core does otherwise."""

    kind: str
    text: str
    becomes: str | None
    codes: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()


def compact(data: bytes) -> str:
    return re.sub(r"\s*\n\s*", "", data.decode())


ROWS = {
    "unknown fields of the sidecar": Difference(
        "sidecar", V1 + '{"a":{"u":1,"review_status":"queued"}}}', '{"a": {"review_status": "queued","u": 1}}}',
        ("sidecar.unknown_key",), ("241-side-duplicate-unknown-field", "243-side-unknown-5000-deep"),
    ),
    "a key that stands twice": Difference(
        "csl", "[{" + ITEM + ',"x":1,"x":2}]', None, ("json.duplicate_key",),
        (
            "039-csl-duplicate-extra-key", "041-csl-duplicate-key-by-escape", "239-side-duplicate-top-field",
            "241-side-duplicate-unknown-field",
        ),
    ),
    "digits beyond a double": Difference(
        "csl", "[{" + ITEM + ',"x":0.860000000000000001}]', '"x": 0.860000000000000001}]', (),
        ("009-csl-floats-extreme", "229-side-confidence-values"),
    ),
    "numbers beyond the range of doubles": Difference(
        "csl", "[{" + ITEM + ',"x":1e400,"y":1e-400}]', '"x": 1e400,"y": 1e-400}]', (),
        ("009-csl-floats-extreme", "011-csl-float-overflow-max", "229-side-confidence-values"),
    ),
    "`-0`": Difference(
        "csl", "[{" + ITEM + ',"x":-0}]', '"x": -0}]', (), ("007-csl-floats-common", "229-side-confidence-values")
    ),
    "a null `title` or `DOI`": Difference(
        "csl", '[{"id":"a","type":"book","title":null,"DOI":null}]', '"title": null,"DOI": null}]',
        ("csl.title.empty",), ("029-csl-null-optional",),
    ),
    "a status or an object written in another form": Difference(
        "sidecar", V1 + '{"a":{"review_status":{"queued":null}}}}', '"review_status": {"queued": null}}}}',
        ("sidecar.review_status.unsupported",), ("223-side-status-object-form", "251-side-array-forms"),
    ),
    "half characters (`\\ud83d` alone)": Difference(
        "csl", "[{" + ITEM + ',"x":"\\ud83d"}]', '"x": "\\ud83d"}]', ("json.lone_surrogate",),
        ("023-csl-lone-low-surrogate", "245-side-unknown-key-surrogate"),
    ),
    "a byte order mark": Difference("csl", "\ufeff[]", "[]", ("json.bom",)),
    "a sidecar of another schema version": Difference(
        "sidecar", '{"schema_version":"sourceright.verification.v2","references":{}}', None,
        ("sidecar.schema_version.unsupported",), ("215-side-version-space",),
    ),
    "the order of items": Difference(
        "csl", '[{"id":"b","type":"book","title":"T"},{' + ITEM + "}]", '[{"id": "a"',
    ),
    "a DOI behind `dx.doi.org`, `www.doi.org` or two prefixes": Difference(
        "csl", "[{" + ITEM + ',"DOI":"doi:http://dx.doi.org/10.5555/x"}]', '"DOI": "10.5555/x"}]',
        ("csl.doi.not_canonical",), ("045-csl-doi-not-idempotent",),
    ),
    "eight item types of CSL 1.0.2": Difference(
        "csl", '[{"id":"a","type":"standard","title":"T"}]', '"type": "standard"', ("csl.type.unsupported.core",),
        ("053-csl-type-all-csl-102",),
    ),
    "no-break spaces in a title": Difference(
        "csl", '[{"id":"a","type":"book","title":"T\u00a0U"}]', '"title": "T\u00a0U"', ("csl.title.not_canonical",),
        ("047-csl-title-whitespace",),
    ),
}  # fmt: skip

BY_DIAGNOSTIC = ("045-csl-doi-not-idempotent", "047-csl-title-whitespace", "053-csl-type-all-csl-102")
"""Vectors whose bytes are equal: there it is a finding or a fix that differs."""
NOT_WRITTEN = ("215-side-version-space",)
"""Vectors whose canonical bytes are equal, but are not written to the file."""


def table() -> Iterable[str]:
    text = PAGE.read_text("utf-8").partition("## Where the core and this tool differ")[2]
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return [row.strip("|").split(" | ")[0].strip() for row in rows[1:]]


def test_every_row_is_held_against_something() -> None:
    assert list(table()) == list(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_what_this_tool_does(row: str) -> None:
    difference = ROWS[row]
    path = PATHS[difference.kind]
    files = {path: difference.text.encode()}
    found = {finding.code: finding.severity for finding in check(files).findings}
    assert set(difference.codes) <= set(found)
    changed = {change.path: change.new for change in fix(files).changes}
    if difference.becomes is None:
        assert path not in changed
    else:
        assert difference.becomes in compact(changed.get(path, files[path]))


@pytest.mark.skipif(not CORE.is_dir(), reason="SOURCERIGHT_LINT_CORPORA names no folder")
class TestAgainstTheCore:
    """Bytes differ in the vectors that the table accounts for, and in no other."""

    @pytest.mark.parametrize("vector", core_vectors(), ids=lambda vector: vector.name)
    def test_bytes_differ_where_the_table_says_so(self, vector: Vector) -> None:
        named = [row for row, difference in ROWS.items() if vector.name in difference.vectors]
        ours = canonical(vector.kind, vector.input)
        if vector.name in (*BY_DIAGNOSTIC, *NOT_WRITTEN):
            assert ours == vector.accepted
        elif vector.accepted is not None:
            assert (ours != vector.accepted) == bool(named)
        elif ours is not None and named:
            assert vector.name in (
                "011-csl-float-overflow-max",
                "023-csl-lone-low-surrogate",
                "245-side-unknown-key-surrogate",
            )

    def test_every_vector_that_the_table_names_is_there(self) -> None:
        named = {name for difference in ROWS.values() for name in difference.vectors}
        assert named <= {vector.name for vector in core_vectors()}

    def test_what_is_not_written(self) -> None:
        for name in NOT_WRITTEN:
            vector = Vector(CORE / name)
            files = {PATHS[vector.kind]: vector.input}
            assert vector.input != vector.accepted
            assert not fix(files).changes

    def test_eight_types_are_an_info_here(self) -> None:
        vector = Vector(CORE / "053-csl-type-all-csl-102")
        theirs = {int(re.findall(r"\d+", each["path"])[0]) for each in vector.diagnostics}
        found = check({PATHS["csl"]: vector.input}).findings
        ours = {f.pointer[0] for f in found if f.code == "csl.type.unsupported.core"}
        assert ours == theirs
        assert len(ours) == 8
        assert {f.severity for f in found if f.pointer[:1] and f.pointer[0] in theirs} == {"info"}
