"""Kinds of values that configuration keys take.

Each kind reads a TOML value and describes the same values as JSON Schema, so the two cannot drift apart
without the test that compares them noticing.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sourceright_lint.config.glob import Glob
from sourceright_lint.config.locate import Route
from sourceright_lint.config.origin import Origin
from sourceright_lint.config.toml import kind_of
from sourceright_lint.errors import LintError
from sourceright_lint.escape import show
from sourceright_lint.resemblance import nearest

_CONTROL = r"[\u0000-\u001f\u007f]"
_NOT_BELOW = r"^/|\\|^[A-Za-z]:|(^|/)\.{0,2}(/|$)"


class Codes:
    """Rule codes, and every prefix of them. They are asked for only when a configuration names one."""

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self._known = known
        self._prefixes: frozenset[str] | None = None

    @property
    def prefixes(self) -> frozenset[str]:
        """All that ``select`` and its like may name."""
        if self._prefixes is None:
            parts = [code.split(".") for code in self._known()]
            heads = {".".join(each[:count]) for each in parts for count in range(1, len(each) + 1)}
            self._prefixes = frozenset({"ALL", *heads})
        return self._prefixes


class At(NamedTuple):
    """The place of a value that is being read."""

    origin: Origin
    codes: Codes
    route: Route = ()

    def into(self, part: str | int) -> At:
        """The place one step down."""
        return self._replace(route=(*self.route, part))

    def error(self, message: str, help: str = "") -> LintError:
        """The error to raise about the value here."""
        return self.origin.error(self.route, message, help)

    @property
    def name(self) -> str:
        """The key, with those of the tables that it is in."""
        return ".".join(str(part) for part in self.route)

    def wrong_type(self, value: Any, wanted: str) -> LintError:
        """The error to raise where the value is of another kind altogether."""
        return self.error(f"{show(self.name)} must be {wanted}, not {kind_of(value)}")


class Kind(ABC):
    """What a key may hold. ``read`` raises the error of the value's origin for anything else."""

    @abstractmethod
    def read(self, value: Any, at: At) -> Any:
        """The value as the settings keep it."""

    @abstractmethod
    def schema(self, codes: Codes) -> dict[str, Any]:
        """The same values as JSON Schema (draft 7)."""


class Flag(Kind):
    """``true`` or ``false``."""

    def read(self, value: Any, at: At) -> bool:
        if not isinstance(value, bool):
            raise at.wrong_type(value, "true or false")
        return value

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"type": "boolean"}


class Text(Kind):
    """A string with something in it and no control characters."""

    wanted = "a string"

    def read(self, value: Any, at: At) -> Any:
        if not isinstance(value, str):
            raise at.wrong_type(value, self.wanted)
        if not value or re.search(_CONTROL, value):
            raise at.error(f"{show(value)} must be text without control characters, and not empty")
        return value

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "not": {"pattern": _CONTROL}}


class Choice(Text):
    """One of a few words."""

    def __init__(self, choices: Sequence[str], what: str = "value") -> None:
        self.choices = tuple(choices)
        self.what = what

    def read(self, value: Any, at: At) -> str:
        if not isinstance(value, str):
            raise at.wrong_type(value, " or ".join(show(choice) for choice in self.choices))
        if value not in self.choices:
            is_said = at.route[-1:] == (self.what.replace(" ", "-"),)
            message = unknown(self.what, value, self.choices, "" if is_said else at.name)
            raise at.error(message, _one_of(self.choices))
        return value

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"enum": list(self.choices)}


class Code(Text):
    """A rule code, a prefix of some, or ``ALL``."""

    wanted = "a rule code"

    def read(self, value: Any, at: At) -> str:
        if not isinstance(value, str):
            raise at.wrong_type(value, self.wanted)
        if value not in at.codes.prefixes:
            message = unknown("rule code", value, sorted(at.codes.prefixes))
            raise at.error(message, "sourceright-lint rule --list lists the codes")
        return value

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"enum": sorted(codes.prefixes)}


class Pattern(Text):
    """A path pattern, read from the folder of the configuration file."""

    wanted = "a path pattern"

    def read(self, value: Any, at: At) -> Glob:
        return Glob(at.origin.base, super().read(value, at))


class PlaceBelow(Text):
    """A path that stays below the folder of the configuration file."""

    wanted = "a path"

    def read(self, value: Any, at: At) -> str:
        path: str = super().read(value, at)
        if re.search(_NOT_BELOW, path):
            raise at.error(
                f"{show(path)} must be a path below the folder of the configuration",
                'write it with "/" between its parts, and without "..", "." or a leading "/"',
            )
        return join(at.origin.base, path)

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "not": {"pattern": f"{_CONTROL}|{_NOT_BELOW}"}}


class Anywhere(PlaceBelow):
    """A path: below the folder of a configuration file, which a stranger may have written; an option names any."""

    def read(self, value: Any, at: At) -> str:
        if at.origin.is_file:
            return super().read(value, at)
        path: str = Text.read(self, value, at)
        return path if path.startswith("/") or re.match("[A-Za-z]:", path) else join(at.origin.base, path)


class Listing(Kind):
    """An array of one kind of item, read as a tuple."""

    def __init__(self, item: Kind, wanted: str) -> None:
        self.item = item
        self.wanted = wanted

    def read(self, value: Any, at: At) -> Any:
        if not isinstance(value, (list, tuple)):
            raise at.wrong_type(value, self.wanted)
        return tuple(self.item.read(each, at.into(index)) for index, each in enumerate(value))

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"type": "array", "items": self.item.schema(codes)}


class Table(Kind):
    """A table whose keys are of one kind and whose values of another, read as pairs."""

    def __init__(self, key: Kind, item: Kind, wanted: str) -> None:
        self.key = key
        self.item = item
        self.wanted = wanted

    def read(self, value: Any, at: At) -> Any:
        if not isinstance(value, dict):
            raise at.wrong_type(value, self.wanted)
        return tuple(
            (self.key.read(name, at.into(name)), self.item.read(each, at.into(name)))
            for name, each in value.items()
        )

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": self.key.schema(codes),
            "additionalProperties": self.item.schema(codes),
        }


class Dictionary(Table):
    """A table, read as a dictionary."""

    def read(self, value: Any, at: At) -> dict[Any, Any]:
        return dict(super().read(value, at))


class Record(Kind):
    """A table with fixed keys, none of which must be there."""

    def __init__(self, members: Mapping[str, Kind]) -> None:
        self.members = members

    def read(self, value: Any, at: At) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise at.wrong_type(value, "a table")
        return {
            name: member_of(self.members, name, at).read(each, at.into(name)) for name, each in value.items()
        }

    def schema(self, codes: Codes) -> dict[str, Any]:
        properties = {name: kind.schema(codes) for name, kind in self.members.items()}
        return {"type": "object", "properties": properties, "additionalProperties": False}


def member_of(members: Mapping[str, Kind], name: str, at: At) -> Kind:
    """The kind of the value under ``name``; an error with the near miss if there is no such key."""
    if name not in members:
        raise at.into(name).error(unknown("key", name, sorted(members)), _one_of(sorted(members)))
    return members[name]


def unknown(what: str, value: str, choices: Sequence[str], key: str = "") -> str:
    """Says that ``value``, given for ``key``, is none of the choices, and which one it resembles."""
    near = nearest(value, choices)
    given = f"unknown {what} {show(value)}" + (f" for {show(key)}" if key else "")
    return given + (f"; did you mean {show(near)}?" if near else "")


def join(base: str, path: str) -> str:
    """The path from the root, its ``.`` and ``..`` resolved (leading ``..`` stay)."""
    from posixpath import normpath

    joined = normpath(f"{base}/{path}" if base else path)
    return "" if joined == "." else joined


def _one_of(choices: Sequence[str]) -> str:
    return "known: " + ", ".join(choices)
