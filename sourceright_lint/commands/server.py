"""``server``: the language server that editors start."""

from __future__ import annotations

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.errors import LintError


def run(args: Args) -> int:
    """Serve an editor over standard input and output until it says that it is done."""
    try:
        from sourceright_lint.server.serving import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise LintError(
            "the language server needs the package pygls, which is not installed",
            'pip install "sourceright-lint[lsp]"',
        ) from error
    return serve(args.debug)


COMMAND = Command(
    "server",
    "Serve an editor: findings while you type, fixes, explanations, formatting.",
    run,
    (
        Arg("--stdio", help="over standard input and output, which is the only way there is"),
        Arg("--debug", help="show a traceback when the tool itself fails"),
    ),
    ("sourceright-lint server",),
)
