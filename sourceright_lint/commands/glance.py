"""The first look at what is to be checked: which bundles, their bytes, and which of them are plainly in order.

Most runs of a hook end here, so this imports neither rules nor reports.
"""

from __future__ import annotations

import os

from sourceright_lint.commands.progress import tracked
from sourceright_lint.commands.session import Session, label_in_words, no_regular_file, within, worktree_paths
from sourceright_lint.errors import ConfigError, LintError, SourceError
from sourceright_lint.escape import show_path
from sourceright_lint.jsontext import Document
from sourceright_lint.parallel import answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sourceright_lint.cache import Cache
    from sourceright_lint.commands import Args
    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Bundle
    from sourceright_lint.discovery import Found
    from sourceright_lint.history import Walk

_NAMES = "bundles are known by the names of their files, such as references.csl.json"
_MANY = 50
"""Bundles from which it pays to look at them in two processes."""


class Seen:
    """A bundle with its files as documents, by path. ``is_clean``: surely no rule has anything to say."""

    __slots__ = ("bundle", "documents", "is_clean", "key", "settings")

    def __init__(
        self, bundle: Bundle, settings: Settings, documents: Mapping[str, Document], cache: Cache | None
    ) -> None:
        self.bundle = bundle
        self.settings = settings
        self.documents = documents
        self.key = None if cache is None else cache.key_of(bundle, documents, settings)
        self.is_clean = bool(cache and self.key and cache.has(self.key))

    def look(self) -> bool:
        """Whether surely no rule has anything to say."""
        return self.bundle.contract.is_clean(self.bundle, self.documents, self.settings)


class Glance:
    """What was seen in a session. ``errors`` are bundles that could not be read; the others were seen all the same."""

    __slots__ = ("cache", "errors", "notes", "past", "seen", "session")

    def __init__(
        self,
        session: Session,
        seen: Sequence[Seen],
        notes: list[str],
        errors: list[LintError],
        cache: Cache | None,
        past: Walk | None,
    ) -> None:
        self.session = session
        self.past = past
        self.cache = cache
        self.seen = seen
        self.notes = notes
        self.errors = errors

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing at all to say."""
        if self.past and (self.past.findings or self.past.notes):
            return False
        return not self.notes and not self.errors and all(seen.is_clean for seen in self.seen)


def glance(session: Session, named: list[str], args: Args) -> Glance:
    """Find the bundles that the arguments ask for, and look at each."""
    recovered: tuple[str, ...] = ()
    if args.fix and not args.diff and not args.stdin_filename:
        from sourceright_lint.commands.writing import recover

        recovered = recover(session)
    found = session.find(select_source(session, named, args))
    notes = [*recovered, *session.settings.notes, *_bundles_of_no_files(session)]
    notes += _nothing_to_check(session, named, found, args)
    _prefetch(session, found)
    cache = _open_cache(session, args)
    seen: list[Seen] = []
    errors: list[LintError] = [no_regular_file(session, path) for path in found.no_files]
    for bundle, settings in tracked(found.bundles, "reading"):
        try:
            documents = _documents(bundle, session)
        except SourceError as error:
            errors.append(error)
        else:
            seen.append(Seen(bundle, settings, documents, cache))
    if args.shard:
        seen = _of_shard(seen, args.shard)
    if not args.layout_only:
        _look_at(seen, cache)
    return Glance(session, seen, notes, errors, cache, _look_back(session, named, args, seen))


def select_source(session: Session, named: list[str], args: Args) -> list[str]:
    """Set the session's source to what the arguments ask for, and return the paths to look at."""
    if args.stdin_filename:
        from sourceright_lint.commands.standard_input import read_input

        return read_input(session, named[0])
    if args.staged or args.rev or args.from_ref or args.since or (args.history and not args.hook):
        from sourceright_lint.commands.ranges import select_from_git

        return select_from_git(session, named, args)
    paths = worktree_paths(session, named)
    if args.hook and session.repository is not None:
        from sourceright_lint.commands.ranges import deletions, read_what_is_pushed

        paths += deletions(session)
        if not args.fix:
            read_what_is_pushed(session)
    session.asked = not args.hook and any(os.path.normpath(path) != "." for path in args.paths)
    return paths


def _of_shard(seen: list[Seen], shard: str) -> list[Seen]:
    from sourceright_lint.sharding import parse_shard, shard_of

    sizes = [sum(len(document.data) for document in each.documents.values()) for each in seen]
    return [seen[index] for index in shard_of(sizes, *parse_shard(shard))]


def _look_at(seen: Sequence[Seen], cache: Cache | None) -> None:
    """Tell which bundles are in order, those that are not known to be."""
    unknown = [each for each in seen if not each.is_clean]
    for each, is_clean in zip(
        unknown, answers([each.look for each in unknown], len(unknown) >= _MANY), strict=True
    ):
        each.is_clean = is_clean
        if is_clean and cache and each.key:
            cache.add(each.key)
    if cache is not None:
        cache.save()


def _open_cache(session: Session, args: Args) -> Cache | None:
    if args.no_cache or args.stdin_filename:
        return None
    from sourceright_lint.cache import Cache, default_folder
    from sourceright_lint.regular_files import is_below

    folder = args.cache_dir or session.settings.cache_dir
    if folder is None:
        folder = default_folder(session.repository.git_dir if session.repository else None, session.root)
    elif not args.cache_dir:
        # A configuration that a stranger wrote has nothing written outside, through a link of theirs either.
        folder = os.path.realpath(os.path.join(session.root, folder))
        folder = folder if is_below(os.path.realpath(session.root), folder) else None
    elif not os.path.isabs(folder):
        folder = os.path.join(session.root, folder)
    return None if folder is None else Cache(folder)


def _look_back(session: Session, named: Sequence[str], args: Args, seen: Sequence[Seen]) -> Walk | None:
    asked = args.staged or args.hook or args.history or args.from_ref or args.since
    if args.shard and not args.shard.startswith("1/"):
        # What changed is no bundle of its own, so one of the shards looks at all of it.
        return None
    if not asked or (session.repository is None and args.hook):
        return None
    from sourceright_lint.commands.ranges import look_back

    known = {path: document for each in seen for path, document in each.documents.items()}
    return look_back(session, named, args, known)


def _documents(bundle: Bundle, session: Session) -> dict[str, Document]:
    documents = {}
    for file in bundle.files:
        data = session.source.read(file.path)
        if data is not None:
            documents[file.path] = Document(file.path, data, file.kind, file.private)
    return documents


def baselines_of(glance: Glance, args: Args) -> list[str]:
    """Paths of the baseline files that govern some of the bundles and are there. A named one must be."""
    if args.no_baseline:
        return []
    source = glance.session.source
    paths = dict.fromkeys(each.settings.baseline for each in glance.seen)
    found = [path for path in paths if source.read(path) is not None]
    if args.baseline and paths and not found:
        raise ConfigError(
            f"{show_path(args.baseline)}: no such baseline file in {label_in_words(source.label)}"
        )
    return found


def _bundles_of_no_files(session: Session) -> list[str]:
    """A note for each bundle of the configuration none of whose files is there: a name may be misspelt."""
    label = label_in_words(session.source.label)
    return [
        f"the configuration names a bundle of which no file is in {label}: {', '.join(map(session.shown, paths))}"
        for paths in (sorted(places.values()) for _, places in session.settings.value("bundles", ()))
        if not any(path.rpartition("/")[2] in session.source.names(path.rpartition("/")[0]) for path in paths)
    ]


def _prefetch(session: Session, found: Found) -> None:
    prefetch = getattr(session.source, "prefetch", None)
    if prefetch is not None:
        prefetch([file.path for bundle, _ in found.bundles for file in bundle.files])


def _nothing_to_check(session: Session, named: list[str], found: Found, args: Args) -> list[str]:
    if found.bundles or found.no_files or args.hook or args.history:
        return []
    if not session.asked:
        if args.staged:
            return [f"nothing to check: no bundle has a change that is staged; {_NAMES}"]
        return [f"nothing to check in {label_in_words(session.source.label)}: {_NAMES}"]
    excluded = [name for name in named if name in found.excluded]
    if excluded:
        raise SourceError(
            f"nothing was checked: {session.shown(excluded[0])} is excluded",
            "see --exclude, and the key 'exclude'; --show-settings tells where it is set",
        )
    asked = [name for name in named if name or args.paths]
    what = ", ".join(map(session.shown, asked)) or session.source.label
    raise SourceError(
        f"nothing was checked: no bundle at {what}",
        f"{_NAMES}; files with other names are named under 'bundles' in the configuration",
    )


__all__ = ["Glance", "Seen", "baselines_of", "glance", "select_source", "within"]
