from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.config.toml import loads
from sourceright_lint.config.tree import SettingsTree
from sourceright_lint.contract import NoFiles, Option
from sourceright_lint.errors import ConfigError, UsageError
from tests.config.support import CONTRACTS, settings, tree

OWN = ".sourceright-lint.toml"

BAD = [
    ("unknown key", 'slect = ["ALL"]', '1:1: unknown key "slect"; did you mean "select"?'),
    ("a key of many parts", "\n" + "a." * 300 + "a = 1", "2:1: a key of more than 200 parts"),
    ("underscore", "\nextend_select = []", '2:1: unknown key "extend_select"; did you mean "extend-select"?'),
    ("nothing near", "zzz = 1", '1:1: unknown key "zzz"'),
    ("quoted key", '  "fail\\u002dat" = 1', '1:3: unknown key "fail-at"; did you mean "fail-on"?'),
    ("wrong type", 'select = "csl"', '1:1: "select" must be an array of rule codes, not a string'),
    ("wrong element", 'select = ["csl", 3]', '1:18: "select.1" must be a rule code, not an integer'),
    (
        "unknown code",
        'select = [\n "csl",\n "cls.id",\n]',
        '3:2: unknown rule code "cls.id"; did you mean "csl.id"?',
    ),
    ("code below a code", 'ignore = ["csl.id.empty.x"]', '1:11: unknown rule code "csl.id.empty.x"; did'),
    (
        "ignore type",
        "ignore = true",
        '"ignore" must be an array of rule codes, or a table of rule code = reason',
    ),
    ("ignore code", '[ignore]\n"csl.di" = "x"', '2:1: unknown rule code "csl.di"'),
    ("ignore reason", '[ignore]\n"csl" = 1', '2:1: "ignore.csl" must be a string, not an integer'),
    (
        "severity level",
        'severity.csl = "eror"',
        '1:10: unknown severity "eror" for "severity.csl"; did you mean "error"?',
    ),
    ("severity type", "severity.csl = 1", '1:10: "severity.csl" must be "error" or "warning" or "info", not'),
    ("fail-on", 'fail-on = "fatal"', '1:1: unknown severity "fatal" for "fail-on"'),
    ("output-format", 'output-format = "sarff"', '1:1: unknown output format "sarff"; did you mean "sarif"?'),
    (
        "format date",
        "format = 2020-01-01",
        '1:1: "format" must be true, false or a table, not a date or time',
    ),
    ("format key", "[format]\nenable = true", '2:1: unknown key "enable"; did you mean "enabled"?'),
    (
        "format contract",
        "[format.contracts]\nshelv = true",
        '2:1: unknown key "shelv"; did you mean "shelf"?',
    ),
    (
        "format flag",
        "format.contracts.shelf = 1",
        '1:18: "format.contracts.shelf" must be true or false, not an',
    ),
    ("exclude", "exclude = [1.5]", '1:12: "exclude.0" must be a path pattern, not a float'),
    ("empty pattern", 'exclude = [""]', '1:12: "" must be text without control characters, and not empty'),
    (
        "per-file",
        '[per-file-ignores]\n"*" = "csl"',
        '2:1: "per-file-ignores.*" must be an array of rule codes',
    ),
    ("option choice", 'csl-order = "ids"', '1:1: unknown value "ids" for "csl-order"; did you mean "id"?'),
    (
        "option flag",
        'require-coverage = "yes"',
        '1:1: "require-coverage" must be true or false, not a string',
    ),
    ("option strings", "known-providers = [[]]", '1:20: "known-providers.0" must be a string, not an array'),
    ("bundle type", "bundles = [1]", '1:12: "bundles.0" must be a table, not an integer'),
    ("bundles type", "bundles = {}", '1:1: "bundles" must be an array of tables, not a table'),
    ("no contract", '[[bundles]]\ncsl = "a"', '1:3: a bundle needs the key "contract"'),
    ("contract", '[[bundles]]\ncontract = "shef"', '2:1: unknown contract "shef"; did you mean "shelf"?'),
    ("role", '[[bundles]]\ncontract = "shelf"\ncls = "a"', '3:1: unknown key "cls"; did you mean "csl"?'),
    (
        "no role",
        '[[bundles]]\ncontract = "shelf"',
        "1:3: a bundle needs the path of a file, as one of: csl, sidecar",
    ),
    (
        "second bundle",
        '[[bundles]]\ncontract="crate"\nindex="a"\n[[bundles]]\ncontract="crate"\nindex=1',
        "6:1: ",
    ),
    (
        "way out",
        'baseline = "../b.json"',
        '1:1: "../b.json" must be a path below the folder of the configuration',
    ),
    ("absolute", 'baseline = "/b.json"', '1:1: "/b.json" must be a path below'),
    ("drive", 'baseline = "c:b.json"', '1:1: "c:b.json" must be a path below'),
    ("backslash", "baseline = 'a\\b'", '1:1: "a\\\\b" must be a path below'),
    ("dot", 'baseline = "a/./b"', '1:1: "a/./b" must be a path below'),
    ("too large", "#" * 256_001, "1:1: 256001 bytes; a configuration has at most 256000"),
    ("syntax", "a = 1\nb = = 2", "2:5: Invalid value"),
    ("syntax at the end", "a = 1\nb = [1", "2:7: Unclosed array"),
    ("twice", "format = true\nformat = true\n", "Cannot overwrite a value"),
    ("long integer", "a = " + "9" * 5000, "1:1: this TOML cannot be read"),
    ("escape characters", '"a\\u001b[31m" = 1', '1:1: unknown key "a\\u001b[31m"'),
]


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_message(text: str, wanted: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(text)
    message = str(caught.value)
    assert message.startswith(OWN + ":")
    assert wanted in message
    assert "\n" not in message
    assert "\x1b" not in message


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in BAD[:4]], ids=[c[0] for c in BAD[:4]])
def test_place_in_pyproject(text: str, wanted: str) -> None:
    head = '[project]\nname = "x"\n\n[tool.sourceright-lint]\n'
    with pytest.raises(ConfigError) as caught:
        tree({"pyproject.toml": head + text}).settings_in("")
    line = int(wanted.partition(":")[0]) + 4
    assert str(caught.value).startswith(f"pyproject.toml:{line}:{wanted.partition(':')[2]}")


OVERRIDES: list[tuple[dict[str, Any], str]] = [
    ({"select": ["cls"]}, '--select: unknown rule code "cls"; did you mean "csl"?'),
    ({"severity": {"csl": "bad"}}, '--severity: unknown severity "bad" for "severity.csl"'),
    ({"per-file-ignores": {"*": ["x.y"]}}, '--per-file-ignores: unknown rule code "x.y"'),
    ({"baseline": "../x"}, '--baseline: "../x" must be a path below'),
]


@pytest.mark.parametrize(("overrides", "wanted"), OVERRIDES)
def test_command_line(overrides: dict[str, Any], wanted: str) -> None:
    with pytest.raises(UsageError) as caught:
        tree({}, overrides=overrides)
    assert str(caught.value).startswith(wanted)


def test_not_utf8() -> None:
    files = {OWN: b'# ok\nselect = ["\xff"]'}
    with pytest.raises(ConfigError, match=r"\.sourceright-lint\.toml:2: not UTF-8 \(byte 16\)"):
        SettingsTree(files.get, CONTRACTS).settings_in("")


def test_byte_order_mark_and_carriage_returns() -> None:
    files = {OWN: b'\xef\xbb\xbffail-on = "info"\r\n'}
    assert SettingsTree(files.get, CONTRACTS).settings_in("").fail_on == "info"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "[tool.sourceright_lint]",
            "pyproject.toml:1:7: unknown table [tool.sourceright_lint]; did you mean",
        ),
        ("[tool]\nsourceright-lint = 1", "pyproject.toml:2:1: tool.sourceright-lint must be a table"),
    ],
)
def test_the_table_itself(text: str, wanted: str) -> None:
    with pytest.raises(ConfigError) as caught:
        tree({"pyproject.toml": text}).settings_in("")
    assert str(caught.value).startswith(wanted)


def test_a_broken_pyproject_that_is_not_about_us_is_left_alone() -> None:
    assert tree({"pyproject.toml": "[tool.black\n"}).settings_in("").files == ()


def test_codes_are_not_asked_for_in_vain() -> None:
    def codes() -> list[str]:
        raise AssertionError("asked for")

    files = {OWN: b'fail-on = "info"\n[format]\nexclude = ["x"]'}
    assert SettingsTree(files.get, CONTRACTS, codes=codes).settings_in("").fail_on == "info"


def test_contracts_that_disagree_about_a_key() -> None:
    class Other(NoFiles):
        name = "other"
        options = (Option("csl-order", "boolean", True, ""),)

    class Greedy(NoFiles):
        name = "greedy"
        options = (Option("select", "boolean", True, ""),)

    for contract in (Other(), Greedy()):
        files = {OWN: b"format = true"}
        with pytest.raises(ConfigError, match="declares the key"):
            SettingsTree(files.get, [*CONTRACTS, contract]).settings_in("")


def test_dots_in_a_text_are_no_parts_of_a_key() -> None:
    text = f"x = \"{'.' * 500}\"\ny = '{'.' * 500}'\n"
    assert set(map(len, loads(text).values())) == {500}
