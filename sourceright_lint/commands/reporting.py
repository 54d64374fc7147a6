"""Gather where each workspace stands, and show it."""

from __future__ import annotations

import os

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import write_wanted
from sourceright_lint.commands.review_look import as_of
from sourceright_lint.commands.telling import warn
from sourceright_lint.commands.workspaces import Place, find_places
from sourceright_lint.contracts.sourceright.reviewing.usable import gaps
from sourceright_lint.contracts.sourceright.standing import standing
from sourceright_lint.errors import UsageError
from sourceright_lint.git.revisions import head
from sourceright_lint.reporting.standing import render
from sourceright_lint.reporting.text import count
from sourceright_lint.standing import Picture, Standing, together
from sourceright_lint.timeline import timeline

_TITLE = "Verification of references"


def report(args: Args) -> int:
    """Write the report; where a job asks for a summary, it gets the Markdown too."""
    places = find_places(args, args.paths)
    looked = [_standing(place, args) for place in places]
    standings = tuple(found for found, _ in looked)
    dates = {date.date().isoformat() for place in places if (date := as_of(place.session)) is not None}
    picture = Picture(
        args.title or _TITLE,
        dates.pop() if len(dates) == 1 else "",
        standings,
        together("All together", standings) if len(standings) > 1 else None,
    )
    write_wanted(render(args.output_format, picture), args.output_file)
    _summarise_job(picture)
    for gap in (gap for found in standings for gap in found.gaps):
        warn(f"the figures are not complete: {gap}")
    return 2 if any(lacks_file for _, lacks_file in looked) else 0


def _standing(place: Place, args: Args) -> tuple[Standing, bool]:
    """Where a workspace stands, and whether one of its files cannot be read."""
    name, workspace = place.bundle.root or os.path.basename(place.session.root), place.look()
    found = standing(workspace, name, as_of(place.session))
    if args.history:
        found = _with_history(place, found)
    return found, any(gap.is_file for gap in gaps(workspace))


def _with_history(place: Place, found: Standing) -> Standing:
    repository = place.session.repository
    if repository is None:
        raise UsageError("--history needs a Git repository", f"{place.label} is in none")
    if head(repository) is None:
        warn(f"{place.label}: there is no commit yet, so no history to show")
        return found
    points, unread = timeline(repository, place.bundle, place.session.settings_for)
    gap = f"{place.label}: {count(unread, 'commit')} left out of the history, with files that cannot be read"
    return found._replace(history=points, gaps=(*found.gaps, gap) if unread else found.gaps)


def _summarise_job(picture: Picture) -> None:
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with open(path, "ab") as file:
            file.write(render("markdown", picture).encode("utf-8", "backslashreplace"))
    except OSError as error:
        warn(f"the job summary could not be written: {error.strerror}")
