"""Rules on what a commit may change: neither half of a run edits the other's files."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contract import Change
from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.view import Run
from sourceright_lint.jsontext import MISSING, Document
from sourceright_lint.rule import Place, Problem, rule

_MANIFEST = "manifest.json"
_EVIDENCE = "evidence.json"


@rule("history.research_scan.edited_by_hand", severity="error", scope="change")
def edited_by_hand(change: Change) -> Iterator[Problem]:
    """A file of the CLI was changed, and the manifest was not.

    Each command of `research-scan` that writes a file also writes its section and its time into
    manifest.json. A commit that changes candidates, batches, shortlist, coverage or evidence and leaves
    the manifest as it was did not come from the tool: somebody edited evidence by hand. In a merge, a
    file that is as in one of the parents is not judged; nor are logs, which a command that failed leaves.

    Bad:
    ```json before/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json before/shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```
    ```json after/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json after/shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes that work", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Good:
    ```json before/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json before/shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```
    ```json after/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1, "shortlisted": 1}}
    ```
    ```json after/shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes that work", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Fix: none. Restore the file, or run the stage that writes it.
    """
    after, parents = _runs(change)
    if after is None:
        return
    for name, document in after.documents.items():
        if name == _MANIFEST or files.owner_of(name) != "cli":
            continue
        old = [parent for parent in parents if parent.has(name)]
        if any(parent.documents[name].data == document.data for parent in old):
            continue
        if any(_same(parent, after, _MANIFEST) for parent in old):
            message = (
                "changed, but manifest.json was not: this file is the CLI's, and no command leaves it so"
            )
            yield Problem(Place(document), message)


@rule("history.research_scan.changed_after_emit", severity="warning", scope="change")
def changed_after_emit(change: Change) -> Iterator[Problem]:
    """The agent's part of a run was changed after the evidence was emitted.

    evidence.json is made from the plan, the scores and the ranking. If one of these changes later and the
    evidence does not, the run no longer shows why its papers were selected. A change of layout alone is
    not reported.

    Bad:
    ```json before/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json before/ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json before/evidence.json
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
    ```json after/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json after/ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 2, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json after/evidence.json
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
    ```json before/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json before/ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json before/evidence.json
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
    ```json after/manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1, "emitted": 1}}
    ```
    ```json after/ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 2, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```
    ```json after/evidence.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "packets": [
       {"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
        "criteria": {"C1": 3}, "overall": 2, "evidence_level": "experimental",
        "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
        "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1.",
        "verification": {"verified": true, "verified_by": ["crossref"], "verified_on": "2026-01-05",
                         "mismatches": []},
        "rank": 1, "selection_reason": "score"}]}
    ```

    Fix: none. Restore the file, or run the stages from there on again.
    """
    after, parents = _runs(change)
    if after is None or not after.has(_EVIDENCE):
        return
    for name, document in after.documents.items():
        if files.owner_of(name) != "agent":
            continue
        old = [parent for parent in parents if parent.has(name)]
        if any(_equal(parent.documents[name], document) for parent in old):
            continue
        if any(_same(parent, after, _EVIDENCE) for parent in old):
            yield Problem(
                Place(document), "changed after evidence.json was emitted, which still shows the old state"
            )


def _runs(change: Change) -> tuple[Run | None, list[Run]]:
    after = change.after if isinstance(change.after, Run) else None
    return after, [parent for parent in change.parents if isinstance(parent, Run)]


def _same(before: Run, after: Run, name: str) -> bool:
    if not before.has(name) or not after.has(name):
        return False
    return before.documents[name].data == after.documents[name].data


def _equal(before: Document, after: Document) -> bool:
    if before.data == after.data:
        return True
    return before.value is not MISSING and bool(before.value == after.value)
