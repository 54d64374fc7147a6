"""What people see: full, concise, and the summary."""

from __future__ import annotations

import pytest

from sourceright_lint.finding import Span
from sourceright_lint.report import Report
from sourceright_lint.reporting import FORMATS, render, resolve
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.summary import statistics
from tests.reporting.support import CLEAN, CONTEXT, EMPTY, REPORT, finding

FULL = """\
error[csl.doi.not_canonical]: DOI "https://doi.org/10.1/X" is not canonical
  --> refs/references.csl.json:12:12 (record "smith2020")
   |
12 |     "DOI": "https://doi.org/10.1/X",
   |            ^^^^^^^^^^^^^^^^^^^^^^^^
   = note: refs/references.verification.json:3:5: its record is here
   = help: a DOI is lower case
   = fix: write 10.1/x (--fix)

warning[sidecar.conflict.stale]: the conflict is stale
  --> refs/references.verification.json:40:3 (record "smith2020")
   |
40 |   {
   |   ^
   = fix: put a comma (--fix --unsafe-fixes)

info[csl.unknown]: no text of this file is shown
 --> secret/evidence-context.json:1:1

Checked 7 files in 3 bundles: 1 error, 1 warning and 1 info.
1 fixable with --fix, 1 more with --fix --unsafe-fixes. Next: sourceright-lint check --fix
Note: pyproject.toml was not used
"""

CONCISE = """\
refs/references.csl.json:12:12: error csl.doi.not_canonical DOI "https://doi.org/10.1/X" is not canonical [*]
refs/references.verification.json:40:3: warning sidecar.conflict.stale the conflict is stale
secret/evidence-context.json:1:1: info csl.unknown no text of this file is shown
"""


def test_full() -> None:
    assert render("full", REPORT, CONTEXT._replace(next_command="sourceright-lint check --fix")) == FULL


def test_concise() -> None:
    assert render("concise", REPORT, CONTEXT._replace(quiet=True)) == CONCISE


def test_verbose() -> None:
    text = render("full", Report((finding(),)), CONTEXT._replace(verbose=True, quiet=True))
    assert text.endswith(
        "   = pointer: /1/DOI\n   = fingerprint: 0123456789abcdef\n"
        "   = rule: https://docs.example/rules/csl.doi.not_canonical/\n"
    )


@pytest.mark.parametrize("name", ["full", "concise"])
def test_colour_only_where_wanted(name: str) -> None:
    coloured = render(name, REPORT, CONTEXT._replace(color=True))
    assert "\x1b[1;31m" in coloured
    assert "\x1b" not in render(name, REPORT, CONTEXT)
    without = coloured
    for code in ("0", "1", "2", "1;31", "1;33", "1;36", "1;32"):
        without = without.replace(f"\x1b[{code}m", "")
    assert without == render(name, REPORT, CONTEXT)


@pytest.mark.parametrize(
    ("here", "shown"),
    [
        ("", "refs/references.csl.json:"),
        ("refs", "references.csl.json:"),
        ("a/b", "../../refs/references.csl.json:"),
    ],
)
def test_paths_are_shown_from_where_one_is(here: str, shown: str) -> None:
    text = render("concise", Report((finding(),)), Context(here=here))
    assert text.startswith(shown)
    assert '"path": "refs/references.csl.json"' in render("json", Report((finding(),)), Context(here=here))


SUMMARIES = [
    ("clean", CLEAN, {}, "Checked 3 files in 1 bundle: nothing to report.\n"),
    ("nothing", EMPTY, {}, "Nothing was checked.\n"),
    ("nothing, in a hook", EMPTY, {"hook": True}, ""),
    ("nothing but a note", Report((), notes=("n",)), {"hook": True}, "Nothing was checked.\nNote: n\n"),
    ("clean, in a hook", CLEAN, {"hook": True}, "Checked 3 files in 1 bundle: nothing to report.\n"),
    (
        "source",
        Report((), 1, source_label="index"),
        {},
        "Checked 1 file (index): nothing to report.\n",
    ),
    (
        "fixed",
        Report((), 2, fixed=3, changed=("a", "b")),
        {},
        "Checked 2 files: nothing to report.\nFixed 3 findings in 2 files.\n",
    ),
    (
        "fixed, with names",
        Report((), 2, fixed=1, changed=("x/b",)),
        {"show_fixes": True, "here": "x"},
        "Checked 2 files: nothing to report.\nFixed 1 finding in 1 file.\n  b\n",
    ),
    (
        "would be fixed",
        Report((), 2, fixed=1, changed=("b",)),
        {"dry_run": True},
        "Checked 2 files: nothing to report.\nWould fix 1 finding in 1 file.\n",
    ),
    (
        "safe only",
        Report((finding(), finding()), 1),
        {},
        "Checked 1 file: 2 errors.\n2 fixable with --fix.\n",
    ),
    (
        "unsafe only",
        Report((REPORT.findings[1],), 1),
        {"next_command": "do it"},
        "Checked 1 file: 1 warning.\n1 fixable with --fix --unsafe-fixes. Next: do it\n",
    ),
]


@pytest.mark.parametrize(
    ("report", "options", "wanted"), [c[1:] for c in SUMMARIES], ids=[c[0] for c in SUMMARIES]
)
def test_summary(report: Report, options: dict[str, object], wanted: str) -> None:
    assert render("concise", report, Context()._replace(**options)).endswith(wanted)
    assert render("github", report, Context()._replace(**options)).endswith(wanted)


def test_statistics() -> None:
    safe, unsafe, none = REPORT.findings
    many = Report((safe, unsafe, none, safe, none, *[safe] * 9))
    assert statistics(many, CONTEXT) == (
        "11  [*] csl.doi.not_canonical\n 2  [ ] csl.unknown\n 1  [~] sidecar.conflict.stale\n"
    )
    assert statistics(EMPTY, CONTEXT) == ""


def test_statistics_of_a_code_of_which_some_are_fixed() -> None:
    safe, _, none = REPORT.findings
    both = Report((safe, none._replace(code=safe.code)))
    assert statistics(both, CONTEXT) == "2  [~] csl.doi.not_canonical\n"


def test_a_span_without_width_has_a_caret() -> None:
    shown = render("full", Report((finding(span=Span(1, 1, 1, 1)),)), Context(quiet=True))
    assert "\n  | ^\n" in shown


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_say_that_all_is_well(name: str) -> None:
    text = render(name, CLEAN, CONTEXT)
    assert text == "" if name == "json-lines" else text.endswith("\n")
    assert render(name, CLEAN, CONTEXT) == text


def test_auto() -> None:
    assert resolve("auto", {"GITHUB_ACTIONS": "true"}) == "github"
    assert resolve("auto", {"GITHUB_ACTIONS": "false"}) == "full"
    assert resolve("auto", {}) == "full"
    assert resolve("sarif", {"GITHUB_ACTIONS": "true"}) == "sarif"


def test_unknown_format() -> None:
    with pytest.raises(KeyError):
        render("sarff", CLEAN, CONTEXT)


@pytest.mark.parametrize("name", ["full", "concise"])
def test_statistics_take_the_place_of_findings(name: str) -> None:
    text = render(name, REPORT, Context(statistics=True))
    assert text.startswith("1  [*] csl.doi.not_canonical\n1  [ ] csl.unknown\n")
    assert "smith2020" not in text
    assert "\nChecked 7 files" in text
