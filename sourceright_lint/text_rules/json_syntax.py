"""Text that no JSON reader gets through."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.rule import Problem, rule
from sourceright_lint.text_rules.other_formats import other_format
from sourceright_lint.text_rules.subject import Text


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
    for problem in text.faults("json.syntax"):
        help = other_format(text.document.text) if _is_at_start(text, problem) else ""
        yield problem._replace(help=help) if help else problem


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


def _is_at_start(text: Text, problem: Problem) -> bool:
    """Whether nothing but white space stands before the place."""
    start = len(text.document.text) - len(text.document.text.lstrip())
    span = problem.place.span
    return span is not None and span[:2] == text.document.span_at(start, start)[:2]
