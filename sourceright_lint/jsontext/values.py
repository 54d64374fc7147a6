"""Faults of text that is good JSON and yet read differently by different readers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sourceright_lint.escape import show
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.number import is_out_of_range

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sourceright_lint.jsontext.node import Member, Node

_SURROGATES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SAFE_LENGTH = 250
_SHORT = 24


def value_faults(root: Node, private: bool) -> Iterator[Fault]:
    """Duplicate keys, lone surrogates and numbers out of range below ``root``, in no strict order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.kind == "object":
            yield from _member_faults(node, private)
            stack.extend(member.value for member in reversed(node.members))
        elif node.kind == "array":
            stack.extend(reversed(node.elements))
        elif node.kind == "string":
            yield from lone_surrogate(node, private)
        elif node.kind == "number":
            yield from _out_of_range(node, private)


def lone_surrogates(text: str) -> Iterator[re.Match[str]]:
    """The escapes in a string's raw token that are half a character; group 1 is the escape."""
    if _MAYBE_SURROGATE.search(text):
        yield from (match for match in _SURROGATES.finditer(text) if match[1])


def lone_surrogate(node: Node, private: bool) -> Iterator[Fault]:
    """The first lone surrogate of a string as a fault."""
    for match in lone_surrogates(node.text):
        start = node.start + match.start()
        message = f"{'this escape' if private else match[1]} is half a character: a lone surrogate"
        help = "strict readers refuse the file: put the whole character in, or take the half out"
        yield Fault("json.lone_surrogate", message, start, start + len(match[1]), help)
        return


def _member_faults(node: Node, private: bool) -> Iterator[Fault]:
    seen: dict[str, Member] = {}
    for member in node.members:
        yield from lone_surrogate(member.key, private)
        earlier = seen.get(member.name)
        if earlier is not None:
            keys = ((earlier.key.start, earlier.key.end), (member.key.start, member.key.end))
            yield duplicate_key(member.name, *keys, None if private else (earlier.value, member.value))
        seen[member.name] = member


def duplicate_key(
    name: str, earlier: tuple[int, int], key: tuple[int, int], values: tuple[Node, Node] | None
) -> Fault:
    """The fault of a key that stands at ``key`` and stood at ``earlier``. Without values nothing is quoted."""
    if values is None:
        message, note = "a key stands twice in one object", "it stands here before"
    else:
        shown = show(name)
        message = f"key {shown} stands twice in one object, now with {show(values[1].value())}"
        note = f"{shown} stands here before, with {show(values[0].value())}"
    return Fault(
        "json.duplicate_key",
        message,
        *key,
        help="readers keep only one of the values: decide which, and take the other out",
        notes=((*earlier, note),),
    )


def _out_of_range(node: Node, private: bool) -> Iterator[Fault]:
    if len(node.text) < _SAFE_LENGTH and "e" not in node.text and "E" not in node.text:
        return
    if is_out_of_range(node.text):
        message = f"{_shown(node.text, private)} is beyond what a double can hold"
        help = "readers refuse it or read infinity"
        yield Fault("json.number.out_of_range", message, node.start, node.end, help)


def _shown(number: str, private: bool) -> str:
    if private:
        return "this number"
    if len(number) <= _SHORT:
        return f"number {number}"
    return f"number {number[: _SHORT - 4]}… ({len(number)} characters)"
