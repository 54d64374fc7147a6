"""What is to be changed in a repository, said before it is done, and done all together or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from sourceright_lint.fixing.journal import Transaction, shared_folder, state_folder
from sourceright_lint.git.plumbing import Repository


class FileChange(NamedTuple):
    """A file from ``old`` to ``new`` (None: no file). ``in_git``: the path is relative to the Git directory."""

    path: str
    old: bytes | None
    new: bytes | None
    mode: int | None = None
    in_git: bool = False


class Left(NamedTuple):
    """What is left for a person: what is wrong, and the command or line that mends it."""

    message: str
    help: str = ""


class Step(NamedTuple):
    """A change in words: of what, and what was done, or would be (where that is not "would be" and what was done)."""

    what: str
    done: str
    planned: str = ""

    def told(self, is_done: bool) -> str:
        """A sentence for after the change or before it."""
        return f"{self.what}: {self.done if is_done else self.planned or f'would be {self.done}'}"


class Plan:
    """Changes with a sentence for each, remarks, and what has to be left to a person."""

    def __init__(
        self,
        changes: Iterable[FileChange] = (),
        steps: Iterable[Step] = (),
        notes: Iterable[str] = (),
        left: Iterable[Left] = (),
    ) -> None:
        self.changes = list(changes)
        self.steps = list(steps)
        self.notes = list(notes)
        self.left = list(left)

    def take(self, other: Plan) -> None:
        """Add what another plan holds."""
        self.changes += other.changes
        self.steps += other.steps
        self.notes += other.notes
        self.left += other.left


def carry_out(
    repository: Repository, plan: Plan, checkpoint: Callable[[str], None] = lambda step: None
) -> None:
    """Make the changes. Raises WriteRefused or SourceError with everything as it was."""
    state = state_folder(repository.root, repository.git_dir)
    transaction = Transaction(repository.root, state, checkpoint=checkpoint)
    bases = {True: shared_folder(state), False: repository.root}
    folders = {os.path.dirname(os.path.join(bases[change.in_git], change.path)) for change in plan.changes}
    for folder in sorted(folders):
        os.makedirs(folder, exist_ok=True)
    for change in plan.changes:
        transaction.add(*change)
    transaction.commit()
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):
            os.rmdir(folder)
