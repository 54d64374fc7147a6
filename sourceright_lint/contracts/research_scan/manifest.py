"""Rules on manifest.json: its counts are those of the files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.batches import lost_candidates
from sourceright_lint.contracts.research_scan.coverage import counts_can_be_trusted, current_snapshot
from sourceright_lint.contracts.research_scan.screening import KEPT
from sourceright_lint.contracts.research_scan.view import JsonFile, Run, batch_name
from sourceright_lint.contracts.research_scan.wording import more, places
from sourceright_lint.finding import Pointer
from sourceright_lint.rule import Place, Problem, rule

_ROUNDS = (("expansion", "expanded.json"), ("expansion_round2", "expanded-round2.json"))


class _Claim(NamedTuple):
    """What a count must be, or with ``at_least`` what it must reach, by what ``source`` holds."""

    pointer: Pointer
    expected: int
    source: str
    at_least: bool = False


@rule("research_scan.manifest.counts", severity="error", scope="run")
def wrong_counts(run: Run) -> Iterator[Problem]:
    """The manifest counts something else than the files hold.

    The manifest is the audit trail of a run: what was found, dropped, kept and emitted. Each command writes
    its counts together with its file, so a difference means that one of the two was edited, or that the
    run was stopped between them. Counts are judged only where the file they speak of is there and sound;
    there is one finding for each such file.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 2}}
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
    ```json manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```

    Fix: none. The stage that wrote the file writes both again.
    """
    manifest = run.file("manifest.json")
    if manifest is None:
        return
    wrong: dict[str, list[tuple[_Claim, int]]] = {}
    for claim in _claims(run, manifest):
        found = _value_at(manifest.value, claim.pointer)
        if type(found) is int and (found < claim.expected if claim.at_least else found != claim.expected):
            wrong.setdefault(claim.source, []).append((claim, found))
    for source, claims in wrong.items():
        claim, found = claims[0]
        least = "at least " if claim.at_least else ""
        name = ".".join(map(str, claim.pointer))
        message = f"{name} is {found}, but {source} gives {least}{claim.expected}"
        notes = places((Place(manifest.document, c.pointer) for c, _ in claims[1:]), "differs too")
        place = Place(manifest.document, claim.pointer)
        yield Problem(place, message + more(len(claims) - 1), notes=notes)


def _claims(run: Run, manifest: JsonFile) -> Iterator[_Claim]:
    yield from _retrieval_claims(run, manifest)
    yield from _expansion_claims(run, manifest)
    yield from _screening_claims(run)
    yield from _ranking_claims(run, manifest)
    yield from _evidence_claims(run)


def _retrieval_claims(run: Run, manifest: JsonFile) -> Iterator[_Claim]:
    hits = [_hits(manifest.get(name)) for name in ("retrieval", "retrieval_round2")]
    if hits[0] is not None:
        # Each repetition of the gap round adds its hits to the count once more.
        total = hits[0] + (hits[1] or 0)
        yield _Claim(("counts", "retrieved"), total, "the hits per source", at_least=hits[1] is not None)
    handed_out = _retrieved_in_batches(run)
    if handed_out is not None:
        yield from _handed_out_claims(run, manifest, handed_out)
    elif run.whole("candidates.json", "candidates") and not run.has("expanded.json") and not run.gap_round:
        yield _Claim(("counts", "deduped"), len(run.candidates), "candidates.json")


def _handed_out_claims(run: Run, manifest: JsonFile, handed_out: int) -> Iterator[_Claim]:
    source = "what the first retrieval handed out"
    if manifest.get("retrieval_round2") is None:
        yield _Claim(("counts", "deduped"), handed_out, source)
    plan = run.file("queries.json")
    dropped = _value_at(manifest.value, ("retrieval", "dropped"))
    # Anchors join after the cap, so with them the sum does not come out even.
    if plan is not None and plan.sound and not plan.get("anchors") and isinstance(dropped, dict):
        losses = list(dropped.values())
        if all(type(loss) is int for loss in losses):
            left = ("retrieval", "deduped_remaining")
            yield _Claim(left, handed_out + sum(losses), source)


def _expansion_claims(run: Run, manifest: JsonFile) -> Iterator[_Claim]:
    added = []
    for section, name in _ROUNDS:
        file = run.file(name)
        if file is None or not file.sound:
            added.append(None if run.has(name) else 0)
            continue
        added.append(len(file.parts("added")))
        for key in ("seeds", "added", "added_outside_window"):
            yield _Claim((section, key), len(file.parts(key)), name)
        dropped = file.get("dropped")
        for reason, count in (dropped if isinstance(dropped, dict) else {}).items():
            if type(count) is int:
                yield _Claim((section, "dropped", reason), count, name)
    if run.has("expanded.json") and None not in added:
        total = sum(count for count in added if count is not None)
        # Each repetition of the gap round adds to the count once more.
        twice = manifest.get("expansion_round2") is not None or run.has("expanded-round2.json")
        yield _Claim(("counts", "expanded"), total, "expanded.json", at_least=twice)


def _screening_claims(run: Run) -> Iterator[_Claim]:
    if not run.sound("shortlist.json"):
        return
    yield _Claim(("counts", "shortlisted"), sum(1 for _ in run.shortlist), "shortlist.json")
    snapshot = current_snapshot(run)
    kept = sum(score >= KEPT for score in run.score_of.values())
    # Scores that were changed later are told once, where coverage differs from them.
    if counts_can_be_trusted(run) and (snapshot is None or snapshot.value["ge2"] == kept):
        yield _Claim(("counts", "screened_ge2"), kept, "screen.json")


def _ranking_claims(run: Run, manifest: JsonFile) -> Iterator[_Claim]:
    if not run.sound("ranked.json") or manifest.get("verification") is None:
        return
    yield _Claim(("counts", "ranked"), len(run.ranked), "ranked.json")
    verifications = [part.get("verification") for part in run.ranked]
    # A ranking that was written again has lost its verification until the next run of verify.
    if not all(isinstance(v, dict) and isinstance(v["verified"], bool) for v in verifications):
        return
    verified = sum(verification["verified"] for verification in verifications)
    yield _Claim(("counts", "verified"), verified, "ranked.json")
    yield _Claim(("verification", "verified"), verified, "ranked.json")
    yield _Claim(("verification", "unverified"), len(verifications) - verified, "ranked.json")
    retracted = sum("retracted" in (verification.get("mismatches") or ()) for verification in verifications)
    yield _Claim(("verification", "dropped_retracted"), retracted, "ranked.json")


def _evidence_claims(run: Run) -> Iterator[_Claim]:
    if run.sound("evidence.json"):
        yield _Claim(("counts", "emitted"), len(run.packets), "evidence.json")
        yield _Claim(("emit", "emitted"), len(run.packets), "evidence.json")
        yield _Claim(("emit", "alternates"), len(run.alternates), "evidence.json")


def _hits(section: Any) -> int | None:
    sources = section.get("per_source") if isinstance(section, dict) else None
    if not isinstance(sources, dict) or not sources:
        return None
    counts = [stats.get("hits") if isinstance(stats, dict) else None for stats in sources.values()]
    known = [count for count in counts if type(count) is int]
    return sum(known) if len(known) == len(counts) else None


def _retrieved_in_batches(run: Run) -> int | None:
    """How many candidates the batches of the first retrieval hold; None where that cannot be told."""
    names = [batch_name(name) for name in run.documents if files.role_of(name) == files.BATCH]
    series = [files.batch_series(name) for name in names]
    numbers = sorted(entry[1] for entry in series if entry is not None and entry[0] == "")
    if not numbers or None in series or numbers != list(range(1, len(numbers) + 1)) or lost_candidates(run):
        return None
    counted = [b for b in run.batches if (files.batch_series(batch_name(b.name)) or ("?", 0))[0] == ""]
    whole = len(counted) == len(numbers) and all(run.whole(batch.name, "items") for batch in counted)
    return sum(len(batch.parts("items")) for batch in counted) if whole else None


def _value_at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        value = value.get(str(step)) if isinstance(value, dict) else None
    return value
