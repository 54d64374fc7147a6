"""All that is told of a fault: place, help, fix, notes; and what is never told."""

from __future__ import annotations

from types import ModuleType
from typing import Literal

import pytest

from sourceright_lint.finding import Splice, StripBom
from sourceright_lint.jsontext import Document, brief, bulk, lines
from sourceright_lint.jsontext.scan import Scanner
from sourceright_lint.jsontext.skip import _Skipper
from tests.jsontext.test_patched import _error as error_of
from tests.jsontext.test_syntax import FATAL, KEPT, LINES


def test_a_byte_order_mark() -> None:
    fault, *others = Document("x", "\ufeff[]".encode()).faults
    assert (fault.code, fault.start, fault.end, fault.fatal, others) == ("json.bom", 0, 0, False, [])
    assert "byte order mark" in fault.message
    assert "without BOM" in fault.help
    assert fault.fix is not None
    assert fault.fix.edits == (StripBom("x"),)
    assert "byte order mark" in fault.fix.title


@pytest.mark.parametrize("text", ["", " \n\t\r"])
def test_an_empty_file(text: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert (fault.code, fault.start, fault.end, fault.fatal) == ("json.empty", 0, 0, True)
    assert (fault.message, fault.help) == ("the file is empty", "it must hold one JSON value")
    assert not Document("x", (text + "\xa0").encode()).faults[0].code.endswith("empty")


BROKEN_TEXTS = [(row[0], "json") for row in (*FATAL, *KEPT)] + [(row[0], "jsonl") for row in LINES]


@pytest.mark.parametrize(("text", "kind"), BROKEN_TEXTS, ids=[repr(text)[:40] for text, _ in BROKEN_TEXTS])
def test_fixes_name_the_file_that_they_mend(text: str, kind: Literal["json", "jsonl"]) -> None:
    document = Document("the/file", text.encode(), kind)
    for fault in (*document.faults, *document.line_layout_faults()):
        assert isinstance(fault.message, str)
        assert isinstance(fault.help, str)
        assert fault.fix is None or {edit.path for edit in fault.fix.edits} == {"the/file"}
        assert fault.fix is None or fault.fix.title


BROKEN_LINES = ['{"a":}', '{"a": 1', "[1,]", '{"a" 1}', "[1 2]", '["a\tb"]', "nan", "{'a': 1}", "[" * 200]


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_faults_of_a_line_are_told_as_those_of_a_text_are(line: str) -> None:
    """But for a fix, which would have to be moved too."""
    before = '{"é": 1}\r\n\n'
    (alone,) = Document("x", line.encode()).faults
    (fault,) = Document("x", f"{before}{line}\n{{}}\n".encode(), "jsonl").faults
    shift = len(before)
    notes = tuple((at + shift, end + shift, message) for at, end, message in alone.notes)
    assert (fault.code, fault.message, fault.help) == (alone.code, alone.message, alone.help)
    assert (fault.start, fault.end) == (alone.start + shift, alone.end + shift)
    assert (fault.notes, fault.fix) == (notes, None)


def test_faults_come_in_the_order_of_the_text() -> None:
    text = '["\\ud83d", {"a": 1, "a": 2}, 1e400, "\\ud83d"]'
    codes = [fault.code for fault in Document("x", text.encode()).faults]
    wanted = ["json.lone_surrogate", "json.duplicate_key", "json.number.out_of_range", "json.lone_surrogate"]
    assert codes == wanted


BLANKS = [
    ("\n{}\n", [(0, 0, 1, "blank line")]),
    ("\n \n\n{}\n", [(0, 3, 4, "3 blank lines")]),
    ("{}\n\n\n{}\n \n", [(3, 4, 5, "2 blank lines"), (8, 9, 10, "blank line")]),
    ("{}\n\n ", [(3, 5, 5, "2 blank lines")]),
    ("\n", [(0, 0, 1, "blank line")]),
    ("{}\n\x0b\n", []),
]


@pytest.mark.parametrize(("text", "blanks"), BLANKS)
def test_blank_lines(text: str, blanks: list[tuple[int, int, int, str]]) -> None:
    faults = [
        fault for fault in Document("x", text.encode(), "jsonl").line_layout_faults() if "blank" in fault.code
    ]
    found = [
        (fault.start, fault.end, edit.end, fault.message)
        for fault in faults
        for edit in (fault.fix.edits if fault.fix else ())
        if isinstance(edit, Splice)
    ]
    assert found == blanks


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}\n" * 20 + "x\n" * 30, "11 of the first 31 entries are no JSON values: the rest is not read"),
        ("{}\n" * 32 + "x\n" * 30, "11 of the first 43 entries are no JSON values: the rest is not read"),
        ("{}\n" * 33 + "x\n" * 30, "12 of the first 45 entries are no JSON values: the rest is not read"),
        ("{}\n" * 20 + "x\n" * 10, ""),
        (("{}\n" * 4 + "x\n") * 20, ""),
    ],
)
def test_a_file_in_which_many_lines_are_broken_is_given_up(
    text: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_HOPELESS", 10)
    document = Document("x", text.encode(), "jsonl")
    assert document.readable == (not told)
    if told:
        (fault,) = document.faults
        assert (fault.code, fault.message, fault.fatal) == ("json.syntax", told, True)
        place = text.index("x")
        assert (fault.start, fault.end, fault.help) == (
            place,
            place + 1,
            "each line must hold one JSON value",
        )


PRIVATE = [
    ('["\\ud83d"]', "ud83d"),
    ('{"\\udc00": 1}', "udc00"),
    ("[1e4001]", "4001"),
    (f"[{'9' * 400}]", "999"),
    ('{"secret": 1, "secret": 2}', "secret"),
    ('["secret\\q"]', "\\q"),
    ("[0712]", "712"),
    ("[secret]", "secret"),
]


@pytest.mark.parametrize(("text", "secret"), PRIVATE)
@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_of_private_text_not_even_a_number_is_quoted(
    text: str, secret: str, kind: Literal["json", "jsonl"]
) -> None:
    around = "{}\n" if kind == "jsonl" else ""
    for data in (f"{text}\n", f"{around}{text}\n{around}"):
        for fault in Document("x", data.encode(), kind, private=True).faults:
            assert secret not in fault.message


QUOTED = [
    # text, what is said of it, and what is said of a private one
    ('["\\ud83d"]', "\\ud83d is half a character: a lone surrogate",
     "this escape is half a character: a lone surrogate"),
    ("[1e400]", "number 1e400 is beyond what a double can hold", "this number is beyond what a double can hold"),
    ("[1.000000000000000000e400]", "number 1.000000000000000000e400 is beyond what a double can hold",
     "this number is beyond what a double can hold"),
    ("[1.2345678901234567890e400]", "number 1.234567890123456789… (25 characters) is beyond what a double can hold",
     "this number is beyond what a double can hold"),
    ('{"a": 1, "a": 2}', 'key "a" stands twice in one object, now with 2', "a key stands twice in one object"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "private_message"), QUOTED)
def test_what_is_quoted(text: str, message: str, private_message: str) -> None:
    assert [fault.message for fault in Document("x", text.encode()).faults] == [message]
    (private,) = Document("x", text.encode(), private=True).faults
    assert private.message == private_message
    assert [note for _, _, note in private.notes] in ([], ["it stands here before"])


@pytest.mark.parametrize("digits", [249, 250, 251, 308])
def test_a_long_number_is_in_range_all_the_same(digits: int) -> None:
    assert Document("x", f"[{'9' * digits}]".encode()).faults == ()


@pytest.mark.parametrize("row", KEPT, ids=[row[0][:30] for row in KEPT])
def test_help_for_what_is_json_and_yet_a_fault(row: tuple[object, ...]) -> None:
    (fault,) = Document("x", str(row[0]).encode()).faults
    assert fault.help


@pytest.mark.parametrize(
    ("text", "help"),
    [("[1 2]", "a comma may be missing before it"), ("[1 true]", "a comma may be missing before it"),
     ("[1 }", ""), ('{"a" 1}', ""), ("[1 ?]", "")],
)  # fmt: skip
def test_help_where_a_comma_may_be_missing(text: str, help: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert fault.help == help


SHALLOW = [row[0] for row in FATAL if row[1] != "json.depth"]


@pytest.mark.parametrize("text", SHALLOW, ids=[repr(text)[:40] for text in SHALLOW])
def test_the_first_fault_is_found_as_fast_and_as_exactly(text: str) -> None:
    """What reads over values without keeping them stops where the scanner stops, in the same state."""
    for whole in (text, "[" + text, f'{{"a": [1, "x", {{}}], "b": {text}'):
        assert list(error_of(_Skipper(whole))) == list(error_of(Scanner(whole, 0, len(whole))))


@pytest.mark.parametrize("engine", [brief, bulk], ids=["brief", "bulk"])
def test_sameness_minds_types_and_order(engine: ModuleType) -> None:
    values = [
        1,
        1.0,
        True,
        "1",
        None,
        [1],
        [1.0],
        {"a": 1, "b": 2},
        {"b": 2, "a": 1},
        {"a": [1, {"b": 2}]},
        [],
        {},
    ]
    for one, value in enumerate(values):
        for other, another in enumerate(values):
            assert engine.is_same(value, another) == (one == other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": "one  \n\n  two"}\n', ["trailing_space", "blank", "trailing_space"]),
        ('{"a": 1}  \n{"b": "p \r\n"}\n', ["trailing_space", "trailing_space", "line_ending"]),
        ('{"a": 1}\n\n{"b":', ["blank", "final_newline"]),
    ],
)
def test_beside_a_broken_entry_no_layout_is_mended(text: str, found: list[str]) -> None:
    """A text that goes on behind a line end may hold the space that seems to be around an entry."""
    faults = list(Document("x", text.encode(), "jsonl").line_layout_faults())
    assert [fault.code.removeprefix("format.lines.") for fault in faults] == found
    assert [fault.fix for fault in faults] == [None] * len(found)
    assert {fault.help for fault in faults} == {
        "mend the entries that are broken first: this may belong to one of them"
    }
