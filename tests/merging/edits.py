"""Random workspaces and random series of edits, as two people or agents would make them."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, NamedTuple

from tests.merging.support import VERSION, raw, written

STATUSES = ("not_required", "queued", "in_progress", "resolved", "unresolved")
PROVIDERS = ("crossref", "openalex", "pubmed")
NUMBERS = (
    0,
    1,
    2.5,
    raw("1.50"),
    raw("1.0"),
    raw("0.860000000000000001"),
    raw("1e400"),
    raw("-0"),
    raw("1E2"),
)
TEXTS = ("", "x", "naïve β", "\ud83d", "a\nb", "\u2028", "😀", "\\u0041", "<<<<<<< ours")


class Files(NamedTuple):
    """The values of the three files."""

    csl: list[Any]
    sidecar: dict[str, Any]
    queue: list[Any]

    def value(self, role: str) -> Any:
        """The value of one of them."""
        return getattr(self, role)


def base_files(random: Random) -> Files:
    """A workspace of a few references."""
    files = Files([], {"schema_version": VERSION, "references": {}}, [])
    for number in range(random.randint(0, 7)):
        _add(random, files, f"r{number}")
    return files


def edited(random: Random, files: Files, count: int) -> Files:
    """The files after ``count`` edits."""
    files = copy.deepcopy(files)
    for _ in range(count):
        random.choice(EDITS)(random, files)
    return files


def laid_out(random: Random, value: Any, role: str) -> bytes:
    """A file in one of the layouts that people's tools leave."""
    data = written(value, role, random.choice((2, 2, 4, None)), random.random() < 0.2)
    if random.random() < 0.1:
        data = data.replace(b"\n", b"\r\n")
    return b"\xef\xbb\xbf" + data if random.random() < 0.05 else data


def _add(random: Random, files: Files, id: str) -> None:
    if any(entry.get("id") == id for entry in files.csl):
        return
    entry = {"id": id, "type": random.choice(("book", "report")), "title": random.choice(TEXTS)}
    files.csl.insert(random.randint(0, len(files.csl)), entry)
    status = random.choice(STATUSES)
    files.sidecar["references"][id] = {"review_status": status}
    if status in ("queued", "in_progress", "unresolved"):
        files.queue.append({"id": id, "review_status": status})
    for _ in range(random.randint(0, 2)):
        _add_candidate(random, files, id)
        _add_conflict(random, files, id)


def _any_id(random: Random, files: Files) -> str | None:
    references = files.sidecar["references"]
    return random.choice(sorted(references)) if references else None


def _any_record(random: Random, files: Files) -> dict[str, Any]:
    id = _any_id(random, files)
    return files.sidecar["references"][id] if id is not None else {}


def _add_candidate(random: Random, files: Files, id: str | None = None) -> None:
    id = id or _any_id(random, files)
    if id is None:
        return
    entry = {
        "provider": random.choice(PROVIDERS),
        "confidence": random.choice((0.5, 0.75, 1, raw("0.50"))),
        "retrieved_at": f"2026-05-0{random.randint(1, 9)}T00:00:00Z",
        "data": {"title": random.choice(TEXTS), "n": random.choice(NUMBERS)},
    }
    holders = [files.sidecar["references"][id], *(line for line in files.queue if line.get("id") == id)]
    for holder in holders:
        holder.setdefault("provider_candidates", []).append(copy.deepcopy(entry))


def _add_conflict(random: Random, files: Files, id: str | None = None) -> None:
    id = id or _any_id(random, files)
    if id is not None:
        entry = {"field": random.choice(("title", "issued")), "provider": random.choice(PROVIDERS)}
        entry |= {
            "severity": "review",
            "candidate": random.choice(TEXTS),
            "canonical": random.choice(NUMBERS),
        }
        files.sidecar["references"][id].setdefault("conflicts", []).append(entry)


def _add_reference(random: Random, files: Files) -> None:
    _add(random, files, f"new{random.randint(0, 5)}")


def _remove_reference(random: Random, files: Files) -> None:
    id = _any_id(random, files)
    if id is not None and random.random() < 0.5:
        files.csl[:] = [entry for entry in files.csl if entry.get("id") != id]
        del files.sidecar["references"][id]
        files.queue[:] = [line for line in files.queue if line.get("id") != id]


def _edit_item(random: Random, files: Files) -> None:
    if files.csl:
        entry = random.choice(files.csl)
        name = random.choice(("title", "DOI", "volume", "note"))
        entry[name] = random.choice((*TEXTS, *NUMBERS))


def _edit_inside_item(random: Random, files: Files) -> None:
    if files.csl:
        issued = random.choice(files.csl).setdefault("issued", {})
        if isinstance(issued, dict):
            issued[random.choice(("season", "circa"))] = random.choice(NUMBERS)
            issued["date-parts"] = [[random.choice((2020, 2021))]]


def _drop_field(random: Random, files: Files) -> None:
    if files.csl:
        random.choice(files.csl).pop(random.choice(("title", "DOI", "note", "issued")), None)


def _edit_candidate(random: Random, files: Files) -> None:
    candidates = _any_record(random, files).get("provider_candidates")
    if candidates:
        random.choice(candidates)["confidence"] = random.choice((0.25, 0.5, raw("0.500"), 1))


def _remove_candidate(random: Random, files: Files) -> None:
    candidates = _any_record(random, files).get("provider_candidates")
    if candidates:
        candidates.pop(random.randrange(len(candidates)))


def _reorder_candidates(random: Random, files: Files) -> None:
    random.shuffle(_any_record(random, files).get("provider_candidates", []))


def _decide(random: Random, files: Files) -> None:
    record = _any_record(random, files)
    if record:
        entry = {"decision": random.choice(("keep", "merge")), "reviewer": random.choice(("tm", "ab"))}
        if random.random() < 0.8:
            entry["decided_at"] = (
                f"2026-06-0{random.randint(1, 9)}T0{random.randint(0, 9)}:00:00+0{random.randint(0, 9)}:00"
            )
        record.setdefault("review_decisions", []).append(entry)


def _change_status(random: Random, files: Files) -> None:
    id = _any_id(random, files)
    if id is not None:
        status = random.choice(STATUSES)
        files.sidecar["references"][id]["review_status"] = status
        for line in files.queue:
            if line.get("id") == id:
                line["review_status"] = status


def _settle_conflict(random: Random, files: Files) -> None:
    conflicts = _any_record(random, files).get("conflicts")
    if conflicts:
        random.choice(conflicts)["resolution"] = {"status": random.choice(("kept", "dropped"))}


def _reorder_items(random: Random, files: Files) -> None:
    if len(files.csl) > 1:
        files.csl.append(files.csl.pop(random.randrange(len(files.csl))))


def _edit_top(random: Random, files: Files) -> None:
    files.sidecar[random.choice(("note", "tool"))] = random.choice(
        (*TEXTS, {"version": random.choice(NUMBERS)})
    )


def _drop_line(random: Random, files: Files) -> None:
    if files.queue:
        files.queue.pop(random.randrange(len(files.queue)))


EDITS = (
    _add_reference, _add_reference, _remove_reference, _edit_item, _edit_item, _edit_inside_item, _drop_field,
    _add_candidate, _add_candidate, _edit_candidate, _remove_candidate, _reorder_candidates, _decide, _decide,
    _change_status, _settle_conflict, _add_conflict, _reorder_items, _edit_top, _drop_line,
)  # fmt: skip
"""Everything that the series are made of."""
