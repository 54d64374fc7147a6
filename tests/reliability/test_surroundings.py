"""Disks that are full or read-only, and machines without the usual things, in real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tool import FIXABLE, FIXED, SIDECAR, environment

CSL = "references.csl.json"
FIX = ("check", "--fix", "--no-cache")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / CSL).write_bytes(FIXABLE)
    (folder / "references.verification.json").write_bytes(SIDECAR)
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


FILES = {CSL, "references.verification.json"}


def lint(
    folder: Path,
    *arguments: str,
    before: Callable[[], object] | None = None,
    env: dict[str, str] | None = None,
    shell: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run the tool; ``before`` is called in its process, ``shell`` are redirections."""
    command = [sys.executable, "-m", "sourceright_lint", *arguments]
    if shell:
        command = ["/bin/sh", "-c", f'"$@" {shell}', "sh", *command]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment() if env is None else env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=before,
    )


class TestFullDisk:
    def test_a_file_that_cannot_grow(self, work: Path) -> None:
        """The system itself writes a part of the copy and refuses the rest."""
        import resource

        done = lint(work, *FIX, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
        assert done.returncode == 2
        assert "cannot be written: File too large" in done.stderr
        assert (work / CSL).read_bytes() == FIXABLE
        assert names(work) == FILES

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
    @pytest.mark.parametrize(
        "command",
        [
            ("check", "--no-cache"),
            ("check", "--diff"),
            ("format", "--stdin-filename", CSL, "-"),
            ("rule", "csl.doi.not_canonical"),
            ("report",),
            ("textconv", CSL),
            ("--version",),
            ("help",),
            ("check", "--help"),
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("redirection", [">/dev/full", ">/dev/full 2>&1"], ids=["output", "both"])
    def test_what_is_printed_is_lost(self, work: Path, command: tuple[str, ...], redirection: str) -> None:
        done = lint(work, *command, shell=redirection)
        assert done.returncode == 2
        assert done.stderr == (
            ""
            if "2>" in redirection
            else "sourceright-lint: error: standard output: No space left on device\n"
        )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_files(work: Path, closed: str) -> None:
    """A file that is opened next gets the number of one that is closed, and must not get what is printed."""
    done = lint(work, *FIX, shell=closed)
    assert (done.returncode, done.stderr) == (0, "")
    assert (work / CSL).read_bytes() == FIXED
    assert (work / "references.verification.json").read_bytes() == SIDECAR
    assert names(work) == FILES


WANTED = [
    ("check", "--fix", "--stdin-filename", CSL, "-"),
    ("check", "--diff"),
    ("format", "--stdin-filename", CSL, "-"),
    ("rule", "--list"),
    ("schema", "csl"),
    ("completion", "bash"),
    ("report",),
    ("textconv", CSL),
    ("review", "list"),
    ("review", "show", "a"),
    ("--version",),
    ("help",),
    ("check", "--help"),
]


@pytest.mark.parametrize("command", WANTED, ids=" ".join)
def test_what_is_asked_for_has_nowhere_to_go(work: Path, command: tuple[str, ...]) -> None:
    queued = b'{"a": {"review_status": "queued"}}'
    (work / "references.verification.json").write_bytes(SIDECAR.replace(b"{}", queued))
    done = lint(work, *command, shell=f"<{CSL} >&-")
    assert done.returncode == 2
    assert done.stderr == (
        "sourceright-lint: error: standard output is closed: what was asked for cannot be written\n"
    )
    assert lint(work, *command, shell=f"<{CSL} >/dev/null 2>&1").returncode < 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_what_is_left_in_a_buffer_is_not_lost_in_silence(work: Path) -> None:
    done = lint(work, "--version", shell=">/dev/full", env={**environment(), "PYTHONUNBUFFERED": ""})
    assert done.returncode == 2
    assert "standard output: No space left on device" in done.stderr


def without_privileges() -> None:
    """From here on permissions hold for root as well (CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH are gone)."""
    import ctypes

    if os.geteuid() == 0:
        drop_from_bounding_set = 24
        for capability in (1, 2):
            if ctypes.CDLL(None).prctl(drop_from_bounding_set, capability) != 0:
                os._exit(NO_WAY)


NO_WAY = 77


@pytest.fixture(scope="module")
def permissions() -> None:
    """Skip where permissions cannot be made to hold."""
    if not sys.platform.startswith("linux") and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    if subprocess.run(["true"], preexec_fn=without_privileges, check=False).returncode == NO_WAY:
        pytest.skip("root cannot give up its privileges here")


@pytest.mark.usefixtures("permissions")
class TestReadOnly:
    @pytest.fixture
    def shared(self, work: Path) -> Iterator[Path]:
        yield work
        for folder, _, files in os.walk(work):
            os.chmod(folder, 0o755)
            for name in files:
                os.chmod(os.path.join(folder, name), 0o644)

    def lint(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return lint(folder, *arguments, before=without_privileges)

    def test_nothing_is(self, shared: Path) -> None:
        assert self.lint(shared, *FIX).returncode == 0
        assert (shared / CSL).read_bytes() == FIXED

    def test_a_file(self, shared: Path) -> None:
        (shared / CSL).chmod(0o444)
        done = self.lint(shared, *FIX)
        assert done.returncode == 2
        assert f"{CSL}: is read-only" in done.stderr
        assert (shared / CSL).read_bytes() == FIXABLE
        assert names(shared) == FILES

    def test_a_folder(self, shared: Path) -> None:
        shared.chmod(0o555)
        done = self.lint(shared, *FIX)
        assert done.returncode == 2
        assert "Permission denied" in done.stderr
        assert (shared / CSL).read_bytes() == FIXABLE
        assert names(shared) == FILES

    def test_a_folder_that_is_only_checked(self, shared: Path) -> None:
        shared.chmod(0o555)
        assert self.lint(shared, "check").returncode == 1

    def test_a_file_that_cannot_be_read(self, shared: Path) -> None:
        (shared / CSL).chmod(0o000)
        done = self.lint(shared, *FIX)
        assert done.returncode == 2
        assert CSL in done.stderr + done.stdout
        assert "Permission denied" in done.stderr + done.stdout

    def test_a_git_directory(self, shared: Path) -> None:
        subprocess.run(["git", "init", "-q", "--template=", str(shared)], check=True)
        subprocess.run(["chmod", "-R", "a-w", str(shared / ".git")], check=True)
        done = self.lint(shared, *FIX)
        assert done.returncode == 2
        assert "Permission denied" in done.stderr
        assert (shared / CSL).read_bytes() == FIXABLE
        assert self.lint(shared, "check").returncode == 1


class TestWithoutHome:
    """A container's user has no home, and often no name."""

    @pytest.fixture
    def env(self) -> dict[str, str]:
        kept = ("PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "LANG")
        return {name: value for name, value in environment().items() if name in kept}

    @pytest.mark.parametrize(
        ("command", "status"),
        [
            (("check",), 1),
            (FIX, 0),
            (("check", "--staged"), 1),
            (("install",), 0),
            (("doctor",), 1),
            (("diff",), 0),
            (("baseline", "write"), 0),
            (("review", "list"), 0),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_all_works(self, work: Path, env: dict[str, str], command: tuple[str, ...], status: int) -> None:
        subprocess.run(["git", "init", "-q"], cwd=work, check=True)
        subprocess.run(["git", "add", "."], cwd=work, check=True)
        done = lint(work, *command, env=env)
        assert done.returncode == status, done.stderr
        assert done.stderr == ""

    def test_outside_of_a_repository(self, work: Path, env: dict[str, str]) -> None:
        assert lint(work, *FIX, env=env).returncode == 0
        assert names(work) == FILES


class TestWithoutGit:
    def env(self) -> dict[str, str]:
        return environment(PATH="/nowhere")

    def test_outside_of_a_repository_it_is_not_needed(self, work: Path) -> None:
        assert lint(work, "check", env=self.env()).returncode == 1
        assert lint(work, *FIX, env=self.env()).returncode == 0
        assert (work / CSL).read_bytes() == FIXED

    @pytest.mark.parametrize(
        "command",
        [("check",), FIX, ("check", "--staged"), ("format",), ("install",), ("uninstall",), ("doctor",), ("diff",),
         ("baseline", "write"), ("review", "list"), ("migrate",), ("report",)],
        ids=lambda command: " ".join(command),
    )  # fmt: skip
    def test_in_one_it_is_missed(self, work: Path, command: tuple[str, ...]) -> None:
        subprocess.run(["git", "init", "-q"], cwd=work, check=True)
        done = lint(work, *command, env=self.env())
        assert done.returncode == 2
        assert "Git is not installed, or not on PATH" in done.stderr
        assert (work / CSL).read_bytes() == FIXABLE
        assert names(work) == {*FILES, ".git"}
