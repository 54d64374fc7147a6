"""Plain values made ready for a writer that sorts keys, so that it writes them in canonical order.

The keys that a form puts first get a mark in front, so that they sort first; the marks are taken out of the
text that was written. This costs much less than building every object anew in another order.
"""

from __future__ import annotations

from sourceright_lint.jsontext.arrange import as_float, element_order, in_front, in_order, is_omitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sourceright_lint.jsontext.form import Form

MARKS = "\0\1\2\3\4\5\6\7"
"""Characters that sort before every other. They are written as ``MARK_TEXT`` and their number."""

MARK_TEXT = b"\\u000"


def without_marks(text: bytes, kinds: int) -> bytes:
    """The text without the marks of the first ``kinds`` kinds."""
    for number in range(kinds):
        text = text.replace(MARK_TEXT + b"%d" % number, b"")
    return text


class Marker:
    """Marks values, and counts what it did: marks, and quotes in the keys of members left out.

    Not sure of the result where a form puts more keys first than there are marks, and where an empty key sorts
    before any mark. ``kinds`` is how many of the marks are in use.
    """

    def __init__(self) -> None:
        self.marks = 0
        self.quotes_left_out = 0
        self.is_sure = True
        self.kinds = 0

    def marked(self, value: Any, form: Form) -> Any:
        """A copy of a value in which order is a matter of sorting keys. Parts of the default form are shared."""
        if type(value) is dict:
            return self._object(value, form)
        if type(value) is not list:
            return value
        elements, inner = in_order(value, form), form.elements
        return elements if inner is None else [self.marked(element, inner) for element in elements]

    def order(self, value: Any, form: Form) -> Sequence[Any]:
        """The keys or indexes of a container's items in canonical order."""
        if type(value) is list:
            return element_order(value, form)
        kept = self._without_omitted(value.copy(), form)
        return list(in_front(sorted(kept), form.first))

    def _without_omitted(self, value: dict[str, Any], form: Form) -> dict[str, Any]:
        for key, omitted in form.omit.items():
            if key in value and is_omitted(value[key], omitted):
                del value[key]
                self.quotes_left_out += 2 + key.count('"')
        return value

    def _object(self, value: dict[str, Any], form: Form) -> dict[str, Any]:
        result = self._without_omitted(value.copy(), form)
        for key in form.floats:
            if type(result.get(key)) is int:
                result[key] = as_float(result[key])
        for key, inner in form.members.items():
            if key in result:
                result[key] = self.marked(result[key], inner)
        if form.any_member is not None:
            for key in result.keys() - form.members.keys():
                result[key] = self.marked(result[key], form.any_member)
        if len(form.first) > len(MARKS) or (form.first and "" in result):
            self.is_sure = False
        self.kinds = max(self.kinds, len(form.first))
        for mark, key in zip(MARKS, form.first, strict=False):
            if key in result:
                result[mark + key] = result.pop(key)
                self.marks += 1
        return result
