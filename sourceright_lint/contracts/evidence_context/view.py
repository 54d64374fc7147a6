"""A bundle as the rules see it: its index, its payload, and the subjects made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sourceright_lint.contract import Bundle, View
from sourceright_lint.contracts.evidence_context.index import Index
from sourceright_lint.contracts.evidence_context.model import Payload, read_payload
from sourceright_lint.contracts.evidence_context.payload import Shape
from sourceright_lint.jsontext import MISSING, Document
from sourceright_lint.schema_check import Checker

_SCHEMAS = Path(__file__).with_name("schemas")


class EvidenceView(View):
    """The bundle. ``index`` and ``payload`` are None where the file is missing or cannot be read.

    A payload of a version that is not supported is no file of the bundle, so it is missing here as well.
    """

    def __init__(self, bundle: Bundle, documents: Mapping[str, Document]) -> None:
        by_role = {file.role: documents[file.path] for file in bundle.files if file.path in documents}
        index, payload = by_role.get("index"), by_role.get("evidence-context")
        self.index = Index(index, payload is not None) if index and index.value is not MISSING else None
        self.payload = read_payload(payload) if payload and payload.value is not MISSING else None

    def subjects(self, scope: str) -> Iterable[Any]:
        """Subjects of the scopes ``index``, ``descriptor``, ``shape``, ``payload`` and ``context``."""
        if scope == "index":
            return (self.index,) if self.index else ()
        if scope == "descriptor":
            described = self.index is not None and self.index.described and self.index.supported
            return (self.index,) if described else ()
        if self.payload is None:
            return ()
        if scope == "shape":
            return (_shape(self.payload),)
        if scope == "context":
            return self.payload.filled
        return (self.payload,) if scope == "payload" else ()


def load_schema(name: str) -> dict[str, Any]:
    """The contract's JSON Schema of this name."""
    schema: dict[str, Any] = json.loads((_SCHEMAS / f"{name}.schema.json").read_bytes())
    return schema


def _shape(payload: Payload) -> Shape:
    checker = Checker(load_schema("evidence-context"))
    return Shape(payload.document, tuple(checker.violations(payload.value, private=True)))
