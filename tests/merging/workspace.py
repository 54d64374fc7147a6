"""Workspaces of any size, in canonical form, the same for the same numbers; and what people do to them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.merging.support import PATHS, VERSION, written

OPEN = ("queued", "in_progress", "unresolved")
WORDS = ("trial", "cohort", "review", "surface", "signal", "climate", "energy", "archive", "memory", "graph")
NAMES = ("adams", "bianchi", "castro", "dvorak", "evans", "fischer", "garcia", "hansen", "ito", "jones")


class Workspace:
    """Items and records by id; ``files`` are the three files that hold them."""

    def __init__(self) -> None:
        self.items: dict[str, dict[str, Any]] = {}
        self.records: dict[str, dict[str, Any]] = {}

    def add(self, numbers: Iterable[int]) -> None:
        """A reference for each number."""
        for number in numbers:
            random = Random(number)
            id = f"{random.choice(NAMES)}-{random.randint(1990, 2026)}-{random.choice(WORDS)}-{number}"
            self.items[id] = _item(id, random, number)
            self.records[id] = _record(id, self.items[id], random)

    def review(self, ids: Iterable[str], reviewer: str) -> None:
        """Decide on these records."""
        for id in ids:
            record = self.records[id]
            record["review_status"] = "resolved"
            record.setdefault("review_decisions", []).append(
                {"decision": "keep_canonical", "reviewer": reviewer, "decided_at": "2026-06-01T12:00:00Z"}
            )

    def files(self) -> dict[str, bytes]:
        """Content by path."""
        ids = sorted(self.items)
        sidecar = {"schema_version": VERSION, "references": {id: self.records[id] for id in ids}}
        queue = [{"id": id, **self.records[id]} for id in ids if self.records[id]["review_status"] in OPEN]
        return {
            PATHS["csl"]: written([self.items[id] for id in ids], "csl"),
            PATHS["sidecar"]: written(sidecar, "sidecar"),
            PATHS["queue"]: written(queue, "queue"),
        }


def _item(id: str, random: Random, number: int) -> dict[str, Any]:
    return {
        "id": id,
        "type": "article-journal",
        "title": f"The {random.choice(WORDS)} of {random.choice(WORDS)} and {random.choice(WORDS)}",
        "DOI": f"10.{random.randint(1000, 9999)}/jae.{number:06}",
        "author": [
            {"family": random.choice(NAMES).title(), "given": "A."} for _ in range(random.randint(1, 4))
        ],
        "container-title": "Journal of Applied Evidence",
        "issued": {"date-parts": [[random.randint(1990, 2026), random.randint(1, 12)]]},
        "volume": str(random.randint(1, 90)),
    }


def _record(id: str, item: dict[str, Any], random: Random) -> dict[str, Any]:
    data = {name: item[name] for name in ("DOI", "author", "issued", "title", "type")}
    return {
        "extraction": {"source": f"chapter-{random.randint(1, 24):02}.docx", "original_text": f"{id}."},
        "provider_candidates": [
            {
                "provider": provider,
                "confidence": random.randint(50, 99) / 100,
                "retrieved_at": f"2026-05-{random.randint(1, 28):02}T00:00:00Z",
                "data": data,
            }
            for provider in random.choice((("crossref",), ("crossref", "openalex")))
        ],
        "review_status": random.choice(("not_required", "queued", "queued", "unresolved")),
    }
