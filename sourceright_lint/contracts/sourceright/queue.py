"""Rules about the review queue as a whole, held against what the sidecar derives."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sourceright_lint.contracts.sourceright.compare import Differing, comparison_of, is_comparable
from sourceright_lint.contracts.sourceright.derive import is_open
from sourceright_lint.contracts.sourceright.forms import QUEUE_FIRST, SCHEMA_VERSION
from sourceright_lint.contracts.sourceright.regenerate import with_regeneration
from sourceright_lint.contracts.sourceright.shape import misspelled
from sourceright_lint.contracts.sourceright.view import Queue, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Span
from sourceright_lint.rule import Note, Place, Problem, rule

_SINGLY = 20
"""So many open records without a line are reported one by one; the rest in one finding."""

_START = Span(1, 1, 1, 1)


@rule("queue.stale.differs", severity="error", scope="workspace", fix="safe")
def stale_differs(workspace: Workspace) -> Iterator[Problem]:
    """A queue line differs from its record in the sidecar.

    The queue is derived from the sidecar, which is the durable record; a reviewer who works from an outdated
    line decides on evidence that no longer stands. Values are compared: the order of keys, spacing and empty
    lists that one of the two leaves out make no difference, nor do members that the queue does not repeat.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "in_progress"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "in_progress"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"in_progress"}
    ```

    Fix: regenerates the queue where the sidecar holds everything that the queue does; otherwise that needs
    `--unsafe-fixes`, and the finding names what would be lost.
    """
    for pair in comparison_of(workspace).differing:
        names = ", ".join(map(_with_spelling(pair), pair.members))
        note = Note(pair.record.place(key=True), "the record")
        message = f"the queue line of {show(pair.line.id)} differs from the sidecar in {names}"
        yield with_regeneration(workspace, pair.line.problem(message, "id", notes=(note,)))


@rule("queue.stale.closed", severity="error", scope="workspace", fix="safe")
def stale_closed(workspace: Workspace) -> Iterator[Problem]:
    """A queue line is about a record that needs no more review.

    Only records with status `queued`, `in_progress` or `unresolved` are in the queue. A line of a closed one
    asks somebody to do work that is done.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "resolved"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Fix: regenerates the queue where the sidecar holds everything that the queue does; otherwise that needs
    `--unsafe-fixes`, and the finding names what would be lost.
    """
    for line, record in comparison_of(workspace).closed:
        note = Note(record.place("review_status"), "the status of the record")
        message = f"{show(line.id)} is {record.status} in the sidecar and no longer belongs in the queue"
        yield with_regeneration(workspace, line.problem(message, "id", notes=(note,)))


@rule("queue.stale.unknown", severity="error", scope="workspace", fix="safe")
def stale_unknown(workspace: Workspace) -> Iterator[Problem]:
    """A queue line is about a record that the sidecar does not have.

    The line was derived from a record that has been renamed or is gone, or it was written by hand. What is
    decided about it has no place to go.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {}
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Fix: regenerates the queue where all that the line says stands in a record that was renamed; otherwise
    that needs `--unsafe-fixes`, since the line is the only place that has it.
    """
    for pair in comparison_of(workspace).unknown:
        meant = f"; did you mean {show(pair.record.key)}, which has no line?" if pair.record else ""
        message = f"the sidecar has no record {show(pair.line.id)}{meant}"
        yield with_regeneration(workspace, pair.line.problem(message, "id"))


@rule("queue.stale.missing", severity="error", scope="workspace", fix="safe")
def stale_missing(workspace: Workspace) -> Iterator[Problem]:
    """An open record has no line in the queue.

    Whoever works through the queue never sees the reference, although the sidecar says that it waits for
    review.

    Bad:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Fix: regenerates the queue where the sidecar holds everything that the queue does; otherwise that needs
    `--unsafe-fixes`, and the finding names what would be lost.
    """
    unlisted = comparison_of(workspace).unlisted
    for record in unlisted[:_SINGLY]:
        message = f"{show(record.key)} is {record.status}, but the queue has no line for it"
        yield with_regeneration(workspace, record.problem(message, "review_status"))
    more = len(unlisted) - _SINGLY
    if more > 0 and workspace.queue:
        place = Place(workspace.queue.document, span=_START)
        yield with_regeneration(
            workspace, Problem(place, f"{more} more open records have no line in the queue")
        )


@rule("queue.missing", severity="info", scope="workspace", fix="safe")
def missing(workspace: Workspace) -> Iterator[Problem]:
    """There is no queue, although records are open.

    The queue is where reviewers and agents look for work. A repository that makes it only when it is needed
    sets `queue = "ignored"`, and is not told.

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
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Fix: makes the queue.
    """
    sidecar, path = workspace.sidecar, workspace.path_of("queue")
    if sidecar is None or path is None or workspace.has("queue") or not is_comparable(workspace, sidecar):
        return
    if sidecar.get("schema_version") != SCHEMA_VERSION:
        return
    count = sum(map(is_open, sidecar.references.values()))
    if count:
        records = "1 record is open" if count == 1 else f"{count} records are open"
        yield with_regeneration(
            workspace,
            sidecar.problem(f"{records}, but there is no {show_path(path)}", "references", key=True),
        )


@rule("queue.unexpected", severity="info", scope="queue.file")
def unexpected(queue: Queue) -> Iterator[Problem]:
    """There is a queue, although the configuration says that it is made when needed.

    With `queue = "ignored"` nobody keeps the file up to date, so a copy in the repository soon misleads. It is
    not compared with the sidecar.

    Bad:
    ```text .sourceright-lint.toml
    queue = "ignored"
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```
    """
    if queue.workspace.settings.option("queue") == "ignored":
        place = Place(queue.document, span=_START)
        yield Problem(
            place, 'the queue is kept in the repository, although the configuration says queue = "ignored"'
        )


@rule("queue.sidecar_missing", severity="warning", scope="queue.file")
def sidecar_missing(queue: Queue) -> Iterator[Problem]:
    """There is a queue, but no sidecar that it could be derived from.

    The sidecar is the durable record; a queue without one cannot be checked, and what its lines say stands
    nowhere else. Beside a CSL file with items, `sidecar.missing` says it, and this rule does not.

    Bad:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {
        "eels-2021": {"review_status": "queued"}
      }
    }
    ```
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```
    """
    workspace = queue.workspace
    path = workspace.path_of("sidecar")
    if path is not None and not workspace.has("sidecar") and not _is_missed_by_csl(workspace):
        yield Problem(
            Place(queue.document, span=_START),
            f"the queue is derived from {show_path(path)}, which is not there as a file",
        )


def _is_missed_by_csl(workspace: Workspace) -> bool:
    """Whether the rule ``sidecar.missing`` says that there is no sidecar."""
    csl = workspace.csl
    if csl is None or not csl.items:
        return False
    return workspace.settings.enabled("sidecar.missing", csl.document.path)


def _with_spelling(pair: Differing) -> Callable[[str], str]:
    """Names of members, with the key that was probably meant where the line has it misspelled."""
    near = {meant: key for key, meant in misspelled(pair.line.value, QUEUE_FIRST).items()}
    return lambda name: f"{name} (misspelled {show(near[name])}?)" if name in near else name
