"""What a check reports: a finding, where it is, and how it can be mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Union

if TYPE_CHECKING:
    from sourceright_lint.jsontext.json_value import JsonValue

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")

Pointer = tuple[Union[str, int], ...]


class Span(NamedTuple):
    """A stretch of text. Lines and columns count from 1, columns in characters, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Replace(NamedTuple):
    """Put ``value`` in the place of the value at ``pointer``."""

    path: str
    pointer: Pointer
    value: JsonValue


class RenameKey(NamedTuple):
    """Give the member at ``pointer`` the key ``name``; its value stays as it is."""

    path: str
    pointer: Pointer
    name: str


class Remove(NamedTuple):
    """Take the member or element at ``pointer`` out."""

    path: str
    pointer: Pointer


class Insert(NamedTuple):
    """Add a member (last item of ``pointer`` a key) or append an element (last item ``-1``)."""

    path: str
    pointer: Pointer
    value: JsonValue


class Unwrap(NamedTuple):
    """Put the text of the value at ``inner`` in the place of the value at ``pointer``."""

    path: str
    pointer: Pointer
    inner: Pointer


class Splice(NamedTuple):
    """Put ``text`` in the place of the characters from ``start`` to ``end``: a repair of broken syntax.

    Offsets count characters of the decoded text, the byte order mark left out.
    """

    path: str
    start: int
    end: int
    text: str


class TidyLines(NamedTuple):
    """Mend what is wrong with the layout of JSON Lines: all faults of the code ``fault`` from ``start`` on.

    ``start`` counts characters as those of ``Splice``.
    """

    path: str
    fault: str
    start: int


class Rewrite(NamedTuple):
    """Replace a derived file as a whole (or make it, where it is not there)."""

    path: str
    data: bytes


class Reformat(NamedTuple):
    """Bring the file into its canonical form."""

    path: str


class StripBom(NamedTuple):
    """Take the byte order mark off the file."""

    path: str


Edit = Union[Replace, RenameKey, Remove, Insert, Unwrap, Splice, TidyLines, Rewrite, Reformat, StripBom]


class Fix(NamedTuple):
    """Edits that are made all together or not at all.

    ``safe`` fixes change no meaning and lose nothing; the others need ``--unsafe-fixes``.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


class Related(NamedTuple):
    """A second place that belongs to a finding."""

    path: str
    span: Span
    message: str


class Finding(NamedTuple):
    """One fault, as every report shows it.

    ``excerpt`` is the source line, or empty where it must not be shown; of a long line the part around the
    span, which leaves out the first ``excerpt_start`` characters. ``by_text``: the finding is about the text at
    its span rather than about the value at its pointer.
    """

    code: str
    severity: Severity
    message: str
    path: str
    pointer: Pointer
    span: Span
    record: str | None
    bundle: str
    related: tuple[Related, ...]
    fix: Fix | None
    fingerprint: str
    help: str = ""
    excerpt: str = ""
    excerpt_start: int = 0
    by_text: bool = False

    @property
    def span_in_excerpt(self) -> Span:
        """The span, its columns counted in the excerpt."""
        span, cut = self.span, self.excerpt_start
        end = span.end_column - cut if span.end_line == span.line else span.end_column
        return Span(span.line, span.column - cut, span.end_line, end)

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of every report: path, place, code."""
        return (self.path, self.span.line, self.span.column, self.code, self.message)
