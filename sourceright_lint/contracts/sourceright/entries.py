"""The objects in a list of items or of queue lines, and their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

_Entry = TypeVar("_Entry")


class Entries(Generic[_Entry]):
    """Those values of a list that are objects, as ``make`` presents them by index, value and id.

    ``with_id`` are those that have an id. Nothing refers to any other, so it is presented anew to each who asks: a
    megabyte of empty objects would else take fifty more.
    """

    def __init__(
        self, values: Sequence[Any], make: Callable[[int, dict[str, Any], str | None], _Entry]
    ) -> None:
        self._values = values
        self._make = make
        self._kept = [
            make(index, value, text)
            if isinstance(value, dict) and (text := id_text(value.get("id"))) is not None
            else None
            for index, value in enumerate(values)
        ]
        self.with_id = [entry for entry in self._kept if entry is not None]
        self._number = sum(isinstance(value, dict) for value in values)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[_Entry]:
        if len(self.with_id) == self._number:
            return iter(self.with_id)
        return self._each()

    @property
    def without_id(self) -> Iterator[_Entry]:
        """The objects that have no id, in the order of the file."""
        for index, (entry, value) in enumerate(zip(self._kept, self._values, strict=True)):
            if entry is None and isinstance(value, dict):
                yield self._make(index, value, None)

    def _each(self) -> Iterator[_Entry]:
        for index, (entry, value) in enumerate(zip(self._kept, self._values, strict=True)):
            if entry is not None:
                yield entry
            elif isinstance(value, dict):
                yield self._make(index, value, None)


def id_text(value: Any) -> str | None:
    """An id as readers compare it: numbers by their value (``78`` and ``78.0`` are one id)."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return str(int(value)) if value == value and abs(value) < 1e21 and value == int(value) else repr(value)
