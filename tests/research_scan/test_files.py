"""Files that are rendered, logs, and files that are broken, copied or spelt otherwise."""

from __future__ import annotations

import json

import pytest

from tests.research_scan.a_run import CIDS, EVIDENCE, MANIFEST, POOL, ROOT, SCREEN, ranked, valid_run
from tests.research_scan.support import as_bytes, changed, codes, problems, where

PAGES = [
    ("evidence.md", "## 1. Eel passes", "## 1. Eel passages", "research_scan.evidence.markdown", 3),
    ("evidence.md", "## 2. Elver ladders", "## Elver ladders", "research_scan.evidence.markdown", 1),
    (
        "evidence.md",
        "## Alternates",
        "## 4. Trout farms\n\n## Alternates",
        "research_scan.evidence.markdown",
        15,
    ),
    ("evidence.bib", "{Old weirs}", "{Very old weirs}", "research_scan.evidence.bibtex", 11),
    (
        "evidence.bib",
        "@article{tm1",
        "@misc{x,\n  title = {X}\n}\n\n@article{tm1",
        "research_scan.evidence.bibtex",
        6,
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "line"), PAGES)
def test_rendered_files_show_the_packets(file: str, old: str, new: str, code: str, line: int) -> None:
    files = valid_run()
    assert old in files[file]
    files[file] = files[file].replace(old, new)
    [(found, severity, problem)] = problems(files)
    place = problem.place
    assert (found, severity) == (code, "error")
    assert (place.span or place.document.span(place.pointer)).line == line


def test_titles_with_braces_and_accents_are_recognised() -> None:
    files = valid_run()
    title = "Ål {DNA} | weirs"
    for holder in (files[POOL]["candidates"][0], files[EVIDENCE]["packets"][0]):
        holder["title"] = title
    files["evidence.md"] = files["evidence.md"].replace("Eel passes", title)
    files["evidence.bib"] = files["evidence.bib"].replace("Eel passes", "Ål (DNA) | weirs")
    assert "research_scan.evidence" not in " ".join(codes(files))


LOGS = [
    pytest.param('{"a": 1}\n{"b', [("research_scan.log.truncated", 2)], id="half-a-line"),
    pytest.param('{"a": 1}\n\n', [], id="blank-line"),
    pytest.param('{"a": 1}', [], id="no-final-newline"),
    pytest.param("", [], id="empty"),
    pytest.param('{"a": 1}\r\n[1]\r\n{"b": 2}\r\n', [("research_scan.log.line", 2)], id="list"),
    pytest.param('{"a": 1}\n{"b\n{"c": 2}\n', [("research_scan.log.line", 2)], id="broken-in-the-middle"),
    pytest.param("[" * 9999 + "\n", [("research_scan.log.line", 1)], id="deep"),
    pytest.param('{"a": ' + "9" * 5000 + "}\n", [], id="long-number"),
]


@pytest.mark.parametrize(("text", "expected"), LOGS)
def test_logs(text: str, expected: list[tuple[str, int]]) -> None:
    found = problems({**valid_run(), "retrieval-r2.log.jsonl": text})
    assert [(code, p.place.span.line if p.place.span else 0) for code, _, p in found] == expected


def test_misspelt_fields_of_an_agent_are_all_listed() -> None:
    entry = {**ranked(0), "overall": 4, "relation": "references", "limitations": [], "why_it_maters": "x"}
    del entry["why_it_matters"]
    files = changed(
        ("ranked.json", (0,), entry),
        ("ranked.json", (1, "criteria", "C1"), "3"),
        ("ranked.json", (1, "evidence_level"), "RCT"),
        (SCREEN, ("scores", 0), {"cid": CIDS[0], "score": "2", "reason": "w " * 21, "criteria_hit": []}),
    )
    found = {(code, pointer) for code, _, pointer in where(problems(files)) if not code.endswith("differs")}
    assert found == {
        ("research_scan.schema.range", (0, "overall")),
        ("research_scan.schema.enum", (0, "relation")),
        ("research_scan.schema.length", (0, "limitations")),
        ("research_scan.schema.unknown_key", (0, "why_it_maters")),
        ("research_scan.schema.type", (1, "criteria", "C1")),
        ("research_scan.schema.enum", (1, "evidence_level")),
        ("research_scan.schema.type", ("scores", 0, "score")),
        ("research_scan.screen.reason_words", ("scores", 0, "reason")),
    }


def test_a_copied_run_is_no_error() -> None:
    files = {"README.md": "Only a copy.", **valid_run()}
    files[MANIFEST]["run"]["brief_path"] = ROOT.replace("/", "\\") + "\\brief.md"
    for name in ("expanded.json", "expanded-round2.json", "evidence.bib", "coverage.json"):
        del files[name]
    for name in [name for name in files if name.startswith("screen-batches")]:
        del files[name]
    found = [(code, severity) for code, severity, _ in problems(files, ROOT + "-copy")]
    assert found == [("research_scan.run.directory", "info"), ("research_scan.run.separators", "info")]


@pytest.mark.parametrize("name", [name for name in valid_run() if name.endswith(".json")])
@pytest.mark.parametrize("data", [b"", b'{"run": {', b"\xff\xfe", b"[[[[", b"null"], ids=repr)
def test_a_broken_file_starts_no_cascade(name: str, data: bytes) -> None:
    found = problems({**valid_run(), name: data})
    shape = [code for code, _, _ in found if code.startswith("research_scan.schema.")]
    assert [code for code, _, _ in found] == shape
    assert bool(shape) == (data == b"null" or (data == b"" and False))


def test_files_with_other_spellings_are_read_alike() -> None:
    files = {name: as_bytes(value) for name, value in valid_run().items()}
    for name in [n for n in files if n.endswith(".json")]:
        files[name] = json.dumps(json.loads(files[name]), ensure_ascii=True, separators=(",", ":")).encode()
    assert problems(files) == []
