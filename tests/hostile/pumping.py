"""Texts that make a regular expression slow, if anything does: one part of what it repeats, over and over.

A backtracking matcher takes more than linear time where a repeat can be left at many places and what follows
never fits, or where a search starts anew at each character. So for each repeat in a pattern: what leads up to
it, then thousands of each character that it takes, then something that fits nowhere.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as sre
    from re import _parser as parser
else:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import sre_constants as sre
        import sre_parse as parser

ALPHABET = "a0Ad\"' \t\n\r\\/_-.,:;{}[]()<>&#%@|*+=`~!?^$xeEué\x85\u2028😀"
MANY = 50
"""From how many rounds on a repeat is worth pumping."""


def attacks(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Texts (bytes for a pattern of bytes) of about ``length`` characters."""
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    flags = pattern.flags & ~re.UNICODE if isinstance(source, bytes) else pattern.flags
    for before, pump in dict.fromkeys(_pumps(list(parser.parse(text, flags)), "", flags)):
        for end in ("\x00", "\n\x00"):
            made = before + pump * (length // len(pump)) + end
            if isinstance(source, bytes):
                yield made.encode("utf-8", "replace")
            else:
                yield made


def _pumps(parts: list[Any], before: str, flags: int) -> Iterator[tuple[str, str]]:
    """Each repeat as what leads up to it and one round of it, a start without anything before included."""
    for at, (operation, argument) in enumerate(parts):
        lead = before + "".join(_sample(part) for part in parts[:at])
        if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT) or str(operation) == "POSSESSIVE_REPEAT":
            _, most, body = argument
            inside = list(body)
            yield from _pumps(inside, lead, flags)
            if most is sre.MAXREPEAT or most >= MANY:
                follow = "".join(_sample(part) for part in parts[at + 1 :])
                for round_ in _rounds(inside, flags):
                    yield lead, round_
                    yield "", round_
                    if lead:
                        yield "", lead + round_
                    if follow:
                        yield "", lead + round_ + follow
        else:
            for inner in _inner(operation, argument):
                yield from _pumps(inner, lead, flags)


def _rounds(body: list[Any], flags: int) -> list[str]:
    """Texts that one round of a repeat takes: of a single character, each of the alphabet that fits."""
    whole = "".join(_sample(part) for part in body)
    found = [whole] if whole else []
    if len(body) == 1 and body[0][0] in (sre.IN, sre.ANY, sre.NOT_LITERAL, sre.LITERAL):
        found += [char for char in ALPHABET if _takes(body[0], char)]
    elif body and body[0][0] is sre.BRANCH:
        found += ["".join(map(_sample, branch)) for branch in body[0][1][1]]
    return [text for text in dict.fromkeys(found) if text]


def _inner(operation: Any, argument: Any) -> list[list[Any]]:
    if operation is sre.SUBPATTERN:
        return [list(argument[3])]
    if operation is sre.BRANCH:
        return [list(branch) for branch in argument[1]]
    if operation in (sre.ASSERT, sre.ASSERT_NOT):
        return [list(argument[1])]
    if str(operation) == "ATOMIC_GROUP":
        return [list(argument)]
    return []


def _sample(part: Any) -> str:
    """A text that a part takes, as short as may be; repeats are taken once."""
    operation, argument = part
    if operation is sre.LITERAL:
        return chr(argument)
    if operation in (sre.IN, sre.ANY, sre.NOT_LITERAL):
        return next((char for char in ALPHABET if _takes(part, char)), _first(argument))
    if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT) or str(operation) == "POSSESSIVE_REPEAT":
        return "".join(map(_sample, argument[2])) * max(1, argument[0])
    if operation in (sre.ASSERT, sre.ASSERT_NOT, sre.AT):
        return ""
    inner = _inner(operation, argument)
    return "".join(map(_sample, inner[0])) if inner else ""


def _first(argument: Any) -> str:
    kind, value = argument[0] if isinstance(argument, list) else (sre.LITERAL, 0)
    return chr(value[0] if kind is sre.RANGE else value if kind is sre.LITERAL else 97)


def _takes(part: Any, char: str) -> bool:
    operation, argument = part
    if operation is sre.LITERAL:
        return ord(char) == int(argument)
    if operation is sre.ANY:
        return True
    if operation is sre.NOT_LITERAL:
        return ord(char) != int(argument)
    negated = bool(argument) and argument[0][0] is sre.NEGATE
    return negated != any(_member_takes(member, char) for member in argument)


def _member_takes(member: Any, char: str) -> bool:
    kind, value = member
    if kind is sre.LITERAL:
        return ord(char) == int(value)
    if kind is sre.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    if kind is sre.CATEGORY:
        name = str(value).rpartition("_")[2].lower()
        test = {"digit": str.isdigit, "space": str.isspace, "word": lambda c: c.isalnum() or c == "_"}[name]
        return bool(test(char)) != ("NOT" in str(value))
    return False
