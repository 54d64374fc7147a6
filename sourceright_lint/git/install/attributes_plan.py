"""Our lines in ``.gitattributes``, put there and taken out again."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.install import block
from sourceright_lint.git.install.attributes import FILE
from sourceright_lint.git.install.plan import FileChange, Plan
from sourceright_lint.git.plumbing import Repository


def plan_lines(repository: Repository, lines: Sequence[bytes], path: str = FILE) -> Plan:
    """Put a block with these lines into a file of the work tree."""
    data = _read(repository, path)
    new = block.with_block(path, data, lines)
    if new == data:
        return Plan()
    verb = "made" if data is None else "lines of ours changed" if block.find(path, data) else "lines added"
    return Plan([FileChange(path, data, new)], [f"{path}: {verb} (commit it, so that every clone has them)"])


def plan_removal(repository: Repository, path: str = FILE) -> Plan:
    """Take our block out of a file of the work tree."""
    data = _read(repository, path)
    new = None if data is None else block.without_block(path, data)
    if new == data:
        return Plan()
    what = "removed" if new is None else "our lines removed"
    return Plan([FileChange(path, data, new)], [f"{path}: {what} (commit that too)"])


def _read(repository: Repository, path: str) -> bytes | None:
    place = os.path.join(repository.root, path)
    if os.path.islink(place):
        raise WriteRefused(f"{path}: is a link, and Git follows none here", "make it a file of its own")
    return read_regular(place)
