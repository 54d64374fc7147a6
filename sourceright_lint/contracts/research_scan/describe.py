"""What a run says, in lines: counts, and for each work its score, its rank and its packet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sourceright_lint.contracts.research_scan import files
from sourceright_lint.contracts.research_scan.view import JsonFile, Part, Run
from sourceright_lint.describing.facts import Fact
from sourceright_lint.describing.words import brief, mark
from sourceright_lint.jsontext import MISSING

_LISTS: Mapping[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "candidates.json": (("candidates", "candidate", ("title",)),),
    "screen.json": (("scores", "score", ("score",)),),
    "shortlist.json": (
        ("in_window", "shortlisted work", ("score", "title")),
        ("outside_window", "shortlisted work outside the window", ("score", "title")),
    ),
    "ranked.json": (("", "ranking", ("overall", "evidence_level", "relation")),),
    "evidence.json": (
        ("packets", "packet", ("rank", "overall", "title")),
        ("alternates", "alternate", ("rank", "overall", "title")),
    ),
}
"""By file: the lists (``""``: the file itself), what an entry is, and the members that are shown of it."""


def facts(run: Run) -> Iterator[Fact]:
    """Everything that the files say; of logs, pages and batches only that they differ."""
    for name, document in run.documents.items():
        file = run.file(name)
        if file is None or name.startswith(files.BATCHES):
            if document.kind == "text" or document.value is not MISSING:
                yield Fact("", name, name, mark(document.text))
        else:
            yield from _of_file(file)


def _of_file(file: JsonFile) -> Iterator[Fact]:
    lists = _LISTS.get(file.name, ())
    listed = {key for key, _, _ in lists}
    if isinstance(file.value, dict):
        for key in sorted(file.value.keys() - listed):
            yield from _of_member(file.name, key, file.value[key])
    elif "" not in listed:
        yield Fact("", file.name, file.name, brief(file.value))
    for key, part, shown in lists:
        entries = file.value if not key else file.get(key)
        for entry in entries if isinstance(entries, list) else ():
            yield from _of_entry(Part(file.document, (), entry), part, shown)


def _of_member(name: str, key: str, value: Any) -> Iterator[Fact]:
    """A member of the top level; the members of ``counts`` and the like each for itself."""
    label = f"{name} {brief(key)}"
    if isinstance(value, dict) and key in ("counts", "timestamps"):
        for inner in sorted(value):
            yield Fact("", name, f"{label}.{brief(inner)}", brief(value[inner]))
    else:
        yield Fact("", name, label, brief(value))


def _of_entry(entry: Part, part: str, shown: tuple[str, ...]) -> Iterator[Fact]:
    subject = entry.cid or "(no cid)"
    if not isinstance(entry.value, dict):
        yield Fact(subject, part, part, brief(entry.value))
        return
    for key in shown:
        if key in entry.value:
            label = key if key == part else f"{part} {key}"
            yield Fact(subject, part, label, brief(entry.value[key]), main=True)
    rest = {key: value for key, value in entry.value.items() if key not in (*shown, "cid")}
    yield Fact(subject, part, f"{part} otherwise", mark(rest))
