from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from sourceright_lint.config.keys import OUTPUT_FORMATS, key_table
from sourceright_lint.config.schema import settings_schema
from sourceright_lint.errors import ConfigError
from tests.config.support import CODES, CONTRACTS, tree
from tests.config.test_locate import toml

SCHEMA = settings_schema(CONTRACTS, lambda: CODES)
VALIDATOR = Draft7Validator(SCHEMA)

WORDS = st.sampled_from(
    [*CODES, "ALL", "csl", "csl.id", "cls", "error", "warning", "info", "sarif", "auto", "id", "preserve",
     "shelf", "crate", "", "a/b", "../a", "/a", "a/", "a//b", "./a", "c:x", "a\\b", "a\n", "\t", "\x7f", "..",
     "a..b", "é"]
)  # fmt: skip
NAMES = st.sampled_from([*CODES, "csl", "enabled", "contracts", "exclude", "shelf", "crate", "index",
                         "sidecar", "contract", "*.json", "", "a\n"])  # fmt: skip
SCALARS = st.one_of(st.booleans(), st.integers(0, 1), WORDS)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(NAMES, st.one_of(SCALARS, st.lists(WORDS, max_size=2)), max_size=3),
    st.lists(st.dictionaries(NAMES, WORDS, max_size=3), max_size=2),
    st.fixed_dictionaries({}, optional={
        "enabled": SCALARS, "contracts": st.dictionaries(NAMES, SCALARS, max_size=2),
        "exclude": st.lists(WORDS, max_size=2)}),
    st.lists(st.fixed_dictionaries({"contract": st.sampled_from(["shelf", "crate", "shef"])}, optional={
        "csl": WORDS, "sidecar": WORDS, "index": WORDS}), max_size=2),
    st.dictionaries(st.sampled_from(["csl", "ALL", "csl.id.empty"]), WORDS, max_size=2),
)  # fmt: skip
CODE_LISTS = st.lists(st.sampled_from(["csl", "ALL", "csl.id.empty", "json.syntax", "csl.i"]), max_size=2)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("select", "extend-select", "ignore"), CODE_LISTS),
    "per-file-ignores": st.dictionaries(WORDS, CODE_LISTS, max_size=2),
    "severity": st.dictionaries(
        st.sampled_from(["csl", "other.thing", "x"]), st.sampled_from(["info", "error", "id"]), max_size=2
    ),
    **dict.fromkeys(
        ("fail-on", "output-format", "csl-order"),
        st.sampled_from(["info", "error", "sarif", "auto", "id", "preserve"]),
    ),
    **dict.fromkeys(("baseline", "cache-dir"), WORDS),
    **dict.fromkeys(("exclude", "known-providers"), st.lists(WORDS, max_size=2)),
    "require-coverage": st.booleans(),
}
ENTRY = st.sampled_from(sorted({*key_table(CONTRACTS), "slect"} - {"extend"})).flatmap(
    lambda key: st.tuples(
        st.just(key), st.sampled_from([PLAUSIBLE.get(key, VALUES), VALUES]).flatmap(lambda v: v)
    )
)


def loads(table: dict[str, Any]) -> bool:
    text = "".join(f"{toml(key)} = {toml(value)}\n" for key, value in table.items()).replace(
        "\x7f", "\\u007f"
    )
    try:
        tree({".sourceright-lint.toml": text}).settings_in("")
    except ConfigError:
        return False
    return True


@settings(max_examples=1500, deadline=None)
@given(st.lists(ENTRY, max_size=2).map(dict))
def test_schema_and_loader_accept_the_same(table: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(table) == loads(table)


GOOD: list[dict[str, Any]] = [
    {},
    {"select": ["ALL"], "extend-select": ["csl.id"], "ignore": ["json"]},
    {"ignore": {"csl.id": "a reason"}},
    {"per-file-ignores": {"*.json": ["csl"]}, "severity": {"csl.id": "info"}},
    {"format": {"enabled": True, "contracts": {"shelf": False}, "exclude": ["a"]}},
    {"bundles": [{"contract": "shelf", "csl": "a/b.json"}, {"contract": "crate", "index": "c"}]},
    {"baseline": "a/b.json", "cache-dir": "a/cache", "fail-on": "info", "output-format": "junit"},
    {"csl-order": "preserve", "require-coverage": True, "known-providers": ["crossref"]},
]


@pytest.mark.parametrize("table", GOOD)
def test_good(table: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(table)
    assert loads(table)


def test_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert list(SCHEMA["properties"]) == list(key_table(CONTRACTS))


def test_defaults_hold() -> None:
    for name, schema in SCHEMA["properties"].items():
        if "default" in schema:
            assert VALIDATOR.is_valid({name: schema["default"]})
            assert loads({name: schema["default"]})


def test_no_contract_at_all() -> None:
    schema = settings_schema((), lambda: CODES)
    Draft7Validator.check_schema(schema)
    assert Draft7Validator(schema).is_valid({"bundles": []})
    assert not Draft7Validator(schema).is_valid({"bundles": [{"contract": "shelf"}]})


def test_output_formats_are_those_of_the_reports() -> None:
    from sourceright_lint.reporting import FORMATS

    assert {"auto", *FORMATS} == set(OUTPUT_FORMATS)
