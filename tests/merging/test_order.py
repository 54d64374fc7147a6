"""Orders and logs as sequences, apart from what is in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourceright_lint.merging.order import Key, merged_log, merged_order

NAMES = st.lists(st.sampled_from("abcdefg"), max_size=7)
UNIQUE = st.lists(st.sampled_from("abcdefg"), unique=True, max_size=7)


def keys(names: list[str]) -> list[Key]:
    return [(name, 0) for name in names]


@given(UNIQUE, UNIQUE, UNIQUE)
def test_every_key_of_either_side_stands_once(base: list[str], ours: list[str], theirs: list[str]) -> None:
    order = merged_order(keys(base), keys(ours), keys(theirs), lambda key: key)
    assert sorted(order.ours) == sorted(order.theirs) == sorted({*keys(ours), *keys(theirs)})


@given(UNIQUE, UNIQUE, UNIQUE)
def test_orders_may_be_swapped(base: list[str], ours: list[str], theirs: list[str]) -> None:
    order = merged_order(keys(base), keys(ours), keys(theirs), lambda key: key)
    swapped = merged_order(keys(base), keys(theirs), keys(ours), lambda key: key)
    assert (order.ours, order.theirs) == (swapped.theirs, swapped.ours)


@given(UNIQUE, UNIQUE)
def test_a_side_that_changed_nothing_follows(base: list[str], ours: list[str]) -> None:
    order = merged_order(keys(base), keys(ours), keys(base), lambda key: key)
    assert order.ours == order.theirs
    assert [key for key in order.ours if key[0] in ours] == keys(ours)


@pytest.mark.parametrize(("first", "order"), [("b", "xbcaz"), ("a", "xabcz")])
def test_of_two_groups_in_one_place_the_one_of_lower_rank_comes_first(first: str, order: str) -> None:
    base, ours, theirs = keys([*"xz"]), keys([*"xaz"]), keys([*"xbcz"])
    for one, other in ((ours, theirs), (theirs, ours)):
        assert merged_order(base, one, other, lambda key: key[0] != first).ours == keys([*order])


def test_keys_of_any_type_are_in_the_order_of_their_rank() -> None:
    ours, theirs = [(1, 0)], [("1", 0)]
    for one, other in ((ours, theirs), (theirs, ours)):
        assert merged_order([], one, other, lambda key: str(type(key[0]))).ours == [*ours, *theirs]


@given(NAMES, NAMES, NAMES, NAMES)
def test_logs_keep_both_sides(base: list[str], one: list[str], two: list[str], early: list[str]) -> None:
    ours, theirs = base + one, base + two
    times = {name: index for index, name in enumerate(early)}
    log = merged_log(base, ours, theirs, times.get)
    assert log == merged_log(base, theirs, ours, times.get)
    if log is None:
        assert set(one) & set(two), "only shared entries can contradict each other"
        return
    for side in (ours, theirs):
        rest = iter(log)
        assert all(entry in rest for entry in side)
    assert all(log.count(name) <= max(ours.count(name), theirs.count(name)) for name in log)


@given(UNIQUE, st.data())
def test_logs_in_time_order_merge_into_time_order(names: list[str], data: st.DataObject) -> None:
    mine = {name for name in names if data.draw(st.booleans())}
    names = sorted(names)
    ours, theirs = [n for n in names if n in mine], [n for n in names if n not in mine]
    assert merged_log([], ours, theirs, ord) == names


def test_a_log_that_lost_entries_is_not_merged() -> None:
    assert merged_log(["a", "b"], ["b"], ["a", "b", "c"], ord) is None
    assert merged_log(["a", "b"], ["b", "a"], ["a", "b", "c"], ord) is None
