"""The JSON Schema of the configuration, for editors and for those who write one by program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sourceright_lint.config.keys import codes_of, key_table
from sourceright_lint.config.kinds import Codes
from sourceright_lint.contract import Contract


def settings_schema(
    contracts: Sequence[Contract], codes: Callable[[], Iterable[str]] | None = None
) -> dict[str, Any]:
    """Draft 7 schema of ``.sourceright-lint.toml``, and of ``[tool.sourceright-lint]`` in ``pyproject.toml``.

    ``codes`` gives the known rule codes; by default those of the contracts and of the rules about text.
    """
    known = Codes(codes) if codes else codes_of(contracts)
    properties = {}
    for key in key_table(contracts).values():
        properties[key.name] = {"description": key.help, **key.kind.schema(known)}
        if key.default is not None:
            properties[key.name]["default"] = key.default
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of sourceright-lint",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
