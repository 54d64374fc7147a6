"""``check``: findings, and with ``--fix`` what can be mended of them."""

from __future__ import annotations

from sourceright_lint.commands import Args, Command
from sourceright_lint.commands.selection import (
    BASELINE_ARGS,
    CONFIG_ARGS,
    FIX_ARGS,
    LAYOUT_ONLY,
    OUTPUT_ARGS,
    PATHS,
    RULE_ARGS,
    SOURCE_ARGS,
)
from sourceright_lint.errors import UsageError
from sourceright_lint.reporting import FORMATS as REPORTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.commands.glance import Glance


_SOURCES = ("staged", "rev", "from_ref", "since", "stdin_filename", "history")
"""Arguments that say where the content comes from."""


def run(args: Args) -> int:
    """Check what was asked for; the exit status is 1 where something is left to report."""
    _refuse_contradictions(args)
    args = _with_range_of_framework(args)
    import gc

    was_on = gc.isenabled()
    # The values of a large file are no garbage, and looking through them for some takes longer than the check.
    gc.disable()
    try:
        return _check(args)
    finally:
        if was_on:
            gc.enable()


def _with_range_of_framework(args: Args) -> Args:
    """A hook framework's range is what is checked, unless something else is asked for."""
    if args.hook or args.fix or any(getattr(args, name) for name in _SOURCES):
        return args
    from sourceright_lint.commands.environment import hook_range

    given = hook_range()
    return args if given is None else Args({**vars(args), "from_ref": given[0], "to_ref": given[1]})


def _check(args: Args) -> int:
    from sourceright_lint.commands.session import open_sessions

    sessions = open_sessions(args)
    if args.show_settings:
        from sourceright_lint.commands.show import show_settings

        return show_settings(sessions)
    if args.show_files:
        from sourceright_lint.commands.show import show_files

        return show_files(sessions)
    from sourceright_lint.commands.glance import glance

    glances = [glance(session, named, args) for session, named in sessions]
    if args.output_file or args.also:
        _keep_reports_off_the_files(glances, args)
    if all(each.is_clean for each in glances) and _takes_one_line(glances, args):
        return _say_all_is_well(glances, args)
    from sourceright_lint.commands.emit import emit
    from sourceright_lint.commands.examine import examine

    return emit(examine(glances, args), args)


def _takes_one_line(glances: Sequence[Glance], args: Args) -> bool:
    """Whether the report of a clean run is its closing line and nothing else was asked for."""
    import os

    if args.output_file or args.also or args.statistics or args.stdin_filename or args.history:
        return False
    if args.from_ref or args.since or "GITHUB_STEP_SUMMARY" in os.environ:
        return False
    if not any(each.seen for each in glances) or any(each.past and each.past.commits for each in glances):
        return False
    from sourceright_lint.commands.glance import baselines_of

    if any(baselines_of(each, args) for each in glances):
        return False
    chosen = args.output_format or glances[0].session.settings.output_format
    return chosen in ("full", "concise") or (chosen == "auto" and os.environ.get("GITHUB_ACTIONS") != "true")


def _say_all_is_well(glances: Sequence[Glance], args: Args) -> int:
    from sourceright_lint.commands.output import wants_color, write_text
    from sourceright_lint.reporting.clean import clean_line

    if not args.quiet:
        seen = [seen for each in glances for seen in each.seen]
        files = sum(len(each.bundle.files) for each in seen)
        line = clean_line(files, len(seen), glances[0].session.source.label)
        write_text(f"\x1b[1;32m{line}\x1b[0m\n" if wants_color(args.color) else f"{line}\n")
    return 0


def _keep_reports_off_the_files(glances: Sequence[Glance], args: Args) -> None:
    """A report must not take the place of a file that is checked."""
    import os

    checked = {
        os.path.realpath(os.path.join(each.session.root, file.path))
        for each in glances
        for seen in each.seen
        for file in seen.bundle.files
    }
    for path in (args.output_file or "", *(also.partition("=")[2] for also in args.also or ())):
        if path and os.path.realpath(path) in checked:
            raise UsageError(f"the report would overwrite {path}, which is checked", "name another file")


def _refuse_contradictions(args: Args) -> None:
    chosen = [name for name in _SOURCES[:-1] if getattr(args, name)]
    if len(chosen) > 1:
        names = " and ".join("--" + name.replace("_", "-") for name in chosen)
        raise UsageError(f"{names} cannot be used together", "each says where the content comes from")
    if args.baseline and args.no_baseline:
        raise UsageError("--baseline and --no-baseline cannot be used together")
    if args.to_ref and not args.from_ref:
        raise UsageError("--to-ref needs --from-ref")
    if args.unsafe_fixes and not (args.fix or args.diff):
        raise UsageError("--unsafe-fixes needs --fix or --diff")
    looks_back = args.rev or args.from_ref or (args.history and not args.staged)
    if args.fix and not args.diff and looks_back:
        raise UsageError("a revision cannot be fixed", "check it out and run check --fix, or use --diff")
    if ("-" in args.paths) != bool(args.stdin_filename):
        raise UsageError(
            "- and --stdin-filename go together", "cat refs.json | ... --stdin-filename refs.json -"
        )
    if "-" in args.paths and len(args.paths) > 1:
        raise UsageError("- stands alone", "check other paths in a run of their own")
    for also in args.also or ():
        _refuse_unknown_report(also)


def _refuse_unknown_report(also: str) -> None:
    name, equals, path = also.partition("=")
    if not equals or not path:
        raise UsageError(f"--also {also!r}: expected FORMAT=FILE", "for example --also sarif=lint.sarif")
    if name not in REPORTS:
        raise UsageError(f"--also {also!r}: no output format {name!r}", f"known: {', '.join(REPORTS)}")


COMMAND = Command(
    "check",
    "Check bibliographies and their verification evidence; with --fix, mend what is safe.",
    run,
    (PATHS, LAYOUT_ONLY, *FIX_ARGS, *SOURCE_ARGS, *RULE_ARGS, *BASELINE_ARGS, *OUTPUT_ARGS, *CONFIG_ARGS),
    (
        "sourceright-lint check",
        "sourceright-lint check --fix paper/",
        "sourceright-lint check --staged --fix",
        "sourceright-lint check --from-ref origin/main --to-ref HEAD",
    ),
)
