"""How a kind of file is laid out in canonical form: key order, array order, what is left out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def _any_value(value: Any) -> bool:
    return True


class Form:
    """Canonical form of one kind of value. The default form sorts keys and keeps arrays, at every depth.

    ``first``: keys that come first in an object, in this order; all others follow, sorted by code point.
    ``members``: the form of the value under a key; ``any_member``: of the values under all other keys.
    ``elements``: the form of an array's elements.
    ``sort_by``: for an array, the sort key of an element (a plain value, or one of a subclass: ask with
    ``isinstance``); the sort is stable. It returns a key that orders elements of any JSON type, or None where the
    array must stay as it is.
    ``omit``: for an object, keys left out when their value equals the one given (``None`` or ``[]``).
    ``floats``: keys of an object whose integer values are written as floats (``1`` as ``1.0``).
    ``is_for``: whether a whole file's value is one that the form was made for. Files with any other value are
    left as they are.
    """

    __slots__ = ("any_member", "elements", "first", "floats", "is_for", "members", "omit", "sort_by")

    def __init__(
        self,
        first: tuple[str, ...] = (),
        members: Mapping[str, Form] | None = None,
        any_member: Form | None = None,
        elements: Form | None = None,
        sort_by: Callable[[Any], Any] | None = None,
        omit: Mapping[str, Any] | None = None,
        floats: frozenset[str] = frozenset(),
        is_for: Callable[[Any], bool] = _any_value,
    ) -> None:
        self.first = first
        self.members = members or {}
        self.any_member = any_member
        self.elements = elements
        self.sort_by = sort_by
        self.omit = omit or {}
        self.floats = floats
        self.is_for = is_for


SORTED = Form()
"""Keys sorted at every depth, arrays as they are."""
