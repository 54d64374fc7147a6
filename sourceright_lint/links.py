"""Addresses that the tool prints."""

DOCS = "https://sourceright-lint.readthedocs.io/"


def rule_url(code: str) -> str:
    """The page of a rule."""
    return f"{DOCS}rules/{code}/"
