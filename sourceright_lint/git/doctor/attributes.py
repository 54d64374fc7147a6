"""``.gitattributes`` and the drivers that it names: each there, and none in another's way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from sourceright_lint.errors import WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.doctor.facts import INSTALL, Diagnosis, Facts, is_program, on_path
from sourceright_lint.git.install import block
from sourceright_lint.git.install.attributes import DRIVER, FILE
from sourceright_lint.git.plumbing import path_bytes, path_text

_ASKED = ("text", "eol", "working-tree-encoding", "filter", "merge", "diff")
_LIST = "look for lines about it in .gitattributes, in deeper ones and in .git/info/attributes"
_INTERPRETER = re.compile(r"\[ -x '((?:[^']|'\\'')*)' \]")

Attributes = dict[str, str]


def check_attributes(facts: Facts) -> Iterator[Diagnosis]:
    """Lines, drivers, line ends and filters."""
    attributes = _attributes_of(facts)
    yield from _lines(facts)
    yield from _drivers(facts, attributes)
    for told in (_encoding, _line_ends, _filters):
        yield from told(facts, attributes)
    yield from _stored_line_ends(facts, attributes)


def _attributes_of(facts: Facts) -> dict[str, Attributes]:
    """What Git says of each file: a value, ``set``, ``unset`` or ``unspecified`` by attribute."""
    paths = b"".join(path_bytes(file.path) + b"\0" for file in facts.files)
    output = facts.repository.run("check-attr", "-z", "--stdin", *_ASKED, input=paths)
    fields = path_text(output).split("\0")[:-1]
    found: dict[str, Attributes] = {}
    for path, name, value in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        found.setdefault(path, {})[name] = value
    return found


def _lines(facts: Facts) -> Iterator[Diagnosis]:
    data = read_regular(os.path.join(facts.repository.root, FILE))
    try:
        wanted = block.with_block(FILE, data, facts.lines)
        ours = block.find(FILE, data or b"")
    except WriteRefused as error:
        yield Diagnosis("problem", str(error), error.help)
        return
    if ours is None:
        yield Diagnosis("note", f"{FILE}: has no lines of sourceright-lint", INSTALL)
    elif wanted != data:
        yield Diagnosis(
            "problem", f"{FILE}: its lines are not those that this version and configuration need", INSTALL
        )
    elif not facts.repository.run("ls-files", "-z", "--", FILE):
        yield Diagnosis(
            "note", f"{FILE}: is not tracked, so other clones do not have its lines", f"git add {FILE}"
        )
    else:
        yield Diagnosis("ok", f"{FILE}: has its lines")


def _drivers(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    for kind, key in (("merge", f"merge.{DRIVER}.driver"), ("diff", f"diff.{DRIVER}.textconv")):
        meant = [file.path for file in facts.files if (file.merges if kind == "merge" else file.summarised)]
        if not meant:
            continue
        named = [path for path in meant if attributes[path][kind] == DRIVER]
        command = facts.configuration.text(key)
        if named and not command:
            yield Diagnosis(
                "problem", f"{kind} driver: {FILE} names it, and this clone does not have it", INSTALL
            )
        elif command and not named:
            yield Diagnosis("problem", f"{kind} driver: configured, but {FILE} gives it no file", INSTALL)
        elif not command:
            yield Diagnosis("note", f"{kind} driver: not set up: Git works by lines, not by records", INSTALL)
        else:
            yield from _driver_command(kind, command)
            yield from _overruled(kind, [path for path in meant if path not in named], attributes)


def _driver_command(kind: str, command: str) -> Iterator[Diagnosis]:
    match = _INTERPRETER.search(command)
    python = match[1].replace("'\\''", "'") if match else ""
    if python and is_program(python):
        yield Diagnosis("ok", f"{kind} driver: runs by {show_path(python)}")
    elif on_path() is None:
        gone = f"{show_path(python)} is gone, and " if python else ""
        yield Diagnosis("problem", f"{kind} driver: {gone}there is no sourceright-lint on PATH", INSTALL)
    else:
        yield Diagnosis("note" if not python else "problem", f"{kind} driver: runs what PATH has", INSTALL)


def _overruled(kind: str, paths: Sequence[str], attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    for path in paths:
        value = attributes[path][kind]
        yield Diagnosis(
            "problem", f"{show_path(path)}: another line sets {kind} to {show_path(value)}", _LIST
        )


def _encoding(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    for path, values in attributes.items():
        encoding = values["working-tree-encoding"]
        if encoding not in ("unspecified", "unset") and encoding.lower() not in ("utf-8", "utf8"):
            yield Diagnosis(
                "problem",
                f"{show_path(path)}: working-tree-encoding is {show_path(encoding)}, and the file must be UTF-8",
                f"{_LIST}; or add {path} -working-tree-encoding",
            )


def _line_ends(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    configuration = facts.configuration
    automatic = configuration.is_true("core.autocrlf")
    wants_crlf = automatic or configuration.text("core.eol").lower() == "crlf"
    for path, values in attributes.items():
        text, eol, name = values["text"], values["eol"], show_path(path)
        if eol == "lf" or text == "unset":
            continue
        if eol == "crlf":
            yield Diagnosis("problem", f"{name}: eol=crlf, and the canonical form ends lines with LF", _LIST)
        elif wants_crlf and (automatic or text in ("set", "auto")):
            setting = "core.autocrlf=true" if automatic else "core.eol=crlf"
            yield Diagnosis(
                "problem", f"{name}: {setting} gives the working file CRLF, and no line says eol=lf", INSTALL
            )
        elif text in ("set", "auto"):
            yield Diagnosis(
                "note",
                f"{name}: text={text.replace('set', 'true')} without eol=lf: on Windows it gets CRLF",
                INSTALL,
            )


def _filters(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    for path, values in attributes.items():
        if values["filter"] == "lfs":
            yield Diagnosis(
                "problem",
                f"{show_path(path)}: is kept in Git LFS: Git holds a pointer, which cannot be checked or merged",
                f"git lfs untrack {path}, then: git add --renormalize {path}",
            )
        elif values["filter"] not in ("unspecified", "unset"):
            yield Diagnosis(
                "note",
                f"{show_path(path)}: has the filter {show_path(values['filter'])}: what is staged may differ",
            )


def _stored_line_ends(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    paths = [path for path, values in attributes.items() if values["eol"] == "lf"]
    if not paths:
        return
    known = set(paths)
    output = path_text(facts.repository.run("ls-files", "-z", "--eol", "--", *paths[:200]))
    for record in output.split("\0")[:-1]:
        info, _, path = record.partition("\t")
        if path in known and info.split()[0] in ("i/crlf", "i/mixed"):
            yield Diagnosis(
                "problem",
                f"{show_path(path)}: is stored with CRLF, though {FILE} says eol=lf: Git will call it changed",
                f"git add --renormalize {path}",
            )
