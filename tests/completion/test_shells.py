"""The completion scripts, sourced by the shells that they are for."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sourceright_lint.cli import COMMANDS, main
from tests.gitrepo import GitRepo, git_environment, repo
from tests.tool import environment

__all__ = ["git_environment", "repo"]

EXPECTED = {
    "sourceright-lint ": set(COMMANDS),
    "sourceright-lint che": {"check"},
    "sourceright-lint check --out": {"--output-format", "--output-file"},
    "sourceright-lint check --output-format git": {"github", "gitlab"},
    "sourceright-lint check refs/x --fi": {"--fix"},
    "sourceright-lint baseline ": {"write", "update", "prune"},
    "sourceright-lint baseline write --rea": {"--reason"},
    "sourceright-lint rule csl.doi.not": {"csl.doi.not_canonical"},
    "sourceright-lint schema verif": {"verification"},
    "sourceright-lint check --select csl.doi.not": {"csl.doi.not_canonical"},
    "sourceright-lint check --rev ma": {"main"},
    "sourceright-lint check --config sett": {"settings.toml"},
}


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The script of the shell that the parameter names."""
    shell: str = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    assert main(["completion", shell]) == 0
    path = tmp_path / f"completion.{shell}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


@pytest.fixture
def shell_environment(tmp_path: Path, repo: GitRepo) -> dict[str, str]:
    """An environment in which ``sourceright-lint`` is the code under test."""
    repo.add("settings.toml", b"")
    repo.commit()
    folder = tmp_path / "bin"
    folder.mkdir()
    shim = folder / "sourceright-lint"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sourceright_lint "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    return environment(PATH=f"{folder}{os.pathsep}{os.environ['PATH']}", TERM="dumb")


def _lines(command: list[str], folder: Path, env: dict[str, str]) -> set[str]:
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return set(done.stdout.splitlines())


def _bash(script: Path, line: str, folder: Path, env: dict[str, str]) -> set[str]:
    """What bash would offer: its variables are set and its function called, as Readline does it."""
    words = " ".join(f"'{word}'" for word in line.split(" "))
    code = (
        f'source "{script}"; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); '
        '_sourceright_lint; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return _lines(["bash", "--norc", "-c", code], folder, env)


@pytest.mark.parametrize("script", ["bash"], indirect=True)
@pytest.mark.parametrize(("line", "expected"), EXPECTED.items())
def test_bash(
    script: Path, line: str, expected: set[str], repo: GitRepo, shell_environment: dict[str, str]
) -> None:
    assert _bash(script, line, repo.root, shell_environment) == expected


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_takes_a_value_behind_an_equals_sign(
    script: Path, repo: GitRepo, shell_environment: dict[str, str]
) -> None:
    line = "sourceright-lint check --output-format = gith"
    assert _bash(script, line, repo.root, shell_environment) == {"github"}


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_runs_nothing_that_a_branch_is_called(
    script: Path, repo: GitRepo, shell_environment: dict[str, str]
) -> None:
    repo.git("branch", "x$(touch${IFS}pwned)")
    offered = _bash(script, "sourceright-lint check --rev x", repo.root, shell_environment)
    assert offered == {"x\\$\\(touch\\$\\{IFS\\}pwned\\)"}
    assert not (repo.root / "pwned").exists()


@pytest.mark.parametrize("script", ["fish"], indirect=True)
@pytest.mark.parametrize(("line", "expected"), EXPECTED.items())
def test_fish(
    script: Path, line: str, expected: set[str], repo: GitRepo, shell_environment: dict[str, str]
) -> None:
    code = f"source {script}; complete -C '{line}'"
    lines = _lines(["fish", "--no-config", "-c", code], repo.root, shell_environment)
    assert {text.partition("\t")[0] for text in lines} == expected


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh(script: Path, repo: GitRepo, shell_environment: dict[str, str]) -> None:
    """Keys typed at a prompt: what is completed stands on the line that is then printed."""
    typed = {
        "sourceright-lint che\t": "sourceright-lint check ",
        "sourceright-lint check --output-fo\tgith\t": "sourceright-lint check --output-format=github ",
        "sourceright-lint baseline pru\t--isol\t": "sourceright-lint baseline prune --isolated ",
        "sourceright-lint rule csl.doi.not\t": "sourceright-lint rule csl.doi.not_canonical ",
        "sourceright-lint schema verif\t": "sourceright-lint schema verification ",
        "sourceright-lint check --rev ma\t": "sourceright-lint check --rev main ",
    }
    with _Zsh(repo.root, shell_environment) as shell:
        shell.send("autoload -Uz compinit; compinit -u -D; PS1='READY '; PS2=''\n")
        shell.send("_print() { print -r -- \"<<$BUFFER>>\"; BUFFER=''; zle accept-line }\n")
        shell.send("zle -N _print; bindkey '^G' _print\n")
        shell.send(f"source {script}\n")
        for keys, expected in typed.items():
            shell.send(keys + "\x07")
            assert shell.wait_for(f"<<{expected}", ">>"), shell.seen[-2000:]


class _Zsh:
    """A zsh at a terminal of its own."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.seen = ""
        self.process_id, self.terminal = pty.fork()
        if self.process_id == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], {**env, "COLUMNS": "200"})

    def __enter__(self) -> _Zsh:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.terminal)
        os.waitpid(self.process_id, 0)

    def send(self, text: str) -> None:
        os.write(self.terminal, text.encode())
        self._read(0.3)

    def wait_for(self, *texts: str) -> bool:
        """Whether the last of what is printed has all of these, within some seconds."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if all(text in self.seen for text in texts):
                return True
            self._read(0.2)
        return False

    def _read(self, seconds: float) -> None:
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            self.seen += data.decode(errors="replace")
