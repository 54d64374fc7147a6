"""``pre-push``: check what is about to be pushed, as Git tells its hook of that name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sourceright_lint.commands import Arg, Args, Command

if TYPE_CHECKING:
    from sourceright_lint.git.pushed import Pushed


def run(args: Args) -> int:
    """Check what is new of each pushed ref; the exit status is the worst of theirs."""
    from sourceright_lint.cli import parse
    from sourceright_lint.commands import check
    from sourceright_lint.commands.session import standard_input
    from sourceright_lint.commands.setup import here
    from sourceright_lint.git.pushed import pushed

    repository = here()
    told = standard_input().decode("utf-8", "surrogateescape")
    worst = 0
    for one in pushed(repository, args.remote or "", told):
        status = check.run(parse(check.COMMAND, ["--hook", *_words(one)], "sourceright-lint check"))
        worst = max(worst, status)
    if worst:
        sys.stderr.write(f"sourceright-lint: the push was refused{_NEXT if worst == 1 else ''}.\n")
    return worst


_NEXT = (
    ". Mend it in a further commit and push again; what a history rule reports, "
    "in the commit that it names (git rebase -i)"
)
"""Files are checked as they are at the end of what is pushed, history commit by commit."""


def _words(one: Pushed) -> list[str]:
    if not one.is_whole:
        return ["--from-ref", one.base, "--to-ref", one.tip]
    history = ["--history", f"{one.base}..{one.tip}"] if one.base != one.tip else []
    return ["--rev", one.tip, *history]


COMMAND = Command(
    "pre-push",
    "Check what is about to be pushed; Git's hook calls it, with a line for each ref on standard input.",
    run,
    (
        Arg("remote", help="name of the remote, or its address where it has none", metavar="REMOTE"),
        Arg("address", help="address of the remote", metavar="ADDRESS"),
    ),
    ('sourceright-lint pre-push "$@"   in .git/hooks/pre-push',),
    literal=True,
)
