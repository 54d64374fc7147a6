"""The failures that a user is told about in one line."""


class LintError(Exception):
    """The tool could not do its job: exit status 2.

    ``str(error)`` is one line that says what is wrong and where; ``help`` says what to do.
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class UsageError(LintError):
    """The command line asks for something that cannot be done."""


class ConfigError(LintError):
    """The configuration cannot be used."""


class SourceError(LintError):
    """Content could not be read from the working tree, the index or a revision."""


class WriteRefused(LintError):
    """A file was left as it is, because writing it could lose something."""


class CannotWrite(WriteRefused):
    """A file may not be written, or not now: it is read-only, it changed meanwhile, another run is writing."""
