"""Changes to an input: of bytes, and of the tokens that JSON, TOML and case files are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|--- [^\n]*\n|-?\d[\d.eE+-]*|[A-Za-z_][\w.-]*|\s+|.', re.DOTALL)

_NUMBERS = (
    b"-0", b"-0.0", b"0", b"1", b"07", b"1.0", b"1e16", b"1e400", b"1E-400", b"9" * 30, b"9" * 400,
    b"18446744073709551616",    b"0.1", b"1.00000000000000001", b"0x" + b"F" * 5000, b"78", b"1979-05-27",
)  # fmt: skip
_STRINGS = (
    b'""', b'"\\u0000"', b'"\\ud83d"', b'"\\ud83d\\ude00"', b'"a\\/b"', b'"id"', b'"\xc3\xa9"', b'"e\xcc\x81"', b'" "',
    b'"78"', b'"\xe2\x80\xae"', b'"\xf0\x9f\x90\x9f"', b'"2024-02-30T00:00:00Z"', b'"2024-02-29T23:59:60Z"',
    b'"0000-01-01T00:00:00Z"', b'"https://doi.org/10.5555/A"', b'"__proto__"', b'"**/*"', b'"*a*a*a*b"', b'"-x"',
    b'"../../etc/passwd"', b'"/etc/passwd"', b'"\\\\?\\"',
)  # fmt: skip
_REST = (
    b"null", b"true", b"false", b"NaN", b"Infinity", b"{}", b"[]", b"[[]]", b",",
    b":", b"[", b"]", b"{", b"}", b"[[", b"]]", b"=",
    b"\n", b"\r\n", b"\r", b"\t", b" ", b"'", b'"""', b"//", b"/*", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80",
    b"\x00", b"\x1b[31m", b"\xe2\x80\xa8", b"<<<<<<< ours\n", b"=======\n", b">>>>>>> theirs\n", b"```json\n",
    b"[" * 128, b'{"a":' * 128,
)  # fmt: skip
WORDS = (*_NUMBERS, *_STRINGS, *_REST)

Change = Callable[[list[bytes], Random], None]


def mutated(data: bytes, rng: Random, others: Sequence[bytes] = (), limit: int = 60_000) -> bytes:
    """The input with one to six changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if others and rng.random() < 0.15:
            data = crossed(data, rng.choice(others), rng)
        elif rng.random() < 0.25:
            data = _bytes_changed(data, rng)
        else:
            tokens = TOKEN.findall(data)
            rng.choice(_CHANGES)(tokens, rng)
            data = b"".join(tokens)
    return data[:limit]


def crossed(one: bytes, other: bytes, rng: Random) -> bytes:
    """The start of one input and the end of another, cut between tokens."""
    first, second = TOKEN.findall(one), TOKEN.findall(other)
    start = rng.randint(0, len(first))
    return b"".join(first[:start] + second[rng.randint(0, len(second)) :])


def _bytes_changed(data: bytes, rng: Random) -> bytes:
    start = rng.randint(0, len(data))
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 8)))
    new = bytes(rng.randrange(256) for _ in range(rng.choice((0, 1, 1, 2, 4))))
    return data[:start] + new + data[end:]


def _replace(tokens: list[bytes], rng: Random) -> None:
    if tokens:
        tokens[rng.randrange(len(tokens))] = rng.choice(WORDS)


def _insert(tokens: list[bytes], rng: Random) -> None:
    tokens.insert(rng.randint(0, len(tokens)), rng.choice(WORDS))


def _swap(tokens: list[bytes], rng: Random) -> None:
    """Of tokens of one kind: keys, values and numbers change places, and the text stays well formed."""
    if not tokens:
        return
    first = rng.randrange(len(tokens))
    alike = [place for place, token in enumerate(tokens) if token[:1] == tokens[first][:1]]
    second = rng.choice(alike)
    tokens[first], tokens[second] = tokens[second], tokens[first]


def _copy_token(tokens: list[bytes], rng: Random) -> None:
    if tokens:
        tokens[rng.randrange(len(tokens))] = rng.choice(tokens)


def _remove(tokens: list[bytes], rng: Random) -> None:
    start, end = _stretch(tokens, rng)
    del tokens[start:end]


def _repeat(tokens: list[bytes], rng: Random) -> None:
    start, end = _stretch(tokens, rng)
    tokens[end:end] = tokens[start:end] * rng.choice((1, 1, 2, 5))


def _stretch(tokens: list[bytes], rng: Random) -> tuple[int, int]:
    """Some tokens in a row; often a container with all that is in it, so that the text stays well formed."""
    start = rng.randint(0, len(tokens))
    if rng.random() < 0.5:
        opened = [place for place, token in enumerate(tokens) if token in (b"{", b"[")]
        if opened:
            start = rng.choice(opened)
            return start, closing(tokens, start)
    return start, min(len(tokens), start + rng.choice((1, 1, 2, 4, 12)))


def closing(tokens: list[bytes], start: int) -> int:
    depth = 0
    for place in range(start, len(tokens)):
        depth += tokens[place] in (b"{", b"[")
        depth -= tokens[place] in (b"}", b"]")
        if depth == 0:
            return place + 1
    return len(tokens)


_CHANGES: tuple[Change, ...] = (_replace, _insert, _swap, _swap, _copy_token, _copy_token, _remove, _repeat)
