"""What is in order is not touched: not its bytes, not its times, not its folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sourceright_lint.cli import main

DATA = Path(__file__).parents[1] / "cases" / "data"
CASES = sorted(DATA.iterdir())
LONG_AGO = 1_000_000_000
COMMANDS = [
    ["check", "--fix"],
    ["check", "--fix", "--unsafe-fixes"],
    ["format"],
    ["check", "--diff"],
    ["report"],
]


def seen(root: Path) -> dict[str, tuple[int, ...]]:
    """Everything about each file and folder that a write would change."""
    found = {}
    for path in [root, *root.rglob("*")]:
        status = path.stat(follow_symlinks=False)
        found[str(path.relative_to(root))] = (
            *(status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns),
        )
    return found


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_was_fixed_is_left_alone(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(case / "input", tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for arguments in COMMANDS[:3]:
        main([*arguments, "--isolated"])
    for path in [*(tmp_path / "work").rglob("*"), tmp_path / "work"]:
        os.utime(path, (LONG_AGO, LONG_AGO))
    before = seen(tmp_path / "work")
    for arguments in COMMANDS:
        main([*arguments, "--isolated"])
        assert seen(tmp_path / "work") == before, arguments
    capsys.readouterr()
