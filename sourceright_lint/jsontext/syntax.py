"""Say what is wrong where the scanner could not go on: one fault, as a person would put it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sourceright_lint.escape import show
from sourceright_lint.finding import Fix, Splice
from sourceright_lint.jsontext.faults import Fault
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.repair import LEADING_ZERO, is_json, repairs, trailing_comma
from sourceright_lint.jsontext.shape import lines_instead_of_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from sourceright_lint.jsontext.scan import BrokenTextError, Want

_WANTED: dict[Want, str] = {
    "value": "a value",
    "first element": 'a value or "]"',
    "key": "a key in double quotes",
    "first key": 'a key in double quotes or "}"',
    "colon": '":" after the key',
    "end": "the end of the file",
}
_MARKER = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?= |\r?\n|\r?\Z)")
_OTHER_QUOTES = "'‘’‚“”„"
_WORD = re.compile(r"[+-]?[\w.$]+(?:[+-][\w.$]+)*")
_NUMBER_LIKE = re.compile(r"[+-]?\.?[0-9]")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_BAD_ESCAPE = re.compile(r'\\(?:u[^"\\\x00-\x1f]{0,4}|[^\x00-\x1f]?)')
_FENCE_MARK = "```"
_FENCE = re.compile(r"^[ \t]{0,3}(```)", re.MULTILINE)
_OPENING_FENCE = re.compile(r"```[\w.+-]*[ \t]*(?=[\r\n])")
"""With the name of a language at most: anything else in its line would be lost."""
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_NAN_WORDS = {
    "nan": "NaN", "infinity": "Infinity", "inf": "Infinity", "undefined": "undefined", "none": "None",
    "true": "true", "false": "false", "null": "null",
}  # fmt: skip


class Trouble(NamedTuple):
    """Where the scanner stopped, and what the classifiers need to know about it."""

    path: str
    text: str
    private: bool
    error: BrokenTextError

    @property
    def at(self) -> int:
        """Offset of the first character that does not fit."""
        return self.error.position

    def quote(self, end: int) -> str:
        """The text from here to ``end`` for a message; a private file's text is only named."""
        return "this" if self.private else show(self.text[self.at : end])

    def fault(self, code: str, message: str, end: int, help: str = "", fix: Fix | None = None) -> Fault:
        """A fatal fault from here to ``end``."""
        return Fault(code, message, self.at, end, help, fatal=True, fix=fix)


def syntax_fault(path: str, text: str, error: BrokenTextError, private: bool) -> Fault:
    """The fault for text that the scanner could not read."""
    trouble = Trouble(path, text, private, error)
    for classify in _CLASSIFIERS:
        fault = classify(trouble)
        if fault is not None:
            return fault
    return _unexpected(trouble)


def depth_fault(position: int) -> Fault:
    """The fault for a container nested too deeply that opens at ``position``."""
    return Fault(
        "json.depth",
        f"objects and arrays are nested more than {MAX_DEPTH} deep from here on",
        position,
        position + 1,
        help="readers refuse such a file: nest less deeply",
        fatal=True,
    )


def one_fault_code(line: str) -> str:
    """The code of the fault of which a line is only a part; empty for other lines."""
    if _MARKER.match(line):
        return "json.merge_marker"
    return "json.fence" if line.startswith(_FENCE_MARK) else ""


def _end_of_text(trouble: Trouble) -> Fault | None:
    container, end = trouble.error.container, len(trouble.text)
    if trouble.at < end:
        return None
    message = f"the text ends where {_wanted(trouble)} should stand"
    if container is None:
        return Fault("json.syntax", message, end, end, fatal=True)
    opening = trouble.text[container.start]
    note = (container.start, container.start + 1, f'this "{opening}" is never closed')
    return Fault("json.syntax", message, end, end, "the file may be cut off", (note,), fatal=True)


def _merge_marker(trouble: Trouble) -> Fault | None:
    text, start = trouble.text, trouble.at
    if not _MARKER.match(text, start) or (start and text[start - 1] not in "\r\n"):
        return None
    message = f'conflict marker "{text[start : start + 7]}" of an unfinished merge'
    help = "settle the conflict and take all its marker lines out"
    return trouble.fault("json.merge_marker", message, start + 7, help)


def _lines(trouble: Trouble) -> Fault | None:
    if trouble.error.want != "end":
        return None
    return lines_instead_of_value(trouble.text, trouble.at)


def _fence(trouble: Trouble) -> Fault | None:
    text, start = trouble.text, trouble.at
    help = "the file must hold the JSON alone"
    is_before_all = trouble.error.want == "value" and trouble.error.container is None
    if text.startswith(_FENCE_MARK, start):
        fix = _take_fence_out(trouble) if is_before_all else None
        message = "Markdown fence (```) around the JSON"
        return trouble.fault("json.fence", message, start + 3, help, fix)
    fence = _FENCE.search(text) if is_before_all else None
    if fence is None:
        return None
    message = "Markdown around the JSON: here is its fence (```)"
    return Fault("json.fence", message, fence.start(1), fence.end(1), help, fatal=True)


def _take_fence_out(trouble: Trouble) -> Fix | None:
    """Where between the fence that begins the text and one at its end there is JSON, and nothing else."""
    text = trouble.text
    opening = _OPENING_FENCE.match(text, trouble.at)
    if opening is None:
        return None
    opened = opening.end()
    content = text.rstrip(" \t\r\n")
    closed = len(content) - len(_FENCE_MARK)
    if not content.endswith(_FENCE_MARK) or not is_json(text[opened:closed]):
        return None
    edits = (Splice(trouble.path, 0, opened, ""), Splice(trouble.path, closed, len(content), ""))
    return Fix("take the Markdown fence out", edits, safe=False)


def _trailing_comma(trouble: Trouble) -> Fault | None:
    comma = trailing_comma(trouble.text, trouble.error)
    if comma is None:
        return None
    message = "trailing comma: nothing follows it"
    help = "JSON has no comma after the last member or element"
    fix = _repair(trouble)
    return Fault("json.syntax.trailing_comma", message, comma, comma + 1, help, fatal=True, fix=fix)


def _comment(trouble: Trouble) -> Fault | None:
    text, start = trouble.text, trouble.at
    if not text.startswith(("//", "/*", "#"), start):
        return None
    end = _end_of(_REST_OF_LINE, text, start)
    help = "JSON has no comments: keep the remark in a field, or outside the file"
    return trouble.fault("json.syntax.comment", "a comment", end, help)


def _leading_zero(trouble: Trouble) -> Fault | None:
    match = LEADING_ZERO.match(trouble.text, trouble.at)
    if match is None or trouble.error.want not in ("value", "first element"):
        return None
    number = "this number" if trouble.private else f"number {match[0][:40]}"
    message = f"{number} has a leading zero, which JSON does not allow"
    return trouble.fault("json.syntax.leading_zero", message, match.end(), fix=_repair(trouble))


def _nan(trouble: Trouble) -> Fault | None:
    match = _WORD.match(trouble.text, trouble.at)
    if match is None or trouble.error.want not in ("value", "first element"):
        return None
    right = _NAN_WORDS.get(match[0].lstrip("+-").lower())
    if right is None:
        return None
    word = match[0]
    if right in ("true", "false", "null"):
        message, help = f"{word} is not JSON", f"JSON writes {right}"
    else:
        message = f"{word} is not JSON: there is no such value in it"
        help = "what the right value is, a person must say"
    return trouble.fault("json.syntax.nan", message, match.end(), help)


def _bad_string(trouble: Trouble) -> Fault | None:
    text, at = trouble.text, trouble.at
    if text[at] != '"' or trouble.error.want not in ("value", "first element", "key", "first key"):
        return None
    position = _end_of(_PLAIN, text, at + 1)
    while escape := _ESCAPE.match(text, position):
        position = _end_of(_PLAIN, text, escape.end())
    if position >= len(text):
        note = ((at, at + 1, "the string starts here"),)
        return Fault("json.syntax", "the text ends inside a string", position, position, "", note, fatal=True)
    if text[position] == "\\":
        return _bad_escape(trouble, position)
    return _control(trouble, position)


def _bad_escape(trouble: Trouble, position: int) -> Fault:
    end = _end_of(_BAD_ESCAPE, trouble.text, position)
    shown = "this escape" if trouble.private else show(trouble.text[position:end]).replace("\\\\", "\\")
    message = f"{shown} is not an escape that JSON knows"
    help = r"JSON knows \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"
    return Fault("json.syntax", message, position, end, help, fatal=True)


def _control(trouble: Trouble, position: int) -> Fault:
    code = ord(trouble.text[position])
    if trouble.text[position] in "\r\n":
        message, help = "line break inside a string", r'close the string with ", or write \n'
    else:
        message, help = f"raw control character U+{code:04X} inside a string", f"write it as \\u{code:04x}"
    note = ((trouble.at, trouble.at + 1, "the string starts here"),)
    return Fault("json.syntax.control_character", message, position, position + 1, help, note, fatal=True)


def _bare(trouble: Trouble) -> Fault | None:
    text, start, want = trouble.text, trouble.at, trouble.error.want
    as_key = want in ("key", "first key")
    if text[start] in _OTHER_QUOTES:
        thing = "a key" if as_key else "a string"
        kind = "single" if text[start] == "'" else f"curly (U+{ord(text[start]):04X})"
        message = f'{thing} must stand in double quotes ("), these are {kind}'
        return trouble.fault("json.syntax", message, start + 1)
    word = _WORD.match(text, start)
    if word is None or want in ("separator", "colon", "end"):
        return None
    if as_key:
        key = "this key" if trouble.private else f"the key {trouble.quote(word.end())}"
        return trouble.fault("json.syntax", f"{key} must stand in double quotes", word.end())
    if _NUMBER_LIKE.match(text, start):
        return trouble.fault("json.syntax", f"{trouble.quote(word.end())} is not a JSON number", word.end())
    message = f"{trouble.quote(word.end())} is not a JSON value"
    return trouble.fault("json.syntax", message, word.end(), 'text must stand in double quotes (")')


def _unexpected(trouble: Trouble) -> Fault:
    text, start, want = trouble.text, trouble.at, trouble.error.want
    found = _found(trouble)
    if want == "end":
        return trouble.fault("json.syntax", f"{found} after the end of the JSON value", start + 1)
    message = f"expected {_wanted(trouble)}, found {found}"
    starts_value = text[start] in '"{[-0123456789' or text.startswith(("true", "false", "null"), start)
    help = "a comma may be missing before it" if want == "separator" and starts_value else ""
    fault = trouble.fault("json.syntax", message, start + 1, help)
    container = trouble.error.container
    if container is not None and text[start] in "]}":
        opening = text[container.start]
        fault = fault._replace(
            notes=((container.start, container.start + 1, f'the open "{opening}" is here'),)
        )
    return fault


def _wanted(trouble: Trouble) -> str:
    want = trouble.error.want
    if want != "separator":
        return _WANTED[want]
    container = trouble.error.container
    return '"," or "}"' if container is not None and container.kind == "object" else '"," or "]"'


def _found(trouble: Trouble) -> str:
    character = trouble.text[trouble.at]
    if character == '"':
        return "a string"
    if character in "[]{},:":
        return f'"{character}"'
    if trouble.private:
        return "something else"
    if not character.isprintable():
        return f"the character U+{ord(character):04X}"
    word = _WORD.match(trouble.text, trouble.at)
    return show(word[0] if word else character, 40)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where the match at ``start`` ends, of a pattern that matches there in any case."""
    return next(pattern.finditer(text, start)).end()


def _repair(trouble: Trouble) -> Fix | None:
    edits = repairs(trouble.path, trouble.text)
    if not edits:
        return None
    kinds = sorted(
        {"trailing commas" if trouble.text[edit.start] == "," else "leading zeros" for edit in edits}
    )
    return Fix("take out " + " and ".join(kinds), edits, safe=False)


_CLASSIFIERS: tuple[Callable[[Trouble], Fault | None], ...] = (
    _end_of_text, _merge_marker, _lines, _fence, _trailing_comma, _comment, _leading_zero, _nan, _bad_string, _bare,
)  # fmt: skip
