"""Rules on screen.json: each candidate is scored exactly once, for a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.contracts.research_scan.identity import identity_of
from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import near_cid, places
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

MOST_WORDS = 20
MOST_MISSPELT = 50
KEPT = 2


class _Match(NamedTuple):
    """Scores of works that are no candidates, with the candidate that was probably meant; unscored candidates."""

    unknown: list[tuple[Part, str | None]]
    unscored: list[Part]


def _match(run: Run) -> _Match:
    scored = {part.cid for part in run.scores}
    unscored: dict[str, Part] = {}
    for candidate in run.candidates.with_cid:
        identity = identity_of(candidate.value)
        names = {candidate.cid, identity.cid if identity else candidate.cid}
        if candidate.cid is not None and not names & scored:
            unscored.setdefault(candidate.cid, candidate)
    unknown: list[tuple[Part, str | None]] = []
    for part in run.scores.with_cid:
        if part.cid is not None and part.cid not in run.pool:
            meant = near_cid(part.cid, unscored) if len(unknown) < MOST_MISSPELT else None
            unscored.pop(meant or "", None)
            unknown.append((part, meant))
    return _Match(unknown, list(unscored.values()))


@rule("research_scan.screen.reason_words", severity="error", scope="run")
def long_reason(run: Run) -> Iterator[Problem]:
    """The reason of a score has more than 20 words.

    `research-scan` refuses the file. A reason names what was decisive; the abstract is in the pool.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason":
                 "it is as good as can be as it has all we ask for and it is at a low weir",
                 "criteria_hit": ["C1"]}]}
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

    Fix: none. What was decisive is for the author.
    """
    for score in run.scores:
        reason = score.text("reason")
        count = len(reason.split()) if reason is not None else 0
        if count > MOST_WORDS:
            yield score.problem(f"the reason has {count} words: at most {MOST_WORDS} are allowed", "reason")


@rule("research_scan.screen.unscored", severity="error", scope="run")
def unscored(run: Run) -> Iterator[Problem]:
    """A candidate has no score in screen.json.

    A paper that was found and never screened is a paper that nobody considered, so `shortlist` refuses to
    run. As long as there is no shortlist.json, screening may still be under way: then one line says how
    many candidates wait.

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
    ```json screen.json
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]}]}
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

    Fix: none. Scores are for the agent to give.
    """
    screen = run.file("screen.json")
    if screen is None or not run.whole("screen.json", "scores"):
        return
    waiting = _match(run).unscored
    if run.has("shortlist.json"):
        for candidate in waiting:
            title = candidate.text("title")
            name = f" ({show(title)})" if title else ""
            message = f"the candidate {show(candidate.cid)}{name} has no score in screen.json"
            yield candidate.problem(message, "cid")
    elif waiting:
        total = len({part.cid for part in run.candidates})
        message = f"{len(waiting)} of {total} candidates have no score yet"
        yield screen.problem(message, "scores", severity="info")


@rule("research_scan.screen.scored_twice", severity="error", scope="run")
def scored_twice(run: Run) -> Iterator[Problem]:
    """A candidate has more than one score.

    `shortlist` refuses the file: which of the scores counts would hang on their order.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]},
                {"cid": "18c32fa9dd2d", "score": 1, "reason": "one river only"}]}
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

    Fix: none. Which score was meant is for the agent that gave them.
    """
    first: dict[str, Part] = {}
    for score in run.scores.with_cid:
        if score.cid is None:
            continue
        if score.cid in first:
            notes = (Note(first[score.cid].at("cid"), "the first score"),)
            yield score.problem(f"{show(score.cid)} is scored more than once", "cid", notes=notes)
        else:
            first[score.cid] = score


@rule("research_scan.screen.unknown_cid", severity="error", scope="run")
def unknown_score(run: Run) -> Iterator[Problem]:
    """A score is for a work that is no candidate.

    A content id that is not in candidates.json was invented or misspelt; `shortlist` refuses the file.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": ["C1"]},
                {"cid": "0123456789ab", "score": 1, "reason": "salmon only"}]}
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

    Fix: none. Which candidate was meant is for the agent.
    """
    if run.whole("candidates.json", "candidates"):
        for score, meant in _match(run).unknown:
            end = f": did you mean {show(meant)}?" if meant else ""
            yield score.problem(f"{show(score.cid)} is not in candidates.json{end}", "cid")


@rule("research_scan.screen.unattributed", severity="info", scope="run")
def unattributed(run: Run) -> Iterator[Problem]:
    """A relevant paper names no sub-criterion that it satisfies.

    Coverage counts papers by `criteria_hit`. A score of 2 or 3 without any counts for no sub-criterion,
    and the gap round may look for what is there already.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 3, "reason": "measures passage", "criteria_hit": []}]}
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

    Fix: none. Which sub-criteria are met is for the agent.
    """
    bare = [score for score in run.scores if _is_kept(score) and not score.get("criteria_hit")]
    if bare:
        many = f" ({len(bare)} such papers)" if len(bare) > 1 else ""
        message = f"{show(bare[0].cid)} is scored {bare[0].value['score']} and hits no sub-criterion{many}"
        yield bare[0].problem(message, "score", notes=places(part.at("score") for part in bare[1:]))


def _is_kept(score: Part) -> bool:
    value = score.get("score")
    return type(value) is int and value >= KEPT and score.get("criteria_hit") in (None, [])
