"""The picture for programs."""

from __future__ import annotations

from typing import Any

from sourceright_lint.reporting.text import json_text
from sourceright_lint.standing import Figure, Picture, Standing, Table

SCHEMA = "sourceright-lint.standing.v1"


def render(picture: Picture) -> str:
    """JSON in ASCII, with the numbers of the figures and the rows of the tables."""
    value = {
        "schema": SCHEMA,
        "title": picture.title,
        "as_of": picture.as_of or None,
        "bundles": [_standing(standing) for standing in picture.bundles],
        "together": None if picture.together is None else _standing(picture.together),
    }
    return json_text(value, indent=2) + "\n"


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "counts": dict(standing.counts),
        "gaps": list(standing.gaps),
        "figures": [_figure(figure) for figure in standing.figures],
        "tables": [_table(table) for table in standing.tables],
        "history": [
            {"commit": point.oid, "date": point.date, "counts": dict(point.counts)}
            for point in standing.history
        ],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    rows = [{"name": name, "count": number} for name, number in figure.rows]
    return {"title": figure.title, "kind": figure.kind, "rows": rows, "note": figure.note}


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows],
        "total": table.total,
        "note": table.note,
    }
