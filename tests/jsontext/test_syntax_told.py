"""How a fault of the syntax is put into words: what was found, what helps, where else to look, what a fix does."""

from __future__ import annotations

import pytest

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.faults import Fault, Faults
from sourceright_lint.jsontext.scan import BrokenTextError, scan
from sourceright_lint.jsontext.syntax import one_fault_code, syntax_fault

_ALONE = "the file must hold the JSON alone"
_CUT_OFF = "the file may be cut off"
_DEEP = "objects and arrays are nested more than 127 deep from here on"
_NO_COMMA = "JSON has no comma after the last member or element"
_NO_COMMENTS = "JSON has no comments: keep the remark in a field, or outside the file"
_A_PERSON = "what the right value is, a person must say"
_QUOTES = 'text must stand in double quotes (")'
_ESCAPES = r"JSON knows \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"

TOLD = [
    # text, message, help
    ("[True]", "True is not JSON", "JSON writes true"),
    ("[FALSE]", "FALSE is not JSON", "JSON writes false"),
    ("[Null]", "Null is not JSON", "JSON writes null"),
    ("[None]", "None is not JSON: there is no such value in it", _A_PERSON),
    ("[-inf]", "-inf is not JSON: there is no such value in it", _A_PERSON),
    ("[abc]", '"abc" is not a JSON value', _QUOTES),
    ("['a']", 'a string must stand in double quotes ("), these are single', ""),
    ("[“a”]", 'a string must stand in double quotes ("), these are curly (U+201C)', ""),
    ("{‘a’: 1}", 'a key must stand in double quotes ("), these are curly (U+2018)', ""),
    ("[„a“]", 'a string must stand in double quotes ("), these are curly (U+201E)', ""),
    ("[+1]", '"+1" is not a JSON number', ""),
    ('["a', "the text ends inside a string", ""),
    ('["\\q"]', '"\\q" is not an escape that JSON knows', _ESCAPES),
    ('["\t"]', "raw control character U+0009 inside a string", "write it as \\u0009"),
    ('["\x1f"]', "raw control character U+001F inside a string", "write it as \\u001f"),
    ('["\r"]', "line break inside a string", 'close the string with ", or write \\n'),
    ("[1 false]", 'expected "," or "]", found "false"', "a comma may be missing before it"),
    ("[1 null]", 'expected "," or "]", found "null"', "a comma may be missing before it"),
    ("[1 X]", 'expected "," or "]", found "X"', ""),
    (f"[1 {'x' * 50}]", f'expected "," or "]", found "{"x" * 38}…', ""),
    (f"[{'0' * 50}1]", f"number {'0' * 40} has a leading zero, which JSON does not allow", ""),
    ("[1", 'the text ends where "," or "]" should stand', _CUT_OFF),
    ("[1,]", "trailing comma: nothing follows it", _NO_COMMA),
    ("[1] # two", "a comment", _NO_COMMENTS),
    ("```\n[1]", "Markdown fence (```) around the JSON", _ALONE),
    ("Look:\n```", "Markdown around the JSON: here is its fence (```)", _ALONE),
    ("[" * 128, _DEEP, "readers refuse such a file: nest less deeply"),
    (
        "<<<<<<< HEAD\n",
        'conflict marker "<<<<<<<" of an unfinished merge',
        "settle the conflict and take all its marker lines out",
    ),
]


@pytest.mark.parametrize(("text", "message", "help"), TOLD)
def test_words(text: str, message: str, help: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert (fault.message, fault.help) == (message, help)


@pytest.mark.parametrize("text", ["", " \n"])
def test_words_about_white_space(text: str) -> None:
    with pytest.raises(BrokenTextError) as raised:
        scan(text)
    end = len(text)
    told = Fault("json.syntax", "the text ends where a value should stand", end, end, fatal=True)
    assert syntax_fault("x", text, raised.value, False) == told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1 abc]", 'expected "," or "]", found something else'),
        ("[abc]", "this is not a JSON value"),
        ("[1.]", "this is not a JSON number"),
        ("{abc: 1}", "this key must stand in double quotes"),
        ("[07]", "this number has a leading zero, which JSON does not allow"),
        ('["\\q"]', "this escape is not an escape that JSON knows"),
    ],
)
def test_words_about_a_private_text(text: str, message: str) -> None:
    (fault,) = Document("x", text.encode(), private=True).faults
    assert fault.message == message


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ('[ "a\tb"]', ((2, 3, "the string starts here"),)),
        ('{"a": 1, "b\n": 2}', ((9, 10, "the string starts here"),)),
        ("[1 }", ((0, 1, 'the open "[" is here'),)),
        ("[1 X]", ()),
    ],
)
def test_other_places(text: str, notes: tuple[tuple[int, int, str], ...]) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert fault.notes == notes


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("[1,]", "take out trailing commas"),
        ("[07]", "take out leading zeros"),
        ("[07,]", "take out leading zeros and trailing commas"),
        ("```\n[]\n```", "take the Markdown fence out"),
    ],
)
def test_titles_of_fixes(text: str, title: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert fault.fix is not None
    assert fault.fix.title == title


@pytest.mark.parametrize(
    "text",
    [
        "```[1]\n[]\n```",
        '```json {"a": 1}\n[]\n```',
        "```json, as asked\n[]\n```",
        "``` \u2028 x\n[]\n```",
        "```` []\n````\n```",
        "[0]\n```\n[]\n```",
        "```\n[]\n```\n[1]",
        "```\n[]\n``` x",
        "```\n[] []\n```",
    ],
)
def test_a_fence_stays_where_something_would_go_with_it(text: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    assert fault.fix is None


@pytest.mark.parametrize("language", ["", "json", "json5", "x-csl.json+v1", "json  \t", "json\r"])
def test_the_name_of_a_language_goes_with_the_fence(language: str) -> None:
    (fault,) = Document("x", f"```{language}\n[]\n```".encode()).faults
    assert fault.fix is not None


KINDS_OF_FIXES = {rule.code: rule.fix for rule in all_rules(load_contracts())}


@pytest.mark.parametrize(
    "text", ["[1,]", "[07]", "```\n[]\n```", "\ufeff[]", "[1 2]", "[1] # x", "[nan]", "{}{}"]
)
def test_rules_promise_the_fixes_that_there_are(text: str) -> None:
    (fault,) = Document("x", text.encode()).faults
    made = "none" if fault.fix is None else "safe" if fault.fix.safe else "unsafe"
    assert made == KINDS_OF_FIXES[fault.code]


@pytest.mark.parametrize("line", ["<<<<<<< ours", "=======", "||||||| base", ">>>>>>> theirs", "```json"])
def test_a_line_that_is_a_part_of_a_fault(line: str) -> None:
    for kind in ("json", "jsonl"):
        (fault,) = Document("x", line.encode(), kind).faults  # type: ignore[arg-type]
        assert one_fault_code(line) == fault.code


@pytest.mark.parametrize("line", ["", "<<<<<<", "========", " ```", "[1,"])
def test_a_line_that_is_a_fault_of_its_own(line: str) -> None:
    assert one_fault_code(line) == ""


def test_of_each_kind_so_many_faults_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sourceright_lint.jsontext.faults.MOST", 2)
    faults = Faults()
    for at in (9, 3, 6, 1):
        faults.add((Fault("b", "", at, at), Fault("a", "", at, at)))
    faults.add((Fault("c", "", 6, 6),))
    assert [(fault.code, fault.start) for fault in faults.in_order()] == [
        ("a", 3), ("b", 3), ("c", 6), ("a", 9), ("b", 9),
    ]  # fmt: skip
