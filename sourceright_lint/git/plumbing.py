"""Every call to Git goes through here: which repository, which environment, and no shell.

A repository's own configuration can name programs (hooks, monitors, filters, drivers, helpers). Whoever wrote
that configuration need not be whoever runs the linter, so no call made here ever starts one of them.
"""

from __future__ import annotations

import os

from sourceright_lint.errors import SourceError
from sourceright_lint.git.environment import with_settings
from sourceright_lint.git.process import Process, find
from sourceright_lint.regular_files import read_of_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_OPTIONS = (
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "submodule.recurse=false",
    # New entries inside a folder that a sparse index keeps as one would end up beside it, in no order (2.39).
    "-c",
    "index.sparse=false",
)


class Output:
    """How a Git command ended. ``errors`` is Git's own message on one line."""

    __slots__ = ("data", "errors", "status")

    def __init__(self, status: int, data: bytes, errors: str) -> None:
        self.status = status
        self.data = data
        self.errors = errors


class Repository:
    """A repository with a work tree, as Git would use it from here.

    ``root`` (the work tree), ``git_dir`` (of a linked worktree: its own) and ``index_file`` (the one in use,
    see ``GIT_INDEX_FILE``) are absolute. Paths in arguments and results are relative to ``root``, with ``/``.
    """

    def __init__(self, root: str, git_dir: str, index_file: str, environment: Mapping[str, str]) -> None:
        self.root = root
        self.git_dir = git_dir
        self.index_file = index_file
        self.environment = environment
        self._empty_tree = ""

    @property
    def is_temporary_index(self) -> bool:
        """Whether the index in use is not the one that later commits start from.

        ``git commit PATH`` makes such an index; that of ``git commit -a`` (``index.lock``) becomes the real one.
        """
        folder, name = os.path.split(os.path.realpath(self.index_file))
        return folder != os.path.realpath(self.git_dir) or name not in ("index", "index.lock")

    @property
    def common_dir(self) -> str:
        """The folder that linked worktrees share; of any other repository its ``git_dir``."""
        named = read_of_git(os.path.join(self.git_dir, "commondir"))
        if named is None:
            return self.git_dir
        return os.path.normpath(os.path.join(self.git_dir, path_text(named.rstrip(b"\n"))))

    @property
    def empty_tree(self) -> str:
        """The id of the tree without files, in the repository's object format."""
        if not self._empty_tree:
            self._empty_tree = self.run("hash-object", "-t", "tree", "--stdin").decode().strip()
        return self._empty_tree

    def start(self, *arguments: str) -> Callable[[], bytes]:
        """Start a Git command; the function returned waits for what it prints, as ``run`` does, and must be called."""
        process = git(self.root, self.environment, arguments)
        return lambda: self._data(arguments[0], collect(process))

    def run(self, *arguments: str, input: bytes = b"", extra: Mapping[str, str] | None = None) -> bytes:
        """What a Git command prints. Raises SourceError with Git's message if it fails."""
        return self._data(arguments[0], self.call(*arguments, input=input, extra=extra))

    def _data(self, command: str, output: Output) -> bytes:
        if output.status:
            # Where Git takes a folder for no repository, `diff` compares any files, and fails for another reason.
            refused = self.call("rev-parse", "--git-dir") if command == "diff" else output
            raise failure(command, refused if refused.status else output, self.root)
        return output.data

    def call(self, *arguments: str, input: bytes = b"", extra: Mapping[str, str] | None = None) -> Output:
        """As ``run``, for commands that answer by their exit status. ``extra`` adds to the environment."""
        environment = {**self.environment, **extra} if extra else self.environment
        return collect(git(self.root, environment, arguments, input))

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """Contents by object id, all in one call. Raises SourceError if one is not there or no blob."""
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        request = "".join(f"{oid}\n" for oid in wanted).encode()
        process = git(self.root, self.environment, ("cat-file", "--batch", "--buffer"), request)
        stream = _Stream(process)
        contents = {}
        for oid in wanted:
            header = stream.line().split()
            if len(header) != 3 or header[1] != b"blob":
                stream.drain()
                raise _unreadable(oid, process)
            contents[oid] = stream.take(int(header[2]))
            stream.take(1)
        stream.drain()
        return contents

    def without_filters(self) -> Mapping[str, str]:
        """Variables under which Git compares files without the filter programs that the configuration names.

        For commands that look at the work tree or write the index. A file with a filter may then seem changed.
        """
        output = self.call("config", "-z", "--name-only", "--get-regexp", r"^filter\.")
        drivers = {name.rpartition(".")[0] for name in path_text(output.data).split("\0")[:-1]}
        settings = {}
        for driver in sorted(drivers):
            settings.update({f"{driver}.clean": "", f"{driver}.process": "", f"{driver}.required": "false"})
        return with_settings(self.environment, settings) if settings else {}

    def write_blob(self, data: bytes) -> str:
        """Store ``data``, exactly as it is, as a blob; its object id."""
        return self.run("hash-object", "-w", "--stdin", input=data).decode().strip()


def path_text(name: bytes) -> str:
    """A file name as text; bytes that are no UTF-8 become lone surrogates."""
    return name.decode("utf-8", "surrogateescape") if os.name == "nt" else os.fsdecode(name)


def path_bytes(path: str) -> bytes:
    """The reverse of ``path_text``."""
    return path.encode("utf-8", "surrogateescape") if os.name == "nt" else os.fsencode(path)


def git(folder: str, environment: Mapping[str, str], arguments: Iterable[str], input: bytes = b"") -> Process:
    """Start Git in ``folder``. ``environment`` is all it gets (see ``environment.for_git``)."""
    program = find("git", environment.get("PATH", os.defpath))
    if program is None:
        raise SourceError("Git is not installed, or not on PATH", "install Git (https://git-scm.com)")
    argv = [program, "-C", folder, *_OPTIONS, *arguments]
    try:
        return Process([path_bytes(word) for word in argv], environment, input)
    except OSError as error:
        raise SourceError(f"Git could not be started: {error.strerror}") from error


def collect(process: Process) -> Output:
    """Wait for a Git command and take all it says."""
    data = b"".join(process)
    return Output(process.status, data, _one_line(process.errors) if process.errors else "")


def failure(command: str, output: Output, root: str) -> SourceError:
    """What a user is told of a Git command that failed, and what to do about it."""
    message = output.errors or f"ended with status {output.status}"
    return SourceError(f"git {command}: {message}", advice(message, root))


def _one_line(errors: bytes) -> str:
    from sourceright_lint.escape import show_path

    lines = [line.strip() for line in path_text(errors).split("\n") if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return show_path("; ".join((telling or lines)[:3]))


def advice(message: str, root: str) -> str:
    """What to do about a message of Git; empty where nothing is known."""
    from sourceright_lint.escape import show_path

    if "dubious ownership" in message or "unsafe repository" in message:
        return f"if you trust it: git config --global --add safe.directory {show_path(root)}"
    if ".lock" in message and "File exists" in message:
        return "another Git process is at work; try again when it is done (or remove the lock if it crashed)"
    if "promisor" in message or "lazy fetching" in message or "could not fetch" in message:
        return _FETCH_OBJECTS
    return ""


_FETCH_OBJECTS = (
    "in a partial clone, fetch what is missing (git fetch --refetch --no-filter); it is never fetched unasked"
)


def _unreadable(oid: str, process: Process) -> SourceError:
    message = _one_line(process.errors) or "it is not there or no file content"
    return SourceError(f"git object {oid} cannot be read: {message}", _FETCH_OBJECTS)


class _Stream:
    """The output of a process, by lines and by counted bytes."""

    def __init__(self, process: Process) -> None:
        self._chunks: Iterator[bytes] = iter(process)
        self._rest = b""

    def line(self) -> bytes:
        while b"\n" not in self._rest:
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def take(self, size: int) -> bytes:
        parts = []
        while len(self._rest) < size:
            parts.append(self._rest)
            size -= len(self._rest)
            self._rest = next(self._chunks, b"")
            if not self._rest:
                raise SourceError("git cat-file ended early")
        parts.append(self._rest[:size])
        self._rest = self._rest[size:]
        return b"".join(parts)

    def drain(self) -> None:
        for _ in self._chunks:
            pass
