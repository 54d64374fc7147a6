"""Write a workspace, migrate it, and read what was told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from sourceright_lint.contracts.sourceright.migrating.step import CODES
from tests.reviewing.support import CSL, QUEUE, SIDECAR, Tool


def put(folder: Path, csl: Any = None, records: Any = None, queue: str | None = None) -> None:
    if csl is not None:
        (folder / CSL).write_text(csl if isinstance(csl, str) else json.dumps(csl, indent=2))
    if records is not None:
        sidecar = {"schema_version": "sourceright.verification.v1", "references": records}
        (folder / SIDECAR).write_text(json.dumps(sidecar, indent=2))
    if queue is not None:
        (folder / QUEUE).write_text(queue)


def codes(told: Any) -> Counter[str]:
    """How often each code was told, the one of the layout left aside."""
    [workspace] = told["workspaces"]
    found = Counter(step["code"] for step in workspace["changes"])
    assert set(found) <= set(CODES)
    found.pop("migrate.file.formatted", None)
    return found


def migrated(tool: Tool, *arguments: str, status: int | None = None) -> Any:
    done = tool("migrate", *arguments, "--output-format", "json")
    assert status is None or done == status, tool.out
    told: Any = json.loads(tool.out)
    return told
