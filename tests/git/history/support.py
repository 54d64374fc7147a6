"""What the tests of situations share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import CSL, SIDECAR
from tests.git.history.story import Paper

Check = Callable[..., list[tuple[str, str]]]

PLACE, CSL_PLACE = f"paper/{SIDECAR}", f"paper/{CSL}"


def save(paper: Paper, message: str = "change") -> str:
    paper.write()
    return paper.repo.commit(message)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said where the tool could not do its job."""
    assert main(["check", *arguments]) == 2
    return capsys.readouterr().err
