"""Read a configuration file: parse it, judge every key, follow ``extend``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sourceright_lint.config.keys import codes_of, key_table
from sourceright_lint.config.kinds import At, Codes, join, member_of
from sourceright_lint.config.origin import CommandLine, Origin
from sourceright_lint.config.settings import Layer
from sourceright_lint.config.toml import TOMLDecodeError, loads
from sourceright_lint.contract import Contract
from sourceright_lint.errors import ConfigError
from sourceright_lint.escape import one_line, show, show_path

SECTION = "sourceright-lint"
MOST_BYTES = 256_000
"""Of a configuration file. What a TOML reader holds may be a hundred times the text."""
_MISSPELT = ("sourceright_lint", "sourcerightlint")

Reader = Callable[[str], "bytes | None"]
KnownCodes = Callable[[], Iterable[str]]


class ConfigFile:
    """A parsed configuration file. ``table`` is the tool's own table in it, or None if it has none.

    ``path`` is how the reader knows it, and ``label`` the user.
    """

    def __init__(self, path: str, label: str, base: str, data: bytes) -> None:
        self.path = path
        text = _decode(label, data)
        content = _parse(label, text)
        prefix: tuple[str, ...] = ()
        table: Any = content
        if path.rpartition("/")[2] == "pyproject.toml":
            prefix = ("tool", SECTION)
            table = _section(content, Origin(label, base, text, ()))
        self.origin = Origin(label, base, text, prefix)
        self.table: dict[str, Any] | None = table

    def beside(self, name: str) -> tuple[str, str, str]:
        """Path, label and base of a file that this one names. ConfigError if that lies outside the root."""
        path = join(self.path.rpartition("/")[0], name)
        if path.startswith("../") or re.match("/|[A-Za-z]:", name):
            raise self.origin.error(("extend",), f"{show(name)} lies outside the root of what is checked")
        return path, path, path.rpartition("/")[0]


class GivenFile(ConfigFile):
    """A file that the user named: anywhere in the file system, its paths from where the command runs."""

    def beside(self, name: str) -> tuple[str, str, str]:
        """Path, label and base of a file that this one names."""
        import os

        path = os.path.normpath(os.path.join(os.path.dirname(self.path), name)).replace(os.sep, "/")
        return path, path, self.origin.base


def chain(
    file: ConfigFile, read: Reader, contracts: Sequence[Contract], codes: KnownCodes | None = None
) -> list[Layer]:
    """The layers of a file and of all that it extends, the weakest first."""
    known = Codes(codes) if codes else codes_of(contracts)
    layers: list[Layer] = []
    seen: list[str] = []
    while True:
        values = _judge(file.table or {}, file.origin, contracts, known)
        layers.insert(0, Layer(file.origin, values))
        seen.append(file.path)
        if "extend" not in values:
            return layers
        file = _extended(file, values["extend"], read, seen)


def command_line_layer(
    overrides: Mapping[str, Any], here: str, contracts: Sequence[Contract], codes: KnownCodes | None = None
) -> Layer:
    """The layer of the command line. Raises UsageError for a value that its option cannot have."""
    origin = CommandLine(here)
    known = Codes(codes) if codes else codes_of(contracts)
    return Layer(origin, _judge(overrides, origin, contracts, known))


def _judge(
    table: Mapping[str, Any], origin: Origin, contracts: Sequence[Contract], codes: Codes
) -> dict[str, Any]:
    at = At(origin, codes)
    kinds = {key.name: key.kind for key in key_table(contracts).values()}
    return {name: member_of(kinds, name, at).read(value, at.into(name)) for name, value in table.items()}


def _extended(file: ConfigFile, named: str, read: Reader, seen: Sequence[str]) -> ConfigFile:
    route = ("extend",)
    path, label, base = file.beside(named)
    if path in seen:
        raise file.origin.error(route, f"{show(named)} is extended already: the files go in a circle")
    data = read(path)
    if data is None:
        raise file.origin.error(route, f"{show(named)}: no such configuration file")
    extended = type(file)(path, label, base, data)
    if extended.table is None:
        raise file.origin.error(route, f"{show(named)} has no [tool.{SECTION}] table")
    return extended


def _section(content: Mapping[str, Any], origin: Origin) -> dict[str, Any] | None:
    tool = content.get("tool")
    if not isinstance(tool, dict):
        return None
    for name in _MISSPELT:
        if name in tool:
            raise origin.error(("tool", name), f"unknown table [tool.{name}]; did you mean [tool.{SECTION}]?")
    section = tool.get(SECTION)
    if section is not None and not isinstance(section, dict):
        raise origin.error(("tool", SECTION), f"tool.{SECTION} must be a table")
    return section


def _decode(path: str, data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise ConfigError(
            f"{show_path(path)}:1:1: {len(data)} bytes; a configuration has at most {MOST_BYTES}",
            "patterns such as **/old/*.json stand for many paths",
        )
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{show_path(path)}:{line}: not UTF-8 (byte {error.start})") from error


def _parse(path: str, text: str) -> dict[str, Any]:
    try:
        return loads(text)
    except TOMLDecodeError as error:
        message = str(error)
        place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        line, column = map(int, place.groups()) if place else _end(text)
        message = message[: message.rfind(" (at ")] if " (at " in message else message
        raise ConfigError(f"{show_path(path)}:{line}:{column}: {one_line(message)}") from error
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{show_path(path)}:1:1: this TOML cannot be read") from error


def _end(text: str) -> tuple[int, int]:
    return text.count("\n") + 1, len(text) - text.rfind("\n")
