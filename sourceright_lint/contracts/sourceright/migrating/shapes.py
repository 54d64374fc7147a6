"""The bibliography as a list of items, whatever it is wrapped in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sourceright_lint.contracts.sourceright.csl_foreign import is_item
from sourceright_lint.contracts.sourceright.migrating.step import Step
from sourceright_lint.contracts.sourceright.view import WRAPPERS, Workspace
from sourceright_lint.escape import show
from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.decode import BOM


def reshaped(workspace: Workspace, drop: Collection[str]) -> tuple[Document, Step] | None:
    """The bibliography with its items in a list, and what was done; None where it is in order or unclear.

    What wraps the items may have no other keys than those in ``drop``: they would be lost.
    """
    for document, pointer, inner, others in _readings(workspace):
        if others - set(drop):
            continue
        if isinstance(inner, list):
            where = " in ".join(show(key) for key in reversed(pointer))
            return _with_text(document, pointer), Step(
                "migrate.file.unwrapped", document.path, None, f"the items were taken out of {where}"
            )
        code = "migrate.file.unwrapped" if pointer else "migrate.file.listed"
        message = "a single item became a list of one"
        return _with_text(document, pointer, "[", "]"), Step(code, document.path, None, message)
    return None


def has_keys_beside(workspace: Workspace) -> bool:
    """Whether keys beside the items are what keeps the bibliography from being read as a list of them."""
    return any(others for *_, others in _readings(workspace))


def _readings(workspace: Workspace) -> Iterator[tuple[Document, Pointer, Any, set[str]]]:
    """Where a list of items, or a single one, lies in the bibliography, with the keys that would be lost."""
    csl = workspace.csl
    if csl is None or csl.document.has_duplicates or not isinstance(csl.value, dict):
        return
    for pointer in _ways(csl.value):
        inner, others = _follow(csl.value, pointer)
        if isinstance(inner, list) or (isinstance(inner, dict) and is_item(inner) and not _wraps(inner)):
            yield csl.document, pointer, inner, others


def _ways(value: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Where items may be: two wrappers deep, one, or the object itself."""
    for outer in WRAPPERS:
        inner = value.get(outer)
        if isinstance(inner, dict):
            yield from ((outer, key) for key in WRAPPERS if isinstance(inner.get(key), list))
        if isinstance(inner, (dict, list)):
            yield (outer,)
    yield ()


def _wraps(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(key), list) for key in WRAPPERS)


def _follow(value: Any, pointer: Pointer) -> tuple[Any, set[str]]:
    """What the pointer leads to, and all keys beside its way."""
    others: set[str] = set()
    for key in pointer:
        others.update(name for name in value if name != key)
        value = value[key]
    return value, others


def _with_text(document: Document, pointer: Pointer, start: str = "", end: str = "") -> Document:
    text = f"{start}{document.raw(pointer)}{end}\n".encode()
    return Document(document.path, BOM + text if document.has_bom else text)
