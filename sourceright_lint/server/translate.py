"""Findings, fixes and pages in the terms of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from lsprotocol import types
from pygls.uris import from_fs_path

from sourceright_lint.finding import Finding, Fix, Severity, Span
from sourceright_lint.fixing.plan import Change
from sourceright_lint.links import rule_url
from sourceright_lint.rule import Rule
from sourceright_lint.rule_pages import markdown
from sourceright_lint.server.analysis import Looked, as_in_editor
from sourceright_lint.server.edits import replacement
from sourceright_lint.server.places import Places, Spot

SOURCE = "sourceright-lint"
SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}

PlacesOf = Callable[[str], Places]
"""Positions in the file at an absolute path, as the editor has it."""


def address(place: str) -> str:
    """The URI of a file at an absolute path."""
    return from_fs_path(place) or ""


def diagnostic(finding: Finding, looked: Looked, places_of: PlacesOf) -> types.Diagnostic:
    """A finding as the editor shows it."""
    related = []
    for note in finding.related:
        place = looked.place(note.path)
        location = types.Location(address(place), _range(note.span, places_of(place)))
        related.append(types.DiagnosticRelatedInformation(location, note.message))
    return types.Diagnostic(
        range=_range(finding.span, places_of(looked.place(finding.path))),
        message=f"{finding.message}\n{finding.help}" if finding.help else finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(rule_url(finding.code)),
        source=SOURCE,
        related_information=related or None,
    )


def failure(message: str, help: str) -> types.Diagnostic:
    """Why a file could not be checked, told at its beginning."""
    start = types.Position(0, 0)
    return types.Diagnostic(
        range=types.Range(start, start),
        message=f"{message}\n{help}" if help else message,
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )


def fix_title(fix: Fix) -> str:
    """What a fix is called in a menu."""
    title = fix.title[:1].upper() + fix.title[1:]
    return title if fix.safe else f"{title} (unsafe fix)"


def text_edits(old: str, new: str, places: Places) -> list[types.TextEdit]:
    """What makes ``new`` of an open text."""
    change = replacement(old, new)
    if change is None:
        return []
    span = types.Range(_position(places.spot(change.start)), _position(places.spot(change.end)))
    return [types.TextEdit(span, change.text)]


def workspace_edit(
    changes: Iterable[Change], looked: Looked, texts: Mapping[str, str], places_of: PlacesOf
) -> types.WorkspaceEdit:
    """The changes of fixes, in open files and in others; a file that a fix makes is made first."""
    edits: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for change in changes:
        place = looked.place(change.path)
        uri = address(place)
        places = places_of(place) if change.old is not None else Places("")
        if change.old is None:
            edits.append(types.CreateFile(uri=uri))
        new = as_in_editor(change.new, texts.get(place))
        document = types.OptionalVersionedTextDocumentIdentifier(uri)
        edits.append(types.TextDocumentEdit(document, [*text_edits(places.text, new, places)]))
    return types.WorkspaceEdit(document_changes=edits)


def hover_text(finding: Finding, rule: Rule | None) -> str:
    """What is wrong, and the page of the rule that says so."""
    page = markdown(rule) if rule else f"# {finding.code}\n"
    lines = [line for line in page.splitlines() if not line.startswith("<!--")]
    return "\n".join("##" + line if line.startswith("#") else line for line in lines)


def spot(position: types.Position) -> Spot:
    """A position of the protocol as ours."""
    return Spot(position.line, position.character)


def _range(span: Span, places: Places) -> types.Range:
    start, end = places.range_of(span)
    return types.Range(_position(start), _position(end))


def _position(place: Spot) -> types.Position:
    return types.Position(place.line, place.column)
