"""Every regular expression of the package, and how it is used."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sourceright_lint
from sourceright_lint.contracts.sourceright.csl_data import IDENTIFIERS

PACKAGE = Path(sourceright_lint.__file__).parent
ANYWHERE = {"search", "sub", "subn", "split", "findall", "finditer"}
USES = {*ANYWHERE, "match", "fullmatch"}


class Use(NamedTuple):
    """A pattern, where it stands, and the methods that it is used with."""

    place: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


def uses() -> list[Use]:
    """All of them."""
    return [*_compiled(), *_inline(), *_identifiers()]


def _modules() -> Iterator[Any]:
    for module in pkgutil.walk_packages(sourceright_lint.__path__, "sourceright_lint."):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name)


def _compiled() -> Iterator[Use]:
    seen: set[int] = set()
    for module in _modules():
        for name, value in vars(module).items():
            if not name.startswith("__"):
                for pattern in _within(value, 4):
                    if id(pattern) not in seen:
                        seen.add(id(pattern))
                        yield Use(f"{module.__name__}.{name}", pattern, _methods(name))


def _within(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for member in value.values():
            yield from _within(member, depth - 1)
    elif depth and isinstance(value, (tuple, list, frozenset)):
        for member in value:
            yield from _within(member, depth - 1)


def _methods(name: str) -> frozenset[str]:
    """How a name is used; where that cannot be told (a pattern in a table), in the most expensive way."""
    return frozenset(_used().get(name, {"search"}))


@cache
def _used() -> dict[str, set[str]]:
    """Names and the methods of patterns that are called of them."""
    found: dict[str, set[str]] = {}
    for text in _sources().values():
        for name, method in re.findall(r"\b(\w+)\.(\w+)\b", text):
            if method in USES:
                found.setdefault(name, set()).add(method)
    return found


@cache
def _sources() -> dict[Path, str]:
    """Modules that have to do with regular expressions."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    return {path: text for path, text in texts.items() if re.search(r"\b(?:re|pattern|[A-Z_]+)\.[a-z]", text)}


def _inline() -> Iterator[Use]:
    """``re.sub("…", …)`` and the like, and ``re.sub(_NAME, …)`` where the module gives the name a text."""
    for path in _sources():
        for call in _calls(path):
            text = _text(path, call.args[0])
            if text is not None and call.func.attr in USES:  # type: ignore[attr-defined]
                pattern: re.Pattern[Any] = re.compile(text)
                method = call.func.attr  # type: ignore[attr-defined]
                yield Use(f"{path.relative_to(PACKAGE)}:{call.lineno}", pattern, frozenset({method}))


def _text(path: Path, pattern: ast.expr) -> Any:
    """The text of a pattern that is written in place or has a name in the module; None where it is neither."""
    if isinstance(pattern, ast.Constant):
        return pattern.value
    if not isinstance(pattern, ast.Name):
        return None
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    value = getattr(importlib.import_module(name), pattern.id, None)
    return value if isinstance(value, (str, bytes)) else None


def _identifiers() -> Iterator[Use]:
    """Patterns of a table that are compiled where they are met."""
    for key, (text, _) in IDENTIFIERS.items():
        yield Use(f"csl_data.IDENTIFIERS[{key}]", re.compile(text), frozenset({"fullmatch"}))


def made_at_run_time() -> dict[str, list[str]]:
    """Source of the patterns that are put together in a function, by file."""
    found: dict[str, list[str]] = {}
    for path in _sources():
        for call in _calls(path, inside_functions=True):
            is_used = call.func.attr in USES  # type: ignore[attr-defined]
            if not isinstance(call.args[0], ast.Constant) and not (is_used and _text(path, call.args[0])):
                found.setdefault(path.relative_to(PACKAGE).as_posix(), []).append(ast.unparse(call.args[0]))
    return found


def _calls(path: Path, inside_functions: bool = False) -> Iterator[ast.Call]:
    text = _sources()[path]
    if "import re\n" not in text:
        return
    tree = ast.parse(text)
    roots = (
        [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] if inside_functions else [tree]
    )
    for root in roots:
        for node in ast.walk(root):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr in {*USES, "compile"}
            ):
                yield node
