"""Large values are written in parts: no larger than said, each item once, in the order of memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sourceright_lint.jsontext import SORTED, Form, parts
from sourceright_lint.jsontext.parts import text_parts

Order = Callable[[Any, Form], Sequence[Any]]
STEP = 4

OBJECTS = [{"n": number, "é": {"x": [number]}} for number in range(21)]
VALUES: dict[str, Any] = {
    "objects": OBJECTS,
    "arrays": [[number, [number]] for number in range(21)],
    "empty objects": [{} for _ in range(21)],
    "empty arrays": [[] for _ in range(21)],
    "members": {f"k{number:02}": {"n": number} for number in range(21)},
    "one large member": {"a": 1, "b": {f"k{number}": [number] for number in range(21)}, "c": []},
    "two large members": {"a": OBJECTS, "b": OBJECTS[:9], "c": 1, "d": {}, "e": 2, "f": 3, "g": 4, "h": 5},
}


def backwards(value: Any, form: Form) -> Sequence[Any]:
    return list(reversed(value)) if type(value) is dict else list(reversed(range(len(value))))


def halves_swapped(value: Any, form: Form) -> Sequence[Any]:
    steps = list(value) if type(value) is dict else list(range(len(value)))
    return steps[len(steps) // 2 :] + steps[: len(steps) // 2]


def in_that_order(value: Any, order: Order) -> Any:
    """A value whose large containers have their items in an order."""
    if not parts.is_large(value) and type(value) is not dict:
        return value
    is_outside = parts.is_large(value) or any(map(parts.is_large, value.values()))
    steps = order(value, SORTED) if is_outside else list(value)
    if type(value) is list:
        return [value[step] for step in steps]
    return {step: in_that_order(value[step], order) for step in steps}


class Writer:
    """Writes, and remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def __call__(self, value: Any, form: Form) -> bytes:
        self.given.append(value)
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()

    def items(self) -> list[list[Any]]:
        """The items of each part, in the outermost container or the one large member inside it."""
        found = []
        for given in self.given:
            inner = next(iter(given.values())) if type(given) is dict and len(given) == 1 else given
            container = inner if len(given) == 1 and type(inner) in (list, dict) and inner else given
            found.append(list(container.values()) if type(container) is dict else list(container))
        return found


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 8)
    monkeypatch.setattr(parts, "_STEP", STEP)


@pytest.mark.parametrize("order", [parts.as_it_is, backwards, halves_swapped])
@pytest.mark.parametrize("name", VALUES)
def test_the_parts_are_the_whole(name: str, order: Order) -> None:
    writer = Writer()
    text = b"".join(text_parts(VALUES[name], SORTED, writer, order))
    wanted = in_that_order(VALUES[name], order)
    assert text.decode() == json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("order", [parts.as_it_is, backwards, halves_swapped])
@pytest.mark.parametrize("name", VALUES)
def test_no_part_is_large_and_nothing_is_written_twice(name: str, order: Order) -> None:
    """Items of one kind are written many at once, also where they are to be in another order."""
    writer = Writer()
    assert len(list(text_parts(VALUES[name], SORTED, writer, order))) > 5
    items = writer.items()
    assert max(map(len, items)) <= STEP
    number = sum(len(member) for member in (VALUES[name], *_members(VALUES[name])) if parts.is_large(member))
    others = 0 if parts.is_large(VALUES[name]) else len(VALUES[name])
    assert len(writer.given) <= number / STEP + 2 * others + 1


def _members(value: Any) -> list[Any]:
    return list(value.values()) if type(value) is dict else []


@pytest.mark.parametrize("name", ["objects", "arrays", "one large member"])
def test_parts_are_made_in_the_order_of_memory(name: str) -> None:
    writer = Writer()
    list(text_parts(VALUES[name], SORTED, writer, backwards))
    value = VALUES[name] if name != "one large member" else VALUES[name]["b"]
    made = [item for items in writer.items() if len(items) == STEP for item in items]
    first = _members(value)[:STEP] if type(value) is dict else value[:STEP]
    assert made[:STEP] == first[::-1]


def test_items_of_several_kinds_are_written_in_any_order() -> None:
    value = [{"a": 1}, [2], "x", 3, None, {}, [], {"b": [4]}, [5, 6], True]
    text = b"".join(text_parts(value, SORTED, Writer(), backwards))
    assert json.loads(text) == value[::-1]


def test_nothing_is_left_of_an_object_of_many_members() -> None:
    value = {f"k{number}": None for number in range(9)}
    assert b"".join(text_parts(value, SORTED, Writer(), lambda value, form: [])) == b"{}\n"
