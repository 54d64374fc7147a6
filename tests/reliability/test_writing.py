"""Each command that writes, with something going wrong at each call that writes."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.reliability import disk
from tests.reliability.disk import Hit
from tests.reliability.running import Outcome, run, warm
from tests.reliability.scenes import SCENES, Scene, copied, left_over, looked_at

EVERYTHING = os.environ.get("SOURCERIGHT_LINT_FAULTS") == "all"
"""All faults at all steps; else each step meets one, an error or a death, in turn."""


def _is_ours(folder: str) -> bool:
    return os.path.basename(folder) in ("sourceright-lint", ".sourceright-lint-state")


ERRORS: dict[str, Hit] = {
    "short write": disk.write_half,
    "disk full": disk.fail_with(errno.ENOSPC),
    "stays full": disk.full_from_now_on,
    "disk error": disk.fail_with(errno.EIO),
    "not allowed": disk.fail_with(errno.EACCES),
    "interrupted": disk.fail_with(errno.EINTR),
    "terminated": disk.signalled(signal.SIGTERM),
    "Ctrl-C": disk.signalled(signal.SIGINT),
}
DEATHS: dict[str, Hit] = {
    "killed": disk.killed,
    "power cut, content lost": disk.power_cut(lambda folder: False, True),
    "power cut, names lost": disk.power_cut(lambda folder: True, False),
    "power cut, all lost": disk.power_cut(lambda folder: True, True),
    "power cut, names of ours lost": disk.power_cut(_is_ours, True),
    "power cut, names of others lost": disk.power_cut(lambda folder: not _is_ours(folder), True),
}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


class Stage(NamedTuple):
    """A scene, its files before and after an undisturbed run, and the steps of that run.

    ``spoiled``: the files after a run that tells what was spoiled, by itself.
    """

    scene: Scene
    template: Path
    old: dict[str, bytes]
    new: dict[str, bytes]
    outcome: Outcome
    spoiled: dict[str, bytes]


@pytest.fixture(scope="module", params=SCENES, ids=lambda scene: scene.name)
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    scene: Scene = request.param
    folder = tmp_path_factory.mktemp("stage")
    template = folder / "template"
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT", "XDG_"))]:
            patch.delenv(name)
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
        patch.setenv("HOME", str(folder))
        scene.build(template)
        warm(copied(template, folder / "warm"), scene.command)
        root = copied(template, folder / "clean")
        old = looked_at(root)
        outcome = run(root, scene.command, None, disk.killed)
        new = looked_at(root)
        spoiled = _spoiled(scene, copied(template, folder / "spoiled"))
    assert "internal fault" not in outcome.said, outcome.said
    assert "Traceback" not in outcome.said, outcome.said
    assert new != old, outcome.said
    assert [path for path in scene.made if new.get(path) in (None, old.get(path))] == []
    assert not left_over(root)
    return Stage(scene, template, old, new, outcome, spoiled)


def _spoiled(scene: Scene, root: Path) -> dict[str, bytes]:
    """The files, without a cache, after what is spoiled was told."""
    if scene.spoil is None:
        return {}
    shutil.rmtree(root / "cache")
    scene.spoil(root)
    run(root, scene.command, None, disk.killed)
    return _without_ours(looked_at(root))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("HOME", str(tmp_path))


def _chosen(stage: Stage, hits: dict[str, Hit], odd: int) -> Iterator[tuple[int, str, Hit]]:
    names = list(hits)
    for at in range(len(stage.outcome.steps)):
        for turn, name in enumerate(names):
            if EVERYTHING or (at % 2 == odd and (at // 2 + turn) % len(names) == 0):
                yield at, name, hits[name]


def test_what_fails_leaves_all_old_or_all_new(stage: Stage, tmp_path: Path) -> None:
    problems: list[str] = []
    for at, name, hit in _chosen(stage, ERRORS, 0):
        root = copied(stage.template, tmp_path / f"{at} {name}")
        outcome = run(root, stage.scene.command, at, hit)
        for problem in (*_of_failure(stage, root, name, outcome), *_of_next_run(stage, root)):
            problems.append(f"{name} at {at} ({stage.outcome.steps[at]}): {problem}\n{outcome.said[-300:]}")
        _remove(root)
    assert not problems, "\n".join(problems)


def test_what_is_cut_off_is_finished_or_undone_by_the_next_run(stage: Stage, tmp_path: Path) -> None:
    problems: list[str] = []
    for at, name, hit in _chosen(stage, DEATHS, 1):
        root = copied(stage.template, tmp_path / f"{at} {name}")
        outcome = run(root, stage.scene.command, at, hit)
        assert outcome.status == -signal.SIGKILL, f"{name} at {at}: {outcome}"
        for problem in (*_not_whole(stage, looked_at(root)), *_of_next_run(stage, root)):
            problems.append(f"{name} at {at} ({stage.outcome.steps[at]}): {problem}")
        _remove(root)
    assert not problems, "\n".join(problems)


def _remove(root: Path) -> None:
    """The copy, and what its disk kept beside it."""
    shutil.rmtree(root)
    for kept in root.parent.glob(f"{root.name}.kept-*"):
        shutil.rmtree(kept) if kept.is_dir() else kept.unlink()


_STATUS = {"terminated": (128 + signal.SIGTERM, -signal.SIGTERM), "Ctrl-C": (130,)}
"""Before there is anything to clean up, a signal may end the process as it does by itself."""

_REASONS = (
    *(os.strerror(number) for number in (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EINTR)),
    "could not be started",
)


def _of_failure(stage: Stage, root: Path, name: str, outcome: Outcome) -> Iterator[str]:
    yield from _crashes(outcome)
    found = looked_at(root)
    if name == "stays full" or stage.scene.apart:
        yield from _not_whole(stage, found)
    elif _without_ours(found) not in (_without_ours(stage.old), _without_ours(stage.new)):
        yield f"between old and new: {_differing(found, stage.old)}"
    if _without_ours(found) == _without_ours(stage.new):
        return
    if name != "stays full" and left_over(root):
        yield f"left: {left_over(root)}"
    if name in _STATUS:
        if outcome.status not in _STATUS[name]:
            yield f"status {outcome.status}"
    elif outcome.status != stage.scene.failed or not any(reason in outcome.said for reason in _REASONS):
        yield f"status {outcome.status}, or no reason is given"


def _of_next_run(stage: Stage, root: Path) -> Iterator[str]:
    """The command, run again, does all of it, and nothing lies about."""
    stage.scene.between(root)
    again = run(root, stage.scene.again or stage.scene.command, None, disk.killed)
    yield from _crashes(again)
    found = looked_at(root)
    if found != stage.new:
        yield f"not mended by the next run: {_differing(found, stage.new)}; it said {again.said[-300:]!r}"
    if left_over(root):
        yield f"the next run left {left_over(root)}"
    if stage.scene.spoil is not None:
        stage.scene.spoil(root)
        run(root, stage.scene.command, None, disk.killed)
        if _without_ours(looked_at(root)) != stage.spoiled:
            yield "a third run does not tell what was spoiled since"


def _crashes(outcome: Outcome) -> Iterator[str]:
    if "internal fault" in outcome.said or "Traceback" in outcome.said:
        yield f"crashed: {outcome.said[-2000:]}"


def _not_whole(stage: Stage, found: dict[str, bytes]) -> Iterator[str]:
    for path, data in _without_ours(found).items():
        if data not in (stage.old.get(path), stage.new.get(path)):
            yield f"{path} is neither old nor new: {data[:60]!r}"
    for path in stage.old:
        if path not in found and path in stage.new:
            yield f"{path} is gone"


def _differing(found: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    return sorted(path for path in {*found, *wanted} if found.get(path) != wanted.get(path))


def _without_ours(found: dict[str, bytes]) -> dict[str, bytes]:
    """Without copies, locks and journals, which are looked at by themselves, and what may be lost."""
    return {
        path: data
        for path, data in found.items()
        if not path.endswith(".tmp") and not path.startswith((".sourceright-lint-state/", "cache/"))
    }
