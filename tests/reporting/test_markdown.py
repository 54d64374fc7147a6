from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.escape import one_line
from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting import render
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.job_summary import job_summary
from sourceright_lint.reporting.markdown import markup_free
from tests.reporting.support import CLEAN, CONTEXT, REPORT, finding

MARKDOWN = """\
## sourceright-lint

Checked 7 files in 3 bundles: 1 error, 1 warning and 1 info.  
1 fixable with --fix, 1 more with --fix --unsafe-fixes.  
Note: pyproject.toml was not used

| Severity | Where | Code | Message |
| --- | --- | --- | --- |
| error | refs/references.csl.json:12:12 | [csl.doi.not_canonical]\
(https://docs.example/rules/csl.doi.not_canonical/) | DOI "https&#58;//doi.org/10.1/X" is not canonical |
| warning | refs/references.verification.json:40:3 | [sidecar.conflict.stale]\
(https://docs.example/rules/sidecar.conflict.stale/) | the conflict is stale |
| info | secret/evidence-context.json:1:1 | [csl.unknown](https://docs.example/rules/csl.unknown/) \
| no text of this file is shown |
"""  # noqa: W291


def test_markdown() -> None:
    assert render("markdown", REPORT, CONTEXT) == MARKDOWN


def test_quiet() -> None:
    assert render("markdown", Report((finding(),), 1), Context(quiet=True)).startswith(
        "## sourceright-lint\n\n| Severity |"
    )


def test_job_summary_has_the_columns_of_each_contract() -> None:
    bundles = (
        BundleSummary("refs", "sourceright", "refs", {"references": 20, "verified": 17, "queued": 1}),
        BundleSummary("a|b", "evidence-context", "a|b", {"lanes": 2}),
        BundleSummary("", "sourceright", "", {"references": 3, "verified": 3, "queued": 0}),
        BundleSummary("the paper", "sourceright", "x", {}),
    )
    text = job_summary(Report((), 4, bundles))
    assert text == (
        "## sourceright-lint\n\nChecked 4 files in 4 bundles: nothing to report.\n\n"
        "| sourceright | references | verified | queued |\n| --- | --- | --- | --- |\n"
        "| refs | 20 | 17 | 1 |\n| . | 3 | 3 | 0 |\n\n"
        "| evidence-context | lanes |\n| --- | --- |\n| a&#124;b | 2 |\n\n"
        "| sourceright |\n| --- |\n| the paper |\n\n"
    )


def test_job_summary_lists_the_findings() -> None:
    assert (
        MARKDOWN.partition("| Severity")[2] + "\n" == job_summary(REPORT, CONTEXT).partition("| Severity")[2]
    )
    assert "Severity" not in job_summary(CLEAN)


def test_no_mention_and_no_link() -> None:
    assert markup_free("@a #1 a@b.c # @ http://x WWW.x www") == (
        "@&#8203;a #&#8203;1 a@&#8203;b.c &#35; &#64; http&#58;//x WWW&#46;x www"
    )


@pytest.mark.parametrize(
    "text", ["not_required", "in_progress_2", "A & B", "p < 0.05 > 0.01", "a -> b", "x&y; 1_0"]
)
def test_what_markdown_reads_as_text_stays(text: str) -> None:
    assert markup_free(text) == text.replace("&y", "&#38;y")


@pytest.mark.parametrize(
    "text", ["_a_", "a_ b", "a__b", "é_a_", "&amp;", "&#65;", "<b>", "</b>", "<!--", "<?x", "> a"]
)
def test_what_it_reads_otherwise_does_not(text: str) -> None:
    assert markup_free(text) != text


@given(st.text(alphabet="ab1 é_*&<>#;/!?[]()`~$|\\-=+.:@", max_size=12))
def test_it_is_read_as_it_was_meant(text: str) -> None:
    reader = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable(["table", "strikethrough"])
    html = reader.render(f"| a | b |\n| --- | --- |\n| {markup_free(text)} | . |\n")
    cell = re.search(r"<tbody>\s*<tr>\s*<td>([^<]*)</td>\s*<td>.</td>", html)
    assert cell is not None, html
    assert unescape(cell[1]).replace("\u200b", "") == one_line(text).strip()
