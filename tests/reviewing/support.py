"""Workspaces to review, and the commands run on them in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.config import Settings
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.contracts.sourceright.derive import queue_bytes
from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, csl_form, sidecar_form
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import check_bundle, read_documents
from sourceright_lint.jsontext import Document
from sourceright_lint.source.worktree import WorkTree

CSL, SIDECAR, QUEUE = "references.csl.json", "references.verification.json", "review-queue.jsonl"
AT = "2026-06-01T09:00:00Z"
LATER = "2026-06-02T09:00:00Z"


def candidate(provider: str, confidence: float = 0.86, **data: Any) -> dict[str, Any]:
    return {
        "provider": provider,
        "confidence": confidence,
        "retrieved_at": "2026-05-09T00:00:00Z",
        "data": data,
    }


def conflict(field: str, canonical: Any, other: Any, provider: str = "crossref") -> dict[str, Any]:
    return {
        "candidate": other,
        "canonical": canonical,
        "field": field,
        "provider": provider,
        "severity": "review",
    }


def record(status: str, **members: Any) -> dict[str, Any]:
    return {"review_status": status, **members}


def item(id: str, **members: Any) -> dict[str, Any]:
    return {
        "id": id,
        "type": "article-journal",
        "title": f"On {id}",
        "DOI": f"10.5555/{id.lower().replace(' ', '.')}",
        **members,
    }


def agreed(id: str, **data: Any) -> dict[str, Any]:
    """A candidate that says what the item says."""
    return candidate("crossref", type="article-journal", title=f"On {id}", DOI=f"10.5555/{id}", **data)


def write_workspace(folder: Path, items: list[Any], records: dict[str, Any]) -> Path:
    """The three files in canonical form."""
    folder.mkdir(parents=True, exist_ok=True)
    sidecar = {"schema_version": SCHEMA_VERSION, "references": records}
    csl = Document(CSL, json.dumps(items).encode()).canonical(csl_form(True))
    canonical = Document(SIDECAR, json.dumps(sidecar).encode()).canonical(sidecar_form())
    assert csl is not None
    assert canonical is not None
    queue = queue_bytes(Document(SIDECAR, canonical))
    assert queue is not None
    for name, data in ((CSL, csl), (SIDECAR, canonical), (QUEUE, queue)):
        (folder / name).write_bytes(data)
    return folder


def small(folder: Path) -> Path:
    """One record in each status, with evidence."""
    ids = ("eels", "gulls", "herons", "reeds", "weirs")
    statuses = ("not_required", "queued", "in_progress", "resolved", "unresolved")
    records: dict[str, Any] = {}
    items = []
    for id, status in zip(ids, statuses, strict=True):
        items.append(item(id, volume="12"))
        records[id] = record(
            status,
            extraction={"source": "paper.docx", "span": "paragraph:3"},
            provider_candidates=[agreed(id, volume="21")],
            conflicts=[conflict("volume", "12", "21")],
        )
        if status in ("resolved", "unresolved"):
            records[id]["review_decisions"] = [
                {"decision": "keep_canonical", "reviewer": "tm", "decided_at": "2026-05-20T08:00:00Z"}
            ]
    records["herons"]["claim"] = {"reviewer": "tm", "claimed_at": "2026-05-21T08:00:00Z"}
    return write_workspace(folder, items, records)


def rewrite(folder: Path, change: Callable[[list[Any], dict[str, Any]], None]) -> None:
    """Change items and records, and write all three files anew."""
    items, records = json.loads((folder / CSL).read_bytes()), references(folder)
    change(items, records)
    write_workspace(folder, items, records)


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (CSL, SIDECAR, QUEUE) if (folder / name).exists()}


def references(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / SIDECAR).read_bytes())["references"]
    return found


def items_of(folder: Path) -> dict[str, Any]:
    return {entry["id"]: entry for entry in json.loads((folder / CSL).read_bytes())}


def queued(folder: Path) -> dict[str, Any]:
    lines = (folder / QUEUE).read_bytes().splitlines()
    return {entry["id"]: entry for entry in map(json.loads, lines)}


def look(folder: Path, settings: Settings | None = None) -> Workspace:
    """The workspace in a folder."""
    settings = settings or default_settings()
    source = WorkTree(str(folder))
    bundle = Sourceright().bundle("", source, settings)
    assert bundle is not None
    return Workspace(bundle, read_documents(bundle, read_contents(bundle, source)), settings)


def default_settings() -> Settings:
    return Settings(options={option.name: option.default for option in Sourceright.options})


def findings(folder: Path) -> list[tuple[str, str, str | None, str]]:
    """What a check finds in the folder."""
    workspace = look(folder)
    contents = {path: document.data for path, document in workspace.documents.items()}
    found = check_bundle(workspace.bundle, contents, workspace.settings).findings
    return [(f.code, f.path, f.record, f.message) for f in found]


class Tool:
    """The command line in this process, in one folder."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capfd = capfd
        self.out = ""
        self.err = ""

    def __call__(self, *arguments: str) -> int:
        self.capfd.readouterr()
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = int(end.code or 0)
        self.out, self.err = self.capfd.readouterr()
        return status

    def review(self, *arguments: str) -> int:
        return self("review", *arguments)

    def json(self, *arguments: str) -> Any:
        assert self(*arguments, "--output-format", "json") == 0, self.err
        return json.loads(self.out)
