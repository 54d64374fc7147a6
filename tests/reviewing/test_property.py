"""Any sequence of review commands: check finds nothing new, and every earlier decision can still be read."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright.conflict_values import equivalent
from sourceright_lint.contracts.sourceright.csl_readings import plain_value
from sourceright_lint.contracts.sourceright.transitions import NEXT
from tests.reviewing.support import (
    QUEUE,
    agreed,
    candidate,
    conflict,
    findings,
    item,
    items_of,
    queued,
    record,
    references,
    rewrite,
    small,
)

IDS = ("eels", "gulls", "herons", "reeds", "weirs", "nobody")
REVIEWERS = ("tm", "kb")
TIMES = tuple(f"2026-06-0{day}T09:00:00{zone}" for day in (1, 2, 3) for zone in ("Z", "+05:00"))
FIELDS = ("volume", "title", "DOI", "issued", "author", "volume,title", "abstract")

ids, reviewers, times = st.sampled_from(IDS), st.sampled_from(REVIEWERS), st.sampled_from(TIMES)
statuses = st.sampled_from(("resolved", "unresolved"))
numbers = st.sampled_from(("1", "2", "3", "4"))
fields = st.sampled_from(FIELDS)

ENTRY = st.fixed_dictionaries(
    {
        "reference_id": ids,
        "decision": st.sampled_from(("keep", "drop")),
        "reviewer": reviewers,
        "decided_at": times,
        "status": statuses,
    }
)

COMMAND = st.one_of(
    st.tuples(st.just("claim"), ids, reviewers, times).map(
        lambda x: ["claim", x[1], "--reviewer", x[2], "--claimed-at", x[3]]
    ),
    ids.map(lambda id: ["release", id]),
    st.tuples(ids, statuses, reviewers, times).map(
        lambda x: [
            "decide", x[0], "--status", x[1], "--decision", "keep", "--reviewer", x[2], "--decided-at", x[3],
        ]
    ),
    st.tuples(ids, reviewers, times).map(
        lambda x: ["reopen", x[0], "--reviewer", x[1], "--reason", "new print", "--at", x[2]]
    ),
    st.tuples(ids, numbers, fields, reviewers, times, statuses).map(
        lambda x: [
            "apply", x[0], "--candidate", x[1], "--fields", x[2], "--reviewer", x[3], "--decided-at", x[4],
            "--status", x[5],
        ]
    ),
    st.lists(ENTRY, min_size=1, max_size=3),
)  # fmt: skip


def troubled(folder: Path) -> None:
    """Records that already have something to report, and candidates of all kinds."""
    small(folder)

    def change(items: list[Any], records: dict[str, Any]) -> None:
        records["eels"]["provider_candidates"].append(
            candidate("openalex", 0.9, title="Reeds", DOI="10.5555/x")
        )
        records["gulls"]["provider_candidates"].append(
            candidate("openalex", 0.9, title=["Gulls"], issued={"date-parts": [[2020, 2]], "timestamp": 1})
        )
        records["gulls"]["provider_candidates"].append(
            candidate("pubmed", 0.2, author=[{"name": "The Gulls"}])
        )
        records["herons"]["conflicts"].append(conflict("title", "On storks", "On herons"))
        records["gulls"]["provider_candidates"].append(candidate("datacite", 0.3, DOI="x", volume="22"))
        records["weirs"]["provider_candidates"].append(
            candidate("openalex", 0.7, DOI="10.5555/eels", title="x")
        )
        records["reeds"]["conflicts"].append(conflict("DOI", "10.5555/old", "10.5555/reeds"))
        records["reeds"]["review_decisions"].insert(
            0, {"decision": "keep", "reviewer": "kb", "decided_at": "soon"}
        )
        records["owls"] = record("queued", orphan=True, provider_candidates=[agreed("owls")])
        items.append(item("terns"))

    rewrite(folder, change)


def run(folder: Path, command: Any) -> int:
    """A command, or an import of entries, said to nobody."""
    words = command
    if isinstance(command[0], dict):
        (folder / "done.json").write_text(json.dumps(command))
        words = ["import", str(folder / "done.json")]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as errors:
        status = main(["review", *words, "--workspace", str(folder)])
    assert "internal fault" not in errors.getvalue(), errors.getvalue()
    return status


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COMMAND, min_size=1, max_size=8))
def test_any_sequence(commands: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        troubled(folder)
        found = findings(folder)
        for command in commands:
            before, items = references(folder), items_of(folder)
            status = run(folder, command)
            assert status in (0, 1, 2)
            after = references(folder)
            _judge(before, after)
            _judge_values(items, items_of(folder), after)
            left = findings(folder)
            new = [one[:3] for one in left if one[:3] not in [old[:3] for old in found]]
            assert not new, (command, [one for one in left if one[:3] in new])
            assert set(queued(folder)) == {
                id
                for id, one in after.items()
                if one["review_status"] in ("queued", "in_progress", "unresolved")
            }
        assert {*os.listdir(folder)} <= {
            QUEUE,
            "references.csl.json",
            "references.verification.json",
            "done.json",
        }


def _judge_values(old: dict[str, Any], new: dict[str, Any], records: dict[str, Any]) -> None:
    """Marks on conflicts are true, and a value that was replaced stands in one."""
    for id, kept in records.items():
        was, now = old.get(id, {}), new.get(id, {})
        conflicts = kept.get("conflicts", [])
        for one in conflicts:
            field, status = one["field"], one.get("resolution", {}).get("status")
            says = plain_value(field, one["candidate"])
            stands = says == now.get(field) or equivalent(field, says, now.get(field))
            assert status in (None, "corrected" if stands else "rejected"), one
        for field in was.keys() | now.keys():
            if was.get(field) != now.get(field):
                assert was.get(field) in [one["canonical"] for one in conflicts if one["field"] == field]


def _judge(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert before.keys() == after.keys()
    for id, old in before.items():
        new = after[id]
        decisions = old.get("review_decisions", [])
        assert new.get("review_decisions", [])[: len(decisions)] == decisions
        assert new.get("provider_candidates") == old.get("provider_candidates")
        kept = [{k: v for k, v in one.items() if k != "resolution"} for one in new.get("conflicts", [])]
        for one in old.get("conflicts", []):
            assert {k: v for k, v in one.items() if k != "resolution"} in kept
        steps = len(new.get("review_decisions", [])) - len(decisions)
        was, now = old["review_status"], new["review_status"]
        assert steps > 1 or was == now or now in NEXT[was]
