"""Measure, and write the tables of the page where every program is there."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.comparison.measure import CORE_ANSWERS, columns, measured
from tests.comparison.page import PAGE, with_tables
from tests.comparison.tools import TOOLS


def main() -> int:
    """Exit status 1 where a program is missing."""
    with tempfile.TemporaryDirectory() as folder:
        noticed, kept = measured(Path(folder))
    for row, cells in (*noticed.items(), *kept.items()):
        print(row, cells)
    if len(columns()) < len(TOOLS) or not CORE_ANSWERS:
        print("the page was left alone: a program, or the recorded answers of the core, are missing")
        return 1
    PAGE.write_text(
        with_tables(PAGE.read_text(encoding="utf-8"), noticed, kept), encoding="utf-8", newline="\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
