"""The base of a criss-cross merge: what is left of it when its own conflicts are set aside."""

from __future__ import annotations

from collections import Counter

from sourceright_lint.merging.layout import Shape, join_entries, shape_of, split_entries, split_member
from sourceright_lint.merging.plan import MergePlan


def settled_base(ours: str, theirs: str, plan: MergePlan, lines: bool = False) -> str:
    """The records on which two readings of a conflicted base agree, as JSON text.

    Git merges several merge bases into one, and leaves its conflicts in it. A record that was in conflict
    counts as not there: what the sides made of it is compared without a base, and nothing is settled in
    silence. Both texts are canonical.
    """
    return _settled(ours, theirs, plan, "lines" if lines else "object" if plan.key is None else "array", 0)


def _settled(ours: str, theirs: str, plan: MergePlan, shape: Shape, depth: int) -> str:
    if shape == "object":
        return _members(ours, theirs, plan, depth)
    left = Counter(split_entries(theirs, shape, depth))
    kept = []
    for entry in split_entries(ours, shape, depth):
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
        inner = plan.of_member(name)
        shape: Shape = "object" if inner.key is None else "array"
        if inner.apart and shape_of(text) == shape_of(other[name]) == shape:
            kept.append(f"{key}: {_settled(text, other[name], inner, shape, depth + 1)}")
        elif text == other[name]:
            kept.append(f"{key}: {text}")
    return join_entries(kept, "object")
