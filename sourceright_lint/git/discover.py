"""Which repository a folder belongs to, without a process where the answer is plain."""

from __future__ import annotations

import os
import stat

from sourceright_lint.errors import SourceError
from sourceright_lint.git.environment import for_git
from sourceright_lint.git.plumbing import Output, Repository, collect, failure, git, path_text
from sourceright_lint.regular_files import is_below, not_regular, read_of_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_DECIDED_BY_GIT = (
    *("GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_CEILING_DIRECTORIES"),
    *("GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"),
)
_FILES = (
    *("HEAD", "config", "config.worktree", "commondir", "gitdir", "index", "packed-refs", "shallow"),
    *("MERGE_HEAD", "info/attributes", "info/exclude", "info/grafts", "info/sparse-checkout"),
    *("objects/info/alternates", "objects/info/commit-graph"),
)
"""What Git, or we, open in a Git directory by a name that is known beforehand."""


def discover(folder: str, environ: Mapping[str, str] | None = None) -> Repository | None:
    """The repository that ``folder`` is in, or None. ``environ`` defaults to the process's own.

    Raises SourceError where there is one that cannot be used: bare, owned by someone else, broken.
    """
    environ = os.environ if environ is None else environ
    environment = for_git(environ)
    folder = _existing(os.path.realpath(folder))
    if environ.get("GIT_DIR"):
        _require_files(_named_by(os.path.abspath(environ["GIT_DIR"])))
        # It may be relative to, and may mean a work tree at, the current folder.
        return _ask(os.getcwd(), environ, environment)
    top = _nearest(folder)
    git_dir = os.path.join(top or folder, ".git")
    if top is not None:
        _require_files(_named_by(git_dir) if os.path.exists(git_dir) else top)
    if any(environ.get(name) for name in _DECIDED_BY_GIT):
        return _ask(folder, environ, environment)
    if top is None:
        return None
    if not _is_plain(git_dir) or os.stat(top).st_dev != os.stat(folder).st_dev:
        return _ask(folder, environ, environment)
    return _repository(top, git_dir, environ, environment)


def _existing(folder: str) -> str:
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _nearest(folder: str) -> str | None:
    """The folder at or above ``folder`` where Git would find a repository, or something like one."""
    while True:
        entry = os.path.join(folder, ".git")
        if os.path.isfile(entry) or _looks_like_repository(entry) or _looks_like_repository(folder):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _looks_like_repository(folder: str) -> bool:
    return (
        os.path.lexists(os.path.join(folder, "HEAD"))
        and os.path.isdir(os.path.join(folder, "objects"))
        and os.path.isdir(os.path.join(folder, "refs"))
    )


def _named_by(entry: str) -> str:
    """The Git directory that a ``.git`` is or, being a file, names."""
    if not os.path.isfile(entry):
        return entry
    named = (read_of_git(entry) or b"").removeprefix(b"gitdir: ").rstrip(b"\r\n")
    return os.path.join(os.path.dirname(entry), path_text(named))


def _require_files(git_dir: str) -> None:
    """Raise SourceError where Git would wait for a pipe, or read from a device for ever."""
    if "\0" in git_dir:
        return
    _require_files_in(git_dir)
    named = read_of_git(os.path.join(git_dir, "commondir"))
    if named is not None and b"\0" not in named:
        _require_files_in(os.path.join(git_dir, path_text(named.rstrip(b"\n"))))


def _require_files_in(git_dir: str) -> None:
    for name in _FILES:
        place = f"{git_dir}/{name}"
        try:
            mode = os.stat(place).st_mode
        except OSError:
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise not_regular(place)


def _is_plain(git_dir: str) -> bool:
    """Whether the work tree is, beyond doubt, the folder above: no link, no setting that says otherwise."""
    try:
        if not stat.S_ISDIR(os.lstat(git_dir).st_mode):
            return False
        settings = (read_of_git(os.path.join(git_dir, "config")) or b"").lower()
    except (OSError, SourceError):
        return False
    settings = settings.replace(b" ", b"").replace(b"\t", b"")
    return (
        settings.count(b"bare") == settings.count(b"\nbare=false\n") == 1
        and b"worktree" not in settings
        and b"[include" not in settings
    )


def _ask(folder: str, environ: Mapping[str, str], environment: dict[str, str]) -> Repository | None:
    asking = dict(environment)
    for name in ("GIT_DIR", "GIT_WORK_TREE"):
        if environ.get(name):
            asking[name] = os.path.abspath(environ[name])
    linked = _linked_work_tree(asking)
    if linked:
        return _repository(linked, asking["GIT_DIR"], environ, {**asking, "GIT_WORK_TREE": linked})
    output = collect(git(folder, asking, ("rev-parse", "--show-toplevel", "--absolute-git-dir")))
    if output.status:
        if "GIT_DIR" not in asking and "not a git repository (or any" in output.errors:
            return None
        raise _refusal(output, folder)
    answers = output.data.split(b"\n")[:-1]
    if len(answers) != 2:
        answers = [_answer(folder, asking, "--show-toplevel"), _answer(folder, asking, "--absolute-git-dir")]
    root, git_dir = (os.path.normpath(path_text(answer)) for answer in answers)
    if "GIT_WORK_TREE" not in asking:
        _require_near(root, git_dir, os.path.realpath(folder) if "GIT_DIR" in asking else None)
    # The answers are passed on, so that no later call looks for the repository once more.
    return _repository(root, git_dir, environ, {**asking, "GIT_DIR": git_dir, "GIT_WORK_TREE": root})


def _require_near(root: str, git_dir: str, current: str | None) -> None:
    """Raise SourceError where the Git directory's own setting, and nobody else, takes the work tree elsewhere.

    In order are the folder that has the Git directory as its ``.git``, what is below it, a folder whose
    ``.git`` leads there (submodules, linked work trees), and with ``GIT_DIR`` the current folder.
    """
    real, tree = os.path.realpath(git_dir), os.path.realpath(root)
    holder = os.path.realpath(os.path.dirname(git_dir))
    entry = os.path.join(tree, ".git")
    if tree in (current, holder) or is_below(holder, tree):
        return
    if os.path.exists(entry) and os.path.realpath(_named_by(entry)) == real:
        return
    from sourceright_lint.escape import show_path

    raise SourceError(
        f"core.worktree in {show_path(git_dir)} leads out of {show_path(holder)}, to {show_path(root)}",
        f"if you mean that folder, set GIT_WORK_TREE to it; if not: git config --file '{show_path(git_dir)}/config' "
        "--unset core.worktree",
    )


def _linked_work_tree(asking: Mapping[str, str]) -> str | None:
    """The work tree that an exported ``GIT_DIR`` of a linked work tree stands for, from whichever folder.

    Git itself takes the current folder for it, which in a hook that changed folders is the wrong one.
    """
    if "GIT_DIR" not in asking or "GIT_WORK_TREE" in asking:
        return None
    named = read_of_git(os.path.join(asking["GIT_DIR"], "gitdir"))
    if named is None:
        return None
    entry = os.path.join(asking["GIT_DIR"], path_text(named.rstrip(b"\n")))
    return os.path.dirname(os.path.realpath(entry)) if os.path.isfile(entry) else None


def _answer(folder: str, asking: Mapping[str, str], question: str) -> bytes:
    return collect(git(folder, asking, ("rev-parse", question))).data[:-1]


def _repository(
    root: str, git_dir: str, environ: Mapping[str, str], environment: dict[str, str]
) -> Repository:
    exported = environ.get("GIT_INDEX_FILE")
    if not exported:
        return Repository(root, git_dir, os.path.join(git_dir, "index"), environment)
    # Git reads a relative name from the top of the work tree, wherever the command was started.
    index_file = os.path.normpath(os.path.join(root, exported))
    return Repository(root, git_dir, index_file, {**environment, "GIT_INDEX_FILE": index_file})


def _refusal(output: Output, folder: str) -> SourceError:
    if "must be run in a work tree" in output.errors:
        return SourceError(
            "this is a bare repository, or the inside of one: there is no work tree",
            "run in a checkout (git worktree add FOLDER makes one)",
        )
    return failure("rev-parse", output, folder)
