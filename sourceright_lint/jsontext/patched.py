"""Large texts in which little is odd: only the odd records are read exactly, the rest at full speed.

Odd is what a fast reader changes or refuses: lone surrogates, numbers beyond a double, duplicate keys,
in JSON Lines also broken lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sourceright_lint.jsontext import bulk
from sourceright_lint.jsontext.arrange import member_form
from sourceright_lint.jsontext.content import Content, has_duplicates
from sourceright_lint.jsontext.form import SORTED
from sourceright_lint.jsontext.items import items_of
from sourceright_lint.jsontext.locate import find_below
from sourceright_lint.jsontext.sentinels import MISSING
from sourceright_lint.jsontext.write import canonical_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sourceright_lint.finding import Pointer
    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.form import Form
    from sourceright_lint.jsontext.items import Items
    from sourceright_lint.jsontext.locate import Found, Locator
    from sourceright_lint.jsontext.node import Node


class Patched(Content):
    """The odd records of a text as nodes, by pointer; the rest as a fast reader has it.

    ``reload`` gives the plain value as the fast reader has it, with something harmless where the odd
    records are; ``exactly`` reads the text as a whole, for what cannot be done otherwise.
    """

    def __init__(
        self,
        locator: Locator,
        units: Mapping[Pointer, Node],
        faults: tuple[Fault, ...],
        reload: Callable[[], Any],
        exactly: Callable[[], Content],
        lines: bool,
    ) -> None:
        value = reload()
        for pointer, unit in units.items():
            _put(value, pointer, unit.value())
        super().__init__(faults, value)
        self._locator = locator
        self._units = units
        self._reload = reload
        self._exactly = exactly
        self._lines = lines

    @property
    def readable(self) -> bool:
        """There is a value, and entries that are broken stand in it as such."""
        return True

    def node(self, pointer: Pointer) -> Node | None:
        """The value at a pointer."""
        if not pointer:
            return self._exactly().node(())
        length = self._unit_length(pointer)
        if length is not None:
            return self._units[pointer[:length]].at(pointer[length:])
        return self._locator.node(pointer)

    def items(self, pointer: Pointer) -> Items | None:
        """What the container at a pointer holds."""
        if self._unit_length(pointer) is None:
            return self._locator.items(pointer)
        node = self.node(pointer)
        return None if node is None else items_of(node)

    def find(self, pointer: Pointer) -> Found:
        """The place of the value at a pointer, or of the last one on the way to it."""
        length = self._unit_length(pointer)
        if length is None:
            return self._locator.find(pointer)
        key = self._locator.find(pointer[:length]).key
        return find_below(self._units[pointer[:length]], pointer[length:], key)

    def canonical(self, form: Form) -> bytes | None:
        """The canonical bytes; None where a key stands twice or an entry is broken."""
        units = self._units.values()
        if has_duplicates(self.faults) or any(unit.kind == "broken" for unit in units):
            return None
        if any(unit.kind not in ("object", "array") for unit in units):
            return self._exactly().canonical(form)
        value = self._with_texts(form, self._lines)
        text = bulk.dump_with_parts(value, form, self._lines, lambda written: bytes(written.text))
        return self._exactly().canonical(form) if text is None else text

    @property
    def is_plain(self) -> bool:
        """Whether no record was odd after all."""
        return not self._units and not has_duplicates(self.faults)

    def told_value(self, form: Form) -> Any:
        """The plain value with the texts of the odd records in their places; MISSING where a key stands twice."""
        units = self._units.values()
        if has_duplicates(self.faults) or any(unit.kind not in ("object", "array") for unit in units):
            return MISSING
        return self._with_texts(form, True)

    def _with_texts(self, form: Form, compact: bool) -> Any:
        value = self._reload()
        for pointer, unit in self._units.items():
            _put(value, pointer, _written(unit, _form_at(form, pointer), len(pointer), compact))
        return value

    def _unit_length(self, pointer: Pointer) -> int | None:
        """How much of a pointer leads to an odd record; None if it leads to none."""
        lengths = (length for length in range(1, len(pointer) + 1) if pointer[:length] in self._units)
        return next(lengths, None)


def _put(value: Any, pointer: Pointer, new: Any) -> None:
    for key in pointer[:-1]:
        value = value[key]
    value[pointer[-1]] = new


def _form_at(form: Form, pointer: Pointer) -> Form:
    for key in pointer:
        form = member_form(form, key) if isinstance(key, str) else form.elements or SORTED
    return form


def _written(unit: Node, form: Form, depth: int, compact: bool) -> Any:
    """A stand-in for an odd record: equal to its plain value, and written as the text made here."""
    text = canonical_text(unit, form, depth, compact).encode()
    return (_WrittenObject if unit.kind == "object" else _WrittenArray)(unit.value(), text)


class _WrittenObject(dict[str, Any]):
    """An object that has its text already."""

    def __init__(self, value: dict[str, Any], text: bytes) -> None:
        super().__init__(value)
        self.text = text


class _WrittenArray(list[Any]):
    """An array that has its text already."""

    def __init__(self, value: list[Any], text: bytes) -> None:
        super().__init__(value)
        self.text = text
