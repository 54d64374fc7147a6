"""Runs the ``csl.*`` rules over small bundles, and reads the case files that say what they must find.

A case file is plain text in sections. ``--- references.csl.json`` (or the name of another file) starts a
file of the bundle; ``--- expect`` the findings, one a line: severity, code, pointer, line and column of the
start; ``--- safe NAME`` and ``--- unsafe NAME`` a file as the fixes leave it (a file without such a section
must stay as it is); ``--- option NAME`` a value for a configuration key; ``--- says`` texts that must occur in
a message or help, one a line. Lines before the first section are a comment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sourceright_lint.config.origin import CommandLine
from sourceright_lint.config.settings import Layer, Settings, defaults_of
from sourceright_lint.contracts.sourceright import (
    Sourceright,
    csl,
    csl_boundary,
    csl_dates,
    csl_doi,
    csl_id,
    csl_names,
    csl_text,
    csl_title,
    csl_type,
)
from sourceright_lint.engine import read_documents
from sourceright_lint.escape import one_line
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import Fixed, fix_bundle
from sourceright_lint.rule import Problem, Rule, collect
from sourceright_lint.source import Source

RULES = collect(csl, csl_boundary, csl_dates, csl_doi, csl_id, csl_names, csl_text, csl_title, csl_type)
CASES = Path(__file__).parent / "cases"
CSL = "references.csl.json"


class Memory(Source):
    """Files that exist only here."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def names(self, folder: str) -> frozenset[str]:
        return frozenset(self.files)

    def walk(self, folder: str) -> Sequence[str]:
        return sorted(self.files)


class CslRules(Sourceright):
    """The contract with its ``csl.*`` rules alone, so that no finding of another family gets in the way."""

    def rules(self) -> Sequence[Rule]:
        return RULES


def run(files: Mapping[str, bytes], unsafe: bool = False, options: Mapping[str, Any] | None = None) -> Fixed:
    """Findings before and after the fixes, layout left alone."""
    contract = CslRules()
    layer = Layer(CommandLine(""), {"select": ["csl"], "format": {"enabled": False}, **(options or {})})
    settings = Settings((layer,), defaults_of([contract]))
    source = Memory(files)
    bundle = contract.bundle("", source, settings)
    assert bundle is not None
    return fix_bundle(bundle, source, settings, unsafe)


def problems_of(item: dict[str, Any]) -> list[Problem]:
    """What the rules of scope ``csl.item`` say about one item, the quick answer for plain ones left out."""
    contract = CslRules()
    files = {CSL: json.dumps([item]).encode()}
    settings = Settings((), defaults_of([contract]))
    bundle = contract.bundle("", Memory(files), settings)
    assert bundle is not None
    csl = contract.view(bundle, read_documents(bundle, files), settings).csl
    assert csl is not None
    return [
        p for rule in RULES if rule.scope.startswith("csl.item") for p in rule.check(next(iter(csl.items)))
    ]


def findings_of(items: Any, **options: Any) -> tuple[Finding, ...]:
    """Findings in a bibliography given as a value."""
    return run({CSL: json.dumps(items).encode()}, options=options).before.findings


def brief(finding: Finding) -> str:
    """A finding as the cases write it."""
    pointer = "".join(f"/{part}" for part in finding.pointer) or "-"
    return one_line(f"{finding.severity} {finding.code} {pointer} {finding.span.line}:{finding.span.column}")


class Case(NamedTuple):
    """One case file."""

    name: str
    files: dict[str, bytes]
    expect: list[str]
    fixed: dict[bool, dict[str, bytes]]
    says: list[str]
    options: dict[str, Any]

    def result(self, unsafe: bool) -> dict[str, bytes]:
        """What every file must hold after the fixes; unsafe fixes are made beside the safe ones."""
        expected = {**self.files, **self.fixed[False]}
        return {**expected, **self.fixed[True]} if unsafe else expected


def read_case(path: Path) -> Case:
    case = Case(path.stem, {}, [], {False: {}, True: {}}, [], {})
    for section in path.read_text("utf-8").split("\n--- ")[1:]:
        head, _, body = section.partition("\n")
        kind, _, name = head.partition(" ")
        body = body if body.endswith("\n") else body + "\n"
        lines = [line for line in body.splitlines() if line.strip()]
        if kind == "expect":
            case.expect.extend(lines)
        elif kind == "says":
            case.says.extend(lines)
        elif kind == "option":
            case.options[name] = json.loads(body)
        elif kind in ("safe", "unsafe"):
            case.fixed[kind == "unsafe"][name] = body.encode()
        else:
            case.files[head] = body.encode()
    return case


def all_cases() -> list[Case]:
    return [read_case(path) for path in sorted(CASES.glob("*.txt"))]
