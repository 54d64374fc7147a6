"""White space, DOIs and foreign words on their own."""

from __future__ import annotations

import pytest

from sourceright_lint.contracts.sourceright import doi
from sourceright_lint.contracts.sourceright.csl_data import TYPES, VARIABLES
from sourceright_lint.contracts.sourceright.csl_foreign import clear_type, near_types, near_variable
from sourceright_lint.contracts.sourceright.whitespace import collapse, collapse_ascii, is_blank, odd_spaces

WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000"
NO_WHITE_SPACE = "\x00\x1c\x1d\x1e\x1f\u180e\u200b\u2060\ufeff"


@pytest.mark.parametrize("char", WHITE_SPACE, ids=lambda c: f"U+{ord(c):04X}")
def test_white_space_is_collapsed(char: str) -> None:
    assert collapse(f"{char}a{char}{char}b{char}") == "a b"
    assert is_blank(char)


@pytest.mark.parametrize("char", NO_WHITE_SPACE, ids=lambda c: f"U+{ord(c):04X}")
def test_other_characters_are_kept(char: str) -> None:
    text = f"{char}a{char}{char}b{char}"
    assert collapse(text) == text
    assert not is_blank(char)


def test_plain_white_space_leaves_the_rest() -> None:
    assert collapse_ascii("\ta\u00a0 b\n") == "a\u00a0 b"
    assert odd_spaces("a\u2009b\u00a0 c\u00a0") == "U+00A0, U+2009"
    assert is_blank("")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.5555/abc", "10.5555/abc"),
        ("https://doi.org/10.5555/ABC", "10.5555/abc"),
        ("http://dx.doi.org/10.5555/abc", "10.5555/abc"),
        ("https://www.doi.org/10.5555/abc", "10.5555/abc"),
        ("DOI: 10.5555/abc", "10.5555/abc"),
        ("doi 10.5555/abc", "10.5555/abc"),
        ("doi:doi:10.5555/abc", "10.5555/abc"),
        ("https://doi.org/doi:10.5555/abc", "10.5555/abc"),
        ("doi:/ /10.5555/abc", "10.5555/abc"),
        ("/10.5555/abc", "10.5555/abc"),
        ("info:doi/10.5555/abc", "10.5555/abc"),
        ("\u00a010.5555/abc\n", "10.5555/abc"),
        ("10.1/x", "10.1/x"),
        ("10.5555.12/x", "10.5555.12/x"),
        ("10.5555/É", "10.5555/É"),
        ("10.5555/a%2Fb", "10.5555/a%2fb"),
        ("https://doi.org/10.5555/a%2Fb", None),
        ("10.5555/a b", None),
        ("10/abc", None),
        ("10.5555/", None),
        ("http://blog.example/10.5555/abc", None),
        ("doi:", None),
        ("", None),
    ],
)
def test_canonical_doi(text: str, expected: str | None) -> None:
    assert doi.canonical(text) == expected
    if expected is not None:
        assert doi.canonical(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("doi:https://doi.org/10.1/X", "https://doi.org/10.1/x"),
        ("http://dx.doi.org/10.1/x", "http://dx.doi.org/10.1/x"),
        ("doi:/ /10.1/x", "/10.1/x"),
        ("HTTPS://DOI.ORG/10.1/x", "10.1/x"),
        (" ", ""),
    ],
)
def test_form_of_the_core(text: str, expected: str) -> None:
    assert doi.core_form(text) == expected


def test_types_and_variables_are_their_own_words() -> None:
    assert len(TYPES) == 45
    for name in TYPES:
        assert near_types(name) == (name,)
    for name in set(VARIABLES) - {"shortTitle"}:
        assert near_variable(name) == name


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("journal-article", "article-journal"),
        ("JournalArticle", "article-journal"),
        ("conferencePaper", "paper-conference"),
        ("phdthesis", "thesis"),
        ("Legal Case", "legal_case"),
        ("posted-content", None),
        ("misc", None),
        ("本", None),
        ("", None),
    ],
)
def test_clear_type(word: str, expected: str | None) -> None:
    assert clear_type(word) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("doi", "DOI"),
        ("container_title", "container-title"),
        ("publicationTitle", "container-title"),
        ("abstractNote", "abstract"),
        ("issueed", "issued"),
        ("providerCandidates", "provider_candidates"),
        ("ID", "id"),
        ("n", None),
        ("", None),
    ],
)
def test_near_variable(key: str, expected: str | None) -> None:
    assert near_variable(key) == expected
