"""The interactive review, driven through a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reviewing.support import Tool, files, findings, items_of, references, rewrite, small
from tests.tool import environment

QUESTION = "[q]uit: "


class Terminal:
    """A process that thinks a person sits before it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sourceright_lint", "review", "next", *arguments],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(TERM="dumb"),
        )
        os.close(slave)
        self.screen = ""
        self.read = 0

    def until(self, text: str) -> str:
        """What appears up to and including ``text``."""
        start, deadline = self.read, time.monotonic() + 30
        while text not in self.screen[start:]:
            assert time.monotonic() < deadline, f"no {text!r} in {self.screen!r}"
            if select.select([self.master], [], [], 0.5)[0]:
                try:
                    self.screen += os.read(self.master, 65536).decode().replace("\r\n", "\n")
                except OSError:
                    break
        assert text in self.screen[start:], self.screen
        self.read = self.screen.index(text, start) + len(text)
        return self.screen[start : self.read]

    def answer(self, text: str) -> None:
        os.write(self.master, f"{text}\n".encode())

    def ended(self) -> int:
        while True:
            try:
                more = os.read(self.master, 65536)
            except OSError:
                break
            if not more:
                break
            self.screen += more.decode().replace("\r\n", "\n")
        return self.process.wait(timeout=30)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small(tmp_path / "paper")


def terminal(folder: Path, *arguments: str) -> Terminal:
    return Terminal(folder, "--reviewer", "tm", *arguments)


def commands(screen: str) -> Iterator[list[str]]:
    for line in re.findall(r"^\$ (.*)$", screen, re.M):
        yield shlex.split(line)


def test_a_whole_review(folder: Path, tmp_path: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    there = terminal(folder, "--status", "queued", "--status", "in_progress", "--status", "unresolved")
    assert "gulls  queued" in there.until(QUESTION)
    there.answer("m")
    there.until("candidate [1]: ")
    there.answer("")
    there.until("fields [volume]: ")
    there.answer("volume")
    there.until("decision [apply_candidate]: ")
    there.answer("")
    there.until("notes []: ")
    there.answer("it's in print")
    assert "herons  in_progress" in there.until(QUESTION)
    there.answer("a")
    there.until("decision [keep_canonical]: ")
    there.answer("")
    there.until("notes []: ")
    there.answer("-")
    assert "weirs  unresolved" in there.until(QUESTION)
    there.answer("s")
    there.until("nothing else waits")
    assert there.ended() == 0
    statuses = {id: record["review_status"] for id, record in references(folder).items()}
    assert (statuses["gulls"], statuses["herons"], statuses["weirs"]) == (
        "resolved",
        "resolved",
        "unresolved",
    )
    assert items_of(folder)["gulls"]["volume"] == "21"
    assert references(folder)["gulls"]["review_decisions"][0]["notes"] == "it's in print"
    assert findings(folder) == []
    shown = list(commands(there.screen))
    assert [words[:4] for words in shown] == [
        ["sourceright-lint", "review", "apply", "gulls"],
        ["sourceright-lint", "review", "decide", "herons"],
    ]
    for words in shown:
        assert tool(*words[1:]) == 0, tool.err
    assert files(tool.folder) == files(folder)


def test_a_record_without_candidates_has_nothing_to_merge(folder: Path) -> None:
    rewrite(folder, lambda items, records: records["gulls"].pop("provider_candidates"))
    there = terminal(folder)
    there.until(QUESTION)
    there.answer("m")
    assert "no candidate to merge from" in there.until(QUESTION)
    there.answer("q")
    assert there.ended() == 0


def test_a_candidate_that_says_the_same_has_nothing_to_take_over(folder: Path) -> None:
    def agree(items: Any, records: Any) -> None:
        records["gulls"]["provider_candidates"] = [
            {**records["gulls"]["provider_candidates"][0], "data": {}}
        ] * 2

    rewrite(folder, agree)
    there = terminal(folder)
    there.until(QUESTION)
    for number, said in (("2", "nothing to take over"), ("3", "they are 1 to 2"), ("0", "they are 1 to 2")):
        there.answer("m")
        there.until("candidate: ")
        there.answer(number)
        assert said in there.until(QUESTION)
    there.answer("q")
    assert there.ended() == 0


def test_unresolved_and_a_refusal(folder: Path) -> None:
    there = terminal(folder)
    there.until(QUESTION)
    there.answer("m")
    there.until("candidate [1]: ")
    there.answer("9")
    assert 'there is no candidate "9": there is only 1' in there.until(QUESTION)
    there.answer("what?")
    assert '"what?" is none of them' in there.until(QUESTION)
    there.answer("u")
    there.until("decision [insufficient_evidence]: ")
    there.answer("Reopen")
    there.until("notes []: ")
    there.answer("")
    assert "refused:" in there.until(QUESTION)
    there.answer("u")
    there.until("[insufficient_evidence]: ")
    there.answer("")
    there.until("notes []: ")
    there.answer("")
    there.until("herons  in_progress")
    there.until(QUESTION)
    there.answer("q")
    assert there.ended() == 0
    assert references(folder)["gulls"]["review_status"] == "unresolved"
    assert findings(folder) == []


def test_what_others_have_claimed_is_left_to_them(folder: Path) -> None:
    there = Terminal(folder, "--reviewer", "kb", "--status", "in_progress")
    there.until("nothing else waits for review")
    there.until('claimed by "tm": "herons"')
    assert there.ended() == 0


def test_the_end_of_input_ends_it(folder: Path) -> None:
    before = files(folder)
    there = terminal(folder)
    there.until(QUESTION)
    os.write(there.master, b"\x04")
    assert there.ended() == 0
    assert files(folder) == before


def test_without_a_terminal(tool: Tool) -> None:
    assert tool.review("next", "--reviewer", "tm") == 2
    assert "no terminal" in tool.err
