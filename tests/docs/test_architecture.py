"""The page about the architecture names what there is, and leaves out no package."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.console import DOCS

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
PACKAGE = Path(DOCS).parent / "sourceright_lint"
ROWS = re.findall(r"^\| ((?:`[^`|]+`(?:, )?)+) \| .* \| .* \|$", PAGE, re.MULTILINE)
NAMED = {name.rstrip("/") for row in ROWS for name in re.findall(r"`([^`]+)`", row)}


def _exists(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def test_what_is_named_is_there() -> None:
    names = {name for name in NAMED if "<" not in name}
    assert len(names) > 15
    assert sorted(name for name in names if not _exists(name)) == []


def test_modules_named_in_the_text_are_there() -> None:
    named = re.findall(r"`((?:contracts|reporting|commands|source|git|fixing)/[\w/.]+)`", PAGE)
    assert named
    assert sorted(name for name in named if not _exists(name.removesuffix(".py").rstrip("/"))) == []


def test_every_package_has_a_place() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    roots = {name.split("/")[0] for name in NAMED}
    assert sorted(packages - roots) == []


def test_every_dependency_has_its_reason() -> None:
    text = (PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split("dependencies = [")[1].split("[project.scripts]")[0]
    wanted = set(re.findall(r'"([A-Za-z]+)[>=]', section))
    told = set(re.findall(r"^\| `([A-Za-z]+)`", PAGE.split("## Dependencies")[1], re.MULTILINE))
    assert wanted - told == set()
