"""Rules on shortlist.json and ranked.json: what is selected comes from what was there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from sourceright_lint.contracts.research_scan.identity import cid_of
from sourceright_lint.contracts.research_scan.screening import KEPT
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import MOST_NAMES, MOST_NOTES, Hints, NearCids, places
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Place, Problem, rule


@rule("research_scan.join.not_in_candidates", severity="error", scope="run")
def not_in_candidates(run: Run) -> Iterator[Problem]:
    """The shortlist has a paper that is no candidate.

    The shortlist is a cut of candidates.json. In a run without a shortlist.json the ranking is held against
    the candidates instead.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
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
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Fix: none. The CLI's files are its own.
    """
    if not run.whole("candidates.json", "candidates"):
        return
    near = NearCids(sorted(run.pool))
    for part in run.shortlist if run.has("shortlist.json") else run.ranked:
        if part.cid is not None and part.cid not in run.pool:
            yield _unknown(part, "candidates.json", near)


@rule("research_scan.join.not_in_shortlist", severity="error", scope="run")
def not_in_shortlist(run: Run) -> Iterator[Problem]:
    """The ranking has a paper that is not on the shortlist.

    The ranking orders what screening kept and adds nothing: a paper that is not in shortlist.json was not
    retrieved, or not screened, or was invented.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}},
                    {"cid": "b1d966cf64ec", "title": "Eel ladders", "ids": {"doi": "10.5555/elver.2"}}]}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```
    ```json ranked.json
    [{"cid": "b1d966cf64ec", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
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
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}},
                    {"cid": "b1d966cf64ec", "title": "Eel ladders", "ids": {"doi": "10.5555/elver.2"}}]}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```
    ```json ranked.json
    [{"cid": "18c32fa9dd2d", "criteria": {"C1": 3}, "overall": 3, "evidence_level": "experimental",
      "relation": "closely-related", "key_finding": "Passage rises.", "methodology": "abstract-only",
      "why_it_matters": "Sets the slope.", "limitations": ["one river"], "relevance_reason": "Measures C1."}]
    ```

    Fix: none. Which paper was meant is for the agent.
    """
    near = NearCids(sorted(shortlisted(run)))
    return (_unknown(part, "shortlist.json", near) for part in orphans(run))


@rule("research_scan.join.doubled", severity="error", scope="run")
def doubled(run: Run) -> Iterator[Problem]:
    """A paper is twice in a list where it can only be once.

    That holds for the shortlist, the ranking, the evidence with its alternates, and the seeds and
    additions of an expansion. A paper that is already twice among the candidates is reported there.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3},
                   {"cid": "18c32fa9dd2d", "title": "Elver passes", "score": 3}], "outside_window": []}
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
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Fix: none. The two entries may differ.
    """
    doubled_before = run.doubled_candidates
    lists: list[Iterable[Part]] = [run.ranked, run.emitted]
    if run.whole("candidates.json", "candidates"):
        lists += [run.shortlist, *_expansion_lists(run)]
    for entries in lists:
        first: dict[str, Part] = {}
        for part in entries:
            if part.cid is not None and part.cid in first and part.cid not in doubled_before:
                notes = (Note(Place(part.document, first[part.cid].pointer), "the first one"),)
                suffix = ("cid",) if isinstance(part.value, dict) else ()
                yield part.problem(f"{show(part.cid)} is there twice", *suffix, notes=notes)
            elif part.cid is not None:
                first.setdefault(part.cid, part)


@rule("research_scan.shortlist.score", severity="error", scope="run")
def other_score(run: Run) -> Iterator[Problem]:
    """A paper is on the shortlist with another score than screening gave it.

    The shortlist copies the scores of screen.json and takes nothing below 2. If a score was changed
    afterwards, the shortlist and all that follows rest on the old one.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 2, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
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
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Fix: none. `research-scan shortlist` makes the list again.
    """
    twice = _scored_twice(run)
    for part in run.shortlist:
        listed, given = part.get("score"), run.score_of.get(part.cid or "")
        if type(listed) is not int or part.cid in twice:
            continue
        if given is not None and listed != given:
            yield part.problem(f"the score is {listed}, but screen.json gives {given}", "score")
        elif 0 <= listed < KEPT:
            yield part.problem(f"the score is {listed}: the shortlist takes papers with {KEPT} or 3", "score")


@rule("research_scan.shortlist.window", severity="error", scope="run")
def wrong_list(run: Run) -> Iterator[Problem]:
    """A paper is in the wrong half of the shortlist.

    `in_window` holds papers from inside the publication window, `outside_window` the older classics that
    the citation graph led to; the paper's own `outside_window` says which it is.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "outside_window": true, "score": 3}], "outside_window": []}
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
    ```json shortlist.json
    {"in_window": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"},
                    "score": 3}], "outside_window": []}
    ```

    Fix: none. The CLI's files are its own.
    """
    for key in ("in_window", "outside_window"):
        for part in run.objects("shortlist.json", key):
            outside = part.get("outside_window")
            if isinstance(outside, bool) and outside != (key == "outside_window"):
                message = f"outside_window is {show(outside)}, but the paper is in the list {show(key)}"
                yield part.problem(message, "outside_window")


@rule("research_scan.join.unknown_criterion", severity="error", scope="run")
def unknown_criterion(run: Run) -> Iterator[Problem]:
    """A paper is said to satisfy a sub-criterion that the plan does not have.

    `criteria_hit` of a score and the keys of `criteria` in the ranking are ids of the `sub_criteria` of
    queries.json. `research-scan coverage` refuses a score that names another. There is one finding per
    unknown id and file, and it marks every place.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C7"]}]}
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

    Fix: none. Which sub-criterion was meant is for the agent.
    """
    known = run.criteria
    if known is None:
        return
    for found in (_hits(run), _weighed(run)):
        unknown: dict[str, list[tuple[Part, Place]]] = {}
        for part, place, name in found:
            if name in known or (name not in unknown and len(unknown) == MOST_NAMES):
                continue
            if len(uses := unknown.setdefault(name, [])) <= MOST_NOTES:
                uses.append((part, place))
        hints = Hints(sorted(known))
        for name, uses in unknown.items():
            part, place = uses[0]
            message = f"{show(name)} is no sub-criterion of queries.json{hints.of(name)}"
            notes = places(other for _, other in uses[1:])
            yield Problem(place, message, part.cid, notes)


def shortlisted(run: Run) -> set[str]:
    """Content ids of the shortlist."""
    return {part.cid for part in run.shortlist if part.cid is not None}


def orphans(run: Run) -> Iterator[Part]:
    """Ranked papers that are not on the shortlist, where there is a whole one."""
    if run.whole("shortlist.json", "in_window", "outside_window"):
        listed = shortlisted(run)
        yield from (part for part in run.ranked if part.cid is not None and part.cid not in listed)


def _unknown(part: Part, file: str, near: NearCids) -> Problem:
    meant = near.to(part.cid or "")
    end = f": did you mean {show(meant)}?" if meant else ""
    return part.problem(f"{show(part.cid)} is not in {file}{end}", "cid")


def _expansion_lists(run: Run) -> Iterator[Iterable[Part]]:
    for name in ("expanded.json", "expanded-round2.json"):
        file = run.file(name)
        if file is not None:
            yield map(_named, file.parts("seeds"))
            yield map(_named, chain(file.parts("added"), file.parts("added_outside_window")))


def _named(part: Part) -> Part:
    part.cid = cid_of(part.value)
    return part


def _scored_twice(run: Run) -> set[str | None]:
    counts = Counter(part.cid for part in run.scores)
    return {cid for cid, count in counts.items() if count > 1}


def _hits(run: Run) -> Iterator[tuple[Part, Place, str]]:
    for score in run.scores:
        for hit in score.parts("criteria_hit"):
            if isinstance(hit.value, str):
                yield score, hit.at(), hit.value.strip()


def _weighed(run: Run) -> Iterator[tuple[Part, Place, str]]:
    for entry in run.ranked:
        criteria = entry.get("criteria")
        for name in criteria if isinstance(criteria, dict) else ():
            yield entry, entry.at("criteria", name, key=True), name
