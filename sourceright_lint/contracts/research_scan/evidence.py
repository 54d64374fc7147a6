"""Rules on evidence.json: it holds only what was ranked, in order, and unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.research_scan.schemas.parts import CANDIDATE_FIELDS
from sourceright_lint.contracts.research_scan.schemas.selection import RANKED_FIELDS
from sourceright_lint.contracts.research_scan.selection import orphans, shortlisted
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import NearCids
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule


@rule("research_scan.join.not_in_ranked", severity="error", scope="run")
def not_in_ranked(run: Run) -> Iterator[Problem]:
    """The evidence has a paper that was not ranked.

    `emit` selects from ranked.json and never adds a paper. One that is not there was put in by hand, or the
    ranking was changed afterwards.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json ranked.json
    []
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
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
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
    ```

    Fix: none. The CLI's files are its own; `research-scan emit` makes the evidence again.
    """
    if not run.whole("ranked.json"):
        return
    ranked = {part.cid for part in run.ranked.with_cid if part.cid is not None}
    # A ranked paper with a wrong id is reported in the ranking, and lets its packet look unranked.
    excused = shortlisted(run) if any(orphans(run)) else set()
    near = NearCids(sorted(ranked))
    for packet in run.emitted:
        if packet.cid is not None and packet.cid not in ranked and packet.cid not in excused:
            meant = near.to(packet.cid)
            end = f": did you mean {show(meant)}?" if meant else ""
            yield packet.problem(f"{show(packet.cid)} is not in ranked.json{end}", "cid")


@rule("research_scan.evidence.rank", severity="error", scope="run")
def broken_ranks(run: Run) -> Iterator[Problem]:
    """The ranks of the packets do not run from 1 without a gap.

    Packets are numbered in the order of the file, and the alternates go on from there. A gap or a repeated
    rank means that a packet was removed, added or moved by hand.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 2, "selection_reason": "score"}]}
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
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
    ```

    Fix: none. `research-scan emit` numbers the packets.
    """
    ranks = [packet.get("rank") for packet in run.emitted]
    if not all(type(rank) is int for rank in ranks):
        return
    shift = 0
    for index, packet in enumerate(run.emitted):
        off = ranks[index] - (index + 1)
        if off not in (shift, 0):
            message = f"the rank is {ranks[index]}: after the one before, it must be {index + 1 + shift}"
            yield packet.problem(message, "rank")
            following = ranks[index + 1] - (index + 2) if index + 1 < len(ranks) else 0
            shift = off if following == off else shift
        else:
            shift = off


@rule("research_scan.evidence.differs", severity="warning", scope="run")
def differs(run: Run) -> Iterator[Problem]:
    """A packet says something else than the ranking and the candidate that it is made from.

    `emit` copies both. If they differ, either the packet was edited by hand, or the ranking was changed
    after the evidence was emitted. The verification is not compared.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage falls.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
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
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
    ```

    Fix: none. `research-scan emit` makes the packet again.
    """
    ranked = {part.cid: part for part in run.ranked.with_cid}
    sources = (
        ("ranked.json", ranked, [key for key in RANKED_FIELDS if key not in ("cid", "verification")]),
        (
            "candidates.json",
            run.pool,
            [key for key in CANDIDATE_FIELDS if key not in ("cid", "is_retracted")],
        ),
    )
    for packet in run.emitted:
        for name, entries, keys in sources:
            entry = entries.get(packet.cid or "")
            changed = [key for key in keys if entry is not None and not _agree(packet, entry, key)]
            if changed:
                named = ", ".join(map(show, changed))
                yield packet.problem(f"{paper(packet)} differs from {name} in {named}", changed[0])


def _agree(packet: Part, entry: Part, key: str) -> bool:
    """Whether both have the same under ``key``. What one leaves to its default, or has in another type, is not."""
    if key not in packet.value or key not in entry.value:
        return True
    left, right = packet.value[key], entry.value[key]
    if isinstance(left, dict) and isinstance(right, dict):
        return all(left[name] == right[name] for name in left.keys() & right.keys())
    if left is not None and right is not None and type(left) is not type(right):
        return True
    return bool(_stripped(left) == _stripped(right))


def _stripped(value: Any) -> Any:
    if isinstance(value, list):
        return [_stripped(element) for element in value]
    return value.strip() if isinstance(value, str) else value


def paper(packet: Part) -> str:
    """What a message calls a packet."""
    rank = packet.get("rank")
    return f"the packet with rank {rank}" if type(rank) is int else "the packet"
