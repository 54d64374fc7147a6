"""The example in the documentation is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sourceright_lint.merging.markers import take_side
from tests.gitrepo import GitRepo, make_repo
from tests.merging.support import PATHS, candidate, loaded, record, sidecar, written
from tests.merging.test_git import fork, merge

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "merge.md"
SIDECAR = PATHS["sidecar"]


def titled_blocks() -> dict[str, str]:
    """The page's blocks of code that have a title."""
    found = re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE.read_text(encoding="utf-8"), re.M | re.S)
    return dict(found)


@pytest.fixture(scope="module")
def blocks() -> dict[str, str]:
    return titled_blocks()


def _fork(repo: GitRepo, blocks: dict[str, str]) -> None:
    first = candidate("crossref", 0.86, 9, DOI="10.5555/tides.2021")
    base = sidecar(**{"tides-2021": record(provider_candidates=[first])})
    sides = (blocks[f"{SIDECAR} on {name}"].encode() for name in ("main", "topic"))
    files = [{SIDECAR: data} for data in (_in_form(base), *sides)]
    fork(repo, *files)


def _in_form(value: object) -> bytes:
    from tests.merging.oracle import canonical
    from tests.merging.support import DEFAULTS

    return canonical(written(value, "sidecar"), "sidecar", DEFAULTS)


def test_the_example(driven: GitRepo, blocks: dict[str, str]) -> None:
    _fork(driven, blocks)
    done = merge(driven, "merge", "topic")
    said = (done.stderr + done.stdout).decode().splitlines()
    assert ["$ git merge topic", *said] == blocks["git merge topic"].splitlines()
    assert driven.read(SIDECAR).decode() == blocks[f"{SIDECAR} after the merge"]


def test_git_alone_leaves_two_conflicts(tmp_path: Path, blocks: dict[str, str]) -> None:
    plain = make_repo(tmp_path / "plain")
    _fork(plain, blocks)
    assert merge(plain).returncode == 1
    assert plain.read(SIDECAR).count(b"<<<<<<<") == 2


def test_either_side_of_the_example_is_sound(blocks: dict[str, str]) -> None:
    text = blocks[f"{SIDECAR} after the merge"]
    for side, status in (("ours", "resolved"), ("theirs", "unresolved")):
        taken = take_side(text, side)  # type: ignore[arg-type]
        assert loaded(taken, "sidecar")["references"]["tides-2021"]["review_status"] == status
        assert taken == json.dumps(json.loads(taken), indent=2) + "\n"


def test_the_driver_as_the_page_has_it(driven: GitRepo, blocks: dict[str, str]) -> None:
    from tests.merging.conftest import DRIVER

    configured = re.search(
        r'merge\.sourceright-lint\.driver "sourceright-lint (.*)"', PAGE.read_text(encoding="utf-8")
    )
    assert configured is not None
    driven.git(
        "config", "merge.sourceright-lint.driver", DRIVER.partition(" merge-driver")[0] + " " + configured[1]
    )
    lines = re.search(r"```gitattributes\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert lines is not None
    (driven.root / ".git" / "info" / "attributes").unlink()
    driven.add(".gitattributes", lines[1].encode())
    _fork(driven, blocks)
    assert merge(driven).returncode == 1
    assert driven.read(SIDECAR).count(b"<<<<<<<") == 1
