"""Find the configuration that governs a path: the nearest file in its folder or above, up to the root.

Files are not merged, unless one names another with ``extend``. What a Source reads can be governed by
the configuration of that same Source: the tree is given a function that reads.
"""

from __future__ import annotations

from sourceright_lint.config.settings import Layer, Settings, defaults_of
from sourceright_lint.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from sourceright_lint.contract import Contract

    Reader = Callable[[str], bytes | None]

OWN_FILE = ".sourceright-lint.toml"
SHARED_FILE = "pyproject.toml"


class SettingsTree:
    """Settings by path, each configuration file read once.

    ``read`` gives a file's bytes by its path from the root, or None. ``explicit`` is a file of the file
    system that governs everything; ``isolated`` leaves all files unread. ``overrides`` are values by key
    from the command line, where paths start at ``here``, the folder it runs in. ``codes`` gives the known
    rule codes, and is called only if one must be judged.
    """

    def __init__(
        self,
        read: Reader,
        contracts: Sequence[Contract],
        *,
        explicit: str | None = None,
        isolated: bool = False,
        overrides: Mapping[str, Any] | None = None,
        here: str = "",
        codes: Callable[[], Iterable[str]] | None = None,
        as_of: datetime | None = None,
    ) -> None:
        self._as_of = as_of
        self._read = read
        self._contracts = tuple(contracts)
        self._codes = codes
        self._folders: dict[str, Settings] = {}
        self._above = self._command_line(overrides, here)
        self._bottom: Settings | None = None
        if explicit is not None:
            self._bottom = self._explicit(explicit, here)
        elif isolated:
            self._bottom = self._settings(())

    def settings_for(self, path: str) -> Settings:
        """The settings for the file at ``path``. Raises ConfigError if they cannot be used."""
        return self.settings_in(path.rpartition("/")[0])

    def settings_in(self, folder: str) -> Settings:
        """The settings for the files directly in ``folder`` (``""`` is the root)."""
        if self._bottom is not None:
            return self._bottom
        passed = []
        while folder not in self._folders:
            passed.append(folder)
            found = self._look_in(folder)
            if found is None and folder == "":
                found = self._settings(())
            if found is not None:
                self._folders[folder] = found
                break
            folder = folder.rpartition("/")[0]
        settings = self._folders[folder]
        self._folders.update(dict.fromkeys(passed, settings))
        return settings

    def _look_in(self, folder: str) -> Settings | None:
        prefix = folder + "/" if folder else ""
        own, shared = self._read(prefix + OWN_FILE), self._read(prefix + SHARED_FILE)
        if own is None and (shared is None or not _may_configure(shared)):
            return None
        from sourceright_lint.config.load import ConfigFile, chain
        from sourceright_lint.escape import show_path

        files = [
            ConfigFile(path, path, folder, data)
            for path, data in ((prefix + OWN_FILE, own), (prefix + SHARED_FILE, shared))
            if data is not None and (data is own or _may_configure(data))
        ]
        files = [file for file in files if file.table is not None]
        if not files:
            return None
        layers = chain(files[0], self._read, self._contracts, self._codes)
        used = [layer.origin.label for layer in layers]
        notes = [
            f"{show_path(file.path)} also has a [tool.sourceright-lint] table; {show_path(used[-1])} is used"
            for file in files
            if file.path not in used
        ]
        return self._settings(layers, notes)

    def _explicit(self, path: str, here: str) -> Settings:
        import os

        from sourceright_lint.config.load import GivenFile, chain
        from sourceright_lint.escape import show_path

        data = read_file(path)
        if data is None:
            raise ConfigError(f"{show_path(path)}: no such configuration file")
        file = GivenFile(os.path.abspath(path).replace(os.sep, "/"), path, here, data)
        if file.table is None:
            raise ConfigError(f"{show_path(path)}: no [tool.sourceright-lint] table in this file")
        return self._settings(chain(file, read_file, self._contracts, self._codes))

    def _command_line(self, overrides: Mapping[str, Any] | None, here: str) -> tuple[Layer, ...]:
        if not overrides:
            return ()
        from sourceright_lint.config.load import command_line_layer

        return (command_line_layer(overrides, here, self._contracts, self._codes),)

    def _settings(self, layers: Sequence[Layer], notes: Sequence[str] = ()) -> Settings:
        return Settings((*layers, *self._above), defaults_of(self._contracts), notes, self._as_of)


def load(
    start_folder: str,
    root: str,
    explicit: str | None = None,
    isolated: bool = False,
    overrides: Mapping[str, Any] | None = None,
    contracts: Sequence[Contract] = (),
    codes: Callable[[], Iterable[str]] | None = None,
) -> Settings:
    """The settings that govern ``start_folder`` in the working tree at ``root`` (both paths of folders)."""
    import os

    here = os.path.relpath(os.path.abspath(start_folder), os.path.abspath(root)).replace(os.sep, "/")
    here = "" if here == "." or here.startswith("..") else here
    tree = SettingsTree(
        lambda path: read_file(os.path.join(root, path)),
        contracts,
        explicit=explicit,
        isolated=isolated,
        overrides=overrides,
        here=here,
        codes=codes,
    )
    return tree.settings_in(here)


def read_file(path: str) -> bytes | None:
    """The bytes of a file, or None where there is none. Raises ConfigError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except (OSError, ValueError) as error:
        from sourceright_lint.escape import show_path

        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"{show_path(path)}: the configuration file cannot be read: {reason}") from error


def _may_configure(shared: bytes) -> bool:
    """Whether a ``pyproject.toml`` is worth parsing: most hold nothing for us."""
    return b"sourceright-lint" in shared or b"sourceright_lint" in shared
