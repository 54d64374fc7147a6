"""Whatever the files hold, fixes settle, lose nothing, and leave nothing that they could have mended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.config.glob import Glob
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR
from sourceright_lint.finding import Fix, RenameKey
from tests.properties.lossless import Number, Pairs, read_file, same_number
from tests.properties.meaning import entries, meaning, members
from tests.properties.support import PATHS, check, fix, laid_out, patient, result
from tests.properties.values import workspaces

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "format": st.just({"enabled": False}),
        "csl-order": st.just("preserve"),
        "queue": st.just("ignored"),
    },
)
seeds = st.integers(0, 2**32)


@patient
@given(workspaces(), seeds, st.booleans(), OPTIONS)
def test_fixed_twice_is_fixed_once(
    values: dict[str, Any], seed: int, unsafe: bool, options: dict[str, Any]
) -> None:
    files = laid_out(values, seed)
    fixed = fix(files, unsafe, **options)
    once = result(files, fixed)
    again = fix(once, unsafe, **options)
    assert not again.changes
    refused = {finding.code for finding, _ in fixed.refused}
    left = [f for f in again.before.findings if f.fix and (f.fix.safe or unsafe) and f.code not in refused]
    assert left == []
    assert again.before.findings == fixed.after.findings


@patient
@given(workspaces(), seeds, OPTIONS)
def test_safe_fixes_lose_nothing(values: dict[str, Any], seed: int, options: dict[str, Any]) -> None:
    files = laid_out(values, seed)
    after = result(files, fix(files, **options))
    for role in ("csl", "sidecar"):
        old, new = (read_file(each[PATHS[role]], lines=False) for each in (files, after))
        assert meaning(role, new) == meaning(role, old)
    _assert_queue_is_kept(files, after)


def _assert_queue_is_kept(files: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Either the queue says what it said, or all that it said stands in the sidecar."""
    old, new = (read_file(each[QUEUE], lines=True) for each in (files, after))
    if meaning("queue", old) == meaning("queue", new):
        return
    references = dict(read_file(after[SIDECAR], lines=False).members)["references"]
    kept = [set(_facts(record)) for _, record in references.members]
    for line in old:
        said = {fact for fact in _facts(line) if fact[0] not in (("id",), ("review_status",))}
        assert any(said <= record for record in kept), said


def _facts(value: Any, where: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every text, number and truth value with the keys that lead to it. Null says nothing, wherever it stands."""
    if isinstance(value, Number):
        yield where, same_number(value, as_float=True)
    elif isinstance(value, Pairs):
        for key, member in value.members:
            yield from _facts(member, (*where, key))
    elif isinstance(value, list):
        for element in value:
            yield from _facts(element, where)
    elif value is not None:
        yield where, value


@patient
@given(workspaces(), seeds)
def test_the_order_of_fixing_does_not_matter(values: dict[str, Any], seed: int) -> None:
    files = laid_out(values, seed)
    together = result(files, fix(files))
    for first in (CSL, SIDECAR, QUEUE):
        others = [(Glob("", path), {"ALL": ""}) for path in PATHS.values() if path != first]
        alone = result(files, fix(files, **{"per-file-ignores": others}))
        assert {path for path in files if alone[path] != files[path]} <= {first, QUEUE}
        assert result(alone, fix(alone)) == together


@patient
@given(workspaces(), seeds)
def test_what_is_in_order_is_not_touched(values: dict[str, Any], seed: int) -> None:
    files = laid_out(values, seed)
    fixable = {edit.path for f in check(files).findings if f.fix and f.fix.safe for edit in f.fix.edits}
    changed = {change.path for change in fix(files).changes}
    assert changed <= fixable | ({QUEUE} if SIDECAR in fixable else set())


@patient
@given(workspaces(), seeds, OPTIONS)
def test_other_fixes_touch_only_what_they_name(
    values: dict[str, Any], seed: int, options: dict[str, Any]
) -> None:
    files = laid_out(values, seed)
    fixed = fix(files, unsafe=True, **options)
    after = result(files, fixed)
    named = {finding.record for finding in fixed.made}
    for role in ("csl", "sidecar"):
        old, new = (entries(role, read_file(each[PATHS[role]], lines=False)) for each in (files, after))
        for id in old.keys() - named:
            assert new.get(id) == old[id]


@patient
@given(workspaces(), seeds, OPTIONS)
def test_of_what_other_fixes_name_only_what_they_edit_changes(
    values: dict[str, Any], seed: int, options: dict[str, Any]
) -> None:
    files = laid_out(values, seed)
    fixed = fix(files, unsafe=True, **options)
    after = result(files, fixed)
    edited = {key for finding in fixed.made if finding.fix for key in _keys(finding.fix)}
    for role in ("csl", "sidecar"):
        old, new = (members(role, read_file(each[PATHS[role]], lines=False)) for each in (files, after))
        for id in old.keys() & new.keys():
            for key in old[id].keys() - edited:
                assert new[id].get(key) == old[id][key], (id, key)
            assert new[id].keys() - edited <= old[id].keys()


def _keys(fix: Fix) -> Iterator[str]:
    """The keys on the way to what a fix that is not safe edits, and those that it writes."""
    for edit in () if fix.safe else fix.edits:
        yield from (step for step in getattr(edit, "pointer", ()) if isinstance(step, str))
        if isinstance(edit, RenameKey):
            yield edit.name
