"""Bundles of one megabyte that are made to take long, or much memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Union

from sourceright_lint.config.load import MOST_BYTES

SIZE = 1_000_000
CSL = "references.csl.json"
SIDECAR = "references.verification.json"
QUEUE = "review-queue.jsonl"
OWN = ".sourceright-lint.toml"
BASELINE = "accepted.json"

Files = dict[str, bytes]
Piece = Union[bytes, Callable[[int], bytes]]

_HEAD = b'"schema_version": "sourceright.verification.v1", "references": '
_EMPTY_SIDECAR = b"{" + _HEAD + b"{}}"
_ONE_ITEM = b'[{"id": "a", "type": "book", "title": "T"}]'


def _many(piece: Piece, separator: bytes = b",", size: int = SIZE) -> bytes:
    """Pieces, each made from its number, until there are so many bytes."""
    pieces = []
    for number in count():
        pieces.append(piece if isinstance(piece, bytes) else piece(number))
        size -= len(pieces[-1]) + len(separator)
        if size <= 0:
            return separator.join(pieces)
    raise AssertionError


def _csl(body: bytes) -> Files:
    return {CSL: body}


def _items(piece: Piece) -> Files:
    return _csl(b"[" + _many(piece) + b"]")


def _item(members: bytes) -> Files:
    return _csl(b'[{"id": "a", "type": "book", "title": "T", ' + members + b"}]")


def _title(text: bytes) -> Files:
    return _csl(b'[{"id": "a", "type": "book", "title": "' + text + b'"}]')


def _record(key: bytes, piece: Piece) -> Files:
    record = b'{"review_status": "queued", "' + key + b'": [' + _many(piece) + b"]}"
    return {CSL: _ONE_ITEM, SIDECAR: b"{" + _HEAD + b'{"a": ' + record + b"}}"}


def _queue(text: bytes) -> Files:
    return {CSL: b"[]\n", SIDECAR: _EMPTY_SIDECAR, QUEUE: text}


def _config(text: bytes) -> Files:
    return {CSL: b"[]\n", OWN: text}


def _cases(number: int, letters: str = "abcdefghijklmno") -> bytes:
    """A word of which each number gives other letters in upper case."""
    return "".join(c.upper() if number >> place & 1 else c for place, c in enumerate(letters)).encode()


def _syntax() -> Iterator[tuple[str, Callable[[], Files]]]:
    yield "arrays in arrays", lambda: _csl(b"[" * (SIZE // 2) + b"]" * (SIZE // 2))
    yield "objects in objects", lambda: _csl(b'{"a":' * (SIZE // 6) + b"1" + b"}" * (SIZE // 6))
    yield "brackets never closed", lambda: _csl(b"[" * SIZE)
    yield "a string never closed", lambda: _csl(b'["' + b"a" * SIZE)
    yield "quotes", lambda: _csl(b'"' * SIZE)
    yield "backslashes", lambda: _csl(b'["' + b"\\" * SIZE + b'"]')
    yield "zero bytes", lambda: _csl(b"\0" * SIZE)
    yield "no UTF-8", lambda: _csl(b"\xff" * SIZE)
    yield "byte order marks", lambda: _csl(b"\xef\xbb\xbf" * (SIZE // 3))
    yield "conflict markers", lambda: _csl(b"<<<<<<< ours\n[]\n=======\n[1]\n>>>>>>> theirs\n" * (SIZE // 46))
    yield "trailing commas", lambda: _items(b"[1,]")
    yield "leading zeros", lambda: _items(b"07")
    yield "commas missing", lambda: _csl(b"[" + b"1 " * (SIZE // 2) + b"]")
    yield "comments", lambda: _csl(b"[" + b"/* a */" * (SIZE // 7) + b"]")
    yield "one duplicate key", lambda: _csl(b"[{" + _many(b'"":0') + b"}]")
    yield "duplicate keys", lambda: _item(_many(b'"a":1'))
    yield "objects with a duplicate key", lambda: _items(b'{"a":1,"a":2}')
    yield (
        "duplicate keys of records",
        lambda: {CSL: b"[]\n", SIDECAR: b"{" + _HEAD + b"{" + _many(b'"a":{}') + b"}}"},
    )
    yield "a long number", lambda: _item(b'"volume": ' + b"9" * SIZE)
    yield "a long fraction", lambda: _item(b'"volume": 0.' + b"9" * SIZE)
    yield "a long exponent", lambda: _item(b'"volume": 1e' + b"9" * SIZE)
    yield "many numbers", lambda: _items(lambda number: b"%d.50" % number)
    yield "numbers beyond a double", lambda: _items(b"1e999")
    yield "halves of characters", lambda: _items(b'"\\ud83d"')


def _bibliographies() -> Iterator[tuple[str, Callable[[], Files]]]:
    yield "ones", lambda: _items(b"1")
    yield "empty objects", lambda: _items(b"{}")
    yield "empty arrays", lambda: _items(b"[]")
    yield "many items", lambda: _items(lambda number: b'{"id": "a%d", "type": "book", "title": "T"}' % number)
    yield "one id", lambda: _items(b'{"id": "a", "type": "book", "title": "T"}')
    yield (
        "ids alike",
        lambda: _items(lambda number: b'{"id":"' + _cases(number) + b'","type":"book","title":"T"}'),
    )
    yield (
        "unknown keys",
        lambda: _item(_many(lambda number: b'"unknown-key-%d": "some value for it"' % number)),
    )
    yield "misspelt keys", lambda: _item(_many(lambda number: b'"container-title%d": "x"' % number))
    yield "keys of one hash", lambda: _item(_many(lambda number: b'"%d":1' % (number * (2**61 - 1))))
    yield "authors", lambda: _item(b'"author": [' + _many(b'{"family": "A"}') + b"]")
    yield "authors of the wrong type", lambda: _item(b'"author": [' + _many(b"1") + b"]")
    yield "date parts", lambda: _item(b'"issued": {"date-parts": [' + _many(b"[0]") + b"]}")
    yield "a long title", lambda: _title(b"a" * SIZE)
    yield "a title of escapes", lambda: _title(b"\\u0061" * (SIZE // 6))
    yield "a title of tags", lambda: _title(b"<i>" * (SIZE // 3))
    yield "a title of spaces", lambda: _title(b"a  " * (SIZE // 3))
    yield "a title of character references", lambda: _title(b"&amp;" * (SIZE // 5))
    yield "a title of braces", lambda: _title(b"{" * SIZE)
    yield "a long DOI", lambda: _item(b'"DOI": "' + b"https://doi.org/10.5555/" * (SIZE // 24) + b'"')
    yield (
        "a long id",
        lambda: _csl(b'[{"id": "' + b"A b" * (SIZE // 3) + b'", "type": "book", "title": "T"}]'),
    )


def _evidence() -> Iterator[tuple[str, Callable[[], Files]]]:
    yield (
        "records",
        lambda: {CSL: b"[]\n", SIDECAR: b"{" + _HEAD + b"{" + _many(lambda n: b'"r%d": {}' % n) + b"}}"},
    )
    candidate = b'{"provider": "crossref", "confidence": 0.9, "retrieved_at": "2026-05-01T00:00:00Z", "data": {"x": 1}}'
    yield "candidates", lambda: _record(b"provider_candidates", candidate)
    yield "candidates with nothing in them", lambda: _record(b"provider_candidates", b"{}")
    yield "candidates with something else", lambda: _record(b"provider_candidates", b'{"a":1}')
    yield "ids that are numbers", lambda: _items(lambda n: b'{"id":%d,"type":"book","title":"T"}' % n)
    yield "conflicts", lambda: _record(b"conflicts", b'{"field": "title", "values": ["a", "b"]}')
    yield "decisions", lambda: _record(b"review_decisions", b'{"decision": "x", "reviewer": "tm"}')
    yield "broken lines", lambda: _queue(b"{\n" * (SIZE // 2))
    yield "broken lines between good ones", lambda: _queue(b'{"id":"a"}\n{\n' * (SIZE // 13))
    yield "blank lines", lambda: _queue(b"\n" * SIZE)
    yield "lines of Windows", lambda: _queue(b'{"id":"a"}\r\n' * (SIZE // 12))
    yield "lines with an empty object", lambda: _queue(b"{}\n" * (SIZE // 3))
    yield "lines with null", lambda: _queue(b"null\n" * (SIZE // 5))
    yield "lines with a duplicate key", lambda: _queue(b'{"a":1,"a":2}\n' * (SIZE // 14))
    line = b'{"id":"r%d","provider_candidates":[],"review_status":"queued"}'
    yield "lines of no record", lambda: _queue(_many(lambda number: line % number, b"\n") + b"\n")
    yield "one line again and again", lambda: _queue(_many(line % 1, b"\n") + b"\n")


def _others() -> Iterator[tuple[str, Callable[[], Files]]]:
    most = MOST_BYTES - 100
    yield "TOML nested", lambda: _config(b"a = " + b"[" * most)
    yield "TOML of many keys", lambda: _config(_many(lambda n: b"k%d = 1" % n, b"\n", most) + b"\n")
    yield "TOML of one long key", lambda: _config(b"a." * (most // 2) + b"a = 1\n")
    yield "TOML of many tables", lambda: _config(_many(lambda n: b"[t%d]" % n, b"\n", most) + b"\n")
    yield "TOML of empty arrays", lambda: _config(b"x = [" + _many(b"[]", size=most) + b"]\n")
    yield "TOML of empty tables", lambda: _config(b"exclude = [" + _many(b"{}", size=most) + b"]\n")
    yield "TOML too large", lambda: _config(_many(lambda n: b"[t%d]" % n, b"\n") + b"\n")
    yield "stars", lambda: _config(b"exclude = [" + _many(b'"*a*a*a*a*a*a*b"', size=20_000) + b"]\n")
    yield "one pattern of many stars", lambda: _config(b'exclude = ["' + b"**/" * 20_000 + b'"]\n')
    entry = (
        b'{"path": "a", "rule": "csl.title", "record": "e%d", "value": "00ff", "count": 2, "reason": "old"}'
    )
    head = b'{"schema_version": "sourceright-lint.baseline.v1", "entries": ['
    own = f'baseline = "{BASELINE}"\n'.encode()
    yield (
        "a baseline",
        lambda: {CSL: b"[]\n", OWN: own, BASELINE: head + _many(lambda number: entry % number) + b"]}"},
    )
    short = b'{"path":"a","rule":"b"}'
    yield (
        "a baseline of short entries",
        lambda: {CSL: b"[]\n", OWN: own, BASELINE: head + _many(short) + b"]}"},
    )


DECISIONS_FILE = "decisions.jsonl"


def _to_import(decisions: bytes, records: int = 0) -> Files:
    """A workspace of records ``r0``, ``r1`` and so on, and decisions for it."""
    ids = [b"r%d" % number for number in range(records)]
    items = b",".join(b'{"id":"%s","type":"book","title":"T"}' % id for id in ids)
    queued = b",".join(b'"%s":{"review_status":"queued"}' % id for id in ids)
    sidecar = b"{" + _HEAD + b"{" + queued + b"}}"
    return {CSL: b"[" + items + b"]", SIDECAR: sidecar, DECISIONS_FILE: decisions}


def _decisions() -> Iterator[tuple[str, Callable[[], Files]]]:
    rest = b'"decision":"x","reviewer":"tm","decided_at":"2026-05-01T00:00:00Z","status":"resolved"}'
    yield "lines with an empty object", lambda: _to_import(b"{}\n" * (SIZE // 3))
    yield "an array of empty objects", lambda: _to_import(b"[" + _many(b"{}") + b"]")
    yield "ones", lambda: _to_import(b"[" + _many(b"1") + b"]")
    yield "broken lines", lambda: _to_import(b"{\n" * (SIZE // 2))
    yield "lines with a duplicate key", lambda: _to_import(b'{"a":1,"a":2}\n' * (SIZE // 14))
    yield "unknown keys", lambda: _to_import(b"[{" + _many(lambda n: b'"k%d":1' % n) + b"}]")

    def line(number: int) -> bytes:
        return b'{"reference_id":"r%d",' % number + rest

    yield "decisions of no record", lambda: _to_import(_many(line, b"\n") + b"\n")
    yield "decisions of a record each", lambda: _to_import(_many(line, b"\n") + b"\n", SIZE // len(rest))
    yield "one decision again and again", lambda: _to_import(_many(line(0), b"\n") + b"\n", 1)


DECISIONS = dict(_decisions())
"""Workspaces with a file of decisions for ``review import``, by what it is."""

BUNDLES = dict([*_syntax(), *_bibliographies(), *_evidence(), *_others()])
"""What makes the files of each, by what it is."""
