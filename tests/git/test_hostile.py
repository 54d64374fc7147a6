"""A repository whose configuration names programs, wherever Git would run one: none of our calls does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import changes, revisions
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.staging import fix_staged
from sourceright_lint.source.index import Index
from sourceright_lint.source.revision import Revision
from sourceright_lint.source.worktree import WorkTree
from tests.gitrepo import GitRepo, make_repo
from tests.tool import bibliography, lint

HOOKS = (
    *("post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman"),
    *("pre-auto-gc", "post-rewrite", "sendemail-validate", "pre-merge-commit"),
)
SERVERS = ("core.sshCommand", "core.gitProxy", "remote.origin.uploadpack")
"""Git waits for their answer, so they end at once."""

OLD, NEW = b"1\n2\n3\n4\n5\n", b"1\n2\n3\n4\nfive\n"


def sign(repo: GitRepo, kind: bytes) -> None:
    """Give the last commit a signature, which whoever wants to verify it hands to a program."""
    signature = b"gpgsig -----BEGIN %b SIGNATURE-----\n \n x\n -----END %b SIGNATURE-----\n\n" % (kind, kind)
    commit = repo.git("cat-file", "commit", "HEAD").replace(b"\n\n", b"\n" + signature, 1)
    oid = repo.git("hash-object", "-t", "commit", "-w", "--stdin", input=commit).decode().strip()
    repo.git("update-ref", "HEAD", oid)


@pytest.fixture
def hostile(repo: GitRepo, tmp_path: Path) -> GitRepo:
    """Commits, staged and unstaged changes, and every setting that can name a program names one that leaves a trace."""
    for name in ("f", "g", "a=b"):
        repo.add(name, OLD)
    repo.commit()
    sign(repo, b"SSH")
    repo.add("f", OLD + b"6\n")
    repo.commit()
    sign(repo, b"PGP")
    repo.add("g", OLD + b"7\n")
    repo.write("g", b"0\n" + OLD + b"7\n")
    program = tmp_path / "canary"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> "{tmp_path}/sang"\ncat\n')
    program.chmod(0o755)
    programs = tmp_path / "programs"
    programs.mkdir()
    remote = tmp_path / "remote"
    remote.write_text(f'#!/bin/sh\necho "$0 $@" >> "{tmp_path}/sang"\nexit 1\n')
    remote.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for folder in (hooks, repo.root / ".git" / "hooks"):
        folder.mkdir(exist_ok=True)
        for name in HOOKS:
            (folder / name).unlink(missing_ok=True)
            (folder / name).symlink_to(program)
    settings = {
        "core.hooksPath": str(hooks),
        "diff.trustExitCode": "true",
        "log.showSignature": "true",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{remote}",
        "core.repositoryFormatVersion": "1",
        "merge.default": "evil",
        "gpg.ssh.allowedSignersFile": os.devnull,
    }
    for name in (
        *("core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.gitProxy"),
        *("core.alternateRefsCommand", "diff.external", "diff.evil.command", "diff.evil.textconv"),
        *(
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.evil.process",
            "merge.evil.driver",
            "gpg.program",
        ),
        *(
            "filter.a=b.clean",
            "gpg.ssh.program",
            "credential.helper",
            "remote.origin.uploadpack",
            "pager.diff",
        ),
        *(
            "uploadpack.packObjectsHook",
            "sequence.editor",
            "alias.ls-files",
            "trailer.x.command",
            "man.viewer",
        ),
    ):
        settings[name] = str(programs / name)
        (programs / name).symlink_to(remote if name in SERVERS else program)
    with open(repo.root / ".git" / "config", "a") as file:
        for name, value in settings.items():
            section, _, key = name.rpartition(".")
            outer, dot, inner = section.partition(".")
            quoted = f' "{inner}"' if dot else ""
            file.write(f'[{outer}{quoted}]\n\t{key} = "{value}"\n')
    repo.write(".git/info/attributes", b"* filter=evil diff=evil merge=evil\na=b filter=a=b\n")
    os.utime(repo.root / "g", (1, 1))
    # An index older than its files makes Git compare their content, through the filter.
    os.utime(repo.root / ".git" / "index", (1, 1))
    return repo


def missing(repository: Repository) -> None:
    with pytest.raises(SourceError):
        repository.blobs(["1" * 40])


def merged(repository: Repository) -> None:
    fix_staged(repository, {"g": (OLD + b"7\n", NEW + b"7\n")})


def marked(repository: Repository) -> None:
    repository.run("update-index", "--assume-unchanged", "g", extra=repository.without_filters())
    os.utime(repository.index_file, (1, 1))
    merged(repository)


CALLS: dict[str, Callable[[Repository], object]] = {
    "staged": lambda repository: changes.staged(repository, renames=True),
    "between": lambda repository: changes.between(repository, "HEAD~1", "HEAD", renames=True),
    "in work tree": lambda repository: changes.in_work_tree(
        repository, revisions.resolve(repository, "HEAD")
    ),
    "unstaged": changes.unstaged,
    "walk": lambda repository: WorkTree(repository.root, repository).walk(""),
    "index": lambda repository: Index(repository).read("f"),
    "revision": lambda repository: Revision(repository, "HEAD").read("f"),
    "missing object": missing,
    "commits": lambda repository: revisions.commits(repository, "HEAD~1", "HEAD"),
    "merge base": lambda repository: revisions.merge_base(repository, "HEAD~1", "HEAD"),
    "write": lambda repository: repository.write_blob(b"x"),
    "fix": merged,
    "fix of what is marked": marked,
    "unknown": lambda repository: repository.call("rev-parse", "--verify", "nope"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_none_of_a_submodule_is_started(
    hostile: GitRepo, tmp_path: Path, call: Callable[[Repository], object]
) -> None:
    """Git looks into submodules with a process of its own."""
    submodule = make_repo(hostile.root / "sub")
    submodule.add("f", OLD)
    commit = submodule.commit()
    with open(submodule.root / ".git" / "config", "a") as file:
        file.write(f'[core]\n\tfsmonitor = "{tmp_path}/canary"\n')
    hostile.open().run("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    hostile.open().run("commit", "-q", "--no-verify", "-m", "x", extra=dict(os.environ))
    (tmp_path / "sang").unlink(missing_ok=True)
    call(hostile.open())
    assert not (tmp_path / "sang").exists(), (tmp_path / "sang").read_text()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_none_is_started(hostile: GitRepo, tmp_path: Path, call: Callable[[Repository], object]) -> None:
    call(hostile.open())
    assert not (tmp_path / "sang").exists(), (tmp_path / "sang").read_text()


ZEROS = b"0" * 40
COMMANDS: dict[str, tuple[tuple[str, ...], bytes]] = {
    "check": (("check",), b""),
    "check --staged --fix": (("check", "--staged", "--fix"), b""),
    "doctor": (("doctor",), b""),
    "install --dry-run": (("install", "--dry-run"), b""),
    "install": (("install",), b""),
    "pre-push": (("pre-push", "origin", "x"), b"refs/heads/main HEAD refs/heads/main " + ZEROS + b"\n"),
    "merge-driver": (("merge-driver", "f", "a=b", "g", "7", "references.csl.json"), b""),
}


@pytest.mark.parametrize(("command", "input"), COMMANDS.values(), ids=COMMANDS)
def test_no_command_starts_one(
    hostile: GitRepo, tmp_path: Path, command: tuple[str, ...], input: bytes
) -> None:
    hostile.add("references.csl.json", bibliography(("a2020", "A", "https://doi.org/10.1000/1")))
    head = hostile.text("rev-parse", "HEAD").encode()
    (tmp_path / "sang").unlink(missing_ok=True)
    done = lint(hostile.root, *command, input=input.replace(b"HEAD", head))
    assert not (tmp_path / "sang").exists(), (tmp_path / "sang").read_text()
    assert done.returncode in (0, 1), done.stderr


NO_PROCESS = "git config --unset filter.evil.process; git"
CLEAN = "rm .git/info/attributes; git checkout -q -f HEAD"
STARTED = {
    "core.fsmonitor": "git status",
    "core.editor": "git commit --allow-empty",
    "core.askPass": "echo url=https://example.org | git -c credential.helper= credential fill",
    "core.sshCommand": "git ls-remote ssh://localhost/x",
    "core.gitProxy": "git ls-remote git://localhost/x",
    "diff.external": "rm .git/info/attributes; git diff",
    "diff.evil.command": "git diff",
    "diff.evil.textconv": "git diff --no-ext-diff",
    "filter.evil.clean": f"{NO_PROCESS} add g",
    "filter.evil.smudge": f"{NO_PROCESS} cat-file --filters HEAD:g",
    "filter.evil.process": "git add g",
    "filter.a=b.clean": "git hash-object a=b",
    "merge.evil.driver": f"{CLEAN}; git checkout -q -b side HEAD~1; echo x > f; git commit -q -n -m x f; "
    "git cherry-pick main",
    "gpg.program": "git log -1",
    "gpg.ssh.program": "git log -1 HEAD~1",
    "credential.helper": "echo url=https://example.org | git credential fill",
    "remote.origin.uploadpack": "git config remote.origin.url . && git ls-remote origin",
    "sequence.editor": f"{CLEAN}; git rebase -i HEAD~1",
    "trailer.x.command": "echo | git interpret-trailers --trailer x=y",
    "remote.origin.url": f"git cat-file blob {'1' * 40}",
    "post-index-change": "git add g",
    "pre-commit": "git commit --allow-empty -m x",
    "reference-transaction": "git update-ref refs/heads/x HEAD",
    "post-checkout": f"{CLEAN}; git checkout -q -b x",
}
"""A plain command for every name of a program or a hook that plain Git starts, or ours might make it start."""


@pytest.mark.parametrize(("name", "script"), STARTED.items(), ids=STARTED)
def test_plain_git_starts_them(hostile: GitRepo, tmp_path: Path, name: str, script: str) -> None:
    """Or else the test above could not fail."""
    environment = {**os.environ, "TERM": "xterm"}
    for unwanted in ("EDITOR", "VISUAL", "SSH_ASKPASS"):
        environment.pop(unwanted, None)
    subprocess.run(
        ["sh", "-c", script], cwd=hostile.root, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    sang = (tmp_path / "sang").read_text() if (tmp_path / "sang").exists() else ""
    started = {os.path.basename(line.split(" ")[0]) for line in sang.splitlines()}
    assert {"remote.origin.url": "remote"}.get(name, name) in started


def test_the_fix_was_made(hostile: GitRepo) -> None:
    merged(hostile.open())
    assert hostile.staged("g") == NEW + b"7\n"
    assert hostile.read("g") == b"0\n" + NEW + b"7\n"


def test_more_is_named_than_changed(hostile: GitRepo) -> None:
    """Without its filter a file cannot be compared, so one with another time stamp counts as changed."""
    os.utime(hostile.root / "f", (2, 2))
    found = changes.in_work_tree(hostile.open(), revisions.resolve(hostile.open(), "HEAD"))
    assert changes.touched(found) == {"f", "g"}


def test_a_program_in_the_current_folder_is_not_git(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo.root / "git").write_text(f'#!/bin/sh\necho >> "{tmp_path}/sang"\n')
    (repo.root / "git").chmod(0o755)
    monkeypatch.chdir(repo.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    assert repo.open().run("ls-files", "--others") == b"git\n"
    assert not (tmp_path / "sang").exists()
