"""Writes what a case leads to now beside its input, to be read and judged before it is kept.

``python -m tests.cases.record NAME…``; texts under ``says`` stay where the finding is still there.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cases.support import DATA, MODES, Case, Mode, brief, check, lay_out, tree


def record(case: Case) -> None:
    """Write ``expected.json`` and the folders of results anew."""
    path = case.folder / "expected.json"
    if not path.exists():
        path.write_text("{}\n")
    before = case.expected
    keys = ("arguments", "made")
    run = check_in_copy(case, MODES[-1], ())
    expected: dict[str, Any] = {key: before[key] for key in keys if key in before}
    expected["exit"] = run.status
    expected["findings"] = [{**brief(f), **_says(f, before)} for f in run.report["findings"]]
    for mode in MODES:
        status = _record_results(case, mode)
        if mode.formats:
            expected["exit_fixed"] = status
    path.write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", "utf-8")


def check_in_copy(case: Case, mode: Mode, arguments: tuple[str, ...]) -> Any:
    with TemporaryDirectory() as folder:
        lay_out(Path(folder), case.files(), mode.formats)
        os.chdir(folder)
        return check(*case.arguments, *arguments)


def _record_results(case: Case, mode: Mode) -> int:
    results = case.folder / mode.name
    shutil.rmtree(results, ignore_errors=True)
    known = case.result(mode)
    with TemporaryDirectory() as folder:
        lay_out(Path(folder), case.files(), mode.formats)
        os.chdir(folder)
        run = check(*case.arguments, *mode.arguments)
        for path, data in tree(Path(folder)).items():
            if data != known.get(path):
                (results / path).parent.mkdir(parents=True, exist_ok=True)
                (results / path).write_bytes(data)
    return run.status


def _says(finding: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    for old in before.get("findings", ()):
        if old["code"] == finding["code"] and old["pointer"] == finding["pointer"] and "says" in old:
            return {"says": old["says"]}
    return {}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        record(Case(DATA / name))
