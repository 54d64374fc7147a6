"""A document remembers what it has found out, and asks the fastest reader that can be sure."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from sourceright_lint.finding import Span
from sourceright_lint.jsontext import MISSING, Document, Form, brief, bulk, document, exact, locate, marks
from sourceright_lint.jsontext.cut import cut_any
from sourceright_lint.jsontext.exact import Exact
from sourceright_lint.jsontext.items import Items
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.patched import Patched
from sourceright_lint.jsontext.quick import Quick
from tests.jsontext.support import FORMS
from tests.jsontext.test_layout import nested

if TYPE_CHECKING:
    from sourceright_lint.jsontext.document import Kind

SORTED, LIST = FORMS["sorted"], FORMS["list"]
B_FIRST = Form(first=("b",), elements=Form(first=("b",)))
LAID_OUT = b'{\n  "a": [\n    1,\n    2\n  ],\n  "b": "x"\n}\n'
DISORDER = b'{\n  "b": "x",\n  "a": [\n    1,\n    2\n  ]\n}\n'
LINES = b'{"a":[1,2],"b":"x"}\n{"a":3}\n'
LINES_IN_DISORDER = b'{"b":"x","a":[1,2]}\n{"a":3}\n'
BOM = b"\xef\xbb\xbf"
ALL: list[tuple[bytes, bytes, Kind]] = [(LAID_OUT, DISORDER, "json"), (LINES, LINES_IN_DISORDER, "jsonl")]
KINDS = pytest.mark.parametrize(("ordered", "disorder", "kind"), ALL, ids=["json", "jsonl"])


@pytest.fixture(params=["small", "large"])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Files count as small, with nothing about that imports orjson, or as large."""
    monkeypatch.setattr(document, "_SMALL", 0 if request.param == "large" else 10**6)
    monkeypatch.setattr(document, "sys", SimpleNamespace(modules={}))
    monkeypatch.setattr(locate, "_SMALL", 0)
    monkeypatch.setattr(marks, "_SMALL", 0)
    return request.param


def never(*arguments: Any, **options: Any) -> Any:
    raise AssertionError("not to be asked")


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for engine in (brief, bulk):
        for name in names:
            monkeypatch.setattr(engine, name, never)


def test_the_reader_is_chosen_by_size_and_by_what_is_imported_anyway(
    size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Document("x", LAID_OUT)
    assert (found.kind, found.private) == ("json", False)
    assert found.is_large == (size == "large")
    assert found.engine is (bulk if size == "large" else brief)
    monkeypatch.setattr(document, "sys", SimpleNamespace(modules={"orjson": None}))
    assert found.engine is bulk


@pytest.mark.usefixtures("size")
@KINDS
def test_what_is_surely_canonical(ordered: bytes, disorder: bytes, kind: Kind) -> None:
    for data, form, other in ((ordered, SORTED, B_FIRST), (disorder, B_FIRST, SORTED)):
        found = Document("x", data, kind)
        assert found.is_surely_canonical(form) is True
        assert found.is_surely_canonical(other) is False
        assert found.is_surely_canonical(form) is True
        assert (found.is_canonical(other), found.is_canonical(form)) == (False, True)
        # The file itself, not a text made anew.
        assert found.canonical(form) is data
        assert found.is_laid_out() is True
    for data in (BOM + ordered, ordered + b" ", ordered.replace(b":", b" :", 1)):
        for asked in (Document("x", data, kind), Document("x", data, "text")):
            assert not asked.is_laid_out()
            assert not asked.is_surely_canonical(SORTED)
            assert not asked.is_canonical(SORTED)


@pytest.mark.usefixtures("size")
@KINDS
def test_answers_are_kept(
    ordered: bytes, disorder: bytes, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Document("x", disorder, kind)
    answers = (found.is_laid_out(), found.is_surely_canonical(SORTED), found.canonical(SORTED))
    assert answers == (True, False, ordered)
    forbid(
        monkeypatch,
        "load",
        "has_canonical_layout",
        "is_canonical",
        "is_in_order",
        "canonical",
        "is_faultless",
    )
    again = (found.is_laid_out(), found.is_surely_canonical(SORTED), found.canonical(SORTED))
    assert again == answers
    assert again[2] is answers[2]


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("kind", ["json", "jsonl"])
@pytest.mark.parametrize("text", ["-0", "18446744073709551616", "0.30000000000000001665", '"\\ud83d"'])
def test_what_no_fast_reader_is_sure_of_may_be_canonical(text: str, kind: Kind) -> None:
    for before, after in (("", "\n"), ('{\n  "a": ', "\n}\n") if kind == "json" else ('{"a":', "}\n")):
        data = (before + text + after).encode()
        assert Document("x", data, kind).is_canonical(SORTED)
        assert not Document("x", b" " + data, kind).is_canonical(SORTED)


PROOFS: list[Callable[[Document], object]] = [
    lambda found: found.is_laid_out(),
    lambda found: found.is_surely_canonical(SORTED),
    lambda found: found.take_as_canonical(SORTED),
]


@pytest.mark.parametrize("prove", PROOFS, ids=["laid out", "canonical", "taken as canonical"])
@KINDS
def test_a_proof_serves_for_all_that_is_asked_later(
    ordered: bytes,
    disorder: bytes,
    kind: Kind,
    prove: Callable[[Document], object],
    size: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = Document("x", ordered, kind)
    prove(found)
    forbid(monkeypatch, "is_faultless", "has_canonical_layout", "is_canonical", "canonical")
    monkeypatch.setattr(exact, "read", never)
    assert found.faults == ()
    assert found.value == (
        [{"a": [1, 2], "b": "x"}, {"a": 3}] if kind == "jsonl" else {"a": [1, 2], "b": "x"}
    )
    assert found.span(() if kind == "json" else (0,)).line == 1
    assert found.span(("b",) if kind == "json" else (1, "a")) == (
        Span(6, 8, 6, 11) if kind == "json" else Span(2, 6, 2, 7)
    )
    if size == "large" and kind == "json":
        assert found._decoded is None
    if kind == "json":
        monkeypatch.setattr(locate, "cut_any", never)
        assert found.node(("a", 1)) is not None


def test_what_another_process_says_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Document("x", LAID_OUT)
    found.take_as_canonical(SORTED)
    forbid(monkeypatch, "is_canonical", "has_canonical_layout", "canonical")
    assert found.is_surely_canonical(SORTED) is True
    assert found.canonical(SORTED) is found.data


@pytest.mark.usefixtures("size")
@KINDS
def test_reading_takes_one_look(
    ordered: bytes, disorder: bytes, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "read", never)
    if kind == "json":
        forbid(monkeypatch, "has_canonical_layout")
    found = Document("x", disorder.replace(b"\n", b" \n"), kind)
    assert found.faults == ()
    assert isinstance(found._content, Quick)
    forbid(monkeypatch, "is_faultless", "load")
    assert found.faults == ()
    assert found.value == (
        [{"b": "x", "a": [1, 2]}, {"a": 3}] if kind == "jsonl" else {"b": "x", "a": [1, 2]}
    )


@KINDS
def test_what_was_written_anew_has_no_fault(
    ordered: bytes, disorder: bytes, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", 0)
    monkeypatch.setattr(marks, "_SMALL", 0)
    for data in (disorder, disorder.replace(b":", b"\t:"), disorder.replace(b'"x"', b'{"c": [] }')):
        found, other = Document("x", data, kind), Document("x", data, kind)
        other._content = other._read_exactly()
        with pytest.MonkeyPatch.context() as strict:
            strict.setattr(Quick, "canonical", never)
            strict.setattr(exact, "read", never)
            canonical = found.canonical(SORTED)
            forbid(strict, "is_faultless")
            assert found.faults == ()
        assert canonical == other._content.canonical(SORTED)
        for pointer in ((), ("a",), ("a", 1), ("b",), ("b", "c"), (0, "b"), (0, "a", 1), (1, "a")):
            assert found.span(pointer) == other.span(pointer)
            assert found.span(pointer, key=True) == other.span(pointer, key=True)
            assert found.raw(pointer) == other.raw(pointer)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("innermost", ["[]", "{}", "[\n]"])
def test_nesting_over_the_limit_is_a_fault_however_it_is_laid_out(innermost: str) -> None:
    for depth in (MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, MAX_DEPTH + 2):
        data = nested(depth, innermost).encode()
        found = Document("x", data)
        codes = [] if depth <= MAX_DEPTH else ["json.depth"]
        if "\n" not in innermost:
            assert found.is_canonical(SORTED) == (not codes)
        assert [fault.code for fault in found.faults] == codes
        assert [fault.code for fault in Document("x", data).faults] == codes
        assert [fault.code for fault in Document("x", data.replace(b"\n", b""), "jsonl").faults][-1:] == (
            codes or ["json.lines"]
        )


FAULTY: list[tuple[str, Kind, list[str]]] = [
    ("[1e400]", "json", ["json.number.out_of_range"]),
    ("[1, 2]\n", "jsonl", ["json.lines"]),
    ("[1]\n[2]\n", "jsonl", []),
    ("1\n[2]\n", "jsonl", []),
    ('{"a":1e400}\n{"a":1}\n', "jsonl", ["json.number.out_of_range"]),
    ('{"a":1,"a":2}\n{"a":1}\n', "jsonl", ["json.duplicate_key"]),
    ('{"a":1,"a":2}', "json", ["json.duplicate_key"]),
    ('{"a":1}\n{"a":\n', "jsonl", ["json.syntax"]),
    ("", "json", ["json.empty"]),
    ("", "jsonl", []),
    ("x", "text", []),
]


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize(("text", "kind", "codes"), FAULTY)
def test_faults(text: str, kind: Kind, codes: list[str]) -> None:
    assert [fault.code for fault in Document("x", text.encode(), kind).faults] == codes
    canonical = Document("x", text.encode(), kind).canonical(SORTED)
    asked_before = Document("x", text.encode(), kind)
    assert asked_before.faults is not None
    assert asked_before.canonical(SORTED) == canonical
    marked = Document("x", BOM + text.encode(), kind)
    assert [fault.code for fault in marked.faults] == ["json.bom", *codes]


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_a_small_file_with_something_odd_is_read_as_a_whole(size: str, kind: Kind) -> None:
    found = Document(
        "x", b'{"a":1}\n{"a":1,"a":2}\n' if kind == "jsonl" else b'[{"a":1},{"a":1,"a":2}]', kind
    )
    assert type(found._read()) is (Patched if size == "large" else Exact)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_nothing_of_a_private_file_is_quoted(kind: Kind) -> None:
    records = ['{"secret": 1, "secret": 2}', '{"other": 1e400}', '{"third": "\\ud83d"}']
    text = "\n".join(records) if kind == "jsonl" else "[" + ",\n".join(records) + "]"
    faults = {private: Document("x", text.encode(), kind, private).faults for private in (False, True)}
    assert [fault.code for fault in faults[True]] == [fault.code for fault in faults[False]]
    assert len(faults[True]) == 3
    for quoted in ("secret", "1e400", "ud83d"):
        assert quoted in str(faults[False])
        assert quoted not in str(faults[True])


@pytest.mark.usefixtures("size")
def test_what_is_wrong_with_lines_as_lines() -> None:
    codes = ["jsonl.blank_line", "jsonl.line_end"]
    wrong = b'{"a":1}\n\n{"a":2}\r\n'
    assert len(list(Document("x", wrong, "jsonl").line_layout_faults())) >= len(codes)
    for data, kind in ((LINES, "jsonl"), (wrong, "json"), (wrong, "text"), (b"[1]\r\n\r\n", "json")):
        for is_asked in (False, True):
            found = Document("x", data, kind)  # type: ignore[arg-type]
            if is_asked:
                found.is_laid_out()
            assert list(found.line_layout_faults()) == []


@pytest.mark.usefixtures("size")
def test_lines_of_text_whatever_was_asked_before() -> None:
    for before in (Document.is_laid_out, lambda found: found.faults, lambda found: None):
        found = Document("x", LAID_OUT)
        before(found)
        assert found.line_text(6) == '  "b": "x"'
        assert found.line_text(6, 2) == '"b": "x"'
        assert found.line_text(6, 2, 3) == '"b"'
        assert found.line_text(99) == ""


@pytest.mark.usefixtures("size")
def test_a_value_says_all_only_where_that_is_known() -> None:
    assert not Document("x", b"[-0, 1.10]").is_plain
    assert not Document("x", b'[{"a": -0}, 1]').is_plain


def test_the_value_of_a_large_file_that_a_fast_reader_is_sure_of_says_all(size: str) -> None:
    found = Document("x", LAID_OUT)
    assert found.is_plain == (size == "large")
    assert found.told_value(SORTED) is (found.value if size == "large" else MISSING)


@pytest.mark.usefixtures("size")
def test_a_fast_reader_says_how_many_items_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Document("x", b'{"a": [1, {"c": 2}] , "b": "x"}')
    numbers: list[int | None] = []

    def cut(text: str, start: int, end: int, number: int | None = None) -> Items | None:
        numbers.append(number)
        return cut_any(text, start, end, number)

    monkeypatch.setattr(locate, "cut_any", cut)
    assert found.span(("a", 1, "c")) == Span(1, 17, 1, 18)
    assert numbers == [2, 2, 1]


@pytest.mark.parametrize(
    "data", [DISORDER.replace(b":", b"\t:"), DISORDER.replace(b"  ", b"   "), b'{"b": [1, 2]}']
)
def test_a_text_is_laid_out_only_where_that_is_known(size: str, data: bytes) -> None:
    for before in (lambda found: found.faults, lambda found: found.canonical(SORTED), Document.is_laid_out):
        found, other = Document("x", data), Document("x", data)
        before(found)
        other._content = other._read_exactly()
        for pointer in ((), ("a",), ("a", 1), ("b",), ("b", 0), ("c",)):
            assert found.span(pointer) == other.span(pointer)
            assert found.span(pointer, key=True) == other.span(pointer, key=True)
            assert found.raw(pointer) == other.raw(pointer)


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What is begun in another process, and how often it is waited for and done again."""
    count = {"begun": 0, "waited for": 0, "done": 0}
    usual = bulk.quotes_of

    def begin(work: Callable[[], bytes]) -> Callable[[], bytes]:
        count["begun"] += 1
        made = work()

        def wait() -> bytes:
            count["waited for"] += 1
            return made

        return wait

    def quotes_of(body: bytes) -> int:
        count["done"] += 1
        return usual(body)

    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(document, "WORTH_TWO_CORES", 10)
    monkeypatch.setattr(document, "begin", begin)
    monkeypatch.setattr(bulk, "quotes_of", quotes_of)
    return count


@KINDS
def test_what_was_counted_beside_is_not_counted_again(
    ordered: bytes, disorder: bytes, kind: Kind, beside: dict[str, int]
) -> None:
    found = Document("x", BOM + disorder, kind)
    found.expect_formatting()
    found.expect_formatting()
    assert found.canonical(SORTED) == ordered
    assert beside == {"begun": 1, "waited for": 1, "done": 1}
    assert found.canonical(B_FIRST) == disorder
    assert beside == {"begun": 1, "waited for": 1, "done": 2}
    found.expect_formatting()
    found.forget()
    found.forget()
    assert beside == {"begun": 2, "waited for": 2, "done": 3}


def test_nothing_is_begun_beside_for_a_file_that_is_not_worth_it(beside: dict[str, int]) -> None:
    found = Document("x", b"[1, 2, 3]\n")
    found.expect_formatting()
    assert beside["begun"] == 0


@pytest.mark.parametrize(
    ("data", "may"), [(b"[1]", True), (b"[2]", False), (b"[1", False), (b'{"a":1,"a":1}', False)]
)
def test_what_may_be_rewritten(data: bytes, may: bool) -> None:
    form = Form(is_for=lambda value: value in ([1], {"a": 1}))
    assert Document("x", data).may_be_rewritten(form) == may
