"""Rules about the single lines of the review queue."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.sourceright.compare import comparison_of, has_usable_id, repeated_ids
from sourceright_lint.contracts.sourceright.forms import QUEUE_FIRST
from sourceright_lint.contracts.sourceright.regenerate import with_regeneration
from sourceright_lint.contracts.sourceright.shape import describe, meant_by, misspelled
from sourceright_lint.contracts.sourceright.view import Queue, Subject
from sourceright_lint.escape import show
from sourceright_lint.jsontext import BROKEN
from sourceright_lint.rule import Note, Problem, rule


@rule("queue.line.not_object", severity="error", scope="queue.file")
def line_not_object(queue: Queue) -> Iterator[Problem]:
    """A line of the queue is not a JSON object.

    Each line is one object about one reference. Whoever works through the queue line by line fails at any other
    value.

    Bad:
    ```jsonl review-queue.jsonl
    "eels-2021"
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```
    """
    for index, entry in enumerate(queue.value):
        if not isinstance(entry, dict) and entry is not BROKEN:
            yield queue.problem(f"a line of the queue must be an object, not {describe(entry)}", index)


@rule("queue.id.invalid", severity="error", scope="queue.line", fix="safe")
def id_invalid(line: Subject) -> Iterator[Problem]:
    """A queue line has no usable id.

    The `id` is the CSL id of the reference, as text. Without it nobody knows which record the line is about.
    Where the sidecar has a record under the same empty id, that is reported there alone.

    Bad:
    ```jsonl review-queue.jsonl
    {"id":2102,"review_status":"queued"}
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"2102","review_status":"queued"}
    ```

    Fix: regenerates the queue where the sidecar holds everything that the queue does; otherwise that needs
    `--unsafe-fixes`.
    """
    value = line.value.get("id")
    if isinstance(value, str):
        if has_usable_id(line) or _stands_in_sidecar(line, value):
            return
        message = f'"id" is {"blank: " + show(value) if value else "empty"}'
    elif "id" in line.value:
        message = f'"id" must be text, not {describe(value)}'
    else:
        message = f'"id" is missing{meant_by(line.value, "id")}'
    yield with_regeneration(line.workspace, line.problem(f"the queue line's {message}", "id"))


def _stands_in_sidecar(line: Subject, id: str) -> bool:
    sidecar = line.workspace.sidecar
    return sidecar is not None and id in sidecar.references


@rule("queue.id.duplicate", severity="error", scope="queue.file", fix="safe")
def id_duplicate(queue: Queue) -> Iterator[Problem]:
    """Two queue lines have the same id.

    The queue has one line for each open record. With two, a reference is reviewed twice, or one of the two
    lines is out of date.

    Bad:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    {"id":"eels-2021","review_status":"in_progress"}
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"in_progress"}
    ```

    Fix: regenerates the queue where the sidecar holds everything that the queue does; otherwise that needs
    `--unsafe-fixes`.
    """
    for line, earlier in repeated_ids(queue):
        number = line.document.line_of_entry(int(earlier.pointer[0]))
        note = Note(earlier.place("id"), "the first line with this id")
        problem = line.problem(f"id {show(line.id)} is already in line {number}", "id", notes=(note,))
        yield with_regeneration(line.workspace, problem)


@rule("queue.unknown_key", severity="info", scope="queue.line")
def unknown_key(line: Subject) -> Iterator[Problem]:
    """A queue line has a key that the sidecar does not derive.

    A derived line has `id`, `extraction`, `provider_candidates`, `conflicts` and `review_status`, and nothing
    else. What stands under another key is lost when the queue is made anew, unless the sidecar has it too.

    Bad:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","remark":"ask the library","review_status":"queued"}
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels-2021","review_status":"queued"}
    ```

    Fix: none. Move what matters into the record of the sidecar.
    """
    if line.value.keys() <= set(QUEUE_FIRST):
        return
    near = misspelled(line.value, QUEUE_FIRST)
    is_said = any(pair.line is line for pair in comparison_of(line.workspace).differing)
    for key in line.value:
        if key not in QUEUE_FIRST and near.get(key) != "id" and not (is_said and key in near):
            meant = f": did you mean {show(near[key])}?" if key in near else ""
            yield line.problem(f"unknown key {show(key)} in a queue line{meant}", key, key=True)
