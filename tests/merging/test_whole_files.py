"""Files that are merged as a whole: which cannot be, the ends of their lines, what their conflicts are called."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contract import BundleFile
from sourceright_lint.jsontext import SORTED
from sourceright_lint.merging.documents import Conflict, Merged, merge_documents
from sourceright_lint.merging.markers import PLAIN, Markers
from sourceright_lint.merging.plan import VALUE, MergePlan
from sourceright_lint.merging.tree import CannotMergeError
from tests.merging.support import PRESERVE, item, merged, record, sidecar

FILE = BundleFile("role", "x", "json", SORTED)
RECORDS = MergePlan(any_member=VALUE, apart=True)


def merge(*sides: bytes, file: BundleFile = FILE, plan: MergePlan = RECORDS, markers: Any = PLAIN) -> Merged:
    return merge_documents(sides[0], sides[1], sides[2], file, plan, markers)


def needs_x(value: Any) -> str | None:
    return None if "x" in value else "it has no x"


REFUSED: dict[str, tuple[BundleFile, MergePlan, tuple[bytes, bytes, bytes], str]] = {
    "text": (
        BundleFile("role", "x", "text", SORTED),
        RECORDS,
        (b"{}", b"{}", b"{}"),
        "our version cannot be read",
    ),
    "no form": (
        BundleFile("role", "x", "json"),
        RECORDS,
        (b"{}", b"{}", b"{}"),
        "our version cannot be rewritten without loss",
    ),
    "a number": (FILE, RECORDS, (b"{}", b"1", b"{}"), "our side is no object"),
    "a string": (FILE, RECORDS, (b"{}", b"{}", b'"x"'), "their side is no object"),
    "not what the plan is for": (
        FILE,
        MergePlan(apart=True, refuses=needs_x),
        (b'{"x": 1}', b'{"x": 1}', b"{}"),
        "their version: it has no x",
    ),
    "the base": (
        FILE,
        MergePlan(apart=True, refuses=needs_x),
        (b"{}", b'{"x": 1}', b'{"x": 1}'),
        "the base: it has no x",
    ),
    "a base whose conflicts leave too little": (
        FILE,
        MergePlan(apart=True, refuses=needs_x),
        (
            b'{\n<<<<<<< a\n  "x": 1\n=======\n  "x": 2\n>>>>>>> b\n}\n',
            b'{"x": 1}',
            b'{"x": 1}',
        ),
        "the base: it has no x",
    ),
}


@pytest.mark.parametrize(("file", "plan", "sides", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_merged(file: BundleFile, plan: MergePlan, sides: Any, said: str) -> None:
    with pytest.raises(CannotMergeError) as refused:
        merge(*sides, file=file, plan=plan)
    assert str(refused.value) == said


UNREADABLE = {"short markers": Markers(size=5), "a name of two lines": Markers(ours="one\ntwo")}


@pytest.mark.parametrize("role", ["csl", "sidecar", "queue"])
@pytest.mark.parametrize("markers", UNREADABLE.values(), ids=UNREADABLE)
def test_conflicts_whose_sides_could_not_be_taken_are_not_handed_out(role: str, markers: Markers) -> None:
    sides: list[Any] = [[item("a", x=x)] for x in (0, 1, 2)]
    if role == "sidecar":
        sides = [sidecar(a=record(x=x)) for x in (0, 1, 2)]
    with pytest.raises(CannotMergeError) as refused:
        merged(*sides, role=role, markers=markers)
    assert str(refused.value) == "the conflicts could not be marked record by record"


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


ONE = b'{"id":"a"}\n'
TWO = ONE + b'{"id":"b"}\n'
ENDS: dict[str, tuple[bytes, bytes, bytes, bytes]] = {
    "all": (crlf(ONE), crlf(TWO), crlf(ONE), crlf(TWO)),
    "all, one line": (crlf(ONE), crlf(ONE), crlf(ONE), crlf(ONE)),
    "no base": (b"", crlf(TWO), crlf(ONE), crlf(TWO)),
    "one line not": (crlf(ONE), crlf(ONE) + TWO[len(ONE) :], crlf(ONE), TWO),
    "not in one side": (crlf(ONE), TWO, crlf(ONE), TWO),
    "not in the side that changed nothing": (crlf(ONE), crlf(TWO), ONE, TWO),
    "not in the base": (ONE, crlf(TWO), crlf(ONE), TWO),
    "no line that ends": (ONE[:-1], ONE[:-1], ONE[:-1], ONE),
    "one side without a line that ends": (crlf(ONE), crlf(TWO), ONE[:-1], TWO),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "data"), ENDS.values(), ids=ENDS)
def test_carriage_returns_stay_where_every_line_has_one(
    base: bytes, ours: bytes, theirs: bytes, data: bytes
) -> None:
    assert merged(base, ours, theirs, role="queue").data == data
    assert merged(base, theirs, ours, role="queue").data == data


def test_records_of_one_name_are_told_in_their_order() -> None:
    """What one of several is called may be the id of another."""
    base, ours = ([item(id, x=x) for id in ("a", "a", "a (no. 2)")] for x in (0, 1))
    theirs = [item("a", x=2), item("a (no. 2)", x=2)]
    assert merged(base, ours, theirs, settings=PRESERVE).conflicts == (
        Conflict(("a",), (("x",),)),
        Conflict(("a (no. 2)",), ((),), "theirs"),
        Conflict(("a (no. 2)",), (("x",),)),
    )
