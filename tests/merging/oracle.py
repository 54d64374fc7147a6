"""What must hold of every merge, judged on plain values without any of the code that merges."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import Any

from sourceright_lint.config.settings import Settings
from sourceright_lint.merging.documents import Merged
from tests.merging.support import CONTRACT, PATHS, loaded, merged, settled

Records = dict[str, Any]


def judge(base: bytes, ours: bytes, theirs: bytes, role: str, settings: Settings) -> Merged:
    """Merge, and assert that nothing of either side is lost, added or decided in silence."""
    result = merged(base, ours, theirs, role=role, settings=settings)
    _everything_is_found_again(base, ours, theirs, result, role)
    _sides_may_be_swapped(base, ours, theirs, result, role, settings)
    _an_unchanged_side_changes_nothing(base, ours, theirs, role, settings)
    if not result.conflicts:
        assert canonical(result.data, role, settings) == _lf(result.data)
        content = _distinct(_by_id(loaded(result.data, role), role))
        for sides in ((base, result.data, theirs), (base, ours, result.data)):
            again = merged(*sides, role=role, settings=settings)
            assert again.conflicts == ()
            assert _distinct(_by_id(loaded(again.data, role), role)) == content
    return result


def canonical(data: bytes, role: str, settings: Settings) -> bytes:
    """The canonical form of a file."""
    from sourceright_lint.jsontext import Document

    file = CONTRACT.file_of(PATHS[role], settings)
    assert file is not None
    assert file.form is not None
    form = Document(file.path, data, file.kind).canonical(file.form)
    assert form is not None
    return form


def _sides_may_be_swapped(
    base: bytes, ours: bytes, theirs: bytes, result: Merged, role: str, settings: Settings
) -> None:
    swapped = merged(base, theirs, ours, role=role, settings=settings)
    assert swapped.reordered == result.reordered
    assert {c.record for c in swapped.conflicts} == {c.record for c in result.conflicts}
    for side, other in (("ours", "theirs"), ("theirs", "ours")):
        one, two = settled(result.data, side, role), settled(swapped.data, other, role)
        assert _by_id(one, role) == _by_id(two, role)
    if not result.conflicts and not result.reordered:
        assert _shape(loaded(swapped.data, role)) == _shape(loaded(result.data, role))


def _an_unchanged_side_changes_nothing(
    base: bytes, ours: bytes, theirs: bytes, role: str, settings: Settings
) -> None:
    for side, sides in (
        (ours, (base, ours, base)),
        (ours, (base, ours, ours)),
        (theirs, (base, base, theirs)),
    ):
        result = merged(*sides, role=role, settings=settings)
        assert result.conflicts == ()
        assert _lf(result.data) == canonical(side, role, settings)


def _everything_is_found_again(base: bytes, ours: bytes, theirs: bytes, result: Merged, role: str) -> None:
    before, mine, yours = (_by_id(loaded(data, role), role) for data in (base, ours, theirs))
    contested = {conflict.record[-1] for conflict in result.conflicts}
    for side in ("ours", "theirs"):
        after = _by_id(settled(result.data, side, role), role)
        assert set(after) <= set(mine) | set(yours)
        for id in set(mine) | set(yours):
            versions = (before.get(id), mine.get(id), yours.get(id))
            if id in contested:
                _version_is_there(versions, after.get(id), side)
            else:
                _record_is_merged(versions, after.get(id))
    before, mine, yours = (_records(loaded(data, role), role) for data in (base, ours, theirs))
    for id in contested:
        assert before.get(id) != mine.get(id) != yours.get(id) != before.get(id)


def _version_is_there(versions: tuple[Any, Any, Any], after: Any, side: str) -> None:
    """Taking a side of a conflict: what that side has, and what only the other one added."""
    before, mine, yours = versions if side == "ours" else (versions[0], versions[2], versions[1])
    if mine is None:
        assert after is None
        return
    assert after is not None
    if yours is None or not (isinstance(mine, dict) and isinstance(yours, dict)):
        assert after == mine
        return
    _lists_are_found(before, mine, yours, after)
    for name, value in mine.items():
        if name not in LISTS and value != (before or {}).get(name) and not isinstance(value, dict):
            assert after[name] == value


def _record_is_merged(versions: tuple[Any, Any, Any], after: Any) -> None:
    before, mine, yours = versions
    if mine is None or yours is None:
        gone = before is not None and before in (mine, yours)
        assert after is None if gone else after in (mine, yours)
        return
    if not (isinstance(mine, dict) and isinstance(yours, dict)):
        assert after == _three_way(before, mine, yours)
        return
    assert after is not None
    _lists_are_found(before, mine, yours, after)
    for name in {*mine, *yours, *after} - LISTS.keys():
        old = before.get(name, ABSENT) if isinstance(before, dict) else ABSENT
        _field_is_merged(old, mine.get(name, ABSENT), yours.get(name, ABSENT), after.get(name, ABSENT))


def _field_is_merged(old: Any, mine: Any, yours: Any, after: Any) -> None:
    if isinstance(mine, dict) and isinstance(yours, dict) and isinstance(after, dict):
        old = old if isinstance(old, dict) else {}
        for name in {*mine, *yours, *after}:
            values = (side.get(name, ABSENT) for side in (old, mine, yours, after))
            _field_is_merged(*values)
        return
    assert after == _three_way(old, mine, yours)


def _three_way(old: Any, mine: Any, yours: Any) -> Any:
    if mine == yours or yours == old:
        return mine
    assert mine == old, "both sides changed it: this had to be a conflict"
    return yours


ABSENT = object()


def _candidate_identity(entry: Any) -> str:
    return _text([entry.get(name) for name in ("provider", "retrieved_at", "data")])


def _conflict_identity(entry: Any) -> str:
    return _text({name: value for name, value in entry.items() if name != "resolution"})


LISTS = {
    "provider_candidates": _candidate_identity,
    "conflicts": _conflict_identity,
    "review_decisions": lambda entry: _text(entry),
}


SORTED = ("provider_candidates", "conflicts")
"""Lists that canonical form sorts."""


def _lists_are_found(before: Any, mine: Any, yours: Any, after: Any) -> None:
    for name, identity in LISTS.items():
        old, one, two, new = (
            list(map(identity, (side or {}).get(name, []))) for side in (before, mine, yours, after)
        )
        for entry, count in (Counter(one) | Counter(two)).items():
            kept_by_both = one.count(entry) >= old.count(entry) <= two.count(entry)
            if kept_by_both:
                assert new.count(entry) == count, f"{name}: {entry}"
        assert not Counter(new) - (Counter(one) | Counter(two)), f"{name}: something was invented"
        if name == "review_decisions":
            assert _is_subsequence(one, new)
            assert _is_subsequence(two, new)


def _is_subsequence(short: list[str], long: list[str]) -> bool:
    rest = iter(long)
    return all(entry in rest for entry in short)


def _records(value: Any, role: str) -> Records:
    """Records by id; of a sidecar the other members too."""
    if role != "sidecar":
        return {entry["id"]: entry for entry in value}
    return {**value["references"], **{name: value[name] for name in value if name != "references"}}


def _by_id(value: Any, role: str) -> Records:
    """Records by id, as far as they are compared."""
    return {id: _shape(entry) for id, entry in _records(value, role).items()}


def _shape(value: Any) -> Any:
    """A value without the empty lists of a record, which are the same as none, and with the others sorted."""
    if isinstance(value, dict):
        return {
            name: sorted(entry, key=_text) if name in SORTED else _shape(entry)
            for name, entry in value.items()
            if not (name in LISTS and entry == [])
        }
    return [_shape(entry) for entry in value] if isinstance(value, list) else value


def _distinct(value: Any) -> Any:
    """A value with entries that stand twice in a list standing once: of such, one may be gone on one side."""
    if isinstance(value, dict):
        return {name: _distinct(entry) for name, entry in value.items()}
    if not isinstance(value, list):
        return value
    return list({_text(entry): entry for entry in value}.values())


def _lf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=_number)


def _number(value: Decimal) -> str:
    return f"number {value.normalize() if value else 0:f}" if value.adjusted() < 50 else str(value)
