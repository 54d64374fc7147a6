"""Notarius' published evidence context: ``index.json`` with its descriptor, and ``evidence-context.json``."""

from __future__ import annotations

from sourceright_lint.contract import AttributePattern, Bundle, BundleFile, Contract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import View
    from sourceright_lint.contracts.evidence_context.view import EvidenceView
    from sourceright_lint.describing.facts import Fact
    from sourceright_lint.jsontext import Document
    from sourceright_lint.rule import Rule
    from sourceright_lint.source import Source

INDEX = "index.json"
PAYLOAD = "evidence-context.json"

_ROLE_OF_NAME = {INDEX: "index", PAYLOAD: "evidence-context"}

_MARKS = frozenset({"source_digest", "selected_lanes", "window_units"})
"""Members of a payload, beside its contexts, that nothing else is likely to have."""


class EvidenceContext(Contract):
    """An evidence context and the index that describes it, in one folder. Neither file is ever rewritten.

    Both are private: the payload holds source text, and an index that is broken may hold some of it.
    """

    name = "evidence-context"
    title = "Notarius evidence context"
    roles = ("index", "evidence-context")

    def root_of(self, path: str, settings: Settings) -> str | None:
        """The folder of a file with one of the two names, or of a configured bundle."""
        for placed in settings.bundles_of(self.name):
            if path in placed.values():
                return _folder(next(iter(placed.values())))
        folder, _, name = path.rpartition("/")
        return folder if name in _ROLE_OF_NAME else None

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """The two files, where the payload is there or the index has a descriptor.

        A payload of a version that is not supported is left out, and one that is a link out of the folder:
        neither is opened.
        """
        paths = self._paths(root, settings)
        present = {role: path for role, path in paths.items() if _is_there(path, source)}
        if "evidence-context" in present and source.leaves_folder(present["evidence-context"]):
            del present["evidence-context"]
        data = source.read(present["index"]) if "index" in present else None
        index = data if data is not None and b"evidence_context" in data else None
        if index is not None:
            from sourceright_lint.contracts.evidence_context.discovery import judge

            verdict = judge(present["index"], index)
            if verdict == "foreign" and "evidence-context" not in present:
                return None
            if verdict == "unsupported":
                present.pop("evidence-context", None)
        elif "evidence-context" not in present:
            return None
        return Bundle(
            self, root, [BundleFile(role, path, "json", None, True) for role, path in present.items()]
        )

    def rules(self) -> Sequence[Rule]:
        """Rules of the descriptor, the payload, its privacy and its history."""
        from sourceright_lint.contracts.evidence_context.rules import RULES

        return RULES

    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> EvidenceView:
        """The bundle as index and payload."""
        from sourceright_lint.contracts.evidence_context.view import EvidenceView

        return EvidenceView(bundle, documents)

    def schemas(self) -> Mapping[str, Callable[[], Any]]:
        """The payload's schema and the descriptor's."""

        def load(name: str) -> Callable[[], Any]:
            def schema() -> Any:
                from sourceright_lint.contracts.evidence_context.view import load_schema

                return load_schema(name)

            return schema

        return {name: load(name) for name in ("evidence-context", "evidence-context-descriptor")}

    def schema_files(self, settings: Settings) -> Mapping[str, Sequence[str]]:
        """The payload, by name and in configured places."""
        placed = settings.bundles_of(self.name)
        return {self.name: [PAYLOAD, *(paths[self.name] for paths in placed if self.name in paths)]}

    def attribute_patterns(self, settings: Settings) -> Sequence[AttributePattern]:
        """The payload, and the paths of configured bundles; ``index.json`` is a name that others use too."""
        placed = [path for bundle in settings.bundles_of(self.name) for path in bundle.values()]
        return (
            AttributePattern(PAYLOAD, summarised=True),
            *(AttributePattern(path, summarised=True, exact=True) for path in placed),
        )

    def columns(self, view: View) -> Mapping[str, int]:
        """Contexts, units and citations of the payload."""
        from sourceright_lint.contracts.evidence_context.view import EvidenceView

        payload = view.payload if isinstance(view, EvidenceView) else None
        if payload is None:
            return {}
        return {
            "contexts": len(payload.contexts),
            "units": sum(len(context.units) for context in payload.contexts),
            "citations": sum(len(context.evidence) for context in payload.contexts),
        }

    def describe(self, view: View) -> Iterable[Fact]:
        """Descriptor, lanes, contexts, citations and units, without a word of their text."""
        from sourceright_lint.contracts.evidence_context.describe import facts
        from sourceright_lint.contracts.evidence_context.view import EvidenceView

        return facts(view) if isinstance(view, EvidenceView) else ()

    def file_like(self, document: Document) -> BundleFile | None:
        """A payload under another name: private all the same."""
        value = document.value
        is_payload = isinstance(value, dict) and "contexts" in value and not _MARKS.isdisjoint(value)
        return BundleFile("evidence-context", document.path, "json", None, True) if is_payload else None

    def file_of(self, path: str, settings: Settings) -> BundleFile | None:
        """The file of the role that the path's name, or the configuration, gives it."""
        root = self.root_of(path, settings)
        places = {} if root is None else self._paths(root, settings)
        role = next((role for role, place in places.items() if place == path), None)
        return None if role is None else BundleFile(role, path, "json", None, True)

    def is_named(self, path: str, settings: Settings) -> bool:
        """Whether it is a payload by its name, or a configured file: ``index.json`` is a name that others use too."""
        is_placed = any(path in placed.values() for placed in settings.bundles_of(self.name))
        return is_placed or path.rpartition("/")[2] == PAYLOAD

    def _paths(self, root: str, settings: Settings) -> dict[str, str]:
        for placed in settings.bundles_of(self.name):
            if _folder(next(iter(placed.values()))) == root:
                return {role: placed[role] for role in self.roles if role in placed}
        prefix = root + "/" if root else ""
        return {role: prefix + name for name, role in _ROLE_OF_NAME.items()}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _is_there(path: str, source: Source) -> bool:
    return path.rpartition("/")[2] in source.names(_folder(path))
