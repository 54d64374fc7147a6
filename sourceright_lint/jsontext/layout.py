"""Whether the text of valid JSON is laid out canonically, told without writing it anew.

With its strings blanked, a file has few distinct lines. Each is judged once; then the depths at which the
lines stand must fit together. On the path of every run: it imports nothing heavy.
"""

from __future__ import annotations

import re

from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.number import canonical_number, is_out_of_range

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_LINE = re.compile(
    r'( *)(?:(?:"": )?(?:""|true|false|null|\[\]|\{\}|(-?[0-9][0-9.eE+-]*)|([\[{]))|([\]}])),?'
)
_BROKEN_EMPTY = re.compile(r"[\[{]\n *[\]}]")
_SPACE = re.compile(r"[ \t\r]")
_NUMBER = re.compile(r"-?[0-9][0-9.eE+-]*")
_ESCAPE = re.compile(r"\\(?:u(....)|.)", re.DOTALL)
_BY_NUMBER = frozenset(f"{code:04x}" for code in range(0x20)) - {"0008", "0009", "000a", "000c", "000d"}


def is_laid_out(text: str) -> bool:
    """Whether the text of a valid JSON value is in canonical layout: line breaks, indents, escapes, numbers.

    The order of keys and elements is not looked at. False also where a number is out of range or nesting is
    over the limit.
    """
    if "\\" in text and not _has_canonical_escapes(text):
        return False
    blanked = _STRING.sub('""', text)
    lines = blanked.split("\n")
    if lines.pop() or not lines or _BROKEN_EMPTY.search(blanked):
        return False
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    for line in set(lines):
        depths = _depths(line)
        if depths is None:
            return False
        before[line], after[line] = depths
    found, left = list(map(before.__getitem__, lines)), list(map(after.__getitem__, lines))
    return found == [0, *left[:-1]] and left[-1] == 0 and max(left) <= MAX_DEPTH


def are_lines(text: str) -> bool:
    """Whether the text of valid JSON Lines is in canonical layout: one compact value on each line.

    Nesting is not looked at.
    """
    if "\\" in text and not _has_canonical_escapes(text):
        return False
    blanked = _STRING.sub('""', text)
    if not text:
        return True
    if not blanked.endswith("\n") or "\n\n" in blanked or blanked[0] == "\n" or _SPACE.search(blanked):
        return False
    return all(map(_is_canonical_number, set(_NUMBER.findall(blanked))))


def _is_canonical_number(text: str) -> bool:
    return canonical_number(text) == text and not is_out_of_range(text)


def _depths(line: str) -> tuple[int, int] | None:
    """Containers open before and after a blanked line; None where canonical text has no such line."""
    match = _LINE.fullmatch(line)
    if match is None or len(match[1]) % 2:
        return None
    indent = len(match[1]) // 2
    if match[2] and not _is_canonical_number(match[2]):
        return None
    return indent + bool(match[4]), indent + bool(match[3])


def _has_canonical_escapes(text: str) -> bool:
    return all(
        match[1] in _BY_NUMBER if match[1] else match[0][1] in '"\\bfnrt' for match in _ESCAPE.finditer(text)
    )
