"""What the audit says: of vulnerabilities, of none, and of a service that knows none at all."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests import audit

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def answering(folder: Path, known: bool, found: bool) -> str:
    """Something in the place of an interpreter with pip-audit: ``known`` is what it says of the known version."""

    def answer(is_vulnerable: bool) -> str:
        vulnerable = [{"id": "PYSEC-1", "fix_versions": ["2"]}] if is_vulnerable else []
        return json.dumps({"dependencies": [{"name": "a", "version": "1", "vulns": vulnerable}]})

    script = folder / "python"
    script.write_text(
        f"#!/bin/sh\ncase \"$*\" in *known.txt*) echo '{answer(known)}';; *) echo '{answer(found)}';; esac\n"
    )
    script.chmod(0o755)
    return str(script)


@pytest.mark.parametrize(
    ("known", "found", "status", "said"),
    [
        (True, False, 0, "audit: a.txt: 1 locked packages, 0 known vulnerabilities\n"),
        (True, True, 1, "audit: a.txt: a 1: PYSEC-1, mended in 2\n"),
        (False, False, 0, "so it knows none; nothing was checked\n"),
    ],
)
def test_the_audit(
    known: bool, found: bool, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(answering(tmp_path, known, found), "a.txt") == status
    assert said in capsys.readouterr().out
