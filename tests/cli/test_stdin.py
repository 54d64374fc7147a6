"""Standard input in the place of a file, as editors call the tool: what comes out is that file, whole, and no other."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.tool import CLEAN, FIXABLE, FIXED, SIDECAR, lint

CSL, RECORDS, QUEUE = "references.csl.json", "references.verification.json", "review-queue.jsonl"
BROKEN = b'[\n  {"id": "a"\n'
LAID_OUT_BADLY = CLEAN.replace(b"\n  ", b"\n      ")
QUEUED = SIDECAR.replace(b"{}", b'{\n    "a": {\n      "review_status": "queued"\n    }\n  }')
LEAKING = CLEAN.replace(
    b'"DOI": "10.5555/a"', b'"DOI": "10.5555/a",\n    "extraction": {"source": "a printed page"}'
)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / CSL).write_bytes(CLEAN)
    (folder / RECORDS).write_bytes(SIDECAR)
    return folder


@pytest.mark.parametrize(
    ("arguments", "given", "out", "status"),
    [
        (["check", "--fix"], FIXABLE, FIXED, 0),
        (["check", "--fix"], CLEAN, CLEAN, 0),
        (["check", "--fix"], BROKEN, BROKEN, 1),
        (["check", "--fix"], b"", b"", 1),
        (["check", "--fix", "--exit-non-zero-on-fix"], FIXABLE, FIXED, 1),
        (["check", "--fix", "--select", "json"], FIXABLE, FIXABLE, 0),
        (["format"], LAID_OUT_BADLY, CLEAN, 0),
        (["format"], CLEAN, CLEAN, 0),
        (["format"], FIXABLE, FIXABLE, 0),
        (["format"], BROKEN, BROKEN, 1),
        (["check"], CLEAN, None, 0),
        (["check"], FIXABLE, None, 1),
        (["format", "--check"], LAID_OUT_BADLY, None, 1),
        (["format", "--check"], FIXABLE, None, 0),
    ],
)  # fmt: skip
def test_the_file_comes_out_whole(
    paper: Path, arguments: list[str], given: bytes, out: bytes | None, status: int
) -> None:
    done = lint(paper, *arguments, "--stdin-filename", CSL, "-", input=given)
    assert done.returncode == status, done.stderr
    if out is not None:
        assert done.stdout.encode() == out
        assert "Checked" in done.stderr
    assert (paper / CSL).read_bytes() == CLEAN


@pytest.mark.parametrize("name", ["paper/" + CSL, "./paper/../paper/" + CSL, "ABSOLUTE"])
@pytest.mark.parametrize("where", ["above", "elsewhere"])
def test_the_file_may_lie_anywhere(
    paper: Path, name: str, where: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if where == "elsewhere":
        name = "ABSOLUTE"
    folder = paper.parent if where == "above" else tmp_path_factory.mktemp("else")
    shown = str(paper / CSL) if name == "ABSOLUTE" else name
    done = lint(folder, "check", "--fix", "--stdin-filename", shown, "-", input=FIXABLE)
    assert (done.returncode, done.stdout.encode()) == (0, FIXED), done.stderr


def test_a_new_file_in_a_new_folder(paper: Path) -> None:
    done = lint(paper, "check", "--fix", "--stdin-filename", f"new/deep/{CSL}", "-", input=FIXABLE)
    assert (done.returncode, done.stdout.encode()) == (0, FIXED), done.stderr


def test_other_files_of_the_bundle_stay_out(paper: Path) -> None:
    """A queue that follows from the record is not what was asked for, and must not run into the output."""
    done = lint(paper, "check", "--fix", "--stdin-filename", RECORDS, "-", input=QUEUED)
    assert done.stdout.encode() == QUEUED
    assert "queue.missing" in done.stderr
    assert not (paper / QUEUE).exists()


def test_nothing_is_moved_to_where_it_would_be_lost(paper: Path) -> None:
    (paper / RECORDS).write_bytes(QUEUED)
    done = lint(paper, "check", "--fix", "--unsafe-fixes", "--stdin-filename", CSL, "-", input=LEAKING)
    assert json.loads(done.stdout) == json.loads(LEAKING)
    assert "csl.sidecar_field" in done.stderr
    assert done.returncode == 1
    (paper / CSL).write_bytes(LEAKING)
    lint(paper, "check", "--fix", "--unsafe-fixes")
    assert b"a printed page" in (paper / RECORDS).read_bytes()


def test_a_difference_is_of_that_file(paper: Path) -> None:
    done = lint(paper, "format", "--diff", "--stdin-filename", CSL, "-", input=LAID_OUT_BADLY)
    assert done.stdout.startswith(f"--- a/paper/{CSL}\n+++ b/paper/{CSL}\n")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["check", "--fix"], FIXABLE, "\nFixed 1 finding in the output; no file was written.\n"),
        (["format"], LAID_OUT_BADLY, "\nThe output is in canonical form; no file was written.\n"),
        (["check", "--diff"], FIXABLE, f"\nWould fix 1 finding in 1 file.\n  {CSL}\n"),
    ],
)
def test_no_file_is_said_to_be_written(paper: Path, arguments: list[str], given: bytes, said: str) -> None:
    done = lint(paper, *arguments, "--stdin-filename", CSL, "-", input=given)
    assert said in done.stderr
    assert ("no file was written" in said) == (f"\n  {CSL}\n" not in done.stderr)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-"], "go together"),
        (["--stdin-filename", CSL], "go together"),
        (["--stdin-filename", CSL, "-", RECORDS], "stands alone"),
        (["--stdin-filename", "notes.json", "-"], "no bundle at notes.json"),
    ],
)
def test_what_cannot_be_meant_is_refused(paper: Path, arguments: list[str], said: str) -> None:
    done = lint(paper, "check", *arguments, input=CLEAN)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
