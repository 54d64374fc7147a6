"""What ``--show-settings`` and ``--show-files`` print."""

from __future__ import annotations

from collections.abc import Sequence

from sourceright_lint.commands.glance import select_source
from sourceright_lint.commands.output import write_wanted
from sourceright_lint.commands.session import Session
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import plain_path


def show_settings(sessions: Sequence[tuple[Session, list[str]]]) -> int:
    """Each setting and where it comes from."""
    from sourceright_lint.config.describe import describe

    for session, _ in sessions:
        write_wanted("".join(f"{line}\n" for line in describe(session.settings, session.contracts)))
    return 0


def show_files(sessions: Sequence[tuple[Session, list[str]]]) -> int:
    """Files that would be checked, as seen from the caller's folder, with their bundle's contract."""
    for session, named in sessions:
        context = Context(here=session.here)
        found = session.find(select_source(session, named, session.args))
        for bundle, _ in found.bundles:
            for file in bundle.files:
                path = plain_path(file.path, context)
                write_wanted(f"{path}\t{bundle.contract.name}:{file.role}\n")
    return 0
