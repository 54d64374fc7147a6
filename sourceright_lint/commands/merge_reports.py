"""``merge-reports``: one report from the parts that several machines made."""

from __future__ import annotations

import json
from typing import Any

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import write_text
from sourceright_lint.errors import SourceError, UsageError
from sourceright_lint.escape import show_path
from sourceright_lint.reporting.json import SCHEMA
from sourceright_lint.reporting.text import json_text


def run(args: Args) -> int:
    """Print the joined report; exit 1 where it has an error."""
    parts = [_read(path) for path in args.parts]
    if not parts:
        raise UsageError("no report is named", "for example: sourceright-lint merge-reports part-*.json")
    kinds = {_kind(path, part) for path, part in zip(args.parts, parts, strict=True)}
    if len(kinds) > 1:
        raise UsageError("the reports are of several kinds", "join JSON with JSON, and SARIF with SARIF")
    merged, has_errors = (_merge_json if kinds == {"json"} else _merge_sarif)(parts)
    write_text(json_text(merged, indent=2) + "\n", args.output_file)
    return 1 if has_errors else 0


def _read(path: str) -> Any:
    try:
        with open(path, "rb") as file:
            return json.loads(file.read())
    except OSError as error:
        raise SourceError(f"{show_path(path)}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{show_path(path)}: is no JSON report") from error


def _kind(path: str, part: Any) -> str:
    if isinstance(part, dict) and part.get("schema") == SCHEMA and isinstance(part.get("findings"), list):
        return "json"
    runs = part.get("runs") if isinstance(part, dict) else None
    if (
        isinstance(runs, list)
        and part.get("version") == "2.1.0"
        and all(isinstance(run, dict) for run in runs)
    ):
        return "sarif"
    raise SourceError(
        f"{show_path(path)}: is no report of this tool", "write it with --output-format json or sarif"
    )


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
        if isinstance(count, dict):
            _add(total.setdefault(name, {}), count)
        else:
            total[name] = total.get(name, 0) + count


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
