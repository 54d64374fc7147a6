"""What the page about exporters says of pandoc, asked of pandoc."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tool import lint

BIB = """@article{eels-2019,
  title = {Eels at the weir},
  author = {{River Trust}},
  journal = {Journal of River Works},
  date = {2019-03-14},
  volume = {12},
  pages = {101--118},
  doi = {10.5555/EELS.2019}
}
"""


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A bibliography that pandoc made of BibLaTeX."""
    if shutil.which("pandoc") is None:
        pytest.skip("no pandoc here")
    (tmp_path / "references.bib").write_text(BIB, encoding="utf-8")
    options = ["--from", "biblatex", "--to", "csljson", "--output", "references.csl.json"]
    subprocess.run(["pandoc", "references.bib", *options], cwd=tmp_path, check=True)
    return tmp_path


def test_what_pandoc_writes_is_mended_by_safe_fixes(exported: Path) -> None:
    done = lint(exported, "check", "--fix", "--isolated", "--ignore", "sidecar.missing", "--fail-on", "info")
    assert done.returncode == 0, done.stdout
    [item] = json.loads((exported / "references.csl.json").read_text(encoding="utf-8"))
    assert item["id"] == "eels-2019"
    assert item["DOI"] == "10.5555/eels.2019"


def test_pandoc_reads_the_canonical_form(exported: Path) -> None:
    lint(exported, "check", "--fix", "--isolated")
    command = ["pandoc", "--citeproc", "--bibliography", "references.csl.json", "--to", "plain"]
    done = subprocess.run(
        command, cwd=exported, input="[@eels-2019]\n", capture_output=True, text=True, check=True
    )
    assert "Eels at the Weir" in done.stdout
    assert done.stderr == ""
