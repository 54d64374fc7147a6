"""What the tool writes: a command each, the files it starts from, and how to look at what is left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.reviewing.support import small
from tests.tool import BROKEN, FIXABLE, SIDECAR, bibliography

Build = Callable[[Path], None]

CSL = "references.csl.json"
LATER = "2026-06-02T09:00:00Z"


class Scene(NamedTuple):
    """A command and where it runs. ``again`` is what comes after a failure, else the command itself.

    ``apart``: the files have nothing to do with each other, and some may be new while others are old.
    ``failed``: the exit status of a failure. ``between``: what happens to the files before the command runs again.
    ``spoil``: what happens to them after that, for a third run to tell. ``made``: what must be there after the first.
    """

    name: str
    build: Build
    command: tuple[str, ...]
    again: tuple[str, ...] | None = None
    apart: bool = False
    failed: int = 2
    between: Build = lambda root: None
    spoil: Build | None = None
    made: tuple[str, ...] = ()


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def _repository(root: Path) -> None:
    root.mkdir()
    _git(root, "init", "-q", "-b", "main", "--template=")


def _one_file(root: Path) -> None:
    root.mkdir()
    (root / CSL).write_bytes(FIXABLE)
    (root / "references.verification.json").write_bytes(SIDECAR)


def _nested(root: Path) -> None:
    """In a folder with a name that is always the same, since reports tell it."""
    root.mkdir()
    _one_file(root / "paper")


def _bundle(root: Path) -> None:
    """Three files of which a fix changes more than one: an id with spaces stands in all of them."""
    _repository(root)
    small(root)
    for path in root.glob("*.json*"):
        path.write_bytes(path.read_bytes().replace(b'"eels"', b'" eels"'))
    _git(root, "add", ".")


def _staged(root: Path) -> None:
    """The same, staged; with an edit that is not, one file gone from the work tree, and a file that is not ours."""
    _bundle(root)
    (root / "other.txt").write_text("other\n")
    _git(root, "add", ".")
    csl = root / CSL
    csl.write_bytes(csl.read_bytes().replace(b'"On weirs"', b'"On weirs and dams"'))
    (root / "review-queue.jsonl").unlink()


def _reviewed(root: Path) -> None:
    _repository(root)
    small(root)
    _git(root, "add", ".")


def _decisions(root: Path) -> None:
    _reviewed(root)
    with open(root / "decisions.jsonl", "w") as file:
        for record_id in ("gulls", "herons"):
            decision = {"reference_id": record_id, "decision": "keep", "reviewer": "tm"}
            file.write(json.dumps({**decision, "decided_at": LATER, "status": "resolved"}) + "\n")


def _imported(root: Path) -> None:
    """A wrapped bibliography with a workflow field, and no sidecar."""
    _repository(root)
    items = [
        {"id": "a", "type": "book", "title": "Weirs", "review_status": "queued"},
        {"id": "b", "type": "book", "title": "Eels"},
    ]
    (root / CSL).write_text(json.dumps({"items": items}))


OURS, OURS_AGAIN = ".merge_file_aB3xY9", ".merge_file_k0Qw2z"


def _merged(root: Path) -> None:
    root.mkdir()
    (root / "base").write_bytes(FIXABLE)
    (root / OURS).write_bytes(FIXABLE.replace(b'"Eels"', b'"Eels, revised"'))
    (root / "theirs").write_bytes(FIXABLE.replace(b'"Weirs"', b'"Weirs, revised"'))


def _merged_as_text(root: Path) -> None:
    """In a repository; our version cannot be read as records."""
    _merged(root)
    _git(root, "init", "-q", "-b", "main", "--template=")
    for name in ("base", OURS, "theirs"):
        place = root / name
        place.write_bytes(place.read_bytes().replace(b"]", b"] no JSON"))


def _named_anew(root: Path) -> None:
    """Git gives the file that it has merged another name each time."""
    (root / OURS).rename(root / OURS_AGAIN)


def _merge(name: str, build: Build) -> Scene:
    """Whatever fails, Git needs to be told of a conflict: it stops at some other exit statuses."""
    first, again = (("merge-driver", "base", ours, "theirs", "7", CSL) for ours in (OURS, OURS_AGAIN))
    return Scene(name, build, first, again, failed=1, between=_named_anew)


def _with_findings(root: Path) -> None:
    _repository(root)
    (root / CSL).write_bytes(FIXABLE)


def _run(root: Path, *arguments: str) -> None:
    from sourceright_lint.cli import main

    here = os.getcwd()
    os.chdir(root)
    try:
        main(arguments)
    finally:
        os.chdir(here)


def _installed(root: Path) -> None:
    _with_findings(root)
    _run(root, "install")


def _accepted(root: Path) -> None:
    """A baseline, and another finding since."""
    _with_findings(root)
    _run(root, "baseline", "write")
    (root / CSL).write_bytes(FIXABLE.replace(b'"Eels"', b'" Eels"'))


def _mended(root: Path) -> None:
    """A baseline of which one finding is gone."""
    _with_findings(root)
    (root / CSL).write_bytes(FIXABLE.replace(b'"Eels"', b'" Eels"'))
    _run(root, "baseline", "write")
    (root / CSL).write_bytes(FIXABLE)


def _two_reports(root: Path) -> None:
    root.mkdir()
    for part in ("1", "2"):
        _one_file(root / part)
        _run(root / part, "check", "--no-cache", "--output-format", "json", "--output-file", "report.json")


_CACHED = ("check", "--exit-zero", "--cache-dir", "cache", "--output-file", "report")
CACHE = "cache/clean"


def _cached(root: Path) -> None:
    """Of three bundles one has findings, and one was found clean before; so the cache is there, and grows by a line.

    It is one line, since half of two would be a whole one.
    """
    root.mkdir()
    for name, title in (("a", "Weirs"), ("b", "Eels"), ("c", "Gulls  ")):
        (root / name).mkdir()
        (root / name / CSL).write_bytes(bibliography(("x", title, "10.5555/x")))
        known = SIDECAR.replace(b"{}", b'{\n    "x": {\n      "review_status": "not_required"\n    }\n  }')
        (root / name / "references.verification.json").write_bytes(known)
    _run(root, "check", "a", *_CACHED[1:])
    (root / "report").unlink()


def _with_new_findings(root: Path) -> None:
    """In the bundles that were clean."""
    for name in "ab":
        place = root / name / CSL
        place.write_bytes(place.read_bytes().replace(b'"title": "', b'"title": " '))


def _broken(root: Path) -> None:
    root.mkdir()
    (root / CSL).write_bytes(BROKEN.replace(b",, ", b", "))


def _compact(root: Path) -> None:
    """Three files in no canonical layout."""
    _repository(root)
    small(root)
    for path in root.glob("*.json"):
        path.write_text(json.dumps(json.loads(path.read_bytes())))


SCENES = (
    Scene("fix", _one_file, ("check", "--fix", "--no-cache")),
    Scene("fix a broken file", _broken, ("check", "--fix", "--unsafe-fixes", "--no-cache")),
    Scene("fix three files", _bundle, ("check", "--fix", "--unsafe-fixes", "--no-cache")),
    Scene("fix what is staged", _staged, ("check", "--staged", "--fix", "--unsafe-fixes", "--no-cache")),
    Scene("format", _compact, ("format",)),
    Scene("install", _with_findings, ("install",)),
    Scene("uninstall", _installed, ("uninstall",)),
    _merge("merge", _merged),
    _merge("merge as text", _merged_as_text),
    Scene("baseline", _with_findings, ("baseline", "write"), ("baseline", "write", "--force")),
    Scene("baseline, updated", _accepted, ("baseline", "update")),
    Scene("baseline, pruned", _mended, ("baseline", "prune")),
    Scene("claim", _reviewed, ("review", "claim", "gulls", "--reviewer", "tm", "--claimed-at", LATER)),
    Scene(
        "decide",
        _reviewed,
        ("review", "decide", "gulls", "--status", "resolved", "--decision", "keep", "--reviewer", "tm",
         "--decided-at", LATER),
    ),
    Scene(
        "apply",
        _reviewed,
        ("review", "apply", "gulls", "--candidate", "1", "--fields", "volume", "--reviewer", "tm",
         "--decided-at", LATER),
    ),
    Scene("migrate", _imported, ("migrate", "--start", "queued")),
    Scene("picture", _nested, ("report", "paper", "--output-format", "html", "--output-file", "report.html")),
    Scene("import", _decisions, ("review", "import", "decisions.jsonl")),
    Scene("partition", _reviewed, ("review", "partition", "--parts", "2", "--out", "parts"), apart=True),
    Scene("report", _one_file, ("check", "--no-cache", "--exit-zero", "--output-format", "sarif",
                                "--output-file", "lint.sarif")),
    Scene("merge reports", _two_reports, ("merge-reports", "1/report.json", "2/report.json",
                                          "--output-file", "report.json")),
    Scene("cache", _cached, _CACHED, spoil=_with_new_findings, made=(CACHE, "report")),
    Scene("schemas", Path.mkdir, ("schema", "csl", "--output-dir", "schemas", "--vscode"), apart=True),
)  # fmt: skip


def copied(template: Path, root: Path) -> Path:
    """A copy of a scene to break."""
    shutil.copytree(template, root, symlinks=True)
    return root


def looked_at(root: Path) -> dict[str, bytes]:
    """Everything that counts: the files, the index by its entries, hooks and configuration.

    Of the cache the lines that are whole: a part of one, which a full disk left, is passed over.
    """
    found = {}
    for folder, folders, names in os.walk(root):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            place = Path(folder, name)
            path = str(place.relative_to(root))
            data = place.read_bytes()
            if path == CACHE:
                data = b"\n".join(sorted(line for line in data.split(b"\n") if len(line) == 64))
            found["ours" if path in (OURS, OURS_AGAIN) else path] = data
    git = root / ".git"
    if git.is_dir():
        for place in (git / "config", *sorted((git / "hooks").glob("*"))):
            found[str(place.relative_to(root))] = place.read_bytes()
        listed = subprocess.run(["git", "ls-files", "-s", "-z"], cwd=root, capture_output=True, check=True)
        for entry in listed.stdout.split(b"\0")[:-1]:
            head, _, path = entry.partition(b"\t")
            found["index:" + path.decode()] = head
    return found


def left_over(root: Path) -> Sequence[str]:
    """Copies, locks, journals, and all else in the folder that is there for them, that still lie about."""
    marks = (".tmp", "journal", "journal.new", ".lock")
    found = []
    for folder, _, names in os.walk(root):
        ours = not {"sourceright-lint", ".sourceright-lint-state"}.isdisjoint(Path(folder).parts)
        found += [os.path.join(folder, name) for name in names if ours or name.endswith(marks)]
    return found
