"""A diff must apply: the new text comes out of the old one and the diff, by Git's own judgement."""

import random
import re
import subprocess
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.fixing import textdiff
from sourceright_lint.fixing.textdiff import changed_blocks


def unified_diff(old: str, new: str, *names: str) -> str:
    return b"".join(textdiff.unified_diff(old.encode(), new.encode(), *names)).decode()


texts = st.lists(st.sampled_from(["a", "b", "c", "d", "", "{", "}"]), max_size=30).map("\n".join)


@given(texts, texts)
def test_blocks_turn_the_old_lines_into_the_new(old: str, new: str) -> None:
    left, right = old.split("\n"), new.split("\n")
    built, place = [], 0
    for block in changed_blocks(left, right):
        built += left[place : block.old_start] + right[block.new_start : block.new_end]
        place = block.old_end
    assert built + left[place:] == right


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a", "a\n"),
        ("a\n", "a"),
        ("a\nb", "a\nc"),
        ("a\nb\n", "b\n"),
        ("a\n" * 30, "a\n" * 12 + "x\n" + "a\n" * 20),
        ("[1,2]", "[\n  1,\n  2\n]\n"),
    ],
)
def test_git_applies_the_diff(tmp_path, old: str, new: str) -> None:
    (tmp_path / "f").write_text(old)
    diff = unified_diff(old, new, "a/f", "b/f")
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (tmp_path / "f").read_text() == new


@settings(deadline=None, max_examples=20)
@given(texts, texts)
def test_git_applies_random_diffs(tmp_path_factory, old: str, new: str) -> None:
    if old == new or not old or not new:
        return
    folder = tmp_path_factory.mktemp("diff")
    (folder / "f").write_text(old)
    diff = unified_diff(old, new, "a/f", "b/f")
    subprocess.run(["git", "apply", "--unidiff-zero", "-"], input=diff.encode(), cwd=folder, check=True)
    assert (folder / "f").read_text() == new


def test_how_a_diff_looks() -> None:
    assert unified_diff("1\n2", "1\n3", "a/f", "b/f").splitlines() == [
        *("--- a/f", "+++ b/f", "@@ -1,2 +1,2 @@", " 1"),
        *("-2", "\\ No newline at end of file", "+3", "\\ No newline at end of file"),
    ]


def test_equal_texts_have_no_diff() -> None:
    assert unified_diff("a\nb\n", "a\nb\n", "x", "y") == ""


def test_time_grows_with_the_text_and_not_with_its_square() -> None:
    def seconds(lines: int) -> float:
        old = "".join(f"{{ {i % 7} }}\n" for i in range(lines))
        new = "".join(f"  {i % 5}\n" for i in range(lines))
        start = time.perf_counter()
        unified_diff(old, new, "a", "b")
        return time.perf_counter() - start

    seconds(1000)
    assert seconds(40_000) < 40 * max(seconds(4_000), 0.01)


def applied(old: str, diff: str) -> str:
    """The new text by the diff alone, every line and number of it checked."""
    left, made, place = old.splitlines(keepends=True), [], 0
    header, *hunks = re.split(r"^(?=@@ )", diff, flags=re.MULTILINE)
    assert header == "--- a\n+++ b\n"
    for hunk in hunks:
        start, old_count, new_start, new_count = map(int, re.findall(r"\d+", hunk.partition("\n")[0]))
        body = re.findall(r"^([ +-])(.*\n)(\\.*\n)?", hunk.partition("\n")[2], re.MULTILINE)
        lines = [(sign, text[: -1 if mark else None]) for sign, text, mark in body]
        before = [text for sign, text in lines if sign != "+"]
        after = [text for sign, text in lines if sign != "-"]
        assert (len(before), len(after)) == (old_count, new_count)
        first = start - (old_count > 0)
        assert first >= place
        made += left[place:first]
        assert left[first : first + old_count] == before
        assert len(made) == new_start - (new_count > 0)
        signs = "".join(sign for sign, _ in lines)
        lead, tail = len(signs) - len(signs.lstrip(" ")), len(signs) - len(signs.rstrip(" "))
        assert lead == 3 or (lead < 3 and first == 0)
        assert tail == 3 or (tail < 3 and first + old_count == len(left))
        assert "+" in signs or "-" in signs
        assert not re.search(r"[+-] {7,}[+-]", signs)
        made += after
        place = first + old_count
    return "".join(made + left[place:])


def changed(lines: int, *changes: tuple[int, str | None]) -> str:
    """Numbered lines, some of them other, gone, or with one before them."""
    made = [f"line {number}\n" for number in range(lines)]
    for number, text in sorted(changes, reverse=True):
        made[number : number + 1] = [] if text is None else text.splitlines(keepends=True)
    return "".join(made)


PAIRS = {
    "nothing before": ("", "a\nb\n"),
    "nothing after": ("a\nb\n", ""),
    "no end of line": ("a\nb", "a\nc"),
    "an end of line": ("a\nb", "a\nb\n"),
    "one end less": ("a\nb\n", "a\nb"),
    "the first": (changed(20), changed(20, (0, "x\n"))),
    "the last": (changed(20), changed(20, (19, "x\n"))),
    "near the ends": (changed(20), changed(20, (2, "x\n"), (17, None))),
    "two at the same place": (changed(20), changed(20, (8, "x\n"), (14, "y\n"))),
    "two apart": (changed(20), changed(20, (8, "x\n"), (16, "y\n"))),
    "two just apart": (changed(30), changed(30, (8, "x\n"), (15, "y\n"), (23, None))),
    "moved": (changed(30), changed(30, (3, None), (20, "line 3\nline 20\n"))),
    "moved back": (changed(30, (3, None), (20, "line 3\nline 20\n")), changed(30)),
    "lines that are many": ("{\n}\n" * 20 + "x\n" + "{\n}\n" * 20, "{\n}\n" * 20 + "y\n" + "{\n}\n" * 20),
    "swapped": ("b\na\nd\nc\n", "a\nb\nc\nd\n"),
    "all other": ("a\n" * 5, "b\n" * 7),
    "more of the same": ("a\n" * 5, "a\n" * 7),
}


@pytest.mark.parametrize(("old", "new"), PAIRS.values(), ids=PAIRS)
def test_diffs_apply(old: str, new: str) -> None:
    for one, other in ((old, new), (new, old)):
        assert applied(one, unified_diff(one, other, "a", "b")) == other


def test_random_diffs_apply() -> None:
    chance = random.Random(3)
    for letters in ("ab", "abcdef", "abcdefghijklmnopqrstuvwxyz0123456789"):
        for _ in range(60):
            old, new = (
                "\n".join(chance.choice(letters) for _ in range(chance.randrange(25))) for _ in range(2)
            )
            if old != new:
                assert applied(old, unified_diff(old, new, "a", "b")) == new


@pytest.mark.parametrize(
    ("changes", "blocks"),
    [
        ([(5, "x\n")], [(5, 6, 5, 6)]),
        (
            [(0, None), (500, "x\ny\n"), (999, "z\n")],
            [(0, 1, 0, 0), (500, 501, 499, 501), (999, 1000, 999, 1000)],
        ),
        ([(3, None), (20, "line 3\nline 20\n")], [(3, 4, 3, 3), (20, 20, 19, 20)]),
        ([(700, "line 10\nline 700\n")], [(700, 700, 700, 701)]),
    ],
)
def test_only_what_changed_is_in_the_blocks(
    changes: list[tuple[int, str | None]], blocks: list[tuple[int, int, int, int]]
) -> None:
    old, new = changed(1000), changed(1000, *changes)
    assert changed_blocks(old.splitlines(), new.splitlines()) == blocks


def test_among_lines_that_are_many_only_what_changed_is_in_the_blocks() -> None:
    old, new = ["{", "}"] * 190 + ["x"], ["{", "}"] * 95 + ["}"] + ["{", "}"] * 95 + ["x"]
    assert changed_blocks(old, new) == [(190, 190, 190, 191)]


@pytest.mark.parametrize("before", [0, 500])
def test_a_stretch_of_lines_that_are_many_is_compared_line_by_line(before: int) -> None:
    """Wherever it stands in the text, and however often its lines are in it."""
    old = [*map(str, range(before)), *["{", "}"] * 150]
    new = [*map(str, range(before)), *["}", "{"] * 150]
    for one, other in ((old, new), (new, old)):
        blocks = changed_blocks(one, other)
        assert len(blocks) == 2
        assert sum(block.old_end - block.old_start + block.new_end - block.new_start for block in blocks) == 2


def test_the_first_line_is_found_among_others() -> None:
    old, new = ["{", "}"] * 300, ["}", "{"] * 300
    assert changed_blocks(["first", *old], ["new", "first", *new]) == [(0, 0, 0, 1), (1, 601, 2, 602)]
    assert changed_blocks(["new", "first", *old], ["first", *new]) == [(0, 1, 0, 0), (2, 602, 1, 601)]


@pytest.mark.parametrize(
    ("numbers", "rising"),
    [
        ([], []),
        ([5], [5]),
        ([0, 1, 2], [0, 1, 2]),
        ([2, 1, 0], [0]),
        ([3, 0, 1, 2], [0, 1, 2]),
        ([1, 2, 3, 0], [1, 2, 3]),
        ([4, 0, 6, 1, 2, 7, 3], [0, 1, 2, 3]),
        ([0, 8, 1, 9, 2, 3, 10], [0, 1, 2, 3, 10]),
    ],
)
def test_the_most_lines_that_kept_their_order(numbers: list[int], rising: list[int]) -> None:
    assert textdiff._longest_rising(numbers) == [numbers.index(number) for number in rising]


FEW_AND_MANY = [
    ("abc", "cab", [1, 2, 0]),
    ("aab", "ab", [-2, -1, 1]),
    ("ab", "aab", [-2, 2]),
    ("ab", "aaab", [-2, 3]),
    ("ab", "aaaab", [-2, 4]),
    ("aba", "xyb", [-1, 2, -1]),
    ("abc", "xyz", [-1, -1, -1]),
    ("", "a", []),
]


@pytest.mark.parametrize(("few", "many", "partners"), FEW_AND_MANY)
def test_lines_that_both_sides_have_once_are_partners(few: str, many: str, partners: list[int]) -> None:
    found = textdiff._partners(few, range(len(few)), many, range(len(many)))
    assert [max(partner, -1) for partner in found] == [max(partner, -1) for partner in partners]
    inside = textdiff._partners(f"ab{few}", range(2, 2 + len(few)), f"c{many}", range(1, 1 + len(many)))
    assert [max(partner, -1) for partner in inside] == [
        partner + 1 if partner >= 0 else -1 for partner in partners
    ]


@pytest.mark.parametrize(("few", "many", "partners"), FEW_AND_MANY)
def test_partners_of_one_side_are_those_of_the_other(few: str, many: str, partners: list[int]) -> None:
    ours, theirs = range(2, 2 + len(few)), range(3, 3 + len(many))
    found = textdiff._partners(f"xy{few}", ours, f"xyz{many}", theirs)
    pairs = {(place + 2, partner) for place, partner in enumerate(found) if partner >= 0}
    swapped = textdiff._swapped(found, theirs, ours)
    assert len(swapped) == len(many)
    assert {(partner, place + 3) for place, partner in enumerate(swapped) if partner >= 0} == pairs
    from_zero = textdiff._partners(few, range(len(few)), many, range(len(many)))
    back = textdiff._swapped(from_zero, range(len(many)), range(len(few)))
    assert sorted(partner for partner in back if partner >= 0) == [
        place for place, partner in enumerate(partners) if partner >= 0
    ]


@pytest.mark.parametrize(
    ("anchors", "blocks"),
    [
        ([], [(0, 4, 0, 5)]),
        ([(0, 0), (1, 1), (2, 2)], [(3, 4, 3, 5)]),
        ([(0, 1), (3, 2)], [(0, 0, 0, 1), (1, 3, 2, 2), (4, 4, 3, 5)]),
        ([(2, 0), (3, 4)], [(0, 2, 0, 0), (3, 3, 1, 4)]),
    ],
)
def test_between_lines_that_both_have_there_is_what_may_differ(
    anchors: list[tuple[int, int]], blocks: list[tuple[int, int, int, int]]
) -> None:
    assert list(textdiff._between(textdiff.Block(0, 4, 0, 5), anchors)) == blocks


@pytest.mark.parametrize(("second", "hunks"), [(14, 1), (15, 1), (16, 2), (17, 2)])
def test_changes_whose_context_meets_are_in_one_hunk(second: int, hunks: int) -> None:
    diff = unified_diff(changed(30), changed(30, (8, "x\n"), (second, "y\n")), "a", "b")
    assert len(re.findall("^@@", diff, re.MULTILINE)) == hunks


def test_large_stretches_without_a_line_in_common_are_one_block() -> None:
    old, new = ["{", "}"] * 300, ["}", "{"] * 300
    assert changed_blocks(old, new) == [(0, 600, 0, 600)]
