"""Whether an ``index.json``, a name that many programs use, belongs to this contract."""

from __future__ import annotations

import re

from sourceright_lint.contracts.evidence_context.index import DESCRIPTOR, is_supported
from sourceright_lint.jsontext import MISSING, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    Verdict = Literal["ours", "unsupported", "foreign"]

_KEY = re.compile(rb'"evidence_context"\s*:')


def judge(path: str, data: bytes) -> Verdict:
    """What an index says of itself. One that cannot be read is ours where it holds the descriptor's key."""
    document = Document(path, data, "json", True)
    verdict = _judge(document.value, data)
    # It is read anew as a file of its bundle, and need not be there twice.
    document.forget()
    return verdict


def _judge(value: Any, data: bytes) -> Verdict:
    if value is MISSING:
        return "ours" if _KEY.search(data) else "foreign"
    if not isinstance(value, dict) or DESCRIPTOR not in value:
        return "foreign"
    return "ours" if is_supported(value[DESCRIPTOR]) else "unsupported"
