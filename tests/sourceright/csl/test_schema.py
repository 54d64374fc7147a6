"""The published schema says what the tables and the rules say."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sourceright_lint.contracts.sourceright.csl_data import (
    DATE_KEYS,
    DATES,
    NAME_KEYS,
    NAMES,
    NUMBERS,
    SIDECAR_FIELDS,
    TEXTS,
    TYPES,
    VARIABLES,
)
from sourceright_lint.finding import Finding
from tests.sourceright.csl.support import CSL, Case, all_cases, run

RESOURCE = files("sourceright_lint.contracts.sourceright") / "schemas" / "csl.schema.json"
SCHEMA = json.loads(RESOURCE.read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
DEFINITIONS = SCHEMA["$defs"]
PROPERTIES = DEFINITIONS["item"]["properties"]

STRUCTURE = {
    "csl.file.not_array", "csl.item.not_object", "csl.id.missing", "csl.id.wrong_type", "csl.id.empty",
    "csl.type.missing", "csl.type.wrong_type", "csl.type.empty", "csl.type.not_canonical",
    "csl.type.unsupported", "csl.title.empty", "csl.variable.wrong_type", "csl.sidecar_field",
    "csl.names.wrong_type", "csl.name.wrong_type", "csl.name.empty", "csl.name.unsupported",
    "csl.date.wrong_type", "csl.date.parts", "csl.date.year",
}  # fmt: skip


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_types() -> None:
    assert set(DEFINITIONS["type"]["enum"]) == TYPES
    assert len(TYPES) == 45


def test_every_variable_and_no_other() -> None:
    assert set(PROPERTIES) == {*VARIABLES, *SIDECAR_FIELDS, "id", "type"}
    assert {key for key, schema in PROPERTIES.items() if schema is False} == SIDECAR_FIELDS


@pytest.mark.parametrize(
    ("names", "schema"),
    [
        (set(TEXTS) - {"title"}, {"type": "string"}),
        (NUMBERS, {"$ref": "#/$defs/number"}),
        (NAMES, {"$ref": "#/$defs/names"}),
        (DATES, {"$ref": "#/$defs/date"}),
    ],
    ids=["texts", "numbers", "names", "dates"],
)
def test_kinds(names: Any, schema: dict[str, str]) -> None:
    assert all(PROPERTIES[name] == schema for name in names)


def test_parts_of_names_and_dates() -> None:
    assert set(DEFINITIONS["name"]["properties"]) == NAME_KEYS
    assert set(DEFINITIONS["date"]["properties"]) == DATE_KEYS


def is_structural(finding: Finding) -> bool:
    """Whether the schema must agree; numbers with a fraction are allowed by CSL."""
    if finding.code == "csl.variable.wrong_type" and finding.severity == "warning":
        return finding.pointer[-1] in ("custom", "categories")
    return finding.code in STRUCTURE


def item_of(pointer: Any) -> Any:
    return pointer[0] if pointer else None


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_schema_agrees_with_the_rules(case: Case) -> None:
    by_rules = {item_of(f.pointer) for f in run(case.files).before.findings if is_structural(f)}
    value = json.loads(case.files[CSL])
    by_schema = {item_of(list(error.absolute_path)) for error in VALIDATOR.iter_errors(value)}
    if not isinstance(value, list):
        assert None in by_rules
        assert by_schema == {None}
        return
    months = {i for i, item in enumerate(value) if isinstance(item, dict) and has_odd_month(item)}
    assert by_schema - months == by_rules - months


def has_odd_month(item: dict[str, Any]) -> bool:
    """Whether a month or day is no number: the schema knows that as well, the rule grades it."""
    parts = item["issued"].get("date-parts") if isinstance(item.get("issued"), dict) else None
    numbers = (
        [n for part in parts if isinstance(part, list) for n in part[1:]] if isinstance(parts, list) else []
    )
    return any(n is None or isinstance(n, float) or (isinstance(n, str) and not n.isdigit()) for n in numbers)
