"""When the tool itself is at fault, it asks for a report that gives nothing away."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.contracts.evidence_context import EvidenceContext
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.rule import Problem, Rule
from tests.evidence_context.canaries import CANARY, with_canaries
from tests.evidence_context.support import valid_payload

Crash = Callable[[type, str], None]


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> Crash:
    """Put a rule that fails, and names all it knows, in the place of a contract's rules."""

    def install(contract: type, scope: str) -> None:
        def check(subject: object) -> Iterator[Problem]:
            content = CANARY
            raise RuntimeError(f"{content} {subject!r}") from ValueError(CANARY)
            yield

        rule = Rule("csl.made.up", "error", scope, "none", check, "A rule.")
        monkeypatch.setattr(contract, "rules", lambda self: (rule,))

    return install


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    payload = with_canaries(valid_payload(), {CANARY: CANARY})
    (tmp_path / "evidence-context.json").write_text(json.dumps(payload))
    (tmp_path / "index.json").write_text('{"lanes": {}}')
    (tmp_path / "references.csl.json").write_text(
        json.dumps([{"id": CANARY, "type": "tome", "title": CANARY}])
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


CONTRACTS = pytest.mark.parametrize(
    ("contract", "scope"), [(Sourceright, "csl.item"), (EvidenceContext, "index")]
)


@CONTRACTS
def test_versions_rule_and_position(
    folder: Path, crash: Crash, contract: type, scope: str, capfd: pytest.CaptureFixture[str]
) -> None:
    crash(contract, scope)
    assert main(["check", "--isolated"]) == 2
    out, err = capfd.readouterr()
    assert CANARY not in out + err
    assert "RuntimeError at " in err
    assert "test_crash.py:" in err
    assert "in the rule csl.made.up" in err
    assert f"(Python {platform.python_version()}, orjson " in err
    assert str(folder) not in err
    kept = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".json"]
    assert not [path for path in kept if CANARY.encode() in path.read_bytes()]


@CONTRACTS
def test_only_who_asks_for_it_sees_more(
    folder: Path, crash: Crash, contract: type, scope: str, capfd: pytest.CaptureFixture[str]
) -> None:
    crash(contract, scope)
    assert main(["check", "--isolated", "--debug"]) == 2
    assert CANARY in capfd.readouterr().err


def test_many_bundles_on_two_cores(folder: Path, crash: Crash, capfd: pytest.CaptureFixture[str]) -> None:
    """A forked child says nothing of its own when it fails."""
    for number in range(40):
        (folder / f"b{number}").mkdir()
        (folder / f"b{number}" / "references.csl.json").write_text("[]")
    crash(Sourceright, "csl.item")
    assert main(["check", "--isolated"]) == 2
    out, err = capfd.readouterr()
    assert CANARY not in out + err
    assert err.count("internal fault") == 1
