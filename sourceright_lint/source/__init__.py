"""Where content comes from. Every check runs unchanged on any source.

Paths are relative to the source's root, with ``/`` between parts; bytes that are no UTF-8 stand in
them as lone surrogates (``os.fsdecode``). The root itself is ``""``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Source(ABC):
    """Bytes by path. ``label`` says in messages what is read (``working tree``, ``index``, a revision)."""

    label = ""

    @abstractmethod
    def read(self, path: str) -> bytes | None:
        """The content of a file, or None where there is no regular file. Raises SourceError if unreadable."""

    @abstractmethod
    def names(self, folder: str) -> frozenset[str]:
        """Names of the files directly in ``folder`` (links to files inside the root count; other kinds do not)."""

    def leaves_folder(self, path: str) -> bool:
        """Whether ``path`` is a link that leads out of its folder. Sources that follow no links have none."""
        return False

    def is_no_file(self, path: str) -> bool:
        """Whether something lies at ``path`` that is no file here: a link that is not followed, a pipe, a folder."""
        return False

    def link_target(self, path: str) -> str | None:
        """The file here that a link which is not followed leads to; None for anything else."""
        return None

    @abstractmethod
    def walk(self, folder: str) -> Iterable[str]:
        """Paths of all files at any depth below ``folder`` that are to be looked at, sorted."""
