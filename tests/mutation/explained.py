"""Mutants that no test can, or need, tell from the original, each with the reason: one TOML file for each module.

An entry names the function, its lines before and after the change, and why nobody can tell. It begins with its kind:

- ``equal``: nothing that the function does differs.
- ``slower``: a quick answer is not given, or given to fewer; the exact way, held by its own tests, gives the same.
- ``limit``: another size, count or time from which on another way is taken; both ways are held by the same tests.
- ``wording``: what a message or a title says, or the name of a temporary file.
- ``platform``: it differs on another system only.
- ``unseen``: the text of an exception that nobody is shown.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import tomli

from tests.mutation.mutants import Mutant

FOLDER = Path(__file__).with_name("survivors")

KINDS = ("equal", "slower", "limit", "wording", "platform", "unseen")


class Explained:
    """The explanations for one module; each holds for as many mutants as it stands there."""

    def __init__(self, module: str, folder: Path = FOLDER) -> None:
        path = folder / f"{module.replace('/', '.')}.toml"
        entries = tomli.loads(path.read_text("utf-8")).get("mutant", []) if path.exists() else []
        self._left: Counter[tuple[str, str, str]] = Counter()
        self._why: dict[tuple[str, str, str], str] = {}
        for entry in entries:
            change = (entry["function"], entry["was"], entry["becomes"])
            kind, _, reason = entry["why"].partition(": ")
            if kind not in KINDS or not reason.strip():
                raise ValueError(f"{path.name}: {change}: `why` is not a kind, a colon and a reason")
            self._left[change] += entry.get("times", 1)
            self._why[change] = entry["why"]

    def take(self, mutant: Mutant) -> str | None:
        """Why the mutant may survive; None where nothing says so, or not as often."""
        change = (mutant.function, mutant.was, mutant.becomes)
        if self._left[change] < 1:
            return None
        self._left[change] -= 1
        return self._why[change]

    @property
    def unused(self) -> list[tuple[str, str, str]]:
        """Changes that are explained and were not asked for."""
        return [change for change, times in self._left.items() if times > 0]


def entry(mutant: Mutant, why: str) -> str:
    """An explanation as it stands in the file."""
    fields = {"function": mutant.function, "was": mutant.was, "becomes": mutant.becomes, "why": why}
    texts = {key: json.dumps(value, ensure_ascii=False) for key, value in fields.items()}
    # Of what TOML does not have as it is, JSON escapes all but this.
    lines = (f"{key} = {text}\n".replace("\x7f", "\\u007f") for key, text in texts.items())
    return "[[mutant]]\n" + "".join(lines)


def write(module: str, entries: Iterable[tuple[Mutant, str]], folder: Path = FOLDER) -> None:
    """Write a module's file anew; without an entry there is none."""
    path = folder / f"{module.replace('/', '.')}.toml"
    text = "\n".join(entry(mutant, why) for mutant, why in entries)
    if text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    else:
        path.unlink(missing_ok=True)
