"""Rules on expanded.json and expanded-round2.json: what citation-graph expansion started from and added."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sourceright_lint.contracts.research_scan.identity import cid_of
from sourceright_lint.contracts.research_scan.screening import KEPT
from sourceright_lint.contracts.research_scan.view import JsonFile, Part, Run
from sourceright_lint.contracts.research_scan.wording import NearCids
from sourceright_lint.escape import show
from sourceright_lint.finding import Severity
from sourceright_lint.rule import Problem, rule


@rule("research_scan.expansion.seed", severity="error", scope="run")
def unfit_seed(run: Run) -> Iterator[Problem]:
    """Expansion started from a paper that screening did not keep.

    Seeds are papers with a score of 2 or 3, and anchors. From others the citation graph leads away from
    the brief. A seed that is neither a candidate nor scored is a warning: a later stage may have merged
    it with another work.

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
    {"scores": [{"cid": "18c32fa9dd2d", "score": 1, "reason": "measures passage", "criteria_hit": ["C1"]}]}
    ```
    ```json expanded.json
    {"seeds": ["18c32fa9dd2d"], "added": [], "added_outside_window": [], "batches": []}
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
    ```json expanded.json
    {"seeds": ["18c32fa9dd2d"], "added": [], "added_outside_window": [], "batches": []}
    ```

    Fix: none. Either the score was changed afterwards, or the CLI's file was edited.
    """
    if not run.whole("candidates.json", "candidates") or not run.whole("screen.json", "scores"):
        return
    for file in _files(run):
        for seed in file.parts("seeds"):
            cid = cid_of(seed.value)
            candidate = run.pool.get(cid or "")
            if cid is None or (candidate is not None and _is_anchor(candidate)):
                continue
            score = run.score_of.get(cid)
            if score is not None and score < KEPT:
                yield seed.problem(f"the seed {show(cid)} has the score {score}: seeds need {KEPT} or 3")
            elif score is None and candidate is None:
                message = f"the seed {show(cid)} is no candidate and has no score"
                yield seed.problem(message, severity="warning")


@rule("research_scan.expansion.unknown_cid", severity="error", scope="run")
def unknown_addition(run: Run) -> Iterator[Problem]:
    """An addition is not among the candidates.

    Expansion writes its additions into candidates.json and lists them here. In a run with a gap round it is a
    warning for the first round: the second may have merged the work with another one.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json expanded.json
    {"seeds": [], "added": ["0123456789ab"], "added_outside_window": [], "batches": []}
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
    ```json expanded.json
    {"seeds": [], "added": ["18c32fa9dd2d"], "added_outside_window": [], "batches": []}
    ```

    Fix: none. The CLI's files are its own.
    """
    if not run.whole("candidates.json", "candidates"):
        return
    near = NearCids(run.pool)
    for file in _files(run):
        later = file.name == "expanded.json" and run.gap_round
        severity: Severity | None = "warning" if later else None
        for part in _additions(file):
            cid = cid_of(part.value)
            if cid is not None and cid not in run.pool:
                meant = near.to(cid)
                end = f": did you mean {show(meant)}?" if meant else ""
                yield part.problem(
                    f"the addition {show(cid)} is not in candidates.json{end}", severity=severity
                )


def _files(run: Run) -> list[JsonFile]:
    found = (run.file(name) for name in ("expanded.json", "expanded-round2.json"))
    return [file for file in found if file is not None]


def _additions(file: JsonFile) -> Iterator[Part]:
    return chain(file.parts("added"), file.parts("added_outside_window"))


def _is_anchor(candidate: Part) -> bool:
    return any(origin.text("relation") == "anchor" for origin in candidate.objects("origins"))
