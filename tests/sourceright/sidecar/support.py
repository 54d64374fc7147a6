"""Runs the ``sidecar.*`` and ``queue.*`` rules over small bundles and reads the case files (format: ``csl.support``).

``--- option as-of`` gives the date by which the future is judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sourceright_lint.config.origin import CommandLine
from sourceright_lint.config.settings import Layer, Settings, defaults_of
from sourceright_lint.contracts.sourceright import QUEUE, SIDECAR, Sourceright
from sourceright_lint.contracts.sourceright.rules import RULES
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.engine import read_documents
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Fixed, fix_bundle
from sourceright_lint.rule import Rule
from tests.sourceright.csl.support import CSL, Case, Memory, read_case

CASES = Path(__file__).parent / "cases"
VERSION = "sourceright.verification.v1"
OURS = tuple(rule for rule in RULES if rule.code.startswith(("sidecar.", "queue.")))


class SidecarRules(Sourceright):
    """The contract with the rules of the sidecar, the queue and the joins alone."""

    def rules(self) -> Sequence[Rule]:
        return OURS


def settings_for(options: Mapping[str, Any]) -> Settings:
    """Settings with formatting off, so that fixes leave the layout alone."""
    values = {key: value for key, value in options.items() if key != "as-of"}
    as_of = datetime.fromisoformat(options["as-of"]) if "as-of" in options else None
    layer = Layer(CommandLine(""), {"select": ["sidecar", "queue"], "format": {"enabled": False}, **values})
    return Settings((layer,), defaults_of([Sourceright()]), as_of=as_of)


def run(files: Mapping[str, bytes], unsafe: bool = False, options: Mapping[str, Any] | None = None) -> Fixed:
    """Findings before and after the fixes."""
    settings, source = settings_for(options or {}), Memory(files)
    bundle = SidecarRules().bundle("", source, settings)
    assert bundle is not None
    return fix_bundle(bundle, source, settings, unsafe)


def workspace(files: Mapping[str, bytes], **options: Any) -> Workspace:
    """The view that rules see."""
    settings, contract = settings_for(options), SidecarRules()
    bundle = contract.bundle("", Memory(files), settings)
    assert bundle is not None
    return contract.view(bundle, read_documents(bundle, files), settings)


def bundle_of(references: Any, items: Any = None, queue: Sequence[Any] | None = None) -> dict[str, bytes]:
    """Files of a workspace given as values."""
    files = {SIDECAR: json.dumps({"schema_version": VERSION, "references": references}).encode()}
    if items is not None:
        files[CSL] = json.dumps(items).encode()
    if queue is not None:
        files[QUEUE] = "".join(json.dumps(line) + "\n" for line in queue).encode()
    return files


def findings_of(files: Mapping[str, bytes], **options: Any) -> tuple[Finding, ...]:
    """Findings without any fix."""
    return run(files, options=options).before.findings


def codes_of(files: Mapping[str, bytes], **options: Any) -> list[str]:
    """Codes of the findings, in the order of the report."""
    return [finding.code for finding in findings_of(files, **options)]


def all_cases() -> list[Case]:
    return [read_case(path) for path in sorted(CASES.glob("*.txt"))]
