"""What is written about mutants that survive can be read, and holds only for the change that it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.explained import FOLDER, Explained, entry, write
from tests.mutation.mutants import PACKAGE, Mutant

FILES = sorted(FOLDER.glob("*.toml"))


def mutant(function: str = "read", was: str = "a < 1", becomes: str = "a <= 1") -> Mutant:
    return Mutant("key", "jsontext/skip", function, "0", was, becomes)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_each_file_is_of_a_module_and_gives_reasons(path: Path) -> None:
    module = path.stem.replace(".", "/")
    assert Path(PACKAGE, f"{module}.py").exists()
    assert Explained(module).unused


def test_an_entry_is_found_again(tmp_path: Path) -> None:
    odd = mutant(was='a = "\\n\x7f"\nb', becomes="")
    write("jsontext/skip", [(odd, "equal: it is"), (mutant(), "slower: it is")], tmp_path)
    explained = Explained("jsontext/skip", tmp_path)
    assert explained.take(odd) == "equal: it is"
    assert explained.take(mutant()) == "slower: it is"
    assert explained.unused == []


def test_it_holds_for_as_many_mutants_as_it_says(tmp_path: Path) -> None:
    write("jsontext/skip", [(mutant(), "limit: a size")] * 2, tmp_path)
    explained = Explained("jsontext/skip", tmp_path)
    assert [explained.take(mutant()) for _ in range(3)] == ["limit: a size", "limit: a size", None]


@pytest.mark.parametrize("other", [mutant("write"), mutant(was="a > 1"), mutant(becomes="a < 2")])
def test_it_holds_for_no_other_change(other: Mutant, tmp_path: Path) -> None:
    write("jsontext/skip", [(mutant(), "limit: a size")], tmp_path)
    explained = Explained("jsontext/skip", tmp_path)
    assert explained.take(other) is None
    assert explained.unused == [("read", "a < 1", "a <= 1")]


@pytest.mark.parametrize("why", ["equal", "equal: ", "because: it is", ""])
def test_a_reason_is_asked_for(why: str, tmp_path: Path) -> None:
    tmp_path.joinpath("jsontext.skip.toml").write_text(entry(mutant(), why), "utf-8")
    with pytest.raises(ValueError, match="is not a kind, a colon and a reason"):
        Explained("jsontext/skip", tmp_path)
