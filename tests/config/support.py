"""Contracts and files that exist only in these tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sourceright_lint.config import Settings
from sourceright_lint.config.tree import SettingsTree
from sourceright_lint.contract import NoFiles, Option

CODES = (
    "csl.doi.not_canonical",
    "csl.id.empty",
    "csl.id.duplicate",
    "format.csl",
    "other.thing",
    "json.syntax",
)


class Shelf(NoFiles):
    name = "shelf"
    roles = ("csl", "sidecar")
    options = (
        Option("csl-order", "choice", "id", "Order of items.", ("id", "preserve")),
        Option("require-coverage", "boolean", False, "Every item needs a record."),
        Option("known-providers", "strings", (), "Names of providers."),
    )


class Crate(NoFiles):
    name = "crate"
    roles = ("index",)


CONTRACTS = (Shelf(), Crate())


def tree(files: Mapping[str, str], **options: Any) -> SettingsTree:
    """A tree over files that are given as text."""
    contents = {path: text.encode() for path, text in files.items()}
    return SettingsTree(contents.get, CONTRACTS, codes=lambda: CODES, **options)


def settings(text: str, overrides: Mapping[str, Any] | None = None) -> Settings:
    """The settings of one configuration file at the root."""
    return tree({".sourceright-lint.toml": text}, overrides=overrides).settings_in("")
