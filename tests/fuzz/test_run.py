"""``make fuzz`` fails where a target found something, and where one died before it could say so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzz import registry, run
from tests.tool import REPOSITORY

PLANTED = '''
"""One target, planted instead of the real ones."""

import os
import signal
import sys
from pathlib import Path

from tests.fuzz import registry, run, seeds


def target(data):
    {body}


run.PLACE = Path(sys.argv.pop(1))
registry.TARGETS["planted"] = target
seeds._SEEDS["planted"] = lambda: [b"one", b"two"]
run.main()
'''

Planted = Callable[[str], int]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    """Runs all targets, by chance; the only one has this body. Returns the exit status."""

    def all_targets(body: str) -> int:
        script = tmp_path / "planted.py"
        script.write_text(PLANTED.format(body=body))
        monkeypatch.setattr(run, "ONE_TARGET", (str(script), str(tmp_path / "fuzz")))
        return run.all_targets(0, ["--plain"])

    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    monkeypatch.setattr(registry, "TARGETS", {"planted": None})
    monkeypatch.setattr(run, "PLACE", tmp_path / "fuzz")
    return all_targets


def test_where_nothing_is_found_the_run_is_well(
    planted: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert planted("pass") == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.split()[:3] == ["planted", "2", "executions"]
    assert line.endswith("findings 0")


@pytest.mark.parametrize("body", ["raise ValueError(data)", "sys.exit(0)", "sys.exit(3)"])
def test_what_is_found_is_named(
    body: str, planted: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert planted(body) == 1
    [found] = [path for path in (tmp_path / "fuzz/planted/findings").iterdir() if not path.suffix]
    assert capsys.readouterr().out.endswith(f"findings 1\n  {found}\n")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        pytest.param("os._exit(0)", "findings 0\n", id="as if all was well"),
        pytest.param("os._exit(7)", "ended with status 7\n", id="with another status"),
        pytest.param("os.kill(os.getpid(), signal.SIGTERM)", "ended with status", id="by a signal"),
    ],
)
def test_a_target_that_dies_at_once_is_named(
    body: str, told: str, planted: Planted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert planted(body) == 1
    said = capsys.readouterr().out
    assert "planted             it died before it counted anything" in said
    assert told in said


def test_a_target_that_dies_later_is_named(
    planted: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counts of an earlier run are there already."""
    assert planted("pass") == 0
    assert planted("os._exit(7)") == 1
    assert capsys.readouterr().out.endswith("findings 0  ended with status 7\n")


@pytest.mark.parametrize("name", ["crash-0a", "timeout-0a", "oom-0a", "findings/0a"])
def test_an_input_that_lies_there_is_named(
    name: str, planted: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``atheris`` leaves the first three; the last is a finding of which nothing else could be written."""
    found = tmp_path / "fuzz" / "planted" / name
    found.parent.mkdir(parents=True)
    found.write_bytes(b"one")
    assert planted("pass") == 1
    assert capsys.readouterr().out.endswith(f"findings 1\n  {found}\n")
