"""Conflict markers: how they are written, read, and that any choice among the sides leaves a sound file."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.merging.markers import Markers, has_markers, region, take_side
from sourceright_lint.merging.plan import VALUE, MergePlan
from sourceright_lint.merging.render import render
from sourceright_lint.merging.tree import merge_texts
from sourceright_lint.merging.values import dump
from tests.merging.support import (
    CONTRACT,
    DEFAULTS,
    PATHS,
    as_read,
    item,
    loaded,
    merged,
    record,
    settled,
    sidecar,
)

REGIONS = {
    "merge": (Markers(), ["<<<<<<< ours", "a", "b", "z", "=======", "a", "c", "z", ">>>>>>> theirs"]),
    "names and size": (
        Markers(9, "HEAD", "topic"),
        ["<<<<<<<<< HEAD", "a", "b", "z", "=========", "a", "c", "z", ">>>>>>>>> topic"],
    ),
    "diff3": (
        Markers(style="diff3"),
        ["<<<<<<< ours", "a", "b", "z", "||||||| base", "a", "z", "=======", "a", "c", "z", ">>>>>>> theirs"],
    ),
    "zdiff3": (
        Markers(style="zdiff3"),
        ["a", "<<<<<<< ours", "b", "||||||| base", "a", "z", "=======", "c", ">>>>>>> theirs", "z"],
    ),
}


def text_of(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(("markers", "lines"), REGIONS.values(), ids=REGIONS)
def test_regions(markers: Markers, lines: list[str]) -> None:
    ours, base, theirs = map(text_of, (["a", "b", "z"], ["a", "z"], ["a", "c", "z"]))
    written = region(ours, base, theirs, markers)
    assert written == text_of(lines)
    assert has_markers(written)
    assert take_side(written, "ours") == ours
    assert take_side(written, "theirs") == theirs
    assert take_side(written[:-1], "ours") == ours[:-1]


def test_several_shared_lines() -> None:
    written = region(*map(text_of, ("ab1yz", "o", "ab2yz")), Markers(style="zdiff3"))
    assert written.splitlines() == [
        *("a", "b", "<<<<<<< ours", "1", "||||||| base", "o", "=======", "2", ">>>>>>> theirs", "y", "z")
    ]


def in_common(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@given(*[st.lists(st.sampled_from(["a", "ba", "b", "aab", ""]), max_size=6) for _ in range(3)])
@settings(max_examples=300)
def test_the_least_is_marked_in_whole_lines(ours: list[str], base: list[str], theirs: list[str]) -> None:
    before = in_common(ours, theirs)
    rest = ours[before:], theirs[before:]
    after = in_common(rest[0][::-1], rest[1][::-1])
    expected = [
        *(ours[:before], ["<<<<<<< ours"], rest[0][: len(rest[0]) - after], ["||||||| base"], base),
        *(["======="], rest[1][: len(rest[1]) - after], [">>>>>>> theirs"], ours[len(ours) - after :]),
    ]
    written = region(*map(text_of, (ours, base, theirs)), Markers(style="zdiff3"))
    assert written == text_of(line for part in expected for line in part)


@pytest.mark.parametrize(
    ("ours", "theirs"), [([], ["a"]), (["a"], []), (["a"], ["a", "a"]), (["a", "a"], ["a"])], ids=repr
)
def test_shared_lines_are_not_taken_twice(ours: list[str], theirs: list[str]) -> None:
    text = region(text_of(ours), "", text_of(theirs), Markers(style="zdiff3"))
    assert [line for line in take_side(text, "ours").split("\n") if line] == ours
    assert [line for line in take_side(text, "theirs").split("\n") if line] == theirs


UNMARKED = ["", "[]", '"<<<<<<< x"', " <<<<<<< x", "<<<<<< x", "=======", "<<<<<<<x", "<<<<<<<X", "<<<<<<<\t"]


@pytest.mark.parametrize("text", UNMARKED)
def test_what_is_no_marker(text: str) -> None:
    assert not has_markers(text)
    assert take_side(text, "ours") == text


def test_longer_markers_inside_a_conflict_are_content() -> None:
    text = "<<<<<<<<< a\n=======\nx\n=========\ny\n>>>>>>> b\n>>>>>>>>> c\n"
    assert take_side(text, "ours") == "=======\nx\n"
    assert take_side(text, "theirs") == "y\n>>>>>>> b\n"


@pytest.mark.parametrize(
    ("ours", "base", "theirs"), [(" a", " b", " c"), ("", "", "")], ids=["names", "none"]
)
def test_lines_with_carriage_returns(ours: str, base: str, theirs: str) -> None:
    marked = ["<" * 7 + ours, "x", "|" * 7 + base, "o", "=" * 7, "y", ">" * 7 + theirs, "z"]
    text = "\r\n".join([*marked, ""])
    assert has_markers(text)
    assert take_side(text, "theirs") == "y\r\nz\r\n"
    assert take_side(text, "ours") == "x\r\nz\r\n"


@pytest.mark.parametrize("behind", ["x", "X", "\t", "=", "\t\r"])
def test_what_ends_no_part_of_a_conflict(behind: str) -> None:
    lines = [
        "<<<<<<< a",
        f"======={behind}",
        f"|||||||{behind}",
        "=======",
        f">>>>>>>{behind}",
        ">>>>>>> b",
        "",
    ]
    assert take_side("\n".join(lines), "ours") == "\n".join([*lines[1:3], ""])
    assert take_side("\n".join(lines), "theirs") == "\n".join([lines[4], ""])


def test_the_start_of_a_conflict_inside_another_is_content() -> None:
    text = "<<<<<<<<< a\n<<<<<<< x\n=========\ny\n>>>>>>>>> c\n"
    assert take_side(text, "ours") == "<<<<<<< x\n"
    assert take_side(text, "theirs") == "y\n"


STATES: dict[str, tuple[Any, Any, Any]] = {
    "agreed": ({"x": 0}, {"x": 0}, {"x": 0}),
    "changed by both": ({"x": 0}, {"x": 1}, {"x": 2}),
    "deleted by ours": ({"x": 0}, None, {"x": 2}),
    "deleted by theirs": ({"x": 0}, {"x": 1}, None),
}


def _sides(states: tuple[str, ...], role: str) -> list[Any]:
    sides = []
    for version in range(3):
        entries = {f"r{n}": STATES[state][version] for n, state in enumerate(states)}
        present = {id: entry for id, entry in entries.items() if entry is not None}
        if role == "sidecar":
            sides.append(sidecar(**{id: record(**entry) for id, entry in present.items()}))
        else:
            sides.append([item(id, **entry) for id, entry in present.items()])
    return sides


def _choices(text: str) -> list[str]:
    """The text with every conflict settled, in all ways."""
    parts: list[list[list[str]]] = [[[]]]
    for line in text.split("\n"):
        if line.startswith("<<<<<<<"):
            parts.append([[], []])
            kept = parts[-1][0]
        elif line.startswith("======="):
            kept = parts[-1][1]
        elif line.startswith(">>>>>>>"):
            parts.append([[]])
            kept = parts[-1][0]
        else:
            if len(parts[-1]) == 1:
                kept = parts[-1][0]
            kept.append(line)
    return ["\n".join(line for part in choice for line in part) for choice in product(*parts)]


@pytest.mark.parametrize("role", PATHS)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_choice_among_the_sides_is_sound(role: str, count: int) -> None:
    """Commas and brackets included: whatever is deleted, what remains is readable and canonical."""
    file = CONTRACT.file_of(PATHS[role], DEFAULTS)
    assert file is not None
    assert file.form is not None
    for states in product(STATES, repeat=count):
        sides = _sides(states, role)
        result = merged(*sides, role=role)
        contested = [f"r{n}" for n, state in enumerate(states) if state != "agreed"]
        assert [found.record[-1] for found in result.conflicts] == contested
        for side, value in (("ours", sides[1]), ("theirs", sides[2])):
            assert settled(result.data, side, role) == as_read(value, role), states
        for text in _choices(result.data.decode()):
            document = Document(file.path, text.encode(), file.kind)
            assert document.readable, states
            assert not document.faults
            assert document.is_canonical(file.form), (states, text)


def test_canonical_around_the_conflict() -> None:
    """What is not marked is exactly what it would be without the conflict."""
    sides = [[item("a", n=1), item("b", x=x), item("c", n=1)] for x in (0, 1, 2)]
    text = merged(*sides).data.decode()
    before, _, rest = text.partition("<<<<<<< ours\n")
    assert before == '[\n  {\n    "id": "a",\n    "type": "book",\n    "n": 1\n  },\n'
    assert rest.endswith('>>>>>>> theirs\n  {\n    "id": "c",\n    "type": "book",\n    "n": 1\n  }\n]\n')
    assert loaded(take_side(text, "ours"), "csl")[1]["x"] == 1


STATUSES = (record("queued"), record("unresolved"))
EMPTIED: dict[str, tuple[str, Any, Any, Any]] = {
    "all records deleted": ("sidecar", sidecar(a=STATUSES[0]), sidecar(), sidecar(a=STATUSES[1])),
    "all records deleted, members behind": (
        "sidecar",
        {**sidecar(a=STATUSES[0]), "zeta": 1},
        {**sidecar(), "zeta": 1},
        {**sidecar(a=STATUSES[1]), "zeta": 1},
    ),
    "all records deleted, a contested member behind": (
        "sidecar",
        {**sidecar(a=STATUSES[0]), "zeta": 1},
        {**sidecar(), "zeta": 2},
        {**sidecar(a=STATUSES[1])},
    ),
    "each side deleted one of two": (
        "sidecar",
        sidecar(a=STATUSES[0], b=STATUSES[0]),
        sidecar(b=STATUSES[1]),
        sidecar(a=STATUSES[1]),
    ),
    "no records, conflict elsewhere": (
        "sidecar",
        {**sidecar(), "zeta": 0},
        {**sidecar(), "zeta": 1},
        {**sidecar(), "zeta": 2},
    ),
    "records went, conflict elsewhere": (
        "sidecar",
        {**sidecar(a=STATUSES[0]), "zeta": 0},
        {**sidecar(), "zeta": 1},
        {**sidecar(), "zeta": 2},
    ),
    "all items deleted": ("csl", [item("a", n=0)], [], [item("a", n=1)]),
}


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
@pytest.mark.parametrize(("role", "base", "ours", "theirs"), EMPTIED.values(), ids=EMPTIED)
def test_an_emptied_container_is_canonical(role: str, base: Any, ours: Any, theirs: Any, style: Any) -> None:
    file = CONTRACT.file_of(PATHS[role], DEFAULTS)
    assert file is not None
    assert file.form is not None
    for sides in ((base, ours, theirs), (base, theirs, ours)):
        result = merged(*sides, role=role, markers=Markers(style=style))
        assert result.conflicts
        for side in ("ours", "theirs"):
            text = take_side(result.data.decode(), side)
            assert Document(file.path, text.encode(), file.kind).is_canonical(file.form), text


def test_brackets_stand_inside_the_markers() -> None:
    _, *versions = EMPTIED["all records deleted"]
    lines = merged(*versions, role="sidecar").data.decode().split("\n")
    start, middle, end = (lines.index(mark) for mark in ("<<<<<<< ours", "=======", ">>>>>>> theirs"))
    assert lines[start + 1 : middle] == ['  "references": {}']
    assert lines[middle + 1] == '  "references": {'
    assert lines[end - 1 :] == ["  }", ">>>>>>> theirs", "}", ""]


def test_containers_in_containers() -> None:
    leaves = MergePlan(any_member=VALUE, apart=True)
    plan = MergePlan(members={"outer": MergePlan(members={"inner": leaves}, apart=True)})
    versions: list[dict[str, Any]] = [{"x": "0"}, {}, {"x": "1"}]
    base, ours, theirs = (
        _canonical_json(dump({"outer": {"inner": version, "other": {}}})) for version in versions
    )
    text = render(merge_texts(base, ours, theirs, plan), SORTED, Markers())
    assert take_side(text, "ours") == ours + "\n"
    assert take_side(text, "theirs") == theirs + "\n"


def _canonical_json(text: str) -> str:
    data = Document("", text.encode(), "json").canonical(SORTED)
    assert data is not None
    return data.decode()[:-1]
