"""The lines in ``.gitattributes``: put there, read by Git as they are meant, taken out again."""

from __future__ import annotations

import os

import pytest

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.config.settings import default_settings
from sourceright_lint.contract import AttributePattern, Contract
from sourceright_lint.git.install.attributes import lines
from sourceright_lint.git.plumbing import path_text
from tests.gitrepo import ODD_NAMES, GitRepo
from tests.install.support import snapshot
from tests.tool import lint


def test_lines_that_were_added_around_ours_stay(repo: GitRepo) -> None:
    repo.write(".gitattributes", b"*.png binary")
    lint(repo.root, "install")
    ours = repo.read(".gitattributes")
    repo.write(".gitattributes", b"*.gif binary\n" + ours + b"\n*.jpg binary\n")
    assert "everything is in place" in lint(repo.root, "install").stdout
    lint(repo.root, "uninstall")
    assert repo.read(".gitattributes") == b"*.gif binary\n*.png binary\n*.jpg binary\n"


@pytest.mark.parametrize(
    "text",
    [
        b"# begin sourceright-lint\nx\n",
        b"# end sourceright-lint\n",
        b"# begin sourceright-lint: x\n# begin sourceright-lint\n# end sourceright-lint\n",
    ],
    ids=["no end", "no begin", "two begins"],
)
def test_broken_markers_are_refused_and_nothing_is_done(repo: GitRepo, text: bytes) -> None:
    repo.write(".gitattributes", text)
    before = snapshot(repo)
    for command in ("install", "uninstall"):
        done = lint(repo.root, command)
        assert done.returncode == 2
        assert "not as they were made" in done.stderr
        assert snapshot(repo) == before


def test_attributes_that_are_a_link_are_refused(repo: GitRepo) -> None:
    repo.write("elsewhere", b"*.png binary\n")
    os.symlink("elsewhere", repo.root / ".gitattributes")
    before = snapshot(repo)
    assert lint(repo.root, "install").returncode == 2
    assert snapshot(repo) == before


def test_git_reads_the_lines_as_they_are_meant(repo: GitRepo) -> None:
    odd = 'od d/"q[1]*?#! é.json'
    repo.write(
        ".sourceright-lint.toml",
        f"[[bundles]]\ncontract = 'sourceright'\ncsl = '''{odd}'''\nsidecar = '#paper/side.json'\n".encode(),
    )
    assert lint(repo.root, "install").returncode == 0
    paths = {
        "paper/references.csl.json": "lf sourceright-lint sourceright-lint",
        "review-queue.jsonl": "lf sourceright-lint sourceright-lint",
        odd: "lf sourceright-lint sourceright-lint",
        "#paper/side.json": "lf sourceright-lint sourceright-lint",
        "x/#paper/side.json": "unspecified unspecified unspecified",
        'od d/"q1zzx#! é.json': "unspecified unspecified unspecified",
        "evidence-context.json": "lf unspecified sourceright-lint",
        "research/scans/2026-01-02-weirs/screen.json": "lf unspecified unspecified",
        "deep/research/scans/2026-01-02-weirs/screen-batches/01.json": "lf unspecified unspecified",
        "research/scans/notes/screen.json": "unspecified unspecified unspecified",
        "other.json": "unspecified unspecified unspecified",
    }
    output = repo.git(
        "check-attr", "-z", "--stdin", "eol", "merge", "diff", input="\0".join(paths).encode() + b"\0"
    )
    fields = output.decode().split("\0")
    found: dict[str, list[str]] = {}
    for path, value in zip(fields[::3], fields[2::3], strict=False):
        found.setdefault(path, []).append(value)
    assert {path: " ".join(values) for path, values in found.items()} == paths


@pytest.mark.parametrize("name", [*ODD_NAMES, b"#hash", b"!bang", b"trailing ", b"\x7f"])
def test_any_path_can_be_named_exactly(repo: GitRepo, name: bytes) -> None:
    path = path_text(name)
    repo.write(".gitattributes", lines([AttributePattern(path, merges=True, exact=True)])[0] + b"\n")
    asked = name + b"\0" + name + b"x\0deep/" + name + b"\0"
    output = repo.git("check-attr", "-z", "--stdin", "merge", input=asked)
    assert output.split(b"\0")[2::3] == [b"sourceright-lint", b"unspecified", b"unspecified"]


@pytest.mark.parametrize("contract", load_contracts(), ids=lambda contract: contract.name)
def test_the_merge_driver_is_named_where_a_contract_merges_by_record(contract: Contract) -> None:
    settings = default_settings(load_contracts())
    for pattern in contract.attribute_patterns(settings):
        file = contract.file_of(pattern.pattern, settings)
        plan = contract.merge_plan(file.role) if file else None
        assert pattern.merges == (plan is not None)


def test_without_drivers_only_line_ends_are_set(repo: GitRepo) -> None:
    lint(repo.root, "install", "--no-drivers", "--no-hooks")
    assert b"merge=" not in repo.read(".gitattributes")
    assert b"eol=lf" in repo.read(".gitattributes")
    assert b"sourceright" not in (repo.root / ".git/config").read_bytes()
    assert not (repo.root / ".git/hooks/pre-commit").exists()
