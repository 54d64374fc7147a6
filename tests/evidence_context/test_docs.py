"""The contract's page: its bundles and the output it shows are real, its tables complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from tests.evidence_context.support import CONTRACT, problems

PAGE = Path(__file__).parents[2] / "docs" / "contracts" / "evidence-context.md"
TEXT = PAGE.read_text(encoding="utf-8")
IN_ORDER, GONE_WRONG = TEXT.split("## The same bundle, gone wrong")


def _bundle(text: str) -> dict[str, str]:
    return dict(re.findall(r"^```json (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def test_the_bundle_in_order_is_clean() -> None:
    files = {name: content.encode() for name, content in _bundle(IN_ORDER).items()}
    assert sorted(files) == ["evidence-context.json", "index.json"]
    assert problems(files) == []


def test_the_output_is_what_the_tool_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in _bundle(GONE_WRONG).items():
        (tmp_path / name).write_text(content, encoding="utf-8", newline="\n")
    monkeypatch.chdir(tmp_path)
    [shown] = re.findall(r"^```text\n(.*?)^```$", GONE_WRONG, re.MULTILINE | re.DOTALL)
    assert main(["check", "--isolated", "--output-format", "concise", "."]) == 1
    assert capsys.readouterr().out == shown


def test_the_tables_name_every_rule_once_and_say_which_are_warnings() -> None:
    rows = re.findall(r"^\| \[`(\S+)`\]\(\.\./rules/(\S+)\.md\) \| (.*) \|$", TEXT, re.MULTILINE)
    assert all(code == link for code, link, _ in rows)
    assert sorted(code for code, _, _ in rows) == [rule.code for rule in CONTRACT.rules()]
    warnings = {rule.code for rule in CONTRACT.rules() if rule.severity == "warning"}
    assert {code for code, _, says in rows if says.endswith("(warning)")} == warnings
