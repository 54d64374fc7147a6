"""Bytes to text: byte order marks, other encodings, bytes that are no UTF-8."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from sourceright_lint.jsontext.faults import Fault

BOM = codecs.BOM_UTF8
"""The byte order mark that some editors put before UTF-8."""

_MARKED = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_UNMARKED = (
    ((False, True, True, True), "UTF-32", "utf-32-le"),
    ((True, True, True, False), "UTF-32", "utf-32-be"),
    ((False, True, False, True), "UTF-16", "utf-16-le"),
    ((True, False, True, False), "UTF-16", "utf-16-be"),
)


class Decoded(NamedTuple):
    """Text without its byte order mark. With a ``fault`` it is only good for showing."""

    text: str
    fault: Fault | None


def decode(data: bytes) -> Decoded:
    """The text of a file, UTF-8 with or without its byte order mark."""
    skipped = len(BOM) if has_bom(data) else 0
    body = data[skipped:]
    try:
        return wide_text(data) or Decoded(body.decode(), None)
    except UnicodeDecodeError as error:
        return _marked(data) or _invalid(body, error.start, skipped)


def has_bom(data: bytes) -> bool:
    """Whether the data begins with the byte order mark of UTF-8."""
    return data.startswith(BOM)


def wide_text(data: bytes) -> Decoded | None:
    """The text of data that is UTF-16 or UTF-32 without a mark, as the zeros in its first bytes show."""
    if b"\0" not in data[:4]:
        return None
    zeros = tuple(byte == 0 for byte in data[:4])
    for pattern, name, codec in _UNMARKED:
        if zeros == pattern[: len(zeros)] and len(zeros) >= (4 if name == "UTF-32" else 2):
            return _wide(data, name, codec)
    return None


def _marked(data: bytes) -> Decoded | None:
    for mark, name in _MARKED:
        if data.startswith(mark):
            return _wide(data, name, name)
    return None


def _wide(data: bytes, name: str, codec: str) -> Decoded:
    fault = Fault(
        "json.encoding",
        f"the file is {name}; JSON files are UTF-8",
        0,
        1,
        help=f"save it as UTF-8, or convert it: iconv -f {name} -t UTF-8",
        fatal=True,
    )
    return Decoded(data.decode(codec, errors="replace"), fault)


def _invalid(body: bytes, offset: int, skipped: int) -> Decoded:
    start = len(body[:offset].decode())
    fault = Fault(
        "json.encoding",
        f"byte 0x{body[offset]:02x} at byte offset {offset + skipped} is not valid UTF-8",
        start,
        start + 1,
        help="save the file as UTF-8",
        fatal=True,
    )
    return Decoded(body.decode(errors="replace"), fault)
