"""A finding far to the right of a very long line still shows its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.cli import main
from sourceright_lint.config.settings import default_settings
from sourceright_lint.discovery import find_bundles
from sourceright_lint.engine import EXCERPT_LIMIT, check_bundle
from sourceright_lint.finding import Finding
from sourceright_lint.reporting.textedits import text_edits
from sourceright_lint.source.worktree import WorkTree

ITEMS = [{"id": f"r{n:04}", "type": "book", "title": f"Weirs, part {n}"} for n in range(400)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    items = [*ITEMS, {"id": "z", "type": "book", "title": "Silt", "DOI": "10.5555/UPPER"}, *ITEMS[:1]]
    (tmp_path / "references.csl.json").write_text(json.dumps(items), encoding="utf-8")
    return tmp_path


def _of_doi(folder: Path) -> Finding:
    return next(finding for finding in _findings(folder) if finding.code == "csl.doi.not_canonical")


def _findings(folder: Path) -> tuple[Finding, ...]:
    settings = default_settings(load_contracts())
    found = find_bundles(["references.csl.json"], WorkTree(str(folder)), load_contracts(), lambda _: settings)
    [(bundle, _)] = found.bundles
    text = (folder / "references.csl.json").read_bytes()
    return check_bundle(bundle, {"references.csl.json": text}, settings).findings


def test_the_excerpt_is_the_part_around_the_span(folder: Path) -> None:
    found = _of_doi(folder)
    shown = found.span_in_excerpt
    assert found.span.column > EXCERPT_LIMIT > len(found.excerpt) - 1
    assert found.excerpt[shown.column - 1 : shown.end_column - 1] == '"10.5555/UPPER"'
    [edit] = text_edits(found)
    assert edit == (found.span, '"10.5555/upper"')


def test_findings_near_each_other_share_the_excerpt(folder: Path) -> None:
    (folder / "references.csl.json").write_text("[" + "{}, " * 1_000 + "{}]", encoding="utf-8")
    found = [finding for finding in _findings(folder) if finding.code == "csl.id.missing"]
    assert len(found) > 300
    assert len({id(finding.excerpt) for finding in found}) < 10
    for finding in found:
        shown = finding.span_in_excerpt
        assert finding.excerpt[shown.column - 1 : shown.end_column - 1] == "{}"


def test_the_report_shows_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["check", "--isolated", "--select", "csl.doi", "--output-format", "full"]) == 1
    lines = capsys.readouterr().out.splitlines()
    [line] = [number for number, text in enumerate(lines) if '"10.5555/UPPER"' in text and text[0] == "1"]
    column = lines[line].index('"10.5555/UPPER"')
    assert lines[line + 1].index("^") == column
    assert lines[line + 1].count("^") == len('"10.5555/UPPER"')
