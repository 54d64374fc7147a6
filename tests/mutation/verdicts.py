"""What was found out about mutants, kept between runs in a file for each module."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.mutation.mutants import WORK, Mutant

_FOLDER = WORK / "verdicts"

DEAD = ("killed", "timeout", "crash")


class Verdict(NamedTuple):
    """``status`` is killed, timeout, crash, survived or unreached; ``asked`` the seconds of tests that it survived."""

    digest: str
    status: str
    killer: str | None
    asked: float


class Verdicts:
    """The verdicts on the mutants of one module."""

    def __init__(self, module: str) -> None:
        self._path = _FOLDER / f"{module.replace('/', '.')}.json"
        found: dict[str, list[Any]] = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}
        self._known = {key: Verdict(*values) for key, values in found.items()}

    def of(self, mutant: Mutant) -> Verdict | None:
        """What is known of the mutant, if its function is still the one that was judged."""
        verdict = self._known.get(mutant.key)
        return verdict if verdict and verdict.digest == mutant.digest else None

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Replace what was known of the mutant."""
        self._known[mutant.key] = verdict

    def killers(self, mutants: Iterable[Mutant]) -> list[tuple[str, str]]:
        """The functions whose mutants were killed, each with the test that did it."""
        found = ((mutant.target, self.of(mutant)) for mutant in mutants)
        return [(target, verdict.killer) for target, verdict in found if verdict and verdict.killer]

    def save(self) -> None:
        """Keep what is known."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(self._known), "utf-8")
        new.replace(self._path)
