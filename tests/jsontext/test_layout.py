"""The quick look at the layout agrees with the exact writer."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.layout import are_lines, is_laid_out
from sourceright_lint.jsontext.limits import MAX_DEPTH
from sourceright_lint.jsontext.plain import plain_text

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.sampled_from('ab "\\/\n\t\x01\x1f\x7f\u2028é😀[]{},:'), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('ab\\"\n', max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values)
def test_what_the_writer_writes_is_laid_out(value: object) -> None:
    assert is_laid_out(plain_text(value, compact=False))


@given(
    values,
    st.integers(0, 400),
    st.sampled_from([" ", "\n", "\t", "\r", ",", '"', "\\", "0", "  ", "\\u0041"]),
)
def test_one_change_is_noticed(value: object, place: int, added: str) -> None:
    text = plain_text(value, compact=False)
    place %= len(text) + 1
    changed = text[:place] + added + text[place:]
    try:
        json.loads(changed)
    except ValueError:
        return
    document = Document("x.json", changed.encode())
    node = document.node(())
    if document.faults:
        return
    assert node is not None
    assert is_laid_out(changed) == (_text(node, "\n") + "\n" == changed)


def _text(node, line):
    from sourceright_lint.jsontext.number import canonical_number
    from sourceright_lint.jsontext.plain import string_text

    inner = line + "  "
    if node.kind == "object":
        if not node.members:
            return "{}"
        parts = [f"{string_text(m.name)}: {_text(m.value, inner)}" for m in node.members]
        return "{" + inner + ("," + inner).join(parts) + line + "}"
    if node.kind == "array":
        if not node.elements:
            return "[]"
        return "[" + inner + ("," + inner).join(_text(e, inner) for e in node.elements) + line + "]"
    if node.kind == "string":
        return string_text(node.value())
    if node.kind == "number":
        return canonical_number(node.text)
    return node.text


@pytest.mark.parametrize(
    "text",
    ["[1,2]\n", "[\n 1\n]\n", "[\n  1\n  ]\n", "[\n]\n", "1", "1\n\n", '{"a":1}\n', '{\n  "a":1\n}\n',
     '{\n  "a": 1 \n}\n', "[\n  1.50\n]\n", "[\n  1E5\n]\n", "[\n  1e400\n]\n",
     '"\\/"\n', '"\\u001F"\n', '"\\u000a"\n', '"\\u00e9"\n', "[\n\n  1\n]\n",
     "\n1\n", '["\\\\", 1, "x\\\\"]\n', "[[\n  1\n]]\n", "[\n  [\n  1\n  ]\n]\n"],
)  # fmt: skip
def test_other_layouts_are_refused(text: str) -> None:
    json.loads(text)
    assert not is_laid_out(text)


def nested(depth: int, innermost: str) -> str:
    """So many arrays in each other, the last of them on one line."""
    opening = (
        "".join("  " * level + "[\n" for level in range(depth - 1)) + "  " * (depth - 1) + innermost + "\n"
    )
    return opening + "".join("  " * level + "]\n" for level in reversed(range(depth - 1)))


@pytest.mark.parametrize("innermost", ["[]", "{}"])
def test_nesting_over_the_limit_is_refused(innermost: str) -> None:
    assert is_laid_out(nested(MAX_DEPTH, innermost))
    for depth in (MAX_DEPTH + 1, MAX_DEPTH + 2):
        assert not is_laid_out(nested(depth, innermost))


LINES: list[tuple[str, bool]] = [
    ("", True),
    ("1\n", True),
    ('{"a":1,"b":[2,{}]}\n{"c":"d e\\t\\u001f\\\\"}\n', True),
    ('["\\\\","  ","\\""]\n', True),
    ("1", False),
    ("\n", False),
    ("\n1\n", False),
    ("1\n\n2\n", False),
    ("1\n\n", False),
    ("1\n2", False),
    ("1\n\n2", False),
    ("[1, 2]\n", False),
    ("[1,\t2]\n", False),
    ("1\r\n", False),
    (" 1\n", False),
    ('{"a":\r1}\n', False),
    ('"\\u0041"\n', False),
    ('"\\/"\n', False),
    ('"\\u001F"\n', False),
    ('"\\u000a"\n', False),
    ('"\\ud83d"\n', False),
    ("[1,2.50]\n", False),
    ("1e400\n", False),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_lines_one_compact_value_each(text: str, expected: bool) -> None:
    assert are_lines(text) is expected


@given(
    st.lists(values, max_size=3), st.integers(0, 400), st.sampled_from(["", " ", "\n", "\r", "0", "\\u0041"])
)
def test_lines_are_judged_as_the_writer_writes_them(entries: list[object], place: int, added: str) -> None:
    text = "".join(plain_text(entry, compact=True) for entry in entries)
    place %= len(text) + 1
    changed = text[:place] + added + text[place:]
    try:
        nodes = [
            Document("x.json", line.encode()).node(()) for line in changed.split("\n") if line.strip(" \r")
        ]
        for line in changed.split("\n"):
            json.loads(line) if line.strip(" \r") else None
    except ValueError:
        return
    written = "".join(_compact(node) + "\n" for node in nodes)
    faults = [
        fault
        for line in changed.split("\n")
        if line.strip(" \r")
        for fault in Document("", line.encode()).faults
    ]
    is_in_range = all(fault.code != "json.number.out_of_range" for fault in faults)
    assert are_lines(changed) == (written == changed and is_in_range)


def _compact(node):
    from sourceright_lint.jsontext.number import canonical_number
    from sourceright_lint.jsontext.plain import string_text

    if node.kind == "object":
        return "{" + ",".join(f"{string_text(m.name)}:{_compact(m.value)}" for m in node.members) + "}"
    if node.kind == "array":
        return "[" + ",".join(map(_compact, node.elements)) + "]"
    if node.kind == "string":
        return string_text(node.value())
    return canonical_number(node.text) if node.kind == "number" else node.text
