"""A Research Scan run: the folder in which a literature scan leaves all that it did."""

from __future__ import annotations

from sourceright_lint.contract import AttributePattern, Bundle, BundleFile, Contract, Option
from sourceright_lint.contracts.research_scan import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Kind, View
    from sourceright_lint.contracts.research_scan.view import Run
    from sourceright_lint.describing.facts import Fact
    from sourceright_lint.jsontext import Document
    from sourceright_lint.rule import Rule
    from sourceright_lint.source import Source


class ResearchScan(Contract):
    """``research/scans/<YYYY-MM-DD>-<slug>/`` and every file that a run of the ``research-scan`` tool leaves there."""

    name = "research-scan"
    title = "Research Scan run"
    options = (
        Option(
            "research-scan-roots",
            "strings",
            ("research/scans",),
            'Folders whose subfolders named <YYYY-MM-DD>-<slug> are Research Scan runs; "*" stands for every folder.',
        ),
    )

    def root_of(self, path: str, settings: Settings) -> str | None:
        """The run's folder, for a file with a name of the contract in it or in its ``screen-batches``."""
        parts = files.split(path)
        if parts is None or not files.lies_in(parts[0], tuple(settings.option("research-scan-roots"))):
            return None
        return parts[0]

    def bundle(self, root: str, source: Source, settings: Settings) -> Bundle | None:
        """The run's files, where one of the files that every run has is of a run's shape."""
        present = source.names(root)
        batches = sorted(n for n in source.names(f"{root}/{files.BATCHES}") if n.endswith(".json"))
        if not _is_run(root, present, source):
            return None
        names = [n for n in files.known_names(iter(batches)) if n in present or n.startswith(files.BATCHES)]
        return Bundle(self, root, [BundleFile(files.role_of(n), f"{root}/{n}", _kind(n)) for n in names])

    def rules(self) -> Sequence[Rule]:
        """Rules of the files, of what joins them, and of their history."""
        from sourceright_lint.contracts.research_scan.rules import RULES

        return RULES

    def view(self, bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Run:
        """The run as candidates, scores, batches, packets and counts."""
        from sourceright_lint.contracts.research_scan.view import Run

        return Run(bundle, documents)

    def schemas(self) -> Mapping[str, Callable[[], Any]]:
        """One JSON Schema per JSON file of a run, as ``research-scan.<role>``."""

        def loader(role: str) -> Callable[[], Any]:
            def load() -> Any:
                from sourceright_lint.contracts.research_scan.schemas import published

                return published(role)

            return load

        return {f"{self.name}.{role}": loader(role) for role in files.SCHEMA_ROLES}

    def columns(self, view: View) -> Mapping[str, int]:
        """Candidates, scores, ranked papers, and packets with those that are verified."""
        from sourceright_lint.contracts.research_scan.view import Run

        if not isinstance(view, Run):
            return {}
        verified = [
            p
            for p in view.packets
            if isinstance(v := p.get("verification"), dict) and v.get("verified") is True
        ]
        return {
            "candidates": len(view.candidates),
            "scored": len(view.scores),
            "ranked": len(view.ranked),
            "packets": len(view.packets),
            "verified": len(verified),
        }

    def describe(self, view: View) -> Iterable[Fact]:
        """Counts, and the scores, ranks and packets of each work."""
        from sourceright_lint.contracts.research_scan.describe import facts
        from sourceright_lint.contracts.research_scan.view import Run

        return facts(view) if isinstance(view, Run) else ()

    def schema_files(self, settings: Settings) -> Mapping[str, Sequence[str]]:
        """The JSON files of the runs below the configured folders."""
        roots = settings.option("research-scan-roots")
        starts = ["**/" if root == "*" else f"{root.strip('/')}/*/" for root in roots]
        named = {**files.schema_names(), f"{files.BATCHES}/*.json": files.BATCH}
        patterns: dict[str, list[str]] = {}
        for name, role in named.items():
            patterns.setdefault(f"{self.name}.{role}", []).extend(start + name for start in starts)
        return patterns

    def attribute_patterns(self, settings: Settings) -> Sequence[AttributePattern]:
        """The kinds of files that a run has, in every folder that counts as a run's."""
        return [AttributePattern(glob) for glob in files.globs(tuple(settings.option("research-scan-roots")))]


def _is_run(root: str, present: frozenset[str], source: Source) -> bool:
    for name in files.MARKERS:
        data = source.read(f"{root}/{name}") if name in present else None
        if data is not None and files.speaks_for_run(name, data):
            return True
    return False


def _kind(name: str) -> Kind:
    # Logs are read as text: a line that a killed run left unfinished is no syntax error of ours.
    return "json" if name.endswith(".json") else "text"
