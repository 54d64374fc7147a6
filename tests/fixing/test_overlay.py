"""A source with files changed in memory."""

from __future__ import annotations

import pytest

from sourceright_lint.fixing.overlay import Overlay
from sourceright_lint.source import Source

FILES = {"a": b"1", "in/b": b"2", "in/deep/c": b"3"}
CHANGED = {"a": b"9", "new": b"4", "in/new": b"5", "in/deep/d": b"6"}


class Files(Source):
    label = "some files"

    def read(self, path: str) -> bytes | None:
        return FILES.get(path)

    def names(self, folder: str) -> frozenset[str]:
        return frozenset(path.rpartition("/")[2] for path in FILES if path.rpartition("/")[0] == folder)

    def walk(self, folder: str) -> list[str]:
        return [path for path in FILES if path.startswith(folder)]


@pytest.fixture
def overlay() -> Overlay:
    return Overlay(Files(), CHANGED)


@pytest.mark.parametrize("path", [*FILES, *CHANGED, "nowhere"])
def test_content(overlay: Overlay, path: str) -> None:
    assert overlay.read(path) == {**FILES, **CHANGED}.get(path)


@pytest.mark.parametrize(
    ("folder", "names"), [("", {"a", "new"}), ("in", {"b", "new"}), ("in/deep", {"c", "d"}), ("out", set())]
)
def test_names(overlay: Overlay, folder: str, names: set[str]) -> None:
    assert overlay.names(folder) == names


def test_as_in_the_base(overlay: Overlay) -> None:
    assert overlay.label == "some files"
    assert overlay.walk("in") == ["in/b", "in/deep/c"]
