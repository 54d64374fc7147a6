"""Text on its way out: always UTF-8, whatever the locale says."""

from __future__ import annotations

import os
import sys


def write_text(text: str, path: str | None = None) -> None:
    """Write to standard output, or whole and atomically to a file."""
    data = text.encode("utf-8", "backslashreplace")
    if path is None or path == "-":
        write_raw(data)
        return
    write_bytes(data, path)


def write_wanted(text: str, path: str | None = None) -> None:
    """As ``write_text``, for the text that a command is run for. Raises CannotWrite if nobody could get it."""
    if path is None or path == "-":
        require_output()
    write_text(text, path)


def require_output() -> None:
    """Raises CannotWrite if standard output is closed."""
    if getattr(sys.stdout, "name", None) == CLOSED:
        from sourceright_lint.errors import CannotWrite

        raise CannotWrite("standard output is closed: what was asked for cannot be written")


CLOSED = os.devnull
"""The name of what stands for standard output where that is closed."""


def write_raw(data: bytes) -> None:
    """Write these very bytes to standard output."""
    try:
        _write_out(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from error


def _write_out(data: bytes) -> None:
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))
        return
    buffer.write(data)
    buffer.flush()


def write_bytes(data: bytes, path: str) -> None:
    """Write a file whole and atomically; a device or a pipe gets the bytes and stays what it is."""
    if os.path.islink(path):
        path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            file.write(data)
        return
    from sourceright_lint.fixing.write import put_file

    put_file(path, data)


def source_width() -> int:
    """The columns for a source line in a report: as many as the terminal has beside line number and marks."""
    from sourceright_lint.reporting.context import Context

    usual = Context().width
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return usual
    return max(40, min(usual, columns - 10)) if columns else usual


def wants_color(choice: str) -> bool:
    """Whether to colour standard output: ``always``, ``never``, or as the terminal and NO_COLOR say."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
