"""``review next``: one record after the other in a terminal. Every answer is a command, which is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from sourceright_lint.commands import Args
from sourceright_lint.commands.clock import now
from sourceright_lint.commands.review_look import sheet_lines, untold
from sourceright_lint.commands.review_steps import apply, decide
from sourceright_lint.commands.telling import tell_lines, warn
from sourceright_lint.commands.workspaces import Place, find_places, one_place
from sourceright_lint.contracts.sourceright.forms import STATUSES
from sourceright_lint.contracts.sourceright.reviewing.correcting import correctable
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.moves import owner_of
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.reviewing.showing import sheet
from sourceright_lint.contracts.sourceright.reviewing.usable import require_readable_csl
from sourceright_lint.errors import UsageError, WriteRefused
from sourceright_lint.escape import one_line, shell_word, show
from sourceright_lint.numbers import whole_number

_WAITING = ("queued", "in_progress")
_QUESTION = "[a]ccept  [m]erge fields  [u]nresolved  [s]kip  [q]uit: "
_ANSWERS = ("a", "accept", "m", "merge", "u", "unresolved", "s", "skip", "q", "quit")
_STAY, _SKIP, _QUIT = "stay", "skip", "quit"


def review_next(args: Args) -> int:
    """Ask about each record that waits, until there is none or the reviewer has enough."""
    if not sys.stdin.isatty():
        raise UsageError(
            "review next asks questions, and standard input is no terminal",
            "review list, show, decide and apply do the same without",
        )
    statuses = args.status or _WAITING
    unknown = [status for status in statuses if status not in STATUSES]
    if unknown:
        raise UsageError(f"--status: no such status: {unknown[0]!r}", f"known: {', '.join(STATUSES)}")
    return _Dialogue(one_place(find_places(args)), args, statuses).run()


class _Dialogue:
    def __init__(self, place: Place, args: Args, statuses: Sequence[str]) -> None:
        self.place = place
        self.args = args
        self.statuses = statuses
        self.skipped: set[str] = set()
        self.draft = Draft(place.look())
        require_readable_csl(self.draft.workspace)
        for note in untold(self.draft.workspace):
            warn(note)

    def run(self) -> int:
        """Until nothing is left to ask about."""
        while (id := self._next_id()) is not None:
            self._print("", *sheet_lines(sheet(self.draft, id)), "")
            try:
                if self._ask_about(id) == _QUIT:
                    return 0
            except EOFError:
                self._print("")
                return 0
        self._print("nothing else waits for review", *self._claimed())
        return 0

    def _next_id(self) -> str | None:
        """The first record that waits, not claimed by anybody else, as the files are now."""
        self.draft = Draft(self.place.look())
        return next((id for id, owner in self._waiting() if owner in (None, self.args.reviewer)), None)

    def _waiting(self) -> Iterator[tuple[str, str | None]]:
        """The records that wait and were not skipped, each with who has claimed it."""
        for id, record in sorted(self.draft.sidecar.records.items()):
            if record.status in self.statuses and id not in self.skipped:
                yield id, owner_of(record.value) if record.status == "in_progress" else None

    def _claimed(self) -> Iterator[str]:
        for id, owner in self._waiting():
            if owner:
                yield f"claimed by {show(owner)}: {show(id)}"

    def _ask_about(self, id: str) -> str:
        """Ask until the record is decided, skipped, or the reviewer leaves."""
        while True:
            answer = self._ask(_QUESTION).lower()
            if answer not in _ANSWERS:
                self._print(f"{show(answer)} is none of them: type the letter in brackets, or the whole word")
            if answer in ("q", "quit"):
                return _QUIT
            if answer in ("s", "skip"):
                self.skipped.add(id)
                return _SKIP
            try:
                if answer in ("a", "accept") and self._decide(id, "resolved", "keep_canonical"):
                    return _STAY
                if answer in ("u", "unresolved") and self._decide(id, "unresolved", "insufficient_evidence"):
                    return _STAY
                if answer in ("m", "merge") and self._merge(id):
                    return _STAY
            except (ReviewRefused, WriteRefused) as refusal:
                self._print(f"refused: {one_line(str(refusal))}", *map(one_line, refusal.help.splitlines()))

    def _decide(self, id: str, status: str, usual: str) -> bool:
        options = {
            "status": status,
            "decision": self._ask(f"decision [{usual}]: ") or usual,
            "reviewer": self.args.reviewer,
            "notes": self._ask("notes []: ") or None,
            "decided_at": now(),
        }
        self._show("decide", id, options)
        return decide(self._args(id, options)) == 0

    def _merge(self, id: str) -> bool:
        candidates = self.draft.record(id).get("provider_candidates") or []
        if not candidates:
            self._print("the record has no candidate to merge from")
            return False
        usual = "1" if len(candidates) == 1 else ""
        number = self._ask(f"candidate{f' [{usual}]' if usual else ''}: ") or usual
        place = whole_number(number) or 0
        if not 0 < place <= len(candidates):
            known = "there is only 1" if len(candidates) == 1 else f"they are 1 to {len(candidates)}"
            self._print(f"there is no candidate {show(number)}: {known}")
            return False
        chosen = candidates[place - 1]
        item = self.draft.item(id)
        data = chosen.get("data") if isinstance(chosen, dict) else None
        differing = correctable(item, data) if item else []
        if not differing:
            self._print(f"candidate {show(number)} has nothing to take over")
            return False
        fields = self._ask(f"fields [{one_line(','.join(differing))}]: ") or ",".join(differing)
        options = {
            "candidate": number,
            "fields": [fields],
            "status": "resolved",
            "decision": self._ask("decision [apply_candidate]: ") or "apply_candidate",
            "reviewer": self.args.reviewer,
            "notes": self._ask("notes []: ") or None,
            "decided_at": now(),
        }
        self._show("apply", id, options)
        return apply(self._args(id, options)) == 0

    def _args(self, id: str, options: dict[str, Any]) -> Args:
        return Args({**vars(self.args), **options, "id": id, "output_format": "text"})

    def _show(self, verb: str, id: str, options: dict[str, Any]) -> None:
        workspace = {"workspace": self.args.workspace} if self.args.workspace else {}
        self._print(f"$ {command_line(verb, id, {**options, **workspace})}")

    def _ask(self, question: str) -> str:
        sys.stdout.flush()
        return input(question).strip()

    def _print(self, *lines: str) -> None:
        tell_lines(lines)


def command_line(verb: str, id: str, options: dict[str, Any]) -> str:
    """The command that does what the options say, as it is typed in a shell."""
    words = [shell_word(word) for word in _words(options)]
    named = ["--", shell_word(id)] if id.startswith("-") else [shell_word(id)]
    first, last = ([], named) if id.startswith("-") else (named, [])
    return " ".join(["sourceright-lint", "review", verb, *first, *words, *last])


def _words(options: dict[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        for text in value if isinstance(value, (list, tuple)) else [value]:
            if text is None:
                continue
            option = "--" + name.replace("_", "-")
            if text.startswith("-"):
                yield f"{option}={text}"
            else:
                yield option
                yield text
