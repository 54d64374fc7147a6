from __future__ import annotations

from collections import Counter

import pytest

from sourceright_lint.schema_check import MOST, Checker, violations

PERSON = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "limitations"],
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 3},
        "kind": {"type": "string", "enum": ["article", "preprint"]},
        "cid": {"type": "string", "pattern": "^[0-9a-f]{4}$", "title": "four hex digits"},
        "rank": {"type": "integer", "minimum": 1, "x-lax": True},
        "limitations": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
        "scores": {"type": "object", "additionalProperties": {"$ref": "#/$defs/score"}},
        "knows": {"$ref": "#/$defs/friend"},
    },
    "x-also": {"alias_rank": "rank"},
    "$defs": {
        "score": {"type": "integer", "minimum": 0, "maximum": 3},
        "friend": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"knows": {"$ref": "#/$defs/friend"}},
        },
    },
}
GOOD = {"name": "tm", "limitations": ["one"]}


@pytest.mark.parametrize(
    "extra",
    [
        pytest.param({}, id="bare"),
        pytest.param({"age": None}, id="null-allowed"),
        pytest.param({"age": 3, "kind": "article", "cid": "00ff", "rank": 2}, id="all"),
        pytest.param({"scores": {"C1": 0}, "knows": {"knows": {}}}, id="refs"),
    ],
)
def test_matching_value_has_no_violation(extra: dict[str, object]) -> None:
    assert list(violations(PERSON, {**GOOD, **extra})) == []
    assert Checker(PERSON).matches({**GOOD, **extra})


@pytest.mark.parametrize(
    ("extra", "pointer", "keyword", "message"),
    [
        ({"age": "2"}, ("age",), "type", '"age" is "2", a string: must be an integer or null'),
        ({"age": True}, ("age",), "type", '"age" is true: must be an integer or null'),
        ({"age": 2.0}, ("age",), "type", '"age" is 2.0: must be an integer or null'),
        ({"age": 4}, ("age",), "maximum", '"age" is 4: must be from 0 to 3'),
        ({"age": -1}, ("age",), "minimum", '"age" is -1: must be from 0 to 3'),
        ({"name": None}, ("name",), "type", '"name" is null: must be a string'),
        ({"name": ""}, ("name",), "minLength", '"name" is empty'),
        ({"name": {}}, ("name",), "type", '"name" is an object: must be a string'),
        (
            {"kind": "preprints"}, ("kind",), "enum",
            '"kind" is "preprints": must be one of "article", "preprint"; did you mean "preprint"?',
        ),
        ({"cid": "00FF"}, ("cid",), "pattern", '"cid" is "00FF": must be four hex digits'),
        ({"cid": "00ff\n"}, ("cid",), "pattern", '"cid" is "00ff\\n": must be four hex digits'),
        (
            {"limitations": []}, ("limitations",), "minItems",
            '"limitations" has no items: must have 1 or more',
        ),
        (
            {"limitations": ["a", "b", "c"]}, ("limitations",), "maxItems",
            '"limitations" has 3 items: must have 2 at most',
        ),
        ({"limitations": [1]}, ("limitations", 0), "type", 'item 1 of "limitations" is 1: must be a string'),
        ({"scores": {"C1": 4}}, ("scores", "C1"), "maximum", '"C1" is 4: must be from 0 to 3'),
        ({"agee": 1}, ("agee",), "additionalProperties", 'unknown key "agee": did you mean "age"?'),
        ({"knows": {"knows": {"x": 1}}}, ("knows", "knows", "x"), "additionalProperties", None),
        ({"rank": 0}, ("rank",), "minimum", '"rank" is 0: must be 1 or more'),
        ({"rank": "0"}, ("rank",), "minimum", '"rank" is "0": must be 1 or more'),
        (
            {"rank": "1.0"}, ("rank",), "lax",
            '"rank" is "1.0", a string: must be an integer (readers take it for 1)',
        ),
        ({"rank": True}, ("rank",), "lax", '"rank" is true: must be an integer (readers take it for 1)'),
        ({"alias_rank": 2}, ("alias_rank",), "lax", '"alias_rank" is another spelling of "rank"'),
        ({"alias_rank": 2, "rank": 2}, ("alias_rank",), "additionalProperties", None),
        ({"rank": "one"}, ("rank",), "type", '"rank" is "one", a string: must be an integer'),
        ({"rank": 1.5}, ("rank",), "type", '"rank" is 1.5: must be an integer'),
    ],
)  # fmt: skip
def test_violation(extra: dict[str, object], pointer: object, keyword: str, message: str | None) -> None:
    found = list(violations(PERSON, {**GOOD, **extra}))
    assert [(v.pointer, v.keyword) for v in found] == [(pointer, keyword)]
    assert message in (None, found[0].message)
    assert not Checker(PERSON).matches({**GOOD, **extra})


def test_all_violations_are_listed() -> None:
    value = {"age": "x", "limitations": [], "zzz": 1}
    assert [(v.pointer, v.keyword, v.key) for v in violations(PERSON, value)] == [
        (("age",), "type", False),
        (("limitations",), "minItems", False),
        (("zzz",), "additionalProperties", True),
        (("name",), "required", False),
    ]


def test_misspelt_required_key_is_one_fault() -> None:
    found = list(violations(PERSON, {"name": "tm", "limitatons": ["one"]}))
    assert [v.message for v in found] == ['unknown key "limitatons": did you mean "limitations"?']


def test_private_values_are_not_quoted() -> None:
    secret = "canary-4711"
    value = {"name": {secret: 1}, "age": secret, "kind": secret, "cid": secret, "limitations": [7, secret, 8]}
    found = list(violations(PERSON, value, private=True))
    assert len(found) == 7
    assert not [v for v in found if secret in v.message or "7" in v.message]


def test_untrusted_text_stays_on_one_line() -> None:
    value = {"name": "a", "limitations": ["x"], "kind": "a\n::error::\u202e", "k\u2028\n": 1}
    for violation in violations(PERSON, value):
        assert violation.message.isprintable()


def test_a_flood_of_one_fault_hides_no_other() -> None:
    listing = {"type": "array", "items": PERSON, "$defs": PERSON["$defs"]}
    found = list(violations(listing, [*({} for _ in range(MOST + 1)), {**GOOD, "age": "x"}]))
    told = Counter(violation.keyword for violation in found)
    assert told["required"] == MOST
    assert (found[-1].pointer, found[-1].keyword) == ((MOST + 1, "age"), "type")
