"""What an editor is told when a handler fails: what a command would say, no content of any file."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from pygls.exceptions import JsonRpcInternalError

from sourceright_lint.commands.crash import crash_place, report_crash
from sourceright_lint.errors import LintError

Failed = Callable[[Exception], object]


class Fault(JsonRpcInternalError):
    """The answer to a request that could not be answered; its message quotes nothing of a file."""


def guarded(handler: Callable[..., Any], failed: Failed) -> Callable[..., Any]:
    """The handler, with ``failed`` in the place of every exception; what that gives back is its result.

    A client that is gone is no fault.
    """
    if inspect.iscoroutinefunction(handler):

        @wraps(handler)
        async def waiting(*args: Any) -> Any:
            try:
                return await handler(*args)
            except BrokenPipeError:
                raise
            except Exception as error:
                return failed(error)

        return waiting

    @wraps(handler)
    def at_once(*args: Any) -> Any:
        try:
            return handler(*args)
        except BrokenPipeError:
            raise
        except Exception as error:
            return failed(error)

    return at_once


def tell(error: Exception, debug: bool) -> str:
    """What the editor shows of a failure. A fault is reported on standard error as commands report it."""
    if isinstance(error, LintError):
        return f"sourceright-lint: {error}"
    report_crash(error, debug)
    return f"sourceright-lint: an internal fault: {crash_place(error)}; please report it"


def silence_logs() -> None:
    """Keep everything that libraries log from standard error: it quotes messages, and so the content of files.

    For the whole process: to be called only where it is the server's own.
    """
    logging.getLogger().addHandler(logging.NullHandler())
