"""Rules on the run as a whole: its brief, and what its files say of the run."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.research_scan.view import Part, Run
from sourceright_lint.contracts.research_scan.wording import more, places
from sourceright_lint.escape import show, show_path
from sourceright_lint.rule import Note, Place, Problem, rule

_WITH_RUN = ("manifest.json", "candidates.json", "coverage.json", "evidence.json")


@rule("research_scan.brief.missing", severity="error", scope="run")
def no_brief(run: Run) -> Iterator[Problem]:
    """The run has no brief.md.

    The brief is what all scores are given against. Without it nobody can say whether a paper answers it.

    Bad:
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Fix: none. Restore the file.
    """
    document = run.anchor
    if document is not None and not run.has("brief.md"):
        yield Problem(Place(document), "there is no brief.md beside this file")


@rule("research_scan.brief.empty", severity="error", scope="run")
def empty_brief(run: Run) -> Iterator[Problem]:
    """brief.md says nothing.

    The brief is what all scores are given against. Without it nobody can say whether a paper answers it.

    Bad:
    ```text brief.md

    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Fix: none. Restore the text.
    """
    document = run.documents.get("brief.md")
    if document is not None and not document.text.strip():
        yield Problem(Place(document), "the brief is empty")


@rule("research_scan.run.directory", severity="info", scope="run")
def other_directory(run: Run) -> Iterator[Problem]:
    """The run was made in a folder of another name.

    `run_dir` is the path that the run had when it was made. A run that was copied or renamed keeps the old
    one; that harms nobody, but commands that are repeated from its files look in the old place.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-04-trial", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Fix: none. The CLI's files are its own.
    """
    folder = run.root.rpartition("/")[2]
    for part in _run_blocks(run):
        said = part.text("run_dir")
        if said is not None:
            if _plain(said).rstrip("/").rpartition("/")[2] != folder:
                message = f"run_dir is {show(said)}, but the folder is {show_path(folder)}"
                yield part.problem(message, "run_dir")
            return


@rule("research_scan.run.separators", severity="info", scope="run")
def backslashes(run: Run) -> Iterator[Problem]:
    r"""A path has backslashes.

    The run was made on Windows. Elsewhere `research\\scans` is the name of one file, so programs that follow
    the path find nothing.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo\\\\brief.md", "defaults": {}},
     "candidates": []}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```

    Fix: none. The CLI's files are its own.
    """
    found = [
        part.at(key)
        for part in _run_blocks(run)
        for key in ("run_dir", "brief_path")
        if "\\" in (part.text(key) or "")
    ]
    if found:
        name = str(found[0].pointer[-1])
        message = f"{name} is written with backslashes{more(len(found) - 1)}"
        yield Problem(found[0], message, notes=places(found[1:]))


@rule("research_scan.run.mixed", severity="warning", scope="run")
def mixed(run: Run) -> Iterator[Problem]:
    """Files of the folder come from different runs.

    Each file of the CLI says which run it belongs to: folder, slug and date are the same in all of them.
    A file that differs was copied from another run.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json manifest.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "trial", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1}}
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

    Fix: none. Restore the file that does not belong here.
    """
    blocks = _run_blocks(run)
    for part in blocks[1:]:
        for key in ("run_dir", "slug", "date"):
            first, said = blocks[0].text(key), part.text(key)
            if first is not None and said is not None and _plain(first) != _plain(said):
                notes = (Note(blocks[0].at(key), "the other file"),)
                yield part.problem(
                    f"{key} is {show(said)}, in another file of the run {show(first)}", key, notes=notes
                )
                break


def _run_blocks(run: Run) -> list[Part]:
    found = (run.file(name) for name in _WITH_RUN)
    return [
        Part(file.document, ("run",), file.value["run"])
        for file in found
        if file is not None and isinstance(file.get("run"), dict)
    ]


def _plain(path: str) -> str:
    return path.replace("\\", "/")
