"""Structure of JSON values, checked by a small, strict subset of JSON Schema (draft 2020-12).

Keywords: ``type``, ``enum``, ``properties``, ``required``, ``additionalProperties``, ``items``, ``minItems``,
``maxItems``, ``minLength``, ``minimum``, ``maximum``, ``pattern``, and ``$ref`` to ``#/$defs/NAME``; others
are ignored. Stricter than the standard in two points: an ``integer`` is written as one, so ``2.0`` is none,
and ``$`` at the end of a pattern does not pass a final line break. The ``title`` of a schema with a pattern
says in messages what the text must be.

Where ``x-lax`` is true, the readers of the file convert some values of another type (``"3"``, ``true``,
``3.0`` to 3; white space around a string with a pattern). Such a value gives a violation with keyword ``lax``
instead, so that it can be graded lower. ``x-also`` gives other spellings of keys that those readers take
(``{"from_": "from"}``); such a key gives ``lax`` as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from sourceright_lint.escape import show
from sourceright_lint.finding import Pointer
from sourceright_lint.resemblance import nearest
from sourceright_lint.schema_coerce import UNREADABLE, coerce

Schema = Mapping[str, Any]

MOST = 10_000
"""Violations of one keyword that are told of a value."""

_CLASSES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_NAMES = {
    dict: "an object", list: "a list", str: "a string", int: "a number", float: "a number",
    bool: "a boolean", type(None): "null",
}  # fmt: skip
_WANTED = {
    "object": "an object", "array": "a list", "string": "a string", "integer": "an integer",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


class Violation(NamedTuple):
    """One departure from a schema.

    ``pointer`` leads to the offending value; for ``required`` it ends in the key that is missing, and for
    ``additionalProperties`` in the key that is unknown (``key`` is true: the place to show is that key).
    ``keyword`` is the schema's, or ``lax``. ``message`` is one line, safe to print.
    """

    pointer: Pointer
    keyword: str
    message: str
    key: bool = False


def violations(schema: Schema, value: Any, *, private: bool = False) -> Iterator[Violation]:
    """The departures of ``value`` from ``schema``, 10,000 of a keyword at most.

    Messages of a ``private`` value never quote it.
    """
    return Checker(schema).violations(value, private=private)


class Checker:
    """A schema made ready for many values."""

    def __init__(self, schema: Schema) -> None:
        self._definitions: Mapping[str, Schema] = schema.get("$defs", {})
        self._known: dict[str, _Node] = {}
        self._root = self._node(schema)

    def matches(self, value: Any) -> bool:
        """Whether there is nothing to say about ``value``: the quick answer."""
        return _matches(self._root, value)

    def violations(self, value: Any, *, private: bool = False) -> Iterator[Violation]:
        """The departures of ``value``, in the order of the value; see the function of this name."""
        if _matches(self._root, value):
            return
        told: Counter[str] = Counter()
        enough: set[str] = set()
        for violation in _examine(self._root, value, (), _How(private, enough)):
            told[violation.keyword] += 1
            if told[violation.keyword] >= MOST:
                enough.add(violation.keyword)
            if told[violation.keyword] <= MOST:
                yield violation

    def _node(self, schema: Schema) -> _Node:
        reference = schema.get("$ref")
        if reference is None:
            return self._filled(_Node(schema), schema)
        if reference not in self._known:
            target = self._definitions[reference.removeprefix("#/$defs/")]
            self._known[reference] = _Node(target)
            self._filled(self._known[reference], target)
        return self._known[reference]

    def _filled(self, node: _Node, schema: Schema) -> _Node:
        for key, member in schema.get("properties", {}).items():
            node.properties[key] = self._node(member)
        additional = schema.get("additionalProperties", True)
        node.closed = additional is False
        if isinstance(additional, Mapping):
            node.additional = self._node(additional)
        if "items" in schema:
            node.items = self._node(schema["items"])
        return node


class _How(NamedTuple):
    """How a value is examined. Of keywords that come into ``enough`` nothing more needs to be found."""

    private: bool
    enough: Container[str]


class _Node:
    """One schema object, its keywords looked up once."""

    __slots__ = (
        "additional", "also", "choices", "classes", "closed", "items", "lax", "lengths", "maximum",
        "minimum", "pattern", "properties", "required", "shape", "shortest", "types",
    )  # fmt: skip

    def __init__(self, schema: Schema) -> None:
        types = schema.get("type", ())
        self.types: tuple[str, ...] = (types,) if isinstance(types, str) else tuple(types)
        self.classes = frozenset(c for t in self.types or _CLASSES for c in _CLASSES[t])
        self.choices: tuple[Any, ...] | None = tuple(schema["enum"]) if "enum" in schema else None
        self.properties: dict[str, _Node] = {}
        self.required: tuple[str, ...] = tuple(schema.get("required", ()))
        self.also: Mapping[str, str] = schema.get("x-also", {})
        self.closed = False
        self.additional: _Node | None = None
        self.items: _Node | None = None
        self.lengths = (schema.get("minItems", 0), schema.get("maxItems"))
        self.shortest: int = schema.get("minLength", 0)
        self.minimum: float | None = schema.get("minimum")
        self.maximum: float | None = schema.get("maximum")
        self.pattern = _compiled(schema["pattern"]) if "pattern" in schema else None
        self.shape: str = schema.get("title") or f"text that matches {schema.get('pattern', '')}"
        self.lax: bool = schema.get("x-lax", False)


def _matches(node: _Node, value: Any) -> bool:
    kind = type(value)
    if kind not in node.classes:
        return False
    if node.choices is not None and not _chosen(node.choices, value):
        return False
    if kind is str:
        return len(value) >= node.shortest and _fits_pattern(node, value)
    if kind is dict:
        return _object_matches(node, value)
    if kind is list:
        return _count_fits(node, value) and (
            node.items is None or all(_matches(node.items, item) for item in value)
        )
    return kind is bool or value is None or _in_range(node, value)


def _object_matches(node: _Node, value: dict[str, Any]) -> bool:
    properties, additional = node.properties, node.additional
    for key, member in value.items():
        known = properties.get(key, additional)
        if known is None:
            if node.closed:
                return False
        elif not _matches(known, member):
            return False
    return all(key in value for key in node.required)


def _examine(node: _Node, value: Any, at: Pointer, how: _How) -> Iterator[Violation]:
    kind = type(value)
    if kind not in node.classes:
        yield from _wrong_type(node, value, at, how)
    elif node.choices is not None and not _chosen(node.choices, value):
        if "enum" not in how.enough:
            yield Violation(at, "enum", _enum_message(node.choices, value, at, how.private))
    elif kind is dict:
        yield from _examine_object(node, value, at, how)
    elif kind is list:
        yield from _examine_list(node, value, at, how)
    elif kind is str:
        yield from _examine_string(node, value, at, how)
    elif kind in (int, float) and not _in_range(node, value):
        yield _out_of_range(node, value, at, how.private)


def _wrong_type(node: _Node, value: Any, at: Pointer, how: _How) -> Iterator[Violation]:
    read = coerce(value, node.types) if node.lax else UNREADABLE
    if read is UNREADABLE and "type" in how.enough:
        return
    said = ", a string" if isinstance(value, str) and not how.private else ""
    message = f"{_found(value, at, how.private)}{said}: must be {_wanted(node)}"
    if read is UNREADABLE:
        yield Violation(at, "type", message)
    elif not isinstance(read, bool) and not _in_range(node, read):
        yield _out_of_range(node, value, at, how.private)
    else:
        yield Violation(
            at, "lax", f"{message} (readers take it for {show(read)})" if not how.private else message
        )


def _examine_object(node: _Node, value: dict[str, Any], at: Pointer, how: _How) -> Iterator[Violation]:
    missing = [key for key in node.required if key not in value]
    for key, member in value.items():
        known = node.properties.get(key, node.additional)
        if known is not None:
            yield from _examine(known, member, (*at, key), how)
        elif node.also.get(key, key) not in value:
            usual = node.also[key]
            yield Violation((*at, key), "lax", f"{show(key)} is another spelling of {show(usual)}", True)
            yield from _examine(node.properties[usual], member, (*at, key), how)
        elif node.closed and "additionalProperties" not in how.enough:
            meant = _near(key, missing) or _near(key, [k for k in node.properties if k not in value])
            # A misspelt required key is one fault: unknown and missing would say it twice.
            missing = [k for k in missing if k != meant]
            yield Violation((*at, key), "additionalProperties", _unknown_message(node, key, meant), True)
    for key in () if "required" in how.enough else missing:
        yield Violation((*at, key), "required", f"{show(key)} is missing{_inside(at)}")


def _examine_list(node: _Node, value: list[Any], at: Pointer, how: _How) -> Iterator[Violation]:
    low, high = node.lengths
    if len(value) < low:
        yield Violation(at, "minItems", f"{_label(at)} has {_counted(len(value))}: must have {low} or more")
    elif high is not None and len(value) > high:
        yield Violation(at, "maxItems", f"{_label(at)} has {_counted(len(value))}: must have {high} at most")
    if node.items is not None:
        for index, item in enumerate(value):
            yield from _examine(node.items, item, (*at, index), how)


def _examine_string(node: _Node, value: str, at: Pointer, how: _How) -> Iterator[Violation]:
    if len(value) < node.shortest:
        yield Violation(at, "minLength", f"{_label(at)} is empty")
    elif not _fits_pattern(node, value):
        if node.lax and _fits_pattern(node, value.strip()):
            yield Violation(at, "lax", f"{_found(value, at, how.private)}: it has white space around it")
            return
        yield Violation(at, "pattern", f"{_found(value, at, how.private)}: must be {node.shape}")


def _out_of_range(node: _Node, value: Any, at: Pointer, private: bool) -> Violation:
    low, high = node.minimum, node.maximum
    if low is not None and high is not None:
        allowed = f"from {low} to {high}"
    else:
        allowed = f"{low} or more" if low is not None else f"{high} or less"
    keyword = "minimum" if low is not None and not _reaches(value, low) else "maximum"
    found = _label(at) + (" is out of range" if private else f" is {show(value)}")
    return Violation(at, keyword, f"{found}: must be {allowed}")


def _reaches(value: Any, low: float) -> bool:
    read = coerce(value, ("number",))
    return isinstance(read, (int, float)) and read >= low


def _in_range(node: _Node, value: Any) -> bool:
    if node.minimum is not None and not value >= node.minimum:
        return False
    return node.maximum is None or value <= node.maximum


def _count_fits(node: _Node, value: list[Any]) -> bool:
    low, high = node.lengths
    return low <= len(value) and (high is None or len(value) <= high)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def _fits_pattern(node: _Node, value: str) -> bool:
    return node.pattern is None or node.pattern.search(value) is not None


def _chosen(choices: tuple[Any, ...], value: Any) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in choices)


def _near(word: str, words: list[str]) -> str | None:
    """The one of ``words`` that ``word`` was probably meant to be: by letters only, then by resemblance."""

    def plain(text: str) -> str:
        return "".join(c for c in text.casefold() if c.isalnum())

    for known in words:
        if plain(known) == plain(word):
            return known
    return nearest(word, words, 0.7)


def _enum_message(choices: tuple[Any, ...], value: Any, at: Pointer, private: bool) -> str:
    allowed = ", ".join(show(choice) for choice in choices)
    many = "one of " if len(choices) > 1 else ""
    message = f"{_found(value, at, private)}: must be {many}{allowed}"
    words = [choice for choice in choices if isinstance(choice, str)]
    near = _near(value, words) if isinstance(value, str) and not private else None
    return f"{message}; did you mean {show(near)}?" if near and len(words) > 1 else message


def _unknown_message(node: _Node, key: str, meant: str | None) -> str:
    if meant is not None:
        return f"unknown key {show(key)}: did you mean {show(meant)}?"
    known = ", ".join(show(name) for name in node.properties)
    return f"unknown key {show(key)}: known here are {known}" if known else f"unknown key {show(key)}"


def _found(value: Any, at: Pointer, private: bool) -> str:
    if value is None:
        return f"{_label(at)} is null"
    if private or isinstance(value, (dict, list)):
        return f"{_label(at)} is {_NAMES.get(type(value), 'of no known type')}"
    return f"{_label(at)} is {show(value)}"


def _wanted(node: _Node) -> str:
    names = [_WANTED[name] for name in node.types]
    return " or ".join(names)


def _counted(count: int) -> str:
    return {0: "no items", 1: "1 item"}.get(count, f"{count} items")


def _label(at: Pointer) -> str:
    """What the message calls the value at ``at``: its key, or its place in the list with that key."""
    if not at:
        return "the document"
    if isinstance(at[-1], str):
        return show(at[-1])
    owner = next((part for part in reversed(at) if isinstance(part, str)), None)
    return f"item {at[-1] + 1} of {show(owner)}" if owner is not None else f"item {at[-1] + 1}"


def _inside(at: Pointer) -> str:
    return f" in {_label(at)}" if at else ""
