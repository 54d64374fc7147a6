"""What counts as content, and what edits may change of it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import (
    Edit,
    Insert,
    Pointer,
    Remove,
    RenameKey,
    Replace,
    Splice,
    StripBom,
    Unwrap,
)
from sourceright_lint.jsontext import (
    Document,
    Form,
    announce,
    apply_edits,
    compare,
    difference,
    document,
    locate,
    unannounced,
)
from sourceright_lint.jsontext.exact import Exact
from tests.jsontext.support import DEEP_FORM, FORMS, LIST_FORM, texts
from tests.jsontext.test_places import pointers

SAME = [
    ("[1, 2]", "[1,2]\n", None),
    ('{"a":1,"b":2}', '{"b":2,"a":1}', None),
    ("1.50", "1.5", None),
    ("1E5", "100000.0", None),
    ("-0.0", "-0e7", None),
    ('"\\u0041\\/"', '"A/"', None),
    ('"\\ud83d\\ude00"', '"😀"', None),
    ('"\\ud83d"', '"\\uD83D"', None),
    ('{"f":1}', '{"f":1.0}', DEEP_FORM),
    ('{"c":null,"d":[]}', "{}", DEEP_FORM),
    ('[{"b":"x"},{"b":"a"}]', '[{"b":"a"},{"b":"x"}]', LIST_FORM),
]
DIFFERENT = [
    ("[1, 2]", "[2, 1]", None, "$[0]: 1 became 2"),
    ("1", "1.0", None, "$: 1 became 1.0"),
    ("-0", "0", None, "$: 0 became 0"),
    ("-0.0", "0.0", None, "$: -0.0 became 0.0"),
    ("1", "true", None, "$: 1 became true"),
    ("0.86", "0.860000000000000001", None, "$: 0.86 became 0.86"),
    ("1e400", "1e401", None, "$: Infinity became Infinity"),
    (
        "18446744073709551616",
        "18446744073709551617",
        None,
        "$: 18446744073709551616 became 18446744073709551617",
    ),
    ('"a"', '"a "', None, '$: "a" became "a "'),
    ('"\\ud83d"', '"\\ud83e"', None, '$: "\\ud83d" became "\\ud83e"'),
    ('{"a":1}', "{}", None, "$.a: one member became no member"),
    ('{"a":1,"a":1}', '{"a":1}', None, "$.a: 2 members became one member"),
    ('{"a b":[1]}', '{"a b":[]}', None, '$."a b": 1 elements became 0'),
    ('{"c":null}', "{}", None, "$.c: one member became no member"),
    ('{"d":{}}', "{}", DEEP_FORM, "$.d: one member became no member"),
    (
        '[{"b":"x"},{"b":"a"}]',
        '[{"b":"a"},{"b":"x","c":1}]',
        LIST_FORM,
        "$[1].c: no member became one member",
    ),
    (
        '[{"b":"a","n":1},{"b":"a","n":2}]',
        '[{"b":"a","n":2},{"b":"a","n":1}]',
        LIST_FORM,
        "$[0].n: 1 became 2",
    ),
    ("[1", "[1]", None, "the old text cannot be read"),
    ("[1]", "[1", None, "the new text cannot be read"),
]


@pytest.mark.parametrize(("old", "new", "form"), SAME)
def test_no_difference(old: str, new: str, form: Form | None) -> None:
    assert difference(old.encode(), new.encode(), "json", form) is None
    assert difference(new.encode(), old.encode(), "json", form) is None


@pytest.mark.parametrize(("old", "new", "form", "told"), DIFFERENT)
def test_differences(old: str, new: str, form: Form | None, told: str) -> None:
    assert difference(old.encode(), new.encode(), "json", form) == told


def test_lines_are_compared_entry_by_entry() -> None:
    old = b'{"b":"x"}\n{"b":"a"}\n'
    assert difference(old, b'{"b":"x"} \n\n{"b":"a"}', "jsonl") is None
    assert difference(old, b'{"b":"a"}\n{"b":"x"}\n', "jsonl") == '$[0].b: "x" became "a"'
    assert difference(old, b'{"b":"a"}\n{"b":"x"}\n', "jsonl", LIST_FORM) is None
    assert difference(b'{"b":1}\nx\n', b'{"b":1}\ny\n', "jsonl") is not None


QUIET = settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(params=[None, 0, 20])
def sizes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything as small texts are treated, or all as large ones."""
    if request.param is not None:
        monkeypatch.setattr(document, "_SMALL", 0)
        monkeypatch.setattr(compare, "_SMALL", 0)
        monkeypatch.setattr(locate, "_SMALL", request.param)
        monkeypatch.setattr(announce, "_SMALL", request.param)


@pytest.mark.usefixtures("sizes")
@given(text=texts(), name=st.sampled_from(sorted(FORMS)))
@QUIET
def test_the_canonical_form_loses_nothing(text: str, name: str) -> None:
    canonical = Document("x", text.encode()).canonical(FORMS[name])
    assert canonical is not None
    assert difference(text.encode(), canonical, "json", FORMS[name]) is None


@pytest.mark.usefixtures("sizes")
@given(one=texts(duplicates=True), other=texts(duplicates=True))
@QUIET
def test_large_texts_are_compared_as_small_ones_are(one: str, other: str) -> None:
    roots = [Document("x", text.encode()).node() for text in (one, other)]
    exact = compare.node_difference(*roots)
    assert (difference(one.encode(), other.encode(), "json") is None) == (exact is None)


def edits_of(data: st.DataObject, found: list[Pointer]) -> list[Edit]:
    values = st.sampled_from([None, 1, -0.5, "é\ud83d", [], {"k": [1, {"z": "y"}]}, "x" * 30, True])
    edits: list[Edit] = []
    for _ in range(data.draw(st.integers(1, 4))):
        pointer = data.draw(st.sampled_from(found))
        kind = data.draw(st.sampled_from(["replace", "remove", "rename", "insert", "append", "unwrap"]))
        if kind == "replace":
            edits.append(Replace("x", pointer, data.draw(values)))
        elif kind == "remove":
            edits.append(Remove("x", pointer))
        elif kind == "rename":
            edits.append(RenameKey("x", pointer, data.draw(st.sampled_from(["new", "a", "é\n"]))))
        elif kind == "insert":
            edits.append(
                Insert("x", (*pointer, data.draw(st.sampled_from(["new", "a", "b"]))), data.draw(values))
            )
        elif kind == "append":
            edits.append(Insert("x", (*pointer, -1), data.draw(values)))
        else:
            inner = data.draw(st.sampled_from(found))
            edits.append(Unwrap("x", pointer, inner))
    return edits


@pytest.mark.usefixtures("sizes")
@given(
    data=st.data(),
    entries=st.lists(texts(duplicates=True), min_size=1, max_size=4),
    wrapper=st.sampled_from(["{}", "[{}]", '{{"x": {{"y": [\n  {}\n]}}, "z":{{\n  }}}}', "[\r\n\t{}\r\n]"]),
)
@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_edits_do_what_they_say_and_nothing_else(
    data: st.DataObject, entries: list[str], wrapper: str
) -> None:
    text = wrapper.format(entries[0] if wrapper == "{}" else ",\n".join(entries))
    old = Document("x", text.encode())
    root = old.node()
    assert root is not None
    edits = edits_of(data, [pointer for pointer in pointers(root) if old.node(pointer)])
    try:
        new = apply_edits(old, edits)
    except WriteRefused:
        return
    assert unannounced(old, edits, new) is None
    if new != old.data:
        without = unannounced(old, edits[1:], new)
        try:
            others = apply_edits(old, edits[1:]) if edits[1:] else old.data
        except WriteRefused:
            return  # a key was renamed to that of a member which the first edit removes
        assert (without is None) == (difference(others, new, "json") is None)


@pytest.mark.usefixtures("sizes")
@given(
    data=st.data(), entries=st.lists(texts(odd=False).map(lambda text: text.replace("\n", " ")), max_size=4)
)
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_edits_of_lines(data: st.DataObject, entries: list[str]) -> None:
    text = "\n".join(entries) + data.draw(st.sampled_from(["", "\n", " \n\n"]))
    old = Document("x", text.encode(), "jsonl")
    if not old.readable:
        return
    root = old.node()
    assert root is not None
    edits = edits_of(data, [pointer for pointer in pointers(root) if old.node(pointer)])
    try:
        new = apply_edits(old, edits)
    except WriteRefused:
        return
    if Document("x", new, "jsonl").readable:
        assert unannounced(old, edits, new) is None


@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize(
    "new",
    [
        '[{"a":1,"b":2},{"c":[4]}]',
        '[{"a":1},{"c":[3]}]',
        '[{"a":9,"b":2},{"c":[3],"d":1}]',
        '[{"a":9,"b":2}]',
        "[",
        "{}",
    ],
)
def test_what_no_edit_announced_is_seen(new: str) -> None:
    old = Document("x", b'[{"a":1,"b":2},{"c":[3]}]')
    edits: list[Edit] = [Replace("x", (0, "a"), 9)]
    assert unannounced(old, edits, apply_edits(old, edits)) is None
    assert unannounced(old, edits, new.encode()) is not None


def test_a_repair_must_make_the_text_readable() -> None:
    old = Document("x", b"[1,]")
    assert unannounced(old, [Splice("x", 2, 3, "")], b"[1]") is None
    assert unannounced(old, [Splice("x", 2, 3, "")], b"[1,]") == "the repaired text cannot be read"


def test_taking_the_mark_off_changes_nothing() -> None:
    old = Document("x", "\ufeff[1]".encode())
    assert apply_edits(old, [StripBom("x")]) == b"[1]"
    assert unannounced(old, [StripBom("x")], b"[1]") is None
    assert unannounced(old, [StripBom("x")], b"[2]") == "$[0]: 1 became 2"


def test_private_text_is_not_quoted() -> None:
    old = Document("x", b'{"secret": "name"}', "json", private=True)
    assert unannounced(old, [], b'{"secret": "other"}') == "something else changed"
    assert isinstance(Document("x", b'{"a":1,"a":1}')._read(), Exact)
