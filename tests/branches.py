"""``python -m tests.branches < REPORT``: lines and branches that tests took, in each part that could lose evidence.

Reads what ``coverage json`` wrote; ends with 1 where a part has less than 95 % of its branches.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

LEAST = 95.0

PARTS = {
    "jsontext": ("sourceright_lint/jsontext/",),
    "fixing": ("sourceright_lint/fixing/",),
    "git": ("sourceright_lint/git/", "sourceright_lint/source/index.py"),
    "merging": (
        "sourceright_lint/merging/",
        "sourceright_lint/contracts/sourceright/merging.py",
        "sourceright_lint/commands/merge_",
    ),
}


def shares(report: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """By part, per cent of lines and branches together, and of branches alone."""
    counts = {part: Counter[str]() for part in PARTS}
    for path, file in report["files"].items():
        for part, beginnings in PARTS.items():
            if path.replace("\\", "/").startswith(beginnings):
                counts[part].update(
                    {key: number for key, number in file["summary"].items() if isinstance(number, int)}
                )
    return {part: _shares(count) for part, count in counts.items()}


def _shares(count: Counter[str]) -> tuple[float, float]:
    branches, taken = count["num_branches"], count["covered_branches"]
    total, reached = count["num_statements"] + branches, count["covered_lines"] + taken
    return 100 * reached / total if total else 0.0, 100 * taken / branches if branches else 0.0


def main() -> int:
    """Print the table; 1 where a part has too little."""
    found = shares(json.load(sys.stdin))
    for part, (both, branches) in found.items():
        print(f"{part:10} lines and branches {both:5.1f} %   branches {branches:5.1f} %")
    return 1 if any(branches < LEAST for _, branches in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
