"""Ways to change an invented run, and a runner of the contract's rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sourceright_lint.config import Settings
from sourceright_lint.contracts.research_scan import ResearchScan
from sourceright_lint.contracts.research_scan.view import Run
from sourceright_lint.finding import Pointer
from sourceright_lint.jsontext import Document
from sourceright_lint.rule import Problem
from sourceright_lint.source import Source
from tests.research_scan.a_run import ROOT, Files, valid_run

CONTRACT = ResearchScan()
SETTINGS = Settings(options={option.name: option.default for option in CONTRACT.options})


class MemorySource(Source):
    """Files in a dictionary."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def names(self, folder: str) -> frozenset[str]:
        return frozenset(p.rpartition("/")[2] for p in self.files if p.rpartition("/")[0] == folder)

    def walk(self, folder: str) -> Iterable[str]:
        return sorted(path for path in self.files if path.startswith(folder + "/"))


DELETE = object()


def put(value: Any, pointer: Pointer, new: Any) -> Any:
    """``value`` changed in place: ``new`` at ``pointer`` (DELETE takes it out, an index past the end appends)."""
    if not pointer:
        return new
    holder = value
    for part in pointer[:-1]:
        holder = holder[part]
    last = pointer[-1]
    if new is DELETE:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(new)
    else:
        holder[last] = new
    return value


def changed(*changes: tuple[str, Pointer, Any]) -> Files:
    """The valid run with each change made in turn: file, pointer, new value."""
    files = valid_run()
    for name, pointer, new in changes:
        if new is DELETE and not pointer:
            del files[name]
        else:
            files[name] = put(files.get(name), pointer, new)
    return files


def view_of(files: Mapping[str, Any], root: str = ROOT) -> Run | None:
    """The run in ``root`` that has these files: bytes, text, or JSON values by name."""
    source = MemorySource({f"{root}/{name}": as_bytes(value) for name, value in files.items()})
    bundle = CONTRACT.bundle(root, source, SETTINGS)
    if bundle is None:
        return None
    documents = {f.path: Document(f.path, source.files[f.path], f.kind, f.private) for f in bundle.files}
    return CONTRACT.view(bundle, documents, SETTINGS)


def problems(files: Mapping[str, Any], root: str = ROOT) -> list[tuple[str, str, Problem]]:
    """Code, severity and problem of all that is wrong with the run."""
    view = view_of(files, root)
    assert view is not None, "no run"
    return [
        (rule.code, problem.severity or rule.severity, problem)
        for rule in CONTRACT.rules()
        for subject in view.subjects(rule.scope)
        for problem in rule.check(subject)
    ]


def codes(files: Mapping[str, Any], root: str = ROOT) -> list[str]:
    """Codes of all that is wrong, sorted."""
    return sorted(code for code, _, _ in problems(files, root))


def where(found: Iterable[tuple[str, str, Problem]]) -> list[tuple[str, str, Pointer]]:
    """Code, file name and pointer of problems, sorted."""
    rows = [(c, p.place.document.path.removeprefix(ROOT + "/"), p.place.pointer) for c, _, p in found]
    return sorted(rows, key=repr)


def as_bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value, indent=2).encode() + b"\n"


Edit = Callable[[Files], None]
