"""The lock file: who may see it, and what it says of who holds it."""

from __future__ import annotations

import json
import os
import socket
import stat
from pathlib import Path

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.lock import hold

HOLDERS = {
    "no text": (b"", "process unknown"),
    "no JSON": (b"nonsense", "process unknown"),
    "no object": (b"[]", "process unknown"),
    "no process": (b'{"host": "there"}', "process unknown"),
    "no host": (b'{"pid": 7}', "process unknown"),
    "no number": (b'{"pid": "x", "host": "there"}', "process unknown"),
    "a process": (b'{"pid": 7, "host": "there"}', 'process 7 on "there"'),
    "a host that would be obeyed": (b'{"pid": 7, "host": "\\u001b[0m"}', r'process 7 on "\u001b[0m"'),
}


@pytest.mark.parametrize(("content", "holder"), HOLDERS.values(), ids=HOLDERS)
def test_who_holds_it(tmp_path: Path, content: bytes, holder: str) -> None:
    state = tmp_path / "state"
    with hold(str(state)):
        (state / "lock").write_bytes(content)
        with pytest.raises(WriteRefused) as refused, hold(str(state), timeout=0):
            pass
    assert str(refused.value) == f"another run is writing here ({holder})"
    assert refused.value.help == "try again when it is done"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("left", [b"", b"x" * 5000], ids=["new", "left by a dead process"])
def test_what_it_says(tmp_path: Path, left: bytes) -> None:
    place = tmp_path / "state" / "lock"
    if left:
        place.parent.mkdir()
        place.write_bytes(left)
    with hold(str(place.parent)):
        assert json.loads(place.read_bytes()) == {"pid": os.getpid(), "host": socket.gethostname()}


def test_others_may_write_it_and_nobody_runs_it(tmp_path: Path) -> None:
    """Several people may work in one shared folder; what they may not do, their umask says."""
    usual = os.umask(0)
    try:
        with hold(str(tmp_path / "state")):
            assert stat.S_IMODE((tmp_path / "state" / "lock").stat().st_mode) == 0o666
    finally:
        os.umask(usual)
