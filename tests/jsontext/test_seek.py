"""Members found by their keys: those of the object that is meant, at the cost of few readings of it."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from sourceright_lint.jsontext.items import Item, items_of
from sourceright_lint.jsontext.scan import scan
from sourceright_lint.jsontext.seek import Seeker

INNER = {"a": 1, 'é "\n': [1, {"a": 2, "z": 3}], "b": "😀", "z": {"a": {"b": []}}}
OUTER = {"before": INNER, "here": INNER, "behind": INNER}
TEXT = json.dumps(OUTER, indent=2, ensure_ascii=False) + "\n"
DATA = TEXT.encode()
MANY = {f"k{number:03}": [number] for number in range(300)}
FAR_BEHIND = (json.dumps({"before": "x" * 100_000, "here": MANY}, indent=2) + "\n").encode()


def members_of(key: str) -> tuple[int, int, dict[str, Item]]:
    """Where an object lies in the bytes, and its members, told by the exact reader."""
    items = items_of(scan(TEXT).at((key,)))  # type: ignore[arg-type]
    assert items is not None
    start, end = (len(TEXT[:offset].encode()) for offset in items[1:3])
    found = {}
    for item in items.items:
        places = (len(TEXT[:offset].encode()) for offset in item[:4])
        found[item.name] = Item(*places, item.name)
    return start, end, found


@pytest.mark.parametrize("key", OUTER)
def test_in_whatever_order_they_are_asked_for(key: str) -> None:
    start, end, wanted = members_of(key)
    for names in permutations(wanted):
        seeker = Seeker(DATA, start, end, 1, "z")
        for name in (*names, *names):
            assert seeker.member(name) == wanted[name], names


@pytest.mark.parametrize("key", OUTER)
def test_a_key_of_another_object_is_not_found(key: str) -> None:
    start, end, _ = members_of(key)
    seeker = Seeker(DATA, start, end, 1, "z")
    for name in ("c", "z", "here", "c", "a", "behind"):
        assert (seeker.member(name) is None) == (name not in INNER)


def many() -> Seeker:
    start = FAR_BEHIND.index(b'"here": ') + len(b'"here": ')
    return Seeker(FAR_BEHIND, start, len(FAR_BEHIND) - len(b"\n}\n"), 1, "k299")


def test_who_asks_in_the_order_of_the_text_does_not_wear_it_out() -> None:
    seeker = many()
    for number in range(300):
        seeker.member(f"k{number:03}")
    assert not seeker.is_worn_out


def test_who_asks_in_another_order_soon_does() -> None:
    seeker, asked = many(), 0
    for number in reversed(range(300)):
        if not seeker.is_worn_out:
            seeker.member(f"k{number:03}")
            asked += 1
    assert 3 <= asked <= 7


def test_who_asks_for_the_first_and_the_last_in_turn_does() -> None:
    seeker = many()
    for _ in range(4):
        seeker.member("k299")
        seeker.member("k000")
    assert seeker.is_worn_out
