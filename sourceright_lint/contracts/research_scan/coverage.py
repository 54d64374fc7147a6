"""Rules on coverage.json: the snapshot of the current round counts what the other files hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sourceright_lint.contracts.research_scan.plan import queries_of
from sourceright_lint.contracts.research_scan.screening import KEPT
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import more, places
from sourceright_lint.escape import show
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Place, Problem, rule

THIN_BELOW = 5
NOT_THERE = object()

_INPUTS = ("queries.json", "candidates.json", "screen.json")


@rule("research_scan.coverage.counts", severity="error", scope="run")
def wrong_counts(run: Run) -> Iterator[Problem]:
    """Coverage counts something else than what the files hold.

    The snapshot of the current round (the second, once the plan has queries in `round2`) must agree with
    queries.json, candidates.json and screen.json: on it hangs whether a gap round is run, and the reader
    of evidence.md sees it. The snapshot of an earlier round is history and is not judged. There is one
    finding per snapshot; it names the first count that differs and marks the others.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```
    ```json coverage.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "rounds": [{"round": 1, "screened": 2, "ge2": 1}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```
    ```json coverage.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "rounds": [{"round": 1, "screened": 1, "ge2": 1}]}
    ```

    Fix: none. `research-scan coverage` counts again.
    """
    snapshot = current_snapshot(run)
    if snapshot is None or not counts_can_be_trusted(run):
        return
    wrong = list(_differences(run, snapshot))
    if wrong:
        pointer, found, expected = wrong[0]
        message = f"{_name(pointer)} is {show(found)}, but the files give {show(expected)}"
        others = places((Place(snapshot.document, p) for p, _, _ in wrong[1:]), "differs too")
        place = Place(snapshot.document, pointer)
        yield Problem(place, message + more(len(wrong) - 1), notes=others)


def current_snapshot(run: Run) -> Part | None:
    """The snapshot that must agree with the files as they are now."""
    file = run.file("coverage.json")
    if file is None or not file.sound:
        return None
    current = 2 if run.gap_round else 1
    return next((part for part in file.objects("rounds") if part.value["round"] == current), None)


def counts_can_be_trusted(run: Run) -> bool:
    """Whether what would be counted has no fault of its own that would make every count differ."""
    if not run.sound(*_INPUTS):
        return False
    scored = [part.cid for part in run.scores]
    return len(scored) == len(set(scored)) and set(scored) == {part.cid for part in run.candidates}


def _differences(run: Run, snapshot: Part) -> Iterator[tuple[Pointer, Any, Any]]:
    """Counts of the snapshot that differ: where, what is there, what the files give. Missing ones are not judged."""
    expected = _Expected(run)
    at = snapshot.pointer
    for key, value in expected.totals().items():
        if _differ(snapshot.value.get(key, value), value):
            yield (*at, key), snapshot.value[key], value
    for key, name, rows in (
        ("criteria", "id", expected.criteria()),
        ("queries", "query_id", expected.queries()),
        ("seeds", "seed_id", expected.seeds()),
    ):
        if key in snapshot.value:
            yield from _rows(snapshot.parts(key), (*at, key), name, rows)


def _rows(
    parts: Iterable[Part], at: Pointer, name: str, rows: dict[str, dict[str, Any]]
) -> Iterator[tuple[Pointer, Any, Any]]:
    found = [part.text(name) for part in parts]
    if found != list(rows):
        yield at, found, list(rows)
        return
    for part, row in zip(parts, rows.values(), strict=True):
        for key, value in row.items():
            if _differ(part.value.get(key, value), value):
                yield (*part.pointer, key), part.value[key], value


def _differ(found: Any, value: Any) -> bool:
    """Whether both are of one kind and not equal: a value that readers convert is told by another rule."""
    if isinstance(value, dict):
        return bool(found != value) and all(type(count) is int for count in found.values())
    number = (
        isinstance(found, (int, float)) and not isinstance(found, bool) and isinstance(value, (int, float))
    )
    return bool(found != value) and (number or type(found) is type(value))


class _Expected:
    """What the snapshot must say. Made only of files that have the shapes of their schemas."""

    def __init__(self, run: Run) -> None:
        plan = run.files["queries.json"]
        self.criteria_ids = [criterion.text("id") or "" for criterion in plan.objects("sub_criteria")]
        self.types = {query.text("id") or "": query.text("type") or "" for query in queries_of(plan)}
        self.scores = run.score_of
        self.pool = [_Found(candidate, self.types) for candidate in run.candidates]
        self.by_cid = {found.cid: found for found in self.pool}
        self.hits = {part.cid: _texts(part, "criteria_hit") for part in run.scores}
        self.kept = [cid for cid, score in self.scores.items() if score >= KEPT and cid in self.by_cid]

    def totals(self) -> dict[str, int]:
        return {
            "screened": len(self.scores),
            "ge2": len(self.kept),
            "unattributed_ge2": sum(not self.hits[cid] for cid in self.kept),
        }

    def criteria(self) -> dict[str, dict[str, Any]]:
        rows = {}
        for id in self.criteria_ids:
            matched = [self.by_cid[cid] for cid in self.kept if id in self.hits[cid]]
            rows[id] = {
                "hits": len(matched),
                "by_query_type": _tally(found.kinds for found in matched),
                "by_source": _tally(found.sources for found in matched),
                "thin": len(matched) < THIN_BELOW,
            }
        return rows

    def queries(self) -> dict[str, dict[str, Any]]:
        pools: dict[str, list[_Found]] = {id: [] for id in self.types}
        for found in self.pool:
            for id in found.queries & pools.keys():
                pools[id].append(found)
        rows = {}
        for id, kind in self.types.items():
            pool = pools[id]
            rows[id] = {"type": kind, "pool": len(pool), "ge2": sum(map(self._is_kept, pool))}
        return rows

    def seeds(self) -> dict[str, dict[str, Any]]:
        neighbours: dict[str, dict[str, _Found]] = {}
        for found in self.pool:
            for seed in found.seeds:
                neighbours.setdefault(seed, {})[found.cid] = found
        rows = {}
        for seed in sorted(neighbours):
            near = neighbours[seed].values()
            good = sum(map(self._is_kept, near))
            rows[seed] = {"neighbours": len(near), "ge2": good, "precision": round(good / len(near), 3)}
        return rows

    def _is_kept(self, found: _Found) -> bool:
        return self.scores.get(found.cid, 0) >= KEPT


class _Found:
    """A candidate by the ways on which it was found."""

    __slots__ = ("cid", "kinds", "queries", "seeds", "sources")

    def __init__(self, candidate: Part, types: dict[str, str]) -> None:
        origins: list[dict[str, Any]] = candidate.value.get("origins", [])
        self.cid = candidate.cid or ""
        self.sources: set[str] = {origin["source"] for origin in origins}
        self.queries: set[str] = {origin["query_id"].strip() for origin in origins if origin.get("query_id")}
        self.seeds: set[str] = {origin["seed_id"].strip() for origin in origins if origin.get("seed_id")}
        self.kinds: set[str] = {_kind(origin, types) for origin in origins}


def _kind(origin: dict[str, Any], types: dict[str, str]) -> str:
    relation: str = origin["relation"]
    query = (origin.get("query_id") or "").strip()
    return types.get(query, "unknown") if relation == "query" and query else relation


def _tally(groups: Iterator[set[str]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for group in groups:
        for name in group:
            counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items()))


def _texts(part: Part, key: str) -> list[str]:
    return [element.value.strip() for element in part.parts(key) if isinstance(element.value, str)]


def _name(pointer: Pointer) -> str:
    row = next((step for step in reversed(pointer) if isinstance(step, int)), 0)
    owner = pointer[2] if len(pointer) > 4 else None
    return (
        f"{show(pointer[-1])} of entry {row + 1} in {show(owner)}" if owner is not None else show(pointer[-1])
    )
