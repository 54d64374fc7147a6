"""Each fault of the text is one finding, in the right place, in words."""

from __future__ import annotations

import pytest

from sourceright_lint.finding import Span, Splice, TidyLines
from sourceright_lint.jsontext import BROKEN, MISSING, Document, apply_edits
from sourceright_lint.jsontext.document import TYPE_CHECKING
from sourceright_lint.jsontext.lines import tidy_edits

if TYPE_CHECKING:
    from sourceright_lint.jsontext import Fault

FATAL = [
    # text, code, line, column, end column, part of the message
    ("", "json.empty", 1, 1, 1, "empty"),
    (" \n\t", "json.empty", 1, 1, 1, "empty"),
    ("[1, 2", "json.syntax", 1, 6, 6, 'the text ends where "," or "]" should stand'),
    ('{"a": 1', "json.syntax", 1, 8, 8, 'the text ends where "," or "}" should stand'),
    ('{"a"', "json.syntax", 1, 5, 5, 'the text ends where ":" after the key'),
    ('{"a":', "json.syntax", 1, 6, 6, "the text ends where a value"),
    ('["abc', "json.syntax", 1, 6, 6, "the text ends inside a string"),
    ('["abc\\', "json.syntax", 1, 6, 7, "not an escape"),
    ("[1 2]", "json.syntax", 1, 4, 5, 'expected "," or "]", found "2"'),
    ('{"a": 1 "b": 2}', "json.syntax", 1, 9, 10, 'expected "," or "}", found a string'),
    ('{"a" 1}', "json.syntax", 1, 6, 7, 'expected ":" after the key, found "1"'),
    ("[1}", "json.syntax", 1, 3, 4, 'expected "," or "]", found "}"'),
    ('{"a": 1]', "json.syntax", 1, 8, 9, 'expected "," or "}", found "]"'),
    ("[,1]", "json.syntax", 1, 2, 3, 'expected a value or "]", found ","'),
    ("[1:2]", "json.syntax", 1, 3, 4, 'expected "," or "]", found ":"'),
    ("[1,,2]", "json.syntax", 1, 4, 5, 'expected a value, found ","'),
    ("{,}", "json.syntax", 1, 2, 3, "expected a key in double quotes"),
    ('{"a":}', "json.syntax", 1, 6, 7, 'expected a value, found "}"'),
    ("[] []", "json.syntax", 1, 4, 5, "after the end of the JSON value"),
    ("[1], x", "json.syntax", 1, 4, 5, '"," after the end'),
    ("[1],x", "json.syntax", 1, 4, 5, '"," after the end'),
    ("[1],X", "json.syntax", 1, 4, 5, '"," after the end'),
    ("[1],\xa0", "json.syntax", 1, 4, 5, '"," after the end'),
    ("[] abc", "json.syntax", 1, 4, 5, '"abc" after the end of the JSON value'),
    ("[1 abc]", "json.syntax", 1, 4, 5, 'expected "," or "]", found "abc"'),
    ("[1 X.y]", "json.syntax", 1, 4, 5, 'expected "," or "]", found "X.y"'),
    ("[]\x00", "json.syntax", 1, 3, 4, "U+0000 after the end"),
    ("[]]", "json.syntax", 1, 3, 4, '"]" after the end'),
    ("[\xa01]", "json.syntax", 1, 2, 3, "U+00A0"),
    ("[\ufeff1]", "json.syntax", 1, 2, 3, "U+FEFF"),
    ("]", "json.syntax", 1, 1, 2, 'expected a value, found "]"'),
    ("['a']", "json.syntax", 1, 2, 3, "a string must stand in double quotes"),
    ("{'a': 1}", "json.syntax", 1, 2, 3, "a key must stand in double quotes"),
    ("{a: 1}", "json.syntax", 1, 2, 3, 'the key "a" must stand in double quotes'),
    ('{"a": 1, b: 2}', "json.syntax", 1, 10, 11, 'the key "b" must stand in double quotes'),
    ("[Xnan]", "json.syntax", 1, 2, 6, '"Xnan" is not a JSON value'),
    ("[abc]", "json.syntax", 1, 2, 5, '"abc" is not a JSON value'),
    ("[+1]", "json.syntax", 1, 2, 4, '"+1" is not a JSON number'),
    ("[.5]", "json.syntax", 1, 2, 4, '".5" is not a JSON number'),
    ("[1.]", "json.syntax", 1, 2, 4, '"1." is not a JSON number'),
    ("[1e]", "json.syntax", 1, 2, 4, '"1e" is not a JSON number'),
    ("[0x1F]", "json.syntax", 1, 2, 6, '"0x1F" is not a JSON number'),
    ("[--1]", "json.syntax", 1, 2, 3, 'found "-"'),
    ('["a\\q"]', "json.syntax", 1, 4, 6, '"\\q" is not an escape that JSON knows'),
    ('["a\\u12g4"]', "json.syntax", 1, 4, 10, "is not an escape that JSON knows"),
    ('["\\u12"]', "json.syntax", 1, 3, 7, '"\\u12" is not an escape that JSON knows'),
    ('["\\u1\n"]', "json.syntax", 1, 3, 6, '"\\u1" is not an escape that JSON knows'),
    ('["a\\\n"]', "json.syntax", 1, 4, 5, '"\\" is not an escape that JSON knows'),
    ('[1, 2,\n ]', "json.syntax.trailing_comma", 1, 6, 7, "trailing comma"),
    ('{"a": 1,}', "json.syntax.trailing_comma", 1, 8, 9, "trailing comma"),
    ("[1],\n", "json.syntax.trailing_comma", 1, 4, 5, "trailing comma"),
    ("// x\n[]", "json.syntax.comment", 1, 1, 5, "comment"),
    ("[1, /* x */ 2]", "json.syntax.comment", 1, 5, 15, "comment"),
    ('{"a": 1,\n/* x */ "b": 2}', "json.syntax.comment", 2, 1, 16, "comment"),
    ("[1] # x", "json.syntax.comment", 1, 5, 8, "comment"),
    ("[07]", "json.syntax.leading_zero", 1, 2, 4, "number 07 has a leading zero"),
    ("[1, -00.5]", "json.syntax.leading_zero", 1, 5, 10, "number -00.5 has a leading zero"),
    ("[NaN]", "json.syntax.nan", 1, 2, 5, "NaN is not JSON"),
    ('{"a": -Infinity}', "json.syntax.nan", 1, 7, 16, "-Infinity is not JSON"),
    ("undefined", "json.syntax.nan", 1, 1, 10, "undefined is not JSON"),
    ("[True]", "json.syntax.nan", 1, 2, 6, "True is not JSON"),
    ("[None]", "json.syntax.nan", 1, 2, 6, "None is not JSON"),
    ('["a\tb"]', "json.syntax.control_character", 1, 4, 5, "raw control character U+0009 inside a string"),
    ('["\t\t"]', "json.syntax.control_character", 1, 3, 4, "raw control character"),
    ('["\\n\\u00e9b\\\\\tc"]', "json.syntax.control_character", 1, 14, 15, "raw control character"),
    ('{"a": "b\tc"}', "json.syntax.control_character", 1, 9, 10, "raw control character"),
    ('{"a\t": 1}', "json.syntax.control_character", 1, 4, 5, "raw control character"),
    ('{"a": 1, "b\t": 2}', "json.syntax.control_character", 1, 12, 13, "raw control character"),
    ('["a\n"]', "json.syntax.control_character", 1, 4, 1, "line break inside a string"),
    ("<<<<<<< HEAD\n[]\n=======\n{}\n>>>>>>> x\n", "json.merge_marker", 1, 1, 8, "<<<<<<<"),
    ('[\n"<<<<<<< a",\n<<<<<<< HEAD\n1', "json.merge_marker", 3, 1, 8, "<<<<<<<"),
    ('[1\n=======\n2]', "json.merge_marker", 2, 1, 8, "======="),
    ('{"a": 1\r\n||||||| base\r\n}', "json.merge_marker", 2, 1, 8, "|||||||"),
    ("[1, <<<<<<< HEAD]", "json.syntax", 1, 5, 6, "expected a value"),
    ("```json\n[]\n```\n", "json.fence", 1, 1, 4, "Markdown fence"),
    ("Here it is:\n```json\n[]\n```\n", "json.fence", 2, 1, 4, "Markdown around"),
    ("[1]\n```\n", "json.fence", 2, 1, 4, "Markdown fence"),
    ("[1 2]\n```\n", "json.syntax", 1, 4, 5, 'found "2"'),
    ("[1] x\n```\n", "json.syntax", 1, 5, 6, "after the end"),
    ('{"a": ?}\n```\n', "json.syntax", 1, 7, 8, "expected a value"),
    ('{"a": 1}\n{"a": 2}\n', "json.lines", 2, 1, 2, "holds 2 JSON values"),
    ("[1]\n \n\t[2] \r\n{}", "json.lines", 3, 2, 3, "holds 3 JSON values"),
    ("{}\n\xa0{}\n", "json.syntax", 2, 1, 2, "U+00A0 after the end of the JSON value"),
    ("{}\n2\n", "json.syntax", 2, 1, 2, '"2" after the end of the JSON value'),
    ("[" * 128 + "]" * 128, "json.depth", 1, 128, 129, "nested more than 127 deep"),
    ('{"a":' * 5000, "json.depth", 1, 5 * 127 + 1, 5 * 127 + 2, "nested more than 127 deep"),
]  # fmt: skip


@pytest.mark.parametrize("before", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize(("text", "code", "line", "column", "end_column", "message"), FATAL)
def test_what_is_no_json(
    text: str, code: str, line: int, column: int, end_column: int, message: str, before: str
) -> None:
    document = Document("x", (before + text).encode())
    assert [fault.code for fault in document.faults] == ["json.bom"] * bool(before) + [code]
    fault = document.faults[-1]
    assert fault.fatal
    assert message in fault.message
    assert fault.help or code in ("json.syntax", "json.syntax.leading_zero")
    span = document.span_at(fault.start, fault.end)
    assert (span.line, span.column, span.end_column) == (line, column, end_column)
    assert not document.readable
    assert document.value is MISSING
    assert document.node() is None
    assert document.span(("a",)) == Span(1, 1, 1, 1)


KEPT = [
    ('{"a": 1, "b": 2, "a": [3]}', "json.duplicate_key", (1, 18, 21), {"a": [3], "b": 2}),
    ('[{"x":1,"\\u0078":1}]', "json.duplicate_key", (1, 9, 17), [{"x": 1}]),
    ('["cut \\ud83d"]', "json.lone_surrogate", (1, 7, 13), ["cut \ud83d"]),
    ('{"\\uDC00": 1}', "json.lone_surrogate", (1, 3, 9), {"\udc00": 1}),
    ('["\\\\\\ud83d\\\\ude00"]', "json.lone_surrogate", (1, 5, 11), ["\\\ud83d\\ude00"]),
    ("[1e400]", "json.number.out_of_range", (1, 2, 7), [float("inf")]),
    ("[-1E400]", "json.number.out_of_range", (1, 2, 8), [-float("inf")]),
    ("[" + "9" * 5000 + "]", "json.number.out_of_range", (1, 2, 5002), [float("inf")]),
]


@pytest.mark.parametrize(("text", "code", "place", "value"), KEPT)
def test_what_is_json_and_yet_a_fault(
    text: str, code: str, place: tuple[int, int, int], value: object
) -> None:
    document = Document("x", text.encode())
    assert [fault.code for fault in document.faults] == [code]
    fault = document.faults[0]
    span = document.span_at(fault.start, fault.end)
    assert (span.line, span.column, span.end_column) == place
    assert not fault.fatal
    assert document.readable
    assert document.value == value
    assert document.has_duplicates == (code == "json.duplicate_key")


@pytest.mark.parametrize(
    "text",
    ['["\\ud83d\\ude00", "<<<<<<< x", "// no", "```", "\x7f"]', "[" * 127 + "]" * 127, "-0", "[1.7e308]"],
)
def test_what_is_no_fault(text: str) -> None:
    assert Document("x", text.encode()).faults == ()


def test_both_values_of_a_duplicate_key_are_told() -> None:
    (fault,) = Document("x", b'{"DOI": "one",\n "DOI": "two"}').faults
    assert fault.message == 'key "DOI" stands twice in one object, now with "two"'
    assert fault.notes == ((1, 6, '"DOI" stands here before, with "one"'),)


def test_the_start_of_a_string_is_told() -> None:
    (fault,) = Document("x", b'[\n "abc').faults
    assert fault.notes == ((3, 4, "the string starts here"),)


def test_the_opening_bracket_is_told() -> None:
    (fault,) = Document("x", b'[\n {"a": 1\n').faults
    assert fault.notes == ((3, 4, 'this "{" is never closed'),)
    (fault,) = Document("x", b'[\n {"a": 1]\n]').faults
    assert fault.notes == ((3, 4, 'the open "{" is here'),)


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ('[\n  {"a": 1,},\n]', '[\n  {"a": 1}\n]'),
        ("[1], \n", "[1] \n"),
        ("[[2020, 07, 27]]", "[[2020, 7, 27]]"),
        ("[-007.50, 00,]", "[-7.50, 0]"),
        ("```json\n[1]\n```\n", "\n[1]\n\n"),
        ("\n ```json\r\n[1]\r\n``` \r\n", "\r\n[1]\r\n \r\n"),
        ("``` ```", None),
        ("```\n```", None),
        ("```\n[1]", None),
        ("```\n[1,]\n```", None),
        ("```\n[1]\n```\xa0", None),
        ("```\n[1]\n```X", None),
        ("````\n[1]\n````", None),
        ("```\n[1]\n```\n```\n[2]\n```", None),
        ("[1]\n```\n{}\n```\n", None),
        ("[1,\n```\n[2]\n```\n", None),
        ("[1,, ]", None),
        ("[[1,], " + "[" * 200, None),
        ("[1, 07, x]", None),
        ("[07, // x\n]", None),
        ("[0x07]", None),
        ("Look:\n```\n[1]\n```", None),
    ],
)
def test_repairs(text: str, repaired: str | None) -> None:
    document = Document("x", text.encode())
    (fault,) = document.faults
    if repaired is None:
        assert fault.fix is None
        return
    assert fault.fix is not None
    assert fault.fix.safe is False
    assert apply_edits(document, fault.fix.edits).decode() == repaired
    assert Document("x", repaired.encode()).readable


LINES = [
    ("", [], []),
    ("\n \n", [], []),
    ('{"a":1}\n\n{"b":2}', [], [{"a": 1}, {"b": 2}]),
    ('{"a":1}\nx\n{"b":}\n{}\n', [("json.syntax", 2, 1), ("json.syntax", 3, 6)], [{"a": 1}, BROKEN, BROKEN, {}]),
    ('{"a":1,}\n{}\n', [("json.syntax.trailing_comma", 1, 7)], [BROKEN, {}]),
    ('{"a":1,"a":2}\n{}\n', [("json.duplicate_key", 1, 8)], [{"a": 2}, {}]),
    ('{"a":1}\n{"b":"\\ud800"}\n', [("json.lone_surrogate", 2, 7)], [{"a": 1}, {"b": "\ud800"}]),
    ("{}\n" + "[" * 200 + "\n", [("json.depth", 2, 128)], [{}, BROKEN]),
    ("<<<<<<< a\n{}\n=======\n1\n>>>>>>> b\n", [("json.merge_marker", 1, 1)], [BROKEN, {}, BROKEN, 1, BROKEN]),
    ("```\n{}\n```\n", [("json.fence", 1, 1)], [BROKEN, {}, BROKEN]),
    ('[\n{"a":1}\n]\n', [("json.lines", 1, 1)], MISSING),
    ('{\n  "a": 1\n}\n', [("json.lines", 1, 1)], MISSING),
    ('[{"a":1}]', [("json.lines", 1, 1)], MISSING),
    ('[ \r\n{"a":1}\n]\n', [("json.lines", 1, 1)], MISSING),
    ('[{"a":1},\n{"b":2}]', [("json.lines", 1, 1)], MISSING),
    ('{\n  "a": 1,\n}\n', [("json.lines", 1, 1)], MISSING),
    ('\n[ \n{"a":1},\n', [("json.lines", 2, 1)], MISSING),
    ("[1,\n2\n]\n", [("json.lines", 1, 1)], MISSING),
    ("\n\n  [1,\n2,\n3]", [("json.lines", 3, 3)], MISSING),
    ("[1,\n2,\n3\n", [("json.syntax", 1, 4), ("json.syntax.trailing_comma", 2, 2)], [BROKEN, BROKEN, 3]),
    ("[1]\n[1e400]\n", [("json.number.out_of_range", 2, 2)], [[1], [float("inf")]]),
    ("[1e400]\n", [("json.lines", 1, 1)], MISSING),
    ('{"a":1e400}\n', [("json.number.out_of_range", 1, 6)], [{"a": float("inf")}]),
    ("x\n", [("json.syntax", 1, 1)], [BROKEN]),
    ("\xa0[\n1\n]\n", [("json.syntax", 1, 1), ("json.syntax", 3, 1)], [BROKEN, 1, BROKEN]),
    ("[\xa0\n1\n]\n", [("json.syntax", 1, 2), ("json.syntax", 3, 1)], [BROKEN, 1, BROKEN]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "faults", "value"), LINES)
def test_lines(text: str, faults: list[tuple[str, int, int]], value: object) -> None:
    document = Document("x", text.encode(), "jsonl")
    found = [(fault, document.span_at(fault.start, fault.end)) for fault in document.faults]
    assert [(fault.code, span.line, span.column) for fault, span in found] == faults
    assert document.readable == (value is not MISSING)
    assert document.value == value
    for fault, _ in found:
        if fault.code == "json.lines":
            assert (fault.fatal, fault.end - fault.start) == (True, 1)
            assert fault.help


def _layout(document: Document) -> list[tuple[str, Span]]:
    faults: tuple[Fault, ...] = tuple(document.line_layout_faults())
    return [
        (fault.code.removeprefix("format.lines."), document.span_at(fault.start, fault.end))
        for fault in faults
    ]


def test_layout_of_lines() -> None:
    document = Document("x", b'{"a":1}  \r\n\n{"b":2}\n   \n\t{"c":3}', "jsonl")
    assert _layout(document) == [
        ("trailing_space", Span(1, 8, 1, 10)),
        ("line_ending", Span(1, 10, 1, 11)),
        ("blank", Span(2, 1, 2, 1)),
        ("blank", Span(4, 1, 4, 4)),
        ("trailing_space", Span(5, 1, 5, 2)),
        ("final_newline", Span(5, 9, 5, 9)),
    ]
    assert document.faults == ()
    edits = [edit for fault in document.line_layout_faults() if fault.fix for edit in fault.fix.edits]
    assert apply_edits(document, edits) == b'{"a":1}\n{"b":2}\n{"c":3}\n'


@pytest.mark.parametrize("number", [1, 2, 5_000])
def test_many_layout_faults_of_one_kind(number: int) -> None:
    """The first are told one by one, the others together, and one round of fixes mends all of them."""
    document = Document("x", b'{"a":1}\r\n' * (1_000 + number) + b" {}\n", "jsonl")
    faults = list(document.line_layout_faults())
    *each, others = [fault for fault in faults if fault.code == "format.lines.line_ending"]
    assert len(each) == 1_000
    assert {fault.message for fault in each} == {"the line ends with CR LF instead of LF"}
    more = f", here and {number - 1} times more below" if number > 1 else ""
    assert others.message == f"the line ends with CR LF instead of LF{more}"
    assert document.span_at(others.start, others.end) == Span(1_001, 8, 1_001, 9)
    edits = [edit for fault in faults if fault.fix for edit in fault.fix.edits]
    assert len(edits) == 1_000 + 1 + 1
    assert {edit.path for edit in edits} == {"x"}
    assert apply_edits(document, edits) == b'{"a":1}\n' * (1_000 + number) + b"{}\n"


def test_one_edit_for_many_faults_mends_those_of_its_kind_from_its_place_on() -> None:
    text = b" 1\r\n\n 2\r\n 3 \r\n"
    document = Document("x", text, "jsonl")
    [first, *_] = [fault.start for fault in document.line_layout_faults() if fault.start > 4]
    assert apply_edits(document, [TidyLines("x", "format.lines.line_ending", first)]) == b" 1\r\n\n 2\n 3 \n"
    assert apply_edits(document, [TidyLines("x", "format.lines.trailing_space", 0)]) == b"1\r\n\n2\r\n3\r\n"
    assert apply_edits(document, [TidyLines("x", "format.lines.blank", 0)]) == text.replace(b"\n\n", b"\n")


def test_the_edits_that_one_stands_for_are_in_its_file() -> None:
    edit = TidyLines("the/file", "format.lines.line_ending", 0)
    assert list(tidy_edits("1\r\n2\r\n", edit)) == [
        Splice("the/file", 1, 2, ""),
        Splice("the/file", 4, 5, ""),
    ]


@pytest.mark.parametrize("text", ["nullX\n", "XX\n", "X \n", "\x0b1\x0b\n", "1\xa0\n"])
def test_only_white_space_of_json_is_taken_out(text: str) -> None:
    layout = Document("x", text.encode(), "jsonl").line_layout_faults()
    assert [(fault.start, fault.end) for fault in layout] == ([(1, 2)] if " " in text else [])


@pytest.mark.parametrize("text", ["", "\n", '{"a":1}\n  ', " \r\n \n", "{}\r\n"])
def test_layout_fixes_leave_no_fault(text: str) -> None:
    document = Document("x", text.encode(), "jsonl")
    edits = [edit for fault in document.line_layout_faults() if fault.fix for edit in fault.fix.edits]
    fixed = Document("x", apply_edits(document, edits), "jsonl")
    assert tuple(fixed.line_layout_faults()) == ()
    assert fixed.value == document.value


ENCODINGS = [
    (b"[\xff]", "byte 0xff at byte offset 1 is not valid UTF-8", 2),
    (b"\xef\xbb\xbf[\xff]", "byte 0xff at byte offset 4 is not valid UTF-8", 2),
    ('["é'.encode() + b'\xc3"]', "byte 0xc3 at byte offset 4 is not valid UTF-8", 4),
    (b'["\xed\xa0\x80"]', "byte 0xed at byte offset 2 is not valid UTF-8", 3),
    ('["é"]'.encode("utf-16"), "the file is UTF-16", 1),
    ('["é"]'.encode("utf-16-le"), "the file is UTF-16", 1),
    ('["é"]'.encode("utf-16-be"), "the file is UTF-16", 1),
    ("[1]".encode("utf-16-le"), "the file is UTF-16", 1),
    ('["é"]'.encode("utf-32"), "the file is UTF-32", 1),
    ('["é"]'.encode("utf-32-le"), "the file is UTF-32", 1),
    ('["é"]'.encode("utf-32-be"), "the file is UTF-32", 1),
    (b"\xff\xfe[\0\0\xd8]", "the file is UTF-16", 1),
    (b"[\0x\0\0\xd8]\0", "the file is UTF-16", 1),
    (b"[\0", "the file is UTF-16", 1),
    (b"\0[", "the file is UTF-16", 1),
]


@pytest.mark.parametrize("kind", ["json", "jsonl", "text"])
@pytest.mark.parametrize(("data", "message", "column"), ENCODINGS)
def test_encodings(data: bytes, message: str, column: int, kind: str) -> None:
    document = Document("x", data, kind)  # type: ignore[arg-type]
    fault = document.faults[-1]
    assert fault.code == "json.encoding"
    assert fault.fatal
    assert "UTF-8" in fault.help
    assert fault.end == fault.start + 1
    assert message in fault.message
    assert document.span_at(fault.start, fault.end).column == column
    assert not document.readable
    assert document.text.startswith("[")


def test_text_that_is_no_json() -> None:
    document = Document("x", "\ufeffé\nno JSON".encode(), "text")
    assert [fault.code for fault in document.faults] == ["json.bom"]
    assert document.readable
    assert document.value is MISSING
    assert document.text == "é\nno JSON"
    assert document.span_at(2, 4) == Span(2, 1, 2, 3)


SECRET = "zanzibar"


@pytest.mark.parametrize(
    "text",
    [
        '{"zanzibar": 1, "zanzibar": "zanzibar"}', "{zanzibar: 1}", "[zanzibar]", '{"a" zanzibar}', "[zanzibar1.]",
        '["\\zanzibar"]', '["zanzibar\n"]', "zanzibar", '{"zanzibar": 1 zanzibar', "[1] zanzibar",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_private_text_is_never_quoted(text: str, kind: str) -> None:
    document = Document("x", text.encode(), kind, private=True)  # type: ignore[arg-type]
    assert document.faults
    for fault in document.faults:
        assert SECRET[1:] not in repr((fault.message, fault.help, fault.notes))
