"""Fixes made round after round, and formatting: what a bundle's files hold at the end, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sourceright_lint.config.glob import Glob
from sourceright_lint.config.origin import CommandLine
from sourceright_lint.config.settings import Layer, Settings
from sourceright_lint.contract import Bundle, BundleFile, NoFiles, NoSubjects
from sourceright_lint.engine import Checked
from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import (
    Edit,
    Finding,
    Fix,
    Insert,
    Reformat,
    Replace,
    Rewrite,
    Span,
    Splice,
    StripBom,
    TidyLines,
)
from sourceright_lint.fixing import plan
from sourceright_lint.fixing.overlay import Overlay
from sourceright_lint.fixing.plan import (
    ROUNDS,
    Change,
    Fixed,
    fix_bundle,
    fix_finding,
    fix_key,
    format_bundle,
)
from sourceright_lint.jsontext import SORTED, Document, Form
from sourceright_lint.source import Source
from tests.sourceright.csl.support import Memory

SETTINGS = Settings((Layer(CommandLine(""), {}),), {})
Rule = Callable[[Mapping[str, Document]], list[Finding]]


class Kept(NoFiles):
    """Every file there is: JSON with sorted keys, but for ``*.txt``, which has no form."""

    name = "kept"

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        assert isinstance(settings, Settings)
        return Bundle(
            self,
            root,
            [BundleFile("role", path, "json", form_of(path)) for path in sorted(source.names(root))],
        )


class Unsure(Kept):
    """Sees no bundle any more once something was changed."""

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        return None if isinstance(source, Overlay) else super().bundle(root, source, settings)


class Names(Memory):
    """Files that are read already: asking for one again is a fault."""

    def read(self, path: str) -> bytes | None:
        raise AssertionError(path)


def form_of(path: str) -> Any:
    return None if path.endswith(".txt") else SORTED


def found(title: str, *edits: Edit, safe: bool = True) -> Finding:
    fix = Fix(title, edits, safe) if edits else None
    return Finding(title, "error", title, "x", (), Span(1, 1, 1, 1), None, "", (), fix, title, by_text=True)


def fix(
    files: Mapping[str, bytes],
    rule: Rule,
    unsafe: bool = False,
    contract: Kept | None = None,
    read: bool = False,
) -> Fixed:
    def check(bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Checked:
        assert settings is SETTINGS
        assert {file.path for file in bundle.files} == set(documents)
        return Checked(bundle, tuple(rule(documents)), documents, NoSubjects())

    source = Memory(files)
    bundle = (contract or Kept()).bundle("", source, SETTINGS)
    assert bundle is not None
    documents = {path: Document(path, data) for path, data in files.items()} if read else None
    return fix_bundle(bundle, Names(files) if read else source, SETTINGS, unsafe, check, documents)


def titles(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def counting(until: int) -> Rule:
    """Asks for the next number in ``n`` until it is there."""

    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        number = documents["x"].value["n"]
        return [found(f"to {number + 1}", Replace("x", ("n",), number + 1))] if number < until else []

    return rule


@pytest.mark.parametrize("read", [False, True], ids=["from the source", "read already"])
@pytest.mark.parametrize("contract", [Kept(), Unsure()], ids=["seen", "no longer seen"])
def test_one_fix_after_another(contract: Kept, read: bool) -> None:
    fixed = fix({"x": b'{"n": 0}', "y": b"[]"}, counting(3), contract=contract, read=read)
    assert fixed.changes == (Change("x", b'{"n": 0}', b'{"n": 3}'),)
    assert titles(fixed.made) == ["to 1", "to 2", "to 3"]
    assert fixed.refused == ()
    assert titles(fixed.before.findings) == ["to 1"]
    assert {path: document.data for path, document in fixed.before.documents.items()} == {
        "x": b'{"n": 0}',
        "y": b"[]",
    }
    assert fixed.before.view is None
    assert fixed.after.findings == ()
    assert {path: document.data for path, document in fixed.after.documents.items()} == {
        "x": b'{"n": 3}',
        "y": b"[]",
    }
    assert fixed.after.view is not None


def test_files_stay_what_they_are() -> None:
    """JSON Lines are read as such after a fix too, and what is private stays so."""

    class Lines(Kept):
        def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
            return Bundle(self, root, [BundleFile("role", "x", "jsonl", SORTED, private=True)])

    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        number = documents["x"].value[1]["n"]
        return [found("up", Replace("x", (1, "n"), number + 1))] if number < 3 else []

    fixed = fix({"x": b'{}\n{"n": 1}\n'}, rule, contract=Lines())
    assert fixed.changes == (Change("x", b'{}\n{"n": 1}\n', b'{}\n{"n": 3}\n'),)
    after = fixed.after.documents["x"]
    assert (after.kind, after.private, after.path) == ("jsonl", True, "x")


def test_what_never_settles_stops() -> None:
    fixed = fix({"x": b'{"n": 0}'}, counting(100))
    assert len(fixed.made) == ROUNDS
    assert fixed.changes == (Change("x", b'{"n": 0}', b'{"n": %d}' % ROUNDS),)
    assert titles(fixed.after.findings) == [f"to {ROUNDS + 1}"]


def test_back_where_it_was() -> None:
    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        wanted = [b"[1]", b"[0]"][turns.pop()] if turns else None
        return [found("turn", Rewrite("x", wanted))] if wanted else []

    turns = [1, 0]
    fixed = fix({"x": b"[0]"}, rule)
    assert fixed.changes == ()
    assert titles(fixed.made) == ["turn", "turn"]


def test_a_fix_that_changes_nothing_is_not_made() -> None:
    fixed = fix({"x": b'{"n": 0}'}, lambda documents: [found("same", Replace("x", ("n",), 0))])
    assert (fixed.changes, fixed.made) == ((), ())
    assert titles(fixed.after.findings) == ["same"]
    assert fixed.before == fixed.after


def test_a_file_that_is_made() -> None:
    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        return [] if "new" in documents else [found("make", Rewrite("new", b"[]"))]

    fixed = fix({"x": b"{}"}, rule)
    assert fixed.changes == (Change("new", None, b"[]"),)
    assert [file.path for file in fixed.after.bundle.files] == ["new", "x"]
    assert sorted(fixed.after.documents) == ["new", "x"]


def test_several_files_come_in_the_order_of_their_names() -> None:
    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        return [found(path, Replace(path, ("n",), 1)) for path in "cab" if documents[path].value["n"] == 0]

    fixed = fix(dict.fromkeys("bac", b'{"n": 0}'), rule)
    assert fixed.changes == tuple(Change(path, b'{"n": 0}', b'{"n": 1}') for path in "abc")


@pytest.mark.parametrize("unsafe", [False, True])
def test_unsafe_fixes_are_made_when_asked_for(unsafe: bool) -> None:
    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        value = documents["x"].value
        findings = [found("safe", Replace("x", ("n",), 1))] if value["n"] == 0 else []
        return findings + ([found("risky", Replace("x", ("m",), 1), safe=False)] if value["m"] == 0 else [])

    fixed = fix({"x": b'{"m": 0, "n": 0}'}, rule, unsafe)
    assert titles(fixed.made) == ["safe", "risky"][: 1 + unsafe]
    assert fixed.changes[0].new == (b'{"m": 1, "n": 1}' if unsafe else b'{"m": 0, "n": 1}')


def test_what_is_refused_is_not_tried_again() -> None:
    nowhere = found("nowhere", Replace("x", ("nowhere",), 1))
    fixed = fix({"x": b'{"n": 0}'}, lambda documents: [nowhere, *counting(2)(documents)])
    assert fixed.changes == (Change("x", b'{"n": 0}', b'{"n": 2}'),)
    assert titles(fixed.made) == ["to 1", "to 2"]
    assert [(finding, "nowhere" in why) for finding, why in fixed.refused] == [(nowhere, True)]


def test_formatting_is_a_fix_too() -> None:
    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        return [] if documents["x"].is_canonical(SORTED) else [found("format", Reformat("x"))]

    fixed = fix({"x": b'{"b": 1, "a": 2}'}, rule)
    assert fixed.changes == (Change("x", b'{"b": 1, "a": 2}', b'{\n  "a": 2,\n  "b": 1\n}\n'),)


def test_of_an_attempt_that_is_refused_no_layout_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout of one file is proven beside edits of another that go one by one and not together."""
    prove = plan.prove_edits

    def prove_one(document: Document, edits: list[Edit], new: bytes) -> None:
        if len(edits) > 1:
            raise WriteRefused("not together")
        prove(document, edits, new)

    monkeypatch.setattr(plan, "prove_edits", prove_one)

    def rule(documents: Mapping[str, Document]) -> list[Finding]:
        value, other = documents["x"].value, documents["y"]
        left = [found(name, Replace("x", (name,), 2)) for name in ("a", "b") if value[name] == 1]
        return [*left, *([] if other.is_canonical(SORTED) else [found("layout", Reformat("y"))])]

    fixed = fix({"x": b'{"a": 1, "b": 1}', "y": b"[ 1 ]"}, rule)
    assert [change.new for change in fixed.changes] == [b'{"a": 2, "b": 2}', b"[\n  1\n]\n"]
    assert fixed.after.findings == ()


def test_what_a_proof_has_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    proven: list[Document] = []
    prove = plan.proven_layout

    def proof(document: Document, form: Form) -> Document:
        proven.append(prove(document, form))
        return proven[-1]

    monkeypatch.setattr(plan, "proven_layout", proof)
    fixed = fix({"y": b"[ 1 ]"}, lambda documents: [found("layout", Reformat("y"))])
    assert fixed.after.documents["y"] is proven[0]
    assert fixed.changes == (Change("y", b"[ 1 ]", b"[\n  1\n]\n"),)


def test_of_a_finding_without_a_fix_nothing_is_made() -> None:
    bundle = Bundle(Kept(), "", ())
    assert fix_finding(Checked(bundle, (), {}, None), found("told")) == ()


def test_findings_without_a_fix_stay() -> None:
    fixed = fix({"x": b"{}"}, lambda documents: [found("told")])
    assert (fixed.changes, fixed.made, titles(fixed.after.findings)) == ((), (), ["told"])


STAGES = [
    ("splice", Splice("x", 5, 6, "[")),
    ("bom", StripBom("x")),
    ("lines", TidyLines("x", "format.lines.blank", 7)),
    ("value", Replace("x", ("a",), 1)),
    ("insert", Insert("x", ("b",), 1)),
    ("rewrite", Rewrite("x", b"{}")),
    ("format", Reformat("x")),
]


def test_text_comes_before_values_and_values_before_layout() -> None:
    findings = [found(title, edit) for title, edit in reversed(STAGES)]
    wanted = plan._wanted(findings, False, {})
    assert titles(tuple(wanted)) == ["lines", "bom", "splice", "insert", "value", "rewrite", "format"]
    assert [plan._stage(finding.fix) for finding in wanted] == [0, 0, 0, 1, 1, 2, 3]


@pytest.mark.parametrize("second", range(len(STAGES)))
@pytest.mark.parametrize("first", range(len(STAGES)))
def test_of_each_file_one_stage_in_a_round(first: int, second: int) -> None:
    checked = Checked(Bundle(Kept(), "", ()), (), {}, None)
    step = plan._Step(checked, checked.bundle)
    one, two = found("one", STAGES[first][1]), found("two", STAGES[second][1])
    step.take(one)
    step.take(two)
    text, values = {0, 1, 2}, {3, 4}
    together = first != second and any({first, second} <= stage for stage in (text, values))
    assert len(step.taken) == (2 if together else 1)
    step.take(found("elsewhere", Replace("y", ("a",), 1)))
    step.take(found("both", Replace("x", ("z",), 1), Reformat("y")))
    assert [finding.code for _, finding in step.taken.values()][-1] == "elsewhere"


PLACES = [
    ("the same", ("a",), ("a",), False),
    ("inside", ("a",), ("a", "b"), False),
    ("deep inside", ("a",), ("a", "b", 0), False),
    ("around", ("a", "b"), ("a",), False),
    ("far around", ("a", "b", 0), ("a",), False),
    ("beside", ("a", "b"), ("a", "c"), True),
    ("beside, deeper", ("a", "b", "c"), ("a", "b", "d"), True),
    ("another", ("a",), ("b",), True),
    ("the whole after a part", ("a",), (), False),
    ("a part after the whole", (), ("a", "b"), False),
]


@pytest.mark.parametrize(
    ("first", "second", "both"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES]
)
def test_fixes_of_one_place_wait(first: tuple[Any, ...], second: tuple[Any, ...], both: bool) -> None:
    checked = Checked(Bundle(Kept(), "", ()), (), {}, None)
    for path, taken in (("x", 1 + both), ("y", 2)):
        step = plan._Step(checked, checked.bundle)
        step.take(found("one", Replace("x", first, 1)))
        step.take(found("two", Replace(path, second, 1)))
        step.take(found("one", Replace("x", first, 1)))
        assert len(step.taken) == taken


def test_fixes_that_do_the_same_are_one() -> None:
    def key(*edits: Edit, title: str = "t") -> object:
        return fix_key(Fix(title, edits))

    assert key(Replace("x", ("a",), 1)) == key(Replace("x", ("a",), 1))
    different = [
        key(Replace("x", ("a",), 1)),
        key(Replace("x", ("a",), 1), title="u"),
        key(Replace("y", ("a",), 1)),
        key(Replace("x", ("b",), 1)),
        key(Replace("x", ("a",), 1), Replace("x", ("b",), 1)),
        key(Splice("x", 1, 2, "")),
        key(Splice("x", 2, 2, "")),
        key(Splice("y", 2, 2, "")),
        key(TidyLines("x", "a", 1)),
        key(TidyLines("x", "b", 1)),
        key(TidyLines("y", "b", 1)),
        key(StripBom("x")),
        key(StripBom("y")),
        key(Reformat("x")),
        key(Rewrite("x", b"")),
    ]
    assert len(set(different)) == len(different)


FORMATTED = {
    "disorder.json": (b'{"b": 1, "a": 2}', b'{\n  "a": 2,\n  "b": 1\n}\n'),
    "fine.json": (b'{\n  "a": 2\n}\n', None),
    "free.txt": (b'{"b": 1, "a": 2}', None),
    "left.json": (b'{"b": 1, "a": 2}', None),
    "space.json": (b"[ 1 ]", b"[\n  1\n]\n"),
}
LEFT = Settings((Layer(CommandLine(""), {"format": {"exclude": [Glob("", "left.json")]}}),), {})


def formatted(files: Mapping[str, bytes], settings: Settings = LEFT) -> Fixed:
    bundle = Kept().bundle("", Memory({**files, "not read.json": b""}), settings)
    assert bundle is not None
    return format_bundle(bundle, {path: Document(path, data) for path, data in files.items()}, settings)


@pytest.mark.parametrize("large", [10**6, 0], ids=["one process", "two processes"])
def test_formatting(monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr(plan, "_LARGE", large)
    fixed = formatted({path: old for path, (old, _) in FORMATTED.items()})
    assert fixed.changes == tuple(Change(path, old, new) for path, (old, new) in FORMATTED.items() if new)
    assert {path: document.data for path, document in fixed.after.documents.items()} == {
        path: new or old for path, (old, new) in FORMATTED.items()
    }
    assert {path: document.data for path, document in fixed.before.documents.items()} == {
        path: old for path, (old, _) in FORMATTED.items()
    }
    assert (fixed.before.findings, fixed.after.findings, fixed.made, fixed.refused) == ((), (), (), ())
    assert fixed.before.bundle is fixed.after.bundle
    assert len(fixed.after.bundle.files) == len(FORMATTED) + 1
    assert fixed.after.view is None


def test_formatting_that_a_contract_is_spared() -> None:
    settings = Settings((Layer(CommandLine(""), {"format": {"contracts": {"kept": False}}}),), {})
    assert formatted({"x": b"[ 1 ]"}, settings).changes == ()


@pytest.mark.parametrize("large", [10**6, 0], ids=["one process", "two processes"])
@pytest.mark.parametrize(
    "broken", [b'{"a": 1, "a": 2}', b'{"a": ', b"\xff"], ids=["twice", "cut off", "no text"]
)
def test_formatting_tells_of_faults(monkeypatch: pytest.MonkeyPatch, broken: bytes, large: int) -> None:
    monkeypatch.setattr(plan, "_LARGE", large)
    fixed = formatted(
        {"a.json": broken, "b.json": b"[ 1, 2, 3, 4 ]", "c.json": b"[ 1, 2, 3, 4, 5, 6, 7, 8 ]"}
    )
    assert [change.path for change in fixed.changes] == ["b.json", "c.json"]
    assert {finding.path for finding in fixed.after.findings} == {"a.json"}


@pytest.mark.parametrize("large", [10**6, 0], ids=["one process", "two processes"])
def test_a_fault_in_what_is_formatted_is_told(monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr(plan, "_LARGE", large)
    fixed = formatted({"a.json": b"[ 1e400 ]", "b.json": b"[ 1, 2, 3, 4, 5, 6, 7, 8 ]"})
    assert [change.path for change in fixed.changes] == ["a.json", "b.json"]
    assert {finding.code for finding in fixed.after.findings} == {"json.number.out_of_range"}


def test_where_faults_are_told_the_values_before_are_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(
        plan, "reformatted", lambda document, form: done.append("proof") or b"[\n  1e400\n]\n"
    )
    monkeypatch.setattr(Document, "faults", property(lambda document: done.append("faults") or ("odd",)))
    monkeypatch.setattr(Document, "forget", lambda document: done.append("forget"))
    monkeypatch.setattr(plan, "apply_rules", lambda bundle, after, settings: done.append("rules") or None)
    formatted({"a.json": b"[ 1e400 ]"})
    assert done == ["faults", "proof", "forget", "rules"]


def test_the_values_of_one_large_file_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are formatted from small to large, and what another process makes is asked for when all else is done."""
    done: list[str] = []
    beside: dict[str, Any] = {"b": lambda: done.append("ask for b") or b"from there"}
    monkeypatch.setattr(plan, "_begin_beside", lambda documents, forms: beside)
    monkeypatch.setattr(
        plan, "_is_to_be_written", lambda document, form: done.append(f"format {document.path}")
    )
    monkeypatch.setattr(Document, "forget", lambda document: done.append(f"forget {document.path}"))
    fixed = formatted(
        {path: b"[" + b" " * size + b"]" for path, size in zip("abcd", (9, 8, 1, 5), strict=True)}
    )
    assert done == ["format c", "forget c", "format d", "forget d", "format a", "ask for b"]
    assert fixed.changes == (Change("b", b"[        ]", b"from there"),)


@pytest.mark.parametrize(
    ("sizes", "which"), [((9, 8), None), ((9, 10), 9), ((12, 10, 11), 11), ((20,), None)]
)
def test_the_second_largest_file_is_formatted_beside(
    monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...], which: int | None
) -> None:
    monkeypatch.setattr(plan, "_LARGE", 9)
    documents = {str(size): Document(str(size), b"[" + b" " * (size - 2) + b"]") for size in sizes}
    begun = plan._begin_beside(documents, dict.fromkeys(documents, SORTED))
    assert list(begun) == ([] if which is None else [str(which)])
    assert [wait() for wait in begun.values()] == ([] if which is None else [b"[]\n"])
