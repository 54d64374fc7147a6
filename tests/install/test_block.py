"""Our lines in somebody else's file: put in, put in again, taken out, and every other byte is as it was."""

from __future__ import annotations

import pytest

from sourceright_lint.errors import WriteRefused
from sourceright_lint.git.install.block import find, with_block, without_block

LINES = [b"one", b"two"]
TEXTS = {
    "nothing": b"",
    "a line": b"a\n",
    "a line without an end": b"a",
    "ends of Windows": b"a\r\nb\r\n",
    "ends of Windows, none at the end": b"a\r\nb",
    "ends of both kinds": b"a\r\nb\n",
    "a carriage return at the end": b"a\r",
    "carriage returns alone": b"\r\r",
    "a carriage return after a line": b"a\n\r",
    "empty lines": b"\n\n\n",
    "a comment like ours": b"# begin something\n# end something\n",
    "no UTF-8": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_in_again_and_out(text: bytes) -> None:
    new = with_block("f", text, LINES)
    assert find("f", text) is None
    assert find("f", new) is not None
    assert with_block("f", new, LINES) == new
    assert without_block("f", new) == text
    changed = with_block("f", new, [b"three"])
    assert b"two" not in changed
    assert without_block("f", changed) == text


@pytest.mark.parametrize("after", [b"", b"x", b"x\n", b"\r\n", b"\n"])
def test_what_was_written_behind_it_stays(after: bytes) -> None:
    text = b"a\n"
    new = with_block("f", text, LINES) + after
    assert with_block("f", new, LINES).endswith(after)
    assert without_block("f", new) == text + after


def test_a_file_made_for_it_goes_with_it() -> None:
    made = with_block("f", None, LINES)
    assert without_block("f", made) is None
    assert without_block("f", made + b"x\n") == b"x\n"


@pytest.mark.parametrize(
    "text",
    [
        b"# begin sourceright-lint\n",
        b"# end sourceright-lint\n",
        b"# end sourceright-lint\n# begin sourceright-lint\n",
        b"# begin sourceright-lint\n# begin sourceright-lint\n# end sourceright-lint\n",
        b"# begin sourceright-lint\n# end sourceright-lint\n" * 2,
    ],
)
def test_markers_that_are_no_block(text: bytes) -> None:
    for attempt in (lambda: with_block("f", text, LINES), lambda: without_block("f", text)):
        with pytest.raises(WriteRefused, match="are not as they were made"):
            attempt()
