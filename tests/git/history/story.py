"""A scripted history of a workspace: what each commit does, and what is to be found at it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.gitrepo import GitRepo
from tests.sourceright.history.support import (
    CANDIDATE,
    DECISION,
    ITEM,
    RECORD,
    STATUS,
    VERSION,
    VERSION_CHANGED,
    WITH_ITEM,
    candidate,
    decision,
    item,
    record,
)

Found = tuple[str, "str | None"]
_SAID = re.compile(r" \(commit ([0-9a-f]{12}) of (\S+)\)$")


class Paper:
    """The workspace in the working tree of a repository, to be changed and written."""

    def __init__(self, repo: GitRepo, folder: str = "paper", revision: str | None = None) -> None:
        self.repo = repo
        self.folder = folder
        self.version: Any = VERSION
        self.items: dict[str, Any] = {}
        self.records: dict[str, Any] = {}
        self.raw: dict[str, bytes | None] = {}
        self.indent: int | None = 2
        self._load(revision)

    def _load(self, revision: str | None) -> None:
        def read(name: str) -> Any:
            path = f"{self.folder}/{name}"
            if revision is not None:
                return json.loads(self.repo.git("show", f"{revision}:{path}"))
            if not os.path.exists(self.repo.place(path)):
                return None
            try:
                return json.loads(self.repo.read(path))
            except ValueError:
                return None

        sidecar = read(SIDECAR) or {}
        self.items = {entry["id"]: entry for entry in read(CSL) or ()}
        self.records = sidecar.get("references", {})
        self.version = sidecar.get("schema_version", VERSION)

    def set(self, id: str, status: str, *decisions: Any, **more: Any) -> None:
        """Change a record (or start one), and add decisions to it."""
        old = self.records.setdefault(id, {})
        old.update(review_status=status, **more)
        if decisions:
            old["review_decisions"] = [*old.get("review_decisions", []), *decisions]

    def move(self, folder: str) -> None:
        os.rename(self.repo.place(self.folder), self.repo.place(folder))
        self.folder = folder

    def write(self) -> None:
        texts = {
            CSL: list(self.items.values()),
            SIDECAR: {"schema_version": self.version, "references": self.records},
        }
        for name, value in texts.items():
            data = self.raw.get(name, json.dumps(value, indent=self.indent).encode() + b"\n")
            path = f"{self.folder}/{name}"
            if data is not None:
                self.repo.write(path, data)
            elif os.path.exists(self.repo.place(path)):
                os.remove(self.repo.place(path))
        self.repo.git("add", "--all")


class Step(NamedTuple):
    """One commit. ``on`` is its branch, made where it is not there; ``merge`` names what it joins."""

    says: str
    do: Callable[[Paper], object]
    expect: tuple[Found, ...] = ()
    on: str = "main"
    merge: str = ""


class Told(NamedTuple):
    """The story as it was written: the commit of each step, and what is to be found at each commit."""

    repo: GitRepo
    oids: list[str]
    expected: dict[str, list[Found]]
    dates: dict[str, str]


def tell(repo: GitRepo, steps: Iterable[Step], set_date: Callable[[str], None]) -> Told:
    told = Told(repo, [], {}, {})
    for number, step in enumerate(steps):
        date = f"2024-{1 + number // 28:02}-{1 + number % 28:02}T08:00:00+01:00"
        set_date(date)
        _check_out(repo, step.on)
        if step.merge:
            repo.git("merge", "-q", "--no-commit", "--strategy=ours", step.merge)
        folder = "refs" if os.path.exists(repo.place("refs")) else "paper"
        paper = Paper(repo, folder)
        step.do(paper)
        paper.write()
        oid = repo.commit(step.says)
        told.oids.append(oid)
        told.expected[oid] = sorted(step.expect, key=repr)
        told.dates[oid] = date
    return told


def _check_out(repo: GitRepo, branch: str) -> None:
    if repo.git("rev-parse", "--verify", "-q", "HEAD", check=False):
        exists = repo.git("rev-parse", "--verify", "-q", f"refs/heads/{branch}", check=False)
        repo.git("checkout", "-q", *(() if exists else ("-b",)), branch)


def found_at(findings: Iterable[Mapping[str, Any]]) -> dict[str, list[Found]]:
    """Codes and records of reported findings, by the (short) commit that their messages name."""
    found: dict[str, list[Found]] = {}
    for finding in findings:
        said = _SAID.search(finding["message"])
        assert said, finding["message"]
        found.setdefault(said[1], []).append((finding["code"], finding["record"]))
    return {oid: sorted(each, key=repr) for oid, each in found.items()}


def dates_of(findings: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The dates that messages give, by commit."""
    return {said[1]: said[2] for finding in findings if (said := _SAID.search(finding["message"]))}


def _start(paper: Paper) -> None:
    for id in "abcdefh":
        paper.items[id] = item(id, DOI=f"10.5555/{id}")
    for id in "acdefh":
        paper.set(id, "queued", provider_candidates=[candidate(id=id)])
    paper.set("b", "not_required")


def _rename(paper: Paper, old: str, new: str) -> None:
    paper.items[new] = {**paper.items.pop(old), "id": new}
    paper.records[new] = paper.records.pop(old)


def _edit(paper: Paper, id: str, **members: Any) -> None:
    paper.items[id].update(members)


def _decisions(paper: Paper, id: str, change: Callable[[list[Any]], Any]) -> None:
    paper.records[id]["review_decisions"] = change(paper.records[id]["review_decisions"])


def _break(paper: Paper) -> None:
    paper.raw[SIDECAR] = b"<<<<<<< ours\n" + paper.repo.read(f"{paper.folder}/{SIDECAR}")


def _repair(paper: Paper, **lost: Any) -> None:
    """The sidecar as it was before it was broken, with one decision less."""
    before = Paper(paper.repo, paper.folder, "HEAD~1")
    paper.records, paper.version = before.records, before.version
    _decisions(paper, "c", lambda old: old[:-1])


def _join(paper: Paper, branch: str, *, take: Iterable[str] = (), **statuses: str) -> None:
    """Take whole records (with their items) from the other side, and set statuses."""
    theirs = Paper(paper.repo, paper.folder, branch)
    for id in take:
        paper.records[id], paper.items[id] = theirs.records[id], theirs.items[id]
    for id, status in statuses.items():
        paper.set(id, status)


def _without(paper: Paper, *names: str) -> None:
    for name in names:
        paper.raw[name] = None


def _restore(paper: Paper, revision: str) -> None:
    before = Paper(paper.repo, "paper", revision)
    paper.items, paper.records = before.items, before.records


D = decision
STORY = (
    Step("start", _start),
    Step("a is claimed", lambda p: p.set("a", "in_progress")),
    Step("a is resolved", lambda p: p.set("a", "resolved", D("keep", 1))),
    Step("a jumps back", lambda p: p.set("a", "in_progress"), ((STATUS, "a"),)),
    Step("a is resolved again", lambda p: p.set("a", "resolved", D("keep", 2))),
    Step("a is reopened and claimed at once", lambda p: p.set("a", "in_progress", D("reopen", 3))),
    Step("b is claimed and was never queued", lambda p: p.set("b", "in_progress"), ((STATUS, "b"),)),
    Step("b is not required after all", lambda p: p.set("b", "not_required"), ((STATUS, "b"),)),
    Step("c is resolved", lambda p: p.set("c", "resolved", D("keep", 1), D("done", 2))),
    Step(
        "a decision of c is rewritten",
        lambda p: _decisions(p, "c", lambda old: [{**old[0], "reviewer": "kb"}, *old[1:]]),
        ((DECISION, "c"),),
    ),
    Step("c gets another decision", lambda p: p.set("c", "resolved", D("sure", 3))),
    Step("c's decisions turn round", lambda p: _decisions(p, "c", lambda old: old[::-1]), ((DECISION, "c"),)),
    Step("c loses a decision", lambda p: _decisions(p, "c", lambda old: old[:-1]), ((DECISION, "c"),)),
    Step("d is looked up again", lambda p: p.set("d", "queued", provider_candidates=[candidate(day=20)])),
    Step(
        "d loses its candidate", lambda p: p.set("d", "queued", provider_candidates=[]), ((CANDIDATE, "d"),)
    ),
    Step("c gets another title", lambda p: _edit(p, "c", title="Other"), ((ITEM, "c"),)),
    Step("c's DOI in another dress", lambda p: _edit(p, "c", DOI="https://doi.org/10.5555/C")),
    Step(
        "c is corrected", lambda p: (_edit(p, "c", title="Third"), p.set("c", "resolved", D("corrected", 4)))
    ),
    Step("d is corrected in its review", lambda p: _edit(p, "d", title="Other")),
    Step("e loses its record", lambda p: p.records.pop("e"), ((RECORD, "e"),)),
    Step("e gets a record", lambda p: p.set("e", "queued")),
    Step("e is dropped", lambda p: (p.records.pop("e"), p.items.pop("e")), ((WITH_ITEM, "e"),)),
    Step("f is renamed", lambda p: _rename(p, "f", "g")),
    Step("a version of nobody", lambda p: setattr(p, "version", "v1"), ((VERSION_CHANGED, None),)),
    Step("the version is mended", lambda p: setattr(p, "version", VERSION)),
    Step(
        "a later version",
        lambda p: setattr(p, "version", "sourceright.verification.v2"),
        ((VERSION_CHANGED, None),),
    ),
    Step("and back", lambda p: setattr(p, "version", VERSION), ((VERSION_CHANGED, None),)),
    Step("the folder moves", lambda p: p.move("refs")),
    Step(
        "it moves back, and c jumps", lambda p: (p.move("paper"), p.set("c", "in_progress")), ((STATUS, "c"),)
    ),
    Step("c is resolved again", lambda p: p.set("c", "resolved", D("again", 5))),
    Step("conflict markers are committed", _break),
    Step("they are taken out, and a decision with them", _repair, ((DECISION, "c"),)),
    Step("topic: d is claimed", lambda p: p.set("d", "in_progress"), on="topic"),
    Step("topic: a gets a decision", lambda p: p.set("a", "resolved", D("topic", 7)), on="topic"),
    Step("main: d is resolved", lambda p: p.set("d", "resolved", D("keep", 6))),
    Step("main: h is claimed", lambda p: p.set("h", "in_progress")),
    Step("topic is merged", lambda p: _join(p, "topic", take="a"), merge="topic"),
    Step(
        "side: h loses its candidate",
        lambda p: p.set("h", "in_progress", provider_candidates=[]),
        ((CANDIDATE, "h"),),
        on="side",
    ),
    Step("side: c gets a fourth title", lambda p: _edit(p, "c", title="4"), ((ITEM, "c"),), on="side"),
    Step("main: g is claimed", lambda p: p.set("g", "in_progress")),
    Step("side is merged, with its faults", lambda p: _join(p, "side", take="hc"), merge="side"),
    Step("evil: a gets a decision", lambda p: p.set("a", "resolved", D("evil", 8)), on="evil"),
    Step("main: a gets another one", lambda p: p.set("a", "resolved", D("good", 9))),
    Step("evil is merged, without its decision", lambda p: None, ((DECISION, "a"),), merge="evil"),
    Step("late: g is resolved", lambda p: p.set("g", "resolved", D("keep", 9)), on="late"),
    Step("main: g is resolved too", lambda p: p.set("g", "resolved", D("drop", 10))),
    Step(
        "late is merged, and g jumps",
        lambda p: p.set("g", "in_progress", D("keep", 9)),
        ((STATUS, "g"),),
        merge="late",
    ),
    Step("the sidecar is deleted", lambda p: _without(p, SIDECAR), ((RECORD, None),)),
    Step("and restored", lambda p: _restore(p, "HEAD~1")),
    Step("the workspace is deleted", lambda p: _without(p, CSL, SIDECAR), ((WITH_ITEM, None),)),
    Step("and restored", lambda p: _restore(p, "HEAD~1")),
    Step("all in one line", lambda p: setattr(p, "indent", None)),
    Step("and as it was", lambda p: None),
    Step("Squashed commit of the following:", lambda p: p.set("b", "in_progress")),
)
"""Each fault stands at its commit and nowhere else."""

__all__ = ["STORY", "Paper", "Step", "Told", "dates_of", "found_at", "record", "tell"]
