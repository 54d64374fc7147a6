"""``merge-reports``: one report from the parts that several machines made."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import write_wanted
from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.escape import show_path
from sourceright_lint.reporting.json import SCHEMA
from sourceright_lint.reporting.text import json_text


def run(args: Args) -> int:
    """Print the joined report; exit 1 where it has an error."""
    if not args.parts:
        raise UsageError("no report is named", "for example: sourceright-lint merge-reports part-*.json")
    merged, has_errors = joined([(path, _read(path)) for path in args.parts])
    write_wanted(json_text(merged, indent=2) + "\n", args.output_file)
    return 1 if has_errors else 0


def joined(files: Sequence[tuple[str, bytes]]) -> tuple[dict[str, Any], bool]:
    """One report from reports, each with its path, and whether it has an error.

    Raises SourceError for a file that is no report, UsageError for reports of several kinds.
    """
    parts = [_parsed(path, data) for path, data in files]
    kinds = {_kind(path, part) for (path, _), part in zip(files, parts, strict=True)}
    if len(kinds) > 1:
        raise UsageError("the reports are of several kinds", "join JSON with JSON, and SARIF with SARIF")
    return _merge_json(parts) if kinds == {"json"} else _merge_sarif(parts)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SourceError(f"{show_path(path)}: cannot be read: {error.strerror}") from error


def _parsed(path: str, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{show_path(path)}: is no JSON report") from error


def _kind(path: str, part: Any) -> str:
    if isinstance(part, dict):
        if part.get("schema") == SCHEMA and _are(part.get("findings"), _is_finding) and _counts(part):
            return "json"
        if part.get("version") == "2.1.0" and part.get("runs") and _are(part["runs"], _is_run):
            return "sarif"
    raise SourceError(
        f"{show_path(path)}: is no report of this tool", "write it with --output-format json or sarif"
    )


def _are(values: Any, is_right: Callable[[Any], bool]) -> bool:
    return isinstance(values, list) and all(map(is_right, values))


def _is_finding(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in ("path", "code", "message", "severity"))
        and all(type(value.get(key)) is int for key in ("line", "column"))
    )


def _counts(value: dict[str, Any]) -> bool:
    return isinstance(value.get("summary"), dict) and _are_counts(value["summary"])


def _are_counts(value: dict[str, Any]) -> bool:
    return all(
        _are_counts(count) if isinstance(count, dict) else type(count) is int for count in value.values()
    )


def _is_run(run: Any) -> bool:
    tool = run.get("tool") if isinstance(run, dict) else None
    driver = tool.get("driver") if isinstance(tool, dict) else None
    if not isinstance(driver, dict) or not _are(driver.get("rules", []), _has_text("id")):
        return False
    known = {rule["id"] for rule in driver.get("rules", ())}
    names = _has_text("ruleId")
    return _are(run.get("results", []), lambda result: names(result) and result["ruleId"] in known) and (
        isinstance(run.get("invocations", []), list)
    )


def _has_text(key: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and isinstance(value.get(key), str)


def _merge_json(parts: list[dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    findings = [finding for part in parts for finding in part["findings"]]
    findings.sort(key=lambda f: (f["path"], f["line"], f["column"], f["code"], f["message"]))
    summary: dict[str, Any] = {}
    for part in parts:
        _add(summary, part["summary"])
    has_errors = any(finding["severity"] == "error" for finding in findings)
    return {"schema": SCHEMA, "findings": findings, "summary": summary}, has_errors


def _add(total: dict[str, Any], counts: dict[str, Any]) -> None:
    for name, count in counts.items():
        known = total.get(name, {} if isinstance(count, dict) else 0)
        if isinstance(known, dict) != isinstance(count, dict):
            raise SourceError("the reports count different things", "were they written by one version?")
        if isinstance(count, dict):
            _add(total.setdefault(name, {}), count)
        else:
            total[name] = known + count


def _merge_sarif(parts: list[dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    """One run, so that code scanning takes the parts for one analysis."""
    runs = [run for part in parts for run in part["runs"]]
    rules: dict[str, Any] = {}
    results = []
    for run in runs:
        rules.update({rule["id"]: rule for rule in run["tool"]["driver"].get("rules", ())})
        results.extend(run.get("results", ()))
    places = {id: place for place, id in enumerate(rules)}
    results = [{**result, "ruleIndex": places[result["ruleId"]]} for result in results]
    merged = dict(runs[0])
    merged["tool"] = {"driver": {**runs[0]["tool"]["driver"], "rules": list(rules.values())}}
    merged["results"] = results
    merged["invocations"] = [each for run in runs for each in run.get("invocations", ())]
    has_errors = any(result.get("level") == "error" for result in results)
    return {**parts[0], "runs": [merged]}, has_errors


COMMAND = Command(
    "merge-reports",
    "Join the JSON or SARIF reports of several machines into one.",
    run,
    (
        Arg("parts", help="reports written with --output-format json or sarif", many=True, metavar="REPORT"),
        Arg("--output-file", help="write to this file", kind="value", metavar="FILE"),
    ),
    ("sourceright-lint merge-reports part-1.sarif part-2.sarif --output-file lint.sarif",),
)
