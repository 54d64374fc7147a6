"""Other formatters on our files: which are seen, which of our files they reach, and what keeps them off."""

from __future__ import annotations

import json
import re

import pytest

from sourceright_lint.formatters import advice, hook_lists
from sourceright_lint.formatters.find import Formatter, find_formatters

PATHS = [
    "references.csl.json",
    "paper/references.csl.json",
    "paper/review-queue.jsonl",
    "research/scans/2026-01-02-weirs/brief.md",
]
PATTERNS = ["references.csl.json", "review-queue.jsonl", "**/research/scans/*/*.md"]

HOOKS = """\
repos:
- repo: https://github.com/someone/hooks
  rev: v1
  hooks:
  - id: check-json
    exclude: .*
  - id: {id}
    args: [--autofix]
{more}  - id: last
    exclude: ^all
"""


def found(files: dict[str, str]) -> dict[str, Formatter]:
    contents = {name: text.encode() for name, text in files.items()}
    formatters = find_formatters(sorted(contents), contents.get, PATHS, PATTERNS)
    return {formatter.name: formatter for formatter in formatters}


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("prettier", {".prettierrc": "{}"}),
        ("prettier", {".prettierrc.yaml": ""}),
        ("prettier", {"prettier.config.mjs": ""}),
        ("prettier", {"package.json": '{"devDependencies": {"prettier": "^3"}}'}),
        ("prettier", {"package.json": '{"lint-staged": {"*.json": "prettier --write"}}'}),
        ("prettier", {".lintstagedrc.json": '{"*": ["prettier -w"]}'}),
        ("prettier", {"lint-staged.config.js": "export default {'*.json': 'prettier'}"}),
        ("prettier", {".pre-commit-config.yaml": HOOKS.format(id="prettier", more="")}),
        ("prettier", {".pre-commit-config.yaml": "repos: [{repo: x, hooks: [{id: prettier}]}]"}),
        ("oxfmt", {".oxfmtrc.jsonc": "{}"}),
        ("oxfmt", {"package.json": '{"scripts": {"format": "oxfmt"}}'}),
        ("oxfmt", {"prek.toml": '[[repos]]\nrepo = "x"\nhooks = [{ id = "oxfmt" }]\n'}),
        ("biome", {"biome.json": "{}"}),
        ("biome", {"biome.jsonc": "// ours\n{}"}),
        ("biome", {".lintstagedrc": '{"*": "biome format --write"}'}),
        ("biome", {".pre-commit-config.yaml": HOOKS.format(id="biome-format", more="")}),
        ("pretty-format-json", {".pre-commit-config.yaml": HOOKS.format(id="pretty-format-json", more="")}),
    ],
)
def test_seen(name: str, files: dict[str, str]) -> None:
    formatter = found(files)[name]
    json_files = {"references.csl.json", "paper/references.csl.json"}
    with_pages = json_files | {"research/scans/2026-01-02-weirs/brief.md"}
    assert set(formatter.covered) == (with_pages if name in ("prettier", "oxfmt") else json_files)
    assert formatter.sign in files


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"package.json": '{"scripts": {"test": "vitest"}}', ".editorconfig": "[*.json]"},
        {".pre-commit-config.yaml": "# - id: prettier\nrepos: []\n"},
        {".pre-commit-config.yaml": HOOKS.format(id="check-yaml", more="")},
        {".pre-commit-config.yaml": HOOKS.format(id="biome-lint", more="")},
        {".prettierignore": "dist\n"},
    ],
)
def test_not_there(files: dict[str, str]) -> None:
    assert found(files) == {}


@pytest.mark.parametrize(
    ("ignore", "left"),
    [
        ("references.csl.json\n*.md\n", ()),
        ("# begin\n\n/references.csl.json\n", ("paper/references.csl.json",)),
        ("paper/\n", ("references.csl.json",)),
        ("*\n!paper/references.csl.json\n", ("paper/references.csl.json",)),
        ("references.csl.json\r\n", ()),
    ],
)
@pytest.mark.parametrize("sign", [".prettierrc", ".oxfmtrc.json"])
def test_what_an_ignore_file_takes_out(sign: str, ignore: str, left: tuple[str, ...]) -> None:
    formatters = found({sign: "{}", ".prettierignore": ignore}).values()
    covered = [path for formatter in formatters for path in formatter.covered if path.endswith(".json")]
    assert tuple(covered) == left


@pytest.mark.parametrize(
    ("configuration", "left"),
    [
        ({"files": {"includes": ["**", "!**/references.csl.json"]}}, ()),
        ({"files": {"includes": ["**", "!references.csl.json"]}}, ()),
        ({"files": {"includes": ["src/**"]}}, ()),
        ({"files": {"includes": ["**", "!paper"]}}, ("references.csl.json",)),
        ({"files": {"ignore": ["paper/**"]}}, ("references.csl.json",)),
        ({"formatter": {"includes": ["paper/**"]}}, ("paper/references.csl.json",)),
        ({"formatter": {"enabled": False}}, ()),
        ({"json": {"formatter": {"enabled": False}}}, ()),
        ({"files": {"includes": "odd"}}, ("references.csl.json", "paper/references.csl.json")),
        (["odd"], ("references.csl.json", "paper/references.csl.json")),
    ],
)
def test_what_biome_is_let_have(configuration: object, left: tuple[str, ...]) -> None:
    formatters = found({"biome.json": json.dumps(configuration)})
    assert (formatters["biome"].covered if "biome" in formatters else ()) == left


def test_biome_is_kept_off_by_what_its_version_knows() -> None:
    lines = found({"biome.json": "{}"})["biome"].lines
    assert lines == (
        'in "files": "includes": ["**", "!**/references.csl.json", "!**/review-queue.jsonl", '
        '"!**/research/scans/*/*.md"]',
    )
    old = found({"biome.jsonc": '{"files": {"ignore": [], /* none */ }, }'})["biome"]
    assert old.ignore_file == "biome.jsonc"
    assert old.lines[0].startswith('in "files": "ignore": ["**/references.csl.json"')


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ("    exclude: ^paper/\n", ("references.csl.json",)),
        ("    exclude: '^paper/'  # ours\n", ("references.csl.json",)),
        ('    exclude: "(^|/)references\\\\.csl\\\\.json$"\n', ()),
        (
            "    exclude: |\n      (?x)^(\n        paper/.*|\n        other\n      )$\n",
            ("references.csl.json",),
        ),
        ("    files: ^paper/\n", ("paper/references.csl.json",)),
        ("    files: ^nothing/\n", ()),
        ("    exclude: '('\n", ("references.csl.json", "paper/references.csl.json")),
    ],
)
def test_patterns_of_a_hook(more: str, left: tuple[str, ...]) -> None:
    text = HOOKS.format(id="pretty-format-json", more=more)
    formatters = found({".pre-commit-config.yaml": text})
    assert (formatters["pretty-format-json"].covered if formatters else ()) == left


def test_the_pattern_that_ends_it_ends_it() -> None:
    text = HOOKS.format(id="pretty-format-json", more="")
    line = found({".pre-commit-config.yaml": text})["pretty-format-json"].lines[0]
    assert (
        found({".pre-commit-config.yaml": HOOKS.format(id="pretty-format-json", more=f"    {line}\n")}) == {}
    )
    assert found({".pre-commit-config.yaml": f"{line}\n{text}"}) == {}


@pytest.mark.filterwarnings("error")
def test_what_python_thinks_of_a_pattern_is_not_told() -> None:
    pattern = r"\.csl\.json$|[[a-b]\Z"
    config = HOOKS.format(id="pretty-format-json", more=f"    files: '{pattern}'\n")
    assert found({".pre-commit-config.yaml": config})["pretty-format-json"].covered == tuple(PATHS[:2])


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        ("^(a|b)/.*\\.json$", False),
        ("(?x)^(\n" + "".join(f"  part-{n}/.*|\n" for n in range(40)) + "  x\n)$", False),
        ("^.*/(?:old|new)?/[^/]+[.]json$", False),
        (r"\(+\*[(+*]\.json", False),
        ("(a+)+$", True),
        ("(?:a|a)*b", True),
        ("(a?){40}b", True),
        ("a?" * 40 + "a" * 40, True),
        ("(a|a)" * 40 + "b", True),
        (".*" * 8 + "b", True),
        ("[a]*" * 8 + "b", True),
    ],
)
def test_a_pattern_that_would_take_long_is_not_tried(pattern: str, slow: bool) -> None:
    """Then the hook counts as one that is given the file: better one warning too many."""
    path = "a" * 60 + ".json"
    assert hook_lists.is_slow(pattern, path) == slow
    assert not slow or hook_lists.Hook("x", "y", pattern, (pattern,)).takes(path)


def test_what_is_said() -> None:
    many = Formatter("prettier", ".prettierrc", tuple(f"{n}\x1b/a.json" for n in range(5)), "i", ("l",), True)
    assert advice.message(many) == (
        "prettier (.prettierrc) would rewrite 0\\u001b/a.json, 1\\u001b/a.json, 2\\u001b/a.json and 2 more: "
        "it and sourceright-lint would never agree"
    )
    assert re.match("sourceright-lint install --ignore-formatters", advice.help(many))
