"""The files of a text merge go away, and where they cannot, nothing else is held up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sourceright_lint.fixing.scratch import merge_files, sweep_merge


def test_they_are_there_for_the_merge_alone(tmp_path: Path) -> None:
    with merge_files(str(tmp_path), b"1", b"2", b"3") as places:
        assert [Path(place).read_bytes() for place in places] == [b"1", b"2", b"3"]
        assert {Path(place).parent.parent for place in places} == {tmp_path}
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_removed_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "merge").symlink_to(outside)

    def refuse(*places: object) -> None:
        raise PermissionError

    for name in ("unlink", "rmdir"):
        monkeypatch.setattr(os, name, refuse)
    sweep_merge(str(tmp_path))
    assert (tmp_path / "merge").is_symlink()
