"""Standard input in the place of a file: its content comes in, and only what concerns that file is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.commands.session import standard_input
from sourceright_lint.fixing.overlay import Overlay

if TYPE_CHECKING:
    from sourceright_lint.commands.session import Session
    from sourceright_lint.engine import Checked


def read_input(session: Session, path: str) -> list[str]:
    """Take standard input for the content of ``path``, and return the paths to look at."""
    session.source = Overlay(session.worktree, {path: standard_input()})
    session.input_path = path
    session.asked = True
    return [path]


def with_fixes_in(path: str, checked: Checked) -> Checked:
    """The bundle without the fixes that change other files: what moves there would be lost on the way out."""
    findings = tuple(
        finding._replace(fix=None)
        if finding.fix and any(edit.path != path for edit in finding.fix.edits)
        else finding
        for finding in checked.findings
    )
    return checked._replace(findings=findings)
