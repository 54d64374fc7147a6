"""The state that a repository is in: what an interrupted run left, an unfinished merge, a history that is cut off."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from sourceright_lint.escape import show_path
from sourceright_lint.fixing.journal import state_folder
from sourceright_lint.fixing.write import is_temporary
from sourceright_lint.git import entries, revisions
from sourceright_lint.git.doctor.facts import Diagnosis, Facts
from sourceright_lint.git.doctor.remotes import remote_names
from sourceright_lint.git.install.hooks_folder import shared_git_dir
from sourceright_lint.numbers import is_digits

OLDEST_GIT = (2, 26)


def check_state(facts: Facts) -> Iterator[Diagnosis]:
    """Everything about the state."""
    yield from _versions(facts)
    yield from _interrupted(facts)
    yield from _temporary_files(facts)
    yield from _unmerged(facts)
    yield from _cut_off(facts)


def _versions(facts: Facts) -> Iterator[Diagnosis]:
    words = facts.repository.run("version").decode("utf-8", "replace").split()
    text = words[2] if len(words) > 2 else "unknown"
    numbers = tuple(int(part) for part in text.split(".")[:2] if is_digits(part))
    if len(numbers) == 2 and numbers < OLDEST_GIT:
        wanted = ".".join(map(str, OLDEST_GIT))
        yield Diagnosis(
            "problem", f"Git {text} is too old: {wanted} or newer is needed", "https://git-scm.com"
        )
    else:
        yield Diagnosis("ok", f"Git {text}")


def _interrupted(facts: Facts) -> Iterator[Diagnosis]:
    state = state_folder(facts.repository.root, facts.repository.git_dir)
    names = set(os.listdir(state)) if os.path.isdir(state) else set()
    if names & {"journal", "journal.new"}:
        yield Diagnosis(
            "problem",
            f"a run was interrupted while it wrote: {show_path(os.path.join(state, 'journal'))}",
            "run it again, or: sourceright-lint install; either finishes or undoes it",
        )
    elif "lock" in names:
        yield Diagnosis("note", "another run is writing now, or one was killed; the next one clears that up")
    if os.path.exists(facts.repository.index_file + ".lock"):
        yield Diagnosis(
            "problem",
            f"Git's index is locked: {show_path(facts.repository.index_file)}.lock",
            "wait for the Git command that runs; if none does, remove the file",
        )


def _temporary_files(facts: Facts) -> Iterator[Diagnosis]:
    root = facts.repository.root
    folders = {os.path.join(root, *os.path.dirname(file.path).split("/")) for file in facts.files}
    for folder in sorted(folders | {root, facts.folder.place, shared_git_dir(facts.repository)}):
        names = os.listdir(folder) if os.path.isdir(folder) else []
        for name in sorted(filter(is_temporary, names)):
            place = show_path(os.path.join(folder, name))
            yield Diagnosis("problem", f"{place}: left by a run that was killed", f"rm '{place}'")


def _unmerged(facts: Facts) -> Iterator[Diagnosis]:
    unmerged = entries.of_index(facts.repository).unmerged
    for file in facts.files:
        if file.path in unmerged:
            name = show_path(file.path)
            yield Diagnosis("problem", f"{name}: an unresolved merge", f"resolve it, then: git add '{name}'")
    if revisions.merge_heads(facts.repository):
        finish = "settle the conflicts and git add the files, then git commit" if unmerged else "git commit"
        yield Diagnosis("note", "a merge is not finished", f"{finish}, or git merge --abort")


def _cut_off(facts: Facts) -> Iterator[Diagnosis]:
    if revisions.is_shallow(facts.repository):
        remote = " ".join(remote_names(facts.repository)[:1])
        yield Diagnosis(
            "note",
            "this clone is shallow: rules about history see only its end",
            f"git fetch --unshallow {remote}".rstrip(),
        )
    elif _is_partial(facts.configuration.keys()):
        yield Diagnosis(
            "note", "this clone is partial: old content may be missing", "git fetch --refetch --no-filter"
        )


def _is_partial(keys: Sequence[str]) -> bool:
    return any(key == "extensions.partialclone" or key.endswith(".promisor") for key in keys)
