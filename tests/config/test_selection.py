from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.config import Settings
from sourceright_lint.config.settings import default_settings
from tests.config.support import CODES, CONTRACTS, settings

DOI, EMPTY, TWICE, FORM, OTHER, SYNTAX = CODES
ALL = set(CODES)

SELECTIONS = [
    ("default", "", {}, ALL),
    ("one code", 'select = ["csl.id.empty"]', {}, {EMPTY}),
    ("prefix", 'select = ["csl.id"]', {}, {EMPTY, TWICE}),
    ("prefix is whole parts", 'select = ["other"]', {}, {OTHER}),
    ("nothing", "select = []", {}, set()),
    ("all", 'select = ["ALL"]', {}, ALL),
    ("ignore", 'ignore = ["csl"]', {}, {FORM, OTHER, SYNTAX}),
    ("ignore all but", 'select = ["csl"]\nignore = ["ALL"]', {}, {DOI, EMPTY, TWICE}),
    ("narrower select wins", 'select = ["csl.id.empty"]\nignore = ["csl"]', {}, {EMPTY}),
    ("narrower ignore wins", 'select = ["csl"]\nignore = ["csl.id"]', {}, {DOI}),
    ("on a par ignore wins", 'select = ["csl.id"]\nignore = ["csl.id"]', {}, set()),
    ("ignore table", '[ignore]\n"csl" = "not yet"', {}, {FORM, OTHER, SYNTAX}),
    ("extend-select", 'select = ["json"]\nextend-select = ["csl.doi"]', {}, {SYNTAX, DOI}),
    (
        "extend-select over ignore",
        'extend-select = ["csl.id.empty"]\nignore = ["csl"]',
        {},
        ALL - {DOI, TWICE},
    ),
    ("command line selects anew", 'ignore = ["csl"]', {"select": ["csl"]}, {DOI, EMPTY, TWICE}),
    ("command line ignores more", 'ignore = ["csl"]', {"ignore": ["json"]}, {FORM, OTHER}),
    ("command line ignore beats", 'select = ["csl.id.empty"]', {"ignore": ["csl"]}, set()),
    ("command line adds", 'ignore = ["csl.id.empty"]', {"extend-select": ["csl"]}, ALL),
]


@pytest.mark.parametrize(
    ("text", "options", "wanted"), [c[1:] for c in SELECTIONS], ids=[c[0] for c in SELECTIONS]
)
def test_selection(text: str, options: dict[str, Any], wanted: set[str]) -> None:
    chosen = settings(text, options)
    assert {code for code in CODES if chosen.may_report(code)} == wanted
    assert {code for code in CODES if chosen.enabled(code, "a.json")} == wanted


def test_per_file_ignores() -> None:
    chosen = settings('[per-file-ignores]\n"old/**" = ["csl.id"]\n"*.jsonl" = ["ALL"]')
    assert not chosen.enabled(EMPTY, "old/x/a.json")
    assert chosen.enabled(DOI, "old/x/a.json")
    assert chosen.enabled(EMPTY, "new/a.json")
    assert not chosen.enabled(OTHER, "new/q.jsonl")
    assert chosen.may_report(EMPTY)


SEVERITIES = [
    ("default", "", {}, "warning"),
    ("code", '[severity]\n"csl.id.empty" = "info"', {}, "info"),
    ("prefix", '[severity]\ncsl = "info"', {}, "info"),
    ("longest", '[severity]\ncsl = "info"\n"csl.id" = "error"\n"ALL" = "warning"', {}, "error"),
    ("everything", '[severity]\nALL = "error"', {}, "error"),
    ("other", '[severity]\njson = "error"', {}, "warning"),
    ("command line", '[severity]\n"csl.id.empty" = "info"', {"severity": {"csl": "error"}}, "error"),
    ("other on command line", '[severity]\ncsl = "info"', {"severity": {"json": "error"}}, "info"),
]


@pytest.mark.parametrize(
    ("text", "options", "wanted"), [c[1:] for c in SEVERITIES], ids=[c[0] for c in SEVERITIES]
)
def test_severity(text: str, options: dict[str, Any], wanted: str) -> None:
    assert settings(text, options).severity_of(EMPTY, "warning") == wanted


FORMATS = [
    ("default", "", [True, True, True]),
    ("off", "format = false", [False, False, False]),
    ("on", "format = true", [True, True, True]),
    ("table off", "[format]\nenabled = false", [False, False, False]),
    ("one contract off", "[format.contracts]\nshelf = false", [False, True, False]),
    ("one contract on", "[format]\nenabled = false\ncontracts.crate = true", [False, True, False]),
    ("a path", '[format]\nexclude = ["old"]', [True, True, False]),
]


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in FORMATS], ids=[c[0] for c in FORMATS])
def test_format(text: str, wanted: list[bool]) -> None:
    chosen = settings(text)
    asked = [("a.json", "shelf"), ("a.json", "crate"), ("old/a.json", "shelf")]
    assert [chosen.formats(path, contract) for path, contract in asked] == wanted


def test_excluded() -> None:
    chosen = settings('exclude = ["vendor", "/old/*.json"]', {"exclude": ["x.json"]})
    excluded = ["vendor/a.json", "b/vendor/c", "old/a.json", "b/x.json"]
    kept = ["old/b/a.json", "b/old/a.json", "a.json"]
    assert [path for path in excluded + kept if chosen.excluded(path)] == excluded


def test_plain_values() -> None:
    chosen = settings(
        'fail-on = "info"\noutput-format = "sarif"\nbaseline = "ci/b.json"\ncache-dir = "ci/cache"\n'
        'csl-order = "preserve"\nrequire-coverage = true\nknown-providers = ["crossref"]'
    )
    assert (chosen.fail_on, chosen.output_format) == ("info", "sarif")
    assert (chosen.baseline, chosen.cache_dir) == ("ci/b.json", "ci/cache")
    assert chosen.option("csl-order") == "preserve"
    assert chosen.option("require-coverage") is True
    assert chosen.option("known-providers") == ("crossref",)


def test_defaults() -> None:
    for chosen in (default_settings(CONTRACTS), settings("")):
        assert (chosen.fail_on, chosen.output_format) == ("error", "auto")
        assert (chosen.baseline, chosen.cache_dir) == (".sourceright-lint-baseline.json", None)
        assert chosen.option("csl-order") == "id"
        assert chosen.option("known-providers") == ()
        assert chosen.bundles_of("shelf") == []
        assert not chosen.excluded("a.json")


def test_an_option_that_no_contract_declares() -> None:
    with pytest.raises(KeyError):
        Settings().option("csl-order")


def test_bundles() -> None:
    chosen = settings(
        '[[bundles]]\ncontract = "shelf"\nsidecar = "v/joss.verification.json"\ncsl = "paper/refs.json"\n'
        '[[bundles]]\ncontract = "crate"\nindex = "i.json"\n'
        '[[bundles]]\ncontract = "shelf"\ncsl = "b.json"\n'
    )
    assert chosen.bundles_of("shelf") == [
        {"csl": "paper/refs.json", "sidecar": "v/joss.verification.json"},
        {"csl": "b.json"},
    ]
    assert list(chosen.bundles_of("shelf")[0]) == ["csl", "sidecar"]
    assert chosen.bundles_of("crate") == [{"index": "i.json"}]
