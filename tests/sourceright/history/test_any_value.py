"""Whatever stands wherever, before or after or on any side of a merge: no rule fails on it."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.describing.test_workspace import ITEM, RECORD, leaves, put
from tests.sourceright.history.support import VERSION, found, item, judged, record

VALUES = (
    None,
    True,
    3,
    1e400,
    "x",
    "",
    [],
    {},
    [[]],
    [{}],
    {"a": 1},
    "\ud800",
    [None, 1, "x", {"decision": 3}],
)
FILES: dict[str, Any] = {
    CSL: [ITEM, item("b")],
    SIDECAR: {"schema_version": VERSION, "references": {"reed-2021": RECORD, "b": record("resolved")}},
}
PLACES = [(name, path) for name, value in FILES.items() for path in leaves(value)]


def written(values: dict[str, Any]) -> dict[str, bytes]:
    return {name: json.dumps(value).encode() for name, value in values.items()}


SOUND = written(FILES)


@pytest.mark.parametrize(("name", "path"), PLACES, ids=[f"{n} {'/'.join(map(str, p))}" for n, p in PLACES])
def test_any_value(name: str, path: tuple[Any, ...]) -> None:
    for value in VALUES:
        odd = written({**FILES, name: put(FILES[name], path, value)})
        for before, after in ((SOUND, odd), (odd, SOUND), (odd, odd)):
            for _, problem in judged([before], after):
                assert problem.message.isprintable()
                problem.place.document.span(problem.place.pointer, key=problem.place.key)
        assert judged([odd], odd) == []


def test_any_state_on_any_side_of_a_merge() -> None:
    states = [SOUND, None, {}, {CSL: SOUND[CSL]}, {SIDECAR: SOUND[SIDECAR]}, {CSL: b"[", SIDECAR: b"{"}]
    states += [written({**FILES, SIDECAR: {"references": {"b": record("queued")}, "schema_version": "v9"}})]
    for ours, theirs, after in product(states, states, states):
        for base, known in product((SOUND, None, {}), ((), (0,), (0, 1))):
            found([ours, theirs], after, bases=[base], judged=known)
