"""A hook that lowers the letters of every staged DOI: the smallest fixer of staged content there is.

Run by path, so that it works in any repository. Prints what it did; exit status 1 if it was refused.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourceright_lint.errors import LintError
from sourceright_lint.escape import show_path
from sourceright_lint.git.changes import staged, touched
from sourceright_lint.git.discover import discover
from sourceright_lint.git.staging import fix_staged
from sourceright_lint.source.index import Index


def lower(data: bytes) -> bytes:
    """The data with its DOIs in small letters."""
    return re.sub(rb"10\.5555/\w+", lambda match: match[0].lower(), data)


def main() -> int:
    """Fix what is staged in the repository of the current folder."""
    repository = discover(".")
    assert repository is not None
    index = Index(repository)
    fixes = {}
    for path in sorted(touched(staged(repository))):
        data = index.read(path)
        if data is not None and lower(data) != data:
            fixes[path] = (data, lower(data))
    try:
        fix_staged(repository, fixes)
    except LintError as error:
        print(f"refused: {error}")
        return 1
    print(f"fixed: {', '.join(show_path(path) for path in fixes)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
