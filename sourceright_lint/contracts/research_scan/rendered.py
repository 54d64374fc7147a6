"""Rules on evidence.md and evidence.bib: they show the packets of evidence.json and no others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.escape import show
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Note, Place, Problem, rule

_HEADING = re.compile(r"^## [0-9]+\. ([^\n]*)$", re.MULTILINE)
_UNVERIFIED = "[UNVERIFIED — check manually]"
_ENTRY = re.compile(r"^@\w+\{[^\n]*", re.MULTILINE)
_TITLE = re.compile(r"\btitle\s*=\s*\{([^{}]*)\}")


class _Shown(NamedTuple):
    """A paper that the rendered file shows, at these offsets of its text."""

    title: str
    start: int
    end: int


@rule("research_scan.evidence.markdown", severity="error", scope="run")
def page_differs(run: Run) -> Iterator[Problem]:
    """evidence.md does not show exactly the packets of evidence.json.

    The page is what people read. It has one section for each packet, headed by rank and title; alternates
    are a list at the end. A paper that is only on the page was never ranked; one that is only in the JSON
    is read by nobody. A run without an evidence.md is not judged.

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
        "rank": 1, "selection_reason": "score"}]}
    ```
    ```markdown evidence.md
    # Evidence scan: demo

    ## 1. Salmon ladders
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
    ```markdown evidence.md
    # Evidence scan: demo

    ## 1. Elver passes
    ```

    Fix: none. `research-scan emit` renders the page again.
    """
    document = run.documents.get("evidence.md")
    if document is not None:
        yield from _compare(run, document, _headings, str)


@rule("research_scan.evidence.bibtex", severity="error", scope="run")
def bibliography_differs(run: Run) -> Iterator[Problem]:
    """evidence.bib does not hold exactly the packets of evidence.json.

    The file has one entry for each packet and none for alternates. What is cited from it must be what was
    verified. `emit --no-bib` leaves the file out; then there is nothing to judge.

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
        "rank": 1, "selection_reason": "score"}]}
    ```
    ```bibtex evidence.bib
    @article{anon2026salmon,
      title = {Salmon ladders}
    }
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
    ```bibtex evidence.bib
    @article{anonndelver,
      title = {Elver passes}
    }
    ```

    Fix: none. `research-scan emit` writes the file again.
    """
    document = run.documents.get("evidence.bib")
    if document is not None:
        yield from _compare(run, document, _entries, lambda t: t.replace("{", "(").replace("}", ")"))


def _compare(
    run: Run,
    document: Document,
    shown_in: Callable[[str], Iterator[_Shown]],
    written: Callable[[str], str],
) -> Iterator[Problem]:
    file = run.file("evidence.json")
    if file is None or not isinstance(file.get("packets"), list):
        return
    if any(packet.text("title") is None for packet in file.parts("packets")):
        return
    left = Counter(_plain(entry.title) for entry in shown_in(document.text))
    found: Counter[str] = Counter()
    lost: list[Part] = []
    for packet in run.packets:
        # The title may have been changed in evidence.json alone; that is told by another rule.
        candidate = run.pool.get(packet.cid or "")
        titles = [packet.text("title"), candidate.text("title") if candidate else None]
        name = next((n for t in titles if t is not None and left[n := _plain(written(t))] > 0), None)
        if name is None:
            lost.append(packet)
        else:
            left[name] -= 1
            found[name] += 1
    yield from _pair(document, lost, _beyond(found, shown_in(document.text)))


def _beyond(found: Counter[str], shown: Iterator[_Shown]) -> Iterator[_Shown]:
    """What is shown after the first so many of each title."""
    for entry in shown:
        title = _plain(entry.title)
        if found[title] > 0:
            found[title] -= 1
        else:
            yield entry


def _pair(document: Document, lost: list[Part], extra: Iterator[_Shown]) -> Iterator[Problem]:
    name = document.path.rpartition("/")[2]
    paired = 0
    # The packets come first: what is shown must not be asked for once more than there are packets.
    for packet, entry in zip(lost, extra, strict=False):
        paired += 1
        message = f"{name} shows {show(entry.title)} where evidence.json has {show(packet.text('title'))}"
        yield Problem(_place(document, entry), message, packet.cid, (Note(packet.at("title"), "the packet"),))
    for packet in lost[paired:]:
        notes = (Note(packet.at("title"), "the packet"),)
        yield Problem(Place(document), f"{show(packet.text('title'))} is not in {name}", packet.cid, notes)
    for entry in extra:
        yield Problem(_place(document, entry), f"{show(entry.title)} is no packet of evidence.json")


def _headings(text: str) -> Iterator[_Shown]:
    for match in _HEADING.finditer(text):
        title = match[1].removesuffix("\r").rstrip(" \t").removesuffix(_UNVERIFIED).rstrip(" \t")
        yield _Shown(title, match.start(), match.start(1) + len(title))


def _entries(text: str) -> Iterator[_Shown]:
    entries = _ENTRY.finditer(text)
    entry = next(entries, None)
    while entry is not None:
        following = next(entries, None)
        title = _TITLE.search(text, entry.start(), following.start() if following else len(text))
        yield _Shown(title[1] if title else "", entry.start(), entry.end())
        entry = following


def _place(document: Document, entry: _Shown) -> Place:
    return Place(document, span=document.span_at(entry.start, entry.end))


def _plain(title: str) -> str:
    """A title as one line; a page shows no more of it in a heading than its first line."""
    return " ".join(title.strip().split("\n", 1)[0].split())
