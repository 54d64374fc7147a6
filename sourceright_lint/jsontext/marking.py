"""Plain values made ready for a writer that sorts keys, so that it writes them in canonical order.

The keys that a form puts first get marks in front, the first key most, so that they sort first; the marks are
taken out of the text that was written. This costs much less than building every object anew in another order.
"""

from __future__ import annotations

from sourceright_lint.jsontext.arrange import as_float, element_order, in_front, in_order, is_omitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sourceright_lint.jsontext.form import Form

    Marking = Callable[[Any], Any]
    _Look = tuple[str, int, Marking | None, Any, bool]

MARK = "\0"
"""Sorts before every other character."""

MARK_TEXT = b"\\u0000"
"""How a mark is written."""

_NEVER = object()


class Marker:
    """Marks values, and counts what it did: marks, and quotes in the keys of members left out.

    Not sure of the result where an empty key sorts before any mark. Remembers what it knows about a form.
    """

    def __init__(self) -> None:
        self.marks = 0
        self.quotes_left_out = 0
        self.is_sure = True
        self._markings: dict[Form, Marking] = {}

    def marked(self, value: Any, form: Form) -> Any:
        """A copy of a value in which order is a matter of sorting keys. Parts of the default form are shared."""
        if form not in self._markings:
            self._markings[form] = self._marking(form)
        return self._markings[form](value)

    def order(self, value: Any, form: Form) -> Sequence[Any]:
        """The keys or indexes of a container's items in canonical order."""
        if type(value) is list:
            return element_order(value, form)
        kept = sorted(
            key
            for key, member in value.items()
            if key not in form.omit or not is_omitted(member, form.omit[key])
        )
        self.quotes_left_out += sum(2 + key.count('"') for key in value.keys() - set(kept))
        return list(in_front(kept, form.first))

    def _marking(self, form: Form) -> Marking:
        in_object = self._object_marking(form)
        in_elements = None if form.elements is None else self._marking(form.elements)

        def mark(value: Any) -> Any:
            kind = type(value)
            if kind is dict:
                return in_object(value)
            if kind is not list:
                return value
            elements = in_order(value, form)
            return elements if in_elements is None else list(map(in_elements, elements))

        return mark

    def _object_marking(self, form: Form) -> Marking:
        """What is to be done about each key of a form is worked out once."""
        looks = {key: self._look(key, form) for key in {*form.first, *form.omit, *form.floats, *form.members}}
        any_member = None if form.any_member is None else self._marking(form.any_member)
        has_first = bool(form.first)
        nothing_to_mark = frozenset(looks).isdisjoint

        def mark_object(value: dict[str, Any]) -> dict[str, Any]:
            if any_member is None and nothing_to_mark(value):
                return value
            result = {}
            for key, member in value.items():
                look = looks.get(key)
                if look is None:
                    result[key] = member if any_member is None else any_member(member)
                    continue
                name, marks, inner, omitted, is_float = look
                if type(member) is type(omitted) and member == omitted:
                    self.quotes_left_out += 2 + key.count('"')
                    continue
                if is_float and type(member) is int:
                    member = as_float(member)
                self.marks += marks
                result[name] = member if inner is None else inner(member)
            if has_first and "" in value:
                self.is_sure = False
            return result

        return mark_object

    def _look(self, key: str, form: Form) -> _Look:
        marks = len(form.first) - form.first.index(key) if key in form.first else 0
        inner = form.members.get(key) or form.any_member
        marking = None if inner is None else self._marking(inner)
        return MARK * marks + key, marks, marking, form.omit.get(key, _NEVER), key in form.floats
