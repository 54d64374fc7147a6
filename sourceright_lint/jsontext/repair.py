"""Repairs of broken syntax that leave no doubt about what was meant: trailing commas, leading zeros."""

from __future__ import annotations

import re

from sourceright_lint.finding import Splice
from sourceright_lint.jsontext.faults import MOST
from sourceright_lint.jsontext.scan import BrokenTextError, Scanner, TooDeepError
from sourceright_lint.jsontext.skip import scanner_of_errors

LEADING_ZERO = re.compile(r"-?(0+)[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])")


def trailing_comma(text: str, error: BrokenTextError) -> int | None:
    """The offset of the comma where the scanner stopped because nothing follows a comma."""
    at, container = error.position, error.container
    if error.want == "end" and text.startswith(",", at):
        return None if text[at + 1 :].strip(" \t\r\n") else at
    if container is None:
        return None
    after_comma = "key" if container.kind == "object" else "value"
    closing = "}" if container.kind == "object" else "]"
    return error.comma if error.want == after_comma and text.startswith(closing, at) else None


def repairs(path: str, text: str) -> tuple[Splice, ...]:
    """The edits that make the text JSON by taking commas and zeros out; none if that is not enough.

    None either if they are more than the faults of one kind that are told: so much was not written by hand.
    """
    scanner = scanner_of_errors(text)
    edits: list[Splice] = []
    while error := _run(scanner):
        edit = _step_over(path, scanner, error) if isinstance(error, BrokenTextError) else None
        if len(edits) == MOST:
            return ()
        if edit is None:
            return ()
        edits.append(edit)
    return tuple(edits)


def is_json(text: str) -> bool:
    """Whether the text is one value. Of a large text its nesting is not looked at."""
    return _run(scanner_of_errors(text)) is None


def _run(scanner: Scanner) -> BrokenTextError | TooDeepError | None:
    try:
        scanner.run()
    except (BrokenTextError, TooDeepError) as error:
        return error
    return None


def _step_over(path: str, scanner: Scanner, error: BrokenTextError) -> Splice | None:
    comma = trailing_comma(scanner.text, error)
    if comma is not None:
        if scanner.want == "end":
            scanner.position = comma + 1
        else:
            scanner.want = "separator"
        return Splice(path, comma, comma + 1, "")
    zero = LEADING_ZERO.match(scanner.text, error.position)
    if zero and scanner.want in ("value", "first element"):
        scanner.position = zero.end(1)
        return Splice(path, zero.start(1), zero.end(1), "")
    return None
