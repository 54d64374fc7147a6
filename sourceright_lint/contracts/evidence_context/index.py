"""The ``evidence_context`` descriptor in ``index.json``: its six fields, their spellings and values."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Place

DESCRIPTOR = "evidence_context"
LOGICAL_FILE = "evidence-context.json"
VERSION = "v1"


class Field(NamedTuple):
    """A field of the descriptor: the keys it may stand under, the preferred one first, and its only value."""

    spellings: tuple[str, ...]
    expected: str

    @property
    def name(self) -> str:
        """The preferred key."""
        return self.spellings[0]


FILE_FIELD = Field(("logical_file", "file"), LOGICAL_FILE)
VERSION_FIELD = Field(("schema_version",), VERSION)
FIELDS = (
    Field(("artifact_kind", "kind"), "source/evidence-context"),
    Field(("media_type",), "application/json"),
    Field(("schema_id",), "notarius.source.evidence_context"),
    Field(("schema_name",), "notarius_source_evidence_context_v1"),
    VERSION_FIELD,
    FILE_FIELD,
)


class Index:
    """A readable index file. ``descriptor`` is of any type; ``described``: whether there is one."""

    def __init__(self, document: Document, has_payload: bool) -> None:
        self.document = document
        self.has_payload = has_payload
        self.keys: tuple[str, ...] = tuple(document.value) if isinstance(document.value, dict) else ()
        self.described = DESCRIPTOR in self.keys
        self.descriptor: Any = document.value[DESCRIPTOR] if self.described else None

    @property
    def fields(self) -> dict[str, Any]:
        """Members of the descriptor, none where it is no object."""
        return self.descriptor if isinstance(self.descriptor, dict) else {}

    @property
    def supported(self) -> bool:
        """Whether the descriptor does not name a version other than ours."""
        return is_supported(self.descriptor)

    def present(self, field: Field) -> tuple[str, ...]:
        """The keys under which the descriptor has ``field``."""
        return tuple(key for key in field.spellings if key in self.fields)

    def place(self, *suffix: str, key: bool = False) -> Place:
        """The place of the descriptor or of one of its members."""
        pointer: Pointer = (DESCRIPTOR, *suffix)
        return Place(self.document, pointer, key)


def is_supported(descriptor: Any) -> bool:
    """Whether a descriptor, of any type, does not name a version other than ours."""
    return not isinstance(descriptor, dict) or descriptor.get(VERSION_FIELD.name, VERSION) == VERSION


def way_out(logical_file: str) -> str | None:
    """How a logical file leads out of its folder, on any system; None where it does not."""
    if logical_file.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", logical_file):
        return "an absolute path"
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", logical_file):
        return "an address"
    if ".." in re.split(r"[/\\]", logical_file):
        return "a path that climbs with `..`"
    if "\\" in logical_file:
        return "a path with a backslash, which separates folders on some systems"
    return None
