"""What has been read of a file: one interface, whoever read it."""

from __future__ import annotations

from sourceright_lint.jsontext.sentinels import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items
    from sourceright_lint.jsontext.locate import Found
    from sourceright_lint.jsontext.marks import Marks
    from sourceright_lint.jsontext.node import Node


class Content:
    """A text that could not be read, and the base of those that could."""

    def __init__(self, faults: tuple[Fault, ...] = (), value: Any = MISSING) -> None:
        self.faults = faults
        self.value = value

    @property
    def marks(self) -> Marks | None:
        """Who tells places without the decoded text, where that pays."""
        return None

    @property
    def readable(self) -> bool:
        """Whether nothing kept the text from being read as a whole."""
        return not self.faults

    def node(self, pointer: Pointer) -> Node | None:
        """The value at a pointer as it stands in the text."""
        return None

    def items(self, pointer: Pointer) -> Items | None:
        """What the container at a pointer holds."""
        return None

    def find(self, pointer: Pointer) -> Found | None:
        """The place of the value at a pointer, or of the last one on the way to it."""
        return None

    def canonical(self, form: Form) -> bytes | None:
        """The canonical bytes, or None where they could lose something."""
        return None

    @property
    def is_plain(self) -> bool:
        """Whether the plain value surely says all that the text says."""
        return False

    def told_value(self, form: Form) -> Any:
        """The plain value, with stand-ins for what it does not say; MISSING where that takes the exact reader."""
        return MISSING


def has_duplicates(faults: tuple[Fault, ...]) -> bool:
    """Whether a key that stands twice is among the faults."""
    return any(fault.code == "json.duplicate_key" for fault in faults)
