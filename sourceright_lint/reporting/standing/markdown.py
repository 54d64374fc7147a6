"""The picture as Markdown, for a comment or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sourceright_lint.reporting.markdown import markup_free, table
from sourceright_lint.standing import Figure, Picture, Standing, Table

_ROWS = 20
"""So many rows of a table are shown: the rest is in the other formats."""

_BAR = 20


def render(picture: Picture) -> str:
    """Headings, tables of numbers and the first rows of the tables."""
    parts = [f"## {markup_free(picture.title)}\n"]
    if picture.as_of:
        parts.append(f"Ages are told against {markup_free(picture.as_of)}.\n")
    standings = ([picture.together] if picture.together else []) + list(picture.bundles)
    if len(standings) > 1:
        parts.append(_summary(standings))
    for standing in standings:
        parts += _standing(standing)
    return "\n".join(parts)


def _summary(standings: Sequence[Standing]) -> str:
    columns = list(dict.fromkeys(key for standing in standings for key in standing.counts))
    rows = [
        [markup_free(standing.name), *(str(standing.counts.get(key, 0)) for key in columns)]
        for standing in standings
    ]
    return table(["", *columns], rows)


def _standing(standing: Standing) -> Iterator[str]:
    yield f"### {markup_free(standing.name)}\n"
    for gap in standing.gaps:
        yield f"**Not complete:** {markup_free(gap)}\n"
    yield table(standing.counts.keys(), [[str(number) for number in standing.counts.values()]])
    for figure in standing.figures:
        yield from _figure(figure)
    yield from _history(standing)
    for each in standing.tables:
        yield from _table(each)


def _figure(figure: Figure) -> Iterator[str]:
    rows = [row for row in figure.rows if row[1]]
    if not rows:
        return
    most = max(number for _, number in rows)
    cells = [[markup_free(name), str(number), "█" * max(1, number * _BAR // most)] for name, number in rows]
    yield f"**{markup_free(figure.title)}**\n"
    yield table(["", "", ""], cells)
    if figure.note:
        yield f"{markup_free(figure.note)}\n"


def _history(standing: Standing) -> Iterator[str]:
    if not standing.history:
        return
    columns = list(dict.fromkeys(key for point in standing.history for key in point.counts))
    yield "**Over time**\n"
    rows = [
        [point.date[:10], f"`{point.oid[:10]}`", *(str(point.counts.get(key, 0)) for key in columns)]
        for point in standing.history
    ]
    yield table(["Date", "Commit", *columns], rows)


def _table(given: Table) -> Iterator[str]:
    if not given.rows:
        return
    yield f"**{markup_free(given.title)}**\n"
    yield table(given.columns, [[markup_free(cell) for cell in row] for row in given.rows[:_ROWS]])
    if given.total > min(len(given.rows), _ROWS):
        yield f"{min(len(given.rows), _ROWS)} of {given.total} shown.\n"
