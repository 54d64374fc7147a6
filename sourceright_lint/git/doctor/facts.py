"""What the checks look at."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from sourceright_lint.git.configuration import Configuration
from sourceright_lint.git.install.hooks_folder import HooksFolder
from sourceright_lint.git.plumbing import Repository
from sourceright_lint.git.process import find

Level = Literal["ok", "note", "problem"]


class Diagnosis(NamedTuple):
    """One thing that was looked at. ``help`` is the command, or the line, that mends it."""

    level: Level
    message: str
    help: str = ""


class OurFile(NamedTuple):
    """A tracked file of ours, and whether the merge driver and the diff driver are meant for it."""

    path: str
    merges: bool
    summarised: bool


class Facts(NamedTuple):
    """A repository's set-up. ``files`` are tracked, or usual names where nothing is tracked yet.

    ``lines`` are what ``install`` would put into ``.gitattributes``, ``python`` the interpreter that runs now.
    """

    repository: Repository
    configuration: Configuration
    folder: HooksFolder
    files: tuple[OurFile, ...]
    lines: tuple[bytes, ...]
    python: str


INSTALL = "sourceright-lint install"


def on_path() -> str | None:
    """The ``sourceright-lint`` that a shell would find, by its absolute path."""
    return find("sourceright-lint", os.environ.get("PATH", os.defpath))


def is_program(path: str) -> bool:
    """Whether a file is there that can be run."""
    return os.path.isfile(path) and os.access(path, os.X_OK)
