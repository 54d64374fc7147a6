"""Targets of the contracts: their rules, their fixes, their history; and the review queue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sourceright_lint.config import Settings
from sourceright_lint.config.origin import CommandLine
from sourceright_lint.config.settings import Layer, defaults_of
from sourceright_lint.contract import Contract
from sourceright_lint.contracts.evidence_context import EvidenceContext
from sourceright_lint.contracts.research_scan import ResearchScan
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR, Sourceright
from sourceright_lint.contracts.sourceright.derive import queue_bytes
from sourceright_lint.jsontext import Document
from tests.fuzz.judge import Files, judge_bundle, judge_change, random_of
from tests.fuzz.parts import split

RUN = "research/scans/2026-01-05-demo"
_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"require-coverage": True, "csl-order": "preserve"},
    {"known-providers": ("crossref",), "queue": "ignored", "core-types": False},
    {"format": {"enabled": False}},
)


def sourceright(data: bytes) -> None:
    """A workspace, and what became of it."""
    settings = _settings(Sourceright(), random_of(data).choice(_OPTIONS))
    _judge(Sourceright(), "", split(data), settings)


def evidence_context(data: bytes) -> None:
    """An index and an evidence context."""
    _judge(EvidenceContext(), "", split(data), _settings(EvidenceContext(), {}))


def research_scan(data: bytes) -> None:
    """A run."""
    texts = {}
    for name, text in split(data).items():
        before = name.startswith("before/")
        bare = name.removeprefix("before/").removeprefix(RUN + "/")
        texts[f"{'before/' if before else ''}{RUN}/{bare}"] = text
    _judge(ResearchScan(), RUN, texts, _settings(ResearchScan(), {}))


def queue(data: bytes) -> None:
    """A queue beside a sidecar: every line is read, and the queue is made anew."""
    texts = split(data)
    settings = _settings(Sourceright(), random_of(data).choice(_OPTIONS))
    files = {name: texts[name] for name in (SIDECAR, QUEUE, CSL) if name in texts}
    judge_bundle(Sourceright(), "", files, settings)
    if SIDECAR in files:
        made = queue_bytes(Document(SIDECAR, files[SIDECAR]))
        if made is not None:
            faults = Document(QUEUE, made, "jsonl").faults
            assert not faults or Document(SIDECAR, files[SIDECAR]).faults
            assert not any(fault.fatal for fault in faults)
            judge_bundle(Sourceright(), "", {**files, QUEUE: made}, settings)


def _judge(contract: Contract, root: str, texts: Mapping[str, bytes], settings: Settings) -> None:
    after = {
        path.removeprefix("after/"): data for path, data in texts.items() if not path.startswith("before/")
    }
    before = {
        path.removeprefix("before/"): data for path, data in texts.items() if path.startswith("before/")
    }
    judge_bundle(contract, root, after, settings)
    if before:
        _judge_change(contract, root, before, after, settings)


def _judge_change(
    contract: Contract, root: str, before: Mapping[str, bytes], after: Mapping[str, bytes], settings: Settings
) -> None:
    states = [(Files(files), contract.bundle(root, Files(files), settings)) for files in (before, after)]
    judge_change(contract, states, settings)


def _settings(contract: Contract, options: Mapping[str, Any]) -> Settings:
    layers = (Layer(CommandLine(""), options),) if options else ()
    return Settings(layers, defaults_of([contract]))
