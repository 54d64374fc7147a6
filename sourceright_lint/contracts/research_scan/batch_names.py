"""Rules on the screening batches as files: their names and numbers, their size, what they copy from the plan."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.view import Run, batch_name
from sourceright_lint.contracts.research_scan.wording import more, places
from sourceright_lint.escape import show
from sourceright_lint.rule import Place, Problem, rule

LARGEST = 25


@rule("research_scan.batch.name", severity="error", scope="run")
def bad_name(run: Run) -> Iterator[Problem]:
    """A file in screen-batches has no batch's name.

    Batches are called `01.json`, `02.json` and so on; those of citation-graph expansion start with `x`,
    those of the gap round with `r` and `xr`. No stage reads a file with another name.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen-batches/first.json
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
    for name, document in run.documents.items():
        if files.role_of(name) == files.BATCH and files.batch_series(batch_name(name)) is None:
            message = f"{show(batch_name(name))} is no batch name: use NN, xNN, rNN or xrNN with two digits"
            yield Problem(Place(document), message)


@rule("research_scan.batch.id", severity="error", scope="run")
def other_id(run: Run) -> Iterator[Problem]:
    """A batch says that it is another one.

    `batch` is the name of the file without `.json`. If they differ, a file was copied or renamed.

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
    {"batch": "02",
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
    for batch in run.batches:
        said, name = batch.text("batch"), batch_name(batch.name)
        if said is not None and said != name:
            yield batch.problem(f"batch is {show(said)}, but the file is {show(name)}", "batch")


@rule("research_scan.batch.missing", severity="error", scope="run")
def missing_batch(run: Run) -> Iterator[Problem]:
    """A batch is not there.

    Batches of a series are numbered without a gap, and expanded.json lists those of its additions. What
    was in a batch that is lost was never shown for screening, or nobody can check it any more.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": [{"cid": "18c32fa9dd2d", "title": "Elver passes", "ids": {"doi": "10.5555/elver.1"}}]}
    ```
    ```json screen-batches/02.json
    {"batch": "02",
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

    Fix: none. Restore the file, or run the stage that writes it.
    """
    return missing_batches(run)


@rule("research_scan.batch.size", severity="warning", scope="run")
def large_batch(run: Run) -> Iterator[Problem]:
    """A batch holds more than 25 candidates.

    The CLI hands out at most 25 at once, so that each is read with care. A larger batch was made by hand.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 26}}
    ```
    ```json screen-batches/01.json
    {"batch": "01", "sub_criteria": [], "items": [
       {"cid": "000000000001", "title": "Eel 1"}, {"cid": "000000000002", "title": "Eel 2"},
       {"cid": "000000000003", "title": "Eel 3"}, {"cid": "000000000004", "title": "Eel 4"},
       {"cid": "000000000005", "title": "Eel 5"}, {"cid": "000000000006", "title": "Eel 6"},
       {"cid": "000000000007", "title": "Eel 7"}, {"cid": "000000000008", "title": "Eel 8"},
       {"cid": "000000000009", "title": "Eel 9"}, {"cid": "00000000000a", "title": "Eel 10"},
       {"cid": "00000000000b", "title": "Eel 11"}, {"cid": "00000000000c", "title": "Eel 12"},
       {"cid": "00000000000d", "title": "Eel 13"}, {"cid": "00000000000e", "title": "Eel 14"},
       {"cid": "00000000000f", "title": "Eel 15"}, {"cid": "000000000010", "title": "Eel 16"},
       {"cid": "000000000011", "title": "Eel 17"}, {"cid": "000000000012", "title": "Eel 18"},
       {"cid": "000000000013", "title": "Eel 19"}, {"cid": "000000000014", "title": "Eel 20"},
       {"cid": "000000000015", "title": "Eel 21"}, {"cid": "000000000016", "title": "Eel 22"},
       {"cid": "000000000017", "title": "Eel 23"}, {"cid": "000000000018", "title": "Eel 24"},
       {"cid": "000000000019", "title": "Eel 25"}, {"cid": "00000000001a", "title": "Eel 26"}]}
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
    ```json screen-batches/01.json
    {"batch": "01", "sub_criteria": [], "items": [
       {"cid": "000000000001", "title": "Eel 1"}]}
    ```

    Fix: none. The CLI's files are its own.
    """
    for batch in run.batches:
        count = len(batch.parts("items"))
        if count > LARGEST:
            yield batch.problem(f"the batch has {count} items: at most {LARGEST} are handed out", "items")


@rule("research_scan.batch.criteria", severity="warning", scope="run")
def other_criteria(run: Run) -> Iterator[Problem]:
    """A batch shows other sub-criteria than the plan has.

    Each batch carries a copy of the sub-criteria of queries.json. If the plan was changed afterwards,
    scores were given by the old ones.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures the speed of passage"},
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
    ```json screen-batches/01.json
    {"batch": "01",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "items": [{"cid": "18c32fa9dd2d", "title": "Elver passes"}]}
    ```

    Fix: none. Restore the plan, or screen again.
    """
    plan = run.file("queries.json")
    if plan is None or not plan.sound:
        return
    others = [b for b in run.batches if b.sound and b.get("sub_criteria") != plan.get("sub_criteria")]
    if others:
        message = f"the sub-criteria are not those of queries.json{more(len(others) - 1)}"
        notes = places(batch.at("sub_criteria") for batch in others[1:])
        yield others[0].problem(message, "sub_criteria", notes=notes)


def missing_batches(run: Run) -> Iterator[Problem]:
    """One problem for each batch that is listed and absent, and for each gap in the numbers."""
    names = [batch_name(name) for name in run.documents if files.role_of(name) == files.BATCH]
    if not names:
        return
    listed: set[tuple[str, int]] = set()
    for file_name in ("expanded.json", "expanded-round2.json"):
        file = run.file(file_name)
        for part in file.parts("batches") if file else ():
            if isinstance(part.value, str) and part.value.strip() not in names:
                listed.update(_as_numbered(part.value.strip()))
                yield part.problem(f"the batch {show(part.value)} is not in screen-batches")
    previous: dict[str, int] = {}
    for batch in sorted(run.batches, key=lambda b: files.batch_series(batch_name(b.name)) or ("", 0)):
        prefix, number = files.batch_series(batch_name(batch.name)) or ("", 0)
        gap = range(previous.get(prefix, 0) + 1, number)
        previous[prefix] = number
        if gap and not any(series == prefix and n in gap for series, n in listed):
            missing = ", ".join(f"{prefix}{n:02d}" for n in gap[:5])
            yield batch.problem(f"the batch before this one is missing: {missing}")


def _as_numbered(name: str) -> Iterator[tuple[str, int]]:
    """Prefix and number of a batch's name, where it is written as the CLI writes it."""
    prefix, number = files.batch_series(name) or ("", 0)
    if name == f"{prefix}{number:02d}":
        yield prefix, number
