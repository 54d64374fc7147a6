"""The tables of the page, and the page with them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.comparison.measure import CORE, columns
from tests.comparison.tools import TOOLS

PAGE = Path(__file__).parents[2] / "docs" / "comparison.md"

Table = dict[str, dict[str, str]]


def table(rows: Table, title: str, names: list[str]) -> str:
    """A Markdown table."""
    lines = [f"| {title} | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {row} | {' | '.join(cells[name] for name in names)} |" for row, cells in rows.items()]
    return "\n".join(lines) + "\n"


def with_tables(page: str, noticed: Table, kept: Table) -> str:
    """The page with both tables, and the versions, put in."""
    names = [name for name, _ in columns()]
    versions = ", ".join(f"{tool.name} {tool.version()}" for tool in TOOLS) + ", Sourceright 0.1.20"
    page = _between(page, "versions", f"Measured with {versions}.\n")
    page = _between(page, "noticed", table(noticed, "fault", [*names, CORE]))
    return _between(
        page, "kept", table(kept, "value", [name for name in names if name in next(iter(kept.values()))])
    )


def tables_of(page: str) -> tuple[Table, Table]:
    """The tables that a page holds."""
    return _read(page, "noticed"), _read(page, "kept")


def _between(page: str, mark: str, text: str) -> str:
    pattern = rf"(<!-- {mark}: begin -->\n).*?(<!-- {mark}: end -->)"
    made, count = re.subn(pattern, lambda match: match[1] + text + match[2], page, flags=re.DOTALL)
    assert count == 1, mark
    return made


def _read(page: str, mark: str) -> Table:
    [text] = re.findall(rf"<!-- {mark}: begin -->\n(.*?)<!-- {mark}: end -->", page, flags=re.DOTALL)
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines())
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
