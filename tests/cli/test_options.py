"""Every option does what its help says, and none is without a test."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.usage import visible
from tests import command_pages
from tests.tool import FIXABLE, environment

CSL = "references.csl.json"
TESTS = Path(__file__).parents[1]
FOUND = f"{CSL}:6:12: error csl.doi.not_canonical"
FIRST_INFO = f"{CSL}:1:1: info sidecar.missing"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bibliography with an error that can be fixed and an info, and another one below ``draft``."""
    for folder in (tmp_path, tmp_path / "draft"):
        folder.mkdir(exist_ok=True)
        (folder / CSL).write_bytes(FIXABLE)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "other.toml").write_text('ignore = ["csl"]\n')
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


CHECKS = [
    # arguments, status, printed, not printed
    ("", 1, [FOUND, FIRST_INFO, f"draft/{FOUND}", "Checked 2 files in 2 bundles"], ["--help"]),
    ("--exclude draft", 1, [FOUND, "Checked 1 file"], ["draft/"]),
    ("--exclude *.csl.json", 0, ["nothing to check"], [FOUND]),
    ("--select sidecar", 0, [FIRST_INFO], ["csl.doi"]),
    ("--select sidecar,csl.doi", 1, [FIRST_INFO, FOUND], []),
    ("--select sidecar --extend-select csl.doi", 1, [FIRST_INFO, FOUND], []),
    ("--ignore csl", 0, [FIRST_INFO], ["csl.doi"]),
    ("--ignore csl --extend-select csl.doi.not_canonical", 1, [FOUND], []),
    ("--per-file-ignores draft/**:csl", 1, [FOUND], [f"draft/{FOUND}"]),
    ("--severity csl.doi=info", 0, ["info csl.doi.not_canonical"], ["error csl"]),
    ("--severity csl.doi=warning --fail-on warning", 1, ["warning csl.doi.not_canonical"], []),
    ("--severity csl.doi=warning", 0, ["warning csl.doi.not_canonical"], []),
    ("--fail-on info --ignore csl", 1, [FIRST_INFO], []),
    ("--contract evidence-context", 0, ["nothing to check"], [FOUND]),
    ("--contract sourceright:queue", 0, ["nothing to report"], [FOUND]),
    ("--exit-zero", 0, [FOUND], []),
    ("--statistics", 1, ["2  [*] csl.doi.not_canonical\n2  [ ] sidecar.missing\n"], [FOUND]),
    ("-q", 1, [FOUND], ["Checked"]),
    ("--quiet", 1, [FOUND], ["Checked"]),
    ("--color always", 1, ["\x1b["], []),
    ("--color never", 1, [FOUND], ["\x1b["]),
    ("--config other.toml", 0, [FIRST_INFO], ["csl.doi"]),
    ("--diff", 1, ['-    "DOI": "10.5555/AA"\n+    "DOI": "10.5555/aa"', "Would fix 2 findings"], []),
    ("--fix", 0, ["Fixed 2 findings in 2 files"], [FOUND]),
    ("--fix --exit-non-zero-on-fix", 1, ["Fixed 2 findings in 2 files"], [FOUND]),
    ("--fix draft", 0, ["Fixed 1 finding in 1 file"], [FOUND]),
    ("--no-cache", 1, [FOUND], []),
    ("--cache-dir kept", 1, [FOUND], []),
    ("--debug", 1, [FOUND], ["Traceback"]),
    ("--hook", 0, [], [FOUND]),
    ("--shard 1/1", 1, [FOUND], []),
    ("--as-of 2026-05-09", 1, [FOUND], []),
    ("--no-baseline", 1, [FOUND], []),
    ("--show-files", 0, [f"{CSL}\tsourceright:csl\n", f"draft/{CSL}\tsourceright:csl\n"], ["csl.doi"]),
    ("--show-settings --fail-on info", 0, ['fail-on = "info"', 'csl-order = "id"'], ["csl.doi"]),
]


@pytest.mark.parametrize(("arguments", "status", "printed", "absent"), CHECKS, ids=[c[0] for c in CHECKS])
def test_check(
    work: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    status: int,
    printed: list[str],
    absent: list[str],
) -> None:
    assert main(["check", "--output-format", "concise", *arguments.split()]) == status
    out = capsys.readouterr().out
    assert [text for text in printed if text not in out] == []
    assert [text for text in absent if text in out] == []


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_verbose_tells_where_else_to_look(
    work: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert main(["check", option, "--select", "csl.doi", "--exclude", "draft"]) == 1
    out = capsys.readouterr().out
    assert "  = pointer: /0/DOI\n" in out
    assert re.search(r"^ +  ?= fingerprint: [0-9a-f]{16,}$", out, re.MULTILINE)
    assert re.search(r"= rule: https://\S+/rules/csl.doi.not_canonical/\n", out)


def test_a_configuration_governs_unless_none_is_read(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / ".sourceright-lint.toml").write_text('ignore = ["csl"]\n')
    assert main(["check"]) == 0
    assert main(["check", "--isolated"]) == 1


def test_several_reports_of_one_run(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = ["--output-file", "a.txt", "--also", "sarif=b.sarif", "--also", "junit=c.xml"]
    assert main(["check", "--output-format", "json", *reports]) == 1
    assert capsys.readouterr().out == ""
    assert json.loads((work / "a.txt").read_text())["summary"]["findings"]["error"] == 2
    assert json.loads((work / "b.sarif").read_text())["version"] == "2.1.0"
    assert (work / "c.xml").read_text().startswith("<?xml")


def test_files_are_shown_as_the_shell_finds_them(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(work / "draft")
    assert main(["check", "--show-files", ".."]) == 0
    names = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [f"../{CSL}", CSL]


FORMATS = [
    ("--check", 1, ["format.not_canonical"], []),
    ("--diff", 1, ['+    "id": "a"'], []),
    ("", 0, ["Rewrote 2 files in canonical form"], []),
    ("--quiet", 0, [], ["Rewrote"]),
    ("--exclude draft", 0, ["Rewrote 1 file in canonical form"], []),
    ("--check --statistics", 1, ["2  [*] format.not_canonical\n"], [CSL]),
    ("--check --select x", 2, [], []),
    ("--show-files", 0, [CSL], []),
    ("--show-settings", 0, ["csl-order"], []),
    ("--staged --check", 0, ["nothing to check"], []),
]


@pytest.mark.parametrize(("arguments", "status", "printed", "absent"), FORMATS, ids=[c[0] for c in FORMATS])
def test_format(
    work: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    status: int,
    printed: list[str],
    absent: list[str],
) -> None:
    for folder in (work, work / "draft"):
        (folder / CSL).write_text('[{"id": "a", "type": "book", "title": "Weirs"}]\n')
    try:
        given: object = main(["format", *arguments.split()])
    except SystemExit as stop:
        given = stop.code
    assert given == status
    out = capsys.readouterr().out
    assert [text for text in printed if text not in out] == []
    assert [text for text in absent if text in out] == []


NEXT = [
    ("check", "check --fix"),
    ("check draft", "check --fix draft"),
    ("check --select csl.doi", "check --select csl.doi --fix"),
    ("check --ignore sidecar --exclude draft/**", "check --exclude 'draft/**' --ignore sidecar --fix"),
    ("check --config other.toml --extend-select csl.doi",
     "check --extend-select csl.doi --config other.toml --fix"),
    ("check --isolated --output-format full -v", "check --isolated --fix"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "wanted"), NEXT, ids=[c[0] for c in NEXT])
def test_what_to_run_next_asks_the_same_question(
    work: Path, capsys: pytest.CaptureFixture[str], arguments: str, wanted: str
) -> None:
    main(arguments.split())
    (line,) = re.findall(r"Next: (.*)", capsys.readouterr().out)
    assert line == f"sourceright-lint {wanted}"


def test_after_a_look_at_layout_alone_comes_format(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / CSL).write_text('[{"id": "a", "type": "book", "title": "Weirs"}]\n')
    assert main(["format", "--check", CSL]) == 1
    assert f"Next: sourceright-lint format {CSL}\n" in capsys.readouterr().out


REFUSED = [
    ("check --selct csl", "did you mean --select?"),
    ("check --output-format sarff", "did you mean sarif?"),
    ("check --also sarif", "expected FORMAT=FILE"),
    ("check --also sarff=x", "known: full, concise"),
    ("check --select csl.doii", 'did you mean "csl.doi"?'),
    ("check --contract csl", "no contract 'csl'; did you mean sourceright:csl?"),
    ("check --contract sourcerigth", "did you mean sourceright?"),
    ("rule csl.do", "did you mean csl.doi, "),
    ("check --color maybe", "choose from auto, always, never"),
    ("review shwo x", "did you mean show?"),
    ("baseline wirte", "did you mean write?"),
    ("schema configuratoin", "did you mean configuration?"),
    ("schema x", "sourceright-lint schema --list"),
    ("chek", "did you mean 'check'?"),
    (CSL, f"did you mean sourceright-lint check {CSL}?"),
    ("--fix .", "sourceright-lint check --fix"),
    ("nosuch", "see sourceright-lint --help"),
    ("help nosuch", "see sourceright-lint --help"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED, ids=[c[0] for c in REFUSED])
def test_what_is_misspelt_is_told_the_near_miss(
    work: Path, capsys: pytest.CaptureFixture[str], arguments: str, said: str
) -> None:
    try:
        status: object = main(arguments.split())
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


@pytest.mark.parametrize("arguments", ["", "review", "baseline"])
def test_without_a_command_there_is_help_and_a_status(
    capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    try:
        status: object = main(arguments.split())
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    assert capsys.readouterr().out.startswith("usage: sourceright-lint ")


@pytest.mark.parametrize("words", ["check", "review claim", "baseline"])
def test_help_on_a_command_is_its_help(capsys: pytest.CaptureFixture[str], words: str) -> None:
    texts = []
    for call in (["help", *words.split()], [*words.split(), "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(call)
        assert stop.value.code == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("debug", [[], ["--debug"]], ids=["short", "debug"])
def test_a_fault_of_the_tool_shows_its_trace_only_where_that_is_wanted(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, debug: list[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a text that may come from a file")

    monkeypatch.setattr("sourceright_lint.commands.examine.examine", broken)
    assert main(["check", *debug]) == 2
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert ("Traceback" in said) == ("may come from" in said) == bool(debug)
    assert ("please report" in said) != bool(debug)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo terminals here")
@pytest.mark.parametrize(("columns", "widest"), [(60, 60), (80, 80), (500, 112)])
def test_a_source_line_fits_the_terminal(work: Path, columns: int, widest: int) -> None:
    import fcntl
    import struct
    import termios

    item = {"id": "a", "type": "book", "title": "W" * 200, "DOI": "10.5555/AA"}
    (work / CSL).write_text(json.dumps([item]) + "\n")
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "sourceright_lint", "check", "--color", "never", CSL]
    with subprocess.Popen(command, cwd=work, stdout=slave, env=environment()) as process:
        os.close(slave)
        shown = b"".join(iter(lambda: _read(master), b"")).decode()
        assert process.wait(60) == 1
    lines = [line for line in shown.splitlines() if " | " in line]
    assert "…" in lines[0]
    assert widest - 12 <= max(map(len, lines)) <= widest


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_no_option_is_without_a_test() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*.py")))
    named = set(re.findall(r"(?<![\w-])-{1,2}[a-z][a-z-]*", text))
    for words, command in command_pages.commands():
        for arg in visible(command.args) if command.run else ():
            missing = [name for name in arg.names if arg.is_option and name not in named]
            assert missing == [], words
