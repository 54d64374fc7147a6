"""Short ways to write the schemas of a run's files."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def model(description: str, required: str, properties: dict[str, Schema]) -> Schema:
    """An object with these keys and no others; ``required`` names those that must be there."""
    return {
        "description": description,
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


def ref(name: str) -> Schema:
    """A part by its name."""
    return {"$ref": f"#/$defs/{name}"}


def nullable_ref(schema: Schema) -> Schema:
    """The object of ``schema``, or null."""
    return {**schema, "type": ["object", "null"]}


def text(description: str = "") -> Schema:
    """A string."""
    return _described({"type": "string"}, description)


def maybe_text(description: str = "") -> Schema:
    """A string or null."""
    return _described({"type": ["string", "null"]}, description)


def count(description: str = "", minimum: int | None = 0, maximum: int | None = None) -> Schema:
    """An integer; readers convert what stands for one."""
    schema: Schema = {"type": "integer", "x-lax": True}
    if minimum is not None:
        schema["minimum"] = minimum
    if maximum is not None:
        schema["maximum"] = maximum
    return _described(schema, description)


def maybe_count(description: str = "") -> Schema:
    """An integer of any sign, or null."""
    return _described({"type": ["integer", "null"], "x-lax": True}, description)


def tally(description: str = "") -> Schema:
    """An integer that readers take with any sign."""
    return count(description, minimum=None)


def number(description: str = "") -> Schema:
    """A number; readers convert what stands for one."""
    return _described({"type": "number", "x-lax": True}, description)


def flag(description: str = "") -> Schema:
    """true or false; readers convert what stands for one."""
    return _described({"type": "boolean", "x-lax": True}, description)


def choice(values: tuple[str, ...], description: str = "") -> Schema:
    """One of some words."""
    return _described({"type": "string", "enum": list(values)}, description)


def listing(items: Schema, description: str = "", low: int = 0, high: int | None = None) -> Schema:
    """A list."""
    schema: Schema = {"type": "array", "items": items}
    if low:
        schema["minItems"] = low
    if high is not None:
        schema["maxItems"] = high
    return _described(schema, description)


def mapping(values: Schema, description: str = "") -> Schema:
    """An object with any keys."""
    return _described({"type": "object", "additionalProperties": values}, description)


def _described(schema: Schema, description: str) -> Schema:
    return {"description": description, **schema} if description else schema
