"""The hooks as pre-commit and prek run them: what they see, what they refuse, what they change."""

from __future__ import annotations

import json
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.gitrepo import ODD_NAMES
from tests.hooks.support import CONFIGURATION, Hooked
from tests.tool import BROKEN, CLEAN, EELS, FIXABLE, FIXED, SIDECAR, bibliography

FAULTS: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "faults.yaml").read_text("utf-8"))
FILE = "references.csl.json"
REVIEWED = SIDECAR.replace(b"{}", b'{\n    "b": {\n      "review_status": "resolved"\n    }\n  }')


def stage(hooked: Hooked, files: dict[str, str]) -> None:
    for path, text in files.items():
        hooked.add(path, text.encode())


@pytest.mark.parametrize("hook", FAULTS)
class TestEachHook:
    def test_refuses_what_is_wrong_in_what_is_staged(self, hooked: Hooked, hook: str) -> None:
        hooked.use(hook)
        stage(hooked, FAULTS[hook]["refused"])
        done = hooked.hooks()
        assert done.returncode == 1
        assert FAULTS[hook]["code"] in done.stdout

    def test_refuses_it_in_all_files_and_in_a_range(self, hooked: Hooked, hook: str) -> None:
        hooked.use(hook)
        base = hooked.commit()
        stage(hooked, FAULTS[hook]["refused"])
        tip = hooked.commit()
        for arguments in (("--all-files",), ("--from-ref", base, "--to-ref", tip)):
            done = hooked.hooks(*arguments)
            assert done.returncode == 1, arguments
            assert FAULTS[hook]["code"] in done.stdout
        assert hooked.hooks().returncode == 0

    def test_passes_what_is_none_of_its_business(self, hooked: Hooked, hook: str) -> None:
        hooked.use(hook)
        stage(hooked, FAULTS[hook].get("passed", {FILE: CLEAN.decode()}))
        done = hooked.hooks()
        assert done.returncode == 0, done.stdout
        hooked.commit()
        assert hooked.hooks("--all-files").returncode == 0


class TestFixing:
    """Under a framework a fix goes to the working file and never to the index; the run fails."""

    def test_a_fix_is_left_to_be_staged(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.add(FILE, FIXABLE)
        done = hooked.hooks()
        assert done.returncode == 1
        assert hooked.read(FILE) == FIXED
        assert hooked.staged(FILE) == FIXABLE
        hooked.git("add", FILE)
        assert hooked.hooks().returncode == 0

    def test_in_a_commit(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.commit()
        hooked.install()
        hooked.add(FILE, FIXABLE)
        assert hooked.try_commit().returncode == 1
        assert (hooked.read(FILE), hooked.staged(FILE)) == (FIXED, FIXABLE)
        assert hooked.try_commit().returncode == 1
        hooked.git("add", FILE)
        assert hooked.try_commit().returncode == 0
        assert hooked.git("show", f"HEAD:{FILE}") == FIXED

    def test_an_unstaged_edit_elsewhere_survives_beside_the_fix(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.commit()
        hooked.add(FILE, FIXABLE)
        hooked.write(FILE, FIXABLE.replace(b"Eels", b"Eels, not staged"))
        assert hooked.hooks().returncode == 1
        assert hooked.read(FILE) == FIXED.replace(b"Eels", b"Eels, not staged")
        assert hooked.staged(FILE) == FIXABLE

    def test_an_unstaged_edit_on_the_line_of_the_fix_wins(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.commit()
        hooked.add(FILE, FIXABLE)
        edited = FIXABLE.replace(b"10.5555/AA", b"10.5555/AA-not-staged")
        hooked.write(FILE, edited)
        assert hooked.hooks().returncode == 1
        assert hooked.read(FILE) == edited
        assert hooked.staged(FILE) == FIXABLE

    def test_an_unstaged_edit_next_to_the_fix_survives(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.commit()
        hooked.add(FILE, FIXABLE)
        edited = FIXABLE.replace(b'"Weirs"', b'"Weirs, not staged"')
        hooked.write(FILE, edited)
        assert hooked.hooks().returncode == 1
        assert hooked.read(FILE) in (edited, FIXED.replace(b'"Weirs"', b'"Weirs, not staged"'))
        assert hooked.staged(FILE) == FIXABLE

    def test_an_edit_that_is_not_staged_at_all_is_not_looked_at(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint-fix")
        hooked.add(FILE, CLEAN)
        hooked.commit()
        hooked.write(FILE, BROKEN)
        hooked.add("notes.json", b"{}\n")
        assert hooked.hooks().returncode == 0
        assert hooked.read(FILE) == BROKEN


class TestDeletions:
    """A deletion names no file, and breaks its bundle all the same."""

    @pytest.fixture
    def reviewed(self, hooked: Hooked) -> Hooked:
        """A committed workspace with a reviewed reference."""
        hooked.use("sourceright-lint")
        hooked.add(f"paper/{FILE}", bibliography(EELS))
        hooked.add("paper/references.verification.json", REVIEWED)
        hooked.commit()
        return hooked

    def test_of_one_of_three(self, reviewed: Hooked) -> None:
        reviewed.git("rm", "-q", "paper/references.verification.json")
        done = reviewed.hooks()
        assert done.returncode == 1
        assert "history.record." in done.stdout

    def test_of_the_whole_bundle(self, reviewed: Hooked) -> None:
        reviewed.git("rm", "-qr", "paper")
        done = reviewed.hooks()
        assert done.returncode == 0, done.stdout

    def test_in_a_range(self, reviewed: Hooked) -> None:
        base = reviewed.text("rev-parse", "HEAD")
        reviewed.git("rm", "-q", "paper/references.verification.json")
        tip = reviewed.commit()
        done = reviewed.hooks("--from-ref", base, "--to-ref", tip)
        assert done.returncode == 1
        assert "history.record." in done.stdout

    def test_by_moving_it_away(self, reviewed: Hooked) -> None:
        reviewed.git("mv", "paper/references.verification.json", "paper/old.json")
        done = reviewed.hooks()
        assert done.returncode == 1
        assert "history.record." in done.stdout

    def test_of_nothing_of_ours(self, hooked: Hooked) -> None:
        hooked.use("sourceright-lint")
        hooked.add("notes.txt", b"x")
        hooked.add(f"paper/{FILE}", BROKEN)
        hooked.commit()
        hooked.git("rm", "-q", "notes.txt")
        assert hooked.hooks().returncode == 0


def test_one_of_three_is_staged_and_all_are_judged(hooked: Hooked) -> None:
    hooked.use("sourceright-lint")
    hooked.add(FILE, bibliography(EELS, ("a", "Weirs", "10.5555/a")))
    hooked.add("references.verification.json", REVIEWED.replace(b'"b"', b'"a"'))
    hooked.commit()
    hooked.add(FILE, bibliography(EELS))
    done = hooked.hooks()
    assert done.returncode == 1
    assert "references.verification.json" in done.stdout
    assert '"a"' in done.stdout


def test_a_range_is_judged_by_its_history_too(hooked: Hooked) -> None:
    def sidecar(status: str) -> bytes:
        return REVIEWED.replace(b"resolved", status.encode())

    hooked.use("sourceright-lint")
    hooked.add(FILE, bibliography(EELS))
    hooked.add("references.verification.json", sidecar("resolved"))
    base = hooked.commit()
    hooked.add("references.verification.json", sidecar("in_progress"))
    tip = hooked.commit()
    done = hooked.hooks("--from-ref", base, "--to-ref", tip)
    assert done.returncode == 1
    assert "history.status.illegal" in done.stdout


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_odd_names(hooked: Hooked, name: bytes) -> None:
    if name == b"lat\xe9in" and Path(hooked.framework).name == "pre-commit":
        pytest.skip("pre-commit itself reads names as UTF-8 only")
    hooked.use("sourceright-lint-fix")
    hooked.commit()
    path = os.fsdecode(name + b"/" + FILE.encode())
    hooked.add(path, FIXABLE)
    done = hooked.hooks()
    assert done.returncode == 1
    assert "Fixed 1 finding" in done.stdout, done.stdout
    assert hooked.read(path) == FIXED


def test_a_name_that_looks_like_an_option(hooked: Hooked) -> None:
    hooked.use("sourceright-lint")
    hooked.add("--output-file=notes.md", b"mine\n")
    hooked.add(FILE, CLEAN)
    assert hooked.hooks().returncode == 0
    assert hooked.read("--output-file=notes.md") == b"mine\n"
    assert not (hooked.root / "notes.md").exists()


def test_arguments_of_the_user_come_before_the_names(hooked: Hooked) -> None:
    hooked.use("sourceright-lint", args=["--ignore", "csl.doi"])
    hooked.add(FILE, FIXABLE)
    assert hooked.hooks().returncode == 0
    hooked.use("sourceright-lint", args=["--fail-on", "info"])
    hooked.add(FILE, CLEAN)
    assert hooked.hooks().returncode == 1


def test_files_and_exclude_of_the_user(hooked: Hooked) -> None:
    hooked.use("sourceright-lint", exclude="^drafts/")
    hooked.add(f"drafts/{FILE}", BROKEN)
    hooked.add(f"paper/{FILE}", CLEAN)
    done = hooked.hooks()
    assert done.returncode == 0, done.stdout


def test_nothing_is_staged(hooked: Hooked) -> None:
    hooked.use("sourceright-lint")
    hooked.add(FILE, BROKEN)
    hooked.commit()
    assert hooked.hooks().returncode == 0


class TestManyFiles:
    """So many names that the framework needs several processes: never two at once, and nothing is missed."""

    COUNT = 120

    @pytest.fixture
    def many(self, hooked: Hooked, tmp_path: Path) -> Hooked:
        """Three files in each of many folders with long names, each bibliography with something to fix."""
        log = tmp_path / "log"
        wrapper = tmp_path / "wrapper.py"
        wrapper.write_text(
            "import json, subprocess, sys, time\n"
            "start = time.monotonic()\n"
            "status = subprocess.run([sys.executable, '-m', 'sourceright_lint', *sys.argv[1:]]).returncode\n"
            f"with open({str(log)!r}, 'a') as file:\n"
            "    print(json.dumps([start, time.monotonic(), len(sys.argv)]), file=file)\n"
            "sys.exit(status)\n"
        )
        hooked.use("sourceright-lint-fix")
        configuration = yaml.safe_load(hooked.read(CONFIGURATION))
        hook = configuration["repos"][0]["hooks"][0]
        hook["entry"] = f"{sys.executable} {wrapper} check --hook --fix --exit-non-zero-on-fix"
        hooked.configure(configuration)
        for number in range(self.COUNT):
            folder = f"{'deep-' * 45}{number:04}/{'deep-' * 45}"
            hooked.write(f"{folder}/{FILE}", FIXABLE)
            hooked.write(f"{folder}/references.verification.json", SIDECAR)
            hooked.write(f"{folder}/review-queue.jsonl", b"")
        hooked.git("add", ".")
        return hooked

    def test_never_two_processes_at_once(self, many: Hooked, tmp_path: Path) -> None:
        done = many.hooks()
        assert done.returncode == 1
        runs = sorted(json.loads(line) for line in (tmp_path / "log").read_text().splitlines())
        if Path(many.framework).name == "pre-commit":
            assert len(runs) > 1, "not enough files to need several processes"
        assert all(before[1] <= after[0] for before, after in pairwise(runs))
        fixed = [int(count) for count in re.findall(r"Fixed (\d+) finding", done.stdout)]
        assert sum(fixed) == self.COUNT
        assert {path.read_bytes() for path in many.root.glob(f"deep-*/*/{FILE}")} == {FIXED}
        many.git("add", ".")
        assert many.hooks().returncode == 0
