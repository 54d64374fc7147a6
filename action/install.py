"""Install the tool from the action's own checkout into an environment of its own, and say where its Python is."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path


def main() -> int:
    """Make the environment in the runner's temporary folder."""
    folder = Path(os.environ["RUNNER_TEMP"]) / "sourceright-lint"
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    checkout = Path(__file__).resolve().parents[1]
    pip = [str(python), "-I", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    install = [*pip, "install", str(checkout)]
    status = subprocess.run(install, check=False).returncode
    if status == 0:
        with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as output:
            output.write(f"python={python}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
