"""What a report format is told beside the report."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.finding import SEVERITIES, Finding, Fix, Reformat, Severity


class Context(NamedTuple):
    """How to show a report.

    ``docs_url`` is the address of the documentation, with a ``/`` at its end, or empty. ``here`` is the
    folder that a person works in, from the root of what is checked: text formats show paths from there.
    ``next_command`` is what to run to fix what can be fixed; ``dry_run`` says that what was fixed was not
    written, ``gives_out`` that it went to the output and into no file. ``layout_only``: the command is
    ``format``, which makes no other fixes. ``width`` is the room for a source line. Findings below ``fail_on``
    do not count as failures where a format knows failures. ``quiet`` leaves the closing lines out of formats
    that people read, ``hook`` those that would only say that nothing was checked; ``statistics`` puts counts by
    code in the place of the findings there.
    """

    color: bool = False
    docs_url: str = ""
    here: str = ""
    next_command: str = ""
    dry_run: bool = False
    gives_out: bool = False
    layout_only: bool = False
    show_fixes: bool = False
    verbose: bool = False
    quiet: bool = False
    hook: bool = False
    statistics: bool = False
    fail_on: Severity = "error"
    width: int = 100

    def rule_url(self, code: str) -> str:
        """Address of a rule's page, or empty."""
        from urllib.parse import quote

        page = quote(code.encode("utf-8", "surrogatepass"), safe="")
        return f"{self.docs_url}rules/{page}/" if self.docs_url else ""

    def way_of(self, fix: Fix) -> str:
        """What has the fix made: options of the command that reports it, or another command."""
        if self.layout_only and any(isinstance(edit, Reformat) for edit in fix.edits):
            return "format"
        options = "--fix" if fix.safe else "--fix --unsafe-fixes"
        return f"check {options}" if self.layout_only else options

    def fails(self, finding: Finding) -> bool:
        """Whether the finding is one that makes a run fail."""
        return SEVERITIES.index(finding.severity) <= SEVERITIES.index(self.fail_on)
