"""One file merged for Git: by record where its contract says how, else as text.

Whatever happens, the file that Git takes as the result is either left as it is or replaced as a whole, and
the exit status says "conflict" unless everything was merged.
"""

from __future__ import annotations

import os
import re
import sys
from typing import NamedTuple

from sourceright_lint.commands import Args
from sourceright_lint.commands.crash import crash_line
from sourceright_lint.commands.here import repository_here, settings_here
from sourceright_lint.config import Settings
from sourceright_lint.contract import BundleFile, Contract, NoFiles
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.git.merge_file import TextMerge, conflict_style, merge_texts
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.merging.documents import Conflict, merge_documents
from sourceright_lint.merging.markers import Markers
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.tree import CannotMergeError

_SHOWN = 20
"""Conflicts that are told one by one."""


class Target(NamedTuple):
    """What the path is to its contract, and how it merges."""

    contract: Contract
    settings: Settings
    file: BundleFile
    plan: MergePlan


class Driver:
    """One merge that Git asks for: three temporary files, and the path that they are versions of."""

    def __init__(self, args: Args) -> None:
        self.path: str = args.path
        self.places: tuple[str, str, str] = (args.ours, args.base, args.theirs)
        self.repository = repository_here()
        self.markers = Markers(
            size=int(args.marker_size) if re.fullmatch("[1-9][0-9]?", args.marker_size) else 7,
            ours=_label(args.label_ours, "ours"),
            theirs=_label(args.label_theirs, "theirs"),
            base=_label(args.label_base, "base"),
            style=conflict_style(self.repository),
        )

    def run(self) -> int:
        """Merge, and put the result in the place of our version. 1 where conflicts are left."""
        ours, base, theirs = map(_read, self.places)
        merged = self._merge(base, ours, theirs)
        if merged is None:
            self.say("not merged: Git cannot merge this content as text either; our version is left in place")
            return 1
        if merged.data != ours:
            self._write(ours, merged.data)
        return 1 if merged.conflicts else 0

    def _merge(self, base: bytes, ours: bytes, theirs: bytes) -> TextMerge | None:
        try:
            target = find_target(self.path, self.repository)
            if target is None:
                self.say("merged as text: no contract says what its records are")
            else:
                return self._by_record(base, ours, theirs, target)
        except CannotMergeError as error:
            self.say(f"merged as text: {error}")
        except Exception as error:
            # Git would take a driver's death for a conflict whose file already holds our side of everything.
            self.say(f"merged as text: {crash_line(error)}")
        return self._as_text()

    def _by_record(self, base: bytes, ours: bytes, theirs: bytes, target: Target) -> TextMerge:
        merged = merge_documents(base, ours, theirs, target.file, target.plan, self.markers)
        if merged.reordered:
            self.say("both sides put the records in another order; ours is kept")
        for conflict in merged.conflicts[:_SHOWN]:
            self.say(_told(conflict))
        if len(merged.conflicts) > _SHOWN:
            self.say(f"conflicts: {len(merged.conflicts)} in all")
        if not merged.conflicts and not target.settings.formats(self.path, target.contract.name):
            text = self._as_text()
            if text is not None and not text.conflicts and _holds(text.data, merged.data, target.file):
                return text
        return TextMerge(merged.data, bool(merged.conflicts))

    def _as_text(self) -> TextMerge | None:
        markers = self.markers
        labels = (markers.ours, markers.base, markers.theirs)
        return merge_texts(self.repository, self.places, labels, markers.size)

    def _write(self, old: bytes, new: bytes) -> None:
        from sourceright_lint.fixing.write import replace_file

        folder, name = os.path.split(os.path.abspath(self.places[0]))
        replace_file(folder, name, old, new)

    def say(self, message: str) -> None:
        """Tell the user, on the line that Git's own messages go to."""
        sys.stderr.write(f"sourceright-lint: {show_path(self.path)}: {one_line(message)}\n")


def find_target(path: str, repository: Repository | None) -> Target | None:
    """How the file at ``path`` merges by record, or None. A configuration that cannot be used counts as none."""
    contracts, settings = settings_here(path, repository, "merging with the default settings")
    if path == settings.baseline:
        from sourceright_lint.baseline.merging import PLAN, file_at

        return Target(NoFiles(), settings, file_at(path), PLAN)
    for contract in contracts:
        file = contract.file_of(path, settings)
        plan = contract.merge_plan(file.role) if file else None
        if file is not None and file.form is not None and plan is not None:
            return Target(contract, settings, file, plan)
    return None


def _holds(text: bytes, canonical: bytes, file: BundleFile) -> bool:
    """Whether a text has the content that ``canonical`` has."""
    from sourceright_lint.jsontext import Document

    assert file.form is not None
    document = Document(file.path, text, file.kind)
    own_form = document.canonical(file.form)
    document.forget()
    return own_form == canonical.replace(b"\r\n", b"\n")


def _told(conflict: Conflict) -> str:
    name = show(conflict.record[-1])
    if conflict.deleted:
        other = "theirs" if conflict.deleted == "ours" else "ours"
        return f"conflict in {name}: deleted by {conflict.deleted}, changed by {other}"
    fields = dict.fromkeys(".".join(map(str, route)) for route in conflict.fields)
    return f"conflict in {name}: {_listed([field for field in fields if field])}".rstrip(": ")


def _listed(fields: list[str]) -> str:
    return ", ".join(fields[:5]) + (f" and {len(fields) - 5} more" if len(fields) > 5 else "")


def _label(given: str | None, default: str) -> str:
    """The name of a side; a Git that does not know the placeholder (before 2024) passes that itself."""
    return default if not given or re.fullmatch("%[SXY]", given) else one_line(given)


def _read(place: str) -> bytes:
    with open(place, "rb") as file:
        return file.read()
