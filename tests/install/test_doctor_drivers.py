"""``doctor`` looks at the command of a driver, at what outranks it and at the lines that overrule ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo
from tests.tool import CLEAN, environment, lint

FILE = "references.csl.json"
MERGE, TEXTCONV = "merge.sourceright-lint.driver", "diff.sourceright-lint.textconv"
MERGE_WORDS = "merge-driver %O %A %B %L %P %S %X %Y"
INSTALL = "sourceright-lint install"


@pytest.fixture
def healthy(repo: GitRepo) -> GitRepo:
    """A repository in which everything is set up and committed."""
    repo.add(FILE, CLEAN)
    assert lint(repo.root, "install").returncode == 0
    repo.git("add", ".gitattributes")
    repo.commit()
    return repo


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A search path on which there is a sourceright-lint, and a uv."""
    for name in ("sourceright-lint", "uv", "wrapped"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(
            '#!/bin/sh\nexec sourceright-lint merge-driver "$@"\n' if name == "wrapped" else "#!/bin/sh\n"
        )
        program.chmod(0o755)
    return f"{tmp_path / 'bin'}:/usr/bin:/bin"


def diagnose(repo: GitRepo, path: str = "/usr/bin:/bin") -> tuple[int, list[str]]:
    done = lint(repo.root, "doctor", env=environment(PATH=path))
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def told(lines: list[str], expected: str) -> tuple[str, str]:
    """The level of what is said, and what mends it."""
    at = next((at for at, line in enumerate(lines) if expected in line), None)
    assert at is not None, "\n".join(lines)
    follows = lines[at + 1] if at + 1 < len(lines) else ""
    return lines[at].split()[0], follows.strip().removeprefix("mend: ") if "mend:" in follows else ""


FOREIGN = {
    "true": (MERGE, "true", "merge driver: runs true, which is not sourceright-lint"),
    "true with arguments": (MERGE, "true %O %A %B", "runs true %O %A %B, which is not"),
    "cp": (MERGE, "cp %B %A", "runs cp %B %A, which is not"),
    "a path that is nowhere": (
        MERGE,
        "/nowhere/merge %O %A %B",
        "runs /nowhere/merge %O %A %B, which is not",
    ),
    "a function of someone": (MERGE, "f() { cp %B %A; }; f", "which is not sourceright-lint"),
    "with an interpreter": (MERGE, "f() { [ -x '/bin/sh' ] && cp $3 $2; }; f %O %A %B", "which is not"),
    "our program that is nowhere": (
        MERGE,
        f"/nowhere/sourceright-lint {MERGE_WORDS}",
        "runs /nowhere/sourceright-lint, and there is no such program",
    ),
    "our program in no folder of the work tree": (
        MERGE,
        f".venv/bin/sourceright-lint {MERGE_WORDS}",
        "runs .venv/bin/sourceright-lint, and there is no such program",
    ),
    "our program that is not on PATH": (
        MERGE,
        f"sourceright-lint {MERGE_WORDS}",
        "runs sourceright-lint, and it is not on PATH",
    ),
    "a Python that is nowhere": (
        MERGE,
        f"/nowhere/python3 -m sourceright_lint {MERGE_WORDS}",
        "runs /nowhere/python3, and there is no such program",
    ),
    "another textconv": (TEXTCONV, "cat", "diff driver: runs cat, which is not sourceright-lint"),
    "a textconv that is nowhere": (TEXTCONV, "/nowhere/x", "diff driver: runs /nowhere/x, which is not"),
}


@pytest.mark.parametrize(("key", "command", "expected"), FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_command_is_a_problem_and_install_mends_it(
    healthy: GitRepo, key: str, command: str, expected: str
) -> None:
    healthy.git("config", key, command)
    status, lines = diagnose(healthy)
    assert status == 1
    assert told(lines, expected) == ("problem", INSTALL)
    assert lint(healthy.root, "install").returncode == 0
    assert diagnose(healthy)[0] == 0


MISUSED = {
    "another subcommand": (
        MERGE,
        "sourceright-lint textconv %A",
        "does not run sourceright-lint merge-driver",
    ),
    "no subcommand": (MERGE, "sourceright-lint", "does not run sourceright-lint merge-driver %O %A %B %L %P"),
    "sides changed": (MERGE, "sourceright-lint merge-driver %O %B %A %L %P", "does not run sourceright-lint"),
    "a version that is missing": (MERGE, "uv run sourceright-lint merge-driver %O %A", "does not run"),
    "another textconv of ours": (
        TEXTCONV,
        "sourceright-lint check",
        "does not run sourceright-lint textconv",
    ),
}


@pytest.mark.parametrize(("key", "command", "expected"), MISUSED.values(), ids=MISUSED)
def test_ours_called_in_another_way(
    healthy: GitRepo, path: str, key: str, command: str, expected: str
) -> None:
    healthy.git("config", key, command)
    status, lines = diagnose(healthy, path)
    assert status == 1
    assert told(lines, expected) == ("problem", INSTALL)


BY_HAND = {
    "as documented": (MERGE, f"sourceright-lint {MERGE_WORDS}", "runs what PATH has", "note"),
    "without names": (MERGE, 'sourceright-lint merge-driver %O %A %B %L "%P"', "runs what PATH has", "note"),
    "textconv as documented": (TEXTCONV, "sourceright-lint textconv", "runs what PATH has", "note"),
    "by uv": (MERGE, f"uv run --quiet sourceright-lint {MERGE_WORDS}", "merge driver: runs by uv", "ok"),
    "by a module": (MERGE, f"/bin/python3 -m sourceright_lint {MERGE_WORDS}", "driver: runs by ", "ok"),
    "with a variable": (
        MERGE,
        f"LC_ALL=C exec sourceright-lint {MERGE_WORDS}",
        "merge driver: runs what PATH has",
        "note",
    ),
    "by a script that names us": (MERGE, "wrapped %O %A %B %L %P", "runs wrapped; whether that runs", "note"),
    "by a shell": (
        MERGE,
        "sh -c 'sourceright-lint merge-driver \"$@\"'",
        "runs sh; whether that runs",
        "note",
    ),
    "by a variable's program": (MERGE, "$TOOL merge-driver %O %A %B %L %P", "runs $TOOL; whether", "note"),
}


@pytest.mark.parametrize(("key", "command", "expected", "level"), BY_HAND.values(), ids=BY_HAND)
def test_ours_set_up_by_hand(
    healthy: GitRepo, path: str, key: str, command: str, expected: str, level: str, tmp_path: Path
) -> None:
    command = command.replace("/bin/python3", str(tmp_path / "bin" / "uv").replace("uv", "python3"))
    (tmp_path / "bin" / "python3").symlink_to("uv")
    healthy.git("config", key, command)
    status, lines = diagnose(healthy, path)
    assert status == 0, lines
    assert told(lines, expected)[0] == level


def test_a_command_of_another_version(healthy: GitRepo) -> None:
    command = healthy.text("config", MERGE)
    healthy.git("config", MERGE, command.replace("-L ours ", ""))
    assert told(diagnose(healthy)[1], "merge driver: made by another version") == ("note", INSTALL)


def test_a_command_that_outranks_the_one_of_install(healthy: GitRepo, tmp_path: Path) -> None:
    included = tmp_path / "included config"
    included.write_text('[merge "sourceright-lint"]\n\tdriver = true\n')
    healthy.git("config", "include.path", str(included))
    help = told(diagnose(healthy)[1], "merge driver: runs true")[1]
    assert help == f"git config --file '{included}' --unset-all {MERGE}"
    healthy.git("config", "--file", str(included), "--unset-all", MERGE)
    assert diagnose(healthy)[0] == 0


def test_a_command_of_one_work_tree(healthy: GitRepo) -> None:
    healthy.git("config", "extensions.worktreeConfig", "true")
    healthy.git("config", "--worktree", MERGE, "true")
    help = told(diagnose(healthy)[1], "merge driver: runs true")[1]
    place = healthy.root / ".git/config.worktree"
    assert help == f"git config --file '{place}' --unset-all {MERGE}"


def test_an_external_diff_in_place_of_ours(healthy: GitRepo) -> None:
    healthy.git("config", "diff.sourceright-lint.command", "other")
    level, help = told(diagnose(healthy)[1], "diff.sourceright-lint.command is set to other")
    assert level == "problem"
    healthy.git(*help.replace("'", "").split()[1:])
    assert diagnose(healthy)[0] == 0


Write = Callable[[GitRepo], object]

OVERRULED: dict[str, tuple[Write, str, str]] = {
    "a deeper file": (
        lambda repo: repo.write("sub/.gitattributes", b"*.json merge=union -diff\n"),
        "sub/references.csl.json: another line sets {kind} to {value}",
        "sub/.gitattributes or .gitattributes",
    ),
    "info/attributes": (
        lambda repo: _info(repo, b"*.json merge=union -diff\n"),
        "sub/references.csl.json: another line sets {kind} to {value}",
        ".git/info/attributes or .gitattributes",
    ),
    "a line behind ours": (
        lambda repo: repo.write(
            ".gitattributes", repo.read(".gitattributes") + b"*.json merge=union -diff\n"
        ),
        "sub/references.csl.json: another line sets {kind} to {value}",
        ".gitattributes",
    ),
}


def _info(repo: GitRepo, data: bytes) -> None:
    (repo.root / ".git/info").mkdir(exist_ok=True)
    (repo.root / ".git/info/attributes").write_bytes(data)


@pytest.mark.parametrize(("prepare", "expected", "files"), OVERRULED.values(), ids=OVERRULED)
def test_every_file_of_ours_is_overruled(repo: GitRepo, prepare: Write, expected: str, files: str) -> None:
    repo.add("sub/references.csl.json", CLEAN)
    assert lint(repo.root, "install").returncode == 0
    repo.git("add", ".gitattributes")
    prepare(repo)
    status, lines = diagnose(repo)
    assert status == 1
    for kind, value in (("merge", "union"), ("diff", "unset")):
        help = f"look for the line about {kind} in {files}"
        assert told(lines, expected.format(kind=kind, value=value)) == ("problem", help)
    assert not any("gives it no file" in line or INSTALL in line for line in lines)


UNSET_TEXT: dict[str, Write] = {
    "-text in a deeper file": lambda repo: repo.write("sub/.gitattributes", b"*.json -text\n"),
    "binary in info/attributes": lambda repo: _info(repo, b"*.json binary\n"),
}


@pytest.mark.parametrize("prepare", UNSET_TEXT.values(), ids=UNSET_TEXT)
def test_lines_that_take_effect_from_eol(repo: GitRepo, prepare: Write) -> None:
    repo.add("sub/references.csl.json", CLEAN)
    assert lint(repo.root, "install").returncode == 0
    prepare(repo)
    repo.write("sub/references.csl.json", CLEAN.replace(b"\n", b"\r\n"))
    repo.git("add", "sub")
    assert b"\r\n" in repo.staged("sub/references.csl.json"), "eol=lf has an effect after all"
    status, lines = diagnose(repo)
    level, help = told(lines, "sub/references.csl.json: another line says -text, so eol=lf has no effect")
    assert (status, level) == (1, "problem")
    assert help.startswith("look for the line about text (or binary) in ")
    assert not any("--renormalize" in line for line in lines)


def test_text_that_is_unset_before_our_lines_is_no_matter(repo: GitRepo) -> None:
    repo.write(".gitattributes", b"* -text\n")
    repo.add("sub/references.csl.json", CLEAN)
    assert lint(repo.root, "install").returncode == 0
    repo.git("add", ".gitattributes")
    assert diagnose(repo)[0] == 0
