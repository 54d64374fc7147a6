"""Inputs grown to a size: what takes time or memory out of proportion shows there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from tests.fuzz.mutate import TOKEN, closing

Grow = Callable[[list[bytes], int, Random], list[bytes]]


def grown(data: bytes, size: int, rng: Random) -> bytes:
    """The input with one of its parts repeated, or made long, until it has about ``size`` bytes."""
    tokens = TOKEN.findall(data)
    if not tokens:
        return data
    return b"".join(rng.choice(_WAYS)(tokens, max(0, size - len(data)), rng))


def _repeat_container(tokens: list[bytes], room: int, rng: Random) -> list[bytes]:
    """An object or array over and over, behind commas: more records, candidates, names."""
    opened = [place for place, token in enumerate(tokens) if token in (b"{", b"[")]
    if not opened:
        return _repeat_stretch(tokens, room, rng)
    start = rng.choice(opened)
    end = closing(tokens, start)
    piece = b", " + b"".join(tokens[start:end])
    return [*tokens[:end], piece * (room // len(piece)), *tokens[end:]]


def _number_members(tokens: list[bytes], room: int, rng: Random) -> list[bytes]:
    """A member over and over, each with a key of its own."""
    keys = [
        place for place, token in enumerate(tokens[:-2]) if token[:1] == b'"' and tokens[place + 1] == b":"
    ]
    if not keys:
        return _repeat_stretch(tokens, room, rng)
    start = rng.choice(keys)
    value = start + 2
    while value < len(tokens) - 1 and not tokens[value].strip():
        value += 1
    end = closing(tokens, value) if tokens[value] in (b"{", b"[") else value + 1
    rest = b"".join(tokens[start + 1 : end])
    key = tokens[start][:-1]
    pieces = (key + b"%d" % number + b'"' + rest for number in range(room // (len(key) + len(rest) + 8)))
    return [*tokens[:end], *(b", " + piece for piece in pieces), *tokens[end:]]


def _lengthen_token(tokens: list[bytes], room: int, rng: Random) -> list[bytes]:
    """One string, number or word made long."""
    place = rng.randrange(len(tokens))
    token = tokens[place]
    if token[:1] == b'"' and len(token) > 2:
        inside = rng.choice(
            (token[1:-1], b"a", b" ", b"\\\\", b"\\u00e9", b"\xc3\xa9", b"ab ", b"<i>", b"10.5555/")
        )
        token = token[:-1] + inside * (room // len(inside)) + b'"'
    else:
        token = token * (1 + room // len(token))
    return [*tokens[:place], token, *tokens[place + 1 :]]


def _repeat_stretch(tokens: list[bytes], room: int, rng: Random) -> list[bytes]:
    start = rng.randrange(len(tokens))
    end = min(len(tokens), start + rng.choice((1, 1, 2, 3, 8, 40)))
    piece = b"".join(tokens[start:end])
    return [*tokens[:end], piece * (room // len(piece)), *tokens[end:]]


_WAYS: tuple[Grow, ...] = (
    _repeat_container,
    _repeat_container,
    _number_members,
    _lengthen_token,
    _repeat_stretch,
)


def many(known: list[bytes], size: int, count: int, rng: Random) -> Iterator[bytes]:
    """``count`` inputs of about ``size`` bytes."""
    for _ in range(count):
        yield grown(rng.choice(known), size, rng)
