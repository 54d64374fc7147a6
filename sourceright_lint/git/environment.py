"""What a Git command that we start gets to see of the environment."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SYSTEM = (
    *("PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR", "LD_LIBRARY_PATH", "SUDO_UID"),
    *("USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA"),
    *("SYSTEMROOT", "SystemRoot", "WINDIR", "TEMP", "TMP"),
)
_CONFIGURATION = (
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"),
    *("GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"),
    *("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_QUARANTINE_PATH"),
    *("GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE"),
)
_FOLDERS = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR")

_FIXED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A blob that a partial clone lacks would be fetched by whatever program its configuration names.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}


def for_git(environ: Mapping[str, str]) -> dict[str, str]:
    """The part of ``environ`` that Git needs to find programs, its configuration and its objects.

    Which repository it is stays out: ``GIT_DIR``, ``GIT_WORK_TREE``, ``GIT_INDEX_FILE`` and ``GIT_PREFIX``
    are relative to a folder that need not be the one where the command runs.
    """
    passed = {name: environ[name] for name in (*_SYSTEM, *_CONFIGURATION) if name in environ}
    for name in environ:
        if name.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")):
            passed[name] = environ[name]
    for name in _FOLDERS:
        if environ.get(name):
            folders = environ[name].split(os.pathsep)
            passed[name] = os.pathsep.join(os.path.abspath(folder) for folder in folders)
    return {**passed, **_FIXED}


def with_settings(environment: Mapping[str, str], settings: Mapping[str, str]) -> dict[str, str]:
    """Variables that add Git settings to those in ``environment``; as on a command line, but for any name."""
    start = int(environment.get("GIT_CONFIG_COUNT") or 0)
    added = {"GIT_CONFIG_COUNT": str(start + len(settings))}
    for number, (name, value) in enumerate(settings.items(), start):
        added[f"GIT_CONFIG_KEY_{number}"] = name
        added[f"GIT_CONFIG_VALUE_{number}"] = value
    return added
