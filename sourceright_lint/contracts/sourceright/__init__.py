"""The Sourceright workspace: a CSL bibliography, its verification sidecar and the review queue."""

from __future__ import annotations

from sourceright_lint.contract import AttributePattern, Bundle, BundleFile, Contract, Option
from sourceright_lint.contracts.sourceright.forms import csl_form, queue_form, sidecar_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Kind, View
    from sourceright_lint.contracts.sourceright.view import Workspace
    from sourceright_lint.describing.facts import Difference, Fact
    from sourceright_lint.jsontext import Document, Form
    from sourceright_lint.merging.plan import MergePlan
    from sourceright_lint.rule import Rule
    from sourceright_lint.source import Source

CSL = "references.csl.json"
SIDECAR = "references.verification.json"
QUEUE = "review-queue.jsonl"

_ROLE_OF_NAME = {CSL: "csl", SIDECAR: "sidecar", QUEUE: "queue"}


class Sourceright(Contract):
    """``references.csl.json``, ``references.verification.json`` and ``review-queue.jsonl`` in one folder."""

    name = "sourceright"
    title = "Sourceright workspace"
    roles = ("csl", "sidecar", "queue")
    options = (
        Option("csl-order", "choice", "id", "Order of the items in the CSL file.", ("id", "preserve")),
        Option("require-coverage", "boolean", False, "Every CSL item must have a verification record."),
        Option(
            "known-providers", "strings", (), "Provider names that candidates may carry; empty allows all."
        ),
        Option(
            "queue",
            "choice",
            "tracked",
            "Whether the review queue is kept in Git or made when needed.",
            ("tracked", "ignored"),
        ),
        Option("core-types", "boolean", True, "Say which CSL 1.0.2 types Sourceright itself does not map."),
    )

    def root_of(self, path: str, settings: Settings) -> str | None:
        """The folder of a file with one of the three names, or of a configured bundle."""
        for placed in settings.bundles_of(self.name):
            if path in placed.values():
                return _folder(next(iter(placed.values())))
        folder, _, name = path.rpartition("/")
        return folder if name in _ROLE_OF_NAME else None

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """The files of the three roles that the source has in ``root``."""
        paths = self.paths(root, settings)
        files = [
            BundleFile(role, path, _kind(role), _form(role, settings))
            for role, path in paths.items()
            if path.rpartition("/")[2] in source.names(_folder(path))
        ]
        return Bundle(self, root, files) if files else None

    def rules(self) -> Sequence[Rule]:
        """Rules of the three files, of what joins them, and of their history."""
        from sourceright_lint.contracts.sourceright.rules import RULES

        return RULES

    def change_rules(self) -> Sequence[Rule]:
        """The rules of the history alone."""
        from sourceright_lint.contracts.sourceright import history, history_evidence
        from sourceright_lint.rule import collect

        return collect(history, history_evidence)

    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Workspace:
        """The workspace as records, items and lines."""
        from sourceright_lint.contracts.sourceright.view import Workspace

        return Workspace(bundle, documents, settings)

    def columns(self, view: View) -> Mapping[str, int]:
        """References, and what became of them."""
        from sourceright_lint.contracts.sourceright.counts import columns

        return columns(view)

    def is_clean(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> bool:
        """Told by one pass over the values."""
        from sourceright_lint.contracts.sourceright.screen import is_clean

        return is_clean(bundle, documents, settings)

    def schemas(self) -> Mapping[str, Callable[[], Any]]:
        """Schemas of the bibliography, the sidecar and a line of the queue."""
        return {
            "csl": lambda: _schema("csl"),
            "review-queue": lambda: _schema("review-queue"),
            "verification": lambda: _schema("verification"),
        }

    def schema_files(self, settings: Settings) -> Mapping[str, Sequence[str]]:
        """The two JSON files, by name and in configured places."""
        placed = settings.bundles_of(self.name)
        return {
            "csl": [CSL, *(files["csl"] for files in placed if "csl" in files)],
            "verification": [SIDECAR, *(files["sidecar"] for files in placed if "sidecar" in files)],
        }

    def file_of(self, path: str, settings: Settings) -> BundleFile | None:
        """The file of the role that the path's name, or the configuration, gives it."""
        root = self.root_of(path, settings)
        places = {} if root is None else self.paths(root, settings)
        role = next((role for role, place in places.items() if place == path), None)
        return None if role is None else BundleFile(role, path, _kind(role), _form(role, settings))

    def merge_plan(self, role: str) -> MergePlan | None:
        """By item, record and queue line."""
        from sourceright_lint.contracts.sourceright.merging import PLANS

        return PLANS[role]

    def describe(self, view: View) -> Iterable[Fact]:
        """Items, records with their candidates and decisions, and queue lines."""
        from sourceright_lint.contracts.sourceright.describe import facts
        from sourceright_lint.contracts.sourceright.view import Workspace

        return facts(view) if isinstance(view, Workspace) else ()

    def describe_change(self, before: View | None, after: View | None) -> Sequence[Difference]:
        """The same, renamed references as such, and of the queue only how many lines changed."""
        from sourceright_lint.contracts.sourceright.describe import changes
        from sourceright_lint.contracts.sourceright.view import Workspace

        old, new = (view if isinstance(view, Workspace) else None for view in (before, after))
        return changes(old, new)

    def file_like(self, document: Document) -> BundleFile | None:
        """Bibliography, sidecar or queue, by what the file holds."""
        from sourceright_lint.contracts.sourceright.describe import role_of

        role = role_of(document)
        return None if role is None else BundleFile(role, document.path, document.kind)

    def attribute_patterns(self, settings: Settings) -> Sequence[AttributePattern]:
        """The three names, and the paths of configured bundles."""
        placed = [path for bundle in settings.bundles_of(self.name) for path in bundle.values()]
        return (
            *(AttributePattern(name, merges=True, summarised=True) for name in _ROLE_OF_NAME),
            *(AttributePattern(path, merges=True, summarised=True, exact=True) for path in placed),
        )

    def paths(self, root: str, settings: Settings) -> dict[str, str]:
        """Where the files of the roles are or would be, by role."""
        for placed in settings.bundles_of(self.name):
            if _folder(next(iter(placed.values()))) == root:
                return {role: placed[role] for role in self.roles if role in placed}
        prefix = root + "/" if root else ""
        return {role: prefix + name for name, role in _ROLE_OF_NAME.items()}


def _schema(name: str) -> Any:
    import json
    from pathlib import Path

    return json.loads((Path(__file__).parent / "schemas" / f"{name}.schema.json").read_bytes())


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _kind(role: str) -> Kind:
    return "jsonl" if role == "queue" else "json"


def _form(role: str, settings: Settings) -> Form:
    if role == "csl":
        return csl_form(settings.option("csl-order") == "id")
    return sidecar_form() if role == "sidecar" else queue_form()
