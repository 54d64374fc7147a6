"""``completion``: a script that makes a shell complete commands, options and their values."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command


def run(args: Args) -> int:
    """Print the script of a shell."""
    from importlib import import_module

    from sourceright_lint.catalogue import load_contracts
    from sourceright_lint.commands.output import write_wanted
    from sourceright_lint.completion.model import levels

    roles = [
        name
        for contract in load_contracts()
        for name in (contract.name, *(f"{contract.name}:{role}" for role in contract.roles))
    ]
    write_wanted(import_module(f"sourceright_lint.completion.{args.shell}").script(levels(roles)))
    return 0


COMMAND = Command(
    "completion",
    "Print a script for bash, zsh or fish: completion of commands, options and values.",
    run,
    (Arg("shell", help="the shell", choices=("bash", "zsh", "fish"), required=True),),
    (
        'eval "$(sourceright-lint completion bash)"       in ~/.bashrc; likewise zsh',
        "sourceright-lint completion fish | source",
    ),
)
