"""The canonical form, and the layout of JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.finding import Fix, Reformat, Span
from sourceright_lint.jsontext import Document, Form
from sourceright_lint.jsontext.places import shared_start
from sourceright_lint.numbers import is_digits
from sourceright_lint.rule import Place, Problem, rule
from sourceright_lint.text_rules.subject import Text


@rule("format.not_canonical", severity="error", scope="text", fix="safe")
def not_canonical(text: Text) -> Iterator[Problem]:
    """The file is not in its canonical form.

    One content has one sequence of bytes: two-space indent, keys and records in a fixed order, plain
    UTF-8. Then a diff shows what changed and nothing else, and no two tools rewrite each other's
    output. The finding is at the first place that differs.

    A file that is something else than its name says (an object where the bibliography should be an array, a
    sidecar of a version that is not known) is left as it is, and so is one with a key that stands twice.

    Bad:
    ```json references.csl.json
    [{"title": "Eels", "type": "book", "id": "eels"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels"
      }
    ]
    ```

    Fix: rewrites the file in canonical form, which changes no value. `format` does the same alone.
    Switch it off for a contract or for some paths in the `format` table of the configuration.
    """
    document, form = text.document, text.form
    if form is None or not document.readable or _has_untidy_lines(document, form):
        return
    if document.is_canonical(form) or not document.may_be_rewritten(form):
        return
    canonical = document.canonical(form)
    assert canonical is not None
    span, what = _first_difference(document, canonical)
    if span is not None:
        yield Problem(
            Place(document, (), span=span),
            f"not in canonical form: {what}",
            fix=Fix("rewrite in canonical form", (Reformat(document.path),)),
        )


@rule("format.lines.blank", severity="error", scope="text", fix="safe")
def blank_line(text: Text) -> Iterator[Problem]:
    """A JSON Lines file has a blank line.

    Some readers stop at it, others report an entry that is no JSON.

    Fix: removes the line. There is none while an entry is broken: this may belong to it.
    """
    return text.layout_faults("format.lines.blank")


@rule("format.lines.trailing_space", severity="error", scope="text", fix="safe")
def trailing_space(text: Text) -> Iterator[Problem]:
    """A line of a JSON Lines file has white space before or after the value.

    It says nothing, and it makes two equal lines differ in a diff.

    Fix: removes the white space. There is none while an entry is broken: this may belong to it.
    """
    return text.layout_faults("format.lines.trailing_space")


@rule("format.lines.line_ending", severity="error", scope="text", fix="safe")
def line_ending(text: Text) -> Iterator[Problem]:
    """A line of a JSON Lines file ends in a carriage return.

    Lines end in a line feed alone. Mixed line endings make every tool that rewrites the file change
    lines that nobody touched.

    Fix: removes the carriage return. There is none while an entry is broken: this may belong to it.
    """
    return text.layout_faults("format.lines.line_ending")


@rule("format.lines.final_newline", severity="error", scope="text", fix="safe")
def final_newline(text: Text) -> Iterator[Problem]:
    """The last line of a JSON Lines file has no line feed.

    A program that appends an entry would write it behind the last one, on the same line.

    Fix: adds the line feed. There is none while an entry is broken: it may go on.
    """
    return text.layout_faults("format.lines.final_newline")


def _has_untidy_lines(document: Document, form: Form) -> bool:
    """Whether the lines as lines have faults, which are told one by one."""
    if document.kind != "jsonl" or document.is_surely_canonical(form):
        return False
    return any(document.line_layout_faults())


_NUMBER = "0123456789+-.eE"


def _first_difference(document: Document, canonical: bytes) -> tuple[Span | None, str]:
    if document.has_bom and document.data[3:] == canonical:
        return None, ""
    text, wanted = document.text, canonical.decode("utf-8")
    place = shared_start(text, wanted)
    if place == len(text):
        return document.span_at(place, place), "the final newline is missing"
    if place == len(wanted):
        return document.span_at(place, len(text)), "more than one newline at the end"
    end = text.find("\n", place)
    return document.span_at(place, len(text) if end < 0 else max(end, place + 1)), _kind(text, wanted, place)


def _kind(text: str, wanted: str, place: int) -> str:
    if text[place] in " \t\r\n" or wanted[place] in " \t\r\n":
        return "the layout differs from here on"
    if text[place] == "\\" or wanted[place] == "\\":
        return "an escape is written another way"
    if is_digits(text[place - 1 : place]) and (text[place] in _NUMBER or wanted[place] in _NUMBER):
        return "a number is written another way"
    if text[place] in _NUMBER and wanted[place] in _NUMBER:
        return "a number is written another way"
    return "the order of keys or entries differs from here on"
