"""One call of the driver: what it reads, writes and answers, also when something is wrong."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sourceright_lint.cli import main
from tests.gitrepo import GitRepo
from tests.killing import Checkpoint, killed_at_each_step
from tests.merging.support import PATHS, VERSION, item, loaded, record, sidecar, written

A, B, C = (item(name) for name in "abc")


class Answer(NamedTuple):
    """Exit status, what is in the place of our version, what was said."""

    status: int
    data: bytes
    said: str


@pytest.fixture
def call(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Call the driver in an empty repository with three contents."""
    monkeypatch.chdir(repo.root)

    def answer(base: bytes, ours: bytes, theirs: bytes, path: str = PATHS["csl"], *labels: str) -> Answer:
        for name, data in (("base", base), ("ours", ours), ("theirs", theirs)):
            Path(name).write_bytes(data)
        status = main(["merge-driver", "base", "ours", "theirs", "7", path, *labels])
        assert sorted(os.listdir()) == [".git", "base", "ours", "theirs"]
        return Answer(status, Path("ours").read_bytes(), capsys.readouterr().err)

    return answer


Call = Callable[..., Answer]


def csl(*items: Any, **layout: Any) -> bytes:
    return written(list(items), "csl", **layout)


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


LAYOUTS = {
    "canonical": (csl(A), csl(A, B), csl(A, C)),
    "one side with CRLF": (csl(A), crlf(csl(A, B)), csl(A, C)),
    "base with CRLF": (crlf(csl(A)), csl(A, B), csl(A, C)),
    "a byte order mark": (csl(A), b"\xef\xbb\xbf" + csl(A, B), csl(A, C)),
    "other indentation": (csl(A, indent=4), csl(A, B, indent=None), csl(A, C)),
    "no final newline": (csl(A), csl(A, B)[:-1], csl(A, C)),
    "no base": (b"", csl(A, B), csl(A, C)),
}


@pytest.mark.parametrize(("base", "ours", "theirs"), LAYOUTS.values(), ids=LAYOUTS)
def test_any_layout_merges_into_canonical_form(call: Call, base: bytes, ours: bytes, theirs: bytes) -> None:
    assert call(base, ours, theirs) == Answer(0, csl(A, B, C), "")


@pytest.mark.parametrize("base", [csl(A), b""], ids=["base", "no base"])
def test_line_ends_that_all_sides_have_stay(call: Call, base: bytes) -> None:
    assert call(crlf(base), crlf(csl(A, B)), crlf(csl(A, C))) == Answer(0, crlf(csl(A, B, C)), "")


def test_line_ends_that_all_sides_have_stay_in_conflicts(call: Call) -> None:
    answer = call(*(crlf(csl(item("a", x=x))) for x in (0, 1, 2)))
    assert answer.status == 1
    assert answer.data.count(b"\n") == answer.data.count(b"\r\n") > 10


def test_empty_queues(call: Call) -> None:
    line = written([{"id": "a", **record()}], "queue")
    assert call(line, b"", line, PATHS["queue"]).data == b""
    assert call(b"", b"", line, PATHS["queue"]).data == line


def unsupported(**records: Any) -> bytes:
    return written({**sidecar(**records), "schema_version": "sourceright.verification.v2"}, "sidecar")


GOOD = (csl(A), csl(A, B), csl(A, C))
BROKEN = b'[\n  {"id": "a",}\n]\n'
RECORDS = written(sidecar(a=record()), "sidecar"), written(sidecar(a=record(), b=record()), "sidecar")
AS_TEXT = {
    "ours does not parse": ((GOOD[0], BROKEN, GOOD[2]), "csl", "our version, line 2: "),
    "theirs does not parse": ((GOOD[0], GOOD[1], BROKEN), "csl", "their version, line 2: "),
    "the base does not parse": ((BROKEN, GOOD[1], GOOD[2]), "csl", "the base, line 2: "),
    "ours is empty": ((GOOD[0], b"", GOOD[2]), "csl", "our version, line 1: "),
    "a duplicate key": (
        (GOOD[0], GOOD[1], b'[{"id": "a", "x": 1, "x": 2}]'),
        "csl",
        "their version cannot be rewritten without loss (a key stands twice in one object)",
    ),
    "no UTF-8": ((GOOD[0], GOOD[1], b'[{"id": "\xff"}]'), "csl", "their version, line 1: "),
    "too deep": ((GOOD[0], GOOD[1], b"[" * 200 + b"]" * 200), "csl", "their version, line 1: "),
    "an object for the items": ((GOOD[0], GOOD[1], b'{"items": []}'), "csl", "their side is no array"),
    "markers in ours": (
        (GOOD[0], b"<<<<<<< x\n" + GOOD[1] + b"=======\n>>>>>>> y\n", GOOD[2]),
        "csl",
        "our version, line 1: ",
    ),
    "an unknown version": (
        (RECORDS[0], RECORDS[1], unsupported(a=record(), c=record())),
        "sidecar",
        f'their version: schema_version is "sourceright.verification.v2", not "{VERSION}"',
    ),
    "no version": ((RECORDS[0], b'{"references": {}}', RECORDS[1]), "sidecar", "our version: schema_version is null"),
    "records in an array": (
        (RECORDS[0], RECORDS[1], written({"schema_version": VERSION, "references": []}, "sidecar")),
        "sidecar",
        "'references' of their side is no object",
    ),
    "a broken line": (
        (b'{"id":"a"}\n', b'{"id":"a"}\n{"id":\n', b'{"id":"a"}\n{"id":"c"}\n'),
        "queue",
        "our version, line 2: ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("sides", "role", "reason"), AS_TEXT.values(), ids=AS_TEXT)
def test_what_cannot_be_merged_by_record_is_merged_as_text(
    call: Call, sides: tuple[bytes, bytes, bytes], role: str, reason: str
) -> None:
    answer = call(*sides, PATHS[role], "b", "one", "two")
    assert f"merged as text: {reason}" in answer.said
    assert answer.said.count("\n") == 1
    assert answer.status == 1
    assert b"<<<<<<< one\n" in answer.data
    for line in {*sides[1].split(b"\n"), *sides[2].split(b"\n")} - {*sides[0].split(b"\n")}:
        assert line in answer.data


def test_a_text_merge_may_succeed(call: Call) -> None:
    lines = [b"[\n", *(b'  {"id": "%c", "x": 0},\n' % letter for letter in b"abcdefgh"), b"  {}}\n"]
    base = b"".join(lines)
    answer = call(
        base, base.replace(b'"a", "x": 0', b'"a", "x": 1'), base.replace(b'"h", "x": 0', b'"h", "x": 2')
    )
    assert answer.status == 0
    assert b'"a", "x": 1' in answer.data
    assert b'"h", "x": 2' in answer.data


def test_binary_content_is_left_in_place(call: Call) -> None:
    answer = call(csl(A), b"\x00\x01", csl(A, B))
    assert answer.status == 1
    assert answer.data == b"\x00\x01"
    assert "our version is left in place" in answer.said


CANARY = "what-only-the-file-says"
FAULTS = (RuntimeError(CANARY), KeyError(CANARY), RecursionError(), MemoryError(), AssertionError(CANARY))


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_of_the_driver_ends_in_a_text_merge(
    call: Call, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("sourceright_lint.commands.merge_file.merge_documents", fails)
    answer = call(*GOOD)
    assert answer.status == 1
    assert b"<<<<<<< ours\n" in answer.data
    assert answer.said.count("\n") == 1
    assert f"merged as text: an internal fault: {type(error).__name__} at " in answer.said
    assert "commands/merge_file.py:" in answer.said
    assert f"(Python {platform.python_version()}, orjson " in answer.said
    assert CANARY not in answer.said


def test_a_result_that_cannot_be_written_leaves_our_version(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fails)
    answer = call(*GOOD)
    assert answer.status == 1
    assert answer.data == GOOD[1]
    assert "No space left on device" in answer.said


def test_files_that_are_not_there(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(repo.root)
    assert main(["merge-driver", "no", "such", "files", "7", PATHS["csl"]]) == 1
    assert "not merged: No such file or directory" in capsys.readouterr().err


def test_outside_any_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, data in zip(("base", "ours", "theirs"), GOOD, strict=True):
        Path(name).write_bytes(data)
    assert main(["merge-driver", "base", "ours", "theirs", "7", PATHS["csl"]]) == 0
    assert loaded(Path("ours").read_bytes(), "csl") == [A, B, C]


def test_names_in_messages_cannot_forge_lines(call: Call) -> None:
    answer = call(*(csl(item("a\n::error::x\x1b[1m", x=x)) for x in (0, 1, 2)))
    assert answer.said == 'sourceright-lint: references.csl.json: conflict in "a\\n::error::x\\u001b[1m": x\n'


def test_many_conflicts_are_summed_up(call: Call) -> None:
    answer = call(*(csl(*(item(f"i{n:02}", x=x) for n in range(30))) for x in (0, 1, 2)))
    assert len(answer.said.splitlines()) == 21
    assert "and 10 more conflicts" in answer.said


def test_told_who_deleted(call: Call) -> None:
    said = call(csl(A, item("b", x=0)), csl(A), csl(A, item("b", x=1))).said
    assert 'conflict in "b": deleted by ours, changed by theirs' in said


@pytest.mark.parametrize("size", ["", "x", "0", "-1", "99999999999", "%L"])
def test_a_marker_size_that_makes_no_sense(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, size: str) -> None:
    monkeypatch.chdir(repo.root)
    for name, x in (("base", 0), ("ours", 1), ("theirs", 2)):
        Path(name).write_bytes(csl(item("a", x=x)))
    assert main(["merge-driver", "base", "ours", "theirs", size, PATHS["csl"]]) == 1
    assert b"\n<<<<<<< ours\n" in Path("ours").read_bytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_at_any_step_of_its_write_the_file_is_old_or_new(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repo.root)
    sides = dict(zip(("base", "ours", "theirs"), GOOD, strict=True))

    def reset() -> None:
        for name, data in sides.items():
            Path(name).write_bytes(data)

    reset()
    found = set()
    for step in killed_at_each_step(_driver_with_checkpoints):
        data = Path("ours").read_bytes()
        found.add((step, data))
        assert data in (GOOD[1], csl(A, B, C)), step
        assert main(["merge-driver", "base", "ours", "theirs", "7", PATHS["csl"]]) == 0
        assert Path("ours").read_bytes() == csl(A, B, C)
        reset()
    assert {("half written", GOOD[1]), ("after replace", csl(A, B, C))} <= found


def _driver_with_checkpoints(checkpoint: Checkpoint) -> None:
    from sourceright_lint.fixing import write

    create, replace = write.create, os.replace

    def creating(place: str, data: bytes, *rest: Any) -> None:
        checkpoint("before create")
        Path(place).write_bytes(data[: len(data) // 2])
        checkpoint("half written")
        os.unlink(place)
        create(place, data, *rest)
        checkpoint("after create")

    def replacing(source: str, target: str) -> None:
        checkpoint("before replace")
        replace(source, target)
        checkpoint("after replace")

    write.create, os.replace = creating, replacing  # type: ignore[assignment]
    assert main(["merge-driver", "base", "ours", "theirs", "7", PATHS["csl"]]) == 0


def test_too_many_records_without_an_id_are_merged_as_text(call: Call) -> None:
    line = b"{}\n"
    answer = call(line, line * 20_002, b'{"id":"a"}\n' + line, PATHS["queue"])
    assert answer.said == (
        "sourceright-lint: review-queue.jsonl: merged as text: "
        "more than 20,000 entries of one list have no key of their own\n"
    )
    assert answer == Answer(0, b'{"id":"a"}\n' + line * 20_002, answer.said)
