"""What the ``research-scan`` package says of files: a line of JSON in, a line of JSON out.

Run by an interpreter that has the package; it imports nothing of ours.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic import BaseModel, ValidationError
from research_scan import coverage, dedup, render, schema, shortlist

MODELS: dict[str, type[BaseModel]] = {
    "queries": schema.QueryPlan,
    "candidates": schema.CandidatesFile,
    "batch": schema.ScreenBatch,
    "screen": schema.ScreenFile,
    "expanded": schema.Expanded,
    "expanded2": schema.Expanded,
    "coverage": schema.CoverageFile,
    "shortlist": schema.Shortlist,
    "ranked": schema.Ranked,
    "evidence": schema.Evidence,
    "manifest": schema.Manifest,
}


def errors(role: str, value: Any) -> list[tuple[list[Any], str]]:
    """Where the model of a file refuses the value, and with what kind of error."""
    try:
        MODELS[role].model_validate(value)
    except ValidationError as error:
        return [(list(item["loc"]), item["type"]) for item in error.errors()]
    return []


def joins(plan: Any, candidates: Any, screen: Any) -> dict[str, list[str]]:
    """What the commands refuse in scores that are well-formed, by content id."""
    pool = schema.CandidatesFile.model_validate(candidates).candidates
    scores = schema.ScreenFile.model_validate(screen)
    report = shortlist.validate_coverage(pool, scores)
    attribution = coverage.validate_criteria_hit(schema.QueryPlan.model_validate(plan), scores)
    return {
        "missing": report.missing,
        "duplicate": report.duplicate,
        "unknown": report.unknown,
        "criteria": [criterion for _, criterion in attribution.unknown],
    }


def snapshot(plan: Any, candidates: Any, screen: Any) -> Any:
    """The coverage of the current round."""
    file = schema.CandidatesFile.model_validate(candidates)
    read_plan = schema.QueryPlan.model_validate(plan)
    built = coverage.build(file.run, read_plan, file.candidates, schema.ScreenFile.model_validate(screen))
    return built.rounds[-1].model_dump(mode="json")


def rendered(evidence: Any) -> dict[str, str]:
    """evidence.md and evidence.bib."""
    read = schema.Evidence.model_validate(evidence)
    return {"evidence.md": render.render_markdown(read), "evidence.bib": render.render_bib(read)}


def cid(candidate: Any) -> str:
    """The content id of a candidate."""
    return dedup.with_cid(schema.Candidate.model_validate(candidate)).cid


QUESTIONS = {"errors": errors, "joins": joins, "snapshot": snapshot, "rendered": rendered, "cid": cid}

if __name__ == "__main__":
    for line in sys.stdin:
        question, arguments = json.loads(line)
        print(json.dumps(QUESTIONS[question](*arguments)), flush=True)
