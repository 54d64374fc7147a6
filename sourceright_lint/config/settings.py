"""The settings that govern a path, as the rest of the tool asks for them.

This module is on the path of every run, so it imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any, Protocol

    from sourceright_lint.config.origin import Origin
    from sourceright_lint.finding import Severity

    class Default(Protocol):
        """A key of the configuration, and its value where it is not given."""

        name: str
        default: Any

    class Configurable(Protocol):
        """What has keys of its own: a contract. More of it is not known here, as contracts know settings."""

        @property
        def options(self) -> Iterable[Default]: ...


BASELINE = ".sourceright-lint-baseline.json"


class Layer:
    """What one configuration file, or the command line, asks for: values by key, already judged."""

    __slots__ = ("origin", "values")

    def __init__(self, origin: Origin, values: Mapping[str, Any]) -> None:
        self.origin = origin
        self.values = values


class Settings:
    """Layers of configuration, the later ones stronger, over the defaults.

    Paths, given and returned, are relative to the root of what is checked, with ``/`` between parts.
    ``options`` are the defaults of the contracts' own keys. ``notes`` are for the user to read. ``as_of`` is
    the time that "future" and "expired" are judged by; without it they are not judged.
    """

    __slots__ = ("_verdicts", "as_of", "layers", "notes", "options")

    def __init__(
        self,
        layers: Sequence[Layer] = (),
        options: Mapping[str, Any] | None = None,
        notes: Sequence[str] = (),
        as_of: datetime | None = None,
    ) -> None:
        self.as_of = as_of
        self.layers = tuple(layers)
        self.options = options or {}
        self.notes = tuple(notes)
        self._verdicts: dict[str, bool] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """Configuration files that were read, the strongest last."""
        return tuple(layer.origin.label for layer in self.layers if layer.origin.is_file)

    @property
    def fail_on(self) -> Severity:
        """The least severity that makes a run fail."""
        severity: Severity = self.value("fail-on", "error")
        return severity

    @property
    def output_format(self) -> str:
        """Name of a report format, or ``auto``."""
        return str(self.value("output-format", "auto"))

    @property
    def baseline(self) -> str:
        """Path of the baseline file."""
        return str(self.value("baseline", BASELINE))

    @property
    def cache_dir(self) -> str | None:
        """Folder for what can be made again; None leaves the choice to the tool."""
        folder: str | None = self.value("cache-dir", None)
        return folder

    def value(self, key: str, default: Any) -> Any:
        """What the strongest layer says about ``key``."""
        for layer in reversed(self.layers):
            if key in layer.values:
                return layer.values[key]
        return default

    def option(self, name: str) -> Any:
        """A contract's own key. KeyError if no contract declares it."""
        return self.value(name, None) if self._says(name) else self.options[name]

    def may_report(self, code: str) -> bool:
        """Whether ``code`` is selected anywhere at all."""
        if not self.layers:
            return True
        verdict = self._verdicts.get(code)
        if verdict is None:
            verdict = self._verdicts[code] = self._selected(code)
        return verdict

    def enabled(self, code: str, path: str = "") -> bool:
        """Whether ``code`` is selected for ``path``."""
        return self.may_report(code) and not (self.layers and self._ignored_at(code, path))

    def severity_of(self, code: str, default: Severity) -> Severity:
        """The severity of ``code``: by the strongest layer that names it, there by the longest prefix."""
        for layer in reversed(self.layers):
            severities: Mapping[str, Severity] = layer.values.get("severity", {})
            best = _longest(severities, code)
            if best is not None:
                return severities[best]
        return default

    def excluded(self, path: str) -> bool:
        """Whether ``path``, or a folder above it, is not to be looked at."""
        return any(glob.matches(path) for layer in self.layers for glob in layer.values.get("exclude", ()))

    def formats(self, path: str, contract: str) -> bool:
        """Whether the file is to be in canonical form."""
        wanted = True
        for layer in self.layers:
            said = layer.values.get("format", {})
            wanted = said.get("enabled", wanted)
        for layer in self.layers:
            wanted = layer.values.get("format", {}).get("contracts", {}).get(contract, wanted)
        return wanted and not any(
            glob.matches(path)
            for layer in self.layers
            for glob in layer.values.get("format", {}).get("exclude", ())
        )

    def bundles_of(self, contract: str) -> list[dict[str, str]]:
        """Bundles of that contract with names of their own: path by role, in the contract's order."""
        return [places for name, places in self.value("bundles", ()) if name == contract]

    def _says(self, key: str) -> bool:
        return any(key in layer.values for layer in self.layers)

    def _selected(self, code: str) -> bool:
        verdict = True
        for layer in self.layers:
            values = layer.values
            chosen = _depth((*values.get("select", ()), *values.get("extend-select", ())), code)
            dropped = _depth(values.get("ignore", ()), code)
            if chosen > dropped:
                verdict = True
            elif dropped >= 0 or "select" in values:
                verdict = False
        return verdict

    def _ignored_at(self, code: str, path: str) -> bool:
        return any(
            glob.matches(path) and _longest(codes, code) is not None
            for layer in self.layers
            for glob, codes in layer.values.get("per-file-ignores", ())
        )


def default_settings(contracts: Iterable[Configurable]) -> Settings:
    """The settings where nothing is configured."""
    return Settings((), defaults_of(contracts))


def defaults_of(contracts: Iterable[Configurable]) -> dict[str, Any]:
    """Defaults of the contracts' own keys."""
    return {option.name: option.default for contract in contracts for option in contract.options}


def _longest(prefixes: Mapping[str, Any] | Sequence[str], code: str) -> str | None:
    from sourceright_lint.rule import selects

    return max((p for p in prefixes if selects(p, code)), key=_parts, default=None)


def _depth(prefixes: Mapping[str, Any] | Sequence[str], code: str) -> int:
    """How narrow the narrowest prefix is that selects ``code``: its parts, 0 for ``ALL``, -1 for none."""
    best = _longest(prefixes, code)
    return -1 if best is None else _parts(best)


def _parts(prefix: str) -> int:
    return 0 if prefix == "ALL" else prefix.count(".") + 1
