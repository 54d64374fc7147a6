"""Gather where each workspace stands, and show it."""

from __future__ import annotations

import os
import sys

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import write_text
from sourceright_lint.commands.review_look import as_of
from sourceright_lint.commands.workspaces import Place, find_places
from sourceright_lint.contracts.sourceright.standing import standing
from sourceright_lint.errors import UsageError
from sourceright_lint.reporting.standing import render
from sourceright_lint.standing import Picture, Standing, together
from sourceright_lint.timeline import timeline

_TITLE = "Verification of references"


def report(args: Args) -> int:
    """Write the report; where a job asks for a summary, it gets the Markdown too."""
    places = find_places(args, args.paths)
    standings = tuple(_standing(place, args) for place in places)
    dates = {date.date().isoformat() for place in places if (date := as_of(place.session)) is not None}
    picture = Picture(
        args.title or _TITLE,
        dates.pop() if len(dates) == 1 else "",
        standings,
        together("All together", standings) if len(standings) > 1 else None,
    )
    write_text(render(args.output_format, picture), args.output_file)
    _summarise_job(picture)
    return 0


def _standing(place: Place, args: Args) -> Standing:
    name = place.bundle.root or os.path.basename(place.session.root)
    found = standing(place.look(), name, as_of(place.session))
    if not args.history:
        return found
    repository = place.session.repository
    if repository is None:
        raise UsageError("--history needs a Git repository", f"{place.label} is in none")
    return found._replace(history=timeline(repository, place.bundle, place.session.settings_for))


def _summarise_job(picture: Picture) -> None:
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with open(path, "ab") as file:
            file.write(render("markdown", picture).encode("utf-8", "backslashreplace"))
    except OSError as error:
        sys.stderr.write(
            f"sourceright-lint: warning: the job summary could not be written: {error.strerror}\n"
        )
