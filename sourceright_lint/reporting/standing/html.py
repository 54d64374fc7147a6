"""The picture as one page that needs no network, and no script to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import count

from sourceright_lint.escape import LOG_COMMAND, one_line
from sourceright_lint.reporting.standing import charts
from sourceright_lint.reporting.standing.page import POLICY, SCRIPT, STYLE
from sourceright_lint.standing import Figure, Picture, Point, Standing, Table


def render(picture: Picture) -> str:
    """The page."""
    return "".join(f"{line}\n" for line in _Page(picture).lines())


def safe(text: str) -> str:
    """Untrusted text for HTML: shown as it is, on one line."""
    return LOG_COMMAND.sub("&#35;", escape(one_line(text), quote=True))


class _Page:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.numbers = count(1)
        self.draws = charts.can_draw()

    def lines(self) -> Iterator[str]:
        picture = self.picture
        standings = ([picture.together] if picture.together else []) + list(picture.bundles)
        yield "<!doctype html>"
        yield '<html lang="en"><head><meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{safe(picture.title)}</title><style>{STYLE}</style></head><body>"
        yield '<a class="skip" href="#content">Skip to the numbers</a>'
        yield f"<header><h1>{safe(picture.title)}</h1>"
        told = f"Ages are told against {safe(picture.as_of)}." if picture.as_of else "No ages are told."
        yield f'<p class="soft">{told}</p></header><main id="content">'
        if len(standings) > 1:
            yield from self._contents(standings)
        for number, standing in enumerate(standings):
            yield from self._standing(standing, f"bundle-{number}")
        yield f"</main><script>{SCRIPT}</script></body></html>"

    def _contents(self, standings: Sequence[Standing]) -> Iterator[str]:
        yield '<nav aria-label="Bundles"><ul>'
        for number, standing in enumerate(standings):
            yield f'<li><a href="#bundle-{number}">{safe(standing.name)}</a></li>'
        yield "</ul></nav>"

    def _standing(self, standing: Standing, anchor: str) -> Iterator[str]:
        yield f'<section aria-labelledby="{anchor}"><h2 id="{anchor}">{safe(standing.name)}</h2>'
        for gap in standing.gaps:
            yield f"<p><strong>Not complete:</strong> {safe(gap)}</p>"
        yield '<dl class="counts">'
        for name, number in standing.counts.items():
            yield f"<div><dt>{safe(name)}</dt><dd>{number}</dd></div>"
        yield "</dl>"
        if standing.history:
            yield from self._history(standing.history)
        yield '<div class="figures">'
        for figure in standing.figures:
            if any(number for _, number in figure.rows):
                yield from self._figure(figure)
        yield "</div>"
        for table in standing.tables:
            if table.rows:
                yield from self._table(table)
        yield "</section>"

    def _figure(self, figure: Figure) -> Iterator[str]:
        id = self._id()
        yield f'<figure aria-labelledby="{id}"><h3 id="{id}">{safe(figure.title)}</h3>'
        drawn = charts.bars(figure, id) if self.draws else ""
        if drawn:
            yield drawn
            yield "<details><summary>The numbers</summary>"
        yield from _numbers(figure)
        if drawn:
            yield "</details>"
        if figure.note:
            yield f'<p class="soft">{safe(figure.note)}</p>'
        yield "</figure>"

    def _history(self, points: tuple[Point, ...]) -> Iterator[str]:
        id = self._id()
        yield f'<figure class="wide" aria-labelledby="{id}"><h3 id="{id}">Over time</h3>'
        drawn = charts.lines(points, id) if self.draws and len(points) > 1 else ""
        if drawn:
            yield drawn
            yield "<details><summary>The numbers</summary>"
        columns = list(dict.fromkeys(key for point in points for key in point.counts))
        rows = [
            (point.date[:10], point.oid[:10], *(str(point.counts.get(key, 0)) for key in columns))
            for point in points
        ]
        yield from _rows("", ("Date", "Commit", *columns), rows, "")
        if drawn:
            yield "</details>"
        yield "</figure>"

    def _table(self, table: Table) -> Iterator[str]:
        id = self._id()
        yield f'<h3 id="{id}">{safe(table.title)}</h3>'
        shown = f"{len(table.rows)} of {table.total}"
        caption = f"{shown}: {table.note}" if table.note else shown
        # A table that scrolls must be reachable by keyboard.
        yield f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{id}">'
        attribute = " data-filter" if len(table.columns) > 4 else ""
        yield from _rows(attribute, table.columns, table.rows, caption)
        yield "</div>"

    def _id(self) -> str:
        return f"part-{next(self.numbers)}"


def _numbers(figure: Figure) -> Iterator[str]:
    """The figure as a table, each number with a bar that needs nothing but CSS."""
    most = max(number for _, number in figure.rows)
    yield f'<table><thead hidden><tr><th scope="col">{safe(figure.title)}</th><th scope="col">Count</th></tr></thead>'
    yield "<tbody>"
    for name, number in figure.rows:
        width = round(100 * number / most, 1)
        yield (
            f'<tr><th scope="row">{safe(name)}</th><td class="number">{number}</td>'
            f'<td class="bar" aria-hidden="true"><span style="width:{width}%"></span></td></tr>'
        )
    yield "</tbody></table>"


def _rows(
    attribute: str, columns: Sequence[str], rows: Sequence[Sequence[str]], caption: str
) -> Iterator[str]:
    yield f"<table{attribute}>" + (f"<caption>{safe(caption)}</caption>" if caption else "")
    yield (
        "<thead><tr>"
        + "".join(f'<th scope="col">{safe(name)}</th>' for name in columns)
        + "</tr></thead><tbody>"
    )
    for row in rows:
        first, *others = row
        cells = "".join(f"<td>{safe(cell)}</td>" for cell in others)
        yield f'<tr><th scope="row">{safe(first)}</th>{cells}</tr>'
    yield "</tbody></table>"
