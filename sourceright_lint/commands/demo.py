"""``demo``: a commit with broken reference files is refused, explained, fixed, and then passes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import write_text
from sourceright_lint.errors import LintError, SourceError

CSL = """[
  {"title": "Tides and silt in a small harbour", "id": "tides-2021", "type": "article-journal",
   "DOI": "https://doi.org/10.5555/TIDES.2021", "issued": {"date-parts": [[2021, 4]]}},
  {"id": "eels-2019", "type": "article-journal", "title": "Eels at the weir", "DOI": "10.5555/eels.2019",
   "confidence": 0.91}
]
"""

SIDECAR = """{
  "schema_version": "sourceright.verification.v1",
  "references": {
    "tides-2021": {
      "provider_candidates": [
        {
          "provider": "crossref",
          "confidence": "86%",
          "retrieved_at": "2026-05-09T00:00:00Z",
          "data": {
            "DOI": "10.5555/tides.2021",
            "title": "Tides and silt in a small harbour"
          }
        }
      ],
      "review_status": "queued"
    },
    "eels-2019": {
      "review_status": "Not Required"
    }
  }
}
"""

DECIDED = (
    ("references.verification.json", '"86%"', "0.86", "what the provider said, 86 %, as a number"),
    ("references.csl.json", ',\n    "confidence": 0.91', "", "a confidence belongs into the sidecar"),
)


def run(args: Args) -> int:
    """Play the story in a temporary repository, which is removed afterwards unless it is to be kept."""
    import tempfile

    folder = tempfile.mkdtemp(prefix="sourceright-lint-demo-")
    try:
        _Demo(Path(folder)).play()
    finally:
        if args.keep:
            write_text(f"\nThe repository is in {folder}\n")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


class _Demo:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = _environment(folder)

    def play(self) -> None:
        self._say("A paper's references, with what was done to verify them, go into Git.")
        self._git("init", "--quiet")
        self._install_hook()
        self._write("references.csl.json", CSL)
        self._write("references.verification.json", SIDECAR)
        self._git("add", "--all")

        self._say("The commit is refused, and each fault is explained:")
        if self._commit("Add references") == 0:
            raise LintError("the demo went wrong: the commit with broken files was accepted")

        self._say("What is safe is fixed: layout, the DOI, the spelling of a status, the missing queue.")
        self._lint("check", "--fix", "--exit-zero")

        self._say("What is left is for a person to decide; two edits by hand do it:")
        for name, old, new, why in DECIDED:
            self._decide(name, old, new, why)

        self._say("Now the commit passes:")
        self._lint("check", "--fix", "--exit-zero", "--quiet")
        self._git("add", "--all")
        if self._commit("Add references") != 0:
            raise LintError("the demo went wrong: the repaired commit was refused")
        self._git("log", "--oneline", "--stat")
        self._say("Nothing outside the temporary folder was touched.")

    def _install_hook(self) -> None:
        from shlex import quote

        hook = self.folder / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(exist_ok=True)
        command = " ".join(quote(part) for part in (*_ourselves(), "check", "--staged"))
        hook.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8", newline="\n")
        hook.chmod(0o755)

    def _decide(self, name: str, old: str, new: str, why: str) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise LintError(f"the demo went wrong: {name} is not what was expected after the fix")
        path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
        shown = new or "(removed)"
        write_text(f"    {name}: {' '.join(old.split())} -> {shown}   ({why})\n")

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8", newline="\n")

    def _commit(self, message: str) -> int:
        return self._run("git", "commit", "--quiet", "--message", message)

    def _git(self, *arguments: str) -> None:
        if self._run("git", *arguments):
            raise SourceError(f"git {arguments[0]} failed in the temporary folder")

    def _lint(self, *arguments: str) -> None:
        shown = " ".join(("sourceright-lint", *arguments))
        self._run(*_ourselves(), *arguments, shown=shown)

    def _run(self, *command: str, shown: str = "") -> int:
        import subprocess
        from shlex import join

        write_text(f"$ {shown or join(command)}\n")
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=dict(self.environment), capture_output=True, check=False
            )
        except FileNotFoundError as error:
            raise SourceError(f"{command[0]} is not installed", "the demo needs Git") from error
        output = (done.stdout + done.stderr).decode("utf-8", "replace")
        write_text("".join(f"    {line}".rstrip() + "\n" for line in output.splitlines()))
        return done.returncode

    def _say(self, text: str) -> None:
        write_text(f"\n== {text}\n\n")


def _ourselves() -> tuple[str, ...]:
    return (sys.executable, "-m", "sourceright_lint")


def _environment(folder: Path) -> Mapping[str, str]:
    """Without the caller's Git, and with an author of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIT_", "PRE_COMMIT"))
        and name not in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY")
    }
    who = {"NAME": "demo", "EMAIL": "demo@example.org"}
    author = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    return {
        **kept,
        **author,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
        "GIT_ALLOW_PROTOCOL": "none",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }


COMMAND = Command(
    "demo",
    "Play the whole story in a temporary repository: refused, explained, fixed, accepted.",
    run,
    (Arg("--keep", help="keep the temporary repository and say where it is"),),
    ("sourceright-lint demo",),
)
