"""A diff must apply: the new text comes out of the old one and the diff, by Git's own judgement."""

import subprocess
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.fixing.textdiff import changed_blocks, unified_diff

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
