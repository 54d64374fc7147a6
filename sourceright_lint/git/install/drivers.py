"""The merge driver and the diff driver in the repository's own configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from sourceright_lint.errors import SourceError
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.install.attributes import DRIVER
from sourceright_lint.git.install.hooks_folder import shared_git_dir
from sourceright_lint.git.install.launcher import merge_command, textconv_command
from sourceright_lint.git.install.plan import FileChange, Plan, Step
from sourceright_lint.git.plumbing import Repository, path_text

MERGE, DIFF = f"merge.{DRIVER}", f"diff.{DRIVER}"

_CONFIG = "config"
_KEYS = (f"{MERGE}.name", f"{MERGE}.driver", f"{DIFF}.textconv")
_NOTHING_ADDED = re.compile(rb"(?:[ \t]*(?:[#;][^\n]*|\r)?\n)*(?:[ \t]*\[|\Z)")
"""What may follow a section that is taken out: blank lines, comments, another section, the end."""


def settings(python: str) -> dict[str, str]:
    """The settings by key. ``python`` is the interpreter that the commands try first."""
    values = ("sourceright-lint: by record", merge_command(python), textconv_command(python))
    return dict(zip(_KEYS, values, strict=True))


def plan_drivers(repository: Repository, python: str) -> Plan:
    """Configure both drivers."""
    data = _read(repository)
    wanted = settings(python)
    file = _File(repository, data or b"")
    if sorted(file.ours()) == sorted(wanted.items()):
        return Plan()
    file.take_out()
    for key, value in wanted.items():
        file.call(key, value)
    return Plan(
        [FileChange(_CONFIG, data, file.result(), in_git=True)],
        [Step(_named(wanted), "configured in .git/config")],
    )


def plan_removal(repository: Repository) -> Plan:
    """Take both drivers out of the configuration, and leave what someone else set in their sections."""
    data = _read(repository)
    file = _File(repository, data or b"")
    keys = [key for key, _ in file.ours()]
    if not keys:
        return Plan()
    file.take_out()
    return Plan(
        [FileChange(_CONFIG, data, file.result(), in_git=True)],
        [Step(_named(keys), "removed from .git/config")],
    )


def _named(keys: Iterable[str]) -> str:
    """The drivers that sections or keys are about, in words."""
    kinds = [kind for kind in ("merge", "diff") if any(key.startswith(kind) for key in keys)]
    return " and ".join(f"{kind} driver" for kind in kinds)


def _read(repository: Repository) -> bytes | None:
    return read_regular(os.path.realpath(os.path.join(shared_git_dir(repository), _CONFIG)))


class _File:
    """A copy of a configuration file that Git itself edits in memory's place: its spelling is Git's business."""

    def __init__(self, repository: Repository, data: bytes) -> None:
        self._repository = repository
        self._is_cut = bool(data) and not data.endswith(b"\n")
        self.data = data + b"\n" if self._is_cut else data

    def result(self) -> bytes:
        """The file as edited. Where its last line had no end it has none again, so that nothing of ours stays."""
        return self.data.removesuffix(b"\n") if self._is_cut else self.data

    def ours(self) -> list[tuple[str, str]]:
        """Our settings in the file, in their order."""
        output = self.call("-z", "--get-regexp", rf"^(merge|diff)\.{DRIVER}\.", may_fail=True)
        pairs = (entry.partition("\n") for entry in path_text(output).split("\0")[:-1])
        return [(key, value) for key, _, value in pairs if key in _KEYS]

    def take_out(self) -> None:
        """Remove our settings: sections of ours whole, just as they were written, and single keys from others."""
        found = self.ours()
        for section in (MERGE, DIFF):
            written = _File(self._repository, b"")
            for key, value in found:
                if key.rpartition(".")[0] == section:
                    written.call("--add", key, value)
            if written.data:
                self.data = _without(self.data, written.data)
        for key in {key: None for key, _ in self.ours()}:
            self.call("--unset-all", key)

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


def _without(data: bytes, section: bytes) -> bytes:
    """The file without a section, if it is there as it stands and nothing was added to it."""
    start = (b"\n" + data).find(b"\n" + section)
    if start < 0 or not _NOTHING_ADDED.match(data, start + len(section)):
        return data
    return data[:start] + data[start + len(section) :]
