"""How two versions of a baseline merge: entry by entry."""

from __future__ import annotations

from typing import Any

from sourceright_lint.baseline.entry import FORM, KEY, VERSION
from sourceright_lint.contract import BundleFile
from sourceright_lint.escape import show
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.values import identity


def _key_of(entry: Any) -> tuple[str, ...] | None:
    if not isinstance(entry, dict):
        return None
    return tuple(identity(entry.get(name)) for name in KEY)


def _unknown_version(baseline: Any) -> str | None:
    version = baseline.get("schema_version") if isinstance(baseline, dict) else None
    return None if version == VERSION else f"schema_version is {show(version)}, not {show(VERSION)}"


PLAN = MergePlan(
    members={"entries": MergePlan(key=_key_of, apart=True)}, apart=True, refuses=_unknown_version
)


def file_at(path: str) -> BundleFile:
    """The file as the merge driver handles it."""
    return BundleFile("baseline", path, "json", FORM)
