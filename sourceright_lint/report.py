"""What a run found, as every report format gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sourceright_lint.finding import SEVERITIES, Finding, Severity
from sourceright_lint.rule import Rule


class BundleSummary(NamedTuple):
    """A bundle that was checked, by the name that people know it by (its folder, where it has no other).

    ``contract`` is the contract's name; ``columns`` are what it counts in the bundle, in its order.
    """

    name: str
    contract: str
    root: str
    columns: Mapping[str, int]


class Report(NamedTuple):
    """The outcome of a run. Paths start at the root of what was checked, with ``/`` between parts.

    ``changed`` are the files that were (or, in a dry run, would be) written, ``fixed`` the findings gone
    by that, ``accepted`` how many findings a baseline keeps out of the report. ``rules`` has, by code, what
    is to be told about the rules of the findings. ``source_label`` says what was read. ``commits`` is how
    many were compared with their parents. ``notes`` are for the user to read, each one line.
    """

    findings: tuple[Finding, ...]
    files_checked: int = 0
    bundles: tuple[BundleSummary, ...] = ()
    changed: tuple[str, ...] = ()
    fixed: int = 0
    rules: Mapping[str, Rule] = {}
    source_label: str = ""
    notes: tuple[str, ...] = ()
    accepted: int = 0
    commits: int = 0

    def by_severity(self) -> dict[Severity, int]:
        """How many findings there are of each severity."""
        counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
        for finding in self.findings:
            counts[finding.severity] += 1
        return counts
