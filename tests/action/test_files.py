"""``action.yml`` and the documented workflows: valid, pinned, and nothing pasted into a shell line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
SCRIPT = (ROOT / "action" / "run.py").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "how-to" / "github-actions.md").read_text(encoding="utf-8")


def check_schema(schema: str, path: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_an_action() -> None:
    check_schema("github-actions", ROOT / "action.yml")


def test_the_site_is_built_from_a_known_configuration() -> None:
    check_schema("readthedocs", ROOT / ".readthedocs.yaml")


def test_no_expression_in_a_shell_line() -> None:
    lines = [step["run"] for step in STEPS if "run" in step]
    assert lines
    assert not any("${{" in line for line in lines)


def test_other_actions_are_pinned_by_commit() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in used)


def test_every_input_is_handed_on_and_read() -> None:
    [step] = [step for step in STEPS if "INPUT_PATHS" in step.get("env", {})]
    handed = {name: value for name, value in step["env"].items() if name.startswith("INPUT_")}
    read = set(re.findall(r'(?:line|lines|choice)\("([A-Z_]+)"', SCRIPT))
    assert {name.removeprefix("INPUT_") for name in handed} == read
    for name, value in handed.items():
        assert value == f"${{{{ inputs.{name.removeprefix('INPUT_').lower().replace('_', '-')} }}}}"
    assert {name.replace("_", "-").lower() for name in read} | {"python-version"} == set(ACTION["inputs"])


def test_every_output_is_put() -> None:
    put = set(re.findall(r'(?:outputs\[|\{)"([a-z-]+)"[]:]', SCRIPT))
    assert put == set(ACTION["outputs"])


def test_the_page_lists_the_inputs_and_outputs() -> None:
    inputs, outputs = PAGE.split("## Outputs")
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]*) \|", inputs, re.MULTILINE)
    assert [(name, default.strip("` ")) for name, default in rows] == [
        (name, details["default"]) for name, details in ACTION["inputs"].items()
    ]
    assert re.findall(r"^\| `([a-z-]+)` \|", outputs, re.MULTILINE) == list(ACTION["outputs"])


def test_install(tmp_path: Path) -> None:
    output = tmp_path / "output"
    environment = {**os.environ, "RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(output)}
    script = ROOT / "action" / "install.py"
    done = subprocess.run(
        [sys.executable, "-I", str(script)], env=environment, check=False, capture_output=True
    )
    if b"No matching distribution" in done.stderr or b"Could not find a version" in done.stderr:
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr.decode()
    python = output.read_text(encoding="utf-8").strip().removeprefix("python=")
    command = [python, "-I", "-m", "sourceright_lint", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert said.stdout.startswith("sourceright-lint ")
