"""Apply the fixes of a bundle's findings, round by round, until none is left to make.

Nothing is written here: the result is what each file would hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import Check, Checked, apply_rules, check_documents, read_documents
from sourceright_lint.errors import WriteRefused
from sourceright_lint.finding import Edit, Finding, Fix, Reformat, Rewrite, Splice, StripBom, TidyLines
from sourceright_lint.fixing.overlay import Overlay
from sourceright_lint.jsontext import Document
from sourceright_lint.jsontext.form import Form
from sourceright_lint.parallel import begin
from sourceright_lint.source import Source

ROUNDS = 12
"""More rounds than any chain of fixes needs; a fix that never settles stops here and is reported."""


_LARGE = 2_000_000
"""Bytes of a file from which it pays to format it in a process of its own."""

FixKey = tuple[object, ...]
"""What tells one fix from another: its title and the places it edits."""


class Change(NamedTuple):
    """A file before and after. ``old`` is None for a file that is made."""

    path: str
    old: bytes | None
    new: bytes


class Fixed(NamedTuple):
    """What the fixes made of a bundle, and what is left to say of the result."""

    before: Checked
    after: Checked
    changes: tuple[Change, ...]
    made: tuple[Finding, ...]
    refused: tuple[tuple[Finding, str], ...]


def fix_bundle(
    bundle: Bundle,
    source: Source,
    settings: Settings,
    unsafe: bool,
    check: Check = check_documents,
    documents: Mapping[str, Document] | None = None,
) -> Fixed:
    """Make every safe fix (and with ``unsafe`` the others), in memory. What ``check`` does not find stays as it is.

    ``documents`` are the bundle's files where they have been read already.
    """
    if documents is None:
        documents = read_documents(bundle, read_contents(bundle, source))
    original = {path: document.data for path, document in documents.items()}
    before = checked = check(bundle, documents, settings)
    changed: dict[str, bytes] = {}
    made: list[Finding] = []
    refused: dict[FixKey, tuple[Finding, str]] = {}
    for _ in range(ROUNDS):
        fixes = _wanted(checked.findings, unsafe, refused)
        if fixes and checked.view:
            # What was found is known, and the fixes need the memory.
            checked.view.forget()
            checked, before = checked._replace(view=None), before._replace(view=None)
        step = _Step(checked, bundle)
        for finding in fixes:
            step.take(finding)
        results = step.results(refused)
        results = {path: new for path, new in results.items() if not _has(documents, path, new)}
        if not results:
            break
        made.extend(step.made)
        changed.update(results)
        # The values before a round need not be there together with those after it.
        for path in results.keys() & documents.keys():
            documents[path].forget()
        bundle = bundle.contract.bundle(bundle.root, Overlay(source, changed), settings) or bundle
        documents = _changed(bundle, documents, results, step.proven)
        del checked, step
        checked = check(bundle, documents, settings)
    changes = [Change(path, original.get(path), new) for path, new in sorted(changed.items())]
    kept = tuple(change for change in changes if change.old != change.new)
    return Fixed(before, checked, kept, tuple(made), tuple(refused.values()))


def fix_finding(checked: Checked, finding: Finding) -> tuple[Change, ...]:
    """What the fix of one finding alone changes. Raises WriteRefused where it cannot be made."""
    step = _Step(checked, checked.bundle)
    step.take(finding)
    refused: dict[FixKey, tuple[Finding, str]] = {}
    results = step.results(refused)
    for _, reason in refused.values():
        raise WriteRefused(reason)
    old = {path: document.data for path, document in checked.documents.items()}
    return tuple(Change(path, old.get(path), new) for path, new in sorted(results.items()))


def format_bundle(bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> Fixed:
    """Bring every file into canonical form, in memory. Findings are left only where the text has faults.

    The values of the largest file are kept: letting go of them takes long, and most runs end soon after.
    """
    forms = {
        file.path: file.form
        for file in bundle.files
        if file.path in documents and file.form and settings.formats(file.path, bundle.contract.name)
    }
    begun = _begin_beside(documents, forms)
    for path in forms.keys() - begun.keys():
        documents[path].expect_formatting()
    made: dict[str, bytes] = {}
    has_faults = False
    held: Document | None = None
    for path, document in sorted(documents.items(), key=lambda item: (item[0] in begun, len(item[1].data))):
        new = begun[path]() or None if path in begun else None
        if new is None:
            # The values of one file need not be there together with those of the next.
            if held is not None:
                held.forget()
            held = document
            form = forms.get(path)
            is_to_be_written = form is not None and _is_to_be_written(document, form)
            # The proof lets go of what was read: what is asked of it is asked before.
            has_faults = has_faults or bool(document.faults)
            new = reformatted(document, form) if form and is_to_be_written else None
        if new is not None:
            made[path] = new
    if held is not None and has_faults:
        held.forget()
    before = Checked(bundle, (), documents, None)
    after = _changed(bundle, documents, made)
    checked = apply_rules(bundle, after, settings) if has_faults else before._replace(documents=after)
    changes = tuple(Change(path, documents[path].data, made[path]) for path in documents if path in made)
    return Fixed(before, checked, changes, (), ())


def _begin_beside(
    documents: Mapping[str, Document], forms: Mapping[str, Form]
) -> dict[str, Callable[[], bytes]]:
    """The second largest file, if it is large, is brought into form by another process: its bytes if all went well."""
    by_size = sorted(forms, key=lambda path: len(documents[path].data))
    if len(by_size) < 2 or len(documents[by_size[-2]].data) < _LARGE:
        return {}
    document, form = documents[by_size[-2]], forms[by_size[-2]]

    def work() -> bytes:
        is_sound = _is_to_be_written(document, form) and not document.faults
        return reformatted(document, form) if is_sound else b""

    return {document.path: begin(work)}


def _is_to_be_written(document: Document, form: Form) -> bool:
    """Whether a document is not in canonical form, and can be brought into it."""
    return not document.is_canonical(form) and document.may_be_rewritten(form)


def _wanted(findings: Iterable[Finding], unsafe: bool, refused: Mapping[FixKey, object]) -> list[Finding]:
    """Findings whose fixes are to be made now; text is repaired before values, values before layout."""
    wanted = [f for f in findings if f.fix and (f.fix.safe or unsafe) and fix_key(f.fix) not in refused]
    return sorted(wanted, key=lambda finding: _stage(finding.fix))


def _stage(fix: Fix | None) -> int:
    edits = fix.edits if fix else ()
    if any(isinstance(edit, (Splice, TidyLines, StripBom)) for edit in edits):
        return 0
    if any(isinstance(edit, Rewrite) for edit in edits):
        return 2
    return 3 if any(isinstance(edit, Reformat) for edit in edits) else 1


class _Step:
    """The fixes of one round: those that touch different places, and of each file only one stage.

    ``proven`` are results that the proof of a new layout has read: a large file is not to be read again after it.
    """

    def __init__(self, checked: Checked, bundle: Bundle) -> None:
        self.checked = checked
        self.forms = {file.path: file.form for file in bundle.files}
        self.taken: dict[FixKey, tuple[Fix, Finding]] = {}
        self.stages: dict[str, int] = {}
        self.places: set[tuple[object, ...]] = set()
        self.ancestors: set[tuple[object, ...]] = set()
        self.made: list[Finding] = []
        self.proven: dict[str, Document] = {}

    def take(self, finding: Finding) -> None:
        """Plan the fix of a finding, unless it meets one that is planned already."""
        fix = finding.fix
        if fix is None or fix_key(fix) in self.taken:
            return
        stage = _stage(fix)
        if any(self.stages.get(edit.path, stage) != stage for edit in fix.edits):
            return
        places = [place for edit in fix.edits for place in _places(edit)]
        if any(self._meets(place) for place in places):
            return
        self.places.update(places)
        self.ancestors.update(place[:length] for place in places for length in range(1, len(place)))
        self.stages.update({edit.path: stage for edit in fix.edits})
        self.taken[fix_key(fix)] = (fix, finding)

    def _meets(self, place: tuple[object, ...]) -> bool:
        return place in self.ancestors or any(
            place[:length] in self.places for length in range(1, len(place) + 1)
        )

    def results(self, refused: dict[FixKey, tuple[Finding, str]]) -> dict[str, bytes]:
        """New content by path. When a file refuses an edit, the fixes that it takes are looked for."""
        taken = list(self.taken.values())
        try:
            results = self._apply([fix for fix, _ in taken])
        except WriteRefused:
            taken = self._good(taken, refused)
            try:
                results = self._apply([fix for fix, _ in taken])
            except WriteRefused:
                taken = taken[:1]
                results = self._apply([fix for fix, _ in taken])
        self.made = [finding for _, finding in taken]
        return results

    def _good(
        self, taken: list[tuple[Fix, Finding]], refused: dict[FixKey, tuple[Finding, str]]
    ) -> list[tuple[Fix, Finding]]:
        """Those that can be made: by halves, so that one bad fix among many is found soon."""
        try:
            self._apply([fix for fix, _ in taken])
        except WriteRefused as error:
            if len(taken) == 1:
                fix, finding = taken[0]
                refused[fix_key(fix)] = (finding, str(error))
                return []
            middle = len(taken) // 2
            return self._good(taken[:middle], refused) + self._good(taken[middle:], refused)
        return taken

    def _apply(self, fixes: list[Fix]) -> dict[str, bytes]:
        by_path: dict[str, list[Edit]] = {}
        for fix in fixes:
            for edit in fix.edits:
                by_path.setdefault(edit.path, []).append(edit)
        return {path: self._apply_to(path, edits) for path, edits in by_path.items()}

    def _apply_to(self, path: str, edits: list[Edit]) -> bytes:
        from sourceright_lint.jsontext import apply_edits

        rewrite = next((edit for edit in edits if isinstance(edit, Rewrite)), None)
        if rewrite is not None:
            return rewrite.data
        document = self.checked.documents[path]
        if any(isinstance(edit, Reformat) for edit in edits):
            form = self.forms[path]
            assert form is not None
            self.proven[path] = proven_layout(document, form)
            return self.proven[path].data
        new = apply_edits(document, edits)
        prove_edits(document, edits, new)
        return new


def reformatted(document: Document, form: Form) -> bytes:
    """The document in canonical form, proven to hold the same content."""
    after = proven_layout(document, form)
    after.forget()
    return after.data


def proven_layout(document: Document, form: Form) -> Document:
    """As ``reformatted``, with what was read for the proof."""
    from sourceright_lint.jsontext import document_difference

    if not document.may_be_rewritten(form):
        raise WriteRefused(f"{document.path}: cannot be rewritten without loss")
    canonical = document.canonical(form)
    assert canonical is not None
    after = Document(document.path, canonical, document.kind, document.private)
    lost = document_difference(document, after, form)
    if lost is not None:
        after.forget()
        told = "" if document.private else f": {lost}"
        raise WriteRefused(f"{document.path}: rewriting would change more than the layout{told}")
    return after


def prove_edits(document: Document, edits: list[Edit], new: bytes) -> None:
    """Refuse new bytes in which anything differs that no edit announced."""
    from sourceright_lint.jsontext import unannounced

    lost = unannounced(document, edits, new)
    if lost is not None:
        raise WriteRefused(f"{document.path}: the fix would change more than it says: {lost}")


def fix_key(fix: Fix) -> FixKey:
    """Equal for fixes that do the same, in one round and the next."""
    return (fix.title, *(place for edit in fix.edits for place in _places(edit)))


def _places(edit: Edit) -> list[tuple[object, ...]]:
    if isinstance(edit, Splice):
        return [(edit.path, "splice", edit.start)]
    if isinstance(edit, TidyLines):
        return [(edit.path, "lines", edit.fault)]
    if isinstance(edit, (Rewrite, Reformat, StripBom)):
        return [(edit.path, type(edit).__name__)]
    return [(edit.path, *edit.pointer)]


def _has(documents: Mapping[str, Document], path: str, data: bytes) -> bool:
    return path in documents and documents[path].data == data


def _changed(
    bundle: Bundle,
    documents: Mapping[str, Document],
    results: Mapping[str, bytes],
    proven: Mapping[str, Document] = MappingProxyType({}),
) -> dict[str, Document]:
    """The files after a round; those that did not change, and those that a proof has read, are not read again."""
    found = {}
    for file in bundle.files:
        path = file.path
        if path in results:
            known = proven.get(path)
            if known is None or known.data is not results[path]:
                known = Document(path, results[path], file.kind, file.private)
            found[path] = known
        elif path in documents:
            found[path] = documents[path]
    return found
