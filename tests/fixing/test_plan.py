"""Which fixes of a round are made, and which are refused."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sourceright_lint.contract import Bundle, BundleFile, Contract
from sourceright_lint.engine import Checked
from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Edit, Finding, Fix, Reformat, Remove, Replace, Rewrite, Span
from sourceright_lint.fixing import plan
from sourceright_lint.fixing.plan import Change, FixKey, fix_finding, prove_edits, proven_layout, reformatted
from sourceright_lint.jsontext import SORTED, Document, Form

DATA = b'{"c": 3, "a": 1, "b": {"d": 4}}\n'


def finding(title: str, *edits: Edit) -> Finding:
    return Finding(
        title, "error", title, "x", (), Span(1, 1, 1, 1), None, "", (), Fix(title, edits), title, by_text=True
    )


def checked(*findings: Finding) -> Checked:
    bundle = Bundle(cast(Contract, None), "", [BundleFile("role", "x", "json", SORTED)])
    return Checked(bundle, findings, {"x": Document("x", DATA)}, None)


def one_round(*findings: Finding) -> tuple[dict[str, bytes], list[str], dict[str, str]]:
    """The new bytes, the titles of what was made, and of what was refused with the reason."""
    whole = checked(*findings)
    step = plan._Step(whole, whole.bundle)
    for each in findings:
        step.take(each)
    refused: dict[FixKey, tuple[Finding, str]] = {}
    results = step.results(refused)
    return results, [each.code for each in step.made], {each.code: why for each, why in refused.values()}


A, C = Replace("x", ("a",), 10), Replace("x", ("c",), 30)
NOWHERE = Remove("x", ("nowhere",))


@pytest.mark.parametrize("place", range(4))
def test_one_bad_fix_among_good_ones(place: int) -> None:
    findings = [finding("a", A), finding("c", C), finding("d", Replace("x", ("b", "d"), 9))]
    findings.insert(place, finding("bad", NOWHERE))
    results, made, refused = one_round(*findings)
    assert results == {"x": b'{"c": 30, "a": 10, "b": {"d": 9}}\n'}
    assert made == ["a", "c", "d"]
    assert list(refused) == ["bad"]
    assert "nowhere" in refused["bad"]


def test_only_bad_ones() -> None:
    results, made, refused = one_round(finding("one", NOWHERE), finding("two", Remove("x", ("b", "e"))))
    assert (results, made) == ({}, [])
    assert sorted(refused) == ["one", "two"]


def test_a_fix_is_made_as_a_whole_or_not_at_all() -> None:
    results, made, refused = one_round(finding("half bad", A, NOWHERE), finding("good", C))
    assert results == {"x": DATA.replace(b"3", b"30")}
    assert (made, list(refused)) == (["good"], ["half bad"])


def test_what_is_good_alone_and_not_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of them is made; the others have their turn in the next round."""
    apply = plan._Step._apply

    def not_together(self: Any, fixes: list[Fix]) -> dict[str, bytes]:
        if len(fixes) > 1:
            raise WriteRefused("not together")
        return apply(self, fixes)

    monkeypatch.setattr(plan._Step, "_apply", not_together)
    results, made, refused = one_round(finding("one", A), finding("two", C))
    assert results == {"x": DATA.replace(b"1", b"10")}
    assert (made, refused) == (["one"], {})


def test_fixes_of_one_place_and_of_another_stage_wait() -> None:
    inner = finding("inner", Replace("x", ("b", "d"), 9))
    results, made, _ = one_round(
        finding("outer", Replace("x", ("b",), 0)), inner, finding("format", Reformat("x"))
    )
    assert results == {"x": DATA.replace(b'{"d": 4}', b"0")}
    assert made == ["outer"]
    assert one_round(inner, finding("outer", Replace("x", ("b",), 0)))[1] == ["inner"]


def test_fix_finding() -> None:
    good, bad = finding("good", A), finding("bad", NOWHERE)
    assert fix_finding(checked(good, bad), good) == (Change("x", DATA, DATA.replace(b"1", b"10")),)
    with pytest.raises(WriteRefused, match="nowhere"):
        fix_finding(checked(good, bad), bad)
    derived = finding("derived", Rewrite("y", b"new"))
    assert fix_finding(checked(derived), derived) == (Change("y", None, b"new"),)


def test_formatting_is_proved() -> None:
    twice = Document("x", b'{"a": 1, "a": 2}')
    with pytest.raises(WriteRefused, match="without loss"):
        reformatted(twice, SORTED)


def test_formatting_that_would_lose_something_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Document, "canonical", lambda self, form: b'{\n  "a": 1\n}\n')
    with pytest.raises(WriteRefused, match=r"more than the layout: \$\.b"):
        reformatted(Document("x", b'{"a": 1, "b": 2}'), SORTED)


def test_of_a_private_file_nothing_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Document, "canonical", lambda self, form: b'{\n  "a": 1\n}\n')
    with pytest.raises(WriteRefused) as refused:
        reformatted(Document("x", b'{"a": "secret"}', private=True), SORTED)
    assert str(refused.value) == "x: rewriting would change more than the layout"


@pytest.mark.parametrize(
    ("data", "kind", "form", "canonical"),
    [
        (
            b'{"b": null, "a": 1}',
            "json",
            Form(omit={"b": None}, floats=frozenset("a")),
            b'{\n  "a": 1.0\n}\n',
        ),
        (b"[3, 1, 2]", "json", Form(sort_by=lambda value: value), b"[\n  1,\n  2,\n  3\n]\n"),
        (b'{"b": 1, "a": 2}\n{}', "jsonl", SORTED, b'{"a":2,"b":1}\n{}\n'),
    ],
)
def test_what_a_form_leaves_out_is_no_loss(data: bytes, kind: Any, form: Form, canonical: bytes) -> None:
    assert reformatted(Document("x", data, kind), form) == canonical


@pytest.mark.parametrize("private", [True, False])
def test_a_proven_layout_is_the_same_file(private: bool) -> None:
    proven = proven_layout(Document("a/x", b'{"id":"a"}\n{"id":"b"}', "jsonl", private), SORTED)
    assert (proven.path, proven.kind, proven.private) == ("a/x", "jsonl", private)
    assert proven.data == b'{"id":"a"}\n{"id":"b"}\n'


def test_an_edit_that_does_more_than_it_says_is_refused() -> None:
    with pytest.raises(WriteRefused, match=r"more than it says: \$\.c"):
        prove_edits(Document("x", DATA), [A], DATA.replace(b"1", b"10").replace(b"3", b"4"))
