"""Rules on the candidate pool: content ids, and the queries that found the candidates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.research_scan.identity import Identity, identity_of, text_of
from sourceright_lint.contracts.research_scan.plan import queries_of
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import MOST_NAMES, Hints, more, places
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule


@rule("research_scan.cid", severity="warning", scope="run")
def wrong_cid(run: Run) -> Iterator[Problem]:
    """A content id is not the one that follows from the work's identifiers.

    The id is the first 12 hex digits of the SHA-1 of `doi:<doi>`, or else of `arxiv:<id>`, `pmid:<id>`, or
    `title:<title>|<year>` with the title in lower case and without punctuation. All files join on it, and
    two runs that found the same work agree on it. Where the scores use the right id, the file is in
    contradiction with them, and that is an error. An id from a title with letters outside ASCII is not
    judged: its normal form depends on the program.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2e", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```

    Fix: none. Either the id or the identifier was changed by hand; `research-scan retrieve` makes both.
    """
    used = {part.cid for part in run.scores}
    differing = {group[0].cid for group in _doubles(run) if not _equal(group)}
    for candidate in run.candidates.with_cid:
        identity = identity_of(candidate.value)
        if candidate.cid is None or identity is None or not identity.certain or candidate.cid in differing:
            continue
        if candidate.cid not in (identity.cid, _as_written(candidate, identity).cid):
            source = show(f"{identity.kind}:{identity.value}")
            message = f"cid is {show(candidate.cid)}, but {source} gives {show(identity.cid)}"
            if identity.cid in used and candidate.cid not in used:
                yield candidate.problem(f"{message}, which screen.json uses", "cid", severity="error")
            else:
                yield candidate.problem(message, "cid")


@rule("research_scan.cid.doubled", severity="error", scope="run")
def doubled_cid(run: Run) -> Iterator[Problem]:
    """Two candidates have the same content id.

    Scores, rankings and packets name a candidate by its id alone, so one of the two can never be meant.
    Where title, identifiers and year of both are equal, the tool itself failed to merge a work that it
    found twice: that is a warning.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}},
                    {"cid": "18c32fa9dd2d", "title": "Eel ladders", "ids": {"doi": "10.5555/elver.2"}}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}},
                    {"cid": "b1d966cf64ec", "title": "Eel ladders", "ids": {"doi": "10.5555/elver.2"}}]}
    ```

    Fix: none. Candidates are never removed.
    """
    for group in _doubles(run):
        notes = places(part.at("cid") for part in (group[0], *group[2:]))
        equal = _equal(group)
        what = "of equal works" if equal else "of different works"
        message = f"{len(group)} candidates {what} have the cid {show(group[0].cid)}"
        yield group[1].problem(message, "cid", notes=notes, severity="warning" if equal else None)


@rule("research_scan.join.unknown_query", severity="warning", scope="run")
def unknown_query(run: Run) -> Iterator[Problem]:
    """Candidates were found by a query that the plan does not have.

    `query_id` of an origin is the id of a query in `queries` or `round2` of queries.json. If the plan was
    edited after retrieval, coverage cannot say any more which query found what.

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
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                     "origins": [{"source": "s2", "relation": "query", "query_id": "Q9", "rank": 0}]}]}
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
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                     "origins": [{"source": "s2", "relation": "query", "query_id": "Q1", "rank": 0}]}]}
    ```

    Fix: none. Restore the query, or run retrieval again.
    """
    plan = run.file("queries.json")
    if plan is None or not plan.sound:
        return
    known = {query.text("id") for query in queries_of(plan)}
    unknown: dict[str, list[Part]] = {}
    for candidate in run.candidates:
        for origin in candidate.objects("origins"):
            query = origin.text("query_id")
            if query is None or query in known or (query not in unknown and len(unknown) == MOST_NAMES):
                continue
            unknown.setdefault(query, []).append(origin)
    hints = Hints(sorted(name for name in known if name is not None))
    for query, origins in unknown.items():
        message = f"the query {show(query)} is not in queries.json{hints.of(query)}"
        notes = places(origin.at("query_id") for origin in origins[1:])
        yield origins[0].problem(message + more(len(origins) - 1), "query_id", notes=notes)


def _doubles(run: Run) -> list[list[Part]]:
    groups: dict[str, list[Part]] = {}
    for candidate in run.candidates.with_cid:
        if candidate.cid is not None:
            groups.setdefault(candidate.cid, []).append(candidate)
    return [group for group in groups.values() if len(group) > 1]


def _equal(group: list[Part]) -> bool:
    core = _core(group[0])
    return all(_core(part) == core for part in group)


def _core(part: Part) -> tuple[Any, Any, Any]:
    return part.text("title"), part.get("ids"), part.get("year")


def _as_written(candidate: Part, identity: Identity) -> Identity:
    ids = candidate.get("ids")
    written = text_of(ids.get(identity.kind)) if isinstance(ids, dict) else None
    return identity._replace(value=written) if written else identity
