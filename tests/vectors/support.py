"""Vectors: texts with the bytes that they must become.

Those of the project lie in ``data``: ``input`` beside ``canonical`` and, for a sidecar that derives one,
``queue.jsonl``. ``kind`` names the file's role, ``csl-order`` the order of items where it matters. The expected bytes
were written by hand. Vectors of Sourceright's core are used where they are present: its answers to ``format``,
``validate`` and the queue.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR
from sourceright_lint.contracts.sourceright.forms import csl_form, queue_form, sidecar_form
from sourceright_lint.jsontext import Document, Form
from tests.properties.lossless import read_file
from tests.properties.meaning import meaning
from tests.properties.support import agreed

DATA = Path(__file__).parent / "data"
CORE = Path(os.environ.get("SOURCERIGHT_LINT_CORPORA", "/nonexistent")) / "vectors"
PATHS = {"csl": CSL, "sidecar": SIDECAR, "queue": QUEUE}


class Vector:
    """One folder of vectors."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.folder = folder
        self.kind = (folder / "kind").read_text().strip()

    def bytes_of(self, name: str) -> bytes | None:
        """The content of one of its files."""
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None

    @property
    def suffix(self) -> str:
        return ".jsonl" if self.kind == "queue" else ".json"

    @property
    def input(self) -> bytes:
        return (self.folder / f"input{self.suffix}").read_bytes()

    @property
    def order(self) -> str:
        """``id`` or ``preserve``."""
        return (self.bytes_of("csl-order") or b"preserve").decode().strip()

    @property
    def accepted(self) -> bytes | None:
        """What the core makes of it; None where the core refuses it."""
        return self.bytes_of("format.out")

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """What the core says of it."""
        found: list[dict[str, Any]] = json.loads(self.bytes_of("validate.json") or b"[]")
        return found

    def is_lossless(self) -> bool:
        """Whether the core accepts it and writes all that it says."""
        if self.accepted is None:
            return False
        try:
            old, new = (
                meaning(self.kind, read_file(data, lines=False)) for data in (self.input, self.accepted)
            )
        except RecursionError:
            return False  # Only what the core drops unread may be nested so deeply.
        return bool(old == new)


def own_vectors() -> list[Vector]:
    return [Vector(folder) for folder in sorted(DATA.iterdir()) if folder.is_dir()]


def core_vectors() -> list[Vector]:
    return [Vector(path.parent) for path in sorted(CORE.glob("*/kind"))]


def document(kind: str, data: bytes) -> Document:
    return Document(PATHS[kind], data, "jsonl" if kind == "queue" else "json")


def form(kind: str, order: str = "preserve") -> Form:
    return {"csl": csl_form(order == "id"), "sidecar": sidecar_form(), "queue": queue_form()}[kind]


def canonical(kind: str, data: bytes, order: str = "preserve") -> bytes | None:
    """The canonical bytes, on which every reader and writer that the product may use must agree."""
    return agreed(lambda: document(kind, data).canonical(form(kind, order)))
