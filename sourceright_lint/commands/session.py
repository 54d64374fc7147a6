"""What a command works on: the root, where content comes from, which settings govern it, which paths."""

from __future__ import annotations

import os
import sys

from sourceright_lint.catalogue import load_contracts, near_contracts
from sourceright_lint.config.tree import SettingsTree
from sourceright_lint.discovery import Found, find_bundles
from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.escape import show_path
from sourceright_lint.source import Source
from sourceright_lint.source.checkout import Checkout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from sourceright_lint.commands import Args
    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Contract
    from sourceright_lint.git.changes import Change
    from sourceright_lint.git.plumbing import Repository


class Session:
    """One root and all that is needed to check below it.

    ``root`` is an absolute folder: the top of the repository, or of what was named. ``here`` is the
    folder of the caller from there, ``""`` at the root and also where it lies elsewhere. ``asked``:
    whether something was asked for by name, so that finding nothing to check is an error. ``staged``: what
    is staged against the current commit, once it is known. ``input_path`` is the file that standard input
    stands for.
    """

    def __init__(self, root: str, repository: Repository | None, args: Args) -> None:
        self.root = root
        self.repository = repository
        self.args = args
        self.here = below(os.getcwd(), root) or ""
        self.worktree = Checkout(root, repository)
        self.source: Source = self.worktree
        self.contracts = _contracts(self.worktree)
        self.asked = False
        self.staged: Sequence[Change] | None = None
        self.input_path: str | None = None
        self._tree: SettingsTree | None = None

    def settings_for(self, path: str) -> Settings:
        """The settings that govern a path."""
        if self._tree is None:
            self._tree = self._settings_in(self.source)
        return self._tree.settings_for(path)

    def settings_at(self, source: Source) -> Callable[[str], Settings]:
        """The settings that govern a path where the configuration is what another source has."""
        return self._settings_in(source).settings_for

    def _settings_in(self, source: Source) -> SettingsTree:
        return SettingsTree(
            source.read,
            self.contracts,
            explicit=getattr(self.args, "config", None),
            isolated=getattr(self.args, "isolated", False),
            overrides=overrides_of(self.args),
            here=self.here,
            as_of=self._as_of(),
        )

    @property
    def settings(self) -> Settings:
        """The settings of the caller's folder."""
        return self.settings_for(self.here + "/_" if self.here else "_")

    def _as_of(self) -> datetime | None:
        """As asked for; else, where a commit is checked, the date of that commit."""
        given: str | None = getattr(self.args, "as_of", None)
        oid: str | None = getattr(self.source, "oid", None)
        if given is None and oid is None:
            return None
        from datetime import datetime

        if given is None:
            assert oid is not None
            from sourceright_lint.git.revisions import commit_date

            assert self.repository is not None
            return commit_date(self.repository, oid)
        try:
            return datetime.fromisoformat(given.replace("Z", "+00:00"))
        except ValueError as error:
            raise UsageError(f"--as-of {given!r}: expected a date such as 2026-05-09") from error

    def shown(self, path: str) -> str:
        """A path as the caller would name it, for messages."""
        if not path:
            return show_path(self.root)
        return show_path(os.path.relpath(path, self.here).replace(os.sep, "/") if self.here else path)

    def find(self, paths: Iterable[str]) -> Found:
        """The bundles that the paths belong to."""
        return find_bundles(paths, self.source, self.contracts_asked_for(), self.settings_for)

    def contracts_asked_for(self) -> Sequence[Contract]:
        """The contracts that ``--contract`` names, else all."""
        wanted = {name.partition(":")[0] for name in getattr(self.args, "contract", None) or ()}
        unknown = wanted - {contract.name for contract in self.contracts}
        if unknown:
            name = sorted(unknown)[0]
            near = " or ".join(near_contracts(name, self.contracts))
            known = ", ".join(contract.name for contract in self.contracts)
            raise UsageError(
                f"no contract {name!r}" + (f"; did you mean {near}?" if near else ""), f"known: {known}"
            )
        self._refuse_unknown_roles()
        return [c for c in self.contracts if not wanted or c.name in wanted]

    def _refuse_unknown_roles(self) -> None:
        """A misspelt role would have nothing reported at all."""
        roles = {contract.name: contract.roles for contract in self.contracts}
        for text in getattr(self.args, "contract", None) or ():
            name, colon, role = text.partition(":")
            if colon and role not in roles[name]:
                known = ", ".join(roles[name]) or "none"
                raise UsageError(f"contract {name} has no role {role!r}", f"known: {known}")


def open_sessions(args: Args) -> list[tuple[Session, list[str]]]:
    """For each root that the paths lie in, a session and those paths (relative to the root)."""
    named = _named(args)
    sessions: dict[str, tuple[Session, list[str]]] = {}
    for path in named or ["."]:
        absolute = os.path.normpath(os.path.join(os.getcwd(), path))
        root, repository = _root_of(absolute)
        if root not in sessions:
            sessions[root] = (Session(root, repository, args), [])
        relative = below(absolute, root)
        if named:
            sessions[root][1].append(relative or "")
    return list(sessions.values())


def _named(args: Args) -> list[str]:
    if getattr(args, "stdin_filename", None):
        return [args.stdin_filename]
    return list(args.paths) or ([] if args.hook else ["."])


def worktree_paths(session: Session, named: Sequence[str]) -> list[str]:
    """Files at or below the named paths. A name that is gone stays: its bundle is still there."""
    paths: list[str] = []
    for name in named:
        absolute = os.path.join(session.root, name)
        if os.path.isdir(absolute):
            paths.extend(session.source.walk(name))
        elif os.path.lexists(absolute) and not session.args.hook and session.worktree.locate(name) is None:
            raise no_regular_file(session, name)
        elif os.path.lexists(absolute) or session.args.hook or _claimed(session, name):
            paths.append(name)
        else:
            raise SourceError(f"{session.shown(name)}: no such file or folder")
    return paths


def label_in_words(label: str) -> str:
    """The name of a source in a sentence: revisions take no article."""
    return f"the {label}" if label in ("working tree", "index") else label


def no_regular_file(session: Session, path: str) -> SourceError:
    """The error for a link that is not followed, a pipe or a folder in the place of a file."""
    where = (
        "or a link that leads to none here"
        if session.source is session.worktree
        else f"and links are not followed in {label_in_words(session.source.label)}"
    )
    return SourceError(
        f"{session.shown(path)}: cannot be checked: it is no regular file, {where}",
        "put the file itself in its place",
    )


def within(paths: Iterable[str], named: Sequence[str]) -> list[str]:
    """Those paths that are one of the named ones or lie below one."""
    if not named or "" in named:
        return list(paths)
    return [path for path in paths if any(path == name or path.startswith(name + "/") for name in named)]


def overrides_of(args: Args) -> dict[str, Any]:
    """Values by configuration key that the command line gives."""
    overrides: dict[str, Any] = {}
    for key in ("select", "extend-select", "ignore"):
        codes = [code for text in getattr(args, _dest(key), None) or () for code in _split(text)]
        if codes:
            overrides[key] = codes
    for key in ("fail-on", "output-format", "baseline", "cache-dir"):
        value = getattr(args, _dest(key), None)
        if value is not None:
            overrides[key] = value
    if getattr(args, "exclude", None):
        overrides["exclude"] = list(args.exclude)
    per_file: dict[str, list[str]] = {}
    for text in getattr(args, "per_file_ignores", None) or ():
        glob, colon, codes_text = text.rpartition(":")
        if not colon:
            raise UsageError(f"--per-file-ignores {text!r}: expected GLOB:CODE")
        per_file.setdefault(glob, []).extend(_split(codes_text))
    if per_file:
        overrides["per-file-ignores"] = per_file
    severities = {}
    for text in getattr(args, "severity", None) or ():
        code, equals, level = text.partition("=")
        if not equals:
            raise UsageError(f"--severity {text!r}: expected CODE=LEVEL")
        severities[code] = level
    if severities:
        overrides["severity"] = severities
    return overrides


def standard_input() -> bytes:
    """All of standard input."""
    return sys.stdin.buffer.read()


def _split(text: str) -> list[str]:
    return [code.strip() for code in text.split(",") if code.strip()]


def _dest(key: str) -> str:
    return key.replace("-", "_")


def _claimed(session: Session, path: str) -> bool:
    settings = session.settings_for(path)
    return any(
        (root := contract.root_of(path, settings)) is not None
        and contract.bundle(root, session.source, settings) is not None
        for contract in session.contracts
    )


def _root_of(absolute: str) -> tuple[str, Repository | None]:
    from sourceright_lint.git.discover import discover

    folder = absolute if os.path.isdir(absolute) else os.path.dirname(absolute)
    repository = discover(folder)
    if repository is not None:
        return repository.root, repository
    here = os.getcwd()
    if below(absolute, here) is not None:
        return here, None
    return folder, None


def below(path: str, root: str) -> str | None:
    """The path from the root, with ``/``; None where it lies elsewhere."""
    real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    for candidate, base in ((path, root), (real, os.path.realpath(root))):
        if candidate == base:
            return ""
        prefix = base if base.endswith(os.sep) else base + os.sep
        if candidate.startswith(prefix):
            return candidate[len(prefix) :].replace(os.sep, "/")
    return None


def _contracts(source: Source) -> Sequence[Contract]:
    """Those of the package and of the plug-ins that the configuration at the root names."""
    for name in (".sourceright-lint.toml", "pyproject.toml"):
        data = source.read(name)
        if data is not None and b"plugins" in data:
            from functools import partial

            from sourceright_lint.config.plugins import place_of, plugins_in

            return load_contracts(plugins_in(name, data), partial(place_of, name, data))
    return load_contracts()
