"""Seeded faults in a valid run: each gives the name of the file that it is in, and the files."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from tests.research_scan.a_run import Files, valid_run
from tests.research_scan.support import DELETE, put

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 4, 101, 2.0, 2.5, 1e30, 10**20, "", "3", "-1", "1.0", "1_0", "yes", "off", "0.5",
    "nan",     "three", " 2 ", "2026-01", "2026-13", " 2026-01 ", "0123456789ab", "0123456789AB", "score",
    "query", "review", [], {},
    ["C1"], [None], {"C1": 3}, "word " * 31,
)  # fmt: skip
WORDS = (
    "direct", "Direct", "gap", "reviews", "general", "quick", "keyword", "article", "Article", "openalex", "pubmed",
    "references", "anchor", "rct", "RCT", "foundational", "closely-related", "backfill", "crossref", "no_record", "key",
)  # fmt: skip


class Mutant(NamedTuple):
    """A changed run. ``file`` is where the change is, ``what`` says what it was."""

    file: str
    files: Files
    what: str


def mutants(seed: int, count: int) -> Iterator[Mutant]:
    """``count`` changed runs; the same for the same seed."""
    random = Random(seed)
    names = [name for name in valid_run() if name.endswith(".json")]
    weights = [6 if name in ("queries.json", "screen.json", "ranked.json") else 2 for name in names]
    for number in range(count):
        name = random.choices(names, weights)[0]
        files = valid_run()
        kinds = [random.choice(MUTATIONS) for _ in range(2 if number % 5 == 4 else 1)]
        done = []
        for kind in kinds:
            pointer, new = kind(random, files[name])
            files[name] = put(files[name], pointer, new)
            done.append(f"{kind.__name__} at {pointer}: {new!r}"[:300])
        yield Mutant(name, files, "; ".join(done))


Mutation = Callable[[Random, Any], tuple[Pointer, Any]]


def wrong_value(random: Random, value: Any) -> tuple[Pointer, Any]:
    return random.choice(_pointers(value, object)), copy.deepcopy(random.choice(ODD_VALUES))


def wrong_word(random: Random, value: Any) -> tuple[Pointer, Any]:
    return random.choice(_pointers(value, str)), random.choice(WORDS)


def other_number(random: Random, value: Any) -> tuple[Pointer, Any]:
    pointer = _choice(random, _pointers(value, (int, float)), value)
    return pointer, random.choice((-1, 0, 1, 3, 4, 7, 100.0, 100.5, 101, "2", "4", "-1"))


def missing_key(random: Random, value: Any) -> tuple[Pointer, Any]:
    holder = _choice(random, [p for p in _pointers(value, dict) if _at(value, p)], value)
    return (*holder, random.choice(list(_at(value, holder)))), DELETE


def extra_key(random: Random, value: Any) -> tuple[Pointer, Any]:
    holder = _choice(random, _pointers(value, dict), value)
    known = list(_at(value, holder)) or ["x"]
    name = random.choice(["extra", "from_", "", random.choice(known) + "s", random.choice(known).upper()])
    return (*holder, name), random.choice((None, 1, "x"))


def misspelt_key(random: Random, value: Any) -> tuple[Pointer, Any]:
    holder = _choice(random, [p for p in _pointers(value, dict) if _at(value, p)], value)
    entry = dict(_at(value, holder))
    key = random.choice(list(entry))
    at = random.randrange(len(key))
    return holder, {
        key[:at] + random.choice("xy_") + key[at + 1 :] if k == key else k: v for k, v in entry.items()
    }


def doubled_entry(random: Random, value: Any) -> tuple[Pointer, Any]:
    pointer = _choice(random, [p for p in _pointers(value, list) if _at(value, p)], value)
    entries = _at(value, pointer)
    return pointer, [*entries, copy.deepcopy(random.choice(entries))]


def shorter_list(random: Random, value: Any) -> tuple[Pointer, Any]:
    pointer = _choice(random, [p for p in _pointers(value, list) if _at(value, p)], value)
    return pointer, _at(value, pointer)[: random.choice((0, 1, 2))]


def longer_list(random: Random, value: Any) -> tuple[Pointer, Any]:
    pointer = _choice(random, [p for p in _pointers(value, list) if _at(value, p)], value)
    return pointer, _at(value, pointer) * 3


def swapped_text(random: Random, value: Any) -> tuple[Pointer, Any]:
    """A reference that leads elsewhere: the text of another place, or with another letter, or with space around."""
    texts = _pointers(value, str)
    pointer = random.choice(texts)
    text = _at(value, pointer)
    other = _at(value, random.choice(texts))
    return pointer, random.choice((other, text[:-1] + "0", f" {text}\n", text.upper(), text + " x" * 30))


MUTATIONS: tuple[Mutation, ...] = (
    wrong_value, wrong_value, wrong_word, other_number, missing_key, extra_key, misspelt_key, doubled_entry,
    shorter_list, longer_list, swapped_text, swapped_text,
)  # fmt: skip


def _pointers(value: Any, kind: Any, at: Pointer = ()) -> list[Pointer]:
    found = [at] if isinstance(value, kind) and (at or kind is dict) else []
    steps: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, dict):
        steps = iter(value.items())
    elif isinstance(value, list):
        steps = iter(enumerate(value))
    for step, member in steps:
        found += _pointers(member, kind, (*at, step))
    return found


def _choice(random: Random, pointers: list[Pointer], value: Any) -> Pointer:
    return random.choice(pointers or _pointers(value, object))


def _at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        value = value[step]
    return value
