"""Where the locator says that values are, and how far it looks for that."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import locate
from sourceright_lint.jsontext.locate import Found, Locator

COMPACT = '{"aa":[1,"x"],"bb":{"c":[2,3],"d":[]},"e":4}'
PRETTY = json.dumps(json.loads(COMPACT), indent=2)
TEXTS = pytest.mark.parametrize(
    ("text", "pretty"),
    [(COMPACT, False), (PRETTY, True), (f" \n{COMPACT}\r\n", False), (f"{PRETTY}\n", True)],
    ids=["compact", "pretty", "with space around", "pretty, with its newline"],
)  # fmt: skip


@pytest.fixture(autouse=True)
def all_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_SMALL", 0)


def within(locator: Locator, text: str, part: str, pointer: Pointer) -> None:
    """Every offset in a part of the text leads to the pointer; those before and behind it do not."""
    start = text.index(part)
    for offset in range(start, start + len(part)):
        assert locator.unit_at(offset) == pointer, offset
    assert locator.unit_at(start - 1) != pointer
    assert locator.unit_at(start + len(part)) != pointer


@TEXTS
def test_which_value_an_offset_lies_in(text: str, pretty: bool) -> None:
    locator = Locator(text, pretty, False)
    for part, pointer in (("1", ("aa", 0)), ('"x"', ("aa", 1)), ("2", ("bb", "c", 0)), ("3", ("bb", "c", 1))):
        within(locator, text, part, pointer)
    within(locator, text, "4", ("e",))
    for own_part in ('"aa"', ":", "[", ",", "]", '"bb"', "{", '"c"', "}", '"e"'):
        start = text.index(own_part)
        assert {locator.unit_at(offset) for offset in range(start, start + len(own_part))} == {None}


@TEXTS
@pytest.mark.parametrize(
    ("largest", "units"),
    [
        ("2", {("aa", 0): "1", ("bb", "c", 0): "2", ("bb", "c", 1): "3", ("e",): "4"}),
        ('"x"', {("aa", 1): '"x"', ("bb", "c", 1): "3"}),
    ],
    ids=["one character", "three characters"],
)
def test_all_small_values_are_told(
    text: str, pretty: bool, largest: str, units: dict[Pointer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locate, "_SMALL", len(largest))
    found = list(Locator(text, pretty, False).units())
    told = {pointer: text[start:end] for pointer, start, end in found}
    pointers = [("aa", 0), ("aa", 1), ("bb", "c", 0), ("bb", "c", 1), ("e",)]
    assert [pointer for pointer in told if pointer != ("bb", "d")] == pointers
    assert units.items() <= told.items()
    assert [start for _, start, _ in found] == sorted(start for _, start, _ in found)


@pytest.mark.parametrize(
    ("largest", "units", "around_the_1"),
    [
        (4, ["1", "2", '"a"', "3"], (0, 0)),
        (5, ["[1,2]", '"a"', "3"], (0,)),
        (6, ["[1,2]", '"a"', "3"], (0,)),
        (7, ["[1,2]", '["a",3]'], (0,)),
        (14, ["[1,2]", '["a",3]'], (0,)),
        (15, ['[[1,2],["a",3]]'], ()),
    ],
)
def test_a_value_is_small_by_its_own_length(
    largest: int, units: list[str], around_the_1: Pointer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locate, "_SMALL", largest)
    text = '[[1,2],["a",3]]'
    locator = Locator(text, False, False)
    assert [text[start:end] for _, start, end in locator.units()] == units
    assert locator.unit_at(2) == around_the_1


def test_a_large_object_that_has_a_key_twice_is_one_value() -> None:
    text = '[{"a":1,"a":2},{"a":3,"b":{"c":4,"c":5,"d":6}}]'
    found = {pointer: text[start:end] for pointer, start, end in Locator(text, False, False).units()}
    assert found == {(0,): '{"a":1,"a":2}', (1, "a"): "3", (1, "b"): '{"c":4,"c":5,"d":6}'}


BROKEN_BEHIND: list[tuple[str, object, Pointer, str]] = [
    ('[1,22,{"a":}]', [1, 22, {}], (1,), "22"),
    ('{"a":1,"b":22,"c":[}}', {"a": 1, "b": 22, "c": []}, ("b",), "22"),
    ('{"a":{"b":1,"c":22,"d":[}}}', {"a": {"b": 1, "c": 22, "d": []}}, ("a", "c"), "22"),
    ('[{"b":1,"c":22,d}]', [{"b": 1, "c": 22, "d": []}], (0, "c"), "22"),
]


@pytest.mark.parametrize(("text", "value", "pointer", "wanted"), BROKEN_BEHIND)
def test_the_last_item_is_not_looked_into_where_the_value_says_how_many_there_are(
    text: str, value: object, pointer: Pointer, wanted: str
) -> None:
    found = Locator(text, False, False, value).find(pointer)
    assert (text[found.start : found.end], found.whole) == (wanted, True)


def test_only_the_lines_of_a_text_in_canonical_layout_are_looked_at() -> None:
    text = '[\n  {\n    "a": nothing good\n  },\n  {\n    "a": 1\n  }\n]'
    found = Locator(text, True, False).find((1, "a"))
    assert (text[found.start : found.end], found.whole) == ("1", True)


@pytest.mark.parametrize("small", [0, 20_000])
@pytest.mark.parametrize("lines", [False, True])
def test_a_value_is_read_once(small: int, lines: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_SMALL", small)
    locator = Locator("[1, [2, 3]]\n", False, lines)
    for pointer in ((0,), (0, 1), (1, 0)):
        assert locator.node(pointer) is locator.node(pointer)


def test_small_values_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_SMALL", 20_000)
    monkeypatch.setattr(locate, "cut_any", lambda *arguments: pytest.fail("cut"))
    locator = Locator('[1, {"a": 2}]', False, False)
    assert locator.find((1, "a")) == Found(10, 11, (5, 8), True)
    assert locator.node((1, "b")) is None
    assert list(locator.units()) == [((), 0, 13)]


def test_the_whole_of_lines_is_an_array_without_brackets() -> None:
    text = " [5]\n\n{} \r\n"
    node = Locator(text, False, True).node(())
    assert node is not None
    assert (node.kind, node.start, node.end, node.value()) == ("array", 0, len(text), [[5], {}])


def test_what_is_asked_for_again_and_again_is_not_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_KEPT_NODES", 3)
    locator = Locator("[0,1,2,3,4,5,6,7]", False, False)
    for _ in range(2):
        for index in range(8):
            node = locator.node((index,))
            assert node is not None
            assert node.value() == index
            assert len(locator._nodes) <= 3


@pytest.mark.parametrize("small", [0, 20_000])
@pytest.mark.parametrize(
    ("text", "lines", "pointer", "found"),
    [
        ("  7 ", False, (), Found(2, 3, None, True)),
        ("7", False, (), Found(0, 1, None, True)),
        ("\r\n\t []\t\n", False, (), Found(4, 6, None, True)),
        ("[]", False, (0,), Found(0, 2, None, False)),
        ('{"a": {}}', False, ("a", "b"), Found(6, 8, (1, 4), False)),
        ('{"a": {}}', False, (0,), Found(0, 9, None, False)),
        ('{"a": [5]}', False, ("a", "0"), Found(6, 9, (1, 4), False)),
        ('{"a": [5]}', False, ("a", -1), Found(6, 9, (1, 4), False)),
        ('{"a": [5]}', False, ("a", 0), Found(7, 8, None, True)),
        ("[5]\n {} \n", True, (1,), Found(5, 7, None, True)),
        ("[5]\n {} \n", True, (2,), Found(0, 9, None, False)),
    ],
)  # fmt: skip
def test_places(
    small: int, text: str, lines: bool, pointer: Pointer, found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locate, "_SMALL", small)
    assert Locator(text, False, lines).find(pointer) == found
