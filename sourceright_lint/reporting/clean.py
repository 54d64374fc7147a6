"""The one line about a run that found nothing, for the many runs that say no more."""

from __future__ import annotations


def clean_line(files: int, bundles: int, label: str) -> str:
    """What was checked. ``label`` says where the content came from."""
    where = f" in {_count(bundles, 'bundle')}" if bundles else ""
    source = f" ({label})" if label else ""
    return f"Checked {_count(files, 'file')}{where}{source}: nothing to report."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
