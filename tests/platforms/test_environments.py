"""The same answers under any locale, without asserts and docstrings, and where every warning is an error."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tool import REPOSITORY

TITLE = "İstanbul  ırmağı – Ünlü ﬁsh 𝒜"
FOLDER = "çalışma ı"
CSL = [
    {"id": "İ-ırmak", "type": "Book", "title": TITLE, "DOI": "https://doi.org/10.5555/INFINITI"},
    {"id": "I", "type": "article-journal", "title": "i", "author": [{"family": "Öztürk"}]},
]
SIDECAR = {
    "schema_version": "sourceright.verification.v1",
    "references": {"İ-ırmak": {"review_status": "IN PROGRESS"}, "I": {"review_status": "Not-Required"}},
}
COMMANDS = [
    ["check", "--output-format", "json", "--exit-zero"],
    ["check", "--exit-zero"],
    ["check", "--diff", "--exit-zero"],
    ["report"],
    ["rule", "csl.title.empty", "--output-format", "json"],
    ["rule", "--all"],
    ["schema", "csl"],
    ["check", "--fix", "--exit-zero"],
    ["--version"],
]

ENVIRONMENTS = {
    "C": {"LC_ALL": "C"},
    "C without UTF-8": {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    },
    "POSIX, latin": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"},
    "Windows code page": {"PYTHONIOENCODING": "cp1254"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "no language": {"LC_ALL": "", "LANG": "", "LC_CTYPE": "no_SUCH.thing"},
    "optimised": {"PYTHONOPTIMIZE": "1"},
    "optimised, no docstrings": {"PYTHONOPTIMIZE": "2"},
    "hash seed": {"PYTHONHASHSEED": "1"},
    "time zone": {"TZ": "Pacific/Kiritimati"},
    "warnings are errors": {"PYTHONWARNINGS": "error"},
    "development mode": {"PYTHONDEVMODE": "1", "PYTHONWARNINGS": "error"},
    "encoding warnings": {
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONWARNINGS": "error::EncodingWarning:sourceright_lint",
    },
    "no home": {"HOME": "", "XDG_CACHE_HOME": ""},
}

RUN = """
import json, sys
from sourceright_lint.cli import main
for words in json.loads(sys.argv[1]):
    sys.stdout.flush()
    sys.stdout.buffer.write(b"\\n== %s\\n" % " ".join(words).encode())
    sys.stdout.buffer.flush()
    try:
        status = main(words)
    except SystemExit as end:
        status = end.code
    assert status in (0, 1, 2), status
    sys.stdout.flush()
    sys.stdout.buffer.write(b"== %d\\n" % status)
"""


NAMES_ARE_ASCII = ("C without UTF-8", "POSIX, latin", "Windows code page")
"""Where Python takes file names for bytes without a meaning, they are shown as bytes."""


def answers(
    root: Path, settings: dict[str, str], folder_name: str = FOLDER, before: str = ""
) -> tuple[str, str, dict[str, bytes]]:
    """Standard output, standard error and the files after it, of all commands."""
    folder = root / folder_name
    folder.mkdir(parents=True)
    for name, value in (("references.csl.json", CSL), ("references.verification.json", SIDECAR)):
        (folder / name).write_bytes(json.dumps(value, ensure_ascii=False).encode())
    inherited = {
        k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON", "GITHUB_", "GIT_"))
    }
    environment = {**inherited, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    commands = json.dumps([[*words, "--isolated"] if words[0] == "check" else words for words in COMMANDS])
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\n{RUN}", commands],
        cwd=root,
        env=environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"), files


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, dict[str, bytes]]:
    return answers(tmp_path_factory.mktemp("usual") / "work", {"LC_ALL": "C.UTF-8"})


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_answers_are_the_same(
    name: str, usual: tuple[str, str, dict[str, bytes]], tmp_path: Path
) -> None:
    if name in NAMES_ARE_ASCII:
        usual = answers(tmp_path / "usual", {"LC_ALL": "C.UTF-8"}, "work")
        out, err, files = answers(tmp_path / "other", ENVIRONMENTS[name], "work")
    else:
        out, err, files = answers(tmp_path / "work", ENVIRONMENTS[name])
    if name == "optimised, no docstrings":
        # The pages of the rules are their docstrings, and nothing else may depend on them.
        out, usual_out = (text[: text.index("== rule csl")] for text in (out, usual[0]))
        assert out == usual_out
    else:
        assert out == usual[0]
    assert err == usual[1]
    assert files == usual[2]


@pytest.mark.parametrize("charset", ["UTF-8", "ISO-8859-9"])
def test_a_turkish_locale_that_is_there(
    charset: str, usual: tuple[str, str, dict[str, bytes]], tmp_path: Path
) -> None:
    """Not only its name: made from the system's sources, and asked for by the program that starts the tool."""
    locale = f"tr_TR.{charset}"
    settings = {"LOCPATH": str(tmp_path), "LC_ALL": locale, "LANGUAGE": "tr", "PYTHONUTF8": "0"}
    if not _made(locale, charset, tmp_path):
        pytest.skip("no localedef, or not the sources of this locale")
    said = _python(
        "import locale; print(locale.setlocale(locale.LC_ALL, ''), locale.getpreferredencoding())", settings
    )
    assert said.split() == [locale, charset]
    folder = FOLDER if charset == "UTF-8" else "work"
    usual = usual if charset == "UTF-8" else answers(tmp_path / "usual", {"LC_ALL": "C.UTF-8"}, folder)
    assert (
        answers(tmp_path / "other", settings, folder, "import locale; locale.setlocale(locale.LC_ALL, '')")
        == usual
    )


def _made(locale: str, charset: str, folder: Path) -> bool:
    program = shutil.which("localedef")
    if program is None:
        return False
    words = [program, "--no-archive", "-i", "tr_TR", "-f", charset, str(folder / locale)]
    done = subprocess.run(words, capture_output=True, check=False)
    return done.returncode == 0


def _python(program: str, settings: dict[str, str]) -> str:
    environment = {**os.environ, **settings}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_the_usual_answers(usual: tuple[str, str, dict[str, bytes]]) -> None:
    out, err, files = usual
    assert "internal fault" not in err
    assert "csl.title.not_canonical" in out
    assert "İstanbul ırmağı" in files["references.csl.json"].decode()
    assert '"in_progress"' in files["references.verification.json"].decode()
    assert out.count("\n== ") >= len(COMMANDS)
