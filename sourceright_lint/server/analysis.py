"""Check the bundles of open files as they are in the editor: whole bundles, unsaved text over the working tree."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.session import Session, below, open_sessions
from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle
from sourceright_lint.engine import Check, Checked, apply_rules
from sourceright_lint.fixing.overlay import Overlay
from sourceright_lint.jsontext import Document
from sourceright_lint.source import Source

_BOM = b"\xef\xbb\xbf"


class Looked(NamedTuple):
    """A bundle after its check. ``root`` is the folder that the paths in it start at.

    ``source`` is where its content came from, ``check`` finds what no baseline accepts.
    """

    root: str
    checked: Checked
    settings: Settings
    source: Source
    check: Check

    def place(self, path: str) -> str:
        """Absolute path of a file of the bundle."""
        return os.path.join(self.root, *path.split("/"))

    def path_of(self, place: str) -> str | None:
        """The path, in the bundle's terms, of a file at an absolute place."""
        return below(place, self.root)


class Analysis:
    """The texts that editors hold, by absolute path, and what was found in them.

    Documents that did not change between two checks are kept: what was read of them need not be read again.
    """

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._documents: dict[tuple[str, str], Document] = {}

    def look_at(self, place: str) -> list[Looked]:
        """Check each bundle that the file at an absolute path belongs to. LintError if that cannot be done."""
        [(session, _)] = open_sessions(_arguments(place))
        session.source = Overlay(session.worktree, self._changed(session))
        path = below(place, session.root)
        if path is None:
            return []
        return [self._check(session, bundle, settings) for bundle, settings in session.find([path]).bundles]

    def _check(self, session: Session, bundle: Bundle, settings: Settings) -> Looked:
        check: Check = apply_rules
        if session.source.read(settings.baseline) is not None:
            from sourceright_lint.commands.accept import Accepting

            check = Accepting(session, [settings.baseline]).check
        checked = check(bundle, self._read(session, bundle), settings)
        return Looked(session.root, checked, settings, session.source, check)

    def _read(self, session: Session, bundle: Bundle) -> dict[str, Document]:
        documents = {}
        for file in bundle.files:
            data = session.source.read(file.path)
            if data is None:
                continue
            key = (session.root, file.path)
            known = self._documents.get(key)
            if known is None or (known.data, known.kind, known.private) != (data, file.kind, file.private):
                known = self._documents[key] = Document(file.path, data, file.kind, file.private)
            documents[file.path] = known
        return documents

    def _changed(self, session: Session) -> dict[str, bytes]:
        """The open texts below the root, by path, as the bytes that saving them would write."""
        changed = {}
        for place, text in self.texts.items():
            path = below(place, session.root)
            if path:
                changed[path] = _as_stored(text, path, session)
        return changed


def as_in_editor(data: bytes, text: str | None) -> str:
    """Content as an editor would have it that now shows ``text``: no byte order mark, line ends as there."""
    new = data.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
    if text is not None and "\r\n" in text and text.count("\r\n") == text.count("\n") and "\r\n" not in new:
        return new.replace("\n", "\r\n")
    return new


def _as_stored(text: str, path: str, session: Session) -> bytes:
    """The bytes that Git would store if the text were saved.

    Editors hide a byte order mark; where the file has one, saving keeps it. CRLF that is Git's doing is no part
    of what is stored.
    """
    data = text.encode("utf-8", "surrogatepass")
    if "\r\n" in text and session.worktree.on_disk(path, b"\n") == b"\r\n":
        data = data.replace(b"\r\n", b"\n")
    on_disk = session.worktree.read(path)
    has_mark = on_disk is not None and on_disk.startswith(_BOM)
    return _BOM + data if has_mark and not data.startswith(_BOM) else data


def _arguments(place: str) -> Args:
    values: Mapping[str, object] = {"paths": [place], "hook": False, "contract": (), "no_baseline": False}
    return Args(dict(values))
