"""What a contract is: a family of files that belong together, and what must hold for them.

The engine, the Git code and the reporters know contracts only through these classes. This module
is on the path of every run, so it imports nothing that Python does not load to start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any, Literal

    from sourceright_lint.config import Settings
    from sourceright_lint.describing.facts import Difference, Fact
    from sourceright_lint.jsontext import Document, Form
    from sourceright_lint.merging.plan import MergePlan
    from sourceright_lint.rule import Rule
    from sourceright_lint.source import Source

    Kind = Literal["json", "jsonl", "text"]


class BundleFile:
    """One file of a bundle.

    ``role`` is the contract's own name for what the file is; ``kind`` how its bytes are read.
    ``form`` is its canonical form, or None for a file that is never rewritten.
    ``private`` files are never quoted in any output.
    """

    __slots__ = ("form", "kind", "path", "private", "role")

    def __init__(
        self, role: str, path: str, kind: Kind, form: Form | None = None, private: bool = False
    ) -> None:
        self.role = role
        self.path = path
        self.kind = kind
        self.form = form
        self.private = private


class Bundle:
    """Files that are checked together. ``root`` is their folder, ``""`` for the top."""

    __slots__ = ("contract", "files", "root")

    def __init__(self, contract: Contract, root: str, files: Iterable[BundleFile]) -> None:
        self.contract = contract
        self.root = root
        self.files = tuple(files)


class Option:
    """A configuration key that a contract understands. ``choices`` only for kind ``choice``."""

    __slots__ = ("choices", "default", "help", "kind", "name")

    def __init__(
        self,
        name: str,
        kind: Literal["boolean", "choice", "strings"],
        default: Any,
        help: str,
        choices: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.help = help
        self.choices = tuple(choices)


class AttributePattern:
    """Files that Git is to treat as ours, by name.

    ``pattern`` is a name or a glob as Git's ignore files have it; with ``exact`` it is one path from the root
    and no glob. ``merges``: two versions merge by record. ``summarised``: a diff speaks of records.
    """

    __slots__ = ("exact", "merges", "pattern", "summarised")

    def __init__(
        self, pattern: str, merges: bool = False, summarised: bool = False, exact: bool = False
    ) -> None:
        self.pattern = pattern
        self.merges = merges
        self.summarised = summarised
        self.exact = exact


class View(ABC):
    """A bundle as its contract reads it. ``subjects`` feeds the rules, scope by scope."""

    @abstractmethod
    def subjects(self, scope: str) -> Iterable[Any]:
        """Everything that a rule with this scope is to look at."""

    def expect(self, scopes: Collection[str]) -> None:  # noqa: B027
        """Subjects of these scopes, and no others, are going to be asked for: what takes long may be begun."""

    def forget(self) -> None:
        """Let go of all that was read, and be of no more use. Subjects refer to their view and it to them, so that a
        collector alone would find them."""
        vars(self).clear()


class Change:
    """A bundle in a commit (``after``) and in each of its parents; None where it was not there.

    ``walked`` is False where the two ends of several steps are compared: what happened between is unknown.
    Of a merge, ``bases`` are the bundle in the common ancestors of the parents, as far as known, and
    ``judged`` the places (in ``parents``) of those whose own commits are judged for themselves: what a merge
    takes over from one of them, and does no more than that, is not the merge's doing.
    The subject of the rules with scope ``change``. ``worked_out`` is the contract's: what it found out once
    for all of its rules.
    """

    __slots__ = ("after", "bases", "judged", "parents", "walked", "worked_out")

    def __init__(
        self,
        parents: Sequence[View | None],
        after: View | None,
        walked: bool = True,
        bases: Sequence[View | None] = (),
        judged: Sequence[int] = (),
    ) -> None:
        self.parents = tuple(parents)
        self.after = after
        self.walked = walked
        self.bases = tuple(bases)
        self.judged = tuple(judged)
        self.worked_out: Any = None

    @property
    def before(self) -> View | None:
        """The bundle in the first parent."""
        return self.parents[0] if self.parents else None

    @property
    def is_merge(self) -> bool:
        """Whether there is more than one parent."""
        return len(self.parents) > 1


class Contract(ABC):
    """A family of files. Subclass it, and name the class in the ``sourceright_lint.contracts`` entry point group."""

    name = ""
    title = ""
    options: tuple[Option, ...] = ()
    roles: tuple[str, ...] = ()
    """Roles that ``bundles`` in the configuration may give a path to."""

    @abstractmethod
    def root_of(self, path: str, settings: Settings) -> str | None:
        """The folder of the bundle that ``path`` would belong to, judged by its name alone; None if to none."""

    @abstractmethod
    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """The bundle in ``root`` as ``source`` has it, or None where there is none after all."""

    @abstractmethod
    def rules(self) -> Sequence[Rule]:
        """All rules of the contract, ``history.*`` included. Imported only when asked for."""

    def change_rules(self) -> Sequence[Rule]:
        """The rules with scope ``change``. A hook runs them without the others, where nothing else is to be said."""
        return [rule for rule in self.rules() if rule.scope == "change"]

    @abstractmethod
    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> View:
        """The bundle's documents (by path; a missing file has no entry) as the rules want them."""

    def schemas(self) -> Mapping[str, Callable[[], Any]]:
        """The contract's JSON Schemas, by the name that ``schema`` prints them under; each is loaded when called."""
        return {}

    def schema_files(self, settings: Settings) -> Mapping[str, Sequence[str]]:
        """By schema, the JSON files that it describes: names, paths from the root, or globs with a ``/``."""
        return {}

    def file_of(self, path: str, settings: Settings) -> BundleFile | None:
        """The file that a bundle would have at ``path``, judged by its name alone; None if none would."""
        return None

    def is_named(self, path: str, settings: Settings) -> bool:
        """Whether a file at ``path`` would be one of a bundle's for certain: others do not use such a name."""
        return self.file_of(path, settings) is not None

    def merge_plan(self, role: str) -> MergePlan | None:
        """How files of a role merge by record, or None where they merge as text."""
        return None

    def attribute_patterns(self, settings: Settings) -> Sequence[AttributePattern]:
        """The files whose line ends, merges and diffs Git is to be told about."""
        return ()

    def describe(self, view: View) -> Iterable[Fact]:
        """What the files say, a line for each fact. Of private files nothing that must not be printed."""
        return ()

    def describe_change(self, before: View | None, after: View | None) -> Sequence[Difference]:
        """What changed between two states of a bundle, None where there was none."""
        from sourceright_lint.describing.facts import differences

        old, new = (self.describe(view) if view is not None else () for view in (before, after))
        return differences(old, new)

    def file_like(self, document: Document) -> BundleFile | None:
        """What a file is whose name says nothing, judged by what it holds; None if it is nothing of this contract."""
        return None

    def columns(self, view: View) -> Mapping[str, int]:
        """Counts that a summary shows of one bundle, by the name of their column."""
        return {}

    def is_clean(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> bool:
        """Whether, quickly and surely, no rule has anything to say. False means: run the rules."""
        return False


class NoFiles(Contract):
    """A contract that no file belongs to: for what is judged or merged beside all bundles, such as a baseline."""

    def root_of(self, path: str, settings: Settings) -> str | None:
        """None."""
        return None

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """None."""
        return None

    def rules(self) -> Sequence[Rule]:
        """None at all."""
        return ()

    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> View:
        """A view without subjects."""
        return NoSubjects()


class NoSubjects(View):
    """A bundle in which no rule has anything to look at."""

    def subjects(self, scope: str) -> Iterable[Any]:
        """None at all."""
        return ()
