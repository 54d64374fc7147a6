"""A repository that a stranger made: links, pipes, devices, paths that lead out, names that look like options.

Whatever it holds, nothing outside of it is opened, changed or shown, nothing hangs, and no program but Git is started.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, git_environment, repo
from tests.hostile.watching import Watched, watched

__all__ = ["git_environment", "repo"]

SECRET = "SECRET-5c1d"
CSL = [{"id": "weir", "type": "book", "title": "Weirs  and eels"}]
DESCRIPTOR = {
    "artifact_kind": "source/evidence-context",
    "media_type": "application/json",
    "schema_id": "notarius.source.evidence_context",
    "schema_name": "notarius_source_evidence_context_v1",
    "schema_version": "v1",
}
OWN = ".sourceright-lint.toml"
RUNS = [
    ["check"],
    ["check", "--fix", "--unsafe-fixes"],
    ["check", "--staged"],
    ["format"],
    ["report"],
    ["doctor"],
    ["check", "--diff"],
]

Make = Callable[[Path, Path], None]


def text(name: str, content: str) -> Make:
    def make(root: Path, outside: Path) -> None:
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content.replace("OUTSIDE", str(outside)))

    return make


def link(name: str, target: str) -> Make:
    def make(root: Path, outside: Path) -> None:
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        place.symlink_to(target.replace("OUTSIDE", str(outside)))

    return make


def pipe(name: str) -> Make:
    return lambda root, outside: os.mkfifo(root / name)


def index(logical_file: str) -> Make:
    return text(
        "run/index.json", json.dumps({"evidence_context": {**DESCRIPTOR, "logical_file": logical_file}})
    )


def candidates(run_dir: str, brief_path: str) -> Make:
    run = {"run_dir": run_dir, "slug": "s", "date": "2026-01-05", "brief_path": brief_path, "defaults": {}}
    return text("s/candidates.json", json.dumps({"run": run, "candidates": []}))


BIBLIOGRAPHY = text("x/references.csl.json", json.dumps(CSL))
BUNDLE = '[[bundles]]\ncontract = "sourceright"\ncsl = "%s"\n'
FORMATTERS = (".prettierrc", ".prettierignore", "package.json", "biome.json")
OPTIONS = ("--output-file=pwned", "-x", "--fix", "--config=x")
MODULES = ("json.py", "orjson.py", "sitecustomize.py", "re.py")

CASES: dict[str, list[Make]] = {
    "bibliography is a link out": [link("x/references.csl.json", "OUTSIDE/secret.json")],
    "bibliography is a link out, relative": [link("x/references.csl.json", "../../outside/secret.json")],
    "sidecar is a link out": [BIBLIOGRAPHY, link("x/references.verification.json", "OUTSIDE/secret.json")],
    "queue is a link out": [BIBLIOGRAPHY, link("x/review-queue.jsonl", "OUTSIDE/secret.json")],
    "folder is a link out": [link("x", "OUTSIDE")],
    "bibliography is endless": [link("x/references.csl.json", "/dev/zero")],
    "bibliography waits": [link("x/references.csl.json", "/dev/stdin")],
    "bibliography is a pipe": [pipe("references.csl.json")],
    "link to itself": [link("x/references.csl.json", "references.csl.json")],
    "link into .git": [link("x/references.csl.json", "../.git/config")],
    "configuration is a link out": [link(OWN, "OUTSIDE/secret.toml")],
    "configuration is endless": [link(OWN, "/dev/zero")],
    "configuration is a pipe": [pipe(OWN)],
    "pyproject is a link out": [link("pyproject.toml", "OUTSIDE/secret.toml")],
    "pyproject is endless": [link("pyproject.toml", "/dev/zero")],
    "extends what is outside": [text(OWN, 'extend = "../outside/secret.toml"')],
    "extends an absolute path": [text(OWN, 'extend = "OUTSIDE/secret.toml"')],
    "extends a link out": [text(OWN, 'extend = "base.toml"'), link("base.toml", "OUTSIDE/secret.toml")],
    "baseline is a link out": [link(".sourceright-lint-baseline.json", "OUTSIDE/secret.json")],
    "baseline outside": [text(OWN, 'baseline = "../outside/secret.json"')],
    "bundle outside": [text(OWN, BUNDLE % "../outside/secret.json")],
    "bundle outside, absolute": [text(OWN, BUNDLE % "OUTSIDE/secret.json")],
    "bundle by a link": [text(OWN, BUNDLE % "l.json"), link("l.json", "OUTSIDE/secret.json")],
    "evidence outside": [index("../../outside/secret.json")],
    "evidence outside, absolute": [index("OUTSIDE/secret.json")],
    "evidence is a link out": [
        index("evidence-context.json"), link("run/evidence-context.json", "OUTSIDE/secret.json")
    ],
    "evidence is endless": [index("evidence-context.json"), link("run/evidence-context.json", "/dev/zero")],
    "scan with a path out": [
        text("s/brief.md", "x"),
        candidates("OUTSIDE", "OUTSIDE/secret.json"),
    ],
    "page of a scan is a link out": [
        candidates("s", "s/brief.md"),
        *(link(f"s/{name}", "OUTSIDE/secret.json") for name in ("brief.md", "evidence.md")),
        link("s/evidence.bib", "/dev/zero"),
    ],
    "formatter's files are links out": [
        *(link(name, "OUTSIDE/secret.json") for name in FORMATTERS),
        link(".pre-commit-config.yaml", "/dev/zero"),
    ],
    "attributes are a link out": [link(".gitattributes", "OUTSIDE/secret.json")],
    "names like options": [
        *(text(f"{folder}/references.csl.json", json.dumps(CSL)) for folder in OPTIONS)
    ],
    "modules in the way": [*(text(name, "open('pwned', 'w')") for name in MODULES)],
    "plug-ins that are not there": [text(OWN, 'plugins = ["os:system", "../x", "x"]')],
}  # fmt: skip


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with what a stranger would like to read or change, beside the repository."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.json").write_text(
        json.dumps([{"id": SECRET, "type": SECRET, "title": f"{SECRET}  x", "DOI": SECRET}])
    )
    (folder / "references.csl.json").write_text((folder / "secret.json").read_text())
    (folder / "secret.toml").write_text(f'{SECRET} = "{SECRET}"\n[tool.sourceright-lint]\n{SECRET} = 1\n')
    return folder


def make(repo: GitRepo, outside: Path, steps: list[Make]) -> None:
    repo.add("references.csl.json", json.dumps(CSL).encode())
    repo.commit()
    if steps == CASES["bibliography is a pipe"]:
        (repo.root / "references.csl.json").unlink()
    for step in steps:
        step(repo.root, outside)
    repo.git("add", "-A", "--", ".", check=False)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("steps", CASES.values(), ids=CASES)
def test_nothing_gets_out_or_in(repo: GitRepo, outside: Path, tmp_path: Path, steps: list[Make]) -> None:
    make(repo, outside, steps)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in outside.iterdir()}
    ran: Watched = watched(repo.root, tmp_path / "log", *RUNS, timeout=120)
    assert "internal fault" not in ran.output
    assert SECRET not in ran.output
    assert ran.outside(repo.root, tmp_path / "home") == set()
    assert not [
        path
        for _, path in ran.calls
        if isinstance(path, str) and "secret" in path and not os.path.islink(path)
    ]
    assert ran.programs() <= {"git"}
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in outside.iterdir()} == before
    assert not list(tmp_path.rglob("pwned"))
