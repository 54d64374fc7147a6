"""Options that several commands share."""

from __future__ import annotations

from sourceright_lint.commands import Arg
from sourceright_lint.reporting import FORMATS as REPORTS

PATHS = Arg(
    "paths",
    help="files or folders (default: this folder); - for standard input",
    many=True,
    metavar="PATH",
)

SOURCE_ARGS = (
    Arg("--staged", help="check what is staged: exactly the bytes that will be committed"),
    Arg("--rev", help="check the files of a revision", kind="value", metavar="REV"),
    Arg(
        "--from-ref",
        help="with --to-ref: check what changed between two revisions",
        kind="value",
        metavar="REV",
    ),
    Arg("--to-ref", help="the revision that is checked (default: HEAD)", kind="value", metavar="REV"),
    Arg("--since", help="only what is new since the merge base with REV", kind="value", metavar="REV"),
    Arg(
        "--history",
        "--rev-range",
        help="compare each commit of A..B with its parents: what may never change",
        kind="value",
        metavar="A..B",
    ),
    Arg("--stdin-filename", help="the path that standard input stands for", kind="value", metavar="PATH"),
    Arg("--shard", help="only the K-th of N even parts of the bundles", kind="value", metavar="K/N"),
    Arg("--hook", help="called by a hook framework: no PATH means that nothing but deletions changed"),
)

RULE_ARGS = (
    Arg("--select", help="report only these codes or prefixes", kind="list", metavar="CODE"),
    Arg("--extend-select", help="report these too", kind="list", metavar="CODE"),
    Arg("--ignore", help="do not report these", kind="list", metavar="CODE"),
    Arg("--per-file-ignores", help="GLOB:CODE to ignore in matching files", kind="list", metavar="GLOB:CODE"),
    Arg("--severity", help="give a code another severity", kind="list", metavar="CODE=LEVEL"),
    Arg("--contract", help="only this contract, or its files of one role (sourceright:csl)", kind="list"),
    Arg(
        "--fail-on",
        help="exit 1 from this severity on (default: error)",
        kind="value",
        choices=("error", "warning", "info"),
    ),
)

FORMATS = ("auto", *REPORTS)

OUTPUT_ARGS = (
    Arg("--output-format", help="how findings are reported (default: auto)", kind="value", choices=FORMATS),
    Arg("--output-file", help="write the report to this file", kind="value", metavar="FILE"),
    Arg("--also", help="a second report: FORMAT=FILE", kind="list", metavar="FORMAT=FILE"),
    Arg("--statistics", help="count findings by code instead of listing them"),
    Arg("-q", "--quiet", help="only findings, no summary"),
    Arg("--color", help="when to colour", kind="value", choices=("auto", "always", "never"), default="auto"),
)

CONFIG_ARGS = (
    Arg("--config", help="use this configuration file", kind="value", metavar="FILE"),
    Arg("--isolated", help="read no configuration file"),
    Arg("--show-settings", help="print the settings and where they come from"),
    Arg("--show-files", help="print the files that would be checked"),
    Arg("--as-of", help="the date that 'future' and 'expired' are judged by", kind="value", metavar="DATE"),
    Arg("--no-cache", help="look at everything anew"),
    Arg("--cache-dir", help="where to remember what was in order", kind="value", metavar="FOLDER"),
    Arg("--debug", help="show a traceback when the tool itself fails"),
)

BASELINE_ARGS = (
    Arg(
        "--baseline",
        help="file of accepted findings (default: .sourceright-lint-baseline.json)",
        kind="value",
        metavar="FILE",
    ),
    Arg("--no-baseline", help="report what the baseline accepts as well"),
)

FIX_ARGS = (
    Arg("--fix", help="make the safe fixes"),
    Arg("--unsafe-fixes", help="with --fix or --diff: make the unsafe ones too"),
    Arg("--diff", help="show what fixes would change, and write nothing"),
    Arg("--exit-non-zero-on-fix", help="exit 1 where a file was fixed, even if nothing is left"),
    Arg("--exit-zero", help="exit 0 whatever is found"),
)
