"""What ``install``, ``uninstall`` and ``doctor`` work on, and how they tell what they did."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import write_text
from sourceright_lint.commands.session import Session
from sourceright_lint.config.glob import Glob
from sourceright_lint.contract import AttributePattern
from sourceright_lint.errors import UsageError
from sourceright_lint.git.discover import discover
from sourceright_lint.git.doctor.facts import OurFile
from sourceright_lint.git.entries import of_index
from sourceright_lint.git.install.plan import Plan
from sourceright_lint.git.plumbing import Repository

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.formatters.find import Formatter


class Setup(NamedTuple):
    """A repository, the patterns of the files that are ours, and those that are tracked."""

    repository: Repository
    patterns: tuple[AttributePattern, ...]
    files: tuple[OurFile, ...]

    def formatters(self) -> Sequence[Formatter]:
        """Other formatters that would rewrite our files."""
        from sourceright_lint.formatters.find import find_formatters

        source = Session(self.repository.root, self.repository, Args({})).worktree
        paths = [file.path for file in self.files]
        return find_formatters(sorted(source.names("")), source.read, paths, ignore_lines(self.patterns))


def here() -> Repository:
    """The repository of the current folder. Raises UsageError outside of one."""
    repository = discover(os.getcwd())
    if repository is None:
        raise UsageError(
            "this folder is in no Git repository", "run it inside the repository (git init makes one)"
        )
    return repository


def open_setup() -> Setup:
    """The repository of the current folder, as its configuration and the contracts see it."""
    repository = here()
    session = Session(repository.root, repository, Args({}))
    settings = session.settings_for("_")
    patterns = tuple(p for contract in session.contracts for p in contract.attribute_patterns(settings))
    if session.worktree.read(settings.baseline) is not None:
        patterns += (AttributePattern(settings.baseline, merges=True, exact=True),)
    return Setup(repository, patterns, _files(session, repository, patterns))


def ignore_lines(patterns: Sequence[AttributePattern]) -> list[str]:
    """The patterns as lines of an ignore file."""
    return [re.sub(r"^([#!])", r"\\\1", _glob(pattern)) for pattern in patterns]


def tell(plan: Plan, nothing: str, is_done: bool) -> int:
    """Print what a plan did, or would do, and what is left; status 1 where something is."""
    lines = [step.told(is_done) for step in plan.steps] or [nothing]
    lines += [f"note: {note}" for note in plan.notes]
    for left in plan.left:
        lines.append(f"left to do: {left.message}")
        lines += [f"  {line}" for line in left.help.splitlines()]
    write_text("".join(f"{line}\n" for line in lines))
    return 1 if plan.left else 0


def _files(
    session: Session, repository: Repository, patterns: Sequence[AttributePattern]
) -> tuple[OurFile, ...]:
    globs = [(Glob("", _glob(pattern)), pattern) for pattern in patterns]
    found = []
    for path in of_index(repository).paths:
        pattern = next((pattern for glob, pattern in reversed(globs) if glob.matches(path)), None)
        if pattern is not None:
            found.append(OurFile(path, pattern.merges, pattern.summarised))
        elif _merges(session, path):
            found.append(OurFile(path, True, True))
    usual = [p for p in patterns if not re.search(r"[*?\[]", p.pattern)]
    return tuple(found or (OurFile(p.pattern, p.merges, p.summarised) for p in usual))


def _merges(session: Session, path: str) -> bool:
    """Whether a configuration further down gives the path a role whose files merge by record."""
    settings = session.settings_for(path)
    files = ((contract, contract.file_of(path, settings)) for contract in session.contracts)
    return any(file is not None and contract.merge_plan(file.role) is not None for contract, file in files)


def _glob(pattern: AttributePattern) -> str:
    from sourceright_lint.git.install.attributes import escaped

    return "/" + escaped(pattern.pattern) if pattern.exact else pattern.pattern
