"""What others have in the repository's configuration stays there, and of ours nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.gitrepo import GitRepo
from tests.install.support import append_config
from tests.tool import lint

Prepare = Callable[[GitRepo], object]

ADDED_LATER: dict[str, tuple[Prepare, bytes]] = {
    "a key in a section of ours": (
        lambda repo: repo.git("config", "merge.sourceright-lint.recursive", "text"),
        b'[merge "sourceright-lint"]\n\trecursive = text\n',
    ),
    "a key in our last section": (
        lambda repo: repo.git("config", "diff.sourceright-lint.cachetextconv", "true"),
        b'[diff "sourceright-lint"]\n\tcachetextconv = true\n',
    ),
    "a section": (lambda repo: repo.git("config", "user.name", "tm"), b"[user]\n\tname = tm\n"),
    "a comment": (lambda repo: append_config(repo, b"# mine\n"), b"# mine\n"),
    "a line without an end": (
        lambda repo: append_config(repo, b"[user]\n\tname = tm"),
        b"[user]\n\tname = tm",
    ),
}


@pytest.mark.parametrize(("add", "stays"), ADDED_LATER.values(), ids=ADDED_LATER)
def test_what_someone_adds_to_the_configuration_stays(repo: GitRepo, add: Prepare, stays: bytes) -> None:
    place = repo.root / ".git/config"
    before = place.read_bytes()
    lint(repo.root, "install")
    add(repo)
    added = place.read_bytes()
    assert "everything is in place" in lint(repo.root, "install").stdout
    assert place.read_bytes() == added
    repo.git("config", "merge.sourceright-lint.driver", "old %A")
    lint(repo.root, "install")
    assert stays.splitlines()[-1] in place.read_bytes()
    assert lint(repo.root, "uninstall").returncode == 0
    assert place.read_bytes() == before + stays
    assert "nothing of ours is here" in lint(repo.root, "uninstall").stdout


def test_an_outdated_driver_is_renewed_and_other_settings_stay(repo: GitRepo) -> None:
    repo.git("config", "merge.sourceright-lint.driver", "old %A")
    repo.git("config", "user.name", "tm")
    lint(repo.root, "install")
    assert "merge-driver" in repo.text("config", "--get-all", "merge.sourceright-lint.driver")
    assert repo.text("config", "user.name") == "tm"
