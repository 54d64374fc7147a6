"""Digests of many contents are those of each."""

import hashlib

import pytest

from sourceright_lint.fixing import digests


@pytest.mark.parametrize("worth_two_cores", [0, 10**9])
def test_each_content_gets_its_own(worth_two_cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "WORTH_TWO_CORES", worth_two_cores)
    contents = [b"one", None, b"", b"two" * 100_000, b"one"]
    wanted = [None if data is None else hashlib.sha256(data).hexdigest() for data in contents]
    assert digests.digests(contents) == wanted
