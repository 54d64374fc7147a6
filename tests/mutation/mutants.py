"""The mutants of a module, as mutmut writes them beside the original functions."""

from __future__ import annotations

import difflib
import io
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import tomli

PACKAGE = "sourceright_lint"
WORK = Path("mutants").absolute()
"""Where mutmut puts the mutated package, and the tests beside it."""


class Mutant(NamedTuple):
    """A function that differs from the original in one place: its lines there as they were and as they are.

    ``key`` is mutmut's name for it, ``digest`` tells whether the function is still what it was when it was judged.
    """

    key: str
    module: str
    function: str
    digest: str
    was: str
    becomes: str

    @property
    def target(self) -> str:
        """The function among those that tests reach."""
        return self.key.rpartition("__mutmut_")[0]


def settings() -> dict[str, list[str]]:
    """``modules`` and ``tests`` as ``pyproject.toml`` names them."""
    table = tomli.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    found = sorted({str(path) for pattern in table["only_mutate"] for path in Path().glob(pattern)})
    modules = [path[len(PACKAGE) + 1 : -3] for path in found if not path.endswith("__init__.py")]
    return {"modules": modules, "tests": table["pytest_add_cli_args_test_selection"]}


def generate(modules: Iterable[str]) -> None:
    """Write the mutants of these modules, and anew those of others that changed; everything else is copied as it is."""
    from mutmut.__main__ import create_file_mutants
    from mutmut.configuration import config
    from mutmut.mutation.trampoline import set_mutant_under_test

    set_mutant_under_test("mutant_generation")
    paths = [Path(PACKAGE, f"{module}.py") for module in settings()["modules"]]
    config().only_mutate = list(map(str, paths))
    asked = {Path(PACKAGE, f"{module}.py") for module in modules}
    mutated = {path for path in paths if path in asked or Path(f"{WORK / path}.meta").exists()}
    for name in (PACKAGE, "tests", "docs"):
        _copy(name, but_not=mutated)
    for name in ("README.md", "CHANGELOG.md", "pyproject.toml", "mkdocs.yml", "action.yml"):
        shutil.copy2(name, WORK / name)
    for path in sorted(mutated):
        with redirect_stdout(io.StringIO()):
            done = create_file_mutants(path)
        if done.error:
            raise done.error


def _copy(name: str, but_not: set[Path]) -> None:
    kept = set()
    for path in Path(name).rglob("*"):
        if path.is_dir() or "__pycache__" in path.parts or path in but_not:
            continue
        copy = WORK / path
        kept.add(copy)
        if not copy.exists() or copy.stat().st_mtime_ns != path.stat().st_mtime_ns:
            copy.parent.mkdir(parents=True, exist_ok=True)
            new = copy.with_name(f"{copy.name}.{os.getpid()}")
            shutil.copy2(path, new)
            new.replace(copy)
    for old in WORK.joinpath(name).rglob("*.py"):
        if old not in kept and old.relative_to(WORK) not in but_not:
            old.unlink(missing_ok=True)


def mutants(modules: Iterable[str]) -> Iterator[Mutant]:
    """All mutants of the modules that have been generated, in the order of the source."""
    for module in modules:
        path = WORK / PACKAGE / f"{module}.py"
        meta = Path(f"{path}.meta")
        if not meta.exists():
            continue
        known = json.loads(meta.read_text("utf-8"))
        spans = json.loads(Path(f"{path}.spans").read_text("utf-8"))["spans"]
        lines = path.read_text("utf-8").splitlines()
        for key in known["exit_code_by_key"]:
            name = key.rpartition(".")[2]
            mangled = name.rpartition("__mutmut_")[0]
            was, becomes = _change(lines, spans[f"{mangled}__mutmut_orig"], spans[name])
            digest = known["hash_by_function_name"].get(mangled, "")
            yield Mutant(key, module, _readable(mangled), digest, was, becomes)


def _change(lines: list[str], old: list[int], new: list[int]) -> tuple[str, str]:
    removed: list[str] = []
    added: list[str] = []
    before, after = lines[old[0] - 1 : old[1]], lines[new[0] - 1 : new[1]]
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")) and not ("__mutmut_" in line and "def " in line):
            (removed if line[0] == "-" else added).append(line[1:].strip())
    return "\n".join(removed), "\n".join(added)


def _readable(mangled: str) -> str:
    """``x_read`` is ``read``, ``xǁDocumentǁspan`` is ``Document.span``."""
    if mangled.startswith("xǁ"):
        return mangled[2:].replace("ǁ", ".")
    return mangled.removeprefix("x_")
