"""The subcommands, one module each: what it is called with, and what it does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

    OptionKind = Literal["flag", "value", "list", "count"]


class Arg:
    """An option or, where its name has no dash, a positional argument.

    ``kind``: ``flag`` (true where given), ``value`` (one text), ``list`` (may be repeated), ``count``.
    ``many``: for a positional argument, any number of them. ``group`` is the title that it stands under in the
    help, and a ``rare`` one is told only by ``--help-all``; a ``hidden`` one nowhere.
    """

    __slots__ = (
        "choices",
        "default",
        "dest",
        "group",
        "help",
        "hidden",
        "kind",
        "many",
        "metavar",
        "names",
        "rare",
        "required",
    )

    def __init__(
        self,
        *names: str,
        help: str,
        kind: OptionKind = "flag",
        metavar: str = "",
        choices: Sequence[str] = (),
        default: Any = None,
        many: bool = False,
        required: bool = False,
        hidden: bool = False,
        group: str = "",
        rare: bool = False,
    ) -> None:
        self.names = names
        self.help = help
        self.kind: OptionKind = kind
        self.metavar = metavar
        self.choices = tuple(choices)
        self.many = many
        self.required = required
        self.hidden = hidden
        self.group = group
        self.rare = rare
        name = next((name for name in names if name.startswith("--")), names[0])
        self.dest = name.lstrip("-").replace("-", "_")
        if kind == "list" or many:
            self.default: Any = default if default is not None else ()
        elif kind == "flag" and self.is_option:
            self.default = bool(default)
        else:
            self.default = default

    @property
    def is_option(self) -> bool:
        """Whether it is given by a name with dashes."""
        return self.names[0].startswith("-")


class Args:
    """Parsed arguments: one attribute for each ``Arg``."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


class Command:
    """A subcommand. ``run`` returns the exit status and may raise ``LintError``.

    ``literal``: all arguments are positional, also those that begin with a dash. ``separates``: what stands
    behind ``--`` is kept apart, as ``after``.
    """

    __slots__ = ("args", "examples", "literal", "name", "run", "separates", "subcommands", "summary")

    def __init__(
        self,
        name: str,
        summary: str,
        run: Callable[[Any], int] | None = None,
        args: Sequence[Arg] = (),
        examples: Sequence[str] = (),
        subcommands: Sequence[Command] = (),
        literal: bool = False,
        separates: bool = False,
    ) -> None:
        self.name = name
        self.summary = summary
        self.run = run
        self.args = tuple(args)
        self.examples = tuple(examples)
        self.subcommands = tuple(subcommands)
        self.literal = literal
        self.separates = separates
