"""What the merge driver makes of two sides without a conflict is never a fault of the merge."""

from __future__ import annotations

from random import Random

import pytest

from sourceright_lint.merging.markers import take_side
from tests.merging.edits import base_files, edited
from tests.merging.support import PATHS, merged, written
from tests.sourceright.history.support import DECISION, Files, found

ROLES = ("csl", "sidecar")
ROUNDS = 150


def files_of(values: object) -> dict[str, bytes]:
    return {PATHS[role]: written(values.value(role), role) for role in ROLES}  # type: ignore[attr-defined]


def round_of(seed: int) -> tuple[Files, Files, Files, Files, bool]:
    """Base, ours, theirs, the merge with our side in its conflicts, and whether there were any."""
    random = Random(seed)
    values = base_files(random)
    base, ours, theirs = (
        files_of(v) for v in (values, *(edited(random, values, random.randint(1, 8)) for _ in "ab"))
    )
    result, conflicts = {}, False
    for role in ROLES:
        path = PATHS[role]
        made = merged(base[path], ours[path], theirs[path], role=role)
        conflicts = conflicts or bool(made.conflicts)
        result[path] = take_side(made.data.decode(), "ours").encode() if made.conflicts else made.data
    return base, ours, theirs, result, conflicts


def test_merges_without_a_conflict() -> None:
    clean = 0
    for seed in range(ROUNDS):
        base, ours, theirs, result, conflicts = round_of(seed)
        if not conflicts:
            clean += 1
            assert found([ours, theirs], result, bases=[base], judged=(0, 1)) == [], seed
            assert found([theirs, ours], result, bases=[base], judged=(0, 1)) == [], seed
    assert clean > ROUNDS / 4


def test_a_side_that_is_dropped_is_noticed() -> None:
    """As ``git merge --strategy=ours`` drops it; at least where decisions were added on that side."""
    noticed = 0
    for seed in range(ROUNDS):
        base, ours, theirs, _, _ = round_of(seed)
        if DECISION in {code for code, _ in found([ours, theirs], ours, bases=[base], judged=(0, 1))}:
            noticed += 1
        assert DECISION not in {
            code for code, _ in found([base, theirs], theirs, bases=[base], judged=(0, 1))
        }
    assert noticed > 10


@pytest.mark.parametrize("seed", range(5))
def test_both_parents_are_looked_at_in_the_same_way(seed: int) -> None:
    base, ours, theirs, result, _ = round_of(seed)
    one, other = (
        set(found(list(p), result, bases=[base], judged=(0, 1))) for p in ((ours, theirs), (theirs, ours))
    )
    assert one == other
