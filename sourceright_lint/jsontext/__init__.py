"""JSON and JSON Lines as text: values when that is enough, exact places when something is to be said.

The names below are imported when they are first used, so that a contract that only needs ``Form``
costs nothing at start-up.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sourceright_lint.jsontext.announce import unannounced
    from sourceright_lint.jsontext.compare import difference, document_difference
    from sourceright_lint.jsontext.document import Document
    from sourceright_lint.jsontext.edit import apply_edits, refusal
    from sourceright_lint.jsontext.faults import Fault
    from sourceright_lint.jsontext.form import SORTED, Form
    from sourceright_lint.jsontext.json_value import JsonValue
    from sourceright_lint.jsontext.node import Member, Node
    from sourceright_lint.jsontext.sentinels import BROKEN, MISSING

_HOMES = {
    "BROKEN": "sentinels",
    "Document": "document",
    "Fault": "faults",
    "Form": "form",
    "JsonValue": "json_value",
    "MISSING": "sentinels",
    "Member": "node",
    "Node": "node",
    "SORTED": "form",
    "apply_edits": "edit",
    "difference": "compare",
    "document_difference": "compare",
    "refusal": "edit",
    "unannounced": "announce",
}

__all__ = [
    "BROKEN", "MISSING", "SORTED", "Document", "Fault", "Form", "JsonValue", "Member", "Node",
    "apply_edits", "difference", "document_difference", "refusal", "unannounced",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = f"{__name__}.{_HOMES[name]}"
    # Importing importlib for this would cost every run a millisecond.
    return getattr(__import__(home, fromlist=[name]), name)
