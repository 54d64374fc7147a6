"""Any number of machines finds what one machine finds."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.cli import main
from sourceright_lint.errors import UsageError
from sourceright_lint.sharding import parse_shard, shard_of


@given(st.lists(st.integers(0, 1000), max_size=40), st.integers(1, 7))
def test_shards_are_disjoint_and_complete(sizes: list[int], count: int) -> None:
    parts = [shard_of(sizes, number, count) for number in range(1, count + 1)]
    assert sorted(index for part in parts for index in part) == list(range(len(sizes)))


@given(st.lists(st.integers(1, 100), min_size=20, max_size=60), st.integers(2, 4))
def test_shards_are_even(sizes: list[int], count: int) -> None:
    loads = [sum(sizes[index] for index in shard_of(sizes, number, count)) for number in range(1, count + 1)]
    assert max(loads) - min(loads) <= max(sizes) + len(sizes)


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2", "²/3", "1/ 2"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_shard(text)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "work"
    for number in range(12):
        folder = root / f"paper-{number:02}"
        folder.mkdir(parents=True)
        kind = "tome" if number % 3 else "book"
        items = [{"id": f"w{n}", "type": kind, "title": f"Weir {n}"} for n in range(number + 1)]
        (folder / "references.csl.json").write_text(json.dumps(items, indent=2) + "\n")
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("count", [1, 2, 3, 5, 20])
@pytest.mark.parametrize("format", ["json", "sarif"])
def test_joined_parts_are_the_whole(repository: Path, tmp_path: Path, count: int, format: str) -> None:
    whole = tmp_path / "whole"
    assert main(["check", "--output-format", format, "--output-file", str(whole)]) == 1
    parts = []
    for number in range(1, count + 1):
        parts.append(str(tmp_path / f"part-{number}"))
        main(["check", "--shard", f"{number}/{count}", "--output-format", format, "--output-file", parts[-1]])
    joined = tmp_path / "joined"
    assert main(["merge-reports", *parts, "--output-file", str(joined)]) == 1
    assert _results(joined) == _results(whole)


def test_a_clean_join_exits_with_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "references.csl.json").write_text("[]\n")
    monkeypatch.chdir(tmp_path)
    main(["check", "--ignore", "sidecar", "--output-format", "json", "--output-file", "part"])
    assert main(["merge-reports", "part", "part", "--output-file", "joined"]) == 0


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": "other"}', "[" * 100_000])
def test_what_is_no_report_is_refused(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "part").write_text(content)
    assert main(["merge-reports", str(tmp_path / "part")]) == 2
    assert "part" in capsys.readouterr().err


def test_reports_of_two_kinds_are_refused(repository: Path, tmp_path: Path) -> None:
    for format in ("json", "sarif"):
        main(["check", "--output-format", format, "--output-file", str(tmp_path / format)])
    assert main(["merge-reports", str(tmp_path / "json"), str(tmp_path / "sarif")]) == 2


def _results(path: Path) -> object:
    report = json.loads(path.read_text())
    if "findings" in report:
        return report["findings"], report["summary"]
    (run,) = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    return sorted(json.dumps({**result, "ruleIndex": 0}, sort_keys=True) for result in run["results"])
