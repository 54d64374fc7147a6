"""How values of one kind merge, told in a table: the counterpart of ``jsontext.Form``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from typing import Any


class MergePlan:
    """How one kind of value merges. The default merges objects member by member; all else is one value.

    ``members``: the plan of the value under a key; ``any_member``: of the values under all other keys.
    ``key``: makes an array a collection. It gives what identifies an element, or None where its whole
    content does. Equal keys in one array are told apart by their order. Elements follow ``element``.
    ``append_only``: makes an array a log: what both sides appended is kept, in the order of time.
    ``time``: when an element of a log happened (comparable with others), or None where that is unknown.
    ``whole``: an object that is one statement: never made up of parts from both sides.
    ``apart``: the members or elements are records. Each conflicts on its own and is marked on its own.
    ``refuses``: for a whole document (a plain value), why it cannot be merged by record; None if it can.

    Functions get values as ``merging.values`` reads them (numbers are ``Number``), except ``refuses``.
    """

    __slots__ = (
        "any_member", "apart", "append_only", "element", "key", "members", "refuses", "time", "whole",
    )  # fmt: skip

    def __init__(
        self,
        *,
        members: Mapping[str, MergePlan] | None = None,
        any_member: MergePlan | None = None,
        key: Callable[[Any], Hashable | None] | None = None,
        element: MergePlan | None = None,
        append_only: bool = False,
        time: Callable[[Any], Any] | None = None,
        whole: bool = False,
        apart: bool = False,
        refuses: Callable[[Any], str | None] | None = None,
    ) -> None:
        self.members = members or {}
        self.any_member = any_member
        self.key = key
        self.element = element
        self.append_only = append_only
        self.time = time
        self.whole = whole
        self.apart = apart
        self.refuses = refuses

    def of_member(self, name: str) -> MergePlan:
        """The plan of the value under a key."""
        return self.members.get(name) or self.any_member or VALUE

    def of_element(self) -> MergePlan:
        """The plan of an array's elements."""
        return self.element or VALUE


VALUE = MergePlan()
"""Objects member by member, everything else as one value."""
