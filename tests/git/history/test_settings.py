"""History by options and configuration, and through moves of folders and files."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR
from tests.git.history.story import Paper
from tests.git.history.support import CSL_PLACE, PLACE, Check, save
from tests.sourceright.history.support import DECISION, ITEM, RECORD, STATUS, item, record


@pytest.fixture
def faulty(paper: Paper) -> Paper:
    """One fault in the sidecar and one in the bibliography, staged."""
    paper.set("b", "not_required")
    paper.items["a"]["title"] = "Other"
    paper.write()
    return paper


BOTH = [(ITEM, CSL_PLACE), (STATUS, PLACE)]


class TestSettings:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            pytest.param((), BOTH, id="all"),
            pytest.param(("--ignore", "history.item"), BOTH[1:], id="ignored"),
            pytest.param(
                ("--per-file-ignores", "paper/*.csl.json:history"), BOTH[1:], id="ignored in a file"
            ),
            pytest.param(("--contract", "sourceright"), BOTH, id="contract"),
            pytest.param(("--contract", "evidence-context"), [], id="another contract"),
            pytest.param(("--contract", "sourceright:csl"), BOTH[:1], id="role"),
            pytest.param(("--contract", "sourceright:sidecar"), BOTH[1:], id="another role"),
            pytest.param(("--contract", "sourceright:queue"), [], id="a third role"),
        ],
    )
    def test_options(self, faulty: Paper, check: Check, arguments: tuple[str, ...], expected: Any) -> None:
        assert check("--staged", *arguments) == expected
        faulty.repo.commit()
        assert check("--history", "HEAD~1..", *arguments) == expected

    def test_severity(self, faulty: Paper, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ["check", "--staged", "--select", "history", "--severity", "history.status=info"]
        assert main(arguments) == 0
        assert main([*arguments, "--severity", "history=error", "--fail-on", "error"]) == 1

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('exclude = ["paper/"]', BOTH),
            ('[per-file-ignores]\n"paper/*" = ["history.status"]', BOTH[:1]),
            ('ignore = ["history"]', None),
        ],
        ids=["excluded", "ignored in files", "ignored"],
    )
    def test_configuration(self, faulty: Paper, check: Check, text: str, expected: Any) -> None:
        faulty.repo.add(".sourceright-lint.toml", text.encode())
        if expected is not None:
            assert check("--staged") == expected
        faulty.repo.commit()
        assert main(["check", "--history", "HEAD~1..HEAD", "--quiet"]) == bool(
            expected and BOTH[1] in expected
        )

    def test_what_was_excluded_before(self, paper: Paper, check: Check) -> None:
        """A change does not hide what it does by excluding it; later ones are not looked at."""
        paper.repo.add(".sourceright-lint.toml", b'exclude = ["paper/"]')
        assert check("--staged") == []
        start = paper.repo.commit()
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged") == []
        paper.repo.commit()
        assert check("--history", f"{start}..HEAD") == []
        assert check("--history", f"{start}~1..HEAD") == [(RECORD, PLACE)]
        assert check("--from-ref", f"{start}~1", "--to-ref", "HEAD") == [(RECORD, PLACE)]

    def test_a_configuration_before_that_cannot_be_used(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", b"exclude = 1")
        paper.repo.commit()
        paper.repo.add(".sourceright-lint.toml", b'exclude = ["paper/"]')
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged") == []

    def test_excluded_on_the_command_line_of_a_configuration(
        self, paper: Paper, check: Check, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """A file that governs everything is no part of the change."""
        given = tmp_path_factory.mktemp("settings") / "lint.toml"
        given.write_text('exclude = ["paper/"]')
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged", "--config", str(given)) == []
        assert check("--staged") == [(RECORD, PLACE)]

    def test_a_role_of_a_file_that_is_gone(self, paper: Paper, check: Check) -> None:
        paper.repo.git("rm", "-q", PLACE)
        assert check("--staged", "--contract", "sourceright:sidecar") == [(RECORD, PLACE)]
        assert check("--staged", "--contract", "sourceright:csl") == []


CONFIGURED = b"""[[bundles]]
contract = "sourceright"
csl = "data/refs.json"
sidecar = "data/checks.json"
"""


class TestMoves:
    def change(self, paper: Paper, old: str, new: str) -> None:
        """Rename a file, and in the sidecar let ``a`` jump."""
        data = paper.repo.read(old)
        paper.repo.git("rm", "-q", old)
        paper.repo.add(new, data.replace(b'"resolved"', b'"in_progress"'))

    def test_a_folder_with_a_change(self, paper: Paper, check: Check) -> None:
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"refs/{name}")
        assert check("--staged") == [(STATUS, f"refs/{SIDECAR}")]
        paper.repo.commit()
        assert check("--history", "HEAD~1..HEAD") == [(STATUS, f"refs/{SIDECAR}")]

    def test_a_folder_whose_sidecar_changed_too_much_for_git(self, paper: Paper, check: Check) -> None:
        paper.repo.git("mv", "paper", "refs")
        paper.repo.add(
            f"refs/{SIDECAR}",
            json.dumps(
                json.loads(paper.repo.read(f"refs/{SIDECAR}").replace(b"resolved", b"in_progress"))
            ).encode(),
        )
        assert check("--staged") == [(STATUS, f"refs/{SIDECAR}")]

    def test_one_of_two_folders(self, paper: Paper, check: Check) -> None:
        other = Paper(paper.repo, "other")
        other.items, other.records = {"z": item("z")}, {"z": record("queued", candidates=[1])}
        save(other)
        paper.repo.git("mv", "paper", "refs")
        assert check("--staged") == []

    def test_a_folder_inside_itself(self, paper: Paper, check: Check) -> None:
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"paper/paper/{name}")
        assert check("--staged") == [(STATUS, f"paper/paper/{SIDECAR}")]

    def test_a_sidecar_without_its_bibliography(self, paper: Paper, check: Check) -> None:
        """Like one that was deleted: the bibliography has lost its records. What it says is compared as well."""
        self.change(paper, PLACE, f"refs/{SIDECAR}")
        expected = [(RECORD, PLACE), (STATUS, f"refs/{SIDECAR}")]
        assert check("--staged") == expected
        paper.repo.commit()
        assert check("--history", "HEAD~1..HEAD") == expected
        paper.repo.git("mv", f"refs/{SIDECAR}", PLACE)
        assert check("--staged") == []

    def test_a_folder_that_leaves_its_queue(self, paper: Paper, check: Check) -> None:
        paper.repo.add(f"paper/{QUEUE}", b'{"id":"b","review_status":"queued"}\n')
        paper.repo.commit()
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"refs/{name}")
        assert check("--staged") == [(STATUS, f"refs/{SIDECAR}")]

    def test_to_configured_names(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        self.change(paper, CSL_PLACE, "data/refs.json")
        self.change(paper, PLACE, "data/checks.json")
        assert check("--staged") == [(STATUS, "data/checks.json")]
        paper.repo.commit()
        assert check("--from-ref", "HEAD~1") == [(STATUS, "data/checks.json")]

    def test_configured_names(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        for old, new in ((CSL_PLACE, "data/refs.json"), (PLACE, "data/checks.json")):
            os.makedirs(paper.repo.place("data"), exist_ok=True)
            paper.repo.git("mv", old, new)
        paper.repo.commit()
        data = paper.repo.read("data/checks.json")
        paper.repo.add("data/checks.json", data.replace(b'"keep"', b'"drop"'))
        assert check("--staged") == [(DECISION, "data/checks.json")]
        paper.repo.git("rm", "-q", "-f", "data/checks.json")
        assert check("--staged") == [(RECORD, "data/checks.json")]
        assert check("--staged", "--contract", "sourceright:sidecar") == [(RECORD, "data/checks.json")]

    def test_from_configured_names_to_the_usual_ones(self, paper: Paper, check: Check) -> None:
        paper.repo.add(".sourceright-lint.toml", CONFIGURED)
        os.makedirs(paper.repo.place("data"))
        paper.repo.git("mv", CSL_PLACE, "data/refs.json")
        paper.repo.git("mv", PLACE, "data/checks.json")
        paper.repo.commit()
        paper.repo.git("rm", "-q", ".sourceright-lint.toml")
        self.change(paper, "data/refs.json", CSL_PLACE)
        self.change(paper, "data/checks.json", PLACE)
        assert check("--staged") == [(STATUS, PLACE)]

    def test_merged_from_a_side_that_moved(self, paper: Paper, check: Check) -> None:
        repo = paper.repo
        repo.git("checkout", "-q", "-b", "topic")
        repo.git("mv", "paper", "refs")
        repo.commit("move")
        repo.git("checkout", "-q", "main")
        paper.set("b", "in_progress")
        save(paper)
        repo.git("merge", "-q", "--no-edit", "topic")
        assert check("--history", "HEAD~2..HEAD") == []
        moved = Paper(repo, "refs")
        assert moved.records["b"]["review_status"] == "in_progress"
        moved.set("b", "not_required")
        moved.write()
        repo.git("commit", "-q", "--amend", "--no-edit")
        assert check("--history", "HEAD~1..HEAD") == [(STATUS, f"refs/{SIDECAR}")]

    def test_odd_names(self, paper: Paper, check: Check) -> None:
        folder = "with space/new\nline"
        for name in (CSL, SIDECAR):
            self.change(paper, f"paper/{name}", f"{folder}/{name}")
        assert check("--staged") == [(STATUS, f"{folder}/{SIDECAR}")]
