"""Rules that hold the CSL file and the sidecar against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sourceright_lint.contracts.sourceright.ids import can_match, is_marked, matching_of
from sourceright_lint.contracts.sourceright.shape import describe, text_fault
from sourceright_lint.contracts.sourceright.view import CslFile, Item, Record, Sidecar, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Severity, Span
from sourceright_lint.resemblance import nearest
from sourceright_lint.rule import Note, Place, Problem, rule

_SINGLY = 20
"""So many items without a record are reported one by one; the rest in one finding."""

_KEPT = 'a record that is kept without an item is marked "orphan": {"reason": "…"}'
_RENAMED = f"where the item was renamed, its new id is the key here too; {_KEPT}"
_START = Span(1, 1, 1, 1)
_RESEMBLING, _RESEMBLED, _ALIKE = 20, 500, 0.85
"""For so many orphans among so many items an id is looked for that resembles theirs, and how much it must."""


@rule("sidecar.orphan", severity="error", scope="workspace")
def orphan(workspace: Workspace) -> Iterator[Problem]:
    """A record's id is not in the CSL file.

    The record holds evidence for a reference that is not there: it was removed, or its id was changed in the
    CSL file alone. Ids are compared letter by letter; ids that differ in case, in the form of accents or in
    white space, and items with the same DOI or title, are named. A record that is kept on purpose is marked
    with `"orphan": true` or `"orphan": {"reason": "…"}`.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "Eels-2021": {"review_status": "not_required"}
      }
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "not_required"}
      }
    }
    ```

    Fix: none. Records hold evidence and are never removed, and which of two ids is right is a judgement.
    """
    matching, csl = matching_of(workspace), workspace.csl
    for number, record in enumerate(matching.orphans if csl else ()):
        near, renamed = matching.near.get(record.key, ()), matching.renamed.get(record.key)
        if not near and not renamed and number < _RESEMBLING and len(matching.missing) < _RESEMBLED:
            near = tuple(_resembling(record.key, matching.missing))
        message = f"{show(record.key)} is not an id in {show_path(csl.document.path) if csl else ''}"
        if near:
            message += f"; did you mean {' or '.join(map(_with_state, near))}?"
        elif renamed:
            message += f"; {_with_state(renamed)} seems to be meant"
        items = near or ((renamed,) if renamed else ())
        yield record.problem(
            message,
            key=True,
            notes=tuple(Note(item.place("id"), "an item it may belong to") for item in items),
            help=_RENAMED if items else _KEPT,
        )


def _resembling(key: str, items: Sequence[Item]) -> Iterator[Item]:
    """The item, of those without a record, whose id was probably meant."""
    found = nearest(key, [item.id for item in items if item.id is not None], _ALIKE)
    yield from (item for item in items if found is not None and item.id == found)


@rule("sidecar.orphan.marked", severity="info", scope="sidecar.record")
def orphan_marked(record: Record) -> Iterator[Problem]:
    """A record is kept although its reference is not in the CSL file.

    It is marked as an orphan on purpose, for instance during a migration. It stays in sight here until it is
    joined to an item or taken out by hand.

    Bad:
    ```json references.csl.json
    []
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required", "orphan": {"reason": "cited in the first edition only"}}
      }
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2019", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required"}
      }
    }
    ```
    """
    if is_marked(record) and _mark_fault(record) is None and _is_orphan(record):
        mark = record.value["orphan"]
        reason = f": {show(mark['reason'])}" if isinstance(mark, dict) else ""
        yield record.problem(f"{show(record.key)} is kept as an orphan{reason}", "orphan", key=True)


@rule("sidecar.orphan.invalid_mark", severity="warning", scope="sidecar.record")
def orphan_invalid_mark(record: Record) -> Iterator[Problem]:
    """The mark of an orphan is neither true nor an object with a reason.

    `"orphan": true` or `"orphan": {"reason": "…"}` marks a record that is kept without a CSL item. Anything
    else marks nothing, so the record is an error while its id is not in the CSL file.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required", "orphan": "first edition"}
      }
    }
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required", "orphan": {"reason": "first edition"}}
      }
    }
    ```
    """
    fault = _mark_fault(record) if is_marked(record) else None
    if fault is not None:
        severity: Severity = "error" if _is_orphan(record) else "warning"
        message = f'{fault}: an orphan is marked "orphan": true or {{"reason": "…"}}'
        yield record.problem(message, "orphan", severity=severity)


@rule("sidecar.orphan.unfounded", severity="warning", scope="sidecar.record")
def orphan_unfounded(record: Record) -> Iterator[Problem]:
    """A record is marked as an orphan, but its id is in the CSL file.

    The mark is left over: the reference has been added since. It would hide that the reference goes missing
    again.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2019", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required", "orphan": true}
      }
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2019", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2019": {"review_status": "not_required"}
      }
    }
    ```
    """
    if is_marked(record) and _mark_fault(record) is None and record.item is not None:
        note = Note(record.item.place("id"), "the CSL item")
        yield record.problem(
            f"{show(record.key)} is marked as an orphan, but is in the CSL file", "orphan", notes=(note,)
        )


@rule("sidecar.record.missing", severity="info", scope="workspace")
def record_missing(workspace: Workspace) -> Iterator[Problem]:
    """A CSL item has no record in the sidecar.

    Nothing says whether the reference was verified. After a full verification run no item should be without a
    record; with `require-coverage = true` this is an error.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {}
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. Records are evidence and never made up; `sourceright-lint migrate --start queued` begins a
    sidecar in which every reference waits for its review.
    """
    matching, severity = matching_of(workspace), _coverage_severity(workspace)
    renamed = {item.id for item in matching.renamed.values()}
    missing = [item for item in matching.missing if item.id not in renamed]
    for item in missing[:_SINGLY]:
        yield item.problem(f"{show(item.id)} has no verification record", "id", severity=severity)
    more = len(missing) - _SINGLY
    if more > 0:
        message = f"{more} more CSL items have no verification record"
        yield Problem(Place(missing[0].document, span=_START), message, severity=severity)


@rule("sidecar.missing", severity="info", scope="csl.file")
def missing(csl: CslFile) -> Iterator[Problem]:
    """There is no sidecar beside the CSL file.

    Nothing says which of the references were verified. With `require-coverage = true` this is an error.

    Bad:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Fix: none. Records are evidence and never made up.
    """
    workspace = csl.workspace
    path = workspace.path_of("sidecar")
    if path is not None and csl.items and not workspace.has("sidecar"):
        message = f"no reference has a verification record: there is no {show_path(path)}"
        yield Problem(
            Place(csl.document, span=_START),
            message,
            help="sourceright-lint migrate --start queued, run in its folder, begins one",
            severity=_coverage_severity(workspace),
        )


@rule("sidecar.csl_missing", severity="warning", scope="sidecar.file")
def csl_missing(sidecar: Sidecar) -> Iterator[Problem]:
    """There is no CSL file beside the sidecar.

    Records are keyed by the ids of the bibliography. Without it they belong to nothing: nobody can tell which
    works were reviewed. Mostly the bibliography was deleted, moved or renamed alone. This is said once, and not
    of every record. It is an info where no record needs an item, as there are none or all are marked as orphans.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```

    Good:
    ```json references.csl.json
    [
      {"id": "eels-2021", "type": "article-journal", "title": "Eels"}
    ]
    ```
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    """
    workspace = sidecar.workspace
    path = workspace.path_of("csl")
    if path is not None and not workspace.has("csl"):
        needs_items = any(not is_marked(record) for record in sidecar.records.values())
        yield Problem(
            Place(sidecar.document, span=_START),
            f"the records belong to the items of {show_path(path)}, which is not there as a file",
            help="restore it, or delete the sidecar too; where it has another name or place, the configuration says so",
            severity="warning" if needs_items else "info",
        )


def _with_state(item: Item) -> str:
    return f"{show(item.value['id'])}{'' if item.record else ' (which has no record)'}"


def _mark_fault(record: Record) -> str | None:
    mark: Any = record.value["orphan"]
    if mark is True:
        return None
    if isinstance(mark, dict):
        return text_fault(mark, "reason")
    return f'"orphan" is {describe(mark)}'


def _is_orphan(record: Record) -> bool:
    csl, sidecar = record.workspace.csl, record.workspace.sidecar
    return csl is not None and sidecar is not None and can_match(csl, sidecar) and record.key not in csl.by_id


def _coverage_severity(workspace: Workspace) -> Severity:
    return "error" if workspace.settings.option("require-coverage") else "info"
