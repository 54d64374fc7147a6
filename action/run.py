"""Run the check in GitHub Actions: what to look at is told by the event, how by the action's inputs.

Everything comes from the environment and goes to the tool as separate arguments; no shell sees any of it. Python
runs isolated, so nothing in the checked-out repository can take the place of a module.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

TOOL = (sys.executable, "-I", "-m", "sourceright_lint")
_COMMIT = re.compile("[0-9a-f]{40}([0-9a-f]{24})?")
_NO_COMMIT = re.compile("0+")


class CannotCheck(Exception):
    """Why the check cannot be made, and what to do about it; the message quotes no input."""


class Inputs(NamedTuple):
    """The inputs of the action."""

    paths: list[str]
    scope: str
    from_ref: str
    to_ref: str
    fail_on: str
    fix: bool
    patch_name: str
    sarif_file: str
    arguments: list[str]
    working_directory: str


class Range(NamedTuple):
    """The commits that an event is about: those that ``head`` has and ``base`` has not."""

    base: str
    head: str


def main(environment: Mapping[str, str]) -> int:
    """Check, report, and return the exit status: 2 where the check could not be made."""
    outputs: dict[str, str] = {}
    try:
        status = _check(environment, outputs)
    except CannotCheck as error:
        _say("error", str(error))
        status = 2
    except OSError as error:
        _say("error", f"the check could not be made: {_why(error)}")
        status = 2
    _put(environment, {"status": str(status), **outputs})
    return status


def _check(environment: Mapping[str, str], outputs: dict[str, str]) -> int:
    """Check, and note in ``outputs`` which files that left."""
    inputs = read_inputs(environment)
    folder = Path(environment.get("GITHUB_WORKSPACE") or ".", inputs.working_directory)
    if not os.path.isdir(folder):
        raise CannotCheck(
            "the input working-directory must be a folder, named from the root of the checkout; "
            "see that it is there, and that actions/checkout runs before this step"
        )
    sarif = inputs.sarif_file or str(_temporary(environment, "sourceright-lint.sarif"))
    commits = _range(inputs, environment, folder)
    status = _run(check_arguments(inputs, commits, sarif), folder)
    outputs["sarif-file"] = str(folder / sarif)
    if inputs.fix and status in (0, 1):
        try:
            outputs.update(_leave_patch(inputs, environment, folder))
        except OSError as error:
            _say("warning", f"the patch with the fixes could not be written: {_why(error)}")
    return status


def read_inputs(environment: Mapping[str, str]) -> Inputs:
    """The inputs, as the action puts them into the environment."""

    def line(name: str) -> str:
        value = environment.get(f"INPUT_{name}", "").strip()
        if not value.isprintable():
            raise CannotCheck(f"the input {name.lower().replace('_', '-')} must be a single line of text")
        return value

    def lines(name: str) -> list[str]:
        return [text.strip() for text in environment.get(f"INPUT_{name}", "").splitlines() if text.strip()]

    def choice(name: str, *choices: str) -> str:
        value = line(name) or choices[0]
        if value not in choices:
            allowed = " or ".join(choice for choice in choices if choice)
            raise CannotCheck(f"the input {name.lower().replace('_', '-')} must be {allowed}")
        return value

    return Inputs(
        paths=lines("PATHS"),
        scope=choice("SCOPE", "changed", "all"),
        from_ref=line("FROM_REF"),
        to_ref=line("TO_REF"),
        fail_on=choice("FAIL_ON", "", "error", "warning", "info"),
        fix=choice("FIX", "false", "true") == "true",
        patch_name=line("PATCH_NAME"),
        sarif_file=line("SARIF_FILE"),
        arguments=lines("ARGUMENTS"),
        working_directory=line("WORKING_DIRECTORY") or ".",
    )


def check_arguments(inputs: Inputs, commits: Range | None, sarif: str) -> list[str]:
    """Arguments of the check. Values are joined to their option, so that none can pass for another option."""
    arguments = ["check", "--output-format=github", f"--also=sarif={sarif}"]
    if commits and inputs.scope == "changed":
        arguments += [f"--from-ref={commits.base}", f"--to-ref={commits.head}"]
    elif commits:
        arguments += [f"--rev={commits.head}", f"--history={commits.base}..{commits.head}"]
    if inputs.fail_on:
        arguments.append(f"--fail-on={inputs.fail_on}")
    return [*arguments, *inputs.arguments, "--", *inputs.paths]


def range_of_event(name: str, event: Any) -> Range | None:
    """The commits that an event is about; None for one that is about none, or where a branch is new or gone."""
    if name in ("pull_request", "pull_request_target", "pull_request_review"):
        ends = (_at(event, "pull_request", "base", "sha"), _at(event, "pull_request", "head", "sha"))
    elif name == "merge_group":
        ends = (_at(event, "merge_group", "base_sha"), _at(event, "merge_group", "head_sha"))
    elif name == "push":
        ends = (_at(event, "before"), _at(event, "after"))
    else:
        return None
    if any(_NO_COMMIT.fullmatch(end) or not _COMMIT.fullmatch(end) for end in ends):
        return None
    return Range(*ends)


def _range(inputs: Inputs, environment: Mapping[str, str], folder: Path) -> Range | None:
    """The commits to look at. Where the clone does not have them, the checkout alone is checked."""
    if inputs.from_ref:
        return Range(inputs.from_ref, inputs.to_ref or "HEAD")
    commits = range_of_event(environment.get("GITHUB_EVENT_NAME", ""), _event(environment))
    if commits and not all(_is_here(commit, folder) for commit in commits):
        _say(
            "warning",
            "the commits of this event are not in the clone, so only the checkout is checked; "
            "give actions/checkout the input fetch-depth: 0",
        )
        return None
    return commits


def _event(environment: Mapping[str, str]) -> Any:
    try:
        return json.loads(Path(environment["GITHUB_EVENT_PATH"]).read_bytes())
    except (KeyError, OSError, ValueError, RecursionError):
        return None


def _at(value: Any, *keys: str) -> str:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _is_here(commit: str, folder: Path) -> bool:
    command = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    try:
        return subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode == 0
    except OSError as error:
        raise CannotCheck(f"git could not be run in the working directory: {_why(error)}") from error


def _leave_patch(inputs: Inputs, environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Write what ``check --fix`` would change as a patch, without touching the checkout; the output that names it."""
    report = _temporary(environment, "sourceright-lint-fixes.json")
    command = [
        *TOOL, "check", "--diff", "--exit-zero", "--output-format=json", f"--output-file={report}",
        *inputs.arguments, "--", *inputs.paths,
    ]  # fmt: skip
    quiet = {name: value for name, value in os.environ.items() if name != "GITHUB_STEP_SUMMARY"}
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.PIPE, env=quiet)
    if done.returncode != 0 or not done.stdout:
        return {}
    patch = _temporary(environment, "sourceright-lint.patch")
    patch.write_bytes(done.stdout)
    _append(
        environment,
        "GITHUB_STEP_SUMMARY",
        "\nThe safe fixes are in an artifact of this run, as a patch: `git apply sourceright-lint.patch`\n",
        "the job summary",
    )
    return {"patch-file": str(patch)}


def _run(arguments: Sequence[str], folder: Path) -> int:
    sys.stdout.flush()
    return subprocess.run([*TOOL, *arguments], cwd=folder, check=False).returncode


def _temporary(environment: Mapping[str, str], name: str) -> Path:
    return Path(environment.get("RUNNER_TEMP") or ".").resolve() / name


def _put(environment: Mapping[str, str], outputs: Mapping[str, str]) -> None:
    lines = "".join(f"{name}={value}\n" for name, value in outputs.items() if value.isprintable())
    _append(environment, "GITHUB_OUTPUT", lines, "the outputs of the action")


def _append(environment: Mapping[str, str], variable: str, text: str, what: str) -> None:
    """Add to the file that a variable names, where there is one; that it cannot be written is told."""
    if variable not in environment:
        return
    try:
        with open(environment[variable], "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        _say("warning", f"{what} could not be written into the file that {variable} names: {_why(error)}")


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _say(kind: str, message: str) -> None:
    print(f"::{kind} title=sourceright-lint::{message}", flush=True)


if __name__ == "__main__":
    sys.exit(main(os.environ))
