"""The command line on bundles with every fault: no output of any kind holds unit text or metadata."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sourceright_lint.cli import main
from sourceright_lint.reporting import FORMATS
from tests.evidence_context import faults
from tests.evidence_context.canaries import CANARY, METADATA, broken, with_canaries


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One bundle for each fault, with sensitive metadata of every kind by turns, and one for each broken file."""
    root = tmp_path_factory.mktemp("bundles")
    for number, fault in enumerate(faults.ALL):
        _, metadata = METADATA[number % len(METADATA)]
        _write(root / f"fault-{number}", json.dumps(with_canaries(fault.payload, metadata)).encode())
    for number, (_, data) in enumerate(broken()):
        _write(root / f"broken-{number}", data)
    return root


def _write(folder: Path, payload: bytes) -> None:
    folder.mkdir()
    (folder / "evidence-context.json").write_bytes(payload)
    (folder / "index.json").write_bytes(b'{"lanes": {}}')


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(["check", "--isolated", *arguments, "."])
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_shows_text_or_metadata(
    format: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    output = _run(capsys, "--output-format", format)
    assert "evidence_context.descriptor.missing" in output
    assert CANARY not in output


@pytest.mark.parametrize("switches", [("--diff",), ("--diff", "--unsafe-fixes"), ("--fix", "--unsafe-fixes")])
def test_no_fix_touches_or_shows_the_files(
    switches: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*.json")}
    output = _run(capsys, *switches)
    assert "json.bom" in output
    assert CANARY not in output
    assert {path: path.read_bytes() for path in folder.rglob("*.json")} == before
