"""What strangers put into the content of files gets into no terminal, log or page: every command, every format."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.escape import one_line, show, show_path
from sourceright_lint.reporting import FORMATS
from sourceright_lint.reporting.patch import patch_of
from tests.reporting.test_hostile import HOSTILE

WORDS = {name: text for name, text in HOSTILE.items() if name not in ("empty", "blank", "surrogates")}
STATUS = {"review_status": "queued"}


def files_of(text: str) -> dict[str, str]:
    """A workspace with the text as id, key, type, value, status, provider and reviewer, each with something wrong."""
    candidate = {"provider": text, "confidence": 2, "retrieved_at": text, "data": {"title": text, text: text}}
    record = {
        "review_status": text,
        text: text,
        "provider_candidates": [candidate, candidate],
        "conflicts": [
            {"field": text, "severity": text, "provider": text, "canonical": text, "candidate": text}
        ],
        "review_decisions": [{"decision": text, "reviewer": text, "decided_at": text, "notes": text}],
    }
    item = {
        "id": text,
        "type": text,
        "title": text,
        "DOI": text,
        "author": [{"family": text, text: text}],
        text: text,
    }
    csl = [item, item, {**item, "id": f"{text}x", "review_status": text, "issued": {"raw": text}}]
    sidecar = {"schema_version": text, "references": {text: record, f"{text}y": STATUS}, text: text}
    queue = [{"id": text, **record}, {"id": f"{text}z", **record}]
    return {
        "references.csl.json": json.dumps(csl, ensure_ascii=False),
        "references.verification.json": json.dumps(sidecar, ensure_ascii=False),
        "review-queue.jsonl": "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in queue),
    }


def folder_name(text: str) -> str:
    """The text as a name of a folder, as far as the file system allows it."""
    return text.replace("/", "\u2215").replace("\0", "") or "x"


def make(root: Path, text: str) -> None:
    folder = root / folder_name(text)
    folder.mkdir()
    for name, content in files_of(text).items():
        (folder / name).write_text(content, encoding="utf-8", newline="")


COMMANDS = {
    **{f"check {name}": ["check", "--output-format", name, "--verbose"] for name in FORMATS},
    "check --statistics": ["check", "--statistics"],
    "check --show-files": ["check", "--show-files"],
    "check --diff": ["check", "--diff"],
    **{f"report {name}": ["report", "--output-format", name] for name in ("json", "markdown", "html")},
    "review list": ["review", "list", "--status", "all"],
    "review list, json": ["review", "list", "--status", "all", "--output-format", "json"],
    "baseline": ["baseline", "write"],
}


CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]"
INVISIBLE = "[\xad\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def is_obeyed(output: str, command: str) -> str | None:
    """What a terminal or a CI system would obey, or misread, in an output."""
    # A patch in a pipe says what the file says, in characters that valid JSON may have.
    unwanted = [CONTROL, r"##[a-zA-Z]*\[", *([] if "--diff" in command else [INVISIBLE])]
    for pattern in unwanted:
        found = re.search(pattern, output)
        if found:
            return repr(output[max(0, found.start() - 30) : found.end() + 10])
    if "github" in command:
        return None
    return next((line for line in output.splitlines() if line.lstrip().startswith("::")), None)


@pytest.mark.parametrize("text", WORDS.values(), ids=WORDS)
def test_no_command_passes_it_on(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    make(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "PRE_COMMIT"):
        monkeypatch.delenv(name, raising=False)
    told = {}
    for name, arguments in COMMANDS.items():
        assert main([*arguments, "--isolated"]) in (0, 1, 2), name
        out, err = capsysbinary.readouterr()
        shown = (out + err).decode("utf-8")
        # A tab is what this one puts between its columns.
        shown = shown.replace("\t", " ") if name == "check --show-files" else shown
        told[name] = is_obeyed(shown, name)
        assert b"internal fault" not in err, (name, err)
        assert out or err, name
    assert {name: what for name, what in told.items() if what is not None} == {}


def test_the_text_is_in_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or else the test above could not fail: harmless text is shown from many places."""
    make(tmp_path, "harmless-words")
    monkeypatch.chdir(tmp_path)
    main(["check", "--isolated", "--output-format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert (
        len({finding["code"] for finding in report["findings"] if "harmless-words" in finding["message"]})
        > 10
    )


@pytest.mark.parametrize("text", WORDS.values(), ids=WORDS)
def test_a_patch_names_files_as_git_does(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "a folder" / folder_name(text)
    folder.mkdir(parents=True)
    (folder / "f.json").write_bytes(b"[1]\n")
    name = f"a folder/{folder_name(text)}/f.json"
    patch = "".join(patch_of(name, b"[1]\n", b"[2]\n"))
    done = subprocess.run(
        ["git", "apply", "-"], input=patch.encode(), cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, (patch, done.stderr)
    assert (folder / "f.json").read_bytes() == b"[2]\n"


def test_a_patch_on_a_terminal_shows_what_is_invisible() -> None:
    old, new = '["a\u202eb"]\r\n'.encode(), '["a\u202ec"]\r\n'.encode()
    assert "\u202e" in "".join(patch_of("f", old, new))
    on_terminal = "".join(patch_of("f", old, new, on_terminal=True))
    assert "a\\u202ec" in on_terminal
    assert "\u202e" not in on_terminal


@pytest.mark.parametrize("command", ["##[group]x", "a ##vso[task.x]y", "##teamcity[a]", "####[x]"])
def test_no_line_holds_a_command_to_a_ci_system(command: str) -> None:
    """Whatever prints a text, a value or a path: the functions that all of them use."""
    for shown in (one_line(command), show(command), show({command: [command]}), show_path(command)):
        assert re.search(r"##[A-Za-z]*\[", shown) is None
        assert shown.isprintable()
