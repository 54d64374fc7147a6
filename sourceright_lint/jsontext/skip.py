"""Find the syntax errors of a large text without reading what is good between them into nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.jsontext.node import Node
from sourceright_lint.jsontext.scan import Scanner
from sourceright_lint.jsontext.stdlib import value_skipper

if TYPE_CHECKING:
    from sourceright_lint.jsontext.scan import Want

_LARGE = 500_000
"""Characters of a text from which on skipping pays."""

_LEVELS = 3
"""Values are skipped as wholes in this many containers; deeper ones belong to the value that is broken."""

_VALUE_WANTED: tuple[Want, ...] = ("value", "first element")


def scan_for_error(text: str) -> None:
    """Raise BrokenTextError where a large text stops being JSON. Nesting is not looked at."""
    if len(text) >= _LARGE:
        _Skipper(text).run()


def scanner_of_errors(text: str) -> Scanner:
    """A scanner of which only the errors count: of a large text it keeps no values."""
    return _Skipper(text) if len(text) >= _LARGE else Scanner(text, 0, len(text))


class _Skipper(Scanner):
    """Takes whole values in one step where the standard library can read them."""

    def __init__(self, text: str) -> None:
        super().__init__(text, 0, len(text))
        self._skip = value_skipper()

    def step(self) -> bool:
        """Take a whole value if one is wanted here and can be read, else the next token."""
        while self.want in _VALUE_WANTED and len(self.stack) <= _LEVELS:
            start = self._skip_space()
            end = self._skip(self.text, start)
            if end is None:
                break
            self._finish(Node("literal", start, end), end)
        return super().step()

    def _finish(self, node: Node, end: int) -> None:
        """As for every value, but the container does not keep it."""
        self.position = end
        self.want = "separator" if self.stack else "end"
        if not self.stack:
            self.root = node
        elif self.stack[-1].kind == "object":
            self.keys.pop()
