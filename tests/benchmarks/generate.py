"""Workspaces of any size, the same bytes for the same arguments."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import orjson

WORDS = "tide silt weir eel harbour reed ferry lock drift survey sluice current dredge shoal estuary marsh".split()
FAMILIES = "Quill Marsh Børne Rook Łęcki Sørby 佐藤 Иванова Ferré Okoye".split()
GIVEN = "Ada Tom Zoë Émile 花子 Jiří Ngozi Søren".split()
PROVIDERS = ("crossref", "datacite", "openalex", "pubmed")


def record(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The CSL item and the verification record of one reference, in canonical form."""
    rng = random.Random(number)
    year = rng.randint(1985, 2025)
    authors = [{"family": rng.choice(FAMILIES), "given": rng.choice(GIVEN)} for _ in range(rng.randint(1, 6))]
    title = " ".join(rng.choices(WORDS, k=rng.randint(5, 12))).capitalize()
    doi = f"10.{rng.randint(1000, 9999)}/bench.{year}.{number:06}"
    item: dict[str, Any] = {"id": f"ref-{number:07}", "type": "article-journal", "title": title, "DOI": doi}
    extra: dict[str, Any] = {
        "author": authors,
        "container-title": f"Annals of {rng.choice(WORDS).capitalize()}",
        "issued": {"date-parts": [[year, rng.randint(1, 12)]]},
        "page": f"{rng.randint(1, 400)}-{rng.randint(401, 800)}",
        "volume": str(rng.randint(1, 90)),
    }
    if rng.random() < 0.35:
        extra["abstract"] = " ".join(rng.choices(WORDS, k=70)).capitalize() + "."
    item.update(sorted(extra.items()))
    data = {
        key: item[key] for key in ("DOI", "author", "container-title", "issued", "title", "type", "volume")
    }
    candidates = [
        {
            "provider": provider,
            "confidence": round(rng.uniform(0.5, 0.99), 2),
            "retrieved_at": f"2026-{rng.randint(1, 6):02}-{rng.randint(1, 28):02}T08:{rng.randint(0, 59):02}:00Z",
            "data": data,
        }
        for provider in sorted(rng.sample(PROVIDERS, rng.randint(1, 3)))
    ]
    extraction = {"source": f"chapter-{number % 20:02}.docx", "original_text": f"{title}. {year}."}
    status = rng.choices(("not_required", "resolved", "queued"), (60, 28, 12))[0]
    verification: dict[str, Any] = {
        "extraction": extraction,
        "provider_candidates": candidates,
        "review_status": status,
    }
    if status == "resolved":
        decision = {"decision": "matches the source", "reviewer": "tm", "decided_at": "2026-06-02T09:00:00Z"}
        verification["review_decisions"] = [decision]
    return item, verification


def write_workspace(folder: Path, count: int, messy: bool = False, faults: int = 0) -> None:
    """The three files. ``messy``: shuffled and laid out another way; ``faults``: of several kinds, spread evenly."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = [record(number) for number in range(count)]
    for number in range(faults):
        FAULTS[number % len(FAULTS)](*pairs[number * count // faults])
    items = [item for item, _ in pairs]
    references = {item["id"]: verification for item, verification in pairs}
    sidecar = {"schema_version": "sourceright.verification.v1", "references": references}
    write = _messy_text if messy else _text
    if messy:
        rng = random.Random(count)
        rng.shuffle(items)
        items, sidecar = _shuffled(items, rng), _shuffled(sidecar, rng)
    (folder / "references.csl.json").write_bytes(write(items))
    (folder / "references.verification.json").write_bytes(write(sidecar))
    with (folder / "review-queue.jsonl").open("wb") as file:
        for id, verification in references.items():
            if verification["review_status"] == "queued":
                file.write(orjson.dumps({"id": id, **verification}) + b"\n")


def _upper_doi(item: dict[str, Any], verification: dict[str, Any]) -> None:
    item["DOI"] = item["DOI"].upper()


def _wrong_type(item: dict[str, Any], verification: dict[str, Any]) -> None:
    item["type"] = "journal-article"


def _no_title(item: dict[str, Any], verification: dict[str, Any]) -> None:
    del item["title"]


def _too_sure(item: dict[str, Any], verification: dict[str, Any]) -> None:
    verification["provider_candidates"][0]["confidence"] = 1.5


def _unknown_status(item: dict[str, Any], verification: dict[str, Any]) -> None:
    verification["review_status"] = "pending"


FAULTS = (_upper_doi, _wrong_type, _no_title, _too_sure, _unknown_status)


def _text(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _messy_text(value: Any) -> bytes:
    """As many a script writes JSON: four spaces, characters by number, no line end at the end."""
    text = re.sub(r"\n( +)", r"\n\1\1", _text(value).decode()).rstrip("\n")
    return re.sub(r"[^\x00-\x7f]", lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def _shuffled(value: Any, rng: random.Random) -> Any:
    """The same with the keys of all objects in another order."""
    if isinstance(value, list):
        return [_shuffled(element, rng) for element in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    rng.shuffle(keys)
    return {key: _shuffled(value[key], rng) for key in keys}


if __name__ == "__main__":
    # Folder, number of references, "messy" or "plain", number of faults.
    write_workspace(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "messy", int(sys.argv[4]))
