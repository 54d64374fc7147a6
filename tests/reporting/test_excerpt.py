from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.finding import Span
from sourceright_lint.reporting.excerpt import excerpt

LONG = "0123456789" * 50

CASES = [
    # line, column, end column, shown, carets
    ("short", '"a": 1', 6, 7, '"a": 1', "     ^"),
    ("whole", '"a": 1', 1, 7, '"a": 1', "^^^^^^"),
    ("empty span", "abc", 2, 2, "abc", " ^"),
    ("at the end", "abc", 4, 4, "abc", "   ^"),
    ("tab before", "\tab", 2, 3, "    ab", "    ^"),
    ("tab within", "a\tb", 1, 4, "a    b", "^^^^^^"),
    ("wide before", "日本x", 3, 4, "日本x", "    ^"),
    ("wide within", "日本x", 1, 3, "日本x", "^^^^"),
    ("combining before", "e\u0301x", 3, 4, "e\u0301x", " ^"),
    ("combining alone", "e\u0301x", 2, 3, "e\u0301x", " ^"),
    ("escape before", "\x1b[x", 3, 4, "\\u001b[x", "       ^"),
    ("bidi within", "a\u202eb", 1, 4, "a\\u202eb", "^^^^^^^^"),
    ("surrogate", "a\udc80b", 3, 4, "a\\udc80b", "       ^"),
    ("log command", "##vso[x", 7, 8, "\\u0023#vso[x", "           ^"),
    ("long, at the start", LONG, 1, 4, LONG[:40] + "…", "^^^"),
    ("long, in the middle", LONG, 101, 104, "…" + LONG[86:126] + "…", " " * 15 + "^^^"),
    ("long, at the end", LONG, 498, 501, "…" + LONG[460:], " " * 38 + "^^^"),
    ("long span", LONG, 101, 301, "…" + LONG[86:126] + "…", " " * 15 + "^" * 26),
]


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "carets"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_excerpt(line: str, column: int, end: int, shown: str, carets: str) -> None:
    assert excerpt(line, Span(3, column, 3, end), 40) == (shown, carets)


def test_a_span_over_lines_goes_to_the_end_of_the_first() -> None:
    assert excerpt("  {x", Span(3, 3, 5, 2), 40) == ("  {x", "  ^^")


def test_a_span_behind_what_is_kept_of_the_line() -> None:
    assert excerpt("abc", Span(1, 9, 1, 10), 40) is None


@given(st.text(max_size=120), st.integers(1, 130), st.integers(0, 130), st.integers(20, 60))
def test_never_wider_than_the_room(line: str, column: int, length: int, room: int) -> None:
    shown = excerpt(line, Span(1, column, 1, column + length), room)
    if shown is None:
        assert column > len(line) + 1
        return
    assert len(shown.carets) <= room + 3
    assert shown.carets.strip() == "^" * shown.carets.count("^") != ""
    assert "\n" not in shown.line
    assert "\r" not in shown.line
