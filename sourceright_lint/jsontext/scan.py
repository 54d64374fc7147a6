"""Read JSON text into nodes, one token at a time, without recursion and in linear time."""

from __future__ import annotations

import re
from json import JSONDecodeError
from typing import TYPE_CHECKING, Literal

from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.node import Member, Node
from sourceright_lint.jsontext.stdlib import scanstring

if TYPE_CHECKING:
    from collections.abc import Callable

Want = Literal["value", "first element", "key", "first key", "colon", "separator", "end"]

_TOKEN = re.compile(
    r"[ \t\n\r]*(?:"
    r'(?P<string>")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])"
    r"|(?P<literal>true|false|null)(?!\w)"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|(?P<colon>:))"
)
_SPACE = re.compile(r"[ \t\n\r]*")
_SHARED = 1_000
"""So many different texts are kept once for all places: short ones come again and again."""

_VALUE_WANTED = ("value", "first element")


class BrokenTextError(Exception):
    """The text stops being JSON at ``position``, where ``want`` should stand."""

    def __init__(self, position: int, want: Want, container: Node | None, comma: int) -> None:
        super().__init__(position)
        self.position = position
        self.want: Want = want
        self.container = container
        self.comma = comma


class TooDeepError(Exception):
    """The container that opens at ``position`` is nested too deeply."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


def scan(text: str, start: int = 0, end: int | None = None) -> Node:
    """The one JSON value in ``text[start:end]``. Raises BrokenTextError or TooDeepError."""
    return Scanner(text, start, len(text) if end is None else end).run()


class Scanner:
    """A machine that takes one token after the other and knows what may come next."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.position = start
        self.limit = end
        self.want: Want = "value"
        self.root: Node | None = None
        self.stack: list[Node] = []
        self.keys: list[tuple[Node, str]] = []
        self.comma = -1
        self._texts: dict[str, str] = {}

    def run(self) -> Node:
        """The value, with nothing but white space after it."""
        while self.step():
            pass
        self.position = self._skip_space()
        if self.root is None or self.position < self.limit:
            raise self._broken(self.position)
        return self.root

    def step(self) -> bool:
        """Take the next token; false where there is none."""
        token = _TOKEN.match(self.text, self.position, self.limit)
        if token is None:
            return False
        kind = token.lastgroup or ""
        _TAKERS[kind](self, token.start(kind), token.end())
        return True

    def _skip_space(self) -> int:
        space = _SPACE.match(self.text, self.position, self.limit)
        return space.end() if space else self.position

    def _broken(self, position: int) -> BrokenTextError:
        return BrokenTextError(position, self.want, self.stack[-1] if self.stack else None, self.comma)

    def _string(self, start: int, end: int) -> None:
        as_key = self.want in ("key", "first key")
        if not as_key and self.want not in _VALUE_WANTED:
            raise self._broken(start)
        try:
            value, end = scanstring(self.text, end)
        except JSONDecodeError:
            raise self._broken(start) from None
        if end > self.limit:
            raise self._broken(start)
        node = Node("string", start, end, self._shared(self.text[start:end]))
        if as_key:
            self.keys.append((node, value))
            self.want = "colon"
            self.position = end
        else:
            self._finish(node, end)

    def _number(self, start: int, end: int) -> None:
        self._scalar(Node("number", start, end, self._shared(self.text[start:end])))

    def _literal(self, start: int, end: int) -> None:
        self._scalar(Node("literal", start, end, self._shared(self.text[start:end])))

    def _shared(self, text: str) -> str:
        """The same object for the same text, as far as there are not too many."""
        known = self._texts.get(text)
        if known is None and len(self._texts) < _SHARED:
            self._texts[text] = text
        return known or text

    def _scalar(self, node: Node) -> None:
        if self.want not in _VALUE_WANTED:
            raise self._broken(node.start)
        self._finish(node, node.end)

    def _open(self, start: int, end: int) -> None:
        if self.want not in _VALUE_WANTED:
            raise self._broken(start)
        if len(self.stack) == MAX_DEPTH:
            raise TooDeepError(start)
        if self.text[start] == "{":
            self.stack.append(Node("object", start, end))
            self.want = "first key"
        else:
            self.stack.append(Node("array", start, end))
            self.want = "first element"
        self.position = end

    def _close(self, start: int, end: int) -> None:
        first, fits = ("first key", "object") if self.text[start] == "}" else ("first element", "array")
        if self.want not in (first, "separator") or self.stack[-1].kind != fits:
            raise self._broken(start)
        node = self.stack.pop()
        node.end = end
        self._finish(node, end)

    def _comma(self, start: int, end: int) -> None:
        if self.want != "separator":
            raise self._broken(start)
        self.comma = start
        self.want = "key" if self.stack[-1].kind == "object" else "value"
        self.position = end

    def _colon(self, start: int, end: int) -> None:
        if self.want != "colon":
            raise self._broken(start)
        self.want = "value"
        self.position = end

    def _finish(self, node: Node, end: int) -> None:
        self.position = end
        if not self.stack:
            self.root = node
            self.want = "end"
            return
        parent = self.stack[-1]
        if parent.kind == "object":
            key, name = self.keys.pop()
            parent.members.append(Member(key, node, name))
        else:
            parent.elements.append(node)
        self.want = "separator"


_TAKERS: dict[str, Callable[[Scanner, int, int], None]] = {
    "string": Scanner._string,
    "number": Scanner._number,
    "literal": Scanner._literal,
    "open": Scanner._open,
    "close": Scanner._close,
    "comma": Scanner._comma,
    "colon": Scanner._colon,
}
"""Not kept in the scanner: it would refer to itself, and nothing that it read would be let go of at once."""
