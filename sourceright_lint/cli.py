"""The command line: find the command, parse its arguments, run it, turn failures into one line."""

from __future__ import annotations

import sys

from sourceright_lint.commands import Args, Command
from sourceright_lint.commands.arguments import parse_plain
from sourceright_lint.errors import LintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

PROG = "sourceright-lint"

COMMANDS = (
    "check",
    "format",
    "rule",
    "schema",
    "install",
    "uninstall",
    "doctor",
    "diff",
    "baseline",
    "merge-reports",
    "review",
    "migrate",
    "report",
    "server",
    "completion",
    "demo",
    "merge-driver",
    "textconv",
    "pre-push",
)
"""Subcommands in the order of the help; each is a module of ``commands`` with a ``COMMAND``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 nothing to report, 1 something, 2 could not do it."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except LintError as error:
        _say_error(str(error), error.help)
        return 2
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        _say_error("out of memory", "check the files one bundle at a time")
        return 2
    except RecursionError:
        _say_error("a value is nested too deeply for this command")
        return 2
    except OSError as error:
        _say_error(_os_error(error))
        return 2
    except Exception as error:
        from sourceright_lint.commands.crash import report_crash

        return report_crash(error, debug="--debug" in arguments)


def run_and_exit() -> NoReturn:
    """The entry point of the command: as ``main``, and the process ends at once.

    Handing the values of a large file back to the system one by one would take longer than checking it.
    """
    import os

    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        _open_what_is_closed()
    try:
        status = main()
    except OSError:
        status = 2  # Not even the error could be told.
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = status or 2
    os._exit(status)


def _open_what_is_closed() -> None:
    """Standard files that are closed become empty ones, so that no other file gets their numbers."""
    import os

    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        os.set_inheritable(descriptor, True)
        descriptor = os.dup(descriptor)
    os.close(descriptor)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    # Not by its number: the name tells that nobody gets what is written.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8", newline="")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def load_command(name: str) -> Command:
    """The command of this name."""
    module = "sourceright_lint.commands." + name.replace("-", "_")
    # Importing importlib for this would cost every run a millisecond.
    command = __import__(module, fromlist=["COMMAND"]).COMMAND
    assert isinstance(command, Command)
    return command


def _run(arguments: list[str]) -> int:
    name = arguments[0] if arguments else ""
    if name not in COMMANDS:
        return _without_command(arguments)
    command = load_command(name)
    rest = arguments[1:]
    while command.subcommands:
        command, rest = _descend(command, rest, name)
        name = f"{name} {command.name}"
    assert command.run is not None
    return command.run(parse(command, rest, f"{PROG} {name}"))


def _descend(command: Command, rest: list[str], name: str) -> tuple[Command, list[str]]:
    for sub in command.subcommands:
        if rest and rest[0] == sub.name:
            return sub, rest[1:]
    from sourceright_lint.commands.output import write_text
    from sourceright_lint.parser import parser_of_group

    parser = parser_of_group(command, f"{PROG} {name}")
    if rest:
        parser.parse_args(rest[:1])
    write_text(parser.help_text())
    raise SystemExit(2)


def parse(command: Command, arguments: list[str], prog: str) -> Args:
    """Arguments of a command. Wrong ones end the process with status 2 and a message, as usual."""
    if command.separates:
        place = arguments.index("--") if "--" in arguments else len(arguments)
        return Args({**vars(_parse(command, arguments[:place], prog)), "after": arguments[place + 1 :]})
    return _parse(command, arguments, prog)


def _parse(command: Command, arguments: list[str], prog: str) -> Args:
    if "--hook" in arguments:
        arguments = [_unlike_option(command, word) for word in arguments]
    plain = None if command.literal else parse_plain(command, arguments)
    if plain is not None:
        return plain
    if command.literal and arguments[:1] not in (["--"], ["--help"], ["--help-all"], ["-h"]):
        arguments = ["--", *arguments]
    from sourceright_lint.parser import build_parser

    return Args(vars(build_parser(command, prog).parse_args(list(arguments))))


def _unlike_option(command: Command, word: str) -> str:
    """A file name that a hook framework put behind the options, as it is, so that it cannot be taken for one."""
    import os

    if word[:1] != "-" or not os.path.lexists(word) or any(word in arg.names for arg in command.args):
        return word
    return f"./{word}"


def _without_command(arguments: list[str]) -> int:
    if arguments[:1] in (["--version"], ["-V"]):
        from sourceright_lint.commands.output import write_wanted
        from sourceright_lint.version import version_text

        write_wanted(version_text() + "\n")
        return 0
    if arguments[:1] == ["help"] and len(arguments) > 1:
        return _run([*arguments[1:], "--help"])
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        from sourceright_lint.commands.output import write_wanted

        write_wanted(help_text())
        return 0 if arguments else 2
    raise LintError(f"no such command: {arguments[0]!r}", _meant(arguments[0]))


def _meant(word: str) -> str:
    import os

    from sourceright_lint.escape import shell_word
    from sourceright_lint.resemblance import nearest

    near = nearest(word, COMMANDS)
    if near:
        return f"did you mean {near!r}?"
    if word.startswith("-"):
        return f"options stand behind the command: {PROG} check {shell_word(word)}"
    if os.path.lexists(word):
        return f"did you mean {PROG} check {shell_word(word)}?"
    return f"see {PROG} --help"


def help_text() -> str:
    """What ``--help`` shows: every command in a line."""
    from sourceright_lint.usage import brief, entry

    lines = [
        f"usage: {PROG} COMMAND [ARGUMENTS]",
        "",
        "Guard scholarly evidence that is kept as JSON in Git.",
        "",
        "commands:",
        *(line for name in COMMANDS for line in entry(f"  {name}", brief(load_command(name).summary), 17)),
        "",
        "examples:",
        f"  {PROG} check                   check everything below this folder",
        f"  {PROG} check --fix paper/      make the safe fixes",
        f"  {PROG} check --staged          check what is about to be committed",
        f"  {PROG} rule csl.sidecar_field  explain a finding",
        "",
        f"{PROG} COMMAND --help shows the arguments of a command.",
    ]
    return "\n".join(lines) + "\n"


def _os_error(error: OSError) -> str:
    from sourceright_lint.escape import show_path

    where = f"{show_path(str(error.filename))}: " if error.filename is not None else ""
    return where + (error.strerror or type(error).__name__)


def _say_error(message: str, help: str = "") -> None:
    from sourceright_lint.escape import one_line

    sys.stderr.write(f"{PROG}: error: {one_line(message)}\n")
    for line in help.splitlines():
        sys.stderr.write(f"  help: {one_line(line)}\n")


def _silence_stdout() -> None:
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return
