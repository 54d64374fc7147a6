"""The one table of configuration keys. Loader, JSON Schema and ``--show-settings`` are made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sourceright_lint.config.kinds import (
    Anywhere,
    At,
    Choice,
    Code,
    Codes,
    Dictionary,
    Flag,
    Kind,
    Listing,
    Pattern,
    PlaceBelow,
    Record,
    Table,
    Text,
)
from sourceright_lint.config.settings import BASELINE
from sourceright_lint.contract import Contract, Option
from sourceright_lint.errors import ConfigError
from sourceright_lint.finding import SEVERITIES
from sourceright_lint.reporting import FORMATS

OUTPUT_FORMATS = ("auto", *FORMATS)

_CODE_LIST = Listing(Code(), "an array of rule codes")
_GLOBS = Listing(Pattern(), "an array of path patterns")


class Key(NamedTuple):
    """A configuration key. ``default`` as one would write it; None where the key has no value by default.

    ``adds``: what a file says is added to what the file it extends says, instead of replacing it.
    """

    name: str
    kind: Kind
    default: Any
    help: str
    adds: bool = False


class Ignored(Kind):
    """An array of codes, or a table of code = reason; read as a dictionary of reasons."""

    _with_reasons = Dictionary(Code(), Text(), "a table")

    def read(self, value: Any, at: At) -> dict[str, str]:
        if isinstance(value, dict):
            return self._with_reasons.read(value, at)
        if not isinstance(value, (list, tuple)):
            raise at.wrong_type(value, "an array of rule codes, or a table of rule code = reason")
        return dict.fromkeys(_CODE_LIST.read(value, at), "")

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"anyOf": [_CODE_LIST.schema(codes), self._with_reasons.schema(codes)]}


class Formatting(Kind):
    """``true`` or ``false``, or a table that says it by contract and by path."""

    def __init__(self, contracts: Sequence[str]) -> None:
        by_contract = Record({name: Flag() for name in contracts})
        self._table = Record({"enabled": Flag(), "contracts": by_contract, "exclude": _GLOBS})

    def read(self, value: Any, at: At) -> dict[str, Any]:
        if isinstance(value, bool):
            return {"enabled": value}
        if not isinstance(value, dict):
            raise at.wrong_type(value, "true, false or a table")
        return self._table.read(value, at)

    def schema(self, codes: Codes) -> dict[str, Any]:
        return {"anyOf": [Flag().schema(codes), self._table.schema(codes)]}


class BundlePlace(Kind):
    """A table that names a contract and gives the path of each role; read as ``(contract, path by role)``."""

    def __init__(self, roles: Mapping[str, Sequence[str]]) -> None:
        self.roles = roles

    def read(self, value: Any, at: At) -> tuple[str, dict[str, str]]:
        if not isinstance(value, dict):
            raise at.wrong_type(value, "a table")
        if "contract" not in value:
            raise at.error('a bundle needs the key "contract"', 'say for example: contract = "sourceright"')
        names = Choice(tuple(self.roles), "contract")
        contract = names.read(value["contract"], at.into("contract"))
        roles = self.roles[contract]
        members: dict[str, Kind] = {"contract": names, **{role: PlaceBelow() for role in roles}}
        places = Record(members).read(value, at)
        if len(places) == 1:
            raise at.error(f"a bundle needs the path of a file, as one of: {', '.join(roles)}")
        return contract, {role: places[role] for role in roles if role in places}

    def schema(self, codes: Codes) -> dict[str, Any]:
        place = PlaceBelow().schema(codes)
        options = [
            {
                "type": "object",
                "properties": {"contract": {"const": name}, **dict.fromkeys(roles, place)},
                "required": ["contract"],
                "minProperties": 2,
                "additionalProperties": False,
            }
            for name, roles in self.roles.items()
        ]
        return {"anyOf": options} if options else {"not": {}}


def key_table(contracts: Sequence[Contract]) -> dict[str, Key]:
    """Every key by name: the tool's own, then those of the contracts."""
    keys = {key.name: key for key in _own_keys(contracts)}
    options: dict[str, Option] = {}
    for contract in contracts:
        for option in contract.options:
            known = options.setdefault(option.name, option)
            if option.name in keys or _shape(known) != _shape(option):
                raise ConfigError(f"contract {contract.name} declares the key {option.name}, which is taken")
    keys.update((option.name, _option_key(option)) for option in options.values())
    return keys


def codes_of(contracts: Sequence[Contract]) -> Codes:
    """The codes of the contracts' rules, and of the rules that hold whatever the contract is."""

    def known() -> list[str]:
        from sourceright_lint.catalogue import all_rules

        return [rule.code for rule in all_rules(contracts)]

    return Codes(known)


def _own_keys(contracts: Sequence[Contract]) -> list[Key]:
    roles = {contract.name: contract.roles for contract in contracts if contract.roles}
    bundles = Listing(BundlePlace(roles), "an array of tables")
    per_file = Table(Pattern(), _CODE_LIST, "a table of path pattern = array of rule codes")
    severities = Dictionary(Code(), Choice(SEVERITIES, "severity"), "a table of rule code = severity")
    formatting = Formatting([contract.name for contract in contracts])
    return [
        Key("extend", Text(), None, "Configuration file that holds where this one is silent."),
        Key("select", _CODE_LIST, ["ALL"], "Rule codes to report, by whole prefixes."),
        Key("extend-select", _CODE_LIST, [], "Rule codes to report beside those of `select`.", adds=True),
        Key("ignore", Ignored(), [], "Rule codes not to report; a table gives reasons.", adds=True),
        Key("per-file-ignores", per_file, {}, "Rule codes not to report for matching paths.", adds=True),
        Key("severity", severities, {}, "Severities by rule code, in place of the rules' own.", adds=True),
        Key("fail-on", Choice(SEVERITIES, "severity"), "error", "Least severity that makes the run fail."),
        Key("exclude", _GLOBS, [], "Paths that are not looked at.", adds=True),
        Key("format", formatting, True, "Whether files are kept in canonical form.", adds=True),
        Key("output-format", Choice(OUTPUT_FORMATS, "output format"), "auto", "Form of the report."),
        Key("plugins", Listing(Text(), "an array of names"), [], "Contracts of other packages to load."),
        Key("bundles", bundles, [], "Bundles whose files have other names or places than usual."),
        Key("baseline", PlaceBelow(), BASELINE, "File with the findings that are accepted for now."),
        Key("cache-dir", Anywhere(), None, "Folder for what the tool can make again at any time."),
    ]


def _option_key(option: Option) -> Key:
    kinds: dict[str, Kind] = {
        "boolean": Flag(),
        "choice": Choice(option.choices),
        "strings": Listing(Text(), "an array of strings"),
    }
    default = list(option.default) if option.kind == "strings" else option.default
    return Key(option.name, kinds[option.kind], default, option.help)


def _shape(option: Option) -> tuple[Any, ...]:
    return option.kind, option.choices, option.default
