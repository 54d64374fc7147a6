"""The target of the merge driver: three files in a folder, as Git calls it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from sourceright_lint.commands import Args
from sourceright_lint.commands.merge_driver import run
from sourceright_lint.contracts.sourceright import CSL
from sourceright_lint.jsontext import Document
from tests.fuzz.judge import random_of
from tests.fuzz.merges import NAMES, target_of
from tests.fuzz.parts import split

_TEXT = "notes.txt"
CONFIG = ".sourceright-lint.toml"
SIDES = ("base", "ours", "theirs")


def merge_driver(data: bytes) -> None:
    """The file that the input names first, its versions ``base``, ``ours`` and ``theirs``, and a configuration."""
    texts = split(data)
    name = next((name for name in (*NAMES, _TEXT) if name in texts), CSL)
    base, ours, theirs = (texts.get(side, b"") for side in SIDES)
    with TemporaryDirectory() as folder, _inside(folder), redirect_stderr(StringIO()) as told:
        if CONFIG in texts:
            Path(CONFIG).write_bytes(texts[CONFIG])
        for side, text in zip(SIDES, (base, ours, theirs), strict=True):
            Path(f".merge_file_{side}").write_bytes(text)
        before = sorted(os.listdir())
        status = run(Args(_arguments(data, name)))
        assert sorted(os.listdir()) == before, "something is left in the folder"
        result, *others = (Path(f".merge_file_{side}").read_bytes() for side in ("ours", "base", "theirs"))
    assert others == [base, theirs], "another file than ours was written"
    _judge(name, ours, result, status, told.getvalue())
    if status == 0 and base in (ours, theirs):
        _judge_one_sided(name, theirs if base == ours else ours, result)


def _arguments(data: bytes, name: str) -> dict[str, str | None]:
    chance = random_of(data)
    places = {side: f".merge_file_{side}" for side in SIDES}
    sizes = ("7", "7", "9", "0", "-1", "x" * 50)
    labels = (None, "%X", "HEAD", "a\x1b[31m", "::error::b", "##vso[c]d", "é" * 40)
    return {
        **places,
        "marker_size": chance.choice(sizes),
        "path": name,
        **{f"label_{side}": chance.choice(labels) for side in SIDES},
    }


def _judge(name: str, ours: bytes, result: bytes, status: int, told: str) -> None:
    assert status in (0, 1)
    assert "internal fault" not in told, told
    assert not re.search(r"\x1b|##[A-Za-z]*\[", told), told
    assert all(line.startswith("sourceright-lint: ") for line in told.splitlines()), told
    if status == 1:
        assert result == ours or b"<<<<<<<" in result, "a conflict that nobody sees"
        assert told or b"<<<<<<<" in result, "a conflict without a word"


def _judge_one_sided(name: str, changed: bytes, result: bytes) -> None:
    """What one side alone did is what comes out: as it is written, or in canonical form."""
    if result.replace(b"\r\n", b"\n") == changed.replace(b"\r\n", b"\n"):
        return
    assert name != _TEXT
    file, _ = target_of(name)
    assert file.form is not None
    assert result.replace(b"\r\n", b"\n") == Document(name, changed, file.kind).canonical(file.form)


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    old = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(old)
