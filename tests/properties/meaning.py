"""What the files of a workspace mean, leaving aside exactly what a safe fix may change.

Two files of one role with equal meaning hold the same evidence. Written from the contract, without the product's code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.properties.lossless import Number, Pairs, said, same_number

PREFIX = re.compile(r"((https?://)?(www\.|dx\.)?doi\.org/|info:doi/|doi(: *|(?= 10\.))|/| )", re.I)
LEFT_OUT_NULLS = {"extraction": ("original_text", "span"), "review_decisions": ("notes",)}
LISTS = ("provider_candidates", "conflicts", "review_decisions")


def meaning(role: str, value: Any) -> Any:
    """What the value of a whole file of this role means."""
    return {"csl": _bibliography, "sidecar": _sidecar, "queue": _queue}[role](value)


def entries(role: str, value: Any) -> dict[str, Any]:
    """What each item or record means, by its id; those whose id is no text, or stands twice, are left out."""
    found: dict[str, list[Any]] = {}
    for id, entry in _items_by_id(value) if role == "csl" else _records_by_key(value):
        found.setdefault(id, []).append(entry)
    return {id: entries[0] for id, entries in found.items() if len(entries) == 1}


def members(role: str, value: Any) -> dict[str, dict[str, Any]]:
    """As ``entries``, of each object what its members mean, by key; those that have a key twice are left out."""
    found = {}
    for id, entry in entries(role, value).items():
        pairs = entry[1] if role == "csl" else entry
        if isinstance(pairs, list) and len(dict(pairs)) == len(pairs):
            found[id] = dict(pairs)
    return found


def _items_by_id(value: Any) -> Iterator[tuple[str, Any]]:
    for item in value if isinstance(value, list) else ():
        id = dict(item.members).get("id") if isinstance(item, Pairs) else None
        if isinstance(id, str):
            yield id, said(_items(item))


def _records_by_key(value: Any) -> Iterator[tuple[str, Any]]:
    references = dict(value.members).get("references") if isinstance(value, Pairs) else None
    for key, record in references.members if isinstance(references, Pairs) else ():
        yield key, _record(record)


def _bibliography(value: Any) -> Any:
    if isinstance(value, Pairs):
        return said(_members(value, lambda key, member: _items(member)))
    return _by_id(_items(value)) if isinstance(value, list) else said(value)


def _items(value: Any) -> Any:
    """The items in a list, or the one item; also where a wrapper holds them."""
    if isinstance(value, Pairs):
        return _members(value, _item_member)
    return (
        [_items(item) if isinstance(item, Pairs) else item for item in value]
        if isinstance(value, list)
        else value
    )


def _item_member(key: str, value: Any) -> Any:
    if key == "id" and isinstance(value, Number):
        return _text_of_number(value)
    if not isinstance(value, str):
        return value
    if key == "DOI":
        return _bare_doi(value)
    if key == "title":
        return " ".join(re.split("[ \t\n\r\f\v]+", value.strip(" \t\n\r\f\v")))
    if key == "type":
        return "".join(value.split()).lower()
    return value


def _text_of_number(number: Number) -> Any:
    value = float(number.text)
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else number


def _bare_doi(text: str) -> str:
    bare = text.strip()
    while match := PREFIX.match(bare):
        bare = bare[match.end() :]
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), bare)


def _sidecar(value: Any) -> Any:
    if not isinstance(value, Pairs):
        return said(value)
    return _sorted_pairs(
        (key, _sorted_pairs((id, _record(record)) for id, record in member.members))
        if key == "references" and isinstance(member, Pairs)
        else (key, said(member))
        for key, member in value.members
    )


def _queue(value: Any) -> Any:
    return sorted(map(repr, map(_record, value)))


def _record(record: Any) -> Any:
    if not isinstance(record, Pairs):
        return said(record)
    kept = [
        (key, value)
        for key, value in record.members
        if not (value is None and key == "extraction") and not (value == [] and key in LISTS)
    ]
    return _sorted_pairs((key, _record_member(key, value)) for key, value in kept)


def _record_member(key: str, value: Any) -> Any:
    if key == "review_status" and isinstance(value, str):
        return re.sub(r"[\W_]+", "", value).casefold()
    if key == "extraction":
        return _without_nulls(value, LEFT_OUT_NULLS[key])
    if not isinstance(value, list):
        return said(value)
    if key == "review_decisions":
        return [_without_nulls(decision, LEFT_OUT_NULLS[key]) for decision in value]
    if key == "provider_candidates":
        return _ordered(value, _candidate, _provider)
    return _ordered(value, said, _field_and_origin) if key == "conflicts" else said(value)


def _candidate(value: Any) -> Any:
    if not isinstance(value, Pairs):
        return said(value)
    return _sorted_pairs(
        (key, same_number(member, as_float=True))
        if key == "confidence" and isinstance(member, Number)
        else (key, said(member))
        for key, member in value.members
    )


def _ordered(values: list[Any], say: Callable[[Any], Any], key: Callable[[Any], Any]) -> list[Any]:
    """What the values say, in an order that does not depend on the one given where the file's order is free."""
    if all(key(value) is not None for value in values):
        values = sorted(values, key=key)
    return [say(value) for value in values]


def _provider(candidate: Any) -> str | None:
    return _text(candidate, "provider")


def _field_and_origin(conflict: Any) -> tuple[str, str] | None:
    field = _text(conflict, "field")
    origin = _text(conflict, "provider")
    origin = _text(conflict, "source") if origin is None else origin
    return None if field is None or origin is None else (field, origin)


def _text(value: Any, key: str) -> str | None:
    member = dict(value.members).get(key) if isinstance(value, Pairs) else None
    return member if isinstance(member, str) else None


def _without_nulls(value: Any, keys: Iterable[str]) -> Any:
    if not isinstance(value, Pairs):
        return said(value)
    return _sorted_pairs(
        (key, said(member)) for key, member in value.members if member is not None or key not in keys
    )


def _members(item: Pairs, change: Callable[[str, Any], Any]) -> Pairs:
    return Pairs(tuple((key, change(key, value)) for key, value in item.members))


def _by_id(items: list[Any]) -> list[Any]:
    if all(_text(item, "id") is not None for item in items):
        items = sorted(items, key=lambda item: _text(item, "id") or "")
    return [said(item) for item in items]


def _sorted_pairs(pairs: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    return sorted((key, repr(value)) for key, value in pairs)
