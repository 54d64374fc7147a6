"""Make the pages of the rules, and their table, from the rules.

Run as ``python -m tests.rule_pages``; a test says if a page is not what this would make.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.rule_pages import index, markdown

FOLDER = Path(__file__).parents[1] / "docs" / "rules"


def made() -> dict[str, str]:
    """The content of each page, by the name of its file."""
    rules = all_rules(load_contracts())
    return {"index.md": index(rules), **{f"{rule.code}.md": markdown(rule) for rule in rules}}


def main() -> int:
    """Write the pages, and remove those of rules that are gone."""
    FOLDER.mkdir(exist_ok=True)
    pages = made()
    for path in FOLDER.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
