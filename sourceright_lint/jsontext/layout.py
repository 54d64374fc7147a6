"""Whether the text of valid JSON is laid out canonically, told without writing it anew.

With its strings blanked, a file has few distinct lines, and few distinct pairs of lines that follow each other.
Each is judged once. On the path of every run: it imports nothing heavy.
"""

from __future__ import annotations

import re
from itertools import pairwise

from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.number import canonical_number, is_out_of_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    _Line = tuple[int, int, bool, bool]

_LINE = re.compile(
    r'( *)(?:(?:"": )?(?:""|true|false|null|\[\]|\{\}|(-?[0-9][0-9.eE+-]*)|([\[{]))|([\]}])),?'
)
_NUMBER = r"-?[0-9][0-9.eE+-]*"
_ESCAPE = r"(?s)\\(?:u(....)|.)"
_BY_NUMBER = frozenset(f"{code:04x}" for code in range(0x20)) - {"0008", "0009", "000a", "000c", "000d"}


def is_laid_out(text: str) -> bool:
    """Whether the text of a valid JSON value is in canonical layout: line breaks, indents, escapes, numbers.

    The order of keys and elements is not looked at. False also where a number is out of range or nesting may be
    over the limit.
    """
    if "\\" in text and not _has_canonical_escapes(text):
        return False
    blanked = _blanked(text)
    lines = blanked.split("\n")
    if lines.pop() or not lines:
        return False
    pairs = set(pairwise(lines))
    judged: dict[str, _Line] = {}
    for line in {lines[0], *(follower for _, follower in pairs)}:
        known = _judge(line)
        # An empty container on a line is one level more than its indent says.
        if known is None or known[1] >= MAX_DEPTH:
            return False
        judged[line] = known
    # That the last line closes the first needs no look: each fits the one before, and the text is valid.
    return judged[lines[0]][0] == 0 and all(
        _may_follow(judged[line], judged[follower]) for line, follower in pairs
    )


def are_lines(text: str) -> bool:
    """Whether the text of valid JSON Lines is in canonical layout: one compact value on each line.

    Nesting is not looked at.
    """
    if "\\" in text and not _has_canonical_escapes(text):
        return False
    if not text:
        return True
    blanked = _blanked(text)
    if not blanked.endswith("\n") or "\n\n" in blanked or blanked[0] == "\n":
        return False
    if " " in blanked or "\t" in blanked or "\r" in blanked:
        return False
    return all(map(_is_canonical_number, set(re.findall(_NUMBER, blanked))))


def _blanked(text: str) -> str:
    """Valid JSON with every string empty."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    return '""'.join(text.split('"')[::2])


def _is_canonical_number(text: str) -> bool:
    return canonical_number(text) == text and not is_out_of_range(text)


def _judge(line: str) -> _Line | None:
    """A blanked line: containers open before and after it, whether it opens and whether it closes one.

    None where canonical text has no such line.
    """
    match = _LINE.fullmatch(line)
    if match is None or len(match[1]) % 2:
        return None
    indent = len(match[1]) // 2
    if match[2] and not _is_canonical_number(match[2]):
        return None
    opens, closes = bool(match[3]), bool(match[4])
    return indent + closes, indent + opens, opens, closes


def _may_follow(line: _Line, other: _Line) -> bool:
    """Whether the other line fits behind: at the same depth, and an empty container stands on one line."""
    return line[1] == other[0] and not (line[2] and other[3])


def _has_canonical_escapes(text: str) -> bool:
    return all(
        match[1] in _BY_NUMBER if match[1] else match[0][1] in '"\\bfnrt'
        for match in re.finditer(_ESCAPE, text)
    )
