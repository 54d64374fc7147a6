"""Which bundles were found to be in order before, by a hash of all that the verdict depends on.

Only "nothing to report" is remembered, never a finding, and a line that is damaged matches nothing; so the
worst that a broken cache can do is to make a run slower. Processes that run at once each append whole lines; one
that could write only a part of a line leaves it, and who comes next begins a line of its own.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from stat import S_ISREG

from sourceright_lint import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import BinaryIO

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Bundle
    from sourceright_lint.jsontext import Document

_LARGEST = 4_000_000
"""Bytes from which the file is begun anew."""

_KEY_LENGTH = 64
_NO_DETOUR = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Follow no link, and wait for nobody at the other end of a pipe."""

_NO_PART_OF_A_VERDICT = frozenset({"baseline", "cache-dir", "fail-on", "output-format"})
"""Configuration keys that do not change what is found."""


class Cache:
    """Keys of clean bundles in the file ``clean`` of ``folder``. A folder that cannot be used is no error."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, "clean")
        self._known: set[bytes] | None = None
        self._new: dict[str, None] = {}

    def has(self, key: str) -> bool:
        """Whether the bundle with this key was clean."""
        if self._known is None:
            self._known = self._read()
        return key.encode() in self._known

    def add(self, key: str) -> None:
        """Remember, at the next ``save``, that the bundle with this key is clean."""
        self._new[key] = None

    def save(self) -> None:
        """Write what was added."""
        if not self._new:
            return
        data = "".join(f"{key}\n" for key in self._new).encode()
        self._new = {}
        try:
            os.makedirs(self._folder, exist_ok=True)
            if self._known and len(self._known) * (_KEY_LENGTH + 1) > _LARGEST:
                os.unlink(self._path)
            descriptor = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _NO_DETOUR, 0o600)
            with os.fdopen(descriptor, "a+b", buffering=0) as file:
                if _is_regular(descriptor):
                    file.write(data if _ends_with_a_line(file) else b"\n" + data)
        except OSError:
            return

    def key_of(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> str | None:
        """What the verdict on a bundle depends on; None where that cannot be told and nothing is to be remembered."""
        layers = [layer for layer in settings.layers if not _NO_PART_OF_A_VERDICT.issuperset(layer.values)]
        if settings.as_of is not None or not all(layer.origin.is_file for layer in layers):
            return None
        module = sys.modules[type(bundle.contract).__module__].__file__
        digest = sha256()
        parts = [
            __version__,
            sys.version,
            bundle.contract.name,
            *map(_stamp, (module, *_code_folders(module), __file__)),
            bundle.root,
            *(text for layer in layers for text in (layer.origin.label, layer.origin.text)),
        ]
        for part in parts:
            _feed(digest, part.encode("utf-8", "surrogatepass"))
        for file in bundle.files:
            _feed(digest, f"{file.role}\0{file.path}".encode("utf-8", "surrogatepass"))
            _feed(digest, documents[file.path].data if file.path in documents else b"")
        return digest.hexdigest()

    def _read(self) -> set[bytes]:
        try:
            descriptor = os.open(self._path, os.O_RDONLY | _NO_DETOUR)
            with os.fdopen(descriptor, "rb") as file:
                data = file.read(2 * _LARGEST) if _is_regular(descriptor) else b""
            return {line for line in data.split(b"\n") if len(line) == _KEY_LENGTH}
        except OSError:
            return set()


def _is_regular(descriptor: int) -> bool:
    return S_ISREG(os.fstat(descriptor).st_mode)


def _ends_with_a_line(file: BinaryIO) -> bool:
    """Whether the next line can be appended as it is; what was torn off would spoil it."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return True
    file.seek(size - 1)
    return file.read(1) == b"\n"


def _feed(digest: object, part: bytes) -> None:
    """Lengths between the parts keep different parts from giving the same bytes."""
    digest.update(b"%d:" % len(part))  # type: ignore[attr-defined]
    digest.update(part)  # type: ignore[attr-defined]


def _code_folders(module: str | None) -> tuple[str, ...]:
    """Folders whose times tell that code was put in place anew, although the version is the same."""
    here = os.path.dirname(__file__)
    return os.path.dirname(module or ""), here, os.path.join(here, "jsontext")


def _stamp(path: str | None) -> str:
    try:
        status = os.stat(path or "")
    except OSError:
        return ""
    return f"{status.st_mtime_ns}:{status.st_size}"


def default_folder(git_dir: str | None, root: str) -> str | None:
    """In the Git directory; without Git in the user's folder for caches; None where there is none."""
    if git_dir is not None:
        return os.path.join(git_dir, "sourceright-lint", "cache")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base):
        return None
    return os.path.join(base, "sourceright-lint", sha256(os.fsencode(root)).hexdigest()[:16])
