"""One call of the driver: what it reads, writes and answers, also when something is wrong."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contract import BundleFile
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.merging.markers import take_side
from tests.gitrepo import GitRepo, make_repo
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

    def answer(
        base: bytes, ours: bytes, theirs: bytes, path: str = PATHS["csl"], *labels: str, size: str = "7"
    ) -> Answer:
        for name, data in (("base", base), ("ours", ours), ("theirs", theirs)):
            Path(name).write_bytes(data)
        before = sorted(os.listdir())
        status = main(["merge-driver", "base", "ours", "theirs", size, path, *labels])
        assert sorted(os.listdir()) == before
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
    "an array for the sidecar": ((RECORDS[0], RECORDS[1], b"[]"), "sidecar", "their version: schema_version is null"),
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


AZURE = "##vso[task.setvariable variable=a]b"


@pytest.mark.parametrize("place", ["path", "id", "label", "configuration"])
def test_nothing_that_is_said_is_a_command_to_a_ci_system(call: Call, place: str) -> None:
    if place == "configuration":
        Path(".sourceright-lint.toml").write_text(f'"{AZURE}" = 1\n')
    id, path = AZURE if place == "id" else "a", f"{AZURE}/{PATHS['csl']}" if place == "path" else PATHS["csl"]
    labels = (AZURE,) * 3 if place == "label" else ()
    answer = call(*(csl(item(id, x=x)) for x in (0, 1, 2)), path, *labels)
    assert answer.status == 1
    assert "vso[task" in answer.said or place == "label"
    assert "##vso" not in answer.said


def test_many_conflicts_are_summed_up(call: Call) -> None:
    answer = call(*(csl(*(item(f"i{n:02}", x=x) for n in range(30))) for x in (0, 1, 2)))
    assert len(answer.said.splitlines()) == 21
    assert "conflicts: 30 in all" in answer.said


def test_twenty_conflicts_are_told_one_by_one(call: Call) -> None:
    answer = call(*(csl(*(item(f"i{n:02}", x=x) for n in range(20))) for x in (0, 1, 2)))
    assert len(answer.said.splitlines()) == 20
    assert "more" not in answer.said


@pytest.mark.parametrize("count", [5, 6, 7])
def test_told_which_fields_differ(call: Call, count: int) -> None:
    answer = call(*(csl(item("a", **dict.fromkeys("TUVWXYZ"[:count], x))) for x in (0, 1, 2)))
    more = f" and {count - 5} more" if count > 5 else ""
    assert answer.said == f'sourceright-lint: {PATHS["csl"]}: conflict in "a": T, U, V, W, X{more}\n'


def test_told_which_part_of_a_field_differs(call: Call) -> None:
    said = call(*(csl(item("a", issued={"season": x})) for x in (0, 1, 2))).said
    assert said.endswith('conflict in "a": issued.season\n')


def test_told_of_a_record_without_fields(call: Call) -> None:
    said = call(*(written(sidecar(a=x), "sidecar") for x in (0, 1, 2)), PATHS["sidecar"]).said
    assert said.endswith(': conflict in "a"\n')


def test_told_who_deleted(call: Call) -> None:
    sides = csl(A), csl(A, item("b", x=1))
    for one, other, told in ((*sides, "ours, changed by theirs"), (*sides[::-1], "theirs, changed by ours")):
        said = call(csl(A, item("b", x=0)), one, other).said
        assert said.endswith(f'conflict in "b": deleted by {told}\n')


def test_told_that_both_sides_reordered(call: Call) -> None:
    Path(".sourceright-lint.toml").write_bytes(b'csl-order = "preserve"\n')
    answer = call(csl(A, B, C), csl(B, A, C), csl(A, C, B))
    assert loaded(answer.data, "csl") == [B, A, C]
    told = "both sides put the records in another order; ours is kept"
    assert answer == Answer(0, answer.data, f"sourceright-lint: {PATHS['csl']}: {told}\n")


CONTESTED = tuple(csl(item("a", x=x)) for x in (0, 1, 2))


@pytest.mark.parametrize("size", ["", "x", "0", "-1", "100", "99999999999", "%L"])
def test_a_marker_size_that_makes_no_sense(call: Call, size: str) -> None:
    answer = call(*CONTESTED, size=size)
    assert answer.status == 1
    assert b"\n<<<<<<< ours\n" in answer.data


@pytest.mark.parametrize("path", [PATHS["csl"], "cited.json"], ids=["by record", "as text"])
@pytest.mark.parametrize("size", [8, 12, 99])
def test_the_markers_are_as_long_as_git_says(call: Call, size: int, path: str) -> None:
    lines = call(*CONTESTED, path, size=str(size)).data.decode().split("\n")
    assert [line for line in lines if line[:1] in ("<", "=", ">")] == [
        "<" * size + " ours", "=" * size, ">" * size + " theirs",
    ]  # fmt: skip


LABELS = {
    "given": (("before", "-mine", "yours"), ("-mine", "before", "yours")),
    "not given": ((), ("ours", "base", "theirs")),
    "placeholders of a newer Git": (("%S", "%X", "%Y"), ("ours", "base", "theirs")),
    "empty": (("", "", ""), ("ours", "base", "theirs")),
    "what only looks like a placeholder": (("%s", "%x", "%X%Y"), ("%x", "%s", "%X%Y")),
}


@pytest.mark.parametrize("path", [PATHS["csl"], "cited.json"], ids=["by record", "as text"])
@pytest.mark.parametrize(("labels", "shown"), LABELS.values(), ids=LABELS)
def test_the_sides_are_named_in_the_markers(
    call: Call, repo: GitRepo, labels: tuple[str, ...], shown: tuple[str, str, str], path: str
) -> None:
    repo.git("config", "merge.conflictStyle", "diff3")
    lines = call(*CONTESTED, path, *labels).data.decode().split("\n")
    assert [line for line in lines if line[:1] in ("<", "|", ">")] == [
        f"<<<<<<< {shown[0]}", f"||||||| {shown[1]}", f">>>>>>> {shown[2]}",
    ]  # fmt: skip


@pytest.mark.parametrize("path", [PATHS["csl"], "cited.json"], ids=["by record", "as text"])
def test_the_style_is_that_of_the_repository_that_git_works_on(
    call: Call, repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Two repositories may share one work tree."""
    other = make_repo(tmp_path / "other")
    repo.git("config", "merge.conflictStyle", "diff3")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.root))
    assert b"|||||||" not in call(*CONTESTED, path).data
    other.git("config", "merge.conflictStyle", "diff3")
    assert b"\n||||||| base\n" in call(*CONTESTED, path).data


def test_told_that_no_contract_knows_the_name(call: Call) -> None:
    assert_merged_as_unknown_text(call, "cited.json")


def assert_merged_as_unknown_text(call: Call, path: str) -> None:
    answer = call(*GOOD, path)
    assert answer.status == 1
    assert b"<<<<<<< ours\n" in answer.data
    told = "merged as text: no contract says what its records are"
    assert answer.said == f"sourceright-lint: {path}: {told}\n"


def test_a_file_whose_contract_does_not_say_how_it_merges(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sourceright, "merge_plan", lambda contract, role: None)
    assert_merged_as_unknown_text(call, PATHS["csl"])


def test_a_file_that_is_never_rewritten(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    file = BundleFile("csl", PATHS["csl"], "json", form=None)
    monkeypatch.setattr(Sourceright, "file_of", lambda contract, path, settings: file)
    assert_merged_as_unknown_text(call, PATHS["csl"])


def test_a_configured_name_is_known_also_from_a_subfolder(
    call: Call, repo: GitRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = b'[[bundles]]\ncontract = "sourceright"\ncsl = "paper/cited.json"\n'
    repo.write(".sourceright-lint.toml", config)
    (repo.root / "paper").mkdir()
    monkeypatch.chdir(repo.root / "paper")
    assert call(*GOOD, "paper/cited.json") == Answer(0, csl(A, B, C), "")


def test_told_of_a_configuration_that_cannot_be_used(call: Call) -> None:
    Path(".sourceright-lint.toml").write_bytes(b"<<<<<<< ours\n")
    answer = call(*GOOD)
    assert answer == Answer(0, csl(A, B, C), answer.said)
    assert answer.said.startswith("sourceright-lint: .sourceright-lint.toml:1:1: ")
    assert answer.said.endswith("; merging with the default settings\n")
    assert answer.said.count("\n") == 1


HAND_MADE = b"""[
  {"id": "a",   "x": 0},

  {"id": "b",   "x": 0},

  {"id": "c",   "x": 0}
]
"""
FIRST = HAND_MADE.replace(b'"a",   "x": 0', b'"a",   "x": 1')
LAST = HAND_MADE.replace(b'"c",   "x": 0', b'"c",   "x": 2')
FIRST_AND_LAST = FIRST.replace(b'"c",   "x": 0', b'"c",   "x": 2')


def test_a_hand_made_layout_becomes_canonical_where_formatting_is_on(call: Call) -> None:
    assert call(HAND_MADE, FIRST, LAST) == Answer(0, csl(*json.loads(FIRST_AND_LAST)), "")


OFF = {
    "all": b"enabled = false\n",
    "of a contract": b"contracts.sourceright = false\n",
    "of a path": b'exclude = ["references.csl.json"]\n',
}


@pytest.mark.parametrize("setting", OFF.values(), ids=OFF)
def test_a_hand_made_layout_stays_where_formatting_is_off(call: Call, setting: bytes) -> None:
    Path(".sourceright-lint.toml").write_bytes(b"[format]\n" + setting)
    assert call(HAND_MADE, FIRST, LAST) == Answer(0, FIRST_AND_LAST, "")


class TestWhereFormattingIsOff:
    """A text merge is taken where it holds what the merge by record does."""

    @pytest.fixture(autouse=True)
    def off(self, call: Call) -> None:
        Path(".sourceright-lint.toml").write_bytes(b"[format]\nenabled = false\n")

    def test_with_the_line_ends_that_all_sides_have(self, call: Call) -> None:
        assert call(*map(crlf, (HAND_MADE, FIRST, LAST))) == Answer(0, crlf(FIRST_AND_LAST), "")

    def test_a_queue_keeps_the_spacing_of_its_lines(self, call: Call) -> None:
        base, ours, theirs, both = (
            b'{"id": "a",  "x": %d}\n{"id":  "b"}\n{"id":  "c"}\n{"id": "d",  "x": %d}\n' % numbers
            for numbers in ((0, 0), (1, 0), (0, 2), (1, 2))
        )
        assert call(base, ours, theirs, PATHS["queue"]) == Answer(0, both, "")

    def test_not_where_the_text_conflicts(self, call: Call) -> None:
        more = FIRST.replace(b'"a"', b'"a", "y": 1').replace(b'"x": 1', b'"x": 0')
        both = csl({"id": "a", "x": 1, "y": 1}, {"id": "b", "x": 0}, {"id": "c", "x": 0})
        assert call(HAND_MADE, FIRST, more) == Answer(0, both, "")

    def test_not_where_the_text_says_something_else(self, call: Call) -> None:
        """Both sides add the same item, at two places: the text would have it twice."""
        base = b'[\n{"id": "a"},\n\n{"id": "b"},\n\n{"id": "c"}\n]\n'
        ours = base.replace(b'{"id": "a"},', b'{"id": "a"},\n{"id": "d"},')
        theirs = base.replace(b'{"id": "b"},', b'{"id": "b"},\n{"id": "d"},')
        merged = csl(*({"id": id} for id in "abcd"))
        assert call(base, ours, theirs) == Answer(0, merged, "")

    def test_not_where_git_cannot_merge_as_text(self, call: Call, repo: GitRepo) -> None:
        repo.git("config", "merge.conflictStyle", "nonsense")
        assert call(*GOOD) == Answer(0, csl(A, B, C), "")

    def test_records_in_conflict_are_marked_all_the_same(self, call: Call) -> None:
        answer = call(HAND_MADE, FIRST, HAND_MADE.replace(b'"a",   "x": 0', b'"a",   "x": 2'))
        assert answer.status == 1
        assert take_side(answer.data.decode(), "ours").encode() == csl(*json.loads(FIRST))
        assert answer.said.endswith('conflict in "a": x\n')


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
