from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from sourceright_lint.errors import SourceError
from sourceright_lint.git import environment, plumbing
from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import collect, git
from sourceright_lint.git.process import Process, find
from sourceright_lint.git.revisions import resolve
from tests.gitrepo import GitRepo, make_repo


def run(program: str, *arguments: str, input: bytes = b"") -> tuple[bytes, bytes, int]:
    process = Process([program.encode(), *(word.encode() for word in arguments)], {"PATH": os.defpath}, input)
    output = b"".join(process)
    return output, process.errors, process.status


class TestProcess:
    @pytest.mark.parametrize("size", [0, 1, 65536, 1_000_000])
    def test_input_comes_back_whatever_its_size(self, size: int) -> None:
        data = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
        assert run("/bin/cat", input=data) == (data, b"", 0)

    def test_much_on_both_outputs_does_not_block(self) -> None:
        script = "i=0; while [ $i -lt 9000 ]; do echo out$i-xxxxxxxxxx; echo err$i-xxxxxxxxxx >&2; i=$((i+1)); done"
        output, errors, status = run("/bin/sh", "-c", script)
        assert (output.count(b"\n"), errors.count(b"\n"), status) == (9000, 9000, 0)

    def test_a_program_that_reads_nothing_is_no_failure(self) -> None:
        assert run("/bin/sh", "-c", "exec <&-; echo done", input=b"x" * 1_000_000) == (b"done\n", b"", 0)

    @pytest.mark.parametrize(("script", "status"), [("exit 3", 3), ("kill -9 $$", -9)])
    def test_status(self, script: str, status: int) -> None:
        assert run("/bin/sh", "-c", script)[2] == status

    def test_it_gets_only_the_environment_that_is_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET", "x")
        assert b"SECRET" not in run("/usr/bin/env")[0]

    def test_no_descriptor_is_left_open(self) -> None:
        before = set(os.listdir("/dev/fd"))
        run("/bin/cat", input=b"x")
        with pytest.raises(OSError, match="No such file"):
            run("/no/such/program")
        assert set(os.listdir("/dev/fd")) == before

    def test_programs_are_not_looked_for_in_the_current_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "git").write_text("#!/bin/sh\n")
        (tmp_path / "git").chmod(0o755)
        monkeypatch.chdir(tmp_path)
        assert find("git", os.pathsep.join(["", "."])) is None
        assert find("git", str(tmp_path)) == str(tmp_path / "git")


class TestDiscover:
    def test_nothing_above(self, tmp_path: Path) -> None:
        assert discover(str(tmp_path)) is None

    @pytest.mark.parametrize("below", ["", "a", "a/b", "a/gone/b"])
    def test_from_a_folder_below(self, repo: GitRepo, below: str) -> None:
        (repo.root / "a" / "b").mkdir(parents=True)
        found = discover(str(repo.root / below))
        assert found is not None
        assert found.root == str(repo.root)
        assert found.git_dir == str(repo.root / ".git")
        assert found.index_file == str(repo.root / ".git" / "index")
        assert not found.is_temporary_index

    def test_the_plain_case_starts_no_process(self, repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        assert repo.open().root == str(repo.root)

    def test_through_a_link(self, repo: GitRepo, tmp_path: Path) -> None:
        (repo.root / "a").mkdir()
        (tmp_path / "link").symlink_to(repo.root / "a")
        found = discover(str(tmp_path / "link"))
        assert found is not None
        assert found.root == str(repo.root)

    def test_an_empty_dot_git_is_none(self, repo: GitRepo) -> None:
        (repo.root / "a" / ".git").mkdir(parents=True)
        found = discover(str(repo.root / "a"))
        assert found is not None
        assert found.root == str(repo.root)

    @pytest.mark.parametrize("name", ["linked", "new\nline"])
    def test_linked_work_tree(self, repo: GitRepo, tmp_path: Path, name: str) -> None:
        repo.commit()
        linked = tmp_path / name
        repo.git("worktree", "add", "-q", "--detach", str(linked))
        (linked / "sub").mkdir()
        found = discover(str(linked / "sub"))
        assert found is not None
        assert found.root == str(linked.resolve())
        assert os.path.dirname(found.git_dir) == str(repo.root / ".git" / "worktrees")
        assert found.common_dir == str(repo.root / ".git")
        assert found.run("rev-parse", "--git-dir").decode().rstrip("\n") == found.git_dir
        assert not found.is_temporary_index

    def test_submodule(self, repo: GitRepo, tmp_path: Path) -> None:
        inner = make_repo(tmp_path / "inner")
        inner.commit()
        repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
        found = discover(str(repo.root / "sub"))
        assert found is not None
        assert found.root == str(repo.root / "sub")
        assert found.git_dir == str(repo.root / ".git" / "modules" / "sub")

    def test_work_tree_elsewhere_by_configuration(self, repo: GitRepo) -> None:
        (repo.root / "tree").mkdir()
        repo.git("config", "core.worktree", str(repo.root / "tree"))
        asked = subprocess.run(["git", "rev-parse", "--show-toplevel"], cwd=repo.root, capture_output=True)
        found = discover(str(repo.root))
        assert asked.returncode == 0
        assert found is not None
        assert found.root == str(repo.root / "tree")
        assert found.run("rev-parse", "--git-dir").decode().strip() == str(repo.root / ".git")

    @pytest.mark.parametrize("below", ["", "objects", "../repo/.git", "../repo/.git/objects"])
    def test_no_work_tree(self, repo: GitRepo, tmp_path: Path, below: str) -> None:
        make_repo(tmp_path / "bare.git", "--bare")
        with pytest.raises(SourceError, match="bare repository"):
            discover(str(tmp_path / "bare.git" / below))

    def test_someone_elses(self, repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(environment._FIXED, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        repository = repo.open()
        asked = (
            lambda: repository.run("ls-files"),
            lambda: repository.run("diff", "--cached"),
            repository.start("diff", "--cached"),
            lambda: resolve(repository, "HEAD"),
        )
        for ask in asked:
            with pytest.raises(SourceError, match="dubious ownership") as caught:
                ask()
            assert f"safe.directory {repo.root}" in caught.value.help

    def test_a_diff_that_fails_for_itself(self, repo: GitRepo) -> None:
        with pytest.raises(SourceError, match="no-such-option"):
            repo.open().run("diff", "--no-such-option")

    def test_broken(self, repo: GitRepo) -> None:
        (repo.root / ".git" / "config").write_text("[core\n")
        with pytest.raises(SourceError, match="bad config"):
            repo.open()

    def test_a_folder_that_names_a_repository_that_is_gone(self, tmp_path: Path) -> None:
        (tmp_path / ".git").write_text("gitdir: /no/where\n")
        with pytest.raises(SourceError, match="not a git repository"):
            discover(str(tmp_path))


HOOK = """#!/bin/sh
{change}
exec env > "{log}"
"""


def in_hook(repo: GitRepo, log: Path, *command: str, change: str = ":") -> dict[str, str]:
    """The environment that a pre-commit hook gets from a Git command, and its folder as PWD."""
    hooks = log.parent / "hooks"
    hooks.mkdir(exist_ok=True)
    (hooks / "pre-commit").write_text(HOOK.format(change=change, log=log))
    (hooks / "pre-commit").chmod(0o755)
    repo.git("-c", f"core.hooksPath={hooks}", *command)
    return dict(line.partition("=")[::2] for line in log.read_text().splitlines() if "=" in line)


COMMITS: dict[str, tuple[tuple[str, ...], bool]] = {
    "commit": (("commit", "-qm", "x"), False),
    "commit -a": (("commit", "-qam", "x"), False),
    "commit PATH": (("commit", "-qm", "x", "f"), True),
    "commit -i PATH": (("commit", "-qm", "x", "-i", "f"), False),
    "commit --amend": (("commit", "-qm", "x", "--amend"), False),
    "from below": (("-C", "sub", "commit", "-qm", "x"), False),
    "commit PATH from below": (("-C", "sub", "commit", "-qm", "x", "../f"), True),
    "with -c": (("-c", "core.autocrlf=false", "commit", "-qm", "x"), False),
}


@pytest.mark.parametrize(("command", "temporary"), COMMITS.values(), ids=COMMITS)
@pytest.mark.parametrize("linked", [False, True], ids=["main", "linked"])
@pytest.mark.parametrize("folder", ["", "sub"])
def test_what_git_exports_to_hooks(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    temporary: bool,
    linked: bool,
    folder: str,
) -> None:
    repo.add("f", b"1\n")
    repo.add("sub/g", b"1\n")
    repo.commit()
    if linked:
        repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
        repo = GitRepo((tmp_path / "linked").resolve())
    repo.add("sub/g", b"2\n")
    repo.write("f", b"2\n")
    index_at_the_time = tmp_path / "index.txt"
    exported = in_hook(
        repo,
        tmp_path / "env",
        *command,
        change=f'git ls-files -s > "{index_at_the_time}"; cp -p "$GIT_INDEX_FILE" "$GIT_INDEX_FILE.kept"',
    )
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_CONFIG_PARAMETERS", "GIT_EXEC_PATH"):
        if name in exported:
            monkeypatch.setenv(name, exported[name])
    monkeypatch.chdir(repo.root / folder)
    found = discover(os.getcwd())
    assert found is not None
    assert found.root == str(repo.root)
    assert found.is_temporary_index == temporary
    os.rename(found.index_file + ".kept", found.index_file)
    assert found.run("ls-files", "-s").decode() == index_at_the_time.read_text()


class TestEnvironment:
    def test_what_is_passed_on(self) -> None:
        given = {
            "PATH": "/bin",
            "GIT_EXTERNAL_DIFF": "evil",
            "GIT_TRACE": "1",
            "GIT_PREFIX": "sub/",
            "GIT_SSH_COMMAND": "evil",
            "GIT_INDEX_FILE": "x",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "a.b",
            "GIT_CONFIG_VALUE_0": "c",
            "GIT_OBJECT_DIRECTORY": "objects",
            "LC_ALL": "de_DE.UTF-8",
            "PYTHONPATH": "x",
        }
        passed = environment.for_git(given)
        assert set(given) & set(passed) == {
            *("PATH", "LC_ALL", "GIT_OBJECT_DIRECTORY"),
            *("GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"),
        }
        assert passed["LC_ALL"] == "C"
        assert passed["GIT_OBJECT_DIRECTORY"] == os.path.abspath("objects")
        added = environment.with_settings(passed, {"x.y": "1"})
        assert added == {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_1": "x.y", "GIT_CONFIG_VALUE_1": "1"}

    def test_no_git(self, repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(SourceError, match="not installed, or not on PATH") as caught:
            repo.open().run("ls-files")
        assert "install Git" in caught.value.help

    def test_messages_are_one_line_in_english(self, repo: GitRepo) -> None:
        wanted = r"^git ls-tree: fatal: Not a valid object name nope\\u202e$"
        with pytest.raises(SourceError, match=wanted):
            repo.open().run("ls-tree", "nope\u202e")
        wait = repo.open().start("ls-tree", "nope\u202e")
        with pytest.raises(SourceError, match=wanted):
            wait()


def test_a_command_that_is_fed_nothing_reads_nothing(repo: GitRepo) -> None:
    repository = repo.open()
    empty = repo.git("hash-object", os.devnull)
    assert repository.call("hash-object", "--stdin").data == empty
    started = git(repository.root, repository.environment, ("hash-object", "--stdin"))
    assert collect(started).data == empty


class TestNames:
    """Git's names are bytes; Windows has text, and its own encoding is not what Git takes."""

    @pytest.mark.parametrize("name", ["nt", "posix"])
    def test_which_encoding(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        def decoded(data: bytes) -> str:
            return data.decode("latin-1")

        def encoded(text: str) -> bytes:
            return text.encode("latin-1")

        system = SimpleNamespace(name=name, fsdecode=decoded, fsencode=encoded)
        monkeypatch.setattr(plumbing, "os", system)
        text = "caf\xe9 \udcff" if name == "nt" else "caf\xc3\xa9 \xff"
        assert plumbing.path_text(b"caf\xc3\xa9 \xff") == text
        assert plumbing.path_bytes(text) == b"caf\xc3\xa9 \xff"


class TestBlobs:
    @pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 3_000_000])
    def test_sizes(self, repo: GitRepo, size: int) -> None:
        data = os.urandom(size)
        repository = repo.open()
        oid = repository.write_blob(data)
        assert oid == repo.git("hash-object", "--stdin", "--no-filters", input=data).decode().strip()
        assert repository.blobs([oid, oid]) == {oid: data}

    def test_many(self, repo: GitRepo) -> None:
        repository = repo.open()
        source = b"".join(b"blob\nmark :%d\ndata 7\n%07d\n" % (n, n) for n in range(1, 3000))
        repo.git("fast-import", "--quiet", "--export-marks=marks", input=source)
        ids = [line.split()[1] for line in repo.read("marks").decode().splitlines()]
        found = repository.blobs(ids)
        assert len(found) == 2999
        assert all(len(data) == 7 for data in found.values())

    @pytest.mark.parametrize(
        "of", [lambda repo: "0" * 39 + "1", lambda repo: repo.commit()], ids=["none", "commit"]
    )
    def test_what_is_no_blob(self, repo: GitRepo, of: Callable[[GitRepo], str]) -> None:
        oid = of(repo)
        with pytest.raises(SourceError, match=f"git object {oid} cannot be read"):
            repo.open().blobs([oid])

    def test_what_a_partial_clone_lacks_is_not_fetched(self, repo: GitRepo, tmp_path: Path) -> None:
        repo.add("f", b"content\n")
        repo.commit()
        repo.git("config", "uploadpack.allowFilter", "true")
        oid = repo.text("rev-parse", "HEAD:f")
        repo.git(
            "clone",
            "-q",
            "--no-checkout",
            "--filter=blob:none",
            f"file://{repo.root}",
            str(tmp_path / "clone"),
        )
        clone = GitRepo(tmp_path / "clone")
        with pytest.raises(SourceError) as caught:
            clone.open().blobs([oid])
        assert "partial clone" in caught.value.help
        assert clone.git("cat-file", "blob", oid) == b"content\n"

    @pytest.mark.parametrize("format", ["sha1", "sha256"])
    def test_object_formats(self, tmp_path: Path, format: str) -> None:
        repo = make_repo(tmp_path / "formatted", f"--object-format={format}")
        repository = repo.open()
        oid = repository.write_blob(b"x")
        assert len(oid) == {"sha1": 40, "sha256": 64}[format]
        assert repository.blobs([oid]) == {oid: b"x"}
        assert repository.empty_tree == repo.git("mktree", input=b"").decode().strip()
