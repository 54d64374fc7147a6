"""Ask every program about every case."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.comparison.cases import FAULTS, VALUES, Fault
from tests.comparison.tools import CSL, TOOLS, Tool, Writer
from tests.gitrepo import GitRepo, make_repo

CORE = "Sourceright's `validate-csl`"
CORE_ANSWERS = os.environ.get("SOURCERIGHT_LINT_CORPORA")
"""Folder with recorded answers of Sourceright's core, where there is one."""


def notices(tool: Tool, fault: Fault, folder: Path) -> str:
    """``yes, with line``, ``yes`` or ``no``: what a program says of a fault and not of the same files without it."""
    repo = make_repo(folder)
    _put(repo, fault.before or fault.mended)
    repo.git("add", ".")
    repo.commit()
    names = [name for name in tool.reads if name in fault.files]
    if not fault.before and _complains(tool, tuple(fault.mended.items()), tuple(names)):
        return "no"
    _put(repo, fault.files)
    repo.git("add", ".")
    repo.commit()
    said = tool.check(folder, names)
    if said.status == 0 and fault.before:
        said = tool.look_back(folder)
    if said.status == 0:
        return "no"
    return "yes, with line" if re.search(r":\d+:\d+|\(\d+:\d+\)|line \d+", said.text) else "yes"


@cache
def _complains(tool: Tool, files: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> bool:
    """Whether a program finds fault with files that have none."""
    with TemporaryDirectory() as name:
        repo = make_repo(Path(name))
        _put(repo, dict(files))
        return tool.check(repo.root, list(names)).status != 0


def core_notices(fault: Fault) -> str:
    """What Sourceright's core said to the recorded input of the same fault; ``-`` where there is none."""
    if not fault.vector or not CORE_ANSWERS:
        return "-"
    folder = Path(CORE_ANSWERS, "vectors", fault.vector)
    refusal = folder / "validate.err"
    if refusal.exists():
        return "yes, with line" if " line " in refusal.read_text(encoding="utf-8") else "yes"
    told = json.loads((folder / "validate.json").read_text(encoding="utf-8"))
    return "yes" if any(each["code"] == fault.code for each in told) else "no"


def survives(tool: Writer, value: str, folder: Path) -> str:
    """What becomes of a value: ``kept``, ``changed``, ``left alone``, ``file emptied``."""
    folder.mkdir()
    path = folder / CSL
    text = f'[\n{{"id":"a","type":"book","title":"A","custom":{value}}}]\n'
    path.write_bytes(text.encode())
    tool.rewrite(path)
    now = path.read_bytes()
    if not now:
        return "file emptied"
    if now == text.encode():
        return "left alone"
    if "\r" in value:
        return "changed to LF" if b"\r" not in now else "kept"
    return "kept" if _exact(now.decode("utf-8", "surrogatepass")) == _exact(text) else "changed"


def columns() -> list[tuple[str, Tool]]:
    """The programs that are there, by name."""
    return [(tool.name, tool) for tool in TOOLS if tool.version()]


def measured(folder: Path) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """Both tables: by row, then by program."""
    noticed: dict[str, dict[str, str]] = {fault.title: {} for fault in FAULTS}
    kept: dict[str, dict[str, str]] = {title: {} for title in VALUES}
    for name, tool in columns():
        for number, fault in enumerate(FAULTS):
            noticed[fault.title][name] = notices(tool, fault, folder / f"{name}-{number}")
        if isinstance(tool, Writer):
            for number, (title, value) in enumerate(VALUES.items()):
                kept[title][name] = survives(tool, value, folder / f"{name}-value-{number}")
    for fault in FAULTS:
        noticed[fault.title][CORE] = core_notices(fault)
    return noticed, kept


def _put(repo: GitRepo, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        repo.write(name, text.encode())


def _exact(text: str) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> Any:
        return ("object", sorted(found, key=lambda pair: pair[0]))

    def integer(digits: str) -> Any:
        return ("integer", Decimal(digits))

    def number(digits: str) -> Any:
        return ("number", Decimal(digits).normalize())

    return json.loads(text, object_pairs_hook=pairs, parse_float=number, parse_int=integer)
