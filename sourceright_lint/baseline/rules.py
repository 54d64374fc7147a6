"""Rules about the baseline itself: an entry that accepts nothing, and one whose time is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.baseline.entry import Entry
from sourceright_lint.escape import show, show_path
from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place, Problem, rule


class Judged(NamedTuple):
    """An entry after a run that looked at what it speaks of: how many findings it met, and whether its time is over."""

    document: Document
    pointer: Pointer
    entry: Entry
    met: int
    expired: bool


@rule("baseline.unused", severity="warning", scope="baseline")
def unused(judged: Judged) -> Iterator[Problem]:
    """An entry of the baseline accepts a finding that is no longer there.

    The fault was mended, or the value was changed and the finding about the new value is reported. Either
    way the entry has nothing left to do, and while it stays, the same fault could come back unseen. An
    entry is judged only by a run that checked the file it names with the rule it names.

    Bad:
    ```json references.csl.json
    [
      {
        "id": "eels-2019",
        "type": "book",
        "title": "Eels at the weir"
      }
    ]
    ```
    ```json .sourceright-lint-baseline.json
    {
      "schema_version": "sourceright-lint.baseline.v1",
      "entries": [
        {
          "path": "references.csl.json",
          "rule": "csl.title.not_canonical",
          "record": "eels-2019",
          "value": "5f5eef0d6a15db1c",
          "reason": "the publisher prints it so"
        }
      ]
    }
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels-2019",
        "type": "book",
        "title": "Eels at the weir"
      }
    ]
    ```
    ```json .sourceright-lint-baseline.json
    {
      "schema_version": "sourceright-lint.baseline.v1",
      "entries": []
    }
    ```

    Fix: none by `check`; `sourceright-lint baseline prune` takes such entries out.
    """
    entry = judged.entry
    if judged.met >= entry.number:
        return
    what = f"{show_path(entry.key.rule)} in {show_path(entry.key.path)}" + _record(entry)
    if judged.met:
        message = f"{judged.met} of the {entry.number} accepted findings are left: {what}"
    else:
        message = f"nothing is found any more of what this entry accepts: {what}"
    yield Problem(
        Place(judged.document, judged.pointer), message, help="sourceright-lint baseline prune removes it"
    )


@rule("baseline.expired", severity="warning", scope="baseline")
def expired(judged: Judged) -> Iterator[Problem]:
    """The date until which an entry of the baseline holds is over.

    What it accepted is reported again, as if the entry were not there. The date is held against the date
    of the commit that is checked, or against `--as-of`; a check of the working tree without `--as-of` does
    not judge it, so the same content always gives the same report.

    Fix: none. Mend the fault, or decide for how long it is still accepted and give `"expires"` a new date.
    """
    entry = judged.entry
    if judged.expired and judged.met and entry.expires is not None:
        what = f"{show_path(entry.key.rule)} in {show_path(entry.key.path)}" + _record(entry)
        yield Problem(
            Place(judged.document, (*judged.pointer, "expires")),
            f"accepted until {entry.expires.isoformat()}, which is over: {what}",
            help='mend what it accepts, or give "expires" a new date',
        )


def _record(entry: Entry) -> str:
    return f" (record {show(entry.key.record)})" if entry.key.record else ""
