"""Rules on what the screening batches hold: each candidate, in the batch that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.batch_names import missing_batches
from sourceright_lint.contracts.research_scan.view import JsonFile, Part, Run, batch_name
from sourceright_lint.contracts.research_scan.wording import more, places
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule

_SERIES = {
    "": "retrieved candidates",
    "x": "citation-graph additions",
    "r": "candidates of the gap round",
    "xr": "citation-graph additions of the gap round",
}
_PREFIX = {"expanded.json": "x", "expanded-round2.json": "xr"}


@rule("research_scan.batch.unknown_cid", severity="error", scope="run")
def unknown_item(run: Run) -> Iterator[Problem]:
    """A batch holds a work that is no candidate.

    Batches show what is in candidates.json. A work that a later stage merged with another one, and so
    has a new content id, is found by its title and not reported.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"},
               {"cid": "0123456789ab", "title": "Salmon ladders"}]}
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
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```

    Fix: none. The CLI's files are its own.
    """
    if not run.whole("candidates.json", "candidates"):
        return
    titles = {candidate.text("title"): candidate for candidate in run.candidates}
    batched = _batched(run)
    for batch in run.batches:
        for item in batch.objects("items"):
            if item.cid is None or item.cid in run.pool:
                continue
            namesake = titles.get(item.text("title"))
            if namesake is None:
                yield item.problem(f"{show(item.cid)} is not in candidates.json", "cid")
            elif namesake.cid not in batched:
                message = (
                    f"{show(item.cid)} is not in candidates.json, where this title has {show(namesake.cid)}"
                )
                yield item.problem(message, "cid")


@rule("research_scan.batch.unbatched", severity="error", scope="run")
def unbatched(run: Run) -> Iterator[Problem]:
    """A candidate is in no screening batch.

    Screening sees the batches and nothing else, so a score for such a paper was given unseen. Runs whose
    batches are not kept at all are not judged.

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
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
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
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```

    Fix: none. The CLI's files are its own.
    """
    lost = lost_candidates(run)
    if lost:
        message = f"the candidate {show(lost[0].cid)} is in no batch{more(len(lost) - 1)}"
        yield lost[0].problem(message, "cid", notes=places(part.at("cid") for part in lost[1:]))


@rule("research_scan.batch.series", severity="error", scope="run")
def wrong_series(run: Run) -> Iterator[Problem]:
    """A candidate is in a batch of another origin.

    `x` batches hold the additions that expanded.json lists, `xr` batches those of expanded-round2.json, and
    the others hold none of them.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```
    ```json expanded.json
    {"seeds": [], "added": ["18c32fa9dd2d"], "added_outside_window": [], "batches": []}
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
    ```json screen-batches/x01.json
    {"batch": "x01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```
    ```json expanded.json
    {"seeds": [], "added": ["18c32fa9dd2d"], "added_outside_window": [], "batches": ["x01"]}
    ```

    Fix: none. The CLI's files are its own.
    """
    additions = {
        prefix: _additions(file)
        for name, prefix in _PREFIX.items()
        if (file := run.file(name)) and file.sound
    }
    known = run.pool.keys()
    for batch in run.batches:
        series = files.batch_series(batch_name(batch.name))
        prefix = series[0] if series else ""
        for item in batch.objects("items"):
            if item.cid not in known:
                continue
            right = next((p for p, added in additions.items() if item.cid in added), None)
            lost = prefix in additions and right is None and additions[prefix] <= known
            if lost or (right is not None and right != prefix):
                belongs = (
                    f"it is one of the {_SERIES[right]}" if right else f"it is none of the {_SERIES[prefix]}"
                )
                yield item.problem(f"{show(item.cid)} is in the wrong batch: {belongs}", "cid")


@rule("research_scan.batch.doubled", severity="warning", scope="run")
def doubled_item(run: Run) -> Iterator[Problem]:
    """A candidate is in the batches twice.

    It is shown for screening twice, and each candidate is scored once. A content id that the pool has
    twice is reported there.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"},
               {"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
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
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```

    Fix: none. The CLI's files are its own.
    """
    if not run.whole("candidates.json", "candidates"):
        return
    doubled_before = run.doubled_candidates
    seen: set[str] = set()
    for batch in run.batches:
        for item in batch.objects("items"):
            if item.cid is None:
                continue
            if item.cid in seen and item.cid not in doubled_before:
                yield item.problem(f"{show(item.cid)} is in the batches twice", "cid")
            seen.add(item.cid)


def lost_candidates(run: Run) -> list[Part]:
    """Candidates that are in no batch; none where batches are not kept, or not all could be read."""
    paths = [name for name in run.documents if files.role_of(name) == files.BATCH]
    readable = len(paths) == len(run.batches) and all(run.whole(name, "items") for name in paths)
    if not paths or not readable or any(missing_batches(run)):
        return []
    batched = _batched(run)
    titles = {item.text("title") for batch in run.batches for item in batch.objects("items")} - {None}
    return [
        part
        for part in run.candidates.with_cid
        if part.cid is not None and part.cid not in batched and part.text("title") not in titles
    ]


def _batched(run: Run) -> set[str | None]:
    return {item.cid for batch in run.batches for item in batch.objects("items")}


def _additions(file: JsonFile) -> set[str]:
    return {part.value.strip() for part in chain(file.parts("added"), file.parts("added_outside_window"))}
