"""Split bundles over several machines, evenly by the size of their content and the same on each machine."""

from __future__ import annotations

from sourceright_lint.errors import UsageError
from sourceright_lint.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parse_shard(text: str) -> tuple[int, int]:
    """``K/N`` as the number of the shard, counted from 1, and how many there are."""
    number, slash, count = text.partition("/")
    which, of = whole_number(number), whole_number(count)
    if slash and which is not None and of is not None and 1 <= which <= of:
        return which, of
    raise UsageError(f"--shard {text!r}: expected K/N with K from 1 to N", "for example --shard 1/4")


def shard_of(sizes: Sequence[int], number: int, count: int) -> list[int]:
    """Indices, in their order, of what belongs to shard ``number`` of ``count``: the largest go out first."""
    loads = [0] * count
    mine = []
    for index in sorted(range(len(sizes)), key=lambda index: (-sizes[index], index)):
        lightest = loads.index(min(loads))
        loads[lightest] += sizes[index] + 1
        if lightest == number - 1:
            mine.append(index)
    return sorted(mine)
