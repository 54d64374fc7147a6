"""Options that several commands share."""

from __future__ import annotations

from sourceright_lint.commands import Arg
from sourceright_lint.reporting import FORMATS as REPORTS

PATHS = Arg(
    "paths",
    help="files or folders, - is standard input (default: .)",
    many=True,
    metavar="PATH",
)


def _under(title: str, *args: Arg) -> tuple[Arg, ...]:
    """The arguments, to stand under a title in the help."""
    for arg in args:
        arg.group = title
    return args


SOURCE_ARGS = _under(
    "what to look at",
    Arg("--staged", help="what is staged: the bytes that will be committed"),
    Arg("--rev", help="the files of a revision", kind="value", metavar="REV"),
    Arg(
        "--from-ref",
        help="with --to-ref: what changed between two revisions",
        kind="value",
        metavar="REV",
    ),
    Arg("--to-ref", help="the later one of the two (default: HEAD)", kind="value", metavar="REV"),
    Arg("--since", help="only what is new since the merge base with REV", kind="value", metavar="REV"),
    Arg(
        "--history",
        "--rev-range",
        help="commits beside their parents: what may never change",
        kind="value",
        metavar="A..B",
    ),
    Arg(
        "--stdin-filename",
        help="the path that standard input stands for",
        kind="value",
        metavar="PATH",
        rare=True,
    ),
    Arg(
        "--exclude",
        help="leave out paths that match a pattern, as in .gitignore",
        kind="list",
        metavar="PATTERN",
        rare=True,
    ),
    Arg(
        "--shard", help="only the K-th of N even parts of the bundles", kind="value", metavar="K/N", rare=True
    ),
    Arg("--hook", help="called by a hook framework: no PATH means that only deletions changed", rare=True),
)

RULE_ARGS = _under(
    "which rules",
    Arg("--select", help="report only these codes or prefixes", kind="list", metavar="CODE"),
    Arg("--extend-select", help="report these too", kind="list", metavar="CODE", rare=True),
    Arg("--ignore", help="do not report these", kind="list", metavar="CODE"),
    Arg(
        "--per-file-ignores",
        help="GLOB:CODE to ignore in matching files",
        kind="list",
        metavar="GLOB:CODE",
        rare=True,
    ),
    Arg("--severity", help="give a code another severity", kind="list", metavar="CODE=LEVEL", rare=True),
    Arg(
        "--contract",
        help="only this contract, or a role of it: sourceright:csl",
        kind="list",
        metavar="NAME",
    ),
    Arg(
        "--fail-on",
        help="least severity that fails the run (default: error)",
        kind="value",
        metavar="LEVEL",
        choices=("error", "warning", "info"),
    ),
)

FORMATS = ("auto", *REPORTS)

OUTPUT_ARGS = _under(
    "the report",
    Arg(
        "--output-format",
        help="full, github, sarif and others (default: auto)",
        kind="value",
        choices=FORMATS,
        metavar="FORMAT",
    ),
    Arg("--output-file", help="write the report to this file", kind="value", metavar="FILE"),
    Arg("--also", help="a second report: FORMAT=FILE", kind="list", metavar="FORMAT=FILE"),
    Arg("--statistics", help="count findings by code instead of listing them"),
    Arg("-q", "--quiet", help="only findings, no summary"),
    Arg("-v", "--verbose", help="with each finding its JSON Pointer, fingerprint and page", rare=True),
    Arg(
        "--color",
        help="when to colour",
        kind="value",
        choices=("auto", "always", "never"),
        default="auto",
        rare=True,
    ),
)

CONFIG_ARGS = _under(
    "configuration",
    Arg("--config", help="use this configuration file", kind="value", metavar="FILE", rare=True),
    Arg("--isolated", help="read no configuration file", rare=True),
    Arg("--show-settings", help="print the settings and where they come from", rare=True),
    Arg("--show-files", help="print the files that would be checked", rare=True),
    Arg(
        "--as-of",
        help="the date that 'future' and 'expired' are judged by",
        kind="value",
        metavar="DATE",
        rare=True,
    ),
    Arg("--no-cache", help="look at everything anew", rare=True),
    Arg("--cache-dir", help="where to remember what was in order", kind="value", metavar="FOLDER", rare=True),
    Arg("--debug", help="show a traceback when the tool itself fails", rare=True),
)

BASELINE_ARGS = _under(
    "accepted findings",
    Arg(
        "--baseline",
        help="their file (default: .sourceright-lint-baseline.json)",
        kind="value",
        metavar="FILE",
        rare=True,
    ),
    Arg("--no-baseline", help="report what the baseline accepts, too"),
)

LAYOUT_ONLY = Arg("--layout-only", help="nothing but canonical form", hidden=True)

FIX_ARGS = _under(
    "fixing",
    Arg("--fix", help="make the safe fixes"),
    Arg("--unsafe-fixes", help="with --fix or --diff: make the unsafe ones too"),
    Arg("--diff", help="show what fixes would change, and write nothing"),
    Arg("--exit-non-zero-on-fix", help="exit 1 where a file was fixed, even if nothing is left", rare=True),
    Arg("--exit-zero", help="exit 0 whatever is found", rare=True),
)
