"""Rules on the logs: one JSON object on each line, the last one whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place, Problem, rule


class _Line(NamedTuple):
    """A line that is no JSON object, by its offsets in the text."""

    start: int
    end: int
    unfinished: bool


@rule("research_scan.log.truncated", severity="warning", scope="log")
def truncated(log: Document) -> Iterator[Problem]:
    """A log ends in the middle of a line.

    The run was killed while it wrote. The lines before are fine, but what the stage did afterwards is not
    known, and the files it writes may be old or missing.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```
    ```text verify.log.jsonl
    {"ts": "2026-01-05T10:00:00+00:00", "stage": "verify", "event": "enter"}
    {"ts": "2026-01-05T10:00:01+00:00", "stage": "verify", "ev
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
    ```text verify.log.jsonl
    {"ts": "2026-01-05T10:00:00+00:00", "stage": "verify", "event": "enter"}
    {"ts": "2026-01-05T10:00:01+00:00", "stage": "verify", "event": "exit"}
    ```

    Fix: none. Logs are the CLI's; run the stage again.
    """
    for line in _broken(log):
        if line.unfinished:
            yield Problem(
                _place(log, line), "the last line of the log is unfinished: the run was stopped here"
            )


@rule("research_scan.log.line", severity="warning", scope="log")
def broken_line(log: Document) -> Iterator[Problem]:
    """A line of a log is no JSON object.

    Logs are JSON Lines: each line is one object. A line of another kind was added by hand or by another
    program, or two runs wrote at the same time. Blank lines are passed over.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json candidates.json
    {"run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
             "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
     "candidates": []}
    ```
    ```text verify.log.jsonl
    {"ts": "2026-01-05T10:00:00+00:00", "stage": "verify", "event": "enter"}
    looks good to me
    {"ts": "2026-01-05T10:00:01+00:00", "stage": "verify", "event": "exit"}
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
    ```text verify.log.jsonl
    {"ts": "2026-01-05T10:00:00+00:00", "stage": "verify", "event": "enter"}
    {"ts": "2026-01-05T10:00:01+00:00", "stage": "verify", "event": "exit"}
    ```

    Fix: none. Logs are the CLI's.
    """
    for line in _broken(log):
        if not line.unfinished:
            yield Problem(_place(log, line), "this line of the log is no JSON object")


def _broken(log: Document) -> Iterator[_Line]:
    start = 0
    text = log.text
    last = len(text.rstrip())
    while start <= len(text):
        stop = text.find("\n", start)
        line = text[start:] if stop < 0 else text[start:stop]
        if line.strip() and not _is_object(line):
            end = start + len(line.rstrip("\r"))
            yield _Line(start, end, end >= last and line.lstrip().startswith("{"))
        start += len(line) + 1


def _is_object(line: str) -> bool:
    try:
        # Integers of any length are JSON; Python refuses to read very long ones as int.
        return isinstance(json.loads(line, parse_int=float), dict)
    except (ValueError, RecursionError):
        return False


def _place(log: Document, line: _Line) -> Place:
    return Place(log, span=log.span_at(line.start, line.end))
