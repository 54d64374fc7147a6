"""The merge driver and the diff driver in the repository's own configuration."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sourceright_lint.errors import SourceError
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.install.attributes import DRIVER
from sourceright_lint.git.install.hooks_folder import shared_git_dir
from sourceright_lint.git.install.launcher import merge_command, textconv_command
from sourceright_lint.git.install.plan import FileChange, Plan
from sourceright_lint.git.plumbing import Repository, path_text

MERGE, DIFF = f"merge.{DRIVER}", f"diff.{DRIVER}"

_CONFIG = "config"


def settings(python: str) -> dict[str, str]:
    """The settings by key. ``python`` is the interpreter that the commands try first."""
    return {
        f"{MERGE}.name": "sourceright-lint: by record",
        f"{MERGE}.driver": merge_command(python),
        f"{DIFF}.textconv": textconv_command(python),
    }


def plan_drivers(repository: Repository, python: str) -> Plan:
    """Configure both drivers."""
    data = _read(repository)
    wanted = settings(python)
    file = _File(repository, data)
    if file.ours() == wanted:
        return Plan()
    for section in file.sections():
        file.call("--remove-section", section)
    for key, value in wanted.items():
        file.call(key, value)
    return Plan([_change(data, file.data)], [f"{_named(wanted)}: configured in .git/config"])


def plan_removal(repository: Repository) -> Plan:
    """Take both drivers out of the configuration."""
    data = _read(repository)
    file = _File(repository, data)
    sections = file.sections()
    if not sections:
        return Plan()
    for section in sections:
        file.call("--remove-section", section)
    return Plan([_change(data, file.data)], [f"{_named(sections)}: removed from .git/config"])


def _named(keys: Iterable[str]) -> str:
    """The drivers that sections or keys are about, in words."""
    kinds = [kind for kind in ("merge", "diff") if any(key.startswith(kind) for key in keys)]
    return " and ".join(f"{kind} driver" for kind in kinds)


def _read(repository: Repository) -> bytes:
    return read_regular(os.path.realpath(os.path.join(shared_git_dir(repository), _CONFIG))) or b""


def _change(old: bytes, new: bytes) -> FileChange:
    return FileChange(_CONFIG, old or None, new, in_git=True)


class _File:
    """A copy of a configuration file that Git itself edits in memory's place: its spelling is Git's business."""

    def __init__(self, repository: Repository, data: bytes) -> None:
        self._repository = repository
        self.data = data

    def ours(self) -> dict[str, str]:
        """Our settings in the file, by key."""
        output = self.call("-z", "--get-regexp", rf"^(merge|diff)\.{DRIVER}\.", may_fail=True)
        pairs = (entry.partition("\n") for entry in path_text(output).split("\0")[:-1])
        return {key: value for key, _, value in pairs}

    def sections(self) -> list[str]:
        """Our sections in the file."""
        return sorted({key.rpartition(".")[0] for key in self.ours()})

    def call(self, *arguments: str, may_fail: bool = False) -> bytes:
        """Let Git read or edit the copy."""
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="sourceright-lint-") as folder:
            name = os.path.join(folder, _CONFIG)
            with open(name, "wb") as file:
                file.write(self.data)
            output = self._repository.call("config", "--file", name, *arguments)
            if output.status and not may_fail:
                raise SourceError(f"git config: {output.errors or 'the configuration cannot be edited'}")
            self.data = read_regular(name) or b""
        return output.data
