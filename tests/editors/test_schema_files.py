"""What ``schema --output-dir`` writes for editors."""

from __future__ import annotations

import json
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.cli import main
from sourceright_lint.rule_pages import page_of
from tests.gitrepo import GitRepo, git_environment, repo

__all__ = ["git_environment", "repo"]


@pytest.fixture
def written(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(repo.root)
    assert main(["schema", "--output-dir", "tools/schemas", "--vscode", "--jetbrains"]) == 0
    return repo.root


def _vscode(root: Path) -> dict[str, list[str]]:
    settings = json.loads((root / "tools/schemas/vscode-settings.json").read_text(encoding="utf-8"))
    return {entry["url"]: entry["fileMatch"] for entry in settings["json.schemas"]}


def test_every_schema_is_written(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--list"]) == 0
    names = capsys.readouterr().out.split()
    for name in names:
        schema = json.loads((written / f"tools/schemas/{name}.schema.json").read_text(encoding="utf-8"))
        validator: Any = Draft7Validator if "draft-07" in schema["$schema"] else Draft202012Validator
        validator.check_schema(schema)


def test_both_mappings_say_the_same_and_name_files_that_exist(written: Path) -> None:
    vscode = _vscode(written)
    tree = ElementTree.parse(written / "tools/schemas/jsonSchemas.xml")
    jetbrains = {}
    for info in tree.iter("SchemaInfo"):
        [schema] = info.findall("option[@name='relativePathToSchema']")
        paths = info.findall(".//option[@name='path']")
        jetbrains[f"./{schema.attrib['value']}"] = [path.attrib["value"] for path in paths]
    assert vscode == jetbrains
    assert vscode
    assert all((written / url).is_file() for url in vscode)


def test_the_files_of_every_good_example_match_and_are_valid(written: Path) -> None:
    vscode = _vscode(written)
    seen = set()
    for rule in all_rules(load_contracts()):
        for path, text in page_of(rule).good.files.items():
            for url, patterns in vscode.items():
                if any(fnmatch(path, pattern) for pattern in patterns):
                    schema = json.loads((written / url).read_text(encoding="utf-8"))
                    errors = list(Draft202012Validator(schema).iter_errors(json.loads(text)))
                    assert not errors, (rule.code, path, errors[0].message)
                    seen.add(url)
    assert {"./tools/schemas/csl.schema.json", "./tools/schemas/verification.schema.json"} <= seen


def test_configured_places_are_mapped(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    config = 'research-scan-roots = ["scans", "*"]\n[[bundles]]\ncontract = "sourceright"\ncsl = "paper/refs.json"\n'
    (repo.root / ".sourceright-lint.toml").write_text(config, encoding="utf-8")
    assert main(["schema", "--output-dir", "tools/schemas", "--vscode"]) == 0
    vscode = _vscode(repo.root)
    assert vscode["./tools/schemas/csl.schema.json"] == ["references.csl.json", "paper/refs.json"]
    assert vscode["./tools/schemas/research-scan.ranked.schema.json"] == [
        "scans/*/ranked.json",
        "**/ranked.json",
    ]


def test_one_schema_alone(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    assert main(["schema", "csl", "--output-dir", "schemas", "--vscode"]) == 0
    names = {path.name for path in (repo.root / "schemas").iterdir()}
    assert names == {"csl.schema.json", "vscode-settings.json"}


@pytest.mark.parametrize("words", [["--vscode"], ["--output-dir", "../outside", "--vscode"]])
def test_what_cannot_be_mapped(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(repo.root)
    assert main(["schema", *words]) == 2
