"""Random series of edits on both sides: nothing is lost, and whoever loses something is caught."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from sourceright_lint.merging.documents import Merged
from sourceright_lint.merging.markers import take_side
from tests.merging import oracle
from tests.merging.stress import play
from tests.merging.support import NEGATIVE_ZERO, loaded, merged, raw, written


def test_nothing_is_lost() -> None:
    counts = play(200)
    assert counts["merges"] == 600
    assert 30 < counts["merges with conflicts"] < 300


def _ours_wins(base: bytes, ours: bytes, theirs: bytes, **options: Any) -> Merged:
    return merged(base, ours, base, **options)


def _conflicts_are_hushed_up(base: bytes, ours: bytes, theirs: bytes, **options: Any) -> Merged:
    result = merged(base, ours, theirs, **options)
    return Merged(take_side(result.data.decode(), "ours").encode(), ())


def _last_decision_is_lost(base: bytes, ours: bytes, theirs: bytes, **options: Any) -> Merged:
    result = merged(base, ours, theirs, **options)
    if options["role"] != "sidecar" or result.conflicts:
        return result
    sidecar = loaded(result.data, "sidecar")
    logs = [record.get("review_decisions", []) for record in sidecar["references"].values()]
    if not any(len(log) > 1 for log in logs):
        return result
    for log in logs:
        del log[1:]
    data = written(_plain(sidecar), "sidecar")
    return result._replace(data=oracle.canonical(data, "sidecar", options["settings"]))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if value == NEGATIVE_ZERO:
        return raw("-0")
    return raw(str(value)) if isinstance(value, Decimal) else value


FAULTS = (_ours_wins, _conflicts_are_hushed_up, _last_decision_is_lost)


@pytest.mark.parametrize("faulty", FAULTS, ids=lambda fault: fault.__name__.strip("_"))
def test_a_merge_that_loses_something_is_caught(
    monkeypatch: pytest.MonkeyPatch, faulty: Callable[..., Merged]
) -> None:
    monkeypatch.setattr(oracle, "merged", faulty)
    with pytest.raises(AssertionError, match="round with seed") as caught:
        play(60)
    assert caught.value.__cause__ is not None
    where = [frame.name for frame in traceback.extract_tb(caught.value.__cause__.__traceback__)]
    assert "judge" in where
