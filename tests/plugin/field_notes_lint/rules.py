"""What must hold for a note."""

from __future__ import annotations

from collections.abc import Iterator

from field_notes_lint.view import Note
from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Replace
from sourceright_lint.rule import Problem, rule


@rule("field_notes.place.spaces", severity="error", scope="field_notes.note", fix="safe")
def spaces(note: Note) -> Iterator[Problem]:
    """A place has white space at its ends.

    Two notes about one place would not be found together.

    Bad:
    ```json field-notes.json
    [{"place": "weir ", "seen": 3}]
    ```

    Good:
    ```json field-notes.json
    [{"place": "weir", "seen": 3}]
    ```

    Fix: takes the white space off.
    """
    place = note.value.get("place")
    if isinstance(place, str) and place != place.strip():
        edit = Replace(note.document.path, (note.number, "place"), place.strip())
        message = f"the place {show(place)} has white space at its ends"
        yield Problem(note.at("place"), message, place.strip(), fix=Fix("take the white space off", (edit,)))


@rule("field_notes.place.unknown", severity="warning", scope="field_notes.note")
def unknown(note: Note) -> Iterator[Problem]:
    """A place is none of those that the configuration knows.

    A misspelled place has notes of its own, which nobody looks for.

    Bad:
    ```json field-notes.json
    [{"place": "wier", "seen": 3}]
    ```

    Good:
    ```json field-notes.json
    [{"place": "weir", "seen": 3}]
    ```
    """
    place = note.value.get("place")
    if isinstance(place, str) and note.known and place.strip() not in note.known:
        yield Problem(note.at("place"), f"no place {show(place)}: known are {', '.join(note.known)}", place)
