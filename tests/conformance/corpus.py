"""Libraries that are clean: all types and variables, all shapes of names and dates, and items made at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright.csl_data import (
    DATES,
    NAME_FLAGS,
    NAME_TEXTS,
    NAMES,
    NUMBERS,
    TEXTS,
    TYPES,
    VARIABLES,
)
from tests.properties.support import PATHS, check

RANDOM_LIBRARIES = 40
ITEMS = 40

PLAIN: dict[str, Any] = {
    "text": "Reed beds",
    "number": "12",
    "names": [{"family": "Moe", "given": "Liv"}],
    "date": {"date-parts": [[2019, 4, 30]]},
    "texts": ["reeds"],
    "object": {"reeds": 1},
}
FITTING = {
    "URL": "https://reeds.example/a",
    "ISSN": "1234-5679",
    "ISBN": "9781234567897",
    "PMID": "12345",
    "PMCID": "PMC12345",
    "DOI": "10.5555/reeds",
}
WORDS = [
    "Reed beds",
    "A <i>Phragmites</i> bed",
    "Zwölf Schilfgürtel",
    "芦苇床",
    "قصب",
    "x",
    "Reeds: a study?",
    '"Quoted" reeds',
    "'Reeds'",
    "H<sub>2</sub>O & reeds",
    "12",
    "xii",
    "12-15",
    "12–15",
    "1a",
    "A{brace} \\x $y$ #z %",
    "😀 reeds",
    "e\u0301",
    "no. 5",
    "-5",
    "3rd ed.",
]
NUMBER_TEXTS = [
    "1",
    "12",
    "xii",
    "12-15",
    "12–15, 18",
    "1a",
    "S3",
    "",
    "second",
    "0",
    "-1",
    "2 & 3",
    "1.5",
    "007",
]
BARE = [0, 5, 1234, -3, 2.0]
YEARS: list[Any] = [2019, "2019", 1, 99, 999, -44, "1066", 9999]
DATE_SHAPES: list[dict[str, Any]] = [
    {"date-parts": [[2019]]},
    {"date-parts": [[2019, 4]]},
    {"date-parts": [[2019, 4, 30]]},
    {"date-parts": [["2019", "04", "30"]]},
    {"date-parts": [["2019", 4]]},
    {"date-parts": [[2018], [2019]]},
    {"date-parts": [[2018, 11, 30], [2019, 1, 2]]},
    {"date-parts": [[2019, 4, 1], [2019, 4, 30]]},
    {"date-parts": [[-44, 3, 15]]},
    {"date-parts": [[2019]], "season": 2},
    {"date-parts": [[2019]], "season": "2"},
    {"date-parts": [[2019]], "circa": True},
    {"date-parts": [[2019]], "circa": "about"},
    {"date-parts": [[2019]], "circa": 1},
    {"date-parts": [[2019]], "circa": False},
    {"literal": "no date given"},
    {"raw": "2019-04-30"},
    {"raw": "30 April 2019"},
    {"date-parts": [[2019]], "literal": "spring of 2019"},
    {"date-parts": [[1, 1, 1]]},
    {"date-parts": [[2020, 2, 29]]},
]


class Library(NamedTuple):
    """Items with a name that says what they are for, and whether some have numbers where a string would do as well."""

    name: str
    items: list[dict[str, Any]]
    has_numbers: bool = False

    @property
    def text(self) -> str:
        return json.dumps(self.items)


SAMPLED = 14
"""Of so many libraries of variables, a sample has one."""


def libraries(sample: bool = False) -> Iterator[Library]:
    """Every library, or a sample of them; each must be clean."""
    yield from islice(_variables(), 0, None, SAMPLED if sample else 1)
    yield Library(
        "date shapes",
        [_item(n, "book", **{name: shape}) for n, (name, shape) in enumerate(product(DATES, DATE_SHAPES))],
    )
    yield Library(
        "name shapes",
        [_item(n, "chapter", author=[name], editor=[name, name]) for n, name in enumerate(_names())],
    )
    yield Library("no members but the least", [_item(n, kind) for n, kind in enumerate(sorted(TYPES))])
    for seed in range(1 if sample else RANDOM_LIBRARIES):
        has_numbers = seed % 4 == 0
        yield Library(f"at random {seed}", list(_random_items(Random(seed), has_numbers)), has_numbers)


def faults_in(library: Library) -> list[str]:
    """Codes of the errors and warnings in a library."""
    found = check({PATHS["csl"]: library.text.encode()}, format={"enabled": False}).findings
    return [finding.code for finding in found if finding.severity != "info"]


def _variables() -> Iterator[Library]:
    """Each variable in an item of each type; numbers once as a string and once as a number."""
    for name, kind in VARIABLES.items():
        values = [FITTING.get(name, PLAIN[kind])] + ([7] if kind == "number" else [])
        for value in values:
            items = [_item(n, type, **{name: value}) for n, type in enumerate(sorted(TYPES))]
            for item in items if name == "DOI" else ():
                item["DOI"] = f"10.5555/{item['id']}"
            yield Library(f"{name}: {json.dumps(value)}", items, value == 7)


def _item(number: int, type: str, /, **members: Any) -> dict[str, Any]:
    return {"id": f"item-{number}", "type": type, "title": f"Title {number}", **members}


def _names() -> Iterator[dict[str, Any]]:
    parts = {
        "family": "Moe",
        "given": "Liv A.",
        "dropping-particle": "van",
        "non-dropping-particle": "de",
        "suffix": "Jr.",
        "literal": "The Reed Group",
    }
    for size in range(1, 2 ** len(NAME_TEXTS)):
        chosen = [key for bit, key in enumerate(NAME_TEXTS) if size >> bit & 1]
        if {"family", "given", "literal"} & set(chosen):
            yield {key: parts[key] for key in chosen}
    for flag, value in product(NAME_FLAGS, (True, False, "true", 1)):
        yield {"family": "Moe", "given": "Liv", "suffix": "Jr.", flag: value}


def _random_items(random: Random, has_numbers: bool) -> Iterator[dict[str, Any]]:
    """Items of a wide kind, those that are not clean left out."""
    for number in range(ITEMS):
        for _ in range(20):
            item = _random_item(random, number, has_numbers)
            if not faults_in(Library("", [item])):
                yield item
                break


def _random_item(random: Random, number: int, has_numbers: bool) -> dict[str, Any]:
    item = _item(number, random.choice(sorted(TYPES)), title=random.choice(WORDS))
    pools: dict[str, Any] = {
        "text": lambda: random.choice(WORDS),
        "number": lambda: random.choice([*NUMBER_TEXTS, *(BARE if has_numbers else ())]),
        "names": lambda: [_random_name(random) for _ in range(random.randint(0, 4))],
        "date": lambda: random.choice(DATE_SHAPES),
        "texts": lambda: random.sample(WORDS, 2),
        "object": lambda: {random.choice(WORDS): random.choice([None, 1, [], {}])},
    }
    for name in random.sample(
        [*TEXTS, *NUMBERS, *NAMES, *DATES, "categories", "custom"], random.randint(1, 9)
    ):
        item[name] = FITTING.get(name) or pools[VARIABLES[name]]()
    if "DOI" in item:
        item["DOI"] = f"10.5555/{random.randint(1, 10**9)}"
    if random.random() < 0.5:
        item["issued"] = {"date-parts": [[random.choice(YEARS)]]}
    return item


def _random_name(random: Random) -> dict[str, Any]:
    name = {key: random.choice(WORDS) for key in random.sample(NAME_TEXTS, random.randint(1, 3))}
    if random.random() < 0.2:
        name[random.choice(NAME_FLAGS)] = random.choice([True, False, "false", 0])
    return name
