"""Start a program, feed it, and take what it says.

``subprocess`` costs a hook 11 ms of imports and set-up per run, so POSIX systems get the few lines below.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_CHUNK = 65536


class Process:
    """A program that was started; no shell, its input and output are pipes.

    Iterate it once for its output in chunks. After that ``status`` is its exit status (negative: the
    signal that ended it) and ``errors`` what it wrote to standard error. Raises OSError if it cannot start.
    """

    status: int
    errors: bytes

    def __init__(self, argv: Sequence[bytes], environment: Mapping[str, str], input: bytes) -> None:
        self._chunks = _start(self, argv, environment, input)

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks


def find(program: str, search_path: str) -> str | None:
    """The program's absolute path. Folders named relatively are left out: they may be the repository."""
    suffix = ".exe" if sys.platform == "win32" else ""
    for folder in search_path.split(os.pathsep):
        candidate = os.path.join(folder, program + suffix)
        if os.path.isabs(folder) and os.access(candidate, os.X_OK) and not os.path.isdir(candidate):
            return candidate
    return None


if sys.platform == "win32":

    def _start(
        process: Process, argv: Sequence[bytes], environment: Mapping[str, str], input: bytes
    ) -> Iterator[bytes]:
        import subprocess

        words = [os.fsdecode(word) for word in argv]
        done = subprocess.run(words, input=input, capture_output=True, env=dict(environment), check=False)
        process.status, process.errors = done.returncode, done.stderr
        return iter((done.stdout,))

else:
    import select

    def _start(
        process: Process, argv: Sequence[bytes], environment: Mapping[str, str], input: bytes
    ) -> Iterator[bytes]:
        child_in, to_child = os.pipe()
        from_child, child_out = os.pipe()
        errors, child_err = os.pipe()
        ends = [(child_in, 0), (child_out, 1), (child_err, 2)]
        try:
            pid = os.posix_spawn(
                argv[0],
                tuple(argv),
                environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, end, standard) for end, standard in ends],
            )
        except OSError:
            for end in (to_child, from_child, errors):
                os.close(end)
            raise
        finally:
            for end, _ in ends:
                os.close(end)
        return _converse(process, pid, to_child, from_child, errors, input)

    def _converse(
        process: Process, pid: int, to_child: int, from_child: int, errors: int, input: bytes
    ) -> Iterator[bytes]:
        unsent = memoryview(input)
        complaints: list[bytes] = []
        os.set_blocking(to_child, False)
        poll = select.poll()
        poll.register(to_child, select.POLLOUT)
        poll.register(from_child, select.POLLIN)
        poll.register(errors, select.POLLIN)
        unfinished = {to_child, from_child, errors}

        def finish(end: int) -> None:
            poll.unregister(end)
            unfinished.remove(end)
            os.close(end)

        try:
            while unfinished:
                for end, _ in poll.poll():
                    if end == to_child:
                        unsent = _send(end, unsent)
                        if not unsent:
                            finish(end)
                    elif not (chunk := os.read(end, _CHUNK)):
                        finish(end)
                    elif end == errors:
                        complaints.append(chunk)
                    else:
                        yield chunk
        finally:
            for end in unfinished:
                os.close(end)
            process.status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            process.errors = b"".join(complaints)

    def _send(end: int, unsent: memoryview) -> memoryview:
        """Write what fits; nothing is left where the reader has gone."""
        try:
            return unsent[os.write(end, unsent[:_CHUNK]) :] if unsent else unsent
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            return unsent[:0]
