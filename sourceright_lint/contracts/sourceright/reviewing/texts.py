"""Texts that somebody gives for a record: they must say something, and be what any reader can hold and show."""

from __future__ import annotations

import re

from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.whitespace import is_blank
from sourceright_lint.escape import show

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_CONTROL_IN_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def require_text(what: str, text: str) -> None:
    """Refuse a text that says nothing, or is not one clean line."""
    _require(what, text, unclean(text))


def require_lines(what: str, text: str) -> None:
    """Refuse a text that says nothing, or is not clean. It may have several lines."""
    _require(what, text, unclean_lines(text))


def unclean(text: str) -> str | None:
    """What a name or a word holds that has no place there; None where it is one clean line."""
    if _SURROGATE.search(text):
        return _half(text)
    return "a control character or a line break" if _CONTROL.search(text) else None


def unclean_lines(text: str) -> str | None:
    """The same for notes, in which tabs and line breaks are welcome."""
    if _SURROGATE.search(text):
        return _half(text)
    return "a control character" if _CONTROL_IN_LINES.search(text) else None


def _half(text: str) -> str:
    byte = any("\udc80" <= character <= "\udcff" for character in text)
    return "half a character (a lone surrogate)" + (", or a byte that is no UTF-8" if byte else "")


def _require(what: str, text: str, found: str | None) -> None:
    if is_blank(text):
        raise ReviewRefused(f"{what} must not be empty")
    if found is not None:
        raise ReviewRefused(f"{what} must not hold {found}: {show(text)}")
