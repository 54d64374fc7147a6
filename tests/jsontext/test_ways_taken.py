"""Where a text allows it, the fast way is taken: an exact reader called in its place gives the same, and takes long."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document, Form, bulk, compare, document, locate, parts, patching, proof
from sourceright_lint.jsontext.compare import difference
from sourceright_lint.jsontext.exact import Exact
from sourceright_lint.jsontext.patched import Patched
from sourceright_lint.jsontext.quick import Quick
from tests.jsontext.support import FORMS, slow_canonical


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(locate, "_SMALL", 30)


HALF, HUGE = '"\\ud83d"', "1e400"
ODD: dict[str, tuple[str, set[Pointer]]] = {
    "a number": (f'[{{"n":1}},{{"n":{HUGE}}}]', {(1,)}),
    "half a character": (f'[{{"é":"é"}},{{"n":"é"}},[{HALF}],{{}}]', {(2,)}),
    "both": (f'[{{"n":{HALF}}},{{"n":"\\ud83d\\ude00"}},{{"n":{HUGE},"m":{HALF}}}]', {(0,), (2,)}),
    "no half": ('[{"n":"\\ud83d\\ude00"},{"n":"\\\\ud83d"},{"n":18446744073709551616}]', {(2,)}),
    "minus nothing": ('[{"n":0},{"n":-0}]', {(1,)}),
    "a record under a key": (f'{{"v":1,"r":{{"a":{{"n":1}},"b":{{"n":[{HUGE}]}}}}}}', {("r", "b")}),
    "a double key": ('[{"a":1},{"a":1,"a":2}]', set()),
    "a double key and a number": (f'[{{"a":{HUGE}}},{{"a":1,"a":2}}]', {(0,)}),
    "a double key around a number": (f'[{{"x":1}},{{"a":1,"a":{HUGE}}}]', {(1,)}),
    "a double key by its number": ('[{"\\u0022":1},{"a":1,"\\u0061":2}]', set()),
}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", ODD)
def test_only_odd_records_are_read_exactly(name: str) -> None:
    text, units = ODD[name]
    text = text[:-1] + "," + ('"pad":' if text[0] == "{" else "") + f'"{"x" * 30}"' + text[-1]
    found = Document("x", text.encode())
    content = found._read()
    assert isinstance(content, Patched)
    assert set(content._units) == units
    content._exactly = never
    assert found.has_duplicates or found.faults or name in ("no half", "minus nothing")
    for form in FORMS.values():
        assert found.canonical(form) == slow_canonical(text.encode(), form)
        if not found.has_duplicates:
            assert found.told_value(form) == found.value


def never(*arguments: Any) -> Any:
    raise AssertionError("read exactly")


CHANGED = [
    (HUGE, "1e401"),
    (HALF, '"\\ud83e"'),
    ("-0", "0"),
    ("18446744073709551616", "18446744073709551617"),
]
SPELLED = [(HUGE, "1E+400"), (HALF, '"\\uD83D"')]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", [name for name in ODD if "double" not in name])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_odd_records_are_compared(name: str, form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = ODD[name]
    text = text[:-1] + "," + ('"pad":' if text[0] == "{" else "") + f'"{"x" * 30}"' + text[-1]
    monkeypatch.setattr(compare, "_SMALL", 0)
    for old, new in CHANGED:
        if old in text:
            assert difference(text.encode(), text.replace(old, new, 1).encode(), "json", form) is not None
    assert difference(text.encode(), text.replace("x" * 30, "y" * 30).encode(), "json", form) is not None
    for old, new in SPELLED:
        assert difference(text.encode(), text.replace(old, new, 1).encode(), "json", form) is None
    monkeypatch.setattr(compare, "node_difference", never)
    assert difference(text.encode(), text.replace(",", " ,\n").encode(), "json", form) is None


LINES: dict[str, tuple[str, set[Pointer]]] = {
    "a number": (f'{{"n":1}}\n{{"n":{HUGE}}}\n', {(1,)}),
    "half a character": (f'{{"é":1}}\n\n {{"n":{HALF}}}\n', {(1,)}),
    "a double key": ('{"a":1}\n{"a":1,"a":2}\n', set()),
    "minus nothing": ('{"é":"é"}\n{"a":-0}\n{"b":0}\n', {(1,)}),
    "a broken one": ('{"a":1}\n{"a":}\n{"b":2}\n', {(1,)}),
}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", LINES)
def test_only_odd_lines_are_read_exactly(name: str) -> None:
    text, units = LINES[name]
    found = Document("x", text.encode(), "jsonl")
    content = found._read()
    assert isinstance(content, Patched)
    assert set(content._units) == units
    content._exactly = never
    for form in FORMS.values():
        assert found.canonical(form) == slow_canonical(text.encode(), form, "jsonl")


WHOLE = {
    "small": (f"[{HUGE}]", "json"),
    "a scalar": (HALF, "json"),
    "broken": ('[{"n":1e400},', "json"),
    "too deep": ('[{"n":1e400},' + "[" * 130 + "]" * 130 + "]", "json"),
    "a double key outside": (f'{{"a":{HUGE},"a":{{"n":1}}}}', "json"),
    "one line": ('{"n":-0}\n', "jsonl"),
    "a broken line first": ('{"n":}\n{"n":1}\n', "jsonl"),
    "no lines": ("x\n" * 30, "jsonl"),
    "too deep a line": ('{"n":1}\n{"n":-0}\n' + '{"a":' * 128 + "1" + "}" * 128 + "\n", "jsonl"),
}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("text", "kind"), WHOLE.values(), ids=WHOLE)
def test_what_is_read_as_a_whole(text: str, kind: Any) -> None:
    assert not isinstance(Document("x", text.encode(), kind)._read(), (Patched, Quick))


@pytest.mark.usefixtures("large")
def test_with_too_many_odd_places_the_text_is_read_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'[{{"n":{HUGE}}},{{"n":{HALF}}},{{"n":-0}}]'.encode()
    for limit, kind in ((3, Patched), (2, Exact)):
        monkeypatch.setattr(patching, "_MANY", limit)
        assert type(Document("x", text)._read()) is kind


RECORDS = [{"id": f"r{number:02}", "b": [number, {"c": str(number)}], "é": None} for number in range(30)]
KEYED = {"v": 1, "w": "x", "r": {record["id"]: record for record in RECORDS}}
VALUES: dict[str, Any] = {
    "an array": RECORDS,
    "records by key": KEYED,
    "an array under a key": {"a": 1, "r": RECORDS},
    "the last key": {"a": [1], "r": {**KEYED["r"], "z": {"r": {}}}},
    "not the last key": {"a": KEYED["r"], "b": [1], "c": {}},
    "arrays in an object": {"r": {f"k{number}": [number] for number in range(30)}},
    "short members": {"v": 1, "r": {f"k{number}": number for number in range(30)}},
    "an array of texts": [f"t{number}" for number in range(30)],
    "texts under a key": {"a": 1, "r": [f"t{number}" for number in range(30)]},
    "an object follows": {"a": KEYED["r"], "b": {"x": 1, "y": 2}},
    "an array follows": {"a": RECORDS, "b": [1]},
    "between others": {"a": {"x": 1, "y": 2}, "b": KEYED["r"], "c": "z"},
    "behind much": {"a": {f"k{number}": "x" * 400 for number in range(19)}, "b": KEYED["r"]},
    "before much": {"a": KEYED["r"], "b": {f"k{number}": "x" * 400 for number in range(19)}},
    "half of it in one": {"a": {**KEYED["r"], "z": "x" * 9000}, "b": {"x": 1, "y": 2}},
    "first of all": {"a": {"x": 1}, "z": KEYED["r"]},
}
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a number": lambda text: text.replace(b"17", b"18", 1),
    "the first": lambda text: text.replace(b"0", b"1", 1),
    "the last": lambda text: b"30".join(text.rsplit(b"29", 1)),
    "a byte more": lambda text: text + b" ",
    "a byte less": lambda text: text[:-1],
    "a space": lambda text: text.replace(b": ", b":  ", 1),
    "a line": lambda text: text.replace(b"\n", b"\n\n", 1),
    "a comma": lambda text: text.replace(b",", b"", 1),
    "a key": lambda text: text.replace(b'"r17"', b'"r18"'),
    "twice": lambda text: text.replace(b'"r18"', b'"r17"'),
    "a value beside it": lambda text: text.replace(b'"x": 1', b'"x": 3'),
    "a text beside it": lambda text: text.replace(b'"z"\n}', b'"y"\n}'),
    "a key beside it": lambda text: text.replace(b'"v":', b'"u":'),
    "what opens it": lambda text: b" " + text[1:],
    "what closes it": lambda text: text[:-2] + b" \n",
    "the last line but one": lambda text: text[:-3] + b" " + text[-2:],
    "the last line end": lambda text: text[:-1] + b" ",
}


BARE = Form(omit={"é": None}, floats=frozenset({"n"}))
LEAVING_OUT = (
    Form(elements=BARE, members={"r": Form(any_member=BARE)}),
    Form(members={"r": Form(elements=BARE)}),
)


@pytest.mark.parametrize("number", ["-0", "1e400", '"\\ud83d"'])
def test_what_the_value_does_not_say_is_not_proven(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    monkeypatch.setattr(document, "_SMALL", 0)
    monkeypatch.setattr(parts, "_PART", 1)
    before = f'[{{"n":{number}}},{{"n":1}}]'.encode()
    value = Document("x", before).value
    for other in ("0", "1e401", '"\\ud83e"'):
        after = slow_canonical(f'[{{"n":{other}}},{{"n":1}}]'.encode(), FORMS["sorted"])
        assert difference(before, after or b"", "json", FORMS["sorted"]) is not None, value


@pytest.fixture(params=[(1, 0), (200, 10**9), (10**6, 0)], ids=repr)
def stretch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 20)
    monkeypatch.setattr(proof, "_STRETCH", request.param[0])
    monkeypatch.setattr(proof, "WORTH_TWO_CORES", request.param[1])
    # The halves are what matters here: processes for them would take most of the time.
    monkeypatch.setattr(proof, "answers", lambda questions, is_large: [each() for each in questions])


@pytest.mark.usefixtures("stretch")
@pytest.mark.parametrize("name", VALUES)
def test_proven_and_nothing_else(name: str) -> None:
    value = VALUES[name]
    body = json.dumps(value).encode()
    for form in (FORMS["sorted"], FORMS["list"], FORMS["many"], *LEAVING_OUT):
        text = slow_canonical(body, form)
        assert text is not None
        assert proof.says_just(text, value, form)
        for damaged in {change(text) for change in DAMAGE.values()} - {text}:
            assert not proof.says_just(damaged, value, form)


@pytest.mark.usefixtures("stretch")
@pytest.mark.parametrize(
    "value", [[], {}, 1, [7], "x", None, {"a": 1}, RECORDS[:5], {"a": KEYED["r"], "b": RECORDS}], ids=repr
)
def test_what_has_not_one_large_container_is_not_proven(value: Any) -> None:
    text = slow_canonical(json.dumps(value).encode(), FORMS["sorted"])
    assert not proof.says_just(text or b"", value, FORMS["sorted"])


@pytest.mark.usefixtures("stretch")
def test_a_key_that_only_the_rest_of_the_text_makes_is_not_proven() -> None:
    value = {"a": 1, "x}yyyyyyy": KEYED["r"]}
    text = slow_canonical(json.dumps(value).encode(), FORMS["sorted"]) or b""
    assert proof.says_just(text, value, FORMS["sorted"])
    key = b'x}yyyyyyy": {'
    body = text[text.index(key) + len(key) : text.index(b"\n  }\n}\n")]
    broken = b'{\n  "a": 1,\n  "x' + body + b'\n  }yyyyyyy": {}\n}\n'
    assert not proof.says_just(broken, value, FORMS["sorted"])


@pytest.mark.parametrize("name", ["an array", "records by key", "between others"])
def test_a_large_container_is_read_in_short_stretches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read at once is all that is held beside the text."""
    value = VALUES[name]
    text = slow_canonical(json.dumps(value).encode(), FORMS["sorted"]) or b""
    lengths: list[int] = []
    read = proof._read

    def noted(stretch: bytes, is_object: bool, depth: int) -> Any:
        lengths.append(len(stretch))
        return read(stretch, is_object, depth)

    monkeypatch.setattr(parts, "_PART", 20)
    monkeypatch.setattr(proof, "_STRETCH", 200)
    monkeypatch.setattr(proof, "_read", noted)
    assert proof.says_just(text, value, FORMS["sorted"])
    assert len(lengths) > 1
    assert min(lengths[:-1]) >= 200
    assert max(lengths) < 400


@pytest.mark.parametrize(
    "name", ["records by key", "behind much", "before much", "short members", "an array"]
)
def test_a_very_large_object_is_proven_in_halves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(questions: Any, is_large: bool) -> list[bool]:
        assert is_large
        asked.extend(question.args[1].end - question.args[1].start for question in questions)
        return [question() for question in questions]

    monkeypatch.setattr(parts, "_PART", 20)
    monkeypatch.setattr(proof, "WORTH_TWO_CORES", 300)
    monkeypatch.setattr(proof, "answers", noted)
    text = slow_canonical(json.dumps(VALUES[name]).encode(), FORMS["sorted"]) or b""
    assert proof.says_just(text, VALUES[name], FORMS["sorted"])
    assert len(asked) == (1 if name == "an array" else 2)
    assert max(asked) < min(asked) * 1.2


def test_floats_are_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 1)
    value = {"f": 1, "g": 2}
    text = slow_canonical(json.dumps([value, value]).encode(), FORMS["deep"])
    assert not proof.says_just(text or b"", value, FORMS["deep"])


def by_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


ANY = Form(sort_by=by_text)
MIXED = {
    "scalars": ([3, 1, "b", None, True, "a"], ANY),
    "all kinds": ([{"b": 1}, 3, [2], "x", {"a": {"c": [1]}}, [], {}, None], ANY),
    "arrays": ([[3], [1, [2]], [2], []], ANY),
    "objects": ([{"c": 1}, {"a": [{"b": 2}]}, {"b": {}}], ANY),
    "under a key": ({"k": [3, {"a": 1}, [2]], "z": 1, "a": [1]}, Form(members={"k": ANY})),
    "under any key": ({"k": [3, {"a": 1}, [2]], "z": {"x": 1}}, Form(any_member=ANY, first=("z",))),
    "in elements": ([{"k": [2, 1]}, {"k": [4, 3]}], Form(elements=Form(members={"k": ANY}))),
    "members of members": (
        {"r": {"b": {"y": [2, 1]}, "a": {}}},
        Form(members={"r": Form(any_member=Form(any_member=ANY))}),
    ),
    "floats of members": ({"r": {"f": 1, "g": 1}}, Form(members={"r": Form(floats=frozenset({"f"}))})),
    "members by name": ({"r": {"k": [2, 1], "m": [2, 1]}}, Form(members={"r": Form(members={"k": ANY})})),
    "elements of members": (
        {"r": [{"k": [2, 1]}, {}]},
        Form(members={"r": Form(elements=Form(members={"k": ANY}))}),
    ),
    "floats": ({"f": 1, "g": 1, "h": [1]}, Form(floats=frozenset({"f"}))),
    "first": (
        {"f": 1, "g": {"a": 1, "z": 2}, "h": [1]},
        Form(first=("h", "f"), members={"g": Form(first=("z",))}),
    ),
}


@pytest.mark.parametrize("part", [(0, 1), (0, 3), (2, 2), (100, 50)], ids=repr)
@pytest.mark.parametrize(("value", "form"), MIXED.values(), ids=MIXED)
def test_written_in_parts(
    monkeypatch: pytest.MonkeyPatch, part: tuple[int, int], value: Any, form: Form
) -> None:
    monkeypatch.setattr(parts, "_PART", part[0])
    monkeypatch.setattr(parts, "_STEP", part[1])
    body = json.dumps(value).encode()
    assert bulk.canonical(body, bulk.load(body, False), form, False) == slow_canonical(body, form)
    if type(value) is list:
        lines = b"".join(json.dumps(element).encode() + b"\n" for element in [{}, *value])
        written = bulk.canonical(lines, bulk.load(lines, True), form, True)
        assert written == slow_canonical(lines, form, "jsonl")
