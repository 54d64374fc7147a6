"""Keys that stand twice in values in which nothing else is odd, told without reading large ones into nodes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import jiter

from sourceright_lint.jsontext.cut import cut_any
from sourceright_lint.jsontext.faults import MOST
from sourceright_lint.jsontext.scan import scan
from sourceright_lint.jsontext.values import duplicate_key, value_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.items import Item
    from sourceright_lint.jsontext.node import Node

_SMALL = 20_000
"""Characters that are read into nodes without much thought."""


def may_be_doubled(text: str) -> bool:
    """Whether a key may stand twice in a value: a fast reader refuses it."""
    try:
        jiter.from_json(text.encode(), catch_duplicate_keys=True)
    except ValueError:
        return True
    return False


def doubled_faults(text: str, start: int, end: int, private: bool) -> Iterator[Fault]:
    """The faults of the value in ``text[start:end]``; of each large object no more than are kept."""
    if end - start <= _SMALL:
        yield from value_faults(scan(text, start, end), private)
        return
    cut = cut_any(text, start, end)
    if cut is None:
        return
    if cut.kind == "object":
        yield from islice(_repeated(text, cut.items, private), MOST)
    for item in cut.items:
        is_small = item.end - item.value_start <= _SMALL
        if text[item.value_start] in "[{" and (
            not is_small or may_be_doubled(text[item.value_start : item.end])
        ):
            yield from doubled_faults(text, item.value_start, item.end, private)


def _repeated(text: str, items: Iterable[Item], private: bool) -> Iterator[Fault]:
    seen: dict[str, Item] = {}
    for item in items:
        earlier = seen.get(item.name)
        if earlier is not None:
            values = None if private else (_node(text, earlier), _node(text, item))
            yield duplicate_key(
                item.name, (earlier.start, earlier.key_end), (item.start, item.key_end), values
            )
        seen[item.name] = item


def _node(text: str, item: Item) -> Node:
    return scan(text, item.value_start, item.end)
