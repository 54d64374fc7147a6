"""``review``: the legal ways to change a record, for people and agents."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.workspace_args import AS_OF, OUTPUT, PATHS, SETTINGS, WAIT, WORKSPACE

_WRITING = (WORKSPACE, OUTPUT, WAIT, *SETTINGS)
_ID = Arg("id", help="the id of the reference", required=True, metavar="ID")
_IDS = Arg("ids", help="ids of references", many=True, metavar="ID")
_REVIEWER = Arg("--reviewer", help="who decides", kind="value", metavar="NAME", required=True)
_NOTES = Arg("--notes", help="what else is to be remembered", kind="value", metavar="TEXT")
_DECIDED_AT = Arg(
    "--decided-at", help="when it was decided (default: now, in UTC)", kind="value", metavar="TIME"
)


def _list(args: Args) -> int:
    from sourceright_lint.commands.review_look import list_records

    return list_records(args)


def _show(args: Args) -> int:
    from sourceright_lint.commands.review_look import show_record

    return show_record(args)


def _next(args: Args) -> int:
    from sourceright_lint.commands.review_next import review_next

    return review_next(args)


def _claim(args: Args) -> int:
    from sourceright_lint.commands.review_steps import claim

    return claim(args)


def _release(args: Args) -> int:
    from sourceright_lint.commands.review_steps import release

    return release(args)


def _decide(args: Args) -> int:
    from sourceright_lint.commands.review_steps import decide

    return decide(args)


def _apply(args: Args) -> int:
    from sourceright_lint.commands.review_steps import apply

    return apply(args)


def _partition(args: Args) -> int:
    from sourceright_lint.commands.review_parts import partition

    return partition(args)


def _import(args: Args) -> int:
    from sourceright_lint.commands.review_import import bring_in

    return bring_in(args)


def _reopen(args: Args) -> int:
    from sourceright_lint.commands.review_steps import reopen

    return reopen(args)


_STEPS = (
    Command(
        "list",
        "List the records that wait for review.",
        _list,
        (
            PATHS,
            Arg(
                "--status",
                help="only this status; all for every one (default: queued, in_progress, unresolved)",
                kind="list",
                metavar="STATUS",
            ),
            Arg("--provider", help="only with a candidate of this provider", kind="list", metavar="NAME"),
            Arg("--field", help="only with an open conflict in this field", kind="list", metavar="FIELD"),
            Arg("--claimed-by", help="only what this reviewer has claimed", kind="value", metavar="NAME"),
            Arg(
                "--older-than",
                help="only what has waited for more days than this",
                kind="value",
                metavar="DAYS",
            ),
            AS_OF,
            OUTPUT,
            *SETTINGS,
        ),
        (
            "sourceright-lint review list --field DOI",
            "sourceright-lint review list --output-format json-lines",
        ),
    ),
    Command(
        "show",
        "Show a record: its item, each candidate beside it, conflicts and decisions.",
        _show,
        (_ID, WORKSPACE, OUTPUT, *SETTINGS),
        ("sourceright-lint review show eels-2021",),
    ),
    Command(
        "next",
        "Go through what waits, one record after the other, in a terminal.",
        _next,
        (
            _REVIEWER,
            Arg(
                "--status",
                help="only this status (default: queued and in_progress)",
                kind="list",
                metavar="STATUS",
            ),
            WORKSPACE,
            WAIT,
            *SETTINGS,
        ),
        ("sourceright-lint review next --reviewer tm",),
    ),
    Command(
        "claim",
        "Say that you work on records: queued or unresolved becomes in_progress.",
        _claim,
        (
            _IDS,
            _REVIEWER,
            Arg("--claimed-at", help="since when (default: now, in UTC)", kind="value", metavar="TIME"),
            *_WRITING,
        ),
        ("sourceright-lint review claim eels-2021 weirs-2019 --reviewer tm",),
    ),
    Command(
        "release",
        "Give claimed records back: in_progress becomes queued.",
        _release,
        (
            _IDS,
            Arg("--reviewer", help="only what this reviewer has claimed", kind="value", metavar="NAME"),
            *_WRITING,
        ),
        ("sourceright-lint review release eels-2021",),
    ),
    Command(
        "decide",
        "Record a decision: the record becomes resolved or unresolved.",
        _decide,
        (
            _ID,
            Arg(
                "--status",
                help="what the record becomes",
                kind="value",
                choices=("resolved", "unresolved"),
                required=True,
            ),
            Arg("--decision", help="what was decided", kind="value", metavar="TEXT", required=True),
            _REVIEWER,
            _NOTES,
            _DECIDED_AT,
            *_WRITING,
        ),
        (
            "sourceright-lint review decide eels-2021 --status resolved --decision keep_canonical --reviewer tm",
        ),
    ),
    Command(
        "apply",
        "Correct the item from a candidate, and record that decision, in one step.",
        _apply,
        (
            _ID,
            Arg(
                "--candidate",
                help="the candidate's number in review show",
                kind="value",
                metavar="N",
                required=True,
            ),
            Arg("--fields", help="what to take over: DOI,title", kind="list", metavar="FIELD", required=True),
            Arg(
                "--status",
                help="what the record becomes (default: resolved)",
                kind="value",
                choices=("resolved", "unresolved"),
                default="resolved",
            ),
            Arg(
                "--decision",
                help="what was decided (default: apply_candidate)",
                kind="value",
                metavar="TEXT",
                default="apply_candidate",
            ),
            _REVIEWER,
            _NOTES,
            _DECIDED_AT,
            *_WRITING,
        ),
        ("sourceright-lint review apply eels-2021 --candidate 1 --fields DOI,title --reviewer tm",),
    ),
    Command(
        "reopen",
        "Put a closed record back into the queue, with a reason.",
        _reopen,
        (
            _ID,
            _REVIEWER,
            Arg("--reason", help="why", kind="value", metavar="TEXT", required=True),
            Arg("--at", help="when (default: now, in UTC)", kind="value", metavar="TIME"),
            *_WRITING,
        ),
        ("sourceright-lint review reopen eels-2021 --reviewer tm --reason 'the DOI leads elsewhere'",),
    ),
    Command(
        "partition",
        "Cut the open records into parts for parallel review, each once, with the items they need.",
        _partition,
        (
            Arg("--size", help="records in a part", kind="value", metavar="N"),
            Arg("--parts", help="how many parts", kind="value", metavar="K"),
            Arg("--out", help="the folder for the parts", kind="value", metavar="DIR", required=True),
            Arg("--status", help="only this status (default: all open ones)", kind="list", metavar="STATUS"),
            WORKSPACE,
            OUTPUT,
            *SETTINGS,
        ),
        ("sourceright-lint review partition --parts 4 --out parts",),
    ),
    Command(
        "import",
        "Bring decisions back, each file as a whole or not at all.",
        _import,
        (
            Arg(
                "files",
                help="decisions, as a JSON array or JSON Lines; - for standard input",
                many=True,
                metavar="FILE",
            ),
            *_WRITING,
        ),
        ("sourceright-lint review import parts/decisions-*.jsonl",),
    ),
)

COMMAND = Command(
    "review",
    "Review references: list, show, claim, decide, correct, and share the work out.",
    subcommands=_STEPS,
)
