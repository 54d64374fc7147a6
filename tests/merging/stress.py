"""Many rounds of random merges: ``python -m tests.merging.stress 10000``."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from tests.merging.edits import base_files, edited, laid_out
from tests.merging.oracle import judge
from tests.merging.support import DEFAULTS, PRESERVE

ROLES = ("csl", "sidecar", "queue")


def play_round(seed: int) -> Counter[str]:
    """One base, two series of edits, the three files merged; what came out, counted. Asserts that nothing is lost."""
    random = Random(seed)
    settings = PRESERVE if random.random() < 0.5 else DEFAULTS
    base = base_files(random)
    ours, theirs = (edited(random, base, random.randint(0, 12)) for _ in range(2))
    outcome: Counter[str] = Counter()
    for role in ROLES:
        sides = [laid_out(random, files.value(role), role) for files in (base, ours, theirs)]
        if random.random() < 0.05:
            sides[0] = b"[]" if role == "csl" else sides[0]
        result = judge(sides[0], sides[1], sides[2], role, settings)
        outcome["merges"] += 1
        outcome["merges with conflicts"] += bool(result.conflicts)
        outcome["conflicts"] += len(result.conflicts)
        outcome["orders that contradict"] += result.reordered
    return outcome


def play(rounds: int, first_seed: int = 0) -> Counter[str]:
    """All rounds; the seed of one that fails is told."""
    total: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + rounds):
        try:
            total += play_round(seed)
        except Exception as error:
            raise AssertionError(f"round with seed {seed}: {type(error).__name__}: {error}") from error
    return total


if __name__ == "__main__":
    counts = play(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
