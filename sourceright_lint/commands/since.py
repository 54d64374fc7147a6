"""What is new since a branch point: findings that were there before are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourceright_lint.commands.ranges import require_repository
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import check_bundle
from sourceright_lint.git import revisions
from sourceright_lint.source.revision import Revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sourceright_lint.commands import Args
    from sourceright_lint.commands.glance import Seen
    from sourceright_lint.commands.session import Session
    from sourceright_lint.finding import Finding


def only_new(session: Session, seen: Sequence[Seen], findings: list[Finding], args: Args) -> list[Finding]:
    """Without the findings that were there at the branch point already."""
    repository = require_repository(session)
    base = Revision(repository, revisions.merge_base(repository, args.since, "HEAD"))
    known: set[str] = set()
    for each in seen:
        before = each.bundle.contract.bundle(each.bundle.root, base, each.settings)
        if before is not None:
            checked = check_bundle(before, read_contents(before, base), each.settings)
            known.update(finding.fingerprint for finding in checked.findings)
    return [finding for finding in findings if finding.fingerprint not in known]
