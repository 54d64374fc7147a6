"""The hooks: there, able to run, made once and not twice."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sourceright_lint.escape import show_path
from sourceright_lint.git.doctor.facts import INSTALL, Diagnosis, Facts, is_program, on_path
from sourceright_lint.git.install.hooks_plan import (
    CALLS,
    LEGACY,
    SNIPPET,
    Found,
    find,
    framework_has_us,
    plan_hooks,
)
from sourceright_lint.git.install.scripts import FRAMEWORKS, KEPT, NAMES, python_of, render

_OURS = ("ours", "ours, edited")


def check_hooks(facts: Facts) -> Iterator[Diagnosis]:
    """Every hook that sourceright-lint would have."""
    if not facts.folder.is_ours_to_change:
        yield from _elsewhere(facts)
        return
    if facts.folder.setting:
        yield Diagnosis(
            "note",
            f"core.hooksPath ({facts.folder.scope}) is {show_path(facts.folder.setting)}: hooks are taken from there",
        )
    found = [find(facts.folder, name) for name in NAMES]
    some = any(hook.owner in _OURS for hook in found)
    for hook in found:
        yield from _check(facts, hook, some)


def _elsewhere(facts: Facts) -> Iterator[Diagnosis]:
    plan = plan_hooks(facts.repository, facts.folder, facts.python, True)
    yield from (Diagnosis("ok", note) for note in plan.notes)
    yield from (Diagnosis("problem", left.message, left.help) for left in plan.left)


def _check(facts: Facts, hook: Found, some: bool) -> Iterator[Diagnosis]:
    """One hook. ``some``: whether any hook is ours, so that another one is missed."""
    kept = find(facts.folder, hook.name + KEPT, hook.name)
    if (
        kept.script is not None
        and hook.owner not in _OURS
        and find(facts.folder, hook.name + LEGACY).owner not in _OURS
    ):
        yield Diagnosis(
            "problem",
            f"hook {hook.name}: {kept.name} was there before sourceright-lint, whose own hook is gone: neither runs",
            f"put it back: mv {kept.name} {hook.name} in {show_path(facts.folder.place)}, then: {INSTALL}",
        )
    if hook.owner in FRAMEWORKS:
        yield from _framework(facts, hook, str(hook.owner))
    elif hook.owner in _OURS:
        yield from _ours(facts, hook)
    elif hook.owner == "caller":
        yield Diagnosis("ok", f"hook {hook.name}: someone's script, which runs sourceright-lint")
    elif hook.script is not None or hook.odd:
        what = hook.odd or "someone's script"
        help = INSTALL if hook.owner == "someone" else f"add to it: {CALLS[hook.name]}"
        yield Diagnosis("problem", f"hook {hook.name}: {what}, which does not run sourceright-lint", help)
    else:
        yield from _missing(facts, hook, some)


def _missing(facts: Facts, hook: Found, some: bool) -> Iterator[Diagnosis]:
    if hook.name == "pre-commit" and framework_has_us(facts.repository):
        yield Diagnosis(
            "problem",
            "hook pre-commit: the configuration of pre-commit names sourceright-lint, but its hook is not set up here",
            "pre-commit install (or prek install)",
        )
        return
    yield Diagnosis(
        "problem" if some or hook.name == "pre-commit" else "note", f"hook {hook.name}: missing", INSTALL
    )


def _framework(facts: Facts, hook: Found, framework: str) -> Iterator[Diagnosis]:
    legacy = find(facts.folder, hook.name + LEGACY, hook.name)
    has_us = framework_has_us(facts.repository)
    if has_us and legacy.owner in _OURS:
        yield Diagnosis(
            "problem",
            f"hook {hook.name}: {framework} runs sourceright-lint, and runs our own hook ({legacy.name}) too: twice",
            INSTALL,
        )
    elif has_us or legacy.owner in _OURS:
        yield Diagnosis("ok", f"hook {hook.name}: {framework} runs sourceright-lint")
    else:
        yield Diagnosis(
            "problem" if hook.name == "pre-commit" else "note",
            f"hook {hook.name}: {framework} runs, but its configuration does not name sourceright-lint",
            f"add to .pre-commit-config.yaml:\n{SNIPPET}",
        )


def _ours(facts: Facts, hook: Found) -> Iterator[Diagnosis]:
    assert hook.script is not None
    if hook.owner == "ours, edited":
        place = show_path(os.path.join(facts.folder.place, hook.name))
        yield Diagnosis(
            "problem", f"hook {hook.name}: ours, and edited since", f"rm {place}, then: {INSTALL}"
        )
        return
    if not hook.is_executable:
        yield Diagnosis("problem", f"hook {hook.name}: not executable, so Git does not run it", INSTALL)
        return
    python = python_of(hook.script)
    tool = python if is_program(python) else on_path()
    if tool is None:
        gone = f"{show_path(python)} is gone, and " if python else ""
        yield Diagnosis(
            "problem",
            f"hook {hook.name}: {gone}there is no sourceright-lint on PATH: every commit is refused",
            INSTALL,
        )
    elif python and tool != python:
        yield Diagnosis(
            "problem", f"hook {hook.name}: {show_path(python)} is gone; {tool} runs instead", INSTALL
        )
    elif not any(hook.script == render(hook.name, python, fix) for fix in (True, False)):
        yield Diagnosis("note", f"hook {hook.name}: made by another version", INSTALL)
    else:
        yield Diagnosis("ok", f"hook {hook.name}: runs by {show_path(tool)}")
