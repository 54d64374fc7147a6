"""Rules that hold for every file of every contract: readable JSON, in canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.finding import Fix, Reformat, Span
from sourceright_lint.jsontext import Document, Fault, Form
from sourceright_lint.numbers import is_digits
from sourceright_lint.rule import Note, Place, Problem, rule


class Text:
    """The subject of these rules: a document, and its canonical form where it is to be kept in it.

    ``is_ours``: the file is one that may be rewritten at all.
    """

    __slots__ = ("document", "form", "is_ours")

    def __init__(self, document: Document, form: Form | None, is_ours: bool = True) -> None:
        self.document = document
        self.form = form
        self.is_ours = is_ours

    def faults(self, code: str) -> Iterator[Problem]:
        """The document's faults of one code, as problems."""
        for fault in self.document.faults:
            if fault.code == code:
                yield self._problem(fault)

    def layout_faults(self, code: str) -> Iterator[Problem]:
        """Faults in the layout of JSON Lines of one code, as problems."""
        if self.document.kind == "jsonl" and self.is_ours and self.document.readable:
            for fault in self.document.line_layout_faults():
                if fault.code == code:
                    yield self._problem(fault)

    def _problem(self, fault: Fault) -> Problem:
        notes = tuple(
            Note(Place(self.document, (), span=self.document.span_at(start, end)), message)
            for start, end, message in fault.notes
        )
        place = Place(self.document, (), span=self.document.span_at(fault.start, fault.end))
        return Problem(place, fault.message, None, notes, fault.fix, fault.help)


@rule("json.encoding", severity="error", scope="text")
def encoding(text: Text) -> Iterator[Problem]:
    """The file is not UTF-8.

    JSON that programs exchange is UTF-8. A byte that is no UTF-8, or a file in UTF-16 as some Windows
    editors save it, is refused by Sourceright and by citation processors. The message names the byte
    offset of the first bad byte, or the encoding that was recognised.

    Fix: none. Only you know which characters the bytes were meant to be; save the file as UTF-8.
    """
    return text.faults("json.encoding")


@rule("json.bom", severity="error", scope="text", fix="safe")
def byte_order_mark(text: Text) -> Iterator[Problem]:
    """The file starts with a byte order mark.

    The three bytes `EF BB BF` before the text are invisible in editors, and many JSON readers refuse
    the file because of them, Sourceright's among them. The rest of the file is checked as usual, and
    columns are counted without the mark.

    Fix: removes exactly these three bytes.
    """
    return text.faults("json.bom")


@rule("json.empty", severity="error", scope="text")
def empty(text: Text) -> Iterator[Problem]:
    """The file is empty.

    An empty file is no JSON. It is usually what an interrupted program or a failed redirection left
    behind. (An empty review queue is a legal JSON Lines file and is not reported.)

    Bad:
    ```json references.csl.json
    ```

    Good:
    ```json references.csl.json
    []
    ```

    Fix: none. Restore the content, for example with `git restore`.
    """
    return text.faults("json.empty")


@rule("json.syntax", severity="error", scope="text")
def syntax(text: Text) -> Iterator[Problem]:
    """The text is not JSON.

    No reader gets past the place that is marked, so nothing else in the file can be checked. There is
    one message for the first fault; the rest of the file is judged once it is mended.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019" "type": "book", "title": "Weirs"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "weirs-2019",
        "type": "book",
        "title": "Weirs"
      }
    ]
    ```

    Fix: none. What was meant is not known.
    """
    return text.faults("json.syntax")


@rule("json.syntax.trailing_comma", severity="error", scope="text", fix="unsafe")
def trailing_comma(text: Text) -> Iterator[Problem]:
    """A comma stands before a closing bracket.

    JavaScript and Python allow it, JSON does not: Sourceright and citation processors refuse the file.

    Bad:
    ```json references.csl.json
    [{"id": "weirs-2019", "type": "book", "title": "Weirs"},]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "weirs-2019",
        "type": "book",
        "title": "Weirs"
      }
    ]
    ```

    Fix: with `--unsafe-fixes`, removes the commas and nothing else. Unsafe, because an element may
    have been lost behind the comma.
    """
    return text.faults("json.syntax.trailing_comma")


@rule("json.syntax.comment", severity="error", scope="text")
def comment(text: Text) -> Iterator[Problem]:
    """The text holds a comment.

    JSON has no comments. Keep the remark in a field (`note` in CSL, `notes` of a decision in the
    sidecar) or in the commit message.

    Bad:
    ```json references.csl.json
    [
      // from the second survey
      {"id": "weirs-2019", "type": "book", "title": "Weirs"}
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "weirs-2019",
        "type": "book",
        "title": "Weirs",
        "note": "from the second survey"
      }
    ]
    ```

    Fix: none. A comment may hold the only copy of what somebody knew.
    """
    return text.faults("json.syntax.comment")


@rule("json.syntax.leading_zero", severity="error", scope="text", fix="unsafe")
def leading_zero(text: Text) -> Iterator[Problem]:
    """A number starts with a zero.

    `07` is no JSON number. It is mostly a month or a day typed by hand.

    Bad:
    ```json references.csl.json
    [{"id": "ferry", "type": "report", "title": "Ferries", "issued": {"date-parts": [[2020, 07]]}}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "ferry",
        "type": "report",
        "title": "Ferries",
        "issued": {
          "date-parts": [
            [
              2020,
              7
            ]
          ]
        }
      }
    ]
    ```

    Fix: with `--unsafe-fixes`, removes the zeros and nothing else. Unsafe, because the digits may
    have been meant as text.
    """
    return text.faults("json.syntax.leading_zero")


@rule("json.syntax.nan", severity="error", scope="text")
def not_a_number(text: Text) -> Iterator[Problem]:
    """The text holds `NaN`, `Infinity` or another word that is no JSON value.

    Python writes `NaN` and `Infinity` and reads them back, so a check made with Python passes; every
    other reader refuses the file.

    Bad:
    ```json references.verification.json
    {"schema_version": "sourceright.verification.v1", "references": {"weirs": {"score": NaN}}}
    ```

    Good:
    ```json references.verification.json
    {
      "schema_version": "sourceright.verification.v1",
      "references": {}
    }
    ```

    Fix: none. Neither 0 nor 1 nor null is what was measured.
    """
    return text.faults("json.syntax.nan")


@rule("json.syntax.control_character", severity="error", scope="text")
def control_character(text: Text) -> Iterator[Problem]:
    r"""A string holds a raw control character.

    Line breaks, tabs and other characters below U+0020 must be written as escapes inside a string
    (`\n`, `\t`, `\u000b`). Often a quotation mark is missing on the line, and the string runs on.

    Fix: none. The place where the string was meant to end is not known.
    """
    return text.faults("json.syntax.control_character")


@rule("json.merge_marker", severity="error", scope="text")
def merge_marker(text: Text) -> Iterator[Problem]:
    """A merge conflict was not resolved.

    Lines that start with `<<<<<<<`, `=======` or `>>>>>>>` are what Git leaves where two branches
    changed the same place. Both versions are there: choose, or keep what both sides added. Markers
    that are quoted inside a string are text and are not reported.

    Bad:
    ```json references.csl.json
    [
    <<<<<<< HEAD
      {"id": "weirs-2019", "type": "book", "title": "Weirs"}
    =======
      {"id": "weirs-2019", "type": "book", "title": "Weirs, second edition"}
    >>>>>>> survey
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "weirs-2019",
        "type": "book",
        "title": "Weirs, second edition"
      }
    ]
    ```

    Fix: none. A person decides. The merge driver that `sourceright-lint install` sets up leaves such
    marks only where two people changed the same field.
    """
    return text.faults("json.merge_marker")


@rule("json.fence", severity="error", scope="text")
def fence(text: Text) -> Iterator[Problem]:
    """The JSON is wrapped in a Markdown code fence.

    Lines of three backticks around the JSON come from an answer of a language model that was saved as
    it was. They are no part of the data.

    Fix: none. What stands around the fence may matter; remove the lines by hand.
    """
    return text.faults("json.fence")


@rule("json.duplicate_key", severity="error", scope="text")
def duplicate_key(text: Text) -> Iterator[Problem]:
    """An object has the same key twice.

    Readers keep the last value, or the first, or refuse the file; all but one of the values are lost
    as soon as any tool rewrites it. Keys are compared after their escapes are resolved.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "title": "Eels and weirs"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels and weirs"
      }
    ]
    ```

    Fix: none. Which value is right is for a person. While it is there, the file is not reformatted,
    and nothing in that object is changed.
    """
    return text.faults("json.duplicate_key")


@rule("json.lone_surrogate", severity="error", scope="text")
def lone_surrogate(text: Text) -> Iterator[Problem]:
    r"""A string holds half of a character.

    `\ud83d` without its second half is what is left of an emoji when a program cuts text by length.
    Sourceright refuses the whole file; other readers put a replacement character in its place.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "abstract": "cut here \ud83d"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels",
        "abstract": "not cut 😀"
      }
    ]
    ```

    Fix: none. The missing half is not known. When the file is rewritten for another reason, the
    escape stays as it is.
    """
    return text.faults("json.lone_surrogate")


@rule("json.depth", severity="error", scope="text")
def depth(text: Text) -> Iterator[Problem]:
    """The file is nested too deeply.

    Sourceright reads at most 127 containers inside each other. Deeper nesting is never a
    bibliography; it is a program's mistake, or an attempt to crash a reader.

    Fix: none.
    """
    return text.faults("json.depth")


@rule("json.number.out_of_range", severity="error", scope="text")
def number_out_of_range(text: Text) -> Iterator[Problem]:
    """A number is too large for a reader to hold.

    Sourceright refuses a number that is beyond the range of a double (about 1.8e308); JavaScript
    and Python read it as infinity.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "custom": {"weight": 1e400}}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels",
        "custom": {
          "weight": 1e+40
        }
      }
    ]
    ```

    Fix: none. The text of the number is kept as it is.
    """
    return text.faults("json.number.out_of_range")


@rule("json.lines", severity="error", scope="text")
def lines(text: Text) -> Iterator[Problem]:
    """JSON stands where JSON Lines is due, or the reverse.

    A review queue is JSON Lines: one object on each line, no brackets or commas around them. The
    other files are one JSON value each.

    Bad:
    ```jsonl review-queue.jsonl
    [
      {"id": "eels", "review_status": "queued"}
    ]
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels","review_status":"queued"}
    ```

    Fix: none.
    """
    return text.faults("json.lines")


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
    if form is None or not document.readable or document.is_canonical(form):
        return
    if not form.is_for(document.value):
        return
    canonical = document.canonical(form)
    if canonical is None:
        return
    if document.kind == "jsonl" and any(document.line_layout_faults()):
        return
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

    Fix: removes the line.
    """
    return text.layout_faults("format.lines.blank")


@rule("format.lines.trailing_space", severity="error", scope="text", fix="safe")
def trailing_space(text: Text) -> Iterator[Problem]:
    """A line of a JSON Lines file has white space before or after the value.

    It says nothing, and it makes two equal lines differ in a diff.

    Fix: removes the white space.
    """
    return text.layout_faults("format.lines.trailing_space")


@rule("format.lines.line_ending", severity="error", scope="text", fix="safe")
def line_ending(text: Text) -> Iterator[Problem]:
    """A line of a JSON Lines file ends in a carriage return.

    Lines end in a line feed alone. Mixed line endings make every tool that rewrites the file change
    lines that nobody touched.

    Fix: removes the carriage return.
    """
    return text.layout_faults("format.lines.line_ending")


@rule("format.lines.final_newline", severity="error", scope="text", fix="safe")
def final_newline(text: Text) -> Iterator[Problem]:
    """The last line of a JSON Lines file has no line feed.

    A program that appends an entry would write it behind the last one, on the same line.

    Fix: adds the line feed.
    """
    return text.layout_faults("format.lines.final_newline")


_NUMBER = "0123456789+-.eE"


def _first_difference(document: Document, canonical: bytes) -> tuple[Span | None, str]:
    if document.has_bom and document.data[3:] == canonical:
        return None, ""
    text, wanted = document.text, canonical.decode("utf-8")
    place = _common_prefix(text, wanted)
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


def _common_prefix(left: str, right: str) -> int:
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
