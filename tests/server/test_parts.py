"""Positions and edits by themselves, against the plainest way to compute them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.finding import Span
from sourceright_lint.server.analysis import Analysis
from sourceright_lint.server.edits import replacement
from sourceright_lint.server.places import Places, Spot
from tests.baseline.support import csl, sidecar
from tests.gitrepo import GitRepo, git_environment, repo

__all__ = ["git_environment", "repo"]

TEXTS = st.text(st.sampled_from("ab\n\r\u2028é\U0001f30a"), max_size=40)


@given(TEXTS, TEXTS)
def test_replacement(old: str, new: str) -> None:
    change = replacement(old, new)
    if change is None:
        assert old == new
        return
    assert old[: change.start] + change.text + old[change.end :] == new
    assert old[change.start - 1 : change.start] != "\r"
    assert old[change.end - 1 : change.end + 1] != "\r\n"


@given(TEXTS, st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.data())
def test_spots_and_offsets(text: str, encoding: str, data: st.DataObject) -> None:
    places = Places(text, encoding)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset += 1
    spot = places.spot(offset)
    assert places.offset(spot) == offset
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    codec, size = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]
    assert spot == Spot(before.count("\n"), len(before.rpartition("\n")[2].encode(codec)) // size)


def test_spans_of_findings() -> None:
    places = Places('{\r\n  "\U0001f30a": 1\r\n}')
    assert places.range_of(Span(2, 3, 2, 6)) == (Spot(1, 2), Spot(1, 6))
    assert places.range_of(Span(9, 1, 9, 2)) == (Spot(2, 1), Spot(2, 1))


@pytest.mark.parametrize("text", ["DOI", "title"])
def test_a_keystroke_among_a_thousand_items_is_seen(repo: GitRepo, text: str) -> None:
    items = [
        {
            "id": f"r{n:04}",
            "type": "book",
            "title": f"Weirs {n}",
            "DOI": f"10.5555/r{n:04}",
            "abstract": "silt " * 80,
        }
        for n in range(1000)
    ]
    repo.add("references.csl.json", csl(*items))
    records = {item["id"]: {"review_status": "not_required"} for item in items}
    repo.add("references.verification.json", sidecar(**records))
    place = str(repo.root / "references.csl.json")
    analysis = Analysis()
    content = csl(*items).decode()
    analysis.texts[place] = content
    analysis.look_at(place)
    for count in range(1, 4):
        start = content.index(f'"{text}": "', len(content) // 2) + len(text) + 5
        analysis.texts[place] = content[:start] + "X" * count + content[start:]
        [looked] = analysis.look_at(place)
        assert len(looked.checked.findings) == (1 if text == "DOI" else 0)
