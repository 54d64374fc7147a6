"""``.gitattributes`` and the drivers that it names: each there, and none in another's way."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sourceright_lint.errors import WriteRefused
from sourceright_lint.escape import show_path
from sourceright_lint.fixing.write import read_regular
from sourceright_lint.git.doctor.attribute_files import Attributes, attributes_of, places
from sourceright_lint.git.doctor.drivers import check_drivers
from sourceright_lint.git.doctor.facts import INSTALL, Diagnosis, Facts, Level
from sourceright_lint.git.install import block
from sourceright_lint.git.install.attributes import FILE
from sourceright_lint.git.plumbing import path_text


def check_attributes(facts: Facts) -> Iterator[Diagnosis]:
    """Lines, drivers, line ends and filters."""
    attributes = attributes_of(facts)
    has_lines, told = _lines(facts)
    yield told
    yield from check_drivers(facts, attributes, has_lines)
    yield from _encoding(facts, attributes)
    yield from _line_ends(facts, attributes, has_lines)
    yield from _filters(facts, attributes)
    yield from _stored_line_ends(facts, attributes)


def _lines(facts: Facts) -> tuple[bool, Diagnosis]:
    """Whether ``.gitattributes`` has the lines that it is to have, and what there is to say of it."""
    data = read_regular(os.path.join(facts.repository.root, FILE))
    try:
        wanted = block.with_block(FILE, data, facts.lines)
        ours = block.find(FILE, data or b"")
    except WriteRefused as error:
        return False, Diagnosis("problem", str(error), error.help)
    if ours is None:
        return False, Diagnosis("note", f"{FILE}: has no lines of sourceright-lint", INSTALL)
    if wanted != data:
        message = f"{FILE}: its lines are not those that this version and configuration need"
        return False, Diagnosis("problem", message, INSTALL)
    if not facts.repository.run("ls-files", "-z", "--", FILE):
        message = f"{FILE}: is not tracked, so other clones do not have its lines"
        return True, Diagnosis("note", message, f"git add {FILE}")
    return True, Diagnosis("ok", f"{FILE}: has its lines")


def _encoding(facts: Facts, attributes: dict[str, Attributes]) -> Iterator[Diagnosis]:
    for path, values in attributes.items():
        encoding = values["working-tree-encoding"]
        if encoding not in ("unspecified", "unset") and encoding.lower() not in ("utf-8", "utf8"):
            yield Diagnosis(
                "problem",
                f"{show_path(path)}: working-tree-encoding is {show_path(encoding)}, and the file must be UTF-8",
                f"{places(facts, path, 'working-tree-encoding')}; or add {show_path(path)} -working-tree-encoding",
            )


def _line_ends(facts: Facts, attributes: dict[str, Attributes], has_lines: bool) -> Iterator[Diagnosis]:
    for path, values in attributes.items():
        told = _line_end(facts, values, has_lines)
        if told is not None:
            level, message, attribute = told
            help = places(facts, path, attribute) if has_lines or attribute == "eol" else INSTALL
            yield Diagnosis(level, f"{show_path(path)}: {message}", help)


def _line_end(facts: Facts, values: Attributes, has_lines: bool) -> tuple[Level, str, str] | None:
    """What is wrong with one file's line ends, and the attribute that it comes from."""
    text, eol = values["text"], values["eol"]
    automatic = facts.configuration.is_true("core.autocrlf")
    wants_crlf = automatic or facts.configuration.text("core.eol").lower() == "crlf"
    if text == "unset":
        is_overruled = (has_lines or eol == "lf") and values["filter"] != "lfs"
        message = (
            "another line says -text, so eol=lf has no effect: Git keeps whatever line ends an editor writes"
        )
        return ("problem", message, "text (or binary)") if is_overruled else None
    if eol == "crlf":
        return "problem", "eol=crlf, and the canonical form ends lines with LF", "eol"
    if eol == "lf":
        return None
    if wants_crlf and (automatic or text in ("set", "auto")):
        setting = "core.autocrlf=true" if automatic else "core.eol=crlf"
        return "problem", f"{setting} gives the working file CRLF, and no line says eol=lf", "text and eol"
    if text in ("set", "auto"):
        said = text.replace("set", "true")
        return "note", f"text={said} without eol=lf: on Windows it gets CRLF", "text and eol"
    return None


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
    paths = [
        path for path, values in attributes.items() if values["eol"] == "lf" and values["text"] != "unset"
    ]
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
