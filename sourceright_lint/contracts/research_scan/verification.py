"""Rules on verification: what is retracted is out, and what is called verified is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sourceright_lint.contracts.research_scan.evidence import paper
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import listed
from sourceright_lint.rule import Problem, rule
from sourceright_lint.schema_coerce import coerce


@rule("research_scan.evidence.retracted", severity="error", scope="run")
def retracted(run: Run) -> Iterator[Problem]:
    """A retracted paper is in the evidence.

    Anything else may be shown with a mark, a retraction may not: `emit` drops such papers.

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
        "is_retracted": true, "rank": 1, "selection_reason": "score"}]}
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

    Fix: none. `research-scan verify` and `emit` select again.
    """
    for packet in run.emitted:
        if coerce(packet.get("is_retracted"), ("boolean",)) is True:
            yield packet.problem(f"{paper(packet)} is retracted", "is_retracted")
        elif "retracted" in _mismatches(packet):
            message = f"{paper(packet)} is retracted, as its verification says"
            yield packet.problem(message, "verification", "mismatches")


@rule("research_scan.verification", severity="error", scope="run")
def contradicting_verification(run: Run) -> Iterator[Problem]:
    """A paper counts as verified although its verification says otherwise.

    `verified` is true only when a live record was found (`verified_by` names where) and nothing differed
    from it (`mismatches` is empty). A reader who filters on `verified` would cite the paper unchecked.

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
                         "mismatches": ["title"]},
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

    Fix: none. `research-scan verify` writes this part.
    """
    judged = {part.cid: part.get("verification") for part in run.ranked.with_cid}
    copies = (p for p in run.emitted if p.cid is None or p.get("verification") != judged.get(p.cid))
    for part in chain(run.ranked, copies):
        verification = part.get("verification")
        if not isinstance(verification, dict):
            continue
        if coerce(verification.get("verified"), ("boolean",)) is not True:
            continue
        mismatches = _mismatches(part)
        if mismatches and "retracted" not in mismatches:
            message = f"verified is true in spite of mismatches: {listed(mismatches)}"
            yield part.problem(message, "verification", "verified")
        elif not mismatches and verification.get("verified_by") in (None, []):
            yield part.problem("verified is true, but no source verified it", "verification", "verified")


def _mismatches(part: Part) -> list[str]:
    verification = part.get("verification")
    found = verification.get("mismatches") if isinstance(verification, dict) else None
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
