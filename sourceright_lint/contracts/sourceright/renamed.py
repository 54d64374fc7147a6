"""Records that went along with a reference that got another id, between two states of a workspace."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sourceright_lint.contracts.sourceright.bibliographic import fingerprint
from sourceright_lint.contracts.sourceright.ids import matching_of
from sourceright_lint.contracts.sourceright.view import Record, Workspace

_EVIDENCE = ("extraction", "provider_candidates", "conflicts", "review_decisions")


def renamed_records(before: Workspace, after: Workspace) -> dict[str, str]:
    """New id by old id. A record whose old id still has its CSL item was not renamed, wherever it went.

    The same are, first, records whose items are the same but for the id; then records that are equal and
    hold some evidence; then records whose items have one DOI; then those that were orphans of an id in
    another spelling. What has two possible partners has none.
    """
    was, now = records_of(before), records_of(after)
    landed = [record for key, record in now.items() if key not in was]
    if not landed:
        return {}
    references = after.sidecar.references if after.sidecar else {}
    cited = after.csl.by_id if after.csl else {}
    gone = [record for key, record in was.items() if key not in references and key not in cited]
    renamed: dict[str, str] = {}
    for look in (_by_item, _by_evidence, _by_doi):
        _pair(renamed, gone, landed, look)
    for record in gone:
        item = matching_of(before).renamed.get(record.key)
        id = item.id if item else None
        if id is not None and record.key not in renamed and id in now and id not in was:
            renamed[record.key] = id
    return {**renamed, **_made_room(was, now, landed)}


def records_of(view: Workspace) -> Mapping[str, Record]:
    """The records by id; none without a sidecar."""
    return view.sidecar.records if view.sidecar else {}


def _pair(
    renamed: dict[str, str], gone: Sequence[Record], landed: Sequence[Record], look: Callable[[Record], str]
) -> None:
    """Pair what is left on both sides and is, by ``look``, the only one of its kind there."""
    taken = set(renamed.values())
    old = [(look(record), record.key) for record in gone if record.key not in renamed]
    new = [(look(record), record.key) for record in landed if record.key not in taken]
    on_old, on_new = (Counter(kind for kind, _ in side) for side in (old, new))
    by_kind = dict(new)
    for kind, key in old:
        if kind and on_old[kind] == on_new[kind] == 1:
            renamed[key] = by_kind[kind]


def _by_item(record: Record) -> str:
    return fingerprint(record.item.value) if record.item else ""


def _by_evidence(record: Record) -> str:
    has_some = any(record.value.get(member) for member in _EVIDENCE)
    return json.dumps(record.value, sort_keys=True) if has_some else ""


def _by_doi(record: Record) -> str:
    from sourceright_lint.contracts.sourceright.identity import doi_of

    return (doi_of(record.item.value) or "") if record.item else ""


def _made_room(
    was: Mapping[str, Record], now: Mapping[str, Record], landed: Sequence[Record]
) -> dict[str, str]:
    """Records that went, whole and with their items, to a new id, while another work took their old one."""
    replaced = [
        (key, old)
        for key, old in was.items()
        if old.item
        and (stays := now.get(key))
        and stays.value != old.value
        and _by_item(stays) != _by_item(old)
    ]
    return {
        key: new.key
        for key, old in replaced
        for new in landed
        if old.value == new.value and _by_evidence(new) and _by_item(new) == _by_item(old)
    }
