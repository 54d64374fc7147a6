"""Path patterns of the configuration, with the meaning they have in ``.gitignore``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count


class Glob:
    """A pattern, read from the folder ``base``.

    ``*``, ``?`` and ``[…]`` stay inside one part of a path, ``**`` spans any number of parts. A pattern
    without ``/`` matches at any depth. What matches a folder matches everything below it.
    """

    __slots__ = ("_regex", "base", "pattern")

    def __init__(self, base: str, pattern: str) -> None:
        self.base = base
        self.pattern = pattern
        self._regex: re.Pattern[str] | None = None

    def matches(self, path: str) -> bool:
        """Whether the pattern matches ``path`` (relative to the root) or a folder above it."""
        if self.base:
            if not path.startswith(self.base + "/"):
                return False
            path = path[len(self.base) + 1 :]
        if self._regex is None:
            self._regex = re.compile(_translate(self.pattern), re.DOTALL)
        return self._regex.match(path) is not None

    def __repr__(self) -> str:
        return f"Glob({self.base!r}, {self.pattern!r})"


_NOTHING = r"(?!)"
"""What ``/.`` matches: the top itself is no path below it."""


def _translate(pattern: str) -> str:
    """A regular expression that takes time in proportion to pattern and path, whatever they are.

    What stands between two ``*`` (or two ``**``) is taken where it comes first: no later place can serve the
    rest better, so the matcher is kept from trying any. A lookahead and a reference back to it do that.
    """
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    anchored = "/" in pattern.rstrip("/")
    if anchored and not parts:
        return _NOTHING
    if not anchored:
        parts.insert(0, "**")
    parts = [part for at, part in enumerate(parts) if part != "**" or parts[at - 1 : at] != ["**"]]
    groups = count(1)
    below = parts[-1] == "**"
    runs = _split(parts[:-1] if below else parts, "**")
    texts = ["/".join(_translate_part(part, groups) for part in run) for run in runs]
    regex = texts[0] + ("/" if texts[0] and len(runs) > 1 else "")
    for text in texts[1:-1]:
        regex += _first(f"(?:[^/]+/)*?{text}/", groups)
    if len(runs) > 1:
        regex += f"(?:[^/]+/)*{texts[-1]}"
    if below:
        regex += "/[^/].*" if texts[-1] else "[^/].*"
    return regex + r"(?:/.*)?\Z"


def _translate_part(part: str, groups: Iterator[int]) -> str:
    """Part of a path without its slashes."""
    runs = _split(_tokens(part), "*")
    regex = "".join(runs[0])
    for run in runs[1:-1]:
        if run:
            regex += _first("[^/]*?" + "".join(run), groups)
    return regex + ("[^/]*" + "".join(runs[-1]) if len(runs) > 1 else "")


def _first(regex: str, groups: Iterator[int]) -> str:
    name = f"g{next(groups)}"
    return f"(?=(?P<{name}>{regex}))(?P={name})"


def _split(items: Sequence[str], mark: str) -> list[list[str]]:
    runs: list[list[str]] = [[]]
    for item in items:
        if item == mark:
            runs.append([])
        else:
            runs[-1].append(item)
    return runs


def _tokens(part: str) -> list[str]:
    """``*``, or the regular expression of one character."""
    tokens, at = [], 0
    while at < len(part):
        char = part[at]
        end = _class_end(part, at) if char == "[" else 0
        if end:
            tokens.append(_translate_class(part[at + 1 : end]))
            at = end + 1
            continue
        tokens.append({"*": "*", "?": "[^/]"}.get(char) or re.escape(char))
        at += 1
    return tokens


def _class_end(part: str, at: int) -> int:
    """Where the class that opens at ``at`` closes, or 0 if it never does (then ``[`` is itself)."""
    start = at + 2 if part[at + 1 : at + 2] in ("!", "^", "]") else at + 1
    if part[at + 1 : at + 3] in ("!]", "^]"):
        start += 1
    return max(0, part.find("]", start))


def _translate_class(inside: str) -> str:
    negated = inside[0] in "!^"
    body = inside[1:] if negated else inside
    items, at = "", 0
    while at < len(body):
        low = body[at]
        if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            high = body[at + 2]
            items += f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
            at += 3
        else:
            items += re.escape(low)
            at += 1
    if not items:
        return "[^/]" if negated else "(?!)"
    return f"(?:(?!/)[{'^' if negated else ''}{items}])"
