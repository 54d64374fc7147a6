"""The base of a criss-cross merge: what is left of it when its own conflicts are set aside."""

from __future__ import annotations

from collections import Counter

from sourceright_lint.merging.layout import Shape, join_entries, split_entries, split_member
from sourceright_lint.merging.plan import MergePlan


def settled_base(ours: str, theirs: str, plan: MergePlan, lines: bool = False) -> str:
    """The records on which two readings of a conflicted base agree, as JSON text.

    Git merges several merge bases into one, and leaves its conflicts in it. A record that was in conflict
    counts as not there: what the sides made of it is compared without a base, and nothing is settled in
    silence. Both texts are canonical.
    """
    if not lines and plan.key is None:
        return _members(ours, theirs, plan, 0)
    shape: Shape = "lines" if lines else "array"
    left = Counter(split_entries(theirs, shape))
    kept = []
    for entry in split_entries(ours, shape):
        if left[entry] > 0:
            left[entry] -= 1
            kept.append(entry)
    return join_entries(kept, shape)


def _members(ours: str, theirs: str, plan: MergePlan, depth: int) -> str:
    other = {member.name: member.text for member in map(split_member, split_entries(theirs, "object", depth))}
    kept = []
    for name, key, text in map(split_member, split_entries(ours, "object", depth)):
        if name not in other:
            continue
        if plan.of_member(name).apart:
            kept.append(f"{key}: {_members(text, other[name], plan.of_member(name), depth + 1)}")
        elif text == other[name]:
            kept.append(f"{key}: {text}")
    return join_entries(kept, "object")
