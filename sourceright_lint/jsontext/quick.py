"""A text that a fast reader is sure of: no faults, places only when asked for."""

from __future__ import annotations

from sourceright_lint.jsontext.content import Content
from sourceright_lint.jsontext.sentinels import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Protocol

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items
    from sourceright_lint.jsontext.locate import Found, Locator
    from sourceright_lint.jsontext.marks import Marks
    from sourceright_lint.jsontext.node import Node

    class File(Protocol):
        """What is asked of a document, which knows its content and not the other way round."""

        @property
        def kind(self) -> str: ...
        @property
        def data(self) -> bytes: ...
        @property
        def body(self) -> bytes: ...
        @property
        def text(self) -> str: ...
        @property
        def is_large(self) -> bool: ...
        @property
        def engine(self) -> ModuleType: ...


class Quick(Content):
    """A faultless text and its value as a fast reader has it.

    ``pretty`` where the text is known to be in canonical layout.
    """

    def __init__(self, document: File, value: Any, pretty: bool) -> None:
        super().__init__((), value)
        self._document = document
        self._pretty: bool | None = pretty or None
        self._locator: Locator | None = None
        self._marks: Marks | None = None

    @property
    def marks(self) -> Marks | None:
        """For a large text in canonical layout."""
        if self._marks is None and self._document.is_large and self._is_pretty():
            from sourceright_lint.jsontext.marks import Marks

            self._marks = Marks(self._document.body, self.value)
        return self._marks

    def node(self, pointer: Pointer) -> Node | None:
        """The value at a pointer."""
        return self._locate().node(pointer)

    def items(self, pointer: Pointer) -> Items | None:
        """What the container at a pointer holds."""
        return self._locate().items(pointer)

    def find(self, pointer: Pointer) -> Found:
        """The place of the value at a pointer, or of the last one on the way to it."""
        return self._locate().find(pointer)

    def canonical(self, form: Form) -> bytes | None:
        """The canonical bytes."""
        from sourceright_lint.jsontext.write import canonical_document

        root = self.node(())
        return None if root is None else canonical_document(root, form, self._document.kind == "jsonl")

    @property
    def is_plain(self) -> bool:
        """Of small texts nobody asks."""
        return self._document.is_large

    def told_value(self, form: Form) -> Any:
        """The plain value says all."""
        return self.value if self.is_plain else MISSING

    def _is_pretty(self) -> bool:
        """Whether the text is known to be in canonical layout; of a large one that is found out."""
        document = self._document
        if document.kind == "jsonl":
            return False
        if self._pretty is None:
            self._pretty = document.is_large and bool(
                document.engine.has_canonical_layout(document.body, self.value, False)
            )
        return self._pretty

    def _locate(self) -> Locator:
        if self._locator is None:
            from sourceright_lint.jsontext.locate import Locator

            document = self._document
            self._locator = Locator(document.text, self._is_pretty(), document.kind == "jsonl", self.value)
        return self._locator
