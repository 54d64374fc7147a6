"""``install``: hooks, merge and diff drivers, and the lines that name our files to Git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.commands import Arg, Args, Command

if TYPE_CHECKING:
    from sourceright_lint.commands.setup import Setup
    from sourceright_lint.git.install.plan import Plan


def run(args: Args) -> int:
    """Set the repository up; the exit status is 1 where something is left for a person."""
    from sourceright_lint.commands.setup import open_setup, tell
    from sourceright_lint.git.install.plan import carry_out
    from sourceright_lint.git.staging import recover_staged

    setup = open_setup()
    if args.dry_run:
        return tell(_plan(setup, args), "nothing to change: everything is in place", is_done=False)
    recover_staged(setup.repository)
    plan = _plan(setup, args)
    carry_out(setup.repository, plan)
    return tell(plan, "everything is in place already", is_done=True)


def _plan(setup: Setup, args: Args) -> Plan:
    from sourceright_lint.git.configuration import read
    from sourceright_lint.git.install.attributes import lines
    from sourceright_lint.git.install.attributes_plan import plan_lines
    from sourceright_lint.git.install.drivers import plan_drivers
    from sourceright_lint.git.install.hooks_folder import hooks_folder
    from sourceright_lint.git.install.hooks_plan import plan_hooks
    from sourceright_lint.git.install.launcher import interpreter
    from sourceright_lint.git.install.plan import Plan

    repository = setup.repository
    plan = Plan()
    if not args.no_hooks:
        folder = hooks_folder(repository, read(repository))
        plan.take(plan_hooks(repository, folder, interpreter(), not args.no_fix))
    if not args.no_drivers:
        plan.take(plan_drivers(repository, interpreter()))
    plan.take(plan_lines(repository, lines(setup.patterns, not args.no_drivers)))
    plan.take(_formatters(setup, args.ignore_formatters))
    return plan


def _formatters(setup: Setup, may_write: bool) -> Plan:
    from sourceright_lint.commands.setup import ignore_lines
    from sourceright_lint.formatters import advice
    from sourceright_lint.git.install.attributes_plan import plan_lines
    from sourceright_lint.git.install.plan import Left, Plan
    from sourceright_lint.git.plumbing import path_bytes

    plan = Plan()
    files = set()
    for formatter in setup.formatters():
        if formatter.appends and may_write:
            files.add(formatter.ignore_file)
        elif formatter.appends:
            plan.notes.append(f"{advice.message(formatter)}; --ignore-formatters ends that")
        else:
            plan.left.append(Left(advice.message(formatter), advice.help(formatter)))
    for file in sorted(files):
        ours = [path_bytes(line) for line in ignore_lines(setup.patterns)]
        plan.take(plan_lines(setup.repository, ours, file))
    return plan


COMMAND = Command(
    "install",
    "Set up Git hooks, merge and diff drivers and .gitattributes lines in this repository.",
    run,
    (
        Arg("--no-hooks", help="leave hooks alone"),
        Arg("--no-drivers", help="leave merges and diffs to Git"),
        Arg("--no-fix", help="the pre-commit hook only checks, and fixes nothing"),
        Arg("--ignore-formatters", help="keep other formatters off our files (.prettierignore)"),
        Arg("--dry-run", help="say what would be changed, and change nothing"),
    ),
    ("sourceright-lint install", "sourceright-lint install --dry-run", "sourceright-lint install --no-hooks"),
)
