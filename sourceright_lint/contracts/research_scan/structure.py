"""Rules on the shape of the JSON files: keys, types, words, ranges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sourceright_lint.contracts.research_scan.identity import cid_of
from sourceright_lint.contracts.research_scan.view import JsonFile
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Place, Problem, rule


def _violations(file: JsonFile, *keywords: str) -> Iterator[Problem]:
    for violation in file.violations:
        if violation.keyword in keywords:
            place = Place(file.document, violation.pointer, violation.key)
            yield Problem(place, violation.message, _record(file.value, violation.pointer))


def _record(value: Any, pointer: Pointer) -> str | None:
    """The content id of the innermost entry on the way to ``pointer`` that has one."""
    record = None
    for step in pointer:
        if isinstance(value, dict):
            record = cid_of(value.get("cid")) or record
            value = value.get(str(step))
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step]
    return record


@rule("research_scan.schema.unknown_key", severity="error", scope="file")
def unknown_key(file: JsonFile) -> Iterator[Problem]:
    """An object has a key that the format of the file does not know.

    `research-scan` refuses unknown keys everywhere: a misspelt key is not a value that fell back to its
    default. Every such key is listed, with the known key that was probably meant.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "raeson": "measures passage", "criteria_hit": ["C1"]}]}
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
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```

    Fix: none. The CLI's files are its own, and what an agent wrote is for the agent to correct.
    """
    return _violations(file, "additionalProperties")


@rule("research_scan.schema.missing", severity="error", scope="file")
def missing(file: JsonFile) -> Iterator[Problem]:
    """An object lacks a key that it must have.

    `research-scan` stops at a file with such an object. A key that is there under a misspelt name is
    reported once, as an unknown key.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3,  "criteria_hit": ["C1"]}]}
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
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```

    Fix: none. The value is not known.
    """
    return _violations(file, "required")


@rule("research_scan.schema.type", severity="error", scope="file")
def wrong_type(file: JsonFile) -> Iterator[Problem]:
    """A value has the wrong type.

    Screening and ranking scores, and the rank of an origin, must be written as integers: the order of
    the shortlist hangs on them, so `"3"`, `true` and `2.0` are refused. Where `research-scan` converts
    a value instead of refusing it, `research_scan.coerced` says so.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": "3", "reason": "measures passage", "criteria_hit": ["C1"]}]}
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
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```

    Fix: none. The CLI's files are its own, and what an agent wrote is for the agent to correct.
    """
    return _violations(file, "type")


@rule("research_scan.schema.enum", severity="error", scope="file")
def unknown_word(file: JsonFile) -> Iterator[Problem]:
    """A value is none of the words that are allowed at its place.

    Two lists are easily mixed up: `relation` of a ranked paper says how it stands to the brief
    (`design-changing`, `plan-influencing`, `closely-related`, `contradicting`, `foundational`), `relation`
    of an origin how it was found (`query`, `references`, `citations`, `recommendations`, `anchor`).

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
      "relation": "references", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
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

    Fix: none. The message names the words that are allowed.
    """
    return _violations(file, "enum")


@rule("research_scan.schema.range", severity="error", scope="file")
def out_of_range(file: JsonFile) -> Iterator[Problem]:
    """A number is smaller or larger than its place allows.

    Scores go from 0 to 3, counts from 0, ranks of packets from 1, ranks in a source's results from 0.

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
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 4, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
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

    Fix: none. Which number was meant is not known.
    """
    return _violations(file, "minimum", "maximum")


@rule("research_scan.schema.length", severity="error", scope="file")
def wrong_length(file: JsonFile) -> Iterator[Problem]:
    """A list has too few or too many entries.

    A plan has 3 to 6 sub-criteria, 6 to 8 queries and at most 8 queries in its gap round. A ranked paper
    has at least one limitation: a paper of which no weakness was found was not read for weaknesses.

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
      "why_it_matters": "Sets the slope.", "limitations": [], "relevance_reason": "Measures C1."}]
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

    Fix: none. What belongs into the list is for its author.
    """
    return _violations(file, "minItems", "maxItems", "minLength")


@rule("research_scan.schema.pattern", severity="error", scope="file")
def wrong_form(file: JsonFile) -> Iterator[Problem]:
    """A content id or a month is not written as such.

    A content id (`cid`) is 12 hex digits in lower case; the ends of a window are months, `2026-01`.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen.json
    {"scores": [{"cid": "18C32FA9DD2D", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
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
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```

    Fix: none. A content id in other letters is another id.
    """
    return _violations(file, "pattern")


@rule("research_scan.coerced", severity="warning", scope="file")
def coerced(file: JsonFile) -> Iterator[Problem]:
    """A value has another type than it should, and `research-scan` converts it.

    Outside of scores the tool takes `"2"`, `true` and `2.0` for 2, `"yes"` and 1 for true, and drops
    white space around a content id. Readers in other languages do not, and the tool itself never writes
    such values, so somebody edited the file.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
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
        "rank": "1", "selection_reason": "score"}]}
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
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
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```

    Fix: none. The CLI's files are its own; run the stage that writes the file again.
    """
    return _violations(file, "lax")
