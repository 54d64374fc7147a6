"""Many faults of one kind: how many near misses are looked up, how many names are told."""

from __future__ import annotations

import pytest

from sourceright_lint.contracts.research_scan.wording import MOST_LOOKUPS, MOST_NOTES, Hints, NearCids, listed
from tests.research_scan.a_run import valid_run
from tests.research_scan.support import problems


def test_near_content_ids() -> None:
    near = NearCids(["000000000000", "0123456789ab"])
    assert [near.to("0123456789ff") for _ in range(MOST_LOOKUPS)] == ["0123456789ab"] * MOST_LOOKUPS
    assert near.to("0123456789ff") is None


def test_near_words() -> None:
    hints = Hints([f"word number {number}" for number in range(11)])
    assert [hints.of("word numbr 3") for _ in range(MOST_LOOKUPS)] == [
        ': did you mean "word number 3"?'
    ] * MOST_LOOKUPS
    assert hints.of("word numbr 3") == ""


def test_few_known_words_are_listed_always() -> None:
    hints = Hints(["a", "b"])
    assert {hints.of("c") for _ in range(MOST_LOOKUPS + 1)} == {': there are "a", "b"'}


@pytest.mark.parametrize(
    ("count", "end"), [(MOST_NOTES, '"x"'), (MOST_NOTES + 2, '"x" (and 2 more)')], ids=["all", "the first"]
)
def test_listed(count: int, end: str) -> None:
    text = listed(["x"] * count)
    assert text.count('"x"') == MOST_NOTES
    assert text.endswith(end)


def test_a_batch_of_a_large_number() -> None:
    files = {**valid_run(), "screen-batches/999999999.json": {"batch": "999999999", "items": []}}
    found = [p.message for code, _, p in problems(files) if code == "research_scan.batch.missing"]
    assert len(found) == 1
    assert found[0].startswith("the batch before this one is missing: 0")
    assert found[0].count(",") == 4
