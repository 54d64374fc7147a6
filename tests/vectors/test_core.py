"""Held against the answers of Sourceright's core, where they are present."""

from __future__ import annotations

import pytest

from sourceright_lint.contracts.sourceright.derive import queue_bytes
from sourceright_lint.finding import Finding
from sourceright_lint.rule import selects
from tests.properties.support import check
from tests.vectors.support import CORE, PATHS, Vector, canonical, core_vectors, document

VECTORS = core_vectors()
ACCEPTED = [vector for vector in VECTORS if vector.accepted is not None]
REFUSED = [vector for vector in VECTORS if vector.accepted is None]

pytestmark = pytest.mark.skipif(not CORE.is_dir(), reason="SOURCERIGHT_LINT_CORPORA names no folder")


def vectors(chosen: list[Vector]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector.name)


def findings(vector: Vector) -> tuple[Finding, ...]:
    return check({PATHS[vector.kind]: vector.input}).findings


@vectors([vector for vector in ACCEPTED if vector.is_lossless()])
def test_bytes_are_those_of_the_core(vector: Vector) -> None:
    assert canonical(vector.kind, vector.input) == vector.accepted


@vectors([vector for vector in ACCEPTED if vector.kind == "sidecar" and vector.is_lossless()])
def test_queue_is_that_of_the_core(vector: Vector) -> None:
    assert queue_bytes(document("sidecar", vector.input)) == vector.bytes_of("queue.jsonl")


@vectors(ACCEPTED)
def test_output_of_the_core_is_canonical(vector: Vector) -> None:
    assert vector.accepted is not None
    again = vector.bytes_of("format2.out")
    if again is None:
        assert canonical(vector.kind, vector.accepted) == vector.accepted


@vectors(ACCEPTED)
def test_every_diagnostic_of_the_core_is_found(vector: Vector) -> None:
    found = findings(vector)
    for diagnostic in vector.diagnostics:
        here = [finding.code for finding in found if _owner(finding) == _place(diagnostic["path"], vector)]
        assert any(selects(diagnostic["code"], code) for code in here), (diagnostic, here)


@vectors(REFUSED)
def test_what_the_core_refuses_is_an_error(vector: Vector) -> None:
    assert [finding for finding in findings(vector) if finding.severity == "error"]


def _owner(finding: Finding) -> str:
    """The item or record that a finding is about, as the core writes its path."""
    first = finding.pointer[0] if finding.pointer else ""
    if isinstance(first, int):
        return f"$[{first}]"
    if first == "references" and finding.code != "sidecar.reference_id.empty":
        return ".".join(["$", *map(str, finding.pointer[:2])])
    return f"$.{first}"


def _place(path: str, vector: Vector) -> str:
    return path[: path.index("]") + 1] if vector.kind == "csl" else path
