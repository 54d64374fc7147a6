"""Where a bundle stands, in numbers that any report can show: what a contract counts, and nothing of how it looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

FigureKind = Literal["parts", "ranking", "distribution"]


class Figure(NamedTuple):
    """Counts by name. ``parts`` make up a whole, a ``ranking`` is ordered by size, a ``distribution`` by its scale.

    ``note`` says what the numbers leave out; empty where nothing.
    """

    title: str
    kind: FigureKind
    rows: tuple[tuple[str, int], ...]
    note: str = ""


class Table(NamedTuple):
    """Rows of text under column titles. ``total`` is how many rows there would be, ``note`` which ones are shown."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int
    note: str = ""


class Point(NamedTuple):
    """What was counted in a commit. ``date`` is the commit's, in ISO 8601."""

    oid: str
    date: str
    counts: Mapping[str, int]


class Standing(NamedTuple):
    """A bundle, by the name that people know it by, with its main counts, figures, tables and past.

    ``gaps`` are sentences that say what could not be read, so that no number holds it.
    """

    name: str
    counts: Mapping[str, int]
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    history: tuple[Point, ...] = ()
    gaps: tuple[str, ...] = ()


class Picture(NamedTuple):
    """What a report shows: each bundle, and all of them together where there are several.

    ``as_of`` is the date that ages are told against, empty where they are not told.
    """

    title: str
    as_of: str
    bundles: tuple[Standing, ...]
    together: Standing | None = None


def together(name: str, standings: Sequence[Standing]) -> Standing:
    """Several bundles as one: counts added up, figures by title, all gaps; tables stay with their bundles."""
    counts: Counter[str] = Counter()
    for standing in standings:
        counts.update(standing.counts)
    figures: dict[str, Figure] = {}
    for standing in standings:
        for figure in standing.figures:
            known = figures.get(figure.title)
            figures[figure.title] = figure if known is None else _added(known, figure)
    keys = dict.fromkeys(key for standing in standings for key in standing.counts)
    gaps = tuple(gap for standing in standings for gap in standing.gaps)
    return Standing(name, {key: counts[key] for key in keys}, tuple(figures.values()), gaps=gaps)


def ranking(title: str, counts: Mapping[str, int], limit: int = 15) -> Figure:
    """The most frequent names first; what does not fit is counted together."""
    ordered = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    rest = sum(number for _, number in ordered[limit:])
    note = f"{len(ordered) - limit} others have {rest} together" if len(ordered) > limit else ""
    return Figure(title, "ranking", tuple(ordered[:limit]), note)


def _added(one: Figure, other: Figure) -> Figure:
    counts: Counter[str] = Counter(dict(one.rows))
    counts.update(dict(other.rows))
    if one.kind == "ranking":
        return ranking(one.title, counts)._replace(note="; ".join(filter(None, (one.note, other.note))))
    names = dict.fromkeys(name for name, _ in (*one.rows, *other.rows))
    return one._replace(rows=tuple((name, counts[name]) for name in names))
