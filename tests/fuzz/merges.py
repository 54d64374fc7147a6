"""Targets of merging: three versions of a file."""

from __future__ import annotations

from sourceright_lint.baseline.merging import PLAN as BASELINE_PLAN
from sourceright_lint.baseline.merging import file_at
from sourceright_lint.config.settings import BASELINE, default_settings
from sourceright_lint.contract import BundleFile
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR, Sourceright
from sourceright_lint.jsontext import Document
from sourceright_lint.merging.documents import Merged, merge_documents
from sourceright_lint.merging.markers import Markers, take_side
from sourceright_lint.merging.plan import MergePlan
from sourceright_lint.merging.tree import CannotMergeError
from tests.fuzz.judge import random_of
from tests.fuzz.parts import split

NAMES = (CSL, SIDECAR, QUEUE, BASELINE)
_STYLES = ("merge", "diff3", "zdiff3")


def merge(data: bytes) -> None:
    """The versions ``base``, ``ours`` and ``theirs`` of the file that the input names first."""
    texts = split(data)
    name = next((name for name in NAMES if name in texts), CSL)
    base, ours, theirs = (texts.get(side, b"") for side in ("base", "ours", "theirs"))
    style = random_of(data).choice(_STYLES)
    merged = _merged(name, base, ours, theirs, style)
    if merged is None:
        return
    other = _merged(name, base, theirs, ours, style)
    assert other is not None
    assert len(other.conflicts) == len(merged.conflicts), "who is ours decides whether there is a conflict"
    file, _ = target_of(name)
    if not merged.conflicts:
        if not merged.reordered:
            assert other.data == merged.data, "who is ours decides the result"
        assert file.form is not None
        assert Document(name, merged.data.replace(b"\r\n", b"\n"), file.kind).is_canonical(file.form)
    for side in ("ours", "theirs"):
        taken = take_side(merged.data.decode(), side).encode()  # type: ignore[arg-type]
        assert Document(name, taken, file.kind).readable
    _judge_one_sided(name, base, ours)


def _judge_one_sided(name: str, base: bytes, changed: bytes) -> None:
    """What one side alone did is what comes out."""
    file, _ = target_of(name)
    assert file.form is not None
    canonical = Document(name, changed, file.kind).canonical(file.form)
    both = _merged(name, base, changed, changed)
    if both is not None:
        assert not both.conflicts
        assert both.data.replace(b"\r\n", b"\n") == canonical


def _merged(name: str, base: bytes, ours: bytes, theirs: bytes, style: str = "merge") -> Merged | None:
    file, plan = target_of(name)
    try:
        return merge_documents(base, ours, theirs, file, plan, Markers(style=style))  # type: ignore[arg-type]
    except CannotMergeError:
        return None


def target_of(name: str) -> tuple[BundleFile, MergePlan]:
    """The file of this name, and how it merges."""
    if name == BASELINE:
        return file_at(name), BASELINE_PLAN
    contract = Sourceright()
    file = contract.file_of(name, default_settings([contract]))
    assert file is not None
    plan = contract.merge_plan(file.role)
    assert plan is not None
    return file, plan
