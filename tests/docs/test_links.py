"""Links and pictures of the documentation, and of the pages that only the repository shows, lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.docs.console import DOCS

ROOT = DOCS.parent
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES = [*(page for page in OUTSIDE if page.exists()), *sorted(DOCS.rglob("*.md"))]
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def _anchors(page: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {_slug(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def _slug(title: str) -> str:
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page: Path) -> None:
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        if re.match("https?:|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def test_every_page_is_in_the_navigation() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w./-]+\.md", str(yaml.safe_load(text)["nav"])))
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert named == {page for page in pages if not page.startswith("rules/")} | {"rules/index.md"}


def test_pictures_are_small() -> None:
    for picture in (DOCS / "images").glob("*"):
        assert picture.stat().st_size < 400_000, picture.name
