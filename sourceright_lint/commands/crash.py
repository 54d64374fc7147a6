"""What a user sees when the tool itself is at fault: versions and position, no content of any file."""

from __future__ import annotations

import sys

ISSUES = "https://github.com/sourceright-lint/sourceright-lint/issues"


def report_crash(error: Exception, debug: bool) -> int:
    """Ask for a report that gives nothing away. Only with ``debug`` the traceback is shown."""
    from sourceright_lint.version import version_text

    if debug:
        import traceback

        traceback.print_exception(error)
        return 2
    sys.stderr.write(
        "sourceright-lint: error: an internal fault; no file was changed by this step\n"
        f"  {version_text()}\n"
        f"  {crash_place(error)}\n"
        f"  help: please report these lines at {ISSUES}; run again with --debug to see the traceback,\n"
        "  which may quote the content of files\n"
    )
    return 2


def crash_line(error: Exception) -> str:
    """The same in one line, for a step that goes on without what failed."""
    from sourceright_lint.version import version_text

    return f"an internal fault: {crash_place(error)}; {version_text()}; please report this line at {ISSUES}"


def crash_place(error: Exception) -> str:
    """Its kind, the last positions in the source, and the rule that was at work: nothing about a file."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{_module(frame.filename)}:{frame.lineno}" for frame in frames[-4:]]
    rule = _rule(error)
    return f"{type(error).__name__} at {' > '.join(places)}{f' in the rule {rule}' if rule else ''}"


def _rule(error: Exception) -> str:
    """The code of the rule that was at work, if one was: codes are ours, and say nothing about a file."""
    import traceback

    from sourceright_lint.rule import Rule

    found = ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        rule = frame.f_locals.get("rule")
        found = rule.code if isinstance(rule, Rule) else found
    return found


def _module(filename: str) -> str:
    parts = filename.replace("\\", "/").split("/")
    return "/".join(parts[-2:])
