"""A word that stands in unit text and metadata only, and files full of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from tests.evidence_context.support import valid_payload

CANARY = "CANARY-2f7a"

METADATA: list[tuple[str, Any]] = [
    ("plain", {CANARY: CANARY}),
    ("deep", {f"{CANARY} a": [{f"{CANARY}b": [CANARY, 1, {CANARY: None}]}]}),
    ("paths", {f"/home/{CANARY}/x": f"/srv/{CANARY}", "a": [f"C:\\{CANARY}\\x", f"file:///{CANARY}"]}),
    ("credentials", {"api_key": CANARY, f"{CANARY}_password": CANARY, "url": f"https://a:{CANARY}@b"}),
    ("tokens", {"x": "ghp_" + "a1" * 18 + CANARY, f"password={CANARY}": 1, "y": f"-----BEGIN PRIVATE KEY {CANARY}"}),
    ("the contract's names", {"id": CANARY, "source_id": f"/srv/{CANARY}", "units": [{CANARY: f"/srv/{CANARY}"}]}),
    ("not an object", [CANARY, f"/srv/{CANARY}", {CANARY: f"/srv/{CANARY}"}]),
    ("a string", f"/srv/{CANARY}/password={CANARY}1"),
]  # fmt: skip


def _units(value: Any) -> Iterator[dict[str, Any]]:
    contexts = value.get("contexts") if isinstance(value, dict) else None
    for context in contexts if isinstance(contexts, list) else []:
        units = context.get("units") if isinstance(context, dict) else None
        yield from (unit for unit in (units if isinstance(units, list) else []) if isinstance(unit, dict))


def with_canaries(payload: Any, metadata: Any, text: Any = f"{CANARY} said /home/{CANARY}/x") -> Any:
    """The payload with text and metadata of every unit replaced, where they are there."""
    payload = copy.deepcopy(payload)
    for unit in _units(payload):
        if "text" in unit:
            unit["text"] = text
        unit["metadata"] = copy.deepcopy(metadata)
    return payload


def broken() -> Iterator[tuple[str, bytes]]:
    """Files that are no valid JSON, or hardly, each with its name."""
    whole = json.dumps(with_canaries(valid_payload(), {CANARY: CANARY, "n": 1}), indent=2)
    compact = json.dumps(json.loads(whole))
    quoted = f'"{CANARY}"'
    yield "cut off in a string", whole[: whole.rindex(CANARY) + 9].encode()
    yield "cut off, one line", compact[: compact.rindex(CANARY) + 9].encode()
    yield "duplicate key", whole.replace(f"{quoted}: {quoted}", f"{quoted}: 1, {quoted}: 2").encode()
    yield "trailing comma", whole.replace(f"{quoted}: {quoted}", f"{quoted}: {quoted},,").encode()
    yield "no quotes around a key", whole.replace(f"{quoted}: {quoted}", f"{CANARY}: {quoted}").encode()
    yield "no quotes around a value", whole.replace(f"{quoted}: {quoted}", f"{quoted}: {CANARY}").encode()
    yield "single quotes", whole.replace(quoted, f"'{CANARY}'").encode()
    yield "missing colon", whole.replace(f"{quoted}: {quoted}", f"{quoted} {quoted}").encode()
    yield "bad escape", whole.replace(quoted, f'"{CANARY}\\q{CANARY}"').encode()
    yield "control character", whole.replace(quoted, f'"{CANARY}\t\n{CANARY}"').encode()
    yield "not UTF-8", whole.encode().replace(quoted.encode(), b'"' + CANARY.encode() + b'\xff"')
    yield "UTF-16", whole.encode("utf-16")
    yield "byte order mark", b"\xef\xbb\xbf" + whole.encode()
    yield "NaN", whole.replace('"n": 1', f'"n": NaN, "{CANARY}2": Infinity').encode()
    yield "number out of range", whole.replace('"n": 1', f'"{CANARY}2": 1e400').encode()
    yield "lone surrogate", whole.replace(quoted, f'"{CANARY}\\ud83d"').encode()
    yield (
        "too deep",
        whole.replace('"n": 1', f'"{CANARY}2": ' + "[" * 200 + f'"{CANARY}"' + "]" * 200).encode(),
    )
    yield "merge markers", f"<<<<<<< {CANARY}\n{whole}\n=======\n{whole}\n>>>>>>> {CANARY}\n".encode()
    yield "fenced", f"```json {CANARY}\n{whole}\n```\n".encode()
    yield "prose", f"{CANARY} is what was said.".encode()
    yield "JSON Lines", f"{compact}\n{compact}\n".encode()
    yield "comment", whole.replace(f"{quoted}: {quoted}", f"// {CANARY}\n{quoted}: {quoted}").encode()
