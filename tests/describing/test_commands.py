"""``diff`` and ``textconv`` in real repositories."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.git.history.story import Paper
from tests.gitrepo import ODD_NAMES, GitRepo
from tests.sourceright.history.support import candidate, decision, item
from tests.tool import environment, run

Diff = Callable[..., str]


@pytest.fixture
def diff(capsys: pytest.CaptureFixture[str]) -> Diff:
    def diff(*arguments: str) -> str:
        assert main(["diff", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return diff


@pytest.fixture
def paper(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> Paper:
    monkeypatch.chdir(repo.root)
    paper = Paper(repo)
    for id in "ab":
        paper.items[id] = item(id, DOI=f"10.5555/{id}")
        paper.set(id, "queued", provider_candidates=[candidate(id=id)])
    save(paper)
    return paper


def save(paper: Paper) -> None:
    paper.write()
    paper.repo.commit()


RESOLVED = """\
paper (Sourceright workspace)
  ~ a: status queued -> resolved
  + a: decision keep by tm at 2026-05-12T09:00:00Z
"""


class TestSides:
    def test_nothing(self, paper: Paper, diff: Diff) -> None:
        assert diff() == diff("HEAD") == diff("HEAD", "HEAD") == diff("--staged") == ""

    def test_each(self, paper: Paper, diff: Diff) -> None:
        paper.set("a", "resolved", decision())
        paper.write()
        assert diff() == ""
        assert diff("--staged") == diff("--cached") == diff("HEAD") == diff("--staged", "HEAD") == RESOLVED
        paper.repo.git("reset", "-q")
        assert diff() == diff("HEAD") == RESOLVED
        assert diff("--staged") == ""
        save(paper)
        assert (
            diff("HEAD~1", "HEAD") == diff("HEAD~1") == diff("HEAD~1..HEAD") == diff("HEAD~1..") == RESOLVED
        )
        assert "status resolved -> queued" in diff("HEAD", "HEAD~1")

    def test_three_dots(self, paper: Paper, diff: Diff) -> None:
        paper.repo.git("checkout", "-q", "-b", "topic")
        paper.set("a", "resolved", decision())
        save(paper)
        paper.repo.git("checkout", "-q", "main")
        other = Paper(paper.repo)
        other.set("b", "in_progress")
        save(other)
        assert diff("main...topic") == RESOLVED
        assert "b: status in_progress -> queued" in diff("main..topic")

    def test_before_the_first_commit(
        self, repo: GitRepo, diff: Diff, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(repo.root)
        paper = Paper(repo)
        paper.set("a", "queued")
        paper.write()
        assert "paper (Sourceright workspace added)" in diff("--staged")

    def test_untracked_files_are_left_out(self, paper: Paper, diff: Diff) -> None:
        paper.repo.write(f"other/{CSL}", b'[{"id": "x", "type": "book", "title": "X"}]')
        assert diff() == diff("HEAD") == ""


class TestPaths:
    @pytest.fixture
    def two(self, paper: Paper) -> Paper:
        other = Paper(paper.repo, "other")
        other.items["z"] = item("z")
        save(other)
        other.items["z"]["title"] = "Changed"
        other.write()
        paper.set("a", "in_progress")
        paper.write()
        return paper

    def test_those_named(self, two: Paper, diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
        both = diff("HEAD")
        assert both.count("Sourceright workspace") == 2
        assert diff("HEAD", "paper") == diff("HEAD", "--", "paper") == diff("HEAD", f"paper/{SIDECAR}")
        assert "other" not in diff("HEAD", "paper")
        assert diff("HEAD", "--", "nowhere") == ""
        monkeypatch.chdir(two.repo.root / "paper")
        assert diff("HEAD", ".").startswith(". (Sourceright workspace)")
        assert diff("HEAD").startswith("../other (Sourceright workspace)")
        assert diff("HEAD", "../other").count("Sourceright workspace") == 1

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["nonsense"], "neither a revision nor a file"),
            (["HEAD", "nonsense"], "neither a revision nor a file"),
            (["HEAD", "HEAD", "--staged"], "one revision at most"),
            (["HEAD", "--", "../elsewhere"], "not in this repository"),
            (["nonsense..HEAD"], "unknown revision"),
        ],
    )
    def test_what_cannot_be(
        self, paper: Paper, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["diff", *arguments]) == 2
        assert says in capsys.readouterr().err

    def test_a_base_that_a_shallow_clone_lacks(
        self,
        paper: Paper,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        base = paper.repo.text("rev-parse", "HEAD")
        paper.set("a", "in_progress")
        save(paper)
        run(["git", "clone", "-q", "--depth=1", f"file://{paper.repo.root}", "shallow"], tmp_path)
        monkeypatch.chdir(tmp_path / "shallow")
        for words in ([base, "HEAD"], [base], [f"{base}..HEAD"], ["main", base], ["origin/topic"]):
            assert main(["diff", *words]) == 2
            said = capsys.readouterr().err
            assert words[0].partition("..")[0] in said or base in said
            assert "git fetch --unshallow" in said
        assert main(["diff", "0" * 40, "HEAD"]) == 2
        assert "an id of zeros stands for no commit" in capsys.readouterr().err

    def test_without_a_repository(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
        assert main(["diff"]) == 2
        assert "no Git repository" in capsys.readouterr().err


class TestWhatIsSaid:
    def test_a_moved_folder(self, paper: Paper, diff: Diff) -> None:
        paper.repo.git("mv", "paper", "refs")
        assert (
            diff("--staged")
            == "refs (Sourceright workspace, before in paper)\n  ! nothing changed but the place\n"
        )
        paper.folder = "refs"
        paper.set("a", "resolved", decision())
        paper.write()
        expected = RESOLVED.replace(
            "paper (Sourceright workspace)", "refs (Sourceright workspace, before in paper)"
        )
        assert diff("--staged") == diff("HEAD") == expected
        paper.repo.commit()
        assert diff("HEAD~1", "HEAD") == expected

    def test_a_removed_workspace(self, paper: Paper, diff: Diff) -> None:
        paper.repo.git("rm", "-q", "-r", "paper")
        out = diff("--staged")
        assert out.startswith("paper (Sourceright workspace removed)\n")
        assert "  - a: record removed: queued, 1 candidate\n" in out

    def test_layout(self, paper: Paper, diff: Diff) -> None:
        paper.indent = None
        paper.write()
        assert diff("--staged") == "paper (Sourceright workspace)\n  ! nothing changed but the layout\n"

    def test_a_file_that_cannot_be_read(self, paper: Paper, diff: Diff) -> None:
        paper.repo.add(f"paper/{SIDECAR}", b"<<<<<<< ours")
        out = diff("--staged")
        assert f"  ! cannot be read: {SIDECAR} (now)\n" in out

    def test_a_change_that_has_no_words(self, paper: Paper, diff: Diff) -> None:
        paper.repo.add(f"paper/{CSL}", b"3")
        paper.repo.commit()
        paper.repo.add(f"paper/{CSL}", b"4")
        assert f"  ! changed: {CSL}\n" in diff("--staged")

    def test_colour(self, paper: Paper, diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
        paper.set("a", "resolved", decision())
        paper.write()
        assert diff("--staged", "--color", "never") == diff("--staged") == RESOLVED
        colored = diff("--staged", "--color", "always")
        assert "\x1b[33m  ~ a: status queued -> resolved\x1b[0m" in colored
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == RESOLVED
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[" in diff("--staged")

    def test_json(self, paper: Paper, diff: Diff) -> None:
        paper.set("a", "resolved", decision())
        paper.write()
        content = json.loads(diff("--staged", "--output-format", "json"))
        assert content["schema"] == "sourceright-lint.diff.v1"
        [bundle] = content["bundles"]
        assert (bundle["bundle"], bundle["contract"], bundle["change"]) == ("paper", "sourceright", "changed")
        assert bundle["differences"] == [
            {
                "change": "changed", "subject": "a", "part": "record", "what": "status", "before": "queued",
                "after": "resolved",
            },
            {
                "change": "added", "subject": "a", "part": "record", "what": "decision", "before": None,
                "after": "keep by tm at 2026-05-12T09:00:00Z",
            },
        ]  # fmt: skip
        assert json.loads(diff("--output-format", "json"))["bundles"] == []

    def test_exit_code(self, paper: Paper) -> None:
        assert main(["diff", "--exit-code"]) == 0
        paper.set("a", "resolved")
        paper.write()
        assert main(["diff", "--staged", "--exit-code"]) == 1
        assert main(["diff", "--staged"]) == 0

    def test_one_contract(self, paper: Paper, diff: Diff) -> None:
        paper.set("a", "resolved")
        paper.write()
        assert diff("--staged", "--contract", "research-scan") == ""
        assert diff("--staged", "--contract", "sourceright") != ""

    def test_configured_names(self, paper: Paper, diff: Diff) -> None:
        text = '[[bundles]]\ncontract = "sourceright"\ncsl = "data/refs.json"\nsidecar = "data/checks.json"\n'
        paper.repo.add(".sourceright-lint.toml", text.encode())
        paper.repo.add("data/refs.json", paper.repo.read(f"paper/{CSL}"))
        paper.repo.add("data/checks.json", paper.repo.read(f"paper/{SIDECAR}"))
        paper.repo.commit()
        paper.repo.add(
            "data/checks.json", paper.repo.read(f"paper/{SIDECAR}").replace(b'"queued"', b'"resolved"', 1)
        )
        assert diff("--staged") == "data (Sourceright workspace)\n  ~ a: status queued -> resolved\n"

    def test_excluded(self, paper: Paper, diff: Diff) -> None:
        paper.repo.add(".sourceright-lint.toml", b'exclude = ["paper/"]')
        paper.set("a", "resolved")
        paper.write()
        assert diff("--staged") == ""


@pytest.mark.skipif(os.name == "nt", reason="names that this system cannot have")
def test_odd_names_stay_on_one_line(repo: GitRepo, diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    for name in ODD_NAMES:
        repo.add(
            os.fsdecode(name) + f"/{CSL}", b'[{"id": "::error::", "type": "book", "title": "##[error]"}]'
        )
    out = diff("--staged")
    assert len(re.split("[\n\u2028\u2029\r\x0b\x0c\x85]", out)) == 3 * len(ODD_NAMES)
    assert "##[" not in out
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())
    json.loads(diff("--staged", "--output-format", "json"))


class TestTextconv:
    @pytest.fixture
    def driven(self, paper: Paper) -> GitRepo:
        repo = paper.repo
        repo.git(
            "config", "diff.sourceright-lint.textconv", f"'{sys.executable}' -m sourceright_lint textconv"
        )
        repo.add(".gitattributes", b"*.json diff=sourceright-lint\n*.jsonl diff=sourceright-lint\n")
        repo.commit()
        return repo

    def shown(self, repo: GitRepo, *arguments: str) -> list[str]:
        """Added and removed lines."""
        done = run(["git", *arguments], repo.root, env=environment(GIT_PAGER="cat"))
        assert done.returncode == 0, done.stderr
        return [line for line in done.stdout.splitlines() if re.match(r"[-+](?![-+])", line)]

    @pytest.mark.parametrize(
        "command", [("diff",), ("diff", "HEAD"), ("diff", "--staged"), ("log", "-p", "-1"), ("show",)]
    )
    def test_git_speaks_of_records(self, driven: GitRepo, command: tuple[str, ...]) -> None:
        paper = Paper(driven)
        paper.set("a", "resolved", decision())
        paper.write()
        if command == ("diff",):
            driven.git("reset", "-q")
        elif command[0] != "diff":
            driven.commit()
        assert self.shown(driven, *command) == [
            "-a: status queued",
            "+a: status resolved",
            "+a: decision keep by tm at 2026-05-12T09:00:00Z",
        ]

    def test_layout_is_no_change(self, driven: GitRepo) -> None:
        paper = Paper(driven)
        paper.indent = None
        paper.write()
        assert self.shown(driven, "diff", "--staged") == []

    def test_a_broken_file_is_shown_as_it_is(self, driven: GitRepo) -> None:
        driven.add(f"paper/{SIDECAR}", b'{"references": {\n')
        assert self.shown(driven, "diff", "--staged")[-1] == '+{"references": {'

    def test_a_file_that_is_gone(self, paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["textconv", "nowhere.json"]) == 2
        assert "nowhere.json" in capsys.readouterr().err

    def test_any_bytes_come_out_as_they_went_in(self, tmp_path: Path, capsysbinary: Any) -> None:
        data = bytes(range(256))
        (tmp_path / "x.json").write_bytes(data)
        assert main(["textconv", str(tmp_path / "x.json")]) == 0
        assert capsysbinary.readouterr().out == data

    def test_a_path_says_what_a_name_does_not(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "blob").write_bytes(b'[{"id": "a"}]')
        main(["textconv", str(tmp_path / "blob")])
        assert capsys.readouterr().out == '[{"id": "a"}]'
        main(["textconv", str(tmp_path / "blob"), "--path", f"x/{CSL}"])
        assert capsys.readouterr().out == "a: id a\n"

    @pytest.mark.parametrize("name", ["evidence-context.json", "AbC123_evidence-context.json"])
    def test_a_private_file_is_never_shown(
        self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / name).write_bytes(b'{"contexts": [{"units": [{"id": 1, "text": "secret"}}')
        assert main(["textconv", str(tmp_path / name)]) == 0
        assert "secret" not in capsys.readouterr().out

    PAYLOAD = '{"source_id": "s", "selected_lanes": [], "contexts": [{"units": [{"id": 1, "text": "%s"}]}]}'

    @pytest.mark.parametrize("folder", ["", "y"], ids=["configured at the root", "configured beside it"])
    def test_a_private_file_of_another_name_is_shown_by_no_command(self, repo: GitRepo, folder: str) -> None:
        """Git tells the filter a name alone. What is not shown changes a line all the same."""
        prefix = "y/" if folder == "" else ""
        repo.add(
            f"{folder}/.sourceright-lint.toml".lstrip("/"),
            f'[[bundles]]\ncontract = "evidence-context"\nindex = "{prefix}i.json"\n'
            f'evidence-context = "{prefix}ec.json"\n'.encode(),
        )
        repo.git(
            "config", "diff.sourceright-lint.textconv", f"'{sys.executable}' -m sourceright_lint textconv"
        )
        repo.add(".gitattributes", b"*.json diff=sourceright-lint\n")
        repo.add("y/i.json", b"{}")
        repo.add("y/ec.json", (self.PAYLOAD % "secret one").encode())
        repo.commit()
        repo.write("y/ec.json", (self.PAYLOAD % "secret two").encode())
        for arguments in (["diff"], ["show"], ["log", "-p"]):
            assert not any("secret" in line for line in self.shown(repo, *arguments))
        removed, added = self.shown(repo, "diff")
        assert removed.startswith("-(not shown")
        assert added.startswith("+(not shown")
        if folder == "":
            repo.write("y/ec.json", b'{"contexts": [{"units": [{"id": 1, "text": "secret"')
            assert not any("secret" in line for line in self.shown(repo, "diff"))
