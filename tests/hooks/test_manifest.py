"""The hook manifest: what each hook is given, and that it is set up to be run as a whole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.cli import load_command, parse
from sourceright_lint.config.settings import default_settings
from tests.hooks.support import ids_of, manifest, snippets
from tests.tool import REPOSITORY, run

PATHS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    (Path(__file__).parent / "paths.yaml").read_text("utf-8")
)
PAGES = ("README.md", "docs/how-to/pre-commit.md", "docs/how-to/pre-commit-ci.md")
HOOKS = manifest()


def _cases(kind: str) -> list[Any]:
    return [
        pytest.param(hook, path, id=f"{hook}: {path!a}")
        for hook, lists in PATHS.items()
        for path in lists[kind]
    ]


def test_every_hook_has_paths() -> None:
    assert PATHS.keys() == HOOKS.keys()


@pytest.mark.parametrize(("hook", "path"), _cases("good"))
def test_is_given(hook: str, path: str) -> None:
    assert re.search(HOOKS[hook]["files"], path)


@pytest.mark.parametrize(("hook", "path"), _cases("bad"))
def test_is_not_given(hook: str, path: str) -> None:
    assert not re.search(HOOKS[hook]["files"], path)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_for_one_contract_is_given_all_that_the_contract_claims(hook: str) -> None:
    wanted = _contracts_of(hook)
    contracts = load_contracts()
    settings = default_settings(contracts)
    for lists in PATHS.values():
        for path in (*lists["good"], *lists["bad"]):
            owners = [c.name for c in contracts if c.root_of(path, settings) is not None]
            if set(owners) & wanted:
                assert re.search(HOOKS[hook]["files"], path), path


def _contracts_of(hook: str) -> set[str]:
    words = HOOKS[hook]["entry"].split()
    if "--contract" in words:
        return {words[words.index("--contract") + 1].partition(":")[0]}
    return {contract.name for contract in load_contracts()}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_sees_deletions_and_runs_once(hook: str) -> None:
    entry = HOOKS[hook]
    assert entry["always_run"] is True
    assert entry["pass_filenames"] is True
    assert entry["require_serial"] is True
    assert entry["language"] == "python"
    assert "types" not in entry
    assert "types_or" not in entry


@pytest.mark.parametrize("hook", HOOKS)
def test_its_entry_is_a_command_of_ours(hook: str) -> None:
    words = HOOKS[hook]["entry"].split()
    args = parse(load_command(words[1]), words[2:], "sourceright-lint check")
    assert words[0] == "sourceright-lint"
    assert args.hook
    assert args.fix == (hook == "sourceright-lint-fix")
    assert args.exit_non_zero_on_fix == args.fix


@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_the_frameworks_accept_it(name: str) -> None:
    from tests.hooks.support import program

    done = run([program(name), "validate-manifest", ".pre-commit-hooks.yaml"], REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_what_the_pages_show_is_a_configuration(page: str, tmp_path: Path) -> None:
    shown = snippets(page)
    assert shown
    for configuration in shown:
        assert set(ids_of(configuration)) <= HOOKS.keys()
    assert any(ids_of(configuration) for configuration in shown)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_what_the_pages_show_is_accepted(page: str, name: str, tmp_path: Path) -> None:
    from tests.hooks.support import program

    for number, configuration in enumerate(snippets(page)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(yaml.safe_dump(configuration))
        done = run([program(name), "validate-config", str(file)], tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_snippet_that_install_prints_is_the_one_in_the_pages() -> None:
    from sourceright_lint.git.install.hooks_plan import SNIPPET

    repository = yaml.safe_load(SNIPPET)[0]
    shown = [entry for page in PAGES for block in snippets(page) for entry in block["repos"]]
    assert any(
        (entry["repo"], entry["rev"]) == (repository["repo"], repository["rev"])
        and repository["hooks"][0]["id"] in [hook["id"] for hook in entry["hooks"]]
        for entry in shown
    )
