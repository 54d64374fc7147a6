"""Split bundles over several machines, evenly by the size of their content and the same on each machine."""

from __future__ import annotations

from sourceright_lint.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parse_shard(text: str) -> tuple[int, int]:
    """``K/N`` as the number of the shard, counted from 1, and how many there are."""
    number, slash, count = text.partition("/")
    are_numbers = slash and all(part.isascii() and part.isdigit() for part in (number, count))
    if are_numbers and 1 <= int(number) <= int(count):
        return int(number), int(count)
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
