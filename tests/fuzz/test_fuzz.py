"""What fuzzing found is replayed, and each target is tried a little more, the same way on every machine."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.fuzz.mutate import mutated
from tests.fuzz.parts import join, split
from tests.fuzz.registry import TARGETS
from tests.fuzz.seeds import corpus, seeds

TRIES = int(os.environ.get("SOURCERIGHT_LINT_FUZZ", "60"))
"""Mutations of each target."""

by_target = pytest.mark.parametrize("name", TARGETS)


@by_target
def test_the_corpus(name: str) -> None:
    for data in corpus(name):
        TARGETS[name](data)


@by_target
def test_seeds_and_mutations(name: str) -> None:
    rng = Random(8)
    start = seeds(name)
    assert start
    for data in rng.sample(start, min(len(start), TRIES // 3)):
        TARGETS[name](data)
    known = [*start, *corpus(name)]
    for _ in range(TRIES):
        TARGETS[name](mutated(rng.choice(known), rng, known, limit=6_000))


def test_parts_of_an_input() -> None:
    texts = {"a b": b"x\n", "caf\u00e9\udcff": b"-- - y\n", "c": b""}
    assert split(join(texts)) == texts
    assert split(b"x\n--- a\ny") == {"": b"x\n", "a": b"y"}
    assert split(b"") == {}
