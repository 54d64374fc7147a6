"""What Git says of our files, and which files it may have that from."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sourceright_lint.escape import show_path
from sourceright_lint.git.doctor.facts import Facts
from sourceright_lint.git.install.attributes import FILE
from sourceright_lint.git.install.hooks_folder import shared_git_dir
from sourceright_lint.git.plumbing import path_bytes, path_text

_ASKED = ("text", "eol", "working-tree-encoding", "filter", "merge", "diff")

Attributes = dict[str, str]


def attributes_of(facts: Facts) -> dict[str, Attributes]:
    """What Git says of each file: a value, ``set``, ``unset`` or ``unspecified`` by attribute."""
    paths = b"".join(path_bytes(file.path) + b"\0" for file in facts.files)
    output = facts.repository.run("check-attr", "-z", "--stdin", *_ASKED, input=paths)
    fields = path_text(output).split("\0")[:-1]
    found: dict[str, Attributes] = {}
    for path, name, value in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        found.setdefault(path, {})[name] = value
    return found


def places(facts: Facts, path: str, attribute: str) -> str:
    """Where to look for the line that counts: the files that Git asks about ``path``, the strongest first."""
    there = [show_path(name) for name, place in _candidates(facts, path) if os.path.isfile(place)]
    return f"look for the line about {attribute} in {' or '.join(there or [FILE])}"


def _candidates(facts: Facts, path: str) -> Iterator[tuple[str, str]]:
    yield ".git/info/attributes", os.path.join(shared_git_dir(facts.repository), "info", "attributes")
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        name = f"{folder}/{FILE}" if folder else FILE
        yield name, os.path.join(facts.repository.root, *name.split("/"))
