"""The merge driver and the diff driver: there, ours, able to run, and not overruled."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sourceright_lint.escape import show_path
from sourceright_lint.git.doctor.attribute_files import Attributes, places
from sourceright_lint.git.doctor.facts import INSTALL, Diagnosis, Facts, is_program, on_path
from sourceright_lint.git.install.attributes import DRIVER, FILE
from sourceright_lint.git.install.drivers import plan_drivers
from sourceright_lint.git.install.launcher import merge_command, textconv_command
from sourceright_lint.git.plumbing import path_text
from sourceright_lint.git.process import find
from sourceright_lint.regular_files import read_if_regular

_INTERPRETER = re.compile(r"\[ -x '((?:[^']|'\\'')*)' \]")
_MADE_BY_INSTALL = re.compile(r"f\(\) \{ .*; \}; f(?: %\w)*\Z", re.DOTALL)
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*\Z|py\Z", re.IGNORECASE)
_RUNNERS = frozenset(
    ("uv", "uvx", "pipx", "poetry", "pdm", "hatch", "pixi", "rye", "conda", "mamba", "mise", "env", "nix")
)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_SCRIPT_LIMIT = 65536


class _Kind(NamedTuple):
    """A kind of driver: attribute, key of its command, our subcommand and what Git must hand over to it."""

    name: str
    key: str
    subcommand: str
    placeholders: tuple[str, ...]
    harm: str


_KINDS = (
    _Kind(
        "merge",
        f"merge.{DRIVER}.driver",
        "merge-driver",
        ("%O", "%A", "%B", "%L", "%P"),
        "what the other side changed may be lost without a word",
    ),
    _Kind(
        "diff",
        f"diff.{DRIVER}.textconv",
        "textconv",
        (),
        "git diff shows what that prints, and not what changed",
    ),
)


def check_drivers(facts: Facts, attributes: dict[str, Attributes], has_lines: bool) -> Iterator[Diagnosis]:
    """Both drivers. ``has_lines``: ``.gitattributes`` has our lines, so ``install`` can do nothing about it."""
    for kind in _KINDS:
        yield from _driver(facts, kind, attributes, has_lines)
    yield from _external_diff(facts)


def _driver(
    facts: Facts, kind: _Kind, attributes: dict[str, Attributes], has_lines: bool
) -> Iterator[Diagnosis]:
    name = f"{kind.name} driver"
    meant = [file.path for file in facts.files if (file.merges if kind.name == "merge" else file.summarised)]
    named = [path for path in meant if attributes[path][kind.name] == DRIVER]
    command = facts.configuration.text(kind.key)
    if command:
        yield from _command(facts, kind, command)
    elif named:
        yield Diagnosis("problem", f"{name}: {FILE} names it, and this clone does not have it", INSTALL)
    elif meant:
        yield Diagnosis("note", f"{name}: not set up: Git works by lines, not by records", INSTALL)
    if has_lines or named:
        yield from _overruled(facts, kind.name, [path for path in meant if path not in named], attributes)
    elif command and meant:
        yield Diagnosis("problem", f"{name}: configured, but {FILE} gives it no file", INSTALL)


def _overruled(
    facts: Facts, kind: str, paths: Sequence[str], attributes: dict[str, Attributes]
) -> Iterator[Diagnosis]:
    for path in paths:
        value = attributes[path][kind]
        if value == "unspecified":
            message = f"no line gives it {kind}={DRIVER}, or another one takes that away"
            help = f"{places(facts, path, kind)}; if there is none, give {show_path(path)} one of its own"
        else:
            message = f"another line sets {kind} to {show_path(value)}"
            help = places(facts, path, kind)
        yield Diagnosis("problem", f"{show_path(path)}: {message}", help)


def _command(facts: Facts, kind: _Kind, command: str) -> Iterator[Diagnosis]:
    if _MADE_BY_INSTALL.match(command) and kind.subcommand in command and "sourceright_lint" in command:
        yield from _made_by_install(facts, kind, command)
    else:
        yield from _made_by_hand(facts, kind, command)


def _made_by_install(facts: Facts, kind: _Kind, command: str) -> Iterator[Diagnosis]:
    name = f"{kind.name} driver"
    match = _INTERPRETER.search(command)
    python = match[1].replace("'\\''", "'") if match else ""
    made = merge_command if kind.name == "merge" else textconv_command
    if command != made(python):
        yield Diagnosis("note", f"{name}: made by another version", _mend(facts, kind))
    elif is_program(python):
        yield Diagnosis("ok", f"{name}: runs by {show_path(python)}")
    elif on_path() is None:
        yield Diagnosis(
            "problem",
            f"{name}: {show_path(python)} is gone, and there is no sourceright-lint on PATH",
            _mend(facts, kind),
        )
    else:
        yield Diagnosis(
            "problem", f"{name}: {show_path(python)} is gone; what PATH has runs instead", _mend(facts, kind)
        )


def _made_by_hand(facts: Facts, kind: _Kind, command: str) -> Iterator[Diagnosis]:
    name = f"{kind.name} driver"
    words = _words(command)
    program = words[0] if words else ""
    unsure = any(char in program for char in "$`~")
    ours = _our_arguments(words)
    if not program:
        yield Diagnosis("problem", f"{name}: is set to nothing that can be run", _mend(facts, kind))
    elif ours is None and not (unsure or _speaks_of_us(facts, command, program)):
        yield Diagnosis(
            "problem",
            f"{name}: runs {show_path(_short(command))}, which is not sourceright-lint: {kind.harm}",
            _mend(facts, kind),
        )
    elif not unsure and _program(facts, program) is None:
        where = "there is no such program" if "/" in program else "it is not on PATH"
        yield Diagnosis("problem", f"{name}: runs {show_path(program)}, and {where}", _mend(facts, kind))
    elif ours is None:
        yield Diagnosis(
            "note",
            f"{name}: runs {show_path(program)}; whether that runs sourceright-lint {kind.subcommand} cannot be told",
            _mend(facts, kind),
        )
    elif ours[:1] != [kind.subcommand] or tuple(ours[1 : len(kind.placeholders) + 1]) != kind.placeholders:
        wanted = " ".join(("sourceright-lint", kind.subcommand, *kind.placeholders))
        yield Diagnosis("problem", f"{name}: does not run {wanted}: {kind.harm}", _mend(facts, kind))
    elif program == "sourceright-lint":
        yield Diagnosis("note", f"{name}: runs what PATH has", _mend(facts, kind))
    else:
        yield Diagnosis("ok", f"{name}: runs by {show_path(program)}")


def _words(command: str) -> list[str]:
    """The words of a simple command, from the program on."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    while words and (words[0] in ("exec", "command") or _ASSIGNMENT.match(words[0])):
        words.pop(0)
    return words


def _our_arguments(words: Sequence[str]) -> list[str] | None:
    """What is handed over to the tool, where it is clear that these words run it."""
    named = [_name(word) for word in words]
    if named[:1] == ["sourceright-lint"]:
        return list(words[1:])
    if named and named[0] in _RUNNERS and "sourceright-lint" in named:
        return list(words[named.index("sourceright-lint") + 1 :])
    module = named.index("sourceright_lint") if "sourceright_lint" in named else 0
    if module and named[module - 1] == "-m" and (_PYTHON.match(named[0]) or named[0] in _RUNNERS):
        return list(words[module + 1 :])
    return None


def _name(word: str) -> str:
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")


def _program(facts: Facts, program: str) -> str | None:
    """Where a program is, as the shell finds it that Git starts at the root of the work tree."""
    if "/" not in program:
        return find(program, os.environ.get("PATH", os.defpath))
    place = os.path.join(facts.repository.root, program)
    return place if is_program(place) or is_program(place + ".exe") else None


def _speaks_of_us(facts: Facts, command: str, program: str) -> bool:
    """Whether the command, or the script that it names, has our name in it."""
    text = command.encode("utf-8", "surrogateescape")
    place = _program(facts, program)
    if place is not None and os.path.isfile(place):
        with suppress(OSError):
            text += read_if_regular(place, _SCRIPT_LIMIT, links=True) or b""
    return b"sourceright-lint" in text or b"sourceright_lint" in text


def _short(command: str) -> str:
    return command if len(command) <= 60 else command[:57] + "..."


def _external_diff(facts: Facts) -> Iterator[Diagnosis]:
    key = f"diff.{DRIVER}.command"
    command = facts.configuration.text(key)
    if command:
        yield Diagnosis(
            "problem",
            f"diff driver: {key} is set to {show_path(_short(command))}, which git diff runs in its place",
            _unset(facts, key),
        )


def _mend(facts: Facts, kind: _Kind) -> str:
    """``install``, or where that would change nothing: taking out the value that stands in the way."""
    if plan_drivers(facts.repository, facts.python).changes:
        value = facts.configuration.get(kind.key)
        if value is None or value.scope not in ("worktree", "command"):
            return INSTALL
        return f"{_unset(facts, kind.key)}, then: {INSTALL}"
    return _unset(facts, kind.key)


def _unset(facts: Facts, key: str) -> str:
    fields = path_text(facts.repository.run("config", "-z", "--show-origin", "--get", key)).split("\0")
    origin, _, file = fields[0].partition(":")
    if origin != "file":
        return f"take {key} out of what sets it: {show_path(fields[0])} (GIT_CONFIG_PARAMETERS, GIT_CONFIG_COUNT)"
    return f"git config --file '{show_path(file)}' --unset-all {key}"
