"""Set up hooks beside whatever runs hooks already, and take them down again."""

from __future__ import annotations

import os
import re
import stat
from typing import NamedTuple

from sourceright_lint import __version__
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.install.hooks_folder import HooksFolder
from sourceright_lint.git.install.plan import FileChange, Left, Plan, Step
from sourceright_lint.git.install.scripts import FRAMEWORKS, KEPT, NAMES, Owner, owner, render
from sourceright_lint.git.plumbing import Repository

LEGACY = ".legacy"
"""Added by pre-commit and prek to the name of a hook that was there before theirs, which runs it first."""

CALLS = {
    "pre-commit": "sourceright-lint check --staged --fix --hook",
    "pre-push": 'sourceright-lint pre-push "$@"',
    "pre-merge-commit": "sourceright-lint check --staged --hook",
}
"""The line that does in someone's own script what our script does."""

SNIPPET = f"""\
- repo: https://github.com/sourceright-lint/sourceright-lint
  rev: v{__version__}
  hooks:
    - id: sourceright-lint-fix"""

_EXECUTABLE = 0o755
_CONFIGURATIONS = (".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml")
_KEY = re.compile(rb"\b(?:repo|id|entry)\b\"? *[:=]")
_OURS = re.compile(rb"\bsourceright[-_]lint\b")


class Found(NamedTuple):
    """What lies in a hook's place. ``script`` is None for nothing and for what is no regular file (``odd``)."""

    name: str
    script: bytes | None
    mode: int
    odd: str
    owner: Owner | None

    @property
    def is_executable(self) -> bool:
        """Whether Git would run it."""
        return bool(self.mode & stat.S_IXUSR)


def find(folder: HooksFolder, name: str, hook: str = "") -> Found:
    """What lies in the place of a hook, or of ``name`` beside it."""
    place = os.path.join(folder.place, name)
    try:
        mode = os.lstat(place).st_mode
    except OSError:
        return Found(name, None, 0, "", None)
    if not stat.S_ISREG(mode):
        odd = f"a link to {show_path(os.readlink(place))}" if stat.S_ISLNK(mode) else "no regular file"
        return Found(name, None, stat.S_IMODE(mode), odd, None)
    script = read_regular(place)
    assert script is not None
    return Found(name, script, stat.S_IMODE(mode), "", owner(script, hook or name))


def framework_has_us(repository: Repository) -> bool:
    """Whether the configuration of pre-commit or prek names sourceright-lint."""
    texts = (read_regular(os.path.join(repository.root, name)) for name in _CONFIGURATIONS)
    return any(_is_ours(line) for text in texts if text for line in text.splitlines())


def _is_ours(line: bytes) -> bool:
    said = line.partition(b"#")[0]
    key = _KEY.search(said)
    return key is not None and _OURS.search(said, key.end()) is not None


def plan_hooks(repository: Repository, folder: HooksFolder, python: str, fix: bool) -> Plan:
    """Set up every hook that can be."""
    if not folder.is_ours_to_change:
        return _elsewhere(repository, folder)
    # A folder in the work tree may be committed, and this machine's Python is of no use to others.
    known_python = python if folder.belongs == "git" else ""
    plan = Plan()
    for name in NAMES:
        plan.take(_Hook(repository, folder, name).set_up(render(name, known_python, fix)))
    return plan


def plan_removal(repository: Repository, folder: HooksFolder) -> Plan:
    """Take down every hook of ours, and put back what was there before."""
    plan = Plan()
    if folder.is_ours_to_change:
        for name in NAMES:
            plan.take(_Hook(repository, folder, name).take_down())
    return plan


class _Hook:
    """One hook: its place, and the places beside it where an earlier script may have been put."""

    def __init__(self, repository: Repository, folder: HooksFolder, name: str) -> None:
        self.repository = repository
        self.folder = folder
        self.name = name
        self.here = find(folder, name)
        self.kept = find(folder, name + KEPT, name)
        self.legacy = find(folder, name + LEGACY, name)

    def set_up(self, script: bytes) -> Plan:
        """Put our script in the hook's place, unless something else runs the check there already."""
        here = self.here
        if here.odd:
            return self._left(
                f"is {here.odd}", "put a script in its place that runs what it leads to, or add"
            )
        if here.owner in FRAMEWORKS:
            return self._beside_framework(str(here.owner), script)
        if here.owner == "caller":
            return Plan(notes=[f"{self._shown(here)} runs sourceright-lint already: left as it is"])
        if here.owner == "by its name":
            return self._left("asks for its own name, so it cannot be given another", "add")
        if here.owner == "ours, edited":
            return self._edited(here)
        if here.owner == "someone":
            return self._after_earlier(script)
        return self._put(here, script, f"hook {self._shown(here)}")

    def take_down(self) -> Plan:
        """Remove our script and put back what it replaced."""
        plan = Plan()
        holders = [found for found in (self.here, self.legacy) if found.owner in ("ours", "ours, edited")]
        if not holders and self.kept.script is not None:
            return Plan(left=[self._orphan()])
        for found in holders:
            if found.owner == "ours, edited":
                plan.take(self._edited(found))
            elif self.kept.script is not None:
                plan.changes.append(self._change(found, self.kept.script, self.kept.mode))
                plan.changes.append(self._change(self.kept, None))
                plan.steps.append(
                    Step(
                        f"hook {self._shown(found)}",
                        "the earlier one is back",
                        "the earlier one would be back",
                    )
                )
            else:
                plan.changes.append(self._change(found, None))
                plan.steps.append(Step(f"hook {self._shown(found)}", "removed"))
        return plan

    def _put(self, found: Found, script: bytes, what: str) -> Plan:
        if found.script == script and found.is_executable:
            return Plan()
        if found.script == script:
            return Plan([self._change(found, script, _EXECUTABLE)], [Step(what, "made executable")])
        verb = "made" if found.script is None else "renewed"
        return Plan([self._change(found, script, _EXECUTABLE)], [Step(what, verb)])

    def _after_earlier(self, script: bytes) -> Plan:
        if self.kept.script is not None or self.kept.odd:
            return Plan(left=[self._orphan()])
        assert self.here.script is not None
        plan = Plan(
            [
                self._change(self.kept, self.here.script, self.here.mode),
                self._change(self.here, script, _EXECUTABLE),
            ],
            [
                Step(
                    f"hook {self._shown(self.here)}",
                    f"made; the earlier one is kept as {self.kept.name} and runs first",
                    f"would be made; the earlier one would be kept as {self.kept.name} and run first",
                )
            ],
        )
        if not self.here.is_executable:
            plan.notes.append(
                f"{self._shown(self.kept)} is not executable, so Git did not run it before, and it is not run now"
            )
        return plan

    def _beside_framework(self, framework: str, script: bytes) -> Plan:
        """The framework runs the checks of its configuration, and a hook that was there before it came."""
        if framework_has_us(self.repository):
            plan = Plan(
                notes=[f"{framework} runs the {self.name} hook, and sourceright-lint in it: left as it is"]
            )
            if self.legacy.owner == "ours":
                # Ours was there before the framework's hook, which runs it too: the check would be made twice.
                plan.take(self.take_down())
            return plan
        if self.legacy.owner == "ours":
            return self._put(self.legacy, script, f"hook {self._shown(self.legacy)}, which {framework} runs")
        help = f"add to .pre-commit-config.yaml:\n{SNIPPET}"
        return Plan(
            left=[Left(f"{framework} runs the {self.name} hook, and not sourceright-lint in it", help)]
        )

    def _left(self, why: str, advice: str) -> Plan:
        message = f"hook {self._shown(self.here)} {why}: left as it is"
        return Plan(left=[Left(message, f"{advice} to it: {CALLS[self.name]}")])

    def _edited(self, found: Found) -> Plan:
        message = f"hook {self._shown(found)} is ours and was edited since: left as it is"
        help = f"put the edits into a hook of their own (as {self.name}{KEPT} it runs first) and delete this file"
        return Plan(left=[Left(message, help)])

    def _orphan(self) -> Left:
        return Left(
            f"{self._shown(self.kept)} is the hook from before sourceright-lint, and ours is not there any more",
            f"keep one: delete it, or put it in the place of {self.name}",
        )

    def _change(self, found: Found, new: bytes | None, mode: int | None = None) -> FileChange:
        path = self.folder.relative(self.repository, found.name)
        return FileChange(path, found.script, new, mode, self.folder.belongs == "git")

    def _shown(self, found: Found) -> str:
        place = os.path.join(self.folder.place, found.name)
        root = os.path.realpath(self.repository.root)
        return show_path(os.path.relpath(place, root) if place.startswith(root + os.sep) else place)


def _elsewhere(repository: Repository, folder: HooksFolder) -> Plan:
    if folder.belongs == "husky":
        where, place = "husky runs this repository's hooks", os.path.join(folder.place, os.pardir)
        if calls_us(os.path.join(place, NAMES[0])):
            return Plan(notes=["husky runs sourceright-lint in .husky/pre-commit already: left as it is"])
        advice = [f"in .husky/{name}: {CALLS[name]}" for name in NAMES[:2]]
    else:
        where = f"core.hooksPath ({folder.scope}) is {show_path(folder.setting)}, outside of this repository"
        if calls_us(os.path.join(folder.place, NAMES[0])):
            return Plan(notes=[f"{where}; its pre-commit hook runs sourceright-lint already"])
        advice = [f"in its {name}: {CALLS[name]}" for name in NAMES]
    help = "add these lines to the scripts there:\n" + "\n".join(advice)
    return Plan(left=[Left(f"{where}: no hook was set up", help)])


def calls_us(place: str) -> bool:
    """Whether a script that someone keeps runs sourceright-lint."""
    script = read_regular(place)
    return script is not None and owner(script) in ("caller", "ours", "ours, edited")
