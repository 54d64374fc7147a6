"""The files of a run directory: their names, what each is, and who writes it.

This module is on the path of every run, so it imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    Owner = Literal["input", "agent", "cli", "log"]

MARKERS = ("manifest.json", "queries.json", "candidates.json")
"""A folder with none of these is no run."""

_SIGNS = {
    "manifest.json": b'"tool_version"',
    "queries.json": b'"sub_criteria"',
    "candidates.json": b'"candidates"',
}

BATCHES = "screen-batches"
BATCH = "batch"
_SERIES = ("", "x", "r", "xr")
_DIGITS = frozenset("0123456789")

OWNERS: dict[str, Owner] = {
    "brief.md": "input",
    "queries.json": "agent",
    "candidates.json": "cli",
    "screen.json": "agent",
    "expanded.json": "cli",
    "expanded-round2.json": "cli",
    "coverage.json": "cli",
    "shortlist.json": "cli",
    "ranked.json": "agent",
    "evidence.json": "cli",
    "evidence.md": "cli",
    "evidence.bib": "cli",
    "manifest.json": "cli",
    "retrieval.log.jsonl": "log",
    "retrieval-r2.log.jsonl": "log",
    "expansion.log.jsonl": "log",
    "expansion-r2.log.jsonl": "log",
    "verify.log.jsonl": "log",
}
"""Who writes each file, by its name. The files of ``screen-batches`` are the CLI's."""

_ROLES = {name: name.partition(".")[0] for name in OWNERS if name.endswith(".json")} | {
    "brief.md": "brief",
    "evidence.md": "page",
    "evidence.bib": "bibliography",
    "expanded-round2.json": "expanded2",
}

SCHEMA_ROLES = (
    "queries", "candidates", "batch", "screen", "expanded", "coverage", "shortlist", "ranked", "evidence",
    "manifest",
)  # fmt: skip
"""Roles that have a schema; the gap round's ``expanded2`` shares that of ``expanded``."""


def role_of(name: str) -> str:
    """What the file of this name is: ``queries``, ``batch``, ``page`` (evidence.md), ``log`` and so on."""
    if name.startswith(BATCHES + "/"):
        return BATCH
    return _ROLES.get(name, "log")


def schema_names() -> dict[str, str]:
    """By the name of a JSON file, the role whose schema describes it."""
    roles = {name: "expanded" if role == "expanded2" else role for name, role in _ROLES.items()}
    return {name: role for name, role in roles.items() if role in SCHEMA_ROLES}


def owner_of(name: str) -> Owner:
    """Who writes the file of this name."""
    return OWNERS.get(name, "cli")


def split(path: str) -> tuple[str, str] | None:
    """The run's folder and the file's name in it, for a path with the name of a run's file."""
    folder, _, name = path.rpartition("/")
    if name not in OWNERS:
        folder, _, inner = folder.rpartition("/")
        if inner != BATCHES or not name.endswith(".json"):
            return None
        name = f"{BATCHES}/{name}"
    return (folder, name) if _is_run_name(folder.rpartition("/")[2]) else None


def lies_in(folder: str, roots: tuple[str, ...]) -> bool:
    """Whether a run's folder lies directly in one of ``roots``, at any depth; ``*`` stands for every folder."""
    parent = folder.rpartition("/")[0]
    wanted = ("" if root == "." else root.strip("/") for root in roots)
    return any(root == "*" or ("/" + parent).endswith("/" + root) for root in wanted)


def globs(roots: tuple[str, ...]) -> list[str]:
    """Globs, as Git has them, of the text files in the runs' folders."""
    day = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]-*"
    kinds = ("*.json", "*.jsonl", "*.md", "*.bib", f"{BATCHES}/*.json")
    found: list[str] = []
    for root in dict.fromkeys("" if root == "." else root.strip("/") for root in roots):
        start = "/" if not root else "**/" if root == "*" else f"**/{root}/"
        found.extend(f"{start}{day}/{kind}" for kind in kinds)
    return found


def speaks_for_run(name: str, data: bytes) -> bool:
    """Whether a marker file is what a run has under that name. One that a killed run left empty is."""
    return not data.strip() or _SIGNS[name] in data


def batch_series(name: str) -> tuple[str, int] | None:
    """Prefix and number of a batch file's name without ``.json``; None for a name of no such form."""
    digits = name.lstrip("xr")
    prefix = name[: len(name) - len(digits)]
    if prefix not in _SERIES or not 2 <= len(digits) <= 9 or not _DIGITS.issuperset(digits):
        return None
    return prefix, int(digits)


def known_names(batches: Iterator[str]) -> list[str]:
    """The names of a run's files in the order of the pipeline, with these files of ``screen-batches``."""
    names = list(OWNERS)
    after = names.index("candidates.json") + 1
    return names[:after] + [f"{BATCHES}/{name}" for name in batches] + names[after:]


def _is_run_name(name: str) -> bool:
    """Whether a folder is called ``<YYYY-MM-DD>-<slug>``."""
    pattern = "".join("9" if letter in _DIGITS else letter for letter in name[:11])
    return pattern == "9999-99-99-" and len(name) > 11
