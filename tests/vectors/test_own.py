"""The project's own vectors: canonical bytes, the derived queue, and the tool as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from sourceright_lint.contracts.sourceright.derive import queue_bytes
from tests.properties.support import check, fix, result
from tests.vectors.support import PATHS, Vector, canonical, document, form, own_vectors

VECTORS = own_vectors()
SIDECARS = [vector for vector in VECTORS if vector.kind == "sidecar"]

every_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)


@every_vector
def test_canonical_bytes(vector: Vector) -> None:
    expected = vector.bytes_of(f"canonical{vector.suffix}")
    assert canonical(vector.kind, vector.input, vector.order) == expected
    assert expected is not None
    assert canonical(vector.kind, expected, vector.order) == expected
    assert document(vector.kind, expected).is_canonical(form(vector.kind, vector.order))


@pytest.mark.parametrize("vector", SIDECARS, ids=lambda vector: vector.name)
def test_derived_queue(vector: Vector) -> None:
    expected = vector.bytes_of("queue.jsonl")
    assert queue_bytes(document("sidecar", vector.input)) == expected
    assert expected is not None
    assert canonical("queue", expected) == expected


@every_vector
def test_the_tool_writes_these_bytes(vector: Vector) -> None:
    path, expected = PATHS[vector.kind], vector.bytes_of(f"canonical{vector.suffix}")
    options: dict[str, Any] = {"select": ["format", "json.bom"], "csl-order": vector.order}
    files = {path: vector.input}
    after = result(files, fix(files, **options))
    assert after[path] == expected
    assert not [f for f in check(after, **options).findings if f.code.startswith("format")]
