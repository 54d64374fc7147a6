"""Field notes: ``field-notes.json``, a list of places with what was seen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.contract import AttributePattern, Bundle, BundleFile, Contract, Option
from sourceright_lint.jsontext.form import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import View
    from sourceright_lint.jsontext import Document
    from sourceright_lint.merging.plan import MergePlan
    from sourceright_lint.rule import Rule
    from sourceright_lint.source import Source

NAME = "field-notes.json"


def _place_of(note: Any) -> str | None:
    place = note.get("place") if isinstance(note, dict) else None
    return place if isinstance(place, str) else None


FORM = Form(elements=Form(first=("place", "seen")), sort_by=_place_of)


class FieldNotes(Contract):
    """One file, wherever it lies."""

    name = "field-notes"
    title = "Field notes"
    roles = ("notes",)
    options = (Option("known-places", "strings", (), "Places that notes may be about; empty allows all."),)

    def root_of(self, path: str, settings: Settings) -> str | None:
        """The folder of a file with our name."""
        folder, _, name = path.rpartition("/")
        return folder if name == NAME else None

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """The one file, where it is there."""
        if NAME not in source.names(root):
            return None
        return Bundle(self, root, [BundleFile("notes", f"{root}/{NAME}" if root else NAME, "json", FORM)])

    def rules(self) -> Sequence[Rule]:
        """Every rule that the module defines."""
        from field_notes_lint import rules
        from sourceright_lint.rule import collect

        return collect(rules)

    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> View:
        """The notes, one by one."""
        from field_notes_lint.view import Notes

        return Notes(documents, settings.option("known-places"))

    def schemas(self) -> Mapping[str, Callable[[], Any]]:
        """The schema of the file."""
        note = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
        return {"field-notes": lambda: {"type": "array", "items": note}}

    def schema_files(self, settings: Settings) -> Mapping[str, Sequence[str]]:
        """By name."""
        return {"field-notes": [NAME]}

    def file_of(self, path: str, settings: Settings) -> BundleFile | None:
        """The file, for the merge driver."""
        return None if self.root_of(path, settings) is None else BundleFile("notes", path, "json", FORM)

    def merge_plan(self, role: str) -> MergePlan | None:
        """Note by note."""
        from sourceright_lint.merging.plan import MergePlan

        return MergePlan(key=_place_of, apart=True)

    def attribute_patterns(self, settings: Settings) -> Sequence[AttributePattern]:
        """What ``install`` tells Git about."""
        return (AttributePattern(NAME, merges=True),)

    def columns(self, view: View) -> Mapping[str, int]:
        """How many notes there are."""
        return {"notes": len(list(view.subjects("field_notes.note")))}
