"""A configured bundle of which no file is there is told: its name may be misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tool import bibliography, lint

NOTE = "the configuration names a bundle of which no file is in the working tree: "


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ('csl = "paper/ref.json"', "paper/ref.json"),
        (
            'csl = "nowhere/refs.json"\nsidecar = "nowhere/other.json"',
            "nowhere/other.json, nowhere/refs.json",
        ),
        ('csl = "paper/refs.json"', ""),
        ('csl = "nowhere/refs.json"\nsidecar = "paper/refs.json"', ""),
    ],
    ids=["a name", "a folder", "there", "one of two"],
)
def test_note(places: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "refs.json").write_bytes(bibliography(("a", "A", "10.5555/a")))
    (tmp_path / "references.csl.json").write_bytes(bibliography(("a", "A", "10.5555/a")))
    (tmp_path / ".sourceright-lint.toml").write_text(f'[[bundles]]\ncontract = "sourceright"\n{places}\n')
    said = lint(tmp_path, "check", "--no-cache")
    assert (NOTE + told in said.stdout + said.stderr) == bool(told)
    assert ("names a bundle" in said.stdout + said.stderr) == bool(told)
