"""The command that a run names as the next one can be typed as it is, and does what is left to do."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from tests.tool import CLEAN

CSL = "references.csl.json"
LAID_OUT_BADLY = CLEAN.replace(b"\n  ", b"\n      ")
TRAILING_COMMA = re.sub(rb'"\n  }', b'",\n  }', CLEAN)
MARK = b"\xef\xbb\xbf"
BY_FORMAT = "1 fixable with format. Next: sourceright-lint format"
REPAIR = "sourceright-lint check --select json --fix --unsafe-fixes"

FORMAT = [
    # arguments, content, what the closing line says
    (["format", "--check"], LAID_OUT_BADLY, BY_FORMAT),
    (["format", "--diff"], LAID_OUT_BADLY, BY_FORMAT),
    (["format", "--check", "paper"], LAID_OUT_BADLY, f"{BY_FORMAT} paper"),
    (["format"], TRAILING_COMMA, f"1 fixable with check --fix --unsafe-fixes. Next: {REPAIR} paper/{CSL}"),
    (["format", "--check", "paper"], TRAILING_COMMA, f"Next: {REPAIR} paper/{CSL}"),
    (
        ["format", "--exclude", "other"],
        TRAILING_COMMA,
        f"Next: sourceright-lint check --exclude other --select json --fix --unsafe-fixes paper/{CSL}",
    ),
    (
        ["format"],
        MARK + TRAILING_COMMA,
        f"1 fixable with check --fix, 1 more with check --fix --unsafe-fixes. Next: {REPAIR} paper/{CSL}",
    ),
    (["format", "--check"], MARK + LAID_OUT_BADLY, "1 fixable with format, 1 more with check --fix. Next: "),
]


@pytest.mark.parametrize(("arguments", "content", "said"), FORMAT)
def test_what_format_leaves(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    content: bytes,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "paper" / CSL
    file.parent.mkdir()
    file.write_bytes(content)
    assert main(arguments) == 1
    for _ in range(2):
        told = capsys.readouterr().out
        assert said in told
        assert "(--fix" not in told
        if (found := re.search(r"Next: sourceright-lint (.*)", told)) is None:
            break
        main(shlex.split(found[1]))
        said = ""
    main(["format"])
    assert file.read_bytes() == CLEAN


def test_a_name_that_looks_like_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "-q" / CSL
    file.parent.mkdir()
    file.write_bytes(TRAILING_COMMA)
    assert main(["format"]) == 1
    assert f"Next: {REPAIR} ./-q/{CSL}" in capsys.readouterr().out
