"""Whether a whole workspace is in order, told in one pass over its values.

Only a workspace in which surely no rule has anything to say passes. What is only a little unusual does
not, and the rules decide; so a rule never needs to know of this module, but a test holds them together.
"""

from __future__ import annotations

from sourceright_lint.contracts.sourceright.csl_plain import is_plain as is_plain_item
from sourceright_lint.contracts.sourceright.forms import OPEN_STATUSES, QUEUE_FIRST, SCHEMA_VERSION
from sourceright_lint.contracts.sourceright.record_plain import is_plain as is_plain_record
from sourceright_lint.jsontext.dump import lines_of
from sourceright_lint.parallel import begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Bundle
    from sourceright_lint.jsontext import Document, Form


_LARGE = 2_000_000
"""Bytes of a bibliography from which it pays to look at it in a process of its own."""


def is_clean(bundle: Bundle, documents: Mapping[str, Document], settings: Settings) -> bool:
    """Whether surely no rule has anything to say about the workspace."""
    by_role = {file.role: documents[file.path] for file in bundle.files if file.path in documents}
    if not {"csl", "sidecar"} <= by_role.keys() or settings.as_of is not None:
        return False
    csl, sidecar_file = by_role["csl"], by_role["sidecar"]
    forms = {file.role: file.form for file in bundle.files}
    begun = begin(lambda: _look_at_items(csl, forms["csl"])) if len(csl.data) > _LARGE else None
    is_sidecar_fine = _is_in_form(sidecar_file, forms["sidecar"]) and _is_plain_sidecar(sidecar_file.value)
    seen = (begun() if begun else b"") or _look_at_items(csl, forms["csl"])
    if seen[0] and forms["csl"] is not None:
        csl.take_as_canonical(forms["csl"])
        csl.verdicts = seen[2:]
    if not is_sidecar_fine or not all(seen):
        return False
    items, sidecar = csl.value, sidecar_file.value
    records = sidecar["references"]
    providers = settings.option("known-providers")
    if len(records) != len(items) or not all(
        item["id"] in records and is_plain_record(records[item["id"]], item, providers, "") for item in items
    ):
        return False
    return _is_fresh(by_role.get("queue"), records, settings)


def _is_in_form(document: Document, form: Form | None) -> bool:
    return form is not None and document.is_surely_canonical(form)


def _look_at_items(csl: Document, form: Form | None) -> bytes:
    """What there is to say of the bibliography, as ones and zeros.

    Whether it is in canonical form, else nothing more; whether surely no two ids or DOIs are taken for the same by
    people; of each item whether it is plain.
    """
    if not _is_in_form(csl, form):
        return bytes([False])
    items = csl.value
    if type(items) is not list:
        return bytes([True, False])
    are_plain = [type(item) is dict and is_plain_item(item) for item in items]
    return bytes([True, all(are_plain) and _are_distinct(items), *are_plain])


def _are_distinct(items: list[dict[str, Any]]) -> bool:
    ids = [item["id"] for item in items]
    dois = [item["DOI"] for item in items if "DOI" in item]
    if len(set(dois)) != len(dois) or not all(map(str.isascii, ids)) or any(" " in id for id in ids):
        return False
    return len({id.lower() for id in ids}) == len(ids)


def _is_plain_sidecar(sidecar: Any) -> bool:
    return (
        type(sidecar) is dict
        and list(sidecar) == ["schema_version", "references"]
        and sidecar["schema_version"] == SCHEMA_VERSION
        and type(sidecar["references"]) is dict
        and all(type(record) is dict for record in sidecar["references"].values())
    )


def _is_fresh(queue: Document | None, records: dict[str, Any], settings: Settings) -> bool:
    """Whether the queue is, byte for byte, what canonical records derive."""
    if settings.option("queue") != "tracked":
        return queue is None
    entries = _entries(records)
    if queue is None:
        return next(entries, None) is None
    if queue.is_large:
        return lines_of(entries) == queue.data
    # Importing a writer would take longer than comparing values, whose layout proves that their text is equal.
    return queue.is_laid_out() and repr(queue.value) == repr(list(entries))


def _entries(records: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for id, record in records.items():
        if record["review_status"] in OPEN_STATUSES:
            yield {"id": id, **{key: record[key] for key in QUEUE_FIRST[1:] if key in record}}
