"""Two values that no JSON text has: what stands where nothing could be read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Sentinel:
    """A value equal only to itself."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def __bool__(self) -> bool:
        return False


MISSING: Final = Sentinel("MISSING")
"""The value of a document that could not be read."""

BROKEN: Final = Sentinel("BROKEN")
"""The value of a JSON Lines entry that could not be read."""
