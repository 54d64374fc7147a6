"""``doctor``: what is missing or contradictory in the repository's set-up, with the command that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.commands import Arg, Args, Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.git.doctor.facts import Diagnosis

_PLURAL = {"problem": "problems", "note": "notes"}


def run(args: Args) -> int:
    """Look at everything; the exit status is 1 where there is a problem."""
    from sourceright_lint.commands.output import write_text

    found = _diagnose()
    shown = [each for each in found if each.level != "ok" or not args.quiet]
    write_text("".join(_shown(each) for each in shown) + _summary(found))
    return 1 if any(each.level == "problem" for each in found) else 0


def _diagnose() -> list[Diagnosis]:
    from sourceright_lint.commands.setup import open_setup
    from sourceright_lint.formatters import advice
    from sourceright_lint.git.configuration import read
    from sourceright_lint.git.doctor.attributes import check_attributes
    from sourceright_lint.git.doctor.facts import Diagnosis, Facts
    from sourceright_lint.git.doctor.hooks import check_hooks
    from sourceright_lint.git.doctor.state import check_state
    from sourceright_lint.git.install.attributes import lines
    from sourceright_lint.git.install.hooks_folder import hooks_folder
    from sourceright_lint.git.install.launcher import interpreter
    from sourceright_lint.version import version_text

    setup = open_setup()
    repository = setup.repository
    configuration = read(repository)
    facts = Facts(
        repository,
        configuration,
        hooks_folder(repository, configuration),
        setup.files,
        tuple(lines(setup.patterns)),
        interpreter(),
    )
    return [
        Diagnosis("ok", version_text()),
        *check_state(facts),
        *check_hooks(facts),
        *check_attributes(facts),
        *(Diagnosis("problem", advice.message(f), advice.help(f)) for f in setup.formatters()),
    ]


def _shown(diagnosis: Diagnosis) -> str:
    text = f"{diagnosis.level:<8} {diagnosis.message}\n"
    return text + "".join(
        f"{'mend:' if not at else '':>14} {line}\n" for at, line in enumerate(diagnosis.help.splitlines())
    )


def _summary(found: Sequence[Diagnosis]) -> str:
    counts = [(sum(each.level == level for each in found), level) for level in ("problem", "note")]
    told = [f"{count} {level if count == 1 else _PLURAL[level]}" for count, level in counts if count]
    return (" and ".join(told) if told else "everything is in order") + "\n"


COMMAND = Command(
    "doctor",
    "Say what is missing or contradictory in this repository's set-up, and what mends it.",
    run,
    (Arg("-q", "--quiet", help="leave out what is in order"),),
    ("sourceright-lint doctor",),
)
