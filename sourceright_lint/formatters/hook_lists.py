"""The hooks that a configuration of pre-commit or prek names, read line by line.

No YAML reader comes with the tool, and none is needed to see an ``id`` and the patterns that stand below it.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

FILES = (".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml")

_ID = re.compile(r"""^(?P<lead>[^#]*?)\bid\s*[:=]\s*["']?(?P<id>[\w.-]+)""")
_KEY = r"(?m)^(?P<indent>{indent}){key}[ \t]*[:=][ \t]*(?P<value>.*)$"
_NOT_SYNTAX = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
_PATIENCE = 100_000_000
_ANY_INDENT = r"[ \t]*(?:-[ \t]+)?"


class Hook(NamedTuple):
    """A hook, the file that names it, and the patterns that limit it; an empty pattern limits nothing."""

    id: str
    file: str
    files: str
    excludes: tuple[str, ...]

    def takes(self, path: str) -> bool:
        """Whether the hook is given a file at ``path``."""
        wanted = not self.files or is_slow(self.files, path) or _matches(self.files, path)
        excludes = [pattern for pattern in self.excludes if pattern and not is_slow(pattern, path)]
        return wanted and not any(_matches(pattern, path) for pattern in excludes)


def hooks_of(names: Sequence[str], read: Callable[[str], bytes | None]) -> list[Hook]:
    """All hooks of the configuration files that are there."""
    return [hook for name in FILES if name in names for hook in _hooks(name, read(name) or b"")]


def _hooks(name: str, data: bytes) -> Iterator[Hook]:
    lines = data.decode("utf-8", "replace").splitlines()
    everywhere = _pattern("\n".join(lines), "exclude", indent="")
    for number, line in enumerate(lines):
        match = _ID.match(line)
        if match:
            block = "\n".join(_block(lines, number))
            yield Hook(match["id"], name, _pattern(block, "files"), (_pattern(block, "exclude"), everywhere))


def _block(lines: Sequence[str], start: int) -> Iterator[str]:
    """The line that names the hook and those below it that belong to it."""
    depth = _depth(lines[start])
    yield lines[start]
    for line in lines[start + 1 :]:
        if line.strip() and (
            _depth(line) < depth or _ID.match(line) or line.lstrip().startswith(("- ", "[["))
        ):
            return
        yield line


def _depth(line: str) -> int:
    """Where the key of a line starts, behind the dash of a list."""
    return len(line) - len(line.lstrip().removeprefix("- ").lstrip())


def _pattern(block: str, key: str, indent: str = _ANY_INDENT) -> str:
    """The value of a key: on its line, or on the deeper lines below it."""
    match = re.search(_KEY.format(key=key, indent=indent), block)
    if match is None:
        return ""
    value = match["value"].strip()
    if value.startswith(("|", ">")):
        return _below(block[match.end() + 1 :], len(match["indent"]))
    for quote in ("'''", '"', "'"):
        if value.startswith(quote) and quote in value[len(quote) :]:
            inside = value[len(quote) : value.index(quote, len(quote))]
            return inside.replace("\\\\", "\\") if quote == '"' else inside
    return value.split(" #")[0].strip()


def _below(text: str, depth: int) -> str:
    taken = []
    for line in text.splitlines():
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        taken.append(line.strip())
    return "\n".join(taken)


def is_slow(pattern: str, path: str) -> bool:
    """Whether a pattern that a stranger wrote might keep us busy for long: it is not tried then."""
    return _ways(pattern, len(path)) > _PATIENCE


def _ways(pattern: str, length: int) -> float:
    """In how many ways at most a pattern can be laid over a text: many where groups are repeated."""
    text = _NOT_SYNTAX.sub("x", pattern)
    levels: list[list[float]] = [[0, 1]]
    for before, char, after in zip(" " + text, text, text[1:] + " ", strict=False):
        level = levels[-1]
        if char == "(":
            levels.append([0, 1])
        elif char == "|":
            levels[-1] = [sum(level), 1]
        elif char == ")" and len(levels) > 1:
            levels.pop()
            levels[-1][1] *= math.inf if after in "*+{" else sum(level)
        elif char in "*+{":
            level[1] *= length
        elif char == "?" and before not in "(*+?}":
            level[1] *= 2
    return max(sum(level) for level in levels)


def _matches(pattern: str, path: str) -> bool:
    """A pattern of another tool: what this version of Python has to say about it is no concern of ours."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.search(pattern, path) is not None
    except (re.error, OverflowError, RecursionError):
        return False
