"""Files that a form was not made for are left as they are, whatever command would bring them into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sourceright_lint.contracts.sourceright.forms import csl_form, sidecar_form
from sourceright_lint.errors import WriteRefused
from sourceright_lint.fixing.plan import reformatted
from sourceright_lint.jsontext import Document
from tests.gitrepo import make_repo
from tests.tool import lint

CSL, SIDECAR = "references.csl.json", "references.verification.json"
OF_ANOTHER_VERSION = (
    b'{"schema_version":"sourceright.verification.v2","references":{"a":{"review_status":"queued",'
    b'"extraction":null,"conflicts":[],"provider_candidates":[{"provider":"z","confidence":1},{"provider":"b"}]}}}'
)
NO_LIST = b'{"references":[{"id":"b"},{"id":"a"}],"zz":1,"aa":2}'
LEFT = {SIDECAR: OF_ANOTHER_VERSION, CSL: NO_LIST}


@pytest.mark.parametrize("name", LEFT)
@pytest.mark.parametrize(
    "words", [("format",), ("format", "--staged"), ("check", "--fix", "--unsafe-fixes")], ids=" ".join
)
def test_commands(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "repo")
    (repo.root / name).write_bytes(LEFT[name])
    repo.git("add", ".")
    done = lint(repo.root, *words, "--no-cache")
    assert "Rewrote" not in done.stdout + done.stderr
    assert "Fixed" not in done.stdout + done.stderr
    assert (repo.root / name).read_bytes() == LEFT[name]
    assert repo.git("show", f":{name}") == LEFT[name]


@pytest.mark.parametrize("name", LEFT)
def test_standard_input(name: str, tmp_path: Path) -> None:
    done = lint(tmp_path, "format", "--stdin-filename", name, "-", input=LEFT[name])
    assert done.stdout.encode() == LEFT[name]


@pytest.mark.parametrize(
    ("name", "form"), [(CSL, csl_form(True)), (SIDECAR, sidecar_form())], ids=[CSL, SIDECAR]
)
def test_an_editor_that_asks_for_it(name: str, form: object) -> None:
    with pytest.raises(WriteRefused):
        reformatted(Document(name, LEFT[name]), form)  # type: ignore[arg-type]
