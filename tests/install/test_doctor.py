"""``doctor`` finds each thing that is missing or contradictory, and the command that it names mends it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo, make_repo
from tests.install.support import KEPT, snapshot, write_hook
from tests.tool import CLEAN, environment, lint, run

FILE = "references.csl.json"
Step = Callable[[GitRepo], object]


@pytest.fixture
def healthy(repo: GitRepo) -> GitRepo:
    """A repository in which everything is set up and committed."""
    repo.add(FILE, CLEAN)
    assert lint(repo.root, "install").returncode == 0
    repo.git("add", ".gitattributes")
    repo.commit()
    return repo


def diagnose(repo: GitRepo, path: str = "") -> tuple[int, str]:
    env = environment(PATH=path) if path else environment()
    done = lint(repo.root, "doctor", env=env)
    assert not done.stderr
    return done.returncode, done.stdout


def test_a_healthy_repository(healthy: GitRepo) -> None:
    status, said = diagnose(healthy)
    assert status == 0
    assert said.endswith("everything is in order\n")
    assert lint(healthy.root, "doctor", "--quiet").stdout == "everything is in order\n"


def test_it_changes_nothing(healthy: GitRepo) -> None:
    (healthy.root / ".git/sourceright-lint").mkdir()
    (healthy.root / ".git/sourceright-lint/journal").write_text("{}")
    before = snapshot(healthy)
    diagnose(healthy)
    assert snapshot(healthy) == before


def _hook(repo: GitRepo, name: str = "pre-commit") -> Path:
    return repo.root / ".git/hooks" / name


def _another_python(repo: GitRepo) -> None:
    place = _hook(repo)
    place.unlink()
    lint(repo.root, "uninstall")
    gone = repo.root.parent / "gone" / "bin"
    gone.mkdir(parents=True)
    (gone / "python").symlink_to(sys.executable)
    packages = [path for path in sys.path if path.endswith("-packages")]
    path = os.pathsep.join([environment()["PYTHONPATH"], *packages])
    command = [str(gone / "python"), "-m", "sourceright_lint", "install"]
    assert run(command, repo.root, env=environment(PYTHONPATH=path)).returncode == 0
    (gone / "python").unlink()


MENDED_BY_INSTALL: dict[str, tuple[Step, str]] = {
    "nothing is set up": (
        lambda repo: lint(repo.root, "uninstall"),
        "hook pre-commit: missing",
    ),
    "a hook is missing": (lambda repo: _hook(repo, "pre-push").unlink(), "hook pre-push: missing"),
    "a hook is not executable": (
        lambda repo: _hook(repo).chmod(0o644),
        "hook pre-commit: not executable, so Git does not run it",
    ),
    "the hook is someone else's": (
        lambda repo: write_hook(repo, "pre-commit", "echo other"),
        "hook pre-commit: someone's script, which does not run sourceright-lint",
    ),
    "the merge driver is not configured": (
        lambda repo: repo.git("config", "--remove-section", "merge.sourceright-lint"),
        "merge driver: .gitattributes names it, and this clone does not have it",
    ),
    "the diff driver is not configured": (
        lambda repo: repo.git("config", "--remove-section", "diff.sourceright-lint"),
        "diff driver: .gitattributes names it, and this clone does not have it",
    ),
    "the drivers are not named": (
        lambda repo: repo.write(".gitattributes", b""),
        "merge driver: configured, but .gitattributes gives it no file",
    ),
    "lines of another version": (
        lambda repo: repo.write(".gitattributes", repo.read(".gitattributes").replace(b"eol=lf", b"", 1)),
        ".gitattributes: its lines are not those that this version and configuration need",
    ),
    "core.autocrlf without eol": (
        lambda repo: (repo.git("config", "core.autocrlf", "true"), repo.write(".gitattributes", b"")),
        f"{FILE}: core.autocrlf=true gives the working file CRLF",
    ),
    "core.eol without eol": (
        lambda repo: (repo.git("config", "core.eol", "crlf"), repo.write(".gitattributes", b"* text=auto\n")),
        f"{FILE}: core.eol=crlf gives the working file CRLF",
    ),
    "its Python is gone": (_another_python, "is gone, and there is no sourceright-lint on PATH"),
}


@pytest.mark.parametrize(("prepare", "expected"), MENDED_BY_INSTALL.values(), ids=MENDED_BY_INSTALL)
def test_mended_by_install(healthy: GitRepo, prepare: Step, expected: str) -> None:
    prepare(healthy)
    status, said = diagnose(healthy, path="/usr/bin:/bin")
    assert status == 1
    line = next(line for line in said.splitlines() if expected in line)
    assert line.startswith("problem")
    after = said.splitlines()[said.splitlines().index(line) + 1]
    assert after.strip() == "mend: sourceright-lint install"

    assert lint(healthy.root, "install").returncode == 0
    healthy.git("add", ".gitattributes")
    status, said = diagnose(healthy)
    assert status == 0, said


def _state(repo: GitRepo, name: str) -> Path:
    folder = repo.root / ".git/sourceright-lint"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("{}")
    return folder / name


def _unmerged(repo: GitRepo) -> None:
    oid = repo.text("hash-object", "-w", FILE)
    entries = f"0 {'0' * 40} 0\t{FILE}\n" + "".join(f"100644 {oid} {n}\t{FILE}\n" for n in (1, 2, 3))
    repo.git("update-index", "--index-info", input=entries.encode())


def _lock(repo: GitRepo) -> None:
    (repo.root / ".git/index.lock").write_bytes(b"")


def _merge_begun(repo: GitRepo) -> None:
    (repo.root / ".git/MERGE_HEAD").write_text(repo.text("rev-parse", "HEAD") + "\n")


ORPHAN = f"pre-commit{KEPT} was there before sourceright-lint, whose own hook is gone: neither runs"

TOLD: dict[str, tuple[Step, str, str, str]] = {
    "edited hook": (
        lambda repo: _hook(repo).write_bytes(_hook(repo).read_bytes() + b"#\n"),
        "problem",
        "hook pre-commit: ours, and edited since",
        "then: sourceright-lint install",
    ),
    "a hook of another version": (
        lambda repo: _older(repo),
        "note",
        "hook pre-commit: made by another version",
        "sourceright-lint install",
    ),
    "an earlier hook without ours": (
        lambda repo: _hook(repo).rename(_hook(repo).with_name(f"pre-commit{KEPT}")),
        "problem",
        ORPHAN,
        f"mv pre-commit{KEPT} pre-commit",
    ),
    "a link": (
        lambda repo: (_hook(repo).unlink(), os.symlink("/bin/true", _hook(repo))),
        "problem",
        "hook pre-commit: a link to /bin/true, which does not run sourceright-lint",
        "add to it: sourceright-lint check --staged --fix --hook",
    ),
    "hooks taken from elsewhere": (
        lambda repo: repo.git("config", "core.hooksPath", "/somewhere/else"),
        "problem",
        "core.hooksPath (local) is /somewhere/else, outside of this repository",
        "add these lines",
    ),
    "hooks in the work tree": (
        lambda repo: repo.git("config", "core.hooksPath", "hooks"),
        "note",
        "core.hooksPath (local) is hooks: hooks are taken from there",
        "",
    ),
    "another line takes the driver": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json merge=union\n"),
        "problem",
        "paper/references.csl.json: another line sets merge to union",
        "look for the line about merge in paper/.gitattributes or .gitattributes",
    ),
    "eol=crlf": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json eol=crlf\n"),
        "problem",
        "paper/references.csl.json: eol=crlf, and the canonical form ends lines with LF",
        "look for the line about eol in paper/.gitattributes or .gitattributes",
    ),
    "text=auto": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json text=auto !eol\n"),
        "note",
        "paper/references.csl.json: text=auto without eol=lf: on Windows it gets CRLF",
        "look for the line about text and eol in paper/.gitattributes or .gitattributes",
    ),
    "working-tree-encoding": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json working-tree-encoding=UTF-16LE\n"),
        "problem",
        "paper/references.csl.json: working-tree-encoding is UTF-16LE, and the file must be UTF-8",
        "-working-tree-encoding",
    ),
    "Git LFS": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json filter=lfs diff=lfs merge=lfs -text\n"),
        "problem",
        "paper/references.csl.json: is kept in Git LFS",
        "git lfs untrack paper/references.csl.json",
    ),
    "another filter": (
        lambda repo: repo.write("paper/.gitattributes", b"*.json filter=clean\n"),
        "note",
        "paper/references.csl.json: has the filter clean",
        "",
    ),
    "stored with CRLF": (
        lambda repo: repo.git(
            "update-index", "--cacheinfo", f"100644,{_crlf_blob(repo)},paper/references.csl.json"
        ),
        "problem",
        "paper/references.csl.json: is stored with CRLF",
        "git add --renormalize paper/references.csl.json",
    ),
    "attributes that nobody else has": (
        lambda repo: repo.git("rm", "-q", "--cached", ".gitattributes"),
        "note",
        ".gitattributes: is not tracked",
        "git add .gitattributes",
    ),
    "broken markers": (
        lambda repo: repo.write(".gitattributes", b"# begin sourceright-lint\n"),
        "problem",
        "are not as they were made",
        "by hand",
    ),
    "a formatter": (
        lambda repo: repo.write(".prettierrc", b"{}"),
        "problem",
        "prettier (.prettierrc) would rewrite paper/references.csl.json",
        "--ignore-formatters",
    ),
    "a journal": (
        lambda repo: _state(repo, "journal"),
        "problem",
        "a run was interrupted while it wrote",
        "sourceright-lint install",
    ),
    "a lock": (
        lambda repo: _state(repo, "lock"),
        "note",
        "another run is writing now, or one was killed",
        "",
    ),
    "Git's lock": (_lock, "problem", "Git's index is locked", "remove the file"),
    "a copy that was left": (
        lambda repo: repo.write("paper/.references.csl.json.sourceright-lint-12345678.tmp", b""),
        "problem",
        "left by a run that was killed",
        "rm '",
    ),
    "an unresolved merge": (_unmerged, "problem", f"{FILE}: an unresolved merge", f"git add '{FILE}'"),
    "a merge that is not finished": (
        _merge_begun,
        "note",
        "a merge is not finished",
        "mend: git commit, or git merge --abort",
    ),
    "a merge with conflicts": (
        lambda repo: (_unmerged(repo), _merge_begun(repo)),
        "note",
        "a merge is not finished",
        "mend: settle the conflicts and git add the files, then git commit, or git merge --abort",
    ),
    "a partial clone": (
        lambda repo: repo.git("config", "remote.origin.promisor", "true"),
        "note",
        "this clone is partial",
        "git fetch --refetch --no-filter",
    ),
}


def _crlf_blob(repo: GitRepo) -> str:
    data = CLEAN.replace(b"\n", b"\r\n")
    return repo.git("hash-object", "-w", "--no-filters", "--stdin", input=data).decode().strip()


def _older(repo: GitRepo) -> None:
    from sourceright_lint.git.install import scripts

    text = _hook(repo).read_bytes().replace(b"Skip it once", b"Skip this once")
    unsealed = scripts._SEAL.sub(b"# Made by sourceright-lint install;", text, count=1)
    _hook(repo).write_bytes(scripts._sealed(unsealed))


@pytest.mark.parametrize(("prepare", "level", "expected", "help"), TOLD.values(), ids=TOLD)
def test_told(healthy: GitRepo, prepare: Step, level: str, expected: str, help: str) -> None:
    healthy.add("paper/references.csl.json", CLEAN)
    healthy.commit()
    prepare(healthy)
    status, said = diagnose(healthy)
    lines = said.splitlines()
    at = next(at for at, line in enumerate(lines) if expected in line)
    assert lines[at].startswith(level), said
    assert help in "\n".join(lines[at + 1 : at + 6]), said
    if level == "problem":
        assert status == 1


def test_a_shallow_clone_names_its_remote(healthy: GitRepo, tmp_path: Path) -> None:
    healthy.commit("another")
    run(["git", "clone", "-q", "--depth=1", "-o", "upstream", f"file://{healthy.root}", "shallow"], tmp_path)
    said = lint(tmp_path / "shallow", "doctor").stdout
    assert "this clone is shallow: rules about history see only its end" in said
    assert "git fetch --unshallow upstream" in said


def test_files_with_names_of_their_own(healthy: GitRepo) -> None:
    """A configuration further down gives a role to a file that no line names."""
    healthy.add("sub/.sourceright-lint.toml", b"[[bundles]]\ncontract = 'sourceright'\ncsl = 'refs.json'\n")
    healthy.add("sub/refs.json", CLEAN)
    said = diagnose(healthy)[1]
    assert "sub/refs.json: no line gives it merge=sourceright-lint" in said


def test_nothing_that_the_repository_names_is_run(healthy: GitRepo, tmp_path: Path) -> None:
    witness = tmp_path / "ran"
    command = f"touch {witness}"
    for key in (
        *("core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "credential.helper"),
        *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv"),
        *("merge.evil.driver", "alias.version", "alias.config", "remote.origin.uploadpack", "gpg.program"),
        *("diff.external", "core.alternateRefsCommand", "uploadpack.packObjectsHook"),
    ):
        healthy.git("config", key, f"!{command}" if key.startswith("alias") else command)
    healthy.write(".gitattributes", b"* filter=evil diff=evil merge=evil\n" + healthy.read(".gitattributes"))
    for name in ("git.py", "gitdb.py", "orjson.py", "sourceright_lint/__init__.py"):
        healthy.write(name, f"open({str(witness)!r}, 'w')\n".encode())
    write_hook(healthy, "post-checkout", command)
    write_hook(healthy, "post-index-change", command)
    tool = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-I", "-m", "sourceright_lint"]
    for name in ("doctor", "install", "uninstall", "doctor"):
        done = run([*tool, name], healthy.root)
        assert done.returncode in (0, 1), done.stderr
    assert not witness.exists()


def test_odd_names_stay_on_their_line(healthy: GitRepo) -> None:
    name = "od\nd \x1b[31m/references.csl.json"
    healthy.add(name, CLEAN)
    healthy.write(".gitattributes", healthy.read(".gitattributes") + b"*.json eol=crlf merge=evil\n")
    said = diagnose(healthy)[1]
    assert "\x1b" not in said
    assert "od\\u000ad \\u001b[31m/references.csl.json" in said


def test_a_repository_without_anything(tmp_path: Path) -> None:
    empty = make_repo(tmp_path / "empty")
    status, said = diagnose(empty)
    assert status == 1
    assert "hook pre-commit: missing" in said
