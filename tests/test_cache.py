"""The cache remembers only what is clean, and never for anything else than what was looked at."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sourceright_lint.cache import Cache
from sourceright_lint.cli import main
from tests.tool import environment

CLEAN = '[\n  {\n    "id": "eels",\n    "type": "book",\n    "title": "Eels"\n  }\n]\n'
SIDECAR = """{
  "schema_version": "sourceright.verification.v1",
  "references": {
    "eels": {
      "review_status": "not_required"
    }
  }
}
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "references.csl.json").write_text(CLEAN)
    (folder / "references.verification.json").write_text(SIDECAR)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    return folder


def lines(folder: Path) -> list[str]:
    return [line for file in sorted(folder.rglob("clean")) for line in file.read_text().splitlines()]


def test_a_clean_bundle_is_remembered_once(workspace: Path, tmp_path: Path) -> None:
    assert main(["check"]) == 0
    assert main(["check"]) == 0
    assert len(lines(tmp_path / "cache")) == 1


def test_nothing_is_remembered_when_not_wanted(workspace: Path, tmp_path: Path) -> None:
    assert main(["check", "--no-cache"]) == 0
    assert not (tmp_path / "cache").exists()


def test_a_change_is_seen(workspace: Path) -> None:
    main(["check"])
    (workspace / "references.csl.json").write_text(CLEAN.replace("Eels", "Eels  "))
    assert main(["check"]) == 1


def test_a_removed_file_is_seen(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check"])
    (workspace / "references.verification.json").unlink()
    main(["check"])
    assert "sidecar.missing" in capsys.readouterr().out


def test_another_configuration_is_another_verdict(workspace: Path) -> None:
    (workspace / ".sourceright-lint.toml").write_text('select = ["json"]\n')
    (workspace / "references.csl.json").write_text(CLEAN.replace('"book"', '"tome"'))
    assert main(["check"]) == 0
    (workspace / ".sourceright-lint.toml").write_text("")
    assert main(["check"]) == 1


def test_code_that_was_put_in_place_anew_has_verdicts_of_its_own(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tmp_path / "code"
    code.mkdir()
    monkeypatch.setattr("sourceright_lint.cache._code_folders", lambda module: (str(code),))
    main(["check"])
    (code / "rules.py").touch()
    os.utime(code, (1, 1))
    main(["check"])
    assert len(lines(tmp_path / "cache")) == 2


def test_options_of_the_command_line_are_no_part_of_what_is_remembered(workspace: Path) -> None:
    (workspace / "references.csl.json").write_text(CLEAN.replace('"book"', '"tome"'))
    assert main(["check", "--ignore", "csl.type"]) == 0
    assert main(["check"]) == 1


def test_findings_are_never_remembered(workspace: Path, tmp_path: Path) -> None:
    (workspace / "references.csl.json").write_text(CLEAN.replace('"book"', '"tome"'))
    main(["check"])
    assert lines(tmp_path / "cache") == []


@pytest.mark.parametrize("content", [b"", b"\x00\xff\n", b"short\n" * 9, b"0" * 64, b"x" * 100_000])
def test_a_damaged_cache_changes_no_verdict(workspace: Path, tmp_path: Path, content: bytes) -> None:
    main(["check", "--cache-dir", str(tmp_path / "mine")])
    (tmp_path / "mine" / "clean").write_bytes(content)
    assert main(["check", "--cache-dir", str(tmp_path / "mine")]) == 0
    (workspace / "references.csl.json").write_text(CLEAN.replace("Eels", ""))
    assert main(["check", "--cache-dir", str(tmp_path / "mine")]) == 1


@pytest.mark.parametrize("left", [0, 1, 32, 63, 64, 65, 97, 129])
def test_what_was_written_in_part_hurts_no_other(tmp_path: Path, left: int) -> None:
    """A full disk may take a part of what is written, and tell nothing but how much."""
    keys = ["a" * 64, "b" * 64]
    whole = "".join(f"{key}\n" for key in keys)
    (tmp_path / "clean").write_text(whole[:left])
    cache = Cache(str(tmp_path))
    assert [cache.has(key) for key in keys] == [left >= 64, left >= 129]
    cache.add("c" * 64)
    cache.save()
    after = Cache(str(tmp_path))
    assert [after.has(key) for key in (*keys, "c" * 64)] == [left >= 64, left >= 129, True]
    assert not after.has("a" * 32 + "c" * 32)


def test_a_folder_that_cannot_be_used_is_no_error(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main(["check", "--cache-dir", str(tmp_path / "file")]) == 0


def test_a_link_in_its_place_is_not_followed(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "mine" / "clean").symlink_to(tmp_path / "victim")
    assert main(["check", "--cache-dir", str(tmp_path / "mine")]) == 0
    assert (tmp_path / "victim").read_text() == "precious"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("linked", [False, True], ids=["a pipe", "a link to one"])
def test_a_pipe_in_its_place_is_not_waited_for(workspace: Path, linked: bool) -> None:
    place = workspace / "own" / "clean"
    place.parent.mkdir()
    os.mkfifo(workspace / "pipe" if linked else place)
    if linked:
        place.symlink_to(workspace / "pipe")
    (workspace / ".sourceright-lint.toml").write_text('cache-dir = "own"\n')
    command = [sys.executable, "-m", "sourceright_lint", "check"]
    assert subprocess.run(command, timeout=60, env=environment(), check=False).returncode == 0


@pytest.mark.parametrize("folder", ["../outside", "/tmp/outside", "c:/outside", "a/../../outside", ".."])
def test_a_configuration_cannot_put_it_elsewhere(
    workspace: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / ".sourceright-lint.toml").write_text(f'cache-dir = "{folder}"\n')
    assert main(["check"]) == 2
    assert "below the folder of the configuration" in capsys.readouterr().err


def test_nor_can_a_link_in_the_repository(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (workspace / "link").symlink_to(tmp_path / "outside")
    (workspace / ".sourceright-lint.toml").write_text('cache-dir = "link/cache"\n')
    assert main(["check"]) == 0
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_configuration_can_put_it_inside(workspace: Path) -> None:
    (workspace / ".sourceright-lint.toml").write_text('cache-dir = "own/cache"\n')
    assert main(["check"]) == 0
    assert len(lines(workspace / "own")) == 1


def test_in_a_repository_it_lies_in_the_git_directory(workspace: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    main(["check"])
    assert len(lines(workspace / ".git")) == 1
    status = subprocess.run(
        ["git", "status", "--porcelain"], capture_output=True, text=True, check=True
    ).stdout
    assert "cache" not in status


def test_without_a_home_nothing_is_remembered(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert main(["check"]) == 0
    assert not (workspace / "relative").exists()


def test_ten_processes_share_it(workspace: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sourceright_lint", "check", "--cache-dir", str(tmp_path / "mine")]

    def run(_: int) -> int:
        return subprocess.run(command, env=os.environ, capture_output=True, check=False).returncode

    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(run, range(10))) == {0}
    assert {len(line) for line in lines(tmp_path / "mine")} == {64}


def test_it_begins_anew_when_it_has_grown_large(tmp_path: Path) -> None:
    (tmp_path / "clean").write_bytes(b"".join(b"%064d\n" % number for number in range(70_000)))
    cache = Cache(str(tmp_path))
    assert cache.has("0" * 64)
    cache.add("f" * 64)
    cache.save()
    assert (tmp_path / "clean").read_bytes() == b"f" * 64 + b"\n"
