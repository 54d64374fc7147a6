"""``uninstall``: take down what ``install`` set up, and put back what was there before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.commands import Arg, Args, Command

if TYPE_CHECKING:
    from sourceright_lint.git.install.plan import Plan
    from sourceright_lint.git.plumbing import Repository


def run(args: Args) -> int:
    """Undo ``install``; the exit status is 1 where something is left for a person."""
    from sourceright_lint.commands.setup import here, tell
    from sourceright_lint.git.install.plan import carry_out
    from sourceright_lint.git.staging import recover_staged

    repository = here()
    if args.dry_run:
        return tell(_plan(repository), "nothing to change: nothing of ours is here", is_done=False)
    recover_staged(repository)
    plan = _plan(repository)
    carry_out(repository, plan)
    return tell(plan, "nothing of ours is here", is_done=True)


def _plan(repository: Repository) -> Plan:
    from sourceright_lint.formatters.find import PRETTIER_IGNORE
    from sourceright_lint.git.configuration import read
    from sourceright_lint.git.install import attributes_plan, drivers, hooks_plan
    from sourceright_lint.git.install.hooks_folder import hooks_folder
    from sourceright_lint.git.install.plan import Plan

    plan = Plan()
    plan.take(hooks_plan.plan_removal(repository, hooks_folder(repository, read(repository))))
    plan.take(drivers.plan_removal(repository))
    plan.take(attributes_plan.plan_removal(repository))
    plan.take(attributes_plan.plan_removal(repository, PRETTIER_IGNORE))
    return plan


COMMAND = Command(
    "uninstall",
    "Take down everything that install set up, and put back what was there before.",
    run,
    (Arg("--dry-run", help="say what would be changed, and change nothing"),),
    ("sourceright-lint uninstall",),
)
