"""Where a setting was written, so that an error and ``--show-settings`` can point at it."""

from __future__ import annotations

from sourceright_lint.errors import ConfigError, LintError, UsageError
from sourceright_lint.escape import show_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.config.locate import Route


class Origin:
    """A configuration file. ``prefix`` leads to the tool's own table in it.

    ``label`` is its name for the user, ``base`` the folder where the paths in it start.
    """

    is_file = True

    def __init__(self, label: str, base: str, text: str, prefix: Route) -> None:
        self.label = label
        self.base = base
        self.text = text
        self.prefix = prefix

    def where(self, route: Route) -> str:
        """``file:line:column`` of a key or element."""
        from sourceright_lint.config.locate import locate

        line, column = locate(self.text, (*self.prefix, *route))
        return f"{show_path(self.label)}:{line}:{column}"

    def error(self, route: Route, message: str, help: str = "") -> LintError:
        """The error to raise about what stands at ``route``."""
        return ConfigError(f"{self.where(route)}: {message}", help)


class CommandLine(Origin):
    """The options of the command line. Their paths start at ``base``, the folder it runs in."""

    is_file = False

    def __init__(self, base: str = "") -> None:
        super().__init__("command line", base, "", ())

    def where(self, route: Route) -> str:
        """The option that gives the value."""
        return f"--{route[0]}" if route else self.label

    def error(self, route: Route, message: str, help: str = "") -> LintError:
        """The error to raise about an option's value."""
        return UsageError(f"{self.where(route)}: {message}", help)
