"""Whether an ``index.json``, a name that many programs use, belongs to this contract."""

from __future__ import annotations

import re

from sourceright_lint.contracts.evidence_context.index import DESCRIPTOR, is_supported
from sourceright_lint.jsontext import MISSING, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

_KEY = re.compile(rb'"evidence_context"\s*:')


def judge(path: str, data: bytes) -> Literal["ours", "unsupported", "foreign"]:
    """What an index says of itself. One that cannot be read is ours where it holds the descriptor's key."""
    value = Document(path, data, "json", True).value
    if value is MISSING:
        return "ours" if _KEY.search(data) else "foreign"
    if not isinstance(value, dict) or DESCRIPTOR not in value:
        return "foreign"
    return "ours" if is_supported(value[DESCRIPTOR]) else "unsupported"
