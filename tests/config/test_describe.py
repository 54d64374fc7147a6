from __future__ import annotations

from sourceright_lint.config.describe import describe
from sourceright_lint.config.tree import SettingsTree
from tests.config.support import CODES, CONTRACTS, tree


def test_every_value_and_where_it_was_set() -> None:
    files = {
        "base.toml": 'ignore = ["json"]\nrequire-coverage = true\nfail-on = "info"',
        "a/pyproject.toml": '[tool.sourceright-lint]\nextend = "../base.toml"\n'
        'exclude = ["x\\u202e"]\n[tool.sourceright-lint.ignore]\n"csl.id" = "why"\n'
        '[tool.sourceright-lint.per-file-ignores]\n"*.json" = ["csl"]\n'
        '[[tool.sourceright-lint.bundles]]\ncontract = "crate"\nindex = "i.json"',
    }
    settings = tree(files, overrides={"fail-on": "warning"}).settings_in("a")
    assert describe(settings, CONTRACTS) == [
        "# base.toml",
        "# a/pyproject.toml",
        'extend = "../base.toml"  # a/pyproject.toml:2:1',
        'select = ["ALL"]  # default',
        "extend-select = []  # default",
        'ignore = ["json"]  # base.toml:1:1',
        'ignore = { "csl.id" = "why" }  # a/pyproject.toml:4:24',
        'per-file-ignores = { "a/*.json" = ["csl"] }  # a/pyproject.toml:6:24',
        "severity = {}  # default",
        'fail-on = "warning"  # --fail-on',
        'exclude = ["a/x\\u202e"]  # a/pyproject.toml:3:1',
        "format = true  # default",
        'output-format = "auto"  # default',
        "plugins = []  # default",
        'bundles = [{ "contract" = "crate", "index" = "a/i.json" }]  # a/pyproject.toml:8:25',
        'baseline = ".sourceright-lint-baseline.json"  # default',
        "cache-dir = (not set)  # default",
        'csl-order = "id"  # default',
        "require-coverage = true  # base.toml:2:1",
        "known-providers = []  # default",
    ]


def test_nothing_configured_and_notes() -> None:
    assert describe(tree({}).settings_in(""), CONTRACTS)[0] == "# no configuration file"
    files = {".sourceright-lint.toml": "", "pyproject.toml": "[tool.sourceright-lint]"}
    assert "also has a" in describe(tree(files).settings_in(""), CONTRACTS)[1]


def test_the_tree_of_the_product_knows_the_codes() -> None:
    assert SettingsTree(lambda path: None, CONTRACTS, overrides={"select": ["ALL"]}, codes=lambda: CODES)
