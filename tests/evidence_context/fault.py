"""A fault in a valid payload, and the findings it must give: how the tables of faults are made."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from tests.evidence_context.support import DELETE, changed, valid_payload

P = "evidence_context."
FIRST: Pointer = ("contexts", 0)
UNIT: Pointer = (*FIRST, "units", 1)
CITATION: Pointer = (*FIRST, "evidence_refs", 0)


class Fault(NamedTuple):
    """``payload`` with a fault, and the codes and pointers expected of it. ``says`` is part of the first message."""

    name: str
    payload: Any
    found: tuple[tuple[str, Pointer], ...]
    says: str = ""


def fault(name: str, *changes: tuple[Pointer, Any], code: str, at: Pointer, says: str = "") -> Fault:
    return Fault(name, changed(valid_payload(), *changes), ((P + code, at),), says)


def missing(holder: Pointer, *fields: str) -> list[Fault]:
    return [
        fault(
            f"missing {'.'.join(map(str, (*holder, field)))}",
            ((*holder, field), DELETE),
            code="payload.field_missing",
            at=(*holder, field),
            says=f'"{field}" is missing',
        )
        for field in fields
    ]


def mistyped(at: Pointer, *values: Any, says: str) -> list[Fault]:
    return [
        fault(f"{at} is {value!r}"[:80], (at, value), code="payload.type", at=at, says=says)
        for value in values
    ]


def unknown(holder: Pointer, name: str = "note") -> Fault:
    at = (*holder, name)
    return fault(f"unknown field in {holder}", (at, 1), code="payload.unknown_field", at=at, says=f'"{name}"')


def copied(payload: Any, pointer: Pointer) -> Any:
    for part in pointer:
        payload = payload[part]
    return copy.deepcopy(payload)


VALID = valid_payload()
