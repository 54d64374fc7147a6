"""Where a bibliography stands: the numbers, and the three forms in which they are shown."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import standing as counting
from sourceright_lint.reporting.standing import charts, render
from sourceright_lint.standing import Figure, Picture, Point, Standing, Table, ranking, together
from sourceright_lint.timeline import spread
from tests.gitrepo import make_repo
from tests.reviewing.support import (
    AT,
    Tool,
    candidate,
    conflict,
    item,
    record,
    small,
    write_workspace,
)

HOSTILE = "<script>alert(1)</script>\n::error::\u202e & \"'|`\udc80"


def told(tool: Tool, *arguments: str) -> Any:
    assert tool("report", *arguments, "--output-format", "json") == 0, tool.err
    return json.loads(tool.out)


def figure(bundle: Any, title: str) -> dict[str, int]:
    [found] = [one for one in bundle["figures"] if one["title"] == title]
    return {row["name"]: row["count"] for row in found["rows"]}


def test_numbers(tool: Tool) -> None:
    small(tool.folder)
    [bundle] = told(tool, "--as-of", "2026-06-09")["bundles"]
    assert bundle["name"] == "paper"
    assert bundle["counts"] == {
        "references": 5,
        "verified": 1,
        "queued": 2,
        "unresolved": 1,
        "conflicts": 4,
        "with evidence": 5,
    }
    assert figure(bundle, "References by status") == {
        "not_required": 1, "queued": 1, "in_progress": 1, "resolved": 1, "unresolved": 1, "no record": 0,
    }  # fmt: skip
    assert figure(bundle, "Candidates by provider") == {"crossref": 5}
    assert figure(bundle, "Open conflicts by field") == {"volume": 4}
    assert figure(bundle, "Open conflicts by severity") == {"review": 4}
    assert figure(bundle, "Confidence of candidates")["0.8 to 0.9"] == 5
    assert figure(bundle, "Decisions by reviewer") == {"tm": 2}
    oldest, records = bundle["tables"]
    assert oldest["rows"][0] == ["gulls", "queued", "2026-05-09T00:00:00Z", "31 days"]
    assert [row[0] for row in records["rows"]] == ["eels", "gulls", "herons", "reeds", "weirs"]
    assert records["rows"][4] == [
        "weirs",
        "unresolved",
        "On weirs",
        "volume",
        "crossref",
        "0.86",
        "19 days",
        "tm",
    ]


def test_what_is_settled_is_not_disputed(tool: Tool) -> None:
    settled = {**conflict("volume", "12", "21"), "resolution": {"status": "corrected", "decided_at": AT}}
    write_workspace(
        tool.folder,
        [item("a"), item("b"), item("c")],
        {
            "a": record("queued", conflicts=[settled, conflict("title", "x", "y")]),
            "b": record("resolved", conflicts=[conflict("title", "x", "y")]),
        },
    )
    [bundle] = told(tool)["bundles"]
    assert bundle["counts"]["conflicts"] == 1
    assert figure(bundle, "Open conflicts by field") == {"title": 1}
    assert figure(bundle, "References by status")["no record"] == 1


@pytest.mark.parametrize(
    ("confidence", "name"),
    [(0, "0.0 to 0.1"), (0.3, "0.3 to 0.4"), (0.7, "0.7 to 0.8"), (0.999, "0.9 to 1.0"), (1, "0.9 to 1.0")],
)
def test_confidences(tool: Tool, confidence: float, name: str) -> None:
    candidates = [{**candidate("x", DOI="10.5555/a"), "confidence": confidence}]
    write_workspace(tool.folder, [item("a")], {"a": record("queued", provider_candidates=candidates)})
    assert figure(told(tool)["bundles"][0], "Confidence of candidates")[name] == 1


@pytest.mark.parametrize("value", [None, 7, True, "x", [], {}, [None], {"a": []}])
@pytest.mark.parametrize(
    "member", ["review_status", "conflicts", "review_decisions", "provider_candidates", "claim"]
)
def test_wrong_types_anywhere(tool: Tool, member: str, value: Any) -> None:
    small(tool.folder)
    path = tool.folder / "references.verification.json"
    sidecar = json.loads(path.read_bytes())
    sidecar["references"]["gulls"][member] = value
    path.write_text(json.dumps(sidecar))
    for format in ("json", "markdown", "html"):
        assert tool("report", "--output-format", format) == 0, tool.err


def test_several_workspaces_together(tool: Tool) -> None:
    small(tool.folder / "one")
    small(tool.folder / "two")
    value = told(tool)
    assert [bundle["name"] for bundle in value["bundles"]] == ["one", "two"]
    assert value["together"]["counts"]["references"] == 10
    assert figure(value["together"], "Candidates by provider") == {"crossref": 10}
    assert told(tool, "one")["together"] is None


def test_many_records_are_summed_up(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "RECORDS_SHOWN", 3)
    ids = [f"r{number}" for number in range(9)]
    records = {id: record("queued" if int(id[1:]) < 2 else "not_required") for id in ids}
    write_workspace(tool.folder, [item(id) for id in ids], records)
    [bundle] = told(tool)["bundles"]
    table = bundle["tables"][1]
    assert [row[0] for row in table["rows"]] == ["r0", "r1"]
    assert (table["total"], table["note"]) == (9, "only records that are open or disputed")
    for one in records.values():
        one["review_status"] = "queued"
    write_workspace(tool.folder, [item(id) for id in ids], records)
    table = told(tool)["bundles"][0]["tables"][1]
    assert len(table["rows"]) == 3
    assert table["note"] == "the first 3 of 9 records that are open or disputed"


def test_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    repo = make_repo(tmp_path / "paper")
    small(repo.root)
    monkeypatch.chdir(repo.root)
    for number, (date, command) in enumerate(
        (
            ("2026-06-01", None),
            ("2026-06-02", ("claim", "gulls", "--reviewer", "tm", "--claimed-at", AT)),
            ("2026-06-03", ("release", "gulls")),
            (
                "2026-06-04",
                (
                    "decide",
                    "gulls",
                    "--status",
                    "resolved",
                    "--decision",
                    "keep",
                    "--reviewer",
                    "tm",
                    "--decided-at",
                    AT,
                ),
            ),
        )
    ):
        if command:
            assert main(["review", *command]) == 0
        monkeypatch.setenv("GIT_COMMITTER_DATE", f"{date}T10:00:00+00:00")
        repo.git("add", "-A")
        repo.commit(str(number))
    repo.add("notes.txt", b"nothing to do with it")
    repo.commit("notes")
    capfd.readouterr()
    assert main(["report", "--history", "--output-format", "json"]) == 0
    history = json.loads(capfd.readouterr().out)["bundles"][0]["history"]
    assert [point["date"][:10] for point in history] == [f"2026-06-0{day}" for day in (1, 2, 3, 4)]
    assert [point["counts"]["verified"] for point in history] == [1, 1, 1, 2]
    for format in ("markdown", "html"):
        assert main(["report", "--history", "--output-format", format]) == 0
        assert "2026-06-03" in capfd.readouterr().out


def test_history_without_git(tool: Tool) -> None:
    small(tool.folder)
    assert tool("report", "--history") == 2
    assert "Git repository" in tool.err


@pytest.mark.parametrize("count", [0, 1, 5, 6, 60, 1000])
def test_points_are_spread_evenly(count: int) -> None:
    chosen = spread(range(count), 6)
    assert len(chosen) == min(count, 6)
    assert list(chosen) == sorted(set(chosen))
    if count:
        assert (chosen[0], chosen[-1]) == (0, count - 1)


def test_a_long_ranking_counts_the_rest() -> None:
    figure = ranking("x", {f"n{number}": number for number in range(1, 21)}, limit=15)
    assert len(figure.rows) == 15
    assert figure.note == "5 others have 15 together"


def hostile() -> Picture:
    standing = Standing(
        HOSTILE,
        {HOSTILE: 1},
        (
            Figure(HOSTILE, "parts", ((HOSTILE, 3), ("x", 1)), HOSTILE),
            Figure("d", "distribution", ((HOSTILE, 3), ("y", 0))),
        ),
        (Table(HOSTILE, (HOSTILE, "Status", "c", "d", "e"), ((HOSTILE,) * 5,), 7, HOSTILE),),
        (
            Point("0" * 40, "2026-06-01T00:00:00Z", {HOSTILE: 1}),
            Point("1" * 40, "2026-06-02T00:00:00Z", {"b": 2}),
        ),
    )
    return Picture(HOSTILE, HOSTILE, (standing, standing), together(HOSTILE, [standing, standing]))


def test_untrusted_text_is_shown_as_it_is() -> None:
    markdown = render("markdown", hostile())
    assert "<script" not in markdown
    assert "\n::error::" not in markdown
    assert "\u202e" not in markdown
    assert json.loads(render("json", hostile()))["title"] == HOSTILE
    html = render("html", hostile())
    assert html.count("<script") == 1
    assert "alert(1)</script>" not in html
    assert "\u202e" not in html
    html.encode()


class Reader(HTMLParser):
    """Checks that elements nest, and notes what a browser would fetch."""

    VOID = frozenset({"meta", "br", "input", "link", "img", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.fetched += [str(values[key]) for key in ("src", "href", "xlink:href") if key in values]
        self.ids += [str(values["id"])] if "id" in values else []
        self.named += [str(values["aria-labelledby"])] if "aria-labelledby" in values else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("draws", [True, False])
def test_the_page_is_sound_and_needs_no_network(draws: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if draws:
        pytest.importorskip("pygal")
    else:
        monkeypatch.setattr(charts, "can_draw", lambda: False)
    html = render("html", hostile())
    assert ("<svg" in html) is draws
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert all(target.startswith("#") for target in reader.fetched)
    assert "default-src 'none'" in html
    assert len(set(reader.ids)) == len(reader.ids)
    assert set(reader.named) <= set(reader.ids)
    assert {target[1:] for target in reader.fetched if target != "#content"} <= set(reader.ids)
    assert not re.findall(r"@import|url\(|<link", html)
    assert html.count("<caption>") == 2
    assert render("html", hostile()) == html


def test_charts_have_names_and_keep_no_date() -> None:
    pytest.importorskip("pygal")
    svg = charts.bars(Figure("By <status>", "parts", (("queued", 3),)), "a")
    assert 'role="img" aria-label="By &lt;status&gt;"' in svg
    assert "<!--" not in svg
    assert charts.bars(Figure("x", "parts", (("queued", 0),)), "a") == ""


def test_output_file_and_job_summary(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    small(tool.folder)
    summary = tool.folder / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert (
        tool("report", "--output-format", "html", "--output-file", "report.html", "--title", "Estuary") == 0
    )
    assert tool.out == ""
    assert (tool.folder / "report.html").read_text().startswith("<!doctype html>")
    assert "<title>Estuary</title>" in (tool.folder / "report.html").read_text()
    assert summary.read_text().startswith("before\n## Estuary\n")


def test_nothing_to_report(tool: Tool) -> None:
    assert tool("report") == 2
    assert "no Sourceright workspace" in tool.err


@pytest.mark.parametrize(
    "path", ["/nowhere/report.md", "nowhere/report.md", "references.csl.json/x", "folder"]
)
def test_a_file_that_cannot_be_written_is_named_as_it_was_given(tool: Tool, path: str) -> None:
    small(tool.folder)
    (tool.folder / "folder").mkdir()
    assert tool("report", "--output-file", path) == 2
    assert tool.err.startswith(f"sourceright-lint: error: {path}: ")
    assert ".tmp" not in tool.err


def test_a_report_goes_through_a_link(tool: Tool) -> None:
    small(tool.folder)
    (tool.folder / "folder").mkdir()
    (tool.folder / "link.md").symlink_to("folder/report.md")
    for _ in range(2):
        assert tool("report", "--output-file", "link.md") == 0
        assert (tool.folder / "link.md").is_symlink()
        assert (tool.folder / "folder" / "report.md").read_text().startswith("## ")
