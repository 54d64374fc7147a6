"""Where Git calls the tool for one file: the repository, and what its configuration says of the file's path."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from sourceright_lint.commands import Args
from sourceright_lint.config import Settings
from sourceright_lint.contract import Contract
from sourceright_lint.errors import LintError, SourceError
from sourceright_lint.escape import one_line
from sourceright_lint.git.discover import discover
from sourceright_lint.git.plumbing import Repository


def repository_here() -> Repository | None:
    """The repository of this folder; None where there is none, or none that can be used."""
    try:
        return discover(os.getcwd())
    except SourceError:
        return None


def settings_here(
    path: str, repository: Repository | None, instead: str
) -> tuple[Sequence[Contract], Settings]:
    """The contracts, and the settings that govern a path. A configuration that cannot be used counts as none.

    Then it is told what is done ``instead``.
    """
    from sourceright_lint.catalogue import load_contracts
    from sourceright_lint.commands.session import Session
    from sourceright_lint.config.settings import default_settings

    try:
        session = Session(repository.root if repository else os.getcwd(), repository, Args({}))
        return session.contracts, session.settings_for(path)
    except LintError as error:
        sys.stderr.write(f"sourceright-lint: {one_line(str(error))}; {instead}\n")
        contracts = load_contracts()
        return contracts, default_settings(contracts)
