"""Whatever shape a bibliography has: what it says is said afterwards, in the bibliography or in the sidecar."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sourceright_lint.cli import main
from sourceright_lint.contracts.sourceright import doi
from sourceright_lint.contracts.sourceright.csl_readings import clear_date, clear_value
from sourceright_lint.contracts.sourceright.whitespace import collapse
from tests.migrating.shapes import bibliographies, items, keys, leaves, numbered, text
from tests.migrating.support import put
from tests.properties.support import patient
from tests.reviewing.support import CSL, QUEUE, SIDECAR, findings

_ID_KEYS = ("id", "citationKey", "key")
_TYPE_KEYS = ("type", "itemType")
_DATE_KEYS = ("issued", "accessed", "date", "accessDate", "publicationYear")


def lost(before: Any, after: list[Any]) -> list[tuple[str, Any]]:
    """Texts and numbers that are nowhere any more, neither as they were nor as CSL writes them."""
    said = {str(value) for _, value in leaves(after)}
    names = set(keys(after))
    return [
        (key, value)
        for key, value in leaves(before)
        if str(value) not in said
        and not (key == "creatorType" and value in names)
        and not any(form <= said for form in _forms(key, value))
    ]


def _forms(key: str, value: Any) -> list[set[str]]:
    """The ways in which CSL and this tool may write the value."""
    found: list[Any] = [collapse(value)] if key in _ID_KEYS and isinstance(value, str) else []
    if key.lower() == "doi":
        found.append(doi.canonical(str(value)))
    if key in _TYPE_KEYS:
        found.append(clear_value("type", value))
    forms = [{str(one)} for one in found]
    date = clear_date(value) if isinstance(value, (str, int)) else None
    if isinstance(date, dict) and "date-parts" in date:
        forms.append({str(part) for part in date["date-parts"][0]})
    return forms


@patient
@given(
    bibliographies,
    st.dictionaries(st.sampled_from(["id-1", "id-2", "gone"]), st.just({"review_status": "queued"}))
    | st.none(),
    st.sampled_from([(), ("--start", "queued"), ("--mark-orphans", "reason")]),
)
def test_nothing_is_lost(bibliography: Any, records: Any, options: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / CSL).write_text(json.dumps(bibliography))
        if records is not None:
            sidecar = {"schema_version": "sourceright.verification.v1", "references": records}
            (folder / SIDECAR).write_text(json.dumps(sidecar))
        assert main(["migrate", *options, name]) in (0, 1)
        once = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert main(["migrate", *options, name]) in (0, 1)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == once
    after = [json.loads(once[path]) for path in (CSL, SIDECAR) if path in once]
    assert lost([bibliography, records], after) == []


_lines = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from(["id-1", "id-2", "id  3", "gone", 7]), "review_status": st.just("queued")},
        optional={
            "reasons": st.lists(text, max_size=2),
            "extraction": st.fixed_dictionaries({"source": text}),
            "conflicts": st.just([{"field": "title"}]),
        },
    ),
    max_size=3,
).map(numbered)


@patient
@example(
    [{"id": "id-2"}],
    {"id  3": {"review_status": "queued"}},
    [{"id": "id-1", "review_status": "queued"}],
    ("--start", "queued"),
)
@given(
    st.lists(items, max_size=3).map(numbered),
    st.dictionaries(
        st.sampled_from(["id-1", "id-2", "id  3", "gone", "7"]),
        st.sampled_from(["queued", "resolved"]).map(lambda status: {"review_status": status}),
    ),
    _lines,
    st.sampled_from([(), ("--start", "queued"), ("--mark-orphans", "reason")]),
)
def test_nothing_that_a_queue_holds_is_lost(
    items: Any, records: Any, lines: Any, options: tuple[str, ...]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        put(folder, items, records, "".join(f"{json.dumps(line)}\n" for line in lines))
        stale = stale_records(folder)
        assert main(["migrate", *options, name]) in (0, 1)
        kept = [json.loads(line) for line in (folder / QUEUE).read_bytes().splitlines()]
        if stale:
            # A queue that is not written anew lacks what it lacked, and the records that were started too.
            stale |= {collapse(id) for id in records} - {collapse(str(line["id"])) for line in lines}
            stale |= {collapse(str(item.get("id"))) for item in items} if "--start" in options else set()
        assert stale_records(folder) <= stale
    ids = Counter(collapse(str(line["id"])) for line in kept)
    for line in lines:
        own = [found for found in kept if collapse(str(found["id"])) == collapse(str(line["id"]))]
        assert lost(line.get("reasons"), own) == []
        assert lost(line.get("extraction"), own) == []
        assert ids[collapse(str(line["id"]))] >= 1


def stale_records(folder: Path) -> set[str]:
    """The records about which the queue, held against the sidecar alone, is stale."""
    alone = folder / "alone"
    alone.mkdir()
    for path in (SIDECAR, QUEUE):
        shutil.copy(folder / path, alone)
    found = findings(alone)
    shutil.rmtree(alone)
    return {collapse(id or "") for code, _, id, _ in found if code.startswith("queue.stale")}


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [
        ({"a": 1, "b": ["x"]}, [[{"c": "x"}]], [("a", 1)]),
        ({"type": "Book"}, [{"type": "book"}], []),
        ({"title": "Book"}, [{"type": "book"}], [("title", "Book")]),
        ({"issued": "2019-04"}, [{"date-parts": [[2019, 4]]}], []),
        ({"issued": "2019-04"}, [{"date-parts": [[2019]]}], [("issued", "2019-04")]),
        ({"DOI": "https://doi.org/10.5555/X"}, ["10.5555/x"], []),
        ({"creatorType": "author"}, [{"author": []}], []),
        ({"creatorType": "author"}, [{}], [("creatorType", "author")]),
    ],
)
def test_losses_are_seen(before: Any, after: list[Any], missing: list[Any]) -> None:
    assert lost(before, after) == missing
