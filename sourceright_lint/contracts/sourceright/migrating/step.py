"""What a migration did, each change with a code that stays the same."""

from __future__ import annotations

from typing import NamedTuple

CODES = {
    "migrate.file.unwrapped": "The items were taken out of an object that wrapped them.",
    "migrate.file.listed": "A single item was put into a list.",
    "migrate.file.formatted": "A file that changed, and was in another layout, was brought into canonical form.",
    "migrate.item.converted": "An item in the words of Zotero or DataCite became a CSL item.",
    "migrate.variable.renamed": "A key became the CSL variable that it is but for case and separators.",
    "migrate.variable.converted": "A value got the type that its CSL variable has.",
    "migrate.name.converted": "Names got the keys that CSL has for their parts, a single name a list around it.",
    "migrate.date.converted": "A date became a CSL date.",
    "migrate.type.translated": "A type of another program became the CSL type that it stands for.",
    "migrate.id.text": "An id that was a number became text.",
    "migrate.id.normalised": "Surplus white space was taken out of an id, in all files.",
    "migrate.field.moved": "A workflow field was moved from an item into its record.",
    "migrate.sidecar.started": "A sidecar was made.",
    "migrate.record.started": "A record was started for an item that had none.",
    "migrate.orphan.marked": "A record without an item was marked as an orphan, with a reason.",
    "migrate.queue.derived": "Lines of the queue follow what became of their records.",
}
"""What each code means. Codes are added, never changed."""


class Step(NamedTuple):
    """One change. ``path`` is the file, ``id`` the reference it is about (None for the file as a whole)."""

    code: str
    path: str
    id: str | None
    message: str
