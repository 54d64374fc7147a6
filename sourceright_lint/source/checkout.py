"""The work tree in the form that Git would store it."""

from __future__ import annotations

from sourceright_lint.source.worktree import WorkTree

_BEGINNING = 1 << 16
"""Bytes in which the first line of nearly every file ends."""


class Checkout(WorkTree):
    """A work tree whose CRLF line ends, where they are Git's doing, read as the LF that is committed.

    ``on_disk`` is the way back: what to write so that the line ends stay as they are.
    """

    def read(self, path: str) -> bytes | None:
        """The bytes as they would be staged. Raises SourceError as the work tree does."""
        data = super().read(path)
        if data is None or self.repository is None or not _is_crlf(data) or not self._is_gits(path):
            return data
        return data.replace(b"\r\n", b"\n")

    def on_disk(self, path: str, data: bytes) -> bytes:
        """``data``, in the form that ``read`` gives, as the file has it or would have it."""
        if self.repository is None or not self._is_crlf_on_disk(path) or b"\r\n" in data:
            return data
        return data.replace(b"\n", b"\r\n") if self._is_gits(path) else data

    def _is_crlf_on_disk(self, path: str) -> bool:
        """Mostly, the first line tells that it is not so: only where it does not, all of a large file is read."""
        beginning = self.read_first(path, _BEGINNING)
        if beginning is None or (b"\n" in beginning and not _begins_with_crlf(beginning)):
            return False
        now = super().read(path)
        return now is not None and _is_crlf(now)

    def _is_gits(self, path: str) -> bool:
        from sourceright_lint.git.line_ends import crlf_by_git

        place = self.locate(path)
        assert self.repository is not None
        assert place is not None
        # Attributes are those of the file itself, not of a link to it.
        return bool(crlf_by_git(self.repository, (self.relative(place),)))


def _is_crlf(data: bytes) -> bool:
    """Whether every line ends in CRLF. One look at the first line tells of most files that none does."""
    return _begins_with_crlf(data) and data.count(b"\r\n") == data.count(b"\n")


def _begins_with_crlf(data: bytes) -> bool:
    end = data.find(b"\n")
    return end > 0 and data[end - 1 : end] == b"\r"
