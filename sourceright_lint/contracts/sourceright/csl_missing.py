"""Members that every item needs: where one is missing, the key that it seems to stand under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sourceright_lint.contracts.sourceright.csl_data import SIDECAR_FIELDS, VARIABLES
from sourceright_lint.contracts.sourceright.csl_foreign import near_variable
from sourceright_lint.contracts.sourceright.view import Item
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem

_REQUIRED = ("id", "type", "title")


def missing_member(item: Item, name: str, called: str = "the item") -> Problem:
    """That a required member is missing: at the key that is meant to be it, where there is one."""
    message = f"{called} has no `{name}`"
    meant = _misspelt(item.value, name)
    if meant is None:
        return item.problem(message)
    return item.problem(f"{message}: is {show(meant)} meant to be it?", meant, key=True)


def unknown_keys(item: Mapping[str, Any]) -> list[str]:
    """The keys that CSL does not know, without those that a required member seems to stand under."""
    unknown = [key for key in item if _is_unknown(key)]
    if not unknown:
        return unknown
    meant = {_misspelt(item, name) for name in _REQUIRED if name not in item}
    return [key for key in unknown if key not in meant]


def _misspelt(item: Mapping[str, Any], name: str) -> str | None:
    return next((key for key in item if _is_unknown(key) and near_variable(key) == name), None)


def _is_unknown(key: str) -> bool:
    return key not in VARIABLES and key not in ("id", "type") and key not in SIDECAR_FIELDS
