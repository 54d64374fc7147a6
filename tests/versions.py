"""The whole suite on every CPython that the package admits and this machine has, each in an environment of its own.

``python -m tests.versions [PYTEST ARGUMENT...]`` runs it on each in turn; with ``--lowest`` on the oldest of them
only, and there with the oldest version of every run-time dependency and extra that the package admits, as they are
locked in ``requirements/lowest.txt``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sourceright_lint.config.toml import loads

ROOT = Path(__file__).resolve().parents[1]
LOWEST = ROOT / "requirements" / "lowest.txt"
PROJECT: dict[str, Any] = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def admitted() -> list[str]:
    """The versions of Python that the package says it works with, such as ``3.10``, the oldest first."""
    found = [
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in PROJECT["classifiers"]
    ]
    return [match[1] for match in found if match]


def interpreters(version: str) -> list[Path]:
    """Where an interpreter of this version may be: pyenv's, then those on PATH."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)
    on_path = [shutil.which(name) for name in (f"python{version}", "python3", "python")]
    return [*found, *(Path(name) for name in on_path if name)]


def find(version: str) -> Path | None:
    """An interpreter that is CPython of this version and can make environments."""
    asked = "import ensurepip, platform, sys, venv; print(platform.python_implementation(), *sys.version_info[:2])"
    for python in interpreters(version):
        done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
        if done.stdout.split() == ["CPython", *version.split(".")]:
            return python
    return None


def requirements() -> list[str]:
    """Every run-time requirement, those of the extras included."""
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    return [*PROJECT["dependencies"], *extras]


def lowest(requirement: str) -> str:
    """``name==version`` of the oldest version that a requirement admits, with its marker."""
    match = re.fullmatch(r"([\w.-]+)>=([\d.]+),<[\d.]+(;.*)?", requirement)
    if match is None:
        raise ValueError(f"{requirement}: expected NAME>=VERSION,<VERSION")
    return f"{match[1]}=={match[2]}{match[3] or ''}"


def environment(folder: Path, python: Path, oldest: Path | None = None) -> Path:
    """The interpreter of an environment with the package and the locked tools; made anew where those changed.

    ``oldest`` is the lock of what takes the place of newer versions.
    """
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    locks = [ROOT / "requirements" / "dev.txt", *([oldest] if oldest else [])]
    made_of = "\n".join([str(python), *requirements(), *(lock.read_text(encoding="utf-8") for lock in locks)])
    ready = folder / ".ready"
    if ready.is_file() and ready.read_text(encoding="utf-8") == made_of:
        return inside
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    pip = [inside, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "--requirement", locks[0]], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--no-deps", "--editable", ROOT], check=True)
    if oldest:
        # Tools of the suite may ask for newer ones: what is tried here is what the package says.
        subprocess.run([*pip, "--no-deps", "--require-hashes", "--requirement", oldest], check=True)
    ready.write_text(made_of, encoding="utf-8")
    return inside


def run(python: Path, arguments: Sequence[str]) -> int:
    """The suite with this interpreter; returns pytest's exit status."""
    words = [
        python,
        "-m",
        "pytest",
        "-n",
        "auto",
        "--dist",
        "worksteal",
        "-p",
        "no:cacheprovider",
        *arguments,
    ]
    return subprocess.run(words, cwd=ROOT, env=_clean(os.environ), check=False).returncode


def _clean(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environ.items() if not name.startswith(("PYENV_", "VIRTUAL_ENV"))}


def main(arguments: Sequence[str]) -> int:
    """Run, and say on which versions and how it went; 1 if it failed on one, or there is none."""
    wants_lowest = arguments[:1] == ["--lowest"]
    found = {version: find(version) for version in admitted()}
    results = dict.fromkeys(found, "not found on this machine")
    chosen = {version: python for version, python in found.items() if python is not None}
    if wants_lowest:
        chosen = dict(list(chosen.items())[:1])
        results = {version: results[version] for version in chosen}
    failed = not chosen
    for version, python in chosen.items():
        name = "lowest" if wants_lowest else version
        oldest = [lowest(line) for line in requirements()] if wants_lowest else []
        print(f"== CPython {version} ({python})" + "".join(f"\n   {line}" for line in oldest), flush=True)
        inside = environment(ROOT / f".venv-{name}", python, LOWEST if wants_lowest else None)
        status = run(inside, arguments[1:] if wants_lowest else arguments)
        results[version] = "passed" if status == 0 else f"failed (pytest says {status})"
        failed = failed or status != 0
    for version, result in results.items():
        print(f"CPython {version}: {result}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
