"""Which formatters a repository uses, and which of our files they would rewrite."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sourceright_lint.formatters import biome, hook_lists, ignore_file

Read = Callable[[str], bytes | None]

PRETTIER_IGNORE = ".prettierignore"
BIOME = ("biome.json", "biome.jsonc")


class Formatter(NamedTuple):
    """A formatter, the file that sets it on, and those of our files that it would rewrite.

    ``ignore_file`` is where ``lines`` keep it off; ``appends`` says that they may just be put at its end.
    """

    name: str
    sign: str
    covered: tuple[str, ...]
    ignore_file: str
    lines: tuple[str, ...]
    appends: bool = False


class _Kind(NamedTuple):
    """How a formatter shows: its own files, its hooks' ids, the word for it in scripts; what it formats."""

    name: str
    files: re.Pattern[str]
    hooks: tuple[str, ...]
    endings: tuple[str, ...]


_KINDS = (
    _Kind(
        "prettier", re.compile(r"\.prettierrc(\..+)?|prettier\.config\..+"), ("prettier",), (".json", ".md")
    ),
    _Kind("oxfmt", re.compile(r"\.oxfmtrc\.jsonc?|oxfmt\.config\..+"), ("oxfmt",), (".json", ".md")),
    _Kind("biome", re.compile(r"\.?biome\.jsonc?"), ("biome-check", "biome-format", "biome-ci"), (".json",)),
)
_SCRIPTS = re.compile(r"package\.json|\.lintstagedrc(\..+)?|lint-staged\.config\..+")


def find_formatters(
    names: Sequence[str], read: Read, paths: Sequence[str], patterns: Sequence[str]
) -> list[Formatter]:
    """The formatters that would rewrite one of ``paths``.

    ``names`` are the files at the top of the repository, ``read`` gives their bytes. ``patterns`` say in the
    syntax of ignore files which files are ours.
    """
    hooks = hook_lists.hooks_of(names, read)
    found = [_named(kind, names, read, hooks, paths, patterns) for kind in _KINDS]
    found.append(_pretty_format_json(hooks, paths))
    return [formatter for formatter in found if formatter is not None and formatter.covered]


def _named(
    kind: _Kind,
    names: Sequence[str],
    read: Read,
    hooks: Sequence[hook_lists.Hook],
    paths: Sequence[str],
    patterns: Sequence[str],
) -> Formatter | None:
    ours = [path for path in paths if path.endswith(kind.endings)]
    signs = [name for name in names if kind.files.fullmatch(name)]
    signs += [name for name in names if _SCRIPTS.fullmatch(name) and _mentions(read(name), kind.name)]
    called = [hook for hook in hooks if hook.id in kind.hooks]
    if not signs:
        ours = [path for path in ours if any(hook.takes(path) for hook in called)]
        signs = [hook.file for hook in called]
    if not signs:
        return None
    if kind.name == "biome":
        file = next((name for name in BIOME if name in names), BIOME[0])
        text = read(file) or b""
        covered = biome.formatted(text, ours)
        return Formatter(kind.name, signs[0], tuple(covered), file, biome.lines(text, patterns))
    covered = ignore_file.not_ignored(read(PRETTIER_IGNORE) or b"", ours)
    return Formatter(kind.name, signs[0], tuple(covered), PRETTIER_IGNORE, tuple(patterns), appends=True)


def _pretty_format_json(hooks: Sequence[hook_lists.Hook], paths: Sequence[str]) -> Formatter | None:
    for hook in hooks:
        if hook.id == "pretty-format-json":
            covered = tuple(path for path in paths if path.endswith(".json") and hook.takes(path))
            names = sorted({path.rpartition("/")[2] for path in covered})
            line = f"exclude: '(^|/)({'|'.join(map(re.escape, names))})$'"
            return Formatter(hook.id, hook.file, covered, f"the hook {hook.id} in {hook.file}", (line,))
    return None


def _mentions(text: bytes | None, name: str) -> bool:
    return text is not None and re.search(rb"\b" + name.encode() + rb"\b", text) is not None
