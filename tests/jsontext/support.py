"""Forms and JSON texts to test with."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from sourceright_lint.jsontext import Document, Form
from sourceright_lint.jsontext.decode import Decoded
from sourceright_lint.jsontext.exact import read


def name_of(entry: Any) -> str | None:
    """Sort key for arrays of objects with a text under ``b``."""
    value = entry.get("b") if isinstance(entry, dict) else None
    return value if isinstance(value, str) else None


LIST_FORM = Form(elements=Form(first=("id", "b")), sort_by=name_of)
DEEP_FORM = Form(
    first=("z", "a"),
    members={
        "a": Form(any_member=Form(first=("c",), omit={"a": None, "b": []}, floats=frozenset({"f"}))),
        "b": Form(elements=Form(floats=frozenset({"f"})), sort_by=name_of),
    },
    omit={"c": None, "d": []},
    floats=frozenset({"f"}),
)
MANY_FIRST = Form(
    first=("z", "id", "k\n", "f", "é", "d", "c", "b", "a"), elements=Form(first=("f", "d", "b"))
)
FORMS = {
    "sorted": Form(),
    "list": LIST_FORM,
    "deep": DEEP_FORM,
    "many": MANY_FIRST,
    "inner": Form(any_member=DEEP_FORM),
}

NUMBERS = [
    "0", "-0", "1", "-7", "0.0", "-0.0", "-0.00", "1.0", "1.50", "1E5", "1e5", "1e16", "1e-6", "1e-7", "0.00001",
    "0.86", "0.860000000000000001", "123456789012345678", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "9007199254740993",
    "9007199254740994", "18014398509481984", "36028797018963969", "1e400", "-1E+400",
    "5e-324", "4.9e-324", "3e-324", "1e-400", "0e400", "0.0e-999999999999", "1.7976931348623157e308", "1" * 40,
    "0." + "0" * 38, "100e-2", "123e-5", "1e22", "1e23", "0.1e1", "2.5E+0", "9" * 400, "0e99999999999999999999",
    "1e99999999999999999999", "12345678901234567.0", "0.3000000000000000166",
]  # fmt: skip

_KEYS = st.sampled_from(["a", "b", "c", "d", "f", "z", "id", "é", "😀", "", "k\n", "\\", '"', "\ue000"])
_TEXTS = st.text(st.characters(codec="utf-8"), max_size=6) | _KEYS
_SPACES = st.sampled_from(["", "", "", " ", "\n  ", "\r\n\t"])
_ESCAPES = ["\\u0041", "\\u00e9", "\\/", "\\ud83d\\ude00", "\\u0022", "\\u001f", "\\b", "\\u2028"]
_LONE = ["\\ud83d", "\\uDC00", "\\ud83d\\u0041", "\\uD83d\\ud83D\\uDE00"]


def _string(plain: str, extra: str) -> str:
    return json.dumps(plain, ensure_ascii=False)[:-1] + extra + '"'


def strings(lone: bool) -> st.SearchStrategy[str]:
    """Raw tokens of strings, escapes of all kinds in some of them."""
    extras = ["", "", "", *_ESCAPES, *(_LONE if lone else [])]
    return st.builds(_string, _TEXTS, st.sampled_from(extras))


def texts(odd: bool = True, duplicates: bool = False) -> st.SearchStrategy[str]:
    """JSON texts in any layout; ``odd`` ones hold strange numbers and lone surrogates."""
    numbers = st.sampled_from(NUMBERS if odd else ["0", "-1", "1.0", "0.5", "12", "1e16"])
    scalars = numbers | strings(odd) | st.sampled_from(["true", "false", "null"])
    return st.recursive(
        scalars, lambda inner: _arrays(inner) | _objects(inner, odd, duplicates), max_leaves=12
    )


def _arrays(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda parts, space: "[" + space + ("," + space).join(parts) + space + "]",
        st.lists(inner, max_size=4),
        _SPACES,
    )


def _objects(inner: st.SearchStrategy[str], odd: bool, duplicates: bool) -> st.SearchStrategy[str]:
    keys = _KEYS.map(lambda key: json.dumps(key, ensure_ascii=False)) | strings(odd)
    members = st.lists(
        st.tuples(keys, inner),
        max_size=5,
        unique_by=None if duplicates else (lambda member: json.loads(member[0])),
    )
    return st.builds(
        lambda pairs, space: "{" + space + ",".join(f"{k}{space}:{v}{space}" for k, v in pairs) + "}",
        members,
        _SPACES,
    )


def slow_canonical(data: bytes, form: Form, kind: str = "json") -> bytes | None:
    """Canonical bytes by the exact reader and writer alone."""
    document = Document("x", data, "text")
    content = read("x", Decoded(document.text, None), kind, False)
    return content.canonical(form)
