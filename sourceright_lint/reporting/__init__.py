"""One module for each report format. Every one is a pure function from a report to text.

A format is imported only when it is asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sourceright_lint.report import Report
    from sourceright_lint.reporting.context import Context

__all__ = ["FORMATS", "render", "resolve"]

FORMATS: dict[str, str] = {
    "full": "full",
    "concise": "concise",
    "json": "json",
    "json-lines": "json_lines",
    "github": "github",
    "gitlab": "gitlab",
    "sarif": "sarif",
    "junit": "junit",
    "markdown": "markdown",
}
"""Module of this package by the name of its format."""


def render(name: str, report: Report, context: Context) -> str:
    """The report in the format ``name``: text that ends with a newline, or nothing. KeyError if there is none."""
    from importlib import import_module

    module = import_module(f"{__name__}.{FORMATS[name]}")
    text: str = module.render(report, context)
    return text


def resolve(name: str, environment: Mapping[str, str]) -> str:
    """The format that ``name`` stands for: ``auto`` is ``github`` in GitHub Actions, elsewhere ``full``."""
    if name != "auto":
        return name
    return "github" if environment.get("GITHUB_ACTIONS") == "true" else "full"
