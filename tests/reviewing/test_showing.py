"""``review show`` says names, dates, conflicts and decisions in the words that ``git diff`` has for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reviewing.support import AT, CSL, SIDECAR, Tool, candidate, conflict, item, record, write_workspace

NAMES = [{"family": f"Reed-{letter}", "given": letter} for letter in "ABCDEFG"]
TOLD: list[tuple[str, Any, Any, str]] = [
    # variable, in the item, in the candidate, in words
    ("author", NAMES[:2], NAMES[1:3], "Reed-A, A; Reed-B, B here, Reed-B, B; Reed-C, C there"),
    (
        "author",
        NAMES,
        [{"literal": "Rush Foundation"}],
        f"{'; '.join(f'Reed-{x}, {x}' for x in 'ABCDEFG')} here, {{Rush Foundation}} there",
    ),
    ("issued", {"date-parts": [[2019, 3]]}, {"date-parts": [[2020]]}, "2019-03 here, 2020 there"),
    ("issued", {"date-parts": [[2019], [2020]]}, {"raw": "2020"}, '2019/2020 here, {"raw": "2020"} there'),
    ("volume", "12", "21", '"12" here, "21" there'),
]


@pytest.mark.parametrize(("name", "ours", "theirs", "words"), TOLD)
def test_the_words_of_the_diff(tool: Tool, name: str, ours: Any, theirs: Any, words: str) -> None:
    evidence = {
        "provider_candidates": [candidate("crossref", **{name: theirs})],
        "conflicts": [conflict(name, ours, theirs)],
        "review_decisions": [{"decision": "keep", "reviewer": "tm", "decided_at": AT, "notes": "seen"}],
    }
    write_workspace(tool.folder, [item("x", **{name: ours})], {"x": record("queued", **evidence)})
    assert tool.review("show", "x") == 0
    shown = tool.out.splitlines()
    assert f"  ≠ {name:<18}{words}" in shown
    assert tool("textconv", CSL) == 0
    [told] = [line for line in tool.out.splitlines() if line.startswith(f"x: {name} ")]
    assert name == "volume" or f"  {name:<18}{told.removeprefix(f'x: {name} ')}" in shown
    assert tool("textconv", SIDECAR) == 0
    for kind in ("conflict", "decision"):
        [fact] = [line for line in tool.out.splitlines() if line.startswith(f"x: {kind} ")]
        assert f"  {fact.removeprefix(f'x: {kind} ')}" in shown
