"""Whatever the bytes, there is an answer and no exception."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.support import PATHS, fix, laid_out, patient, result
from tests.properties.values import workspaces

PIECES = [
    b"\xff", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\xbd", b"\\ud83d", b"NaN", b"-Infinity", b"07", b"+1",
    b"1.", b",", b",,", b"]", b"}", b"[" * 130, b'{"a":' * 130, b"<<<<<<< ours\n", b"\n=======\n",
    b">>>>>>> theirs\n", b"```json\n", b"// note\n", b"/* note */", b"\r", b"\x0b", b"'", b'"', b"\\", b"\\u12",
    b"9" * 5000, b"1e" + b"9" * 30, b"{}", b"[]", b"null", b" ", b"\n", b"\xc2\xa0", b"\xe2\x80\xa8",
]  # fmt: skip


@st.composite
def mangled(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes with some cut out, put in or put elsewhere."""
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=4))
        data = data[:start] + piece + data[end:]
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 4)) == 0 else data


@patient
@given(st.data(), workspaces(), st.integers(0, 2**32), st.booleans())
def test_mangled_files(data: Any, values: dict[str, Any], seed: int, unsafe: bool) -> None:
    files = {path: data.draw(mangled(text)) for path, text in laid_out(values, seed).items()}
    _settles(files, unsafe)


@patient
@given(
    st.dictionaries(st.sampled_from(sorted(PATHS.values())), st.binary(max_size=80), min_size=1),
    st.booleans(),
)
def test_any_bytes(files: dict[str, bytes], unsafe: bool) -> None:
    _settles(files, unsafe)


def _settles(files: dict[str, bytes], unsafe: bool) -> None:
    fixed = fix(files, unsafe)
    once = result(files, fixed)
    assert not fix(once, unsafe).changes
    assert not [f for f in fixed.before.findings if f.span.line < 1 or f.span.column < 1]
