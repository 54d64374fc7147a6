"""Which version this is, for people and for reports of faults."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from sourceright_lint import __version__


def version_text() -> str:
    """Version of the tool and of what its results depend on."""
    parts = [f"sourceright-lint {__version__}", f"Python {platform.python_version()}"]
    for package in ("orjson", "jiter"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"{package} missing")
    return f"{parts[0]} ({', '.join(parts[1:])})"
