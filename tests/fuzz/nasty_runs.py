"""Research Scan runs and evidence contexts of one megabyte that are made to take long, or much memory."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Union

from tests.evidence_context.support import DIGEST, SOURCE
from tests.research_scan.a_run import ROOT, valid_run

SIZE = 1_000_000
PLACE = b'"nasty list"'

Files = dict[str, bytes]
Path = tuple[Union[str, int], ...]

_FILLINGS: tuple[tuple[str, str], ...] = (
    ("empty objects", "{}"),
    ("ones", "1"),
    ("empty arrays", "[]"),
    ("unknown keys", '{"k%d":1}'),
)
"""What any list may be filled with; ``%d`` stands for the number of the entry."""

_LISTS: tuple[tuple[str, Path], ...] = (
    ("queries.json", ("sub_criteria",)),
    ("queries.json", ("queries",)),
    ("queries.json", ("must_not",)),
    ("queries.json", ("anchors",)),
    ("candidates.json", ("candidates",)),
    ("screen-batches/01.json", ("items",)),
    ("screen.json", ("scores",)),
    ("expanded.json", ("seeds",)),
    ("expanded.json", ("added",)),
    ("expanded.json", ("batches",)),
    ("coverage.json", ("rounds",)),
    ("shortlist.json", ("in_window",)),
    ("ranked.json", ()),
    ("evidence.json", ("packets",)),
    ("evidence.json", ("alternates",)),
)
"""The lists of a run: the file, and the way to the list in it."""

_OF_RUN: tuple[tuple[str, str, Path, str], ...] = (
    ("candidates with an id", "candidates.json", ("candidates",), '{"cid":"%012x"}'),
    ("candidates alike", "candidates.json", ("candidates",), '{"cid":"0123456789ab"}'),
    ("candidates with a title", "candidates.json", ("candidates",), '{"title":"%d"}'),
    ("candidates in order", "candidates.json", ("candidates",), '{"cid":"%012x","title":"T"}'),
    ("items of no candidate", "screen-batches/01.json", ("items",), '{"cid":"%012x","title":"T"}'),
    ("scores of no candidate", "screen.json", ("scores",), '{"cid":"%012x"}'),
    ("scores alike", "screen.json", ("scores",), '{"cid":"0123456789ab"}'),
    ("seeds of no candidate", "expanded.json", ("seeds",), '"%012x"'),
    ("additions of no candidate", "expanded.json", ("added",), '"%012x"'),
    ("additions alike", "expanded.json", ("added",), '"0123456789ab"'),
    ("ranked papers of no shortlist", "ranked.json", (), '{"cid":"%012x"}'),
    ("ranked papers alike", "ranked.json", (), '{"cid":"0123456789ab"}'),
    ("packets of no ranking", "evidence.json", ("packets",), '{"cid":"%012x"}'),
    ("packets with ranks", "evidence.json", ("packets",), '{"rank":7}'),
    ("origins", "candidates.json", ("candidates", 0, "origins"), "{}"),
    ("origins of no query", "candidates.json", ("candidates", 0, "origins"), '{"query_id":"Q%d"}'),
    ("authors", "candidates.json", ("candidates", 0, "authors"), "{}"),
    ("criteria that nobody has", "screen.json", ("scores", 0, "criteria_hit"), '"C%d"'),
    ("one criterion that nobody has", "screen.json", ("scores", 0, "criteria_hit"), '"C9"'),
    ("mismatches", "ranked.json", (0, "verification", "mismatches"), '"m%d"'),
    ("rows of coverage", "coverage.json", ("rounds", 0, "queries"), "{}"),
    ("packets with a title", "evidence.json", ("packets",), '{"title":"%d"}'),
    ("sub-criteria with an id", "queries.json", ("sub_criteria",), '{"id":"C%d"}'),
    ("queries with a target", "queries.json", ("queries",), '{"target_criterion":"C%d"}'),
)
"""Of entries that the rules know: the file, the way to the list, and the entry."""

_LONG: tuple[tuple[str, str, Path, str], ...] = (
    ("a long title", "candidates.json", ("candidates", 0, "title"), "a, "),
    ("a long DOI", "candidates.json", ("candidates", 0, "ids", "doi"), "https://doi.org/"),
    ("a long content id", "candidates.json", ("candidates", 0, "cid"), "0"),
    ("a long reason", "screen.json", ("scores", 0, "reason"), "a "),
    ("a long query", "queries.json", ("queries", 0, "text"), "a "),
    ("a long id of a sub-criterion", "queries.json", ("sub_criteria", 0, "id"), "C"),
    ("a long title of a packet", "evidence.json", ("packets", 0, "title"), "## 1. "),
    ("a long folder", "manifest.json", ("run", "run_dir"), "a/"),
)
"""Of one long text: the file, the way to the text, and what it repeats."""

_EMPTY_CONTEXT = {"context_ref": {}, "evidence_refs": [], "units": []}

_OF_CONTEXT: tuple[tuple[str, Path, str], ...] = (
    ("units with an id", ("contexts", "units"), '{"id":%d}'),
    ("units alike", ("contexts", "units"), '{"id":1}'),
    ("units of other sources", ("contexts", "units"), '{"ref":{"source_id":"%d"}}'),
    ("contexts of a unit", ("contexts",), '{"units":[{"id":%d}]}'),
    ("contexts of one unit", ("contexts",), '{"units":[{"id":1}]}'),
    ("contexts of other sources", ("contexts",), '{"context_ref":{"source_id":"%d"}}'),
    ("citations of a lane each", ("contexts", "evidence_refs"), '{"lane_id":"%d"}'),
    ("lanes", ("selected_lanes",), '"%d"'),
    ("lanes alike", ("selected_lanes",), '"a"'),
    ("lanes with a path", ("selected_lanes",), '"/home/%d"'),
)


def _filled(head: bytes, entry: str) -> bytes:
    """``head`` with entries, each made from its number, in the place of its nasty list, until it is long enough."""
    before, after = head.split(PLACE)
    data = entry.encode()
    if b"%" not in data:
        return before + b"[" + b",".join([data] * (SIZE // (len(data) + 1))) + b"]" + after
    pieces, left, number = [], SIZE, 100_000
    while left > 0:
        pieces.append(data % number)
        left -= len(pieces[-1]) + 1
        number += 1
    return before + b"[" + b",".join(pieces) + b"]" + after


def _with_list(value: Any, path: Path) -> Any:
    """The value with a nasty list at ``path``."""
    if not path:
        return "nasty list"
    changed = copy.copy(value)
    changed[path[0]] = _with_list(value.get(path[0]) if isinstance(value, dict) else value[path[0]], path[1:])
    return changed


def _run(name: str, data: bytes) -> Files:
    files = {**valid_run(), name: data}
    return {f"{ROOT}/{name}": _bytes(value) for name, value in files.items()}


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


def _run_with(name: str, path: Path, entry: str) -> Files:
    return _run(name, _filled(json.dumps(_with_list(valid_run()[name], path)).encode(), entry))


def _run_with_text(name: str, path: Path, piece: str) -> Files:
    before, after = json.dumps(_with_list(valid_run()[name], path)).encode().split(PLACE)
    return _run(name, before + json.dumps(piece * (SIZE // len(piece))).encode() + after)


def _run_with_members(name: str, path: Path) -> Files:
    """With many members in the object that is at ``path`` in the file."""
    before, after = json.dumps(_with_list(valid_run()[name], path)).encode().split(PLACE)
    members = b",".join(b'"k%d":1' % number for number in range(SIZE // 11))
    return _run(name, before + b"{" + members + b"}" + after)


def _evidence_context(path: Path, entry: str) -> Files:
    payload: dict[str, Any] = {
        "source_id": SOURCE,
        "source_digest": DIGEST,
        "window_units": 0,
        "selected_lanes": [],
        "contexts": [],
    }
    if path[1:]:
        payload["contexts"] = [{**_EMPTY_CONTEXT, path[1]: "nasty list"}]
    else:
        payload[path[0]] = "nasty list"
    return _payload(_filled(json.dumps(payload).encode(), entry))


def _payload(data: bytes) -> Files:
    return {"index.json": b'{"lanes": {}}', "evidence-context.json": data}


def _descriptor(entry: str) -> Files:
    index = _filled(json.dumps({"evidence_context": "nasty list"}).encode(), entry)
    return {"index.json": index, "evidence-context.json": b"{}"}


def _unit_with(metadata: str) -> bytes:
    unit = {"id": 1, "kind": "note", "text": "T", "ref": {}, "metadata": metadata}
    return json.dumps({"source_id": SOURCE, "contexts": [{**_EMPTY_CONTEXT, "units": [unit]}]}).encode()


def _metadata(entry: str) -> Files:
    return _payload(_filled(_unit_with("nasty list"), entry))


def _lane(text: str) -> Files:
    return _payload(json.dumps({"source_id": SOURCE, "selected_lanes": [text], "contexts": []}).encode())


def _of_runs() -> Iterator[tuple[str, Callable[[], Files]]]:
    for name, path in _LISTS:
        for what, entry in _FILLINGS:
            label = f"{name} {'.'.join(path)}: {what}".replace(" :", ":")
            yield label, lambda name=name, path=path, entry=entry: _run_with(name, path, entry)
    for label, name, path, entry in _OF_RUN:
        yield f"run: {label}", lambda name=name, path=path, entry=entry: _run_with(name, path, entry)
    for label, name, path, piece in _LONG:
        yield f"run: {label}", lambda name=name, path=path, piece=piece: _run_with_text(name, path, piece)
    for label, name, path in (
        ("members of a plan", "queries.json", ()),
        ("members of a candidate", "candidates.json", ("candidates", 0)),
        ("criteria of a ranked paper", "ranked.json", (0, "criteria")),
        ("sources of the manifest", "manifest.json", ("retrieval", "per_source")),
    ):
        yield f"run: {label}", lambda name=name, path=path: _run_with_members(name, path)
    yield "run: a batch of a large number", lambda: _run("screen-batches/999999999.json", b'{"items": []}')
    for label, name, text in (
        ("an empty object on each line", "retrieval.log.jsonl", "{}\n"),
        ("broken lines", "retrieval.log.jsonl", "{\n"),
        ("headings", "evidence.md", "## 1. a\n"),
        ("entries", "evidence.bib", "@a{\n"),
        ("entries with a title", "evidence.bib", "@a{b,\n title={c}}\n"),
    ):
        yield f"run: {label}", lambda name=name, text=text: _run(name, text.encode() * (SIZE // len(text)))


def _of_contexts() -> Iterator[tuple[str, Callable[[], Files]]]:
    lists: Sequence[Path] = (
        ("selected_lanes",),
        ("contexts",),
        ("contexts", "units"),
        ("contexts", "evidence_refs"),
    )
    for path in lists:
        for what, entry in _FILLINGS:
            yield (
                f"evidence context, {path[-1]}: {what}",
                lambda path=path, entry=entry: _evidence_context(path, entry),
            )
    for what, entry in _FILLINGS:
        yield f"evidence context, descriptor: {what}", lambda entry=entry: _descriptor(entry)
    for label, path, entry in _OF_CONTEXT:
        yield f"evidence context: {label}", lambda path=path, entry=entry: _evidence_context(path, entry)
    for label, entry in (("empty objects", "{}"), ("paths", '"/home/a/%d"'), ("ones", "1")):
        yield f"evidence context, metadata: {label}", lambda entry=entry: _metadata(entry)
    for label, piece in (("slashes", "/"), ("a path", "/home/a "), ("keys", "sk-"), ("letters", "a")):
        text = piece * (SIZE // len(piece))
        yield f"evidence context, a lane of {label}", lambda text=text: _lane(text)
        yield f"evidence context, metadata of {label}", lambda text=text: _payload(_unit_with(text))
    yield (
        "evidence context: unknown keys",
        lambda: _payload(b"{" + b",".join(b'"k%d":1' % n for n in range(SIZE // 11)) + b"}"),
    )


BUNDLES = dict([*_of_runs(), *_of_contexts()])
"""What makes the files of each, by what it is."""
