"""What a finding is about, as a hash: another value makes another finding, another line does not."""

from __future__ import annotations

from functools import reduce
from hashlib import sha256
from operator import getitem

from sourceright_lint.baseline.entry import Key
from sourceright_lint.finding import Finding, Pointer, Reformat
from sourceright_lint.jsontext import Document
from sourceright_lint.merging.values import identity, parse

_DIGITS = 16
_LARGE = 100_000
"""Characters of a value from which on it is not read anew."""


def key_of(finding: Finding, document: Document | None) -> Key:
    """The key that a baseline knows the finding by."""
    return Key(finding.path, finding.code, finding.record or "", _value(finding, document))


def _value(finding: Finding, document: Document | None) -> str:
    """Hash of the names on the way to the value and of the value itself; empty for a file as a whole.

    Positions in arrays do not count, so that entries can be added before this one.
    """
    if document is None or _is_about_layout(finding):
        return ""
    if finding.by_text:
        what = [document.line_text(finding.span.line).strip()]
    else:
        raw = document.raw(finding.pointer)
        if _is_main_part(finding) and raw.startswith(("{", "[")):
            return ""
        names = (part for part in finding.pointer if isinstance(part, str))
        what = [*names, _same_for_equal(raw, document, finding.pointer)]
    text = "\0".join([finding.code, *what])
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _is_about_layout(finding: Finding) -> bool:
    """Whether the content of the file is not what it is about: any edit would bring it back."""
    return finding.fix is not None and any(isinstance(edit, Reformat) for edit in finding.fix.edits)


def _is_main_part(finding: Finding) -> bool:
    """Whether its place is the file as a whole or all that is below one of its first keys."""
    pointer = finding.pointer
    return finding.record is None and (not pointer or (len(pointer) == 1 and isinstance(pointer[0], str)))


def _same_for_equal(raw: str, document: Document, pointer: Pointer) -> str:
    """A text that equal values share, however they are laid out; what is not there is empty."""
    if len(raw) > _LARGE and document.is_plain:
        # It is there already, and takes many times as much as its text.
        return identity(reduce(getitem, pointer, document.value))
    try:
        return identity(parse(raw)) if raw else ""
    except (ValueError, RecursionError):
        return raw
