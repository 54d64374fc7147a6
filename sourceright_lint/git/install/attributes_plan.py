"""Our lines in ``.gitattributes``, put there and taken out again."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.install import block
from sourceright_lint.git.install.attributes import FILE
from sourceright_lint.git.install.plan import FileChange, Plan, Step
from sourceright_lint.git.plumbing import Repository


def plan_lines(repository: Repository, lines: Sequence[bytes], path: str = FILE) -> Plan:
    """Put a block with these lines into a file of the work tree."""
    data = _read(repository, path)
    new = block.with_block(path, data, lines)
    if new == data:
        return Plan()
    if data is None:
        subject, verb = "", "made"
    else:
        subject, verb = ("lines of ours ", "changed") if block.find(path, data) else ("lines ", "added")
    step = Step(
        path,
        f"{subject}{verb} (commit it, so that every clone has them)",
        f"{subject}would be {verb} (to be committed, so that every clone has them)",
    )
    return Plan([FileChange(path, data, new)], [step])


def plan_removal(repository: Repository, path: str = FILE) -> Plan:
    """Take our block out of a file of the work tree."""
    data = _read(repository, path)
    new = None if data is None else block.without_block(path, data)
    if new == data:
        return Plan()
    subject = "" if new is None else "our lines "
    step = Step(
        path, f"{subject}removed (commit that too)", f"{subject}would be removed (to be committed too)"
    )
    return Plan([FileChange(path, data, new)], [step])


def _read(repository: Repository, path: str) -> bytes | None:
    place = os.path.join(repository.root, path)
    if os.path.islink(place):
        raise WriteRefused(f"{path}: is a link, and Git follows none here", "make it a file of its own")
    return read_regular(place)
