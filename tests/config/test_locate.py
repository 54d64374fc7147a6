from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.config.locate import Route, locate
from sourceright_lint.config.toml import loads

TEXT = '''\
# a comment with [brackets] and key = value
title = "x = [1]"   # "quoted"
'single key' = 1
"quoted \\" \\u0041" = 2
a.b . "c.d" = 3
text = """
fake = 1
[fake]
""\\"" quotes """""
raw = \'\'\'
fake = 2
\'\'\'
list = [ 'a', # ]
  "b", [1, [2, 3]], {x = 1, y.z = [4]},
]
when = 1979-05-27 07:32:00  # a space in a value
inline = { k = { deep = true }, "}" = "]" }

[tool . "sourceright-lint".format]
exclude = ["é", "x"]

[[bundles]]
contract = "one"
[bundles.inner]
p = 1
[[bundles]]
contract = "two"
[bundles.inner]
p = 2
[[bundles.deep]]
q = 1
[[bundles.deep]]
\t q = 2
'''

PLACES: list[tuple[Route, str]] = [
    (("title",), "title ="),
    (("single key",), "'single key'"),
    (('quoted " A',), '"quoted \\'),
    (("a",), "a.b"),
    (("a", "b"), "b . "),
    (("a", "b", "c.d"), '"c.d"'),
    (("text",), "text ="),
    (("raw",), "raw ="),
    (("list", 0), "'a', #"),
    (("list", 1), '"b", ['),
    (("list", 2), "[1, ["),
    (("list", 2, 1), "[2, 3]]"),
    (("list", 2, 1, 1), "3]], {"),
    (("list", 3), "{x = 1"),
    (("list", 3, "x"), "x = 1,"),
    (("list", 3, "y", "z"), "z = [4]"),
    (("list", 3, "y", "z", 0), "4]}"),
    (("when",), "when ="),
    (("inline", "k", "deep"), "deep = true"),
    (("inline", "}"), '"}" ='),
    (("tool",), "tool . "),
    (("tool", "sourceright-lint"), '"sourceright-lint"'),
    (("tool", "sourceright-lint", "format"), "format]"),
    (("tool", "sourceright-lint", "format", "exclude", 1), '"x"]'),
    (("bundles", 0, "contract"), 'contract = "one"'),
    (("bundles", 1, "contract"), 'contract = "two"'),
    (("bundles", 0, "inner", "p"), "p = 1"),
    (("bundles", 1, "inner", "p"), "p = 2"),
    (("bundles", 1, "deep", 0, "q"), "q = 1\n[[bundles.deep]]\n\t"),
    (("bundles", 1, "deep", 1, "q"), "q = 2"),
    (("tool", "sourceright-lint", "absent", "far"), '"sourceright-lint"'),
]


@pytest.mark.parametrize(("route", "start"), PLACES, ids=[str(route) for route, _ in PLACES])
def test_place(route: Route, start: str) -> None:
    loads(TEXT)
    assert TEXT.count(start) == 1
    offset = TEXT.index(start)
    line = TEXT.count("\n", 0, offset) + 1
    column = len(TEXT[:offset].rpartition("\n")[2]) + 1
    assert locate(TEXT, route) == (line, column)


def test_nothing_found_is_the_start() -> None:
    assert locate("", ("a",)) == (1, 1)
    assert locate("# only\n\n# comments", ("a",)) == (1, 1)


TEXTS = st.text(alphabet="ab\"'\\#[]{}=,.\n\té ", max_size=6)
SCALARS = st.one_of(st.booleans(), st.integers(-9, 99), TEXTS)
VALUES = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXTS, v, max_size=3), max_leaves=8
)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + ",  # ]\n".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def routes(value: Any, route: Route = ()) -> list[tuple[Route, str]]:
    """Every route in a value, with the text that must stand there."""
    found = []
    if isinstance(value, dict):
        for key, item in value.items():
            found += [((*route, key), toml(key)), *routes(item, (*route, key))]
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += [((*route, index), toml(item)), *routes(item, (*route, index))]
    return found


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans())
def test_every_key_and_element_is_found(content: dict[str, Any], as_tables: bool) -> None:
    text = ""
    for key, value in content.items():
        if not (as_tables and isinstance(value, dict)):
            text += f"{toml(key)} = {toml(value)}\n"
    for key, value in content.items():
        if as_tables and isinstance(value, dict):
            text += f"[ {toml(key)} ] # [x]\n" + "".join(f"{toml(k)} = {toml(v)}\n" for k, v in value.items())
    assert loads(text) == content
    lines = text.split("\n")
    for route, start in routes(content):
        line, column = locate(text, route)
        assert "\n".join(lines[line - 1 :])[column - 1 :].startswith(start)
