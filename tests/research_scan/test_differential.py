"""Our verdicts beside those of the ``research-scan`` package, on seeded faults in a valid run.

The package is used where `make conformance` installed it or where it can be imported; RESEARCH_SCAN_PYTHON names
another interpreter that has it. RESEARCH_SCAN_MUTANTS says how many faults are tried; if nothing does, a sample is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sourceright_lint.contracts.research_scan.files import role_of
from sourceright_lint.contracts.research_scan.identity import identity_of
from sourceright_lint.escape import show
from tests.research_scan.a_run import CIDS, ROOT, Files, candidate, valid_run
from tests.research_scan.mutations import Mutant, mutants
from tests.research_scan.support import codes, problems

INSTALLED = Path(__file__).parents[2] / ".conformance" / "research-scan" / "bin"


def _python() -> str:
    if (INSTALLED / "research-scan").exists():
        return str(INSTALLED / "python")
    return sys.executable if find_spec("research_scan") else ""


PYTHON = os.environ.get("RESEARCH_SCAN_PYTHON") or _python()
COUNT = int(os.environ.get("RESEARCH_SCAN_MUTANTS", "400"))
CHUNK = 100

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not PYTHON, reason="research-scan is not installed: make research-scan does so"),
]

STRICT_CODES = ("research_scan.schema.", "research_scan.queries.", "research_scan.screen.reason_words")
"""Codes of ours that say what the package's models say."""

EXCEPTIONS = {
    "missing": "a required key under a misspelt name is one fault: we report the unknown key, with the name meant",
}
"""Kinds of error of the package that we do not repeat at their path, and why."""

Problems = list[tuple[str, str, Any]]


class Oracle:
    """The package in a process of its own."""

    def __init__(self) -> None:
        script = str(Path(__file__).with_name("oracle.py"))
        self.process = subprocess.Popen(
            [PYTHON, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, question: str, *arguments: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([question, arguments]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    oracle = Oracle()
    yield oracle
    oracle.close()


def _errors(found: Problems, file: str) -> list[tuple[str, tuple[Any, ...], str]]:
    path = f"{ROOT}/{file}"
    return [
        (code, problem.place.pointer, problem.message)
        for code, severity, problem in found
        if severity == "error" and problem.place.document.path == path
    ]


def _is_reported(location: tuple[Any, ...], kind: str, ours: list[tuple[str, tuple[Any, ...], str]]) -> bool:
    if kind == "value_error":
        # The package reports these at the model; we at the member that is wrong.
        return any(pointer[: len(location)] == location for _, pointer, _ in ours)
    if any(pointer == location for _, pointer, _ in ours):
        return True
    meant = f"did you mean {json.dumps(location[-1], ensure_ascii=False)}?" if location else ""
    return kind in EXCEPTIONS and any(
        pointer[:-1] == location[:-1] and message.endswith(meant) for _, pointer, message in ours
    )


def _file_disagreements(mutant: Mutant, theirs: list[Any], found: Problems) -> list[str]:
    ours = _errors(found, mutant.file)
    wrong = [
        f"they refuse {location} ({kind})"
        for location, kind in theirs
        if not _is_reported(tuple(location), kind, ours)
    ]
    # Faults beyond the shape are hidden behind others in the package, so more of them is no disagreement.
    codes_ = STRICT_CODES if not theirs else STRICT_CODES[:1]
    refused = {tuple(location) for location, _ in theirs}
    told = [error for error in ours if error[0].startswith(codes_) and not _is_near(error[1], refused)]
    return wrong + [f"they accept, we say {error}" for error in told]


def _is_near(pointer: tuple[Any, ...], refused: set[tuple[Any, ...]]) -> bool:
    """Whether the package refuses this place, or a list around it or an entry in it, at which it then stops."""
    return any(pointer[: len(place)] == place or place[: len(pointer)] == pointer for place in refused)


def _join_disagreements(theirs: dict[str, list[str]], found: Problems) -> list[str]:
    errors = [(code, p.message) for code, severity, p in found if severity == "error"]
    screen = [
        message for code, message in errors if code.startswith(("research_scan.screen.", "research_scan.cid"))
    ]
    criteria = [message for code, message in errors if code == "research_scan.join.unknown_criterion"]
    wrong = []
    for kind in ("missing", "duplicate", "unknown"):
        wrong += [f"{kind} {cid} is not told" for cid in theirs[kind] if not any(cid in m for m in screen)]
    wrong += [
        f"criterion {c} is not told" for c in theirs["criteria"] if not any(show(c) in m for m in criteria)
    ]
    refused = theirs["missing"] or theirs["duplicate"] or theirs["unknown"]
    if not refused:
        told = [
            code for code, _ in errors if code.startswith("research_scan.screen.") and "words" not in code
        ]
        wrong += [f"they join, we say {code}" for code in told]
    return wrong


@pytest.mark.parametrize("seed", range((COUNT + CHUNK - 1) // CHUNK))
def test_the_same_verdict(oracle: Oracle, seed: int) -> None:
    wrong = []
    for mutant in mutants(seed, CHUNK):
        found = problems(mutant.files)
        theirs = oracle.ask("errors", role_of(mutant.file), mutant.files[mutant.file])
        said = _file_disagreements(mutant, theirs, found)
        joined = [mutant.files[name] for name in ("queries.json", "candidates.json", "screen.json")]
        if not theirs and mutant.file in ("queries.json", "candidates.json", "screen.json"):
            said += _join_disagreements(oracle.ask("joins", *joined), found)
        wrong += [f"{mutant.file}: {mutant.what}: {line}" for line in said]
    assert wrong == []


def test_the_mutants_are_of_both_kinds(oracle: Oracle) -> None:
    verdicts = [bool(oracle.ask("errors", role_of(m.file), m.files[m.file])) for m in mutants(0, CHUNK)]
    assert 20 < sum(verdicts) < 90


def test_the_valid_run_is_what_the_package_makes_of_it(oracle: Oracle) -> None:
    files = valid_run()
    for name, value in files.items():
        if name.endswith(".json"):
            assert oracle.ask("errors", role_of(name), value) == []
    assert oracle.ask("snapshot", *_inputs(files)) == files["coverage.json"]["rounds"][-1]


@pytest.mark.parametrize("seed", range(20))
def test_coverage_is_counted_as_the_package_counts_it(oracle: Oracle, seed: int) -> None:
    random = Random(seed)
    files = valid_run()
    for score in files["screen.json"]["scores"]:
        score["score"] = random.randrange(4)
        score["criteria_hit"] = random.sample(["C1", "C2", "C3"], random.randrange(4))
    for work in files["candidates.json"]["candidates"]:
        for origin in work["origins"]:
            origin["query_id"] = random.choice([None, "Q1", "Q2", "G1"])
            origin["seed_id"] = random.choice([None, *CIDS[:3]])
            origin["source"] = random.choice(["s2", "arxiv"])
    files["coverage.json"]["rounds"][-1] = oracle.ask("snapshot", *_inputs(files))
    assert "research_scan.coverage.counts" not in codes(files)
    files["coverage.json"]["rounds"][-1]["criteria"][seed % 3]["hits"] += 1
    assert "research_scan.coverage.counts" in codes(files)


@pytest.mark.parametrize(
    "title",
    [
        "Eel passes",
        "Eels {and} weirs",
        "Eels | weirs",
        "Eels\nand weirs",
        " Eels  and\tweirs ",
        "Åle [UNVERIFIED]",
    ],
)
@pytest.mark.parametrize("verified", [True, False])
def test_rendered_evidence_is_recognised(oracle: Oracle, title: str, verified: bool) -> None:
    files = valid_run()
    packet = files["evidence.json"]["packets"][0]
    packet["title"] = files["candidates.json"]["candidates"][0]["title"] = title
    packet["verification"] = {
        **packet["verification"],
        "verified": verified,
        "mismatches": [] if verified else ["year"],
    }
    files |= oracle.ask("rendered", files["evidence.json"])
    assert not {"research_scan.evidence.markdown", "research_scan.evidence.bibtex"} & set(codes(files))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"ids": {"doi": "https://doi.org/10.5555/EEL.1"}},
        {"ids": {"doi": "DOI:10.5555/eel.1 "}},
        {"ids": {"arxiv": "arXiv:2601.00007v3"}},
        {"ids": {"arxiv": "https://arxiv.org/abs/2601.00007v1", "pmid": "12"}},
        {"ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/37993839/"}},
        {"ids": {}},
        {"ids": {"doi": ""}, "year": None, "title": "Eel-passes: what (we) know_now?"},
        {"ids": {"doi": " "}, "title": "  Été of the  EELS  "},
    ],
    ids=repr,
)
def test_the_content_id_is_the_package_s(oracle: Oracle, changes: dict[str, Any]) -> None:
    work = {**candidate(1), **changes}
    identity = identity_of(work)
    assert identity is not None
    assert identity.cid == oracle.ask("cid", work)


def _inputs(files: Files) -> tuple[Any, Any, Any]:
    return files["queries.json"], files["candidates.json"], files["screen.json"]
