from __future__ import annotations

import pytest

from sourceright_lint.config.glob import Glob

CASES = [
    # pattern, matches, does not match
    ("vendor", ["vendor", "vendor/a.json", "x/vendor/a.json", "x/y/vendor"], ["vendors/a", "a/xvendor"]),
    ("vendor/", ["vendor/a.json", "x/vendor/a.json"], ["vendors/a.json"]),
    ("/vendor", ["vendor/a.json"], ["x/vendor/a.json"]),
    ("./vendor", ["vendor/a.json"], ["x/vendor/a.json"]),
    ("*.json", ["a.json", "x/y/a.json", ".json", "a.json/b"], ["a.jsonl", "json"]),
    ("docs/*.json", ["docs/a.json"], ["docs/x/a.json", "x/docs/a.json"]),
    ("docs/**", ["docs/a", "docs/x/y/a"], ["docs", "docsy/a"]),
    ("docs/**/a.json", ["docs/a.json", "docs/x/y/a.json"], ["docs/xa.json", "a.json"]),
    ("**/a.json", ["a.json", "x/y/a.json"], ["xa.json"]),
    ("**", ["a", "x/y"], []),
    ("a/**/**", ["a/b", "a/b/c"], ["a", "b/a/c"]),
    ("**/**/x/**/**/y", ["x/y", "a/x/b/c/y"], ["y", "x"]),
    ("a?c", ["abc", "aéc"], ["ac", "a/c", "abbc"]),
    ("a**c", ["ac", "abbc"], ["a/c"]),
    ("[ab].json", ["a.json", "b.json"], ["c.json", "ab.json"]),
    ("[a-c].json", ["b.json"], ["d.json", "-.json"]),
    ("[!a-c].json", ["d.json"], ["b.json", "/.json"]),
    ("[^a].json", ["b.json"], ["a.json"]),
    ("[]a].json", ["].json", "a.json"], ["b.json"]),
    ("[!]a].json", ["b.json"], ["].json", "a.json"]),
    ("[c-a].json", [], ["a.json", "b.json", "c.json"]),
    ("[!c-a].json", ["x.json"], []),
    ("[[]x", ["[x"], ["x"]),
    ("[a-].json", ["-.json", "a.json"], ["b.json"]),
    ("[ab", ["[ab"], ["a", "b"]),
    ("a+(b).json", ["a+(b).json"], ["aab.json"]),
    ("a\\b", ["a\\b"], ["a/b", "ab"]),
    ("a b\nc", ["a b\nc"], ["a b"]),
    ("A.json", ["A.json"], ["a.json"]),
    (".", ["a", "x/y"], []),
    ("/.", [], ["a", "x/y"]),
    ("././", [], ["a", "x/y"]),
]


@pytest.mark.parametrize(("pattern", "path"), [(p, path) for p, paths, _ in CASES for path in paths])
def test_matches(pattern: str, path: str) -> None:
    assert Glob("", pattern).matches(path)


@pytest.mark.parametrize(("pattern", "path"), [(p, path) for p, _, paths in CASES for path in paths])
def test_does_not_match(pattern: str, path: str) -> None:
    assert not Glob("", pattern).matches(path)


def test_base_is_where_a_pattern_starts() -> None:
    glob = Glob("paper", "/refs")
    assert glob.matches("paper/refs/a.json")
    assert not glob.matches("refs/a.json")
    assert not glob.matches("papers/refs/a.json")
    assert not glob.matches("paper")
