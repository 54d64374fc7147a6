"""Three versions of a file of about one megabyte, made to take long to merge, or much memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.fuzz.nasty import BUNDLES, CSL, QUEUE, SIDECAR, SIZE


class Triple(NamedTuple):
    """A file's name, and what the base and both sides hold."""

    path: str
    base: bytes
    ours: bytes
    theirs: bytes


def _changed(name: str, path: str, old: bytes, *new: bytes) -> Callable[[], Triple]:
    """A nasty bundle as the base; on each side something else stands in the place of ``old``."""

    def made() -> Triple:
        base = BUNDLES[name]()[path]
        return Triple(path, base, *(base.replace(old, text) for text in new))

    return made


def _added(
    path: str, piece: bytes, times: int, before: bytes = b"", after: bytes = b""
) -> Callable[[], Triple]:
    """The same again and again: a third of it in the base, more on each side."""
    return lambda: Triple(
        path, *(before + piece * (times * part // 3 - 1) + piece.rstrip(b",") + after for part in (1, 2, 3))
    )


def _in_record(key: bytes, piece: bytes) -> Callable[[], Triple]:
    """A list of a record that is the same again and again, and longer on each side."""
    head = b'{"schema_version": "sourceright.verification.v1", "references": {"a": {"' + key + b'": ['
    return _added(SIDECAR, piece + b",", SIZE // (len(piece) + 1), head, b"]}}}")


def _small(*pieces: bytes, lines: bool = False) -> Callable[[], Triple]:
    """As many items as there may be that differ in their ids; each side has a third of its own."""

    def made() -> Triple:
        count = SIZE // len(pieces[0] % 10_000)
        numbers = (range(count), range(count // 2, count * 3 // 2), range(count))
        if lines:
            return Triple(
                QUEUE, *(b"".join(p % n + b"\n" for n in ns) for p, ns in zip(pieces, numbers, strict=True))
            )
        return Triple(
            CSL, *(b"[" + b",".join(p % n for n in ns) + b"]" for p, ns in zip(pieces, numbers, strict=True))
        )

    return made


def _small_candidates() -> Triple:
    sides = []
    for piece in (b'{"provider":%d}', b'{"provider":%d,"x":1}', b'{"provider":%d,"x":2}'):
        listed = b",".join(piece % number for number in range(10_000, 10_000 + SIZE // 21))
        head = (
            b'{"schema_version": "sourceright.verification.v1", "references": {"a": {"provider_candidates": ['
        )
        sides.append(head + listed + b"]}}}")
    return Triple(SIDECAR, *sides)


def _base_with_conflict() -> Triple:
    line = b'{"id":"a"}\n'
    marked = b"<<<<<<< ours\n" + line + b"=======\n>>>>>>> theirs\n"
    return Triple(QUEUE, marked + line * (SIZE // 11), line * 3, line)


_A, _B = b'{"a":1}', b'{"a":2}'

TRIPLES: dict[str, Callable[[], Triple]] = {
    "lines with an empty object": _changed("lines with an empty object", QUEUE, b"{}", _A, _B),
    "lines with an empty object, added": _added(QUEUE, b"{}\n", SIZE // 3),
    "lines of ones, added": _added(QUEUE, b"1\n", SIZE // 2),
    "lines with null": _changed("lines with null", QUEUE, b"null", b"true", b"false"),
    "one line again and again": _changed("one line again and again", QUEUE, b"queued", b"a", b"b"),
    "lines of no record": _changed("lines of no record", QUEUE, b"queued", b"a", b"b"),
    "ones": _added(CSL, b"1,", SIZE // 2, b"[", b"]"),
    "other ones": _changed("ones", CSL, b"1", b"2", b"3"),
    "many numbers": _changed("many numbers", CSL, b".50", b".5", b".25"),
    "empty objects": _changed("empty objects", CSL, b"{}", _A, _B),
    "empty objects, added": _added(CSL, b"{},", SIZE // 3, b"[", b"]"),
    "empty arrays": _changed("empty arrays", CSL, b"[]", b"[1]", b"[2]"),
    "one id": _changed("one id", CSL, b"book", b"a", b"b"),
    "one id, added": _added(CSL, b'{"id": "a", "type": "book", "title": "T"},', SIZE // 42, b"[", b"]"),
    "many items": _changed("many items", CSL, b"book", b"a", b"b"),
    "ids alike": _changed("ids alike", CSL, b"book", b"a", b"b"),
    "unknown keys": _changed("unknown keys", CSL, b"some", b"a", b"b"),
    "keys of one hash": _changed("keys of one hash", CSL, b":1", b":2", b":3"),
    "authors": _changed("authors", CSL, b'"A"', b'"B"', b'"C"'),
    "a long number": _changed("a long number", CSL, b"99]", b"98]", b"97]"),
    "records": _changed("records", SIDECAR, b"{}", _A, _B),
    "records, changed by one side": _changed("records", SIDECAR, b"{}", _A, b"{}"),
    "candidates": _changed("candidates", SIDECAR, b"0.9", b"0.8", b"0.7"),
    "candidates with other data": _changed("candidates", SIDECAR, b'"x": 1', b'"x": 2', b'"x": 3'),
    "conflicts": _changed("conflicts", SIDECAR, b'"b"', b'"c"', b'"d"'),
    "decisions": _changed("decisions", SIDECAR, b'"tm"}]', b'"tm"}, 1]', b'"tm"}, 2]'),
    "decisions that are gone": _changed("decisions", SIDECAR, b'"tm"', b'"ab"', b'"cd"'),
    "candidates of ones": _in_record(b"provider_candidates", b"1"),
    "conflicts of empty objects": _in_record(b"conflicts", b"{}"),
    "decisions of ones": _in_record(b"review_decisions", b"1"),
    "small candidates": _small_candidates,
    "small items": _small(b'{"id":%d}', b'{"id":%d}', b'{"id":%d}'),
    "small items, changed by one side": _small(b'{"id":%d}', b'{"id":%d}', b'{"id":%d,"a":1}'),
    "small items, changed by both sides": _small(b'{"id":%d}', b'{"a":1,"id":%d}', b'{"b":1,"id":%d}'),
    "small lines": _small(b'{"id":%d}', b'{"a":1,"id":%d}', b'{"b":1,"id":%d}', lines=True),
    "a base with a conflict": _base_with_conflict,
    "conflict markers": _changed("conflict markers", CSL, b"[1]", b"[2]", b"[3]"),
    "brackets never closed": _changed("brackets never closed", CSL, b"[[[[", b"[[", b"["),
    "objects with a duplicate key": _changed("objects with a duplicate key", CSL, b"2", b"3", b"4"),
}
"""What makes the versions of each, by what it is."""
