"""Two states of a workspace, given as values, and what the rules about change say of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sourceright_lint.config.settings import Settings, defaults_of
from sourceright_lint.contract import Change
from sourceright_lint.contracts.sourceright import CSL, SIDECAR, Sourceright
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.engine import read_documents
from sourceright_lint.rule import Problem
from tests.sourceright.csl.support import Memory

VERSION = "sourceright.verification.v1"
CONTRACT = Sourceright()
RULES = CONTRACT.change_rules()

STATUS, DECISION, VERSION_CHANGED = (
    "history.status.illegal",
    "history.decision.rewritten",
    "history.schema_version.changed",
)
RECORD, WITH_ITEM = "history.record.removed", "history.record.removed_with_item"
CSL_REMOVED = "history.csl.removed"
CANDIDATE, ITEM = "history.candidate.removed", "history.item.changed_after_review"

Files = Mapping[str, bytes]
State = Mapping[str, Any]
"""Either files (bytes by name) or what ``state`` takes."""


def item(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "book", "title": f"About {id}", **more}


def record(status: str = "queued", *decisions: Any, **more: Any) -> dict[str, Any]:
    found = {"review_status": status, **more}
    return {**found, "review_decisions": list(decisions)} if decisions else found


def decision(word: str = "keep", day: int = 12, **more: Any) -> dict[str, Any]:
    return {"decision": word, "reviewer": "tm", "decided_at": f"2026-05-{day:02}T09:00:00Z", **more}


def candidate(provider: str = "crossref", day: int = 9, **data: Any) -> dict[str, Any]:
    time = f"2026-05-{day:02}T00:00:00Z"
    return {
        "provider": provider,
        "confidence": 0.8,
        "retrieved_at": time,
        "data": data or {"DOI": "10.5555/x"},
    }


def state(
    records: Mapping[str, Any] | None = None, items: Sequence[Any] | None = None, version: Any = VERSION
) -> dict[str, bytes]:
    """Files of a workspace. Without ``items`` there is one for each record; None for ``records``: no sidecar."""
    files = {}
    if items is None:
        items = [item(id) for id in records or ()]
    files[CSL] = json.dumps(items).encode()
    if records is not None:
        files[SIDECAR] = json.dumps({"schema_version": version, "references": records}).encode()
    return files


def view_of(files: Files | None) -> Workspace | None:
    settings = Settings((), defaults_of([CONTRACT]))
    bundle = CONTRACT.bundle("", Memory(files), settings) if files is not None else None
    return CONTRACT.view(bundle, read_documents(bundle, files or {}), settings) if bundle else None


def judged(
    parents: Sequence[Files | None],
    after: Files | None,
    walked: bool = True,
    bases: Sequence[Files | None] = (),
    judged: Sequence[int] = (),
) -> list[tuple[str, Problem]]:
    """What every rule about change says, with its code."""
    views = [view_of(files) for files in parents]
    change = Change(views, view_of(after), walked, [view_of(files) for files in bases], judged)
    return [(rule.code, problem) for rule in RULES for problem in rule.check(change)]


def found(*args: Any, **more: Any) -> list[tuple[str, str | None]]:
    """Codes and records."""
    return [(code, problem.record) for code, problem in judged(*args, **more)]


def step(before: Files | None, after: Files | None, **more: Any) -> list[tuple[str, str | None]]:
    """The same for a commit with one parent."""
    return found([before], after, **more)
