"""Held against shared material, where it is present: the core's own answers, and cases from reports."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.sourceright.csl.support import CSL, run

ROOT = Path(os.environ.get("SOURCERIGHT_LINT_CORPORA", "/nonexistent"))
VECTORS = sorted(path for path in ROOT.glob("vectors/*csl-*") if (path / "validate.json").is_file())
SURGICAL = ["19-doi-prefixes", "21-sici-doi", "43-lone-surrogate", "47-hand-formatted-layout"]
PRESENT = [name for name in SURGICAL if (ROOT / "cases" / "fixed" / name).is_dir()]
INPUTS = sorted(ROOT.glob("cases/inputs/*/references.csl.json"))

pytestmark = pytest.mark.skipif(not ROOT.is_dir(), reason="SOURCERIGHT_LINT_CORPORA names no folder")

OURS = {"csl.type.unsupported": ("csl.type.unsupported", "csl.type.unsupported.core")}
"""Codes of the core that stand for two of ours."""


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.name)
def test_every_diagnostic_of_the_core_is_found(vector: Path) -> None:
    found = {
        (finding.code, finding.pointer[0])
        for finding in run({CSL: (vector / "input.json").read_bytes()}).before.findings
        if finding.pointer
    }
    for diagnostic in json.loads((vector / "validate.json").read_text("utf-8")):
        index = re.match(r"\$\[(\d+)\]", diagnostic["path"])
        assert index is not None
        code = diagnostic["code"]
        assert any((ours, int(index[1])) in found for ours in OURS.get(code, (code,))), diagnostic


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.name)
def test_where_the_core_is_silent_no_core_code_is_used(vector: Path) -> None:
    diagnostics = json.loads((vector / "validate.json").read_text("utf-8"))
    theirs = {(d["code"], int(d["path"][2 : d["path"].index("]")])) for d in diagnostics}
    codes = {code for code, _ in theirs} | {"csl.id.duplicate", "csl.id.empty", "csl.title.empty"}
    for finding in run({CSL: (vector / "input.json").read_bytes()}).before.findings:
        if finding.code in codes:
            assert (finding.code, finding.pointer[0]) in theirs


@pytest.mark.parametrize("name", PRESENT)
def test_surgical_fix(name: str) -> None:
    fixed = run({CSL: (ROOT / "cases" / "inputs" / name / CSL).read_bytes()})
    expected = (ROOT / "cases" / "fixed" / name / CSL).read_bytes()
    assert [change.new for change in fixed.changes] == [expected]


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.parent.name)
def test_no_exception_on_any_case(path: Path) -> None:
    files = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    run(files)
    run(files, unsafe=True)


def test_real_example_is_clean() -> None:
    folder = ROOT / "corpora" / "sourceright-example" / "dot-sourceright"
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.startswith("re")}
    assert run(files).before.findings == ()
