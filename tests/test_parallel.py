"""Two processes give the answers that one gives."""

import os
import threading

import pytest

from sourceright_lint.parallel import answers, begin


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("wanted", [[], [True], [False, True], [True, True, False], [False] * 5 + [True] * 4])
def test_each_question_gets_its_answer(wanted: list[bool], is_large: bool) -> None:
    assert answers([lambda value=value: value for value in wanted], is_large) == wanted


def test_half_of_the_questions_are_answered_elsewhere() -> None:
    here = os.getpid()
    assert answers([lambda: os.getpid() == here] * 4, is_large=True) == [True, True, False, False]


def test_what_a_child_leaves_open_is_answered_here() -> None:
    here = os.getpid()

    def dies_elsewhere() -> bool:
        if os.getpid() != here:
            os._exit(9)
        return True

    assert answers([lambda: True, dies_elsewhere], is_large=True) == [True, True]


def test_a_child_that_raises_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    here = os.getpid()

    def raises_elsewhere() -> bool:
        if os.getpid() != here:
            raise RuntimeError("only in the child")
        return False

    assert answers([lambda: True, raises_elsewhere], is_large=True) == [True, False]
    assert capfd.readouterr().err == ""


def test_without_another_process_all_is_answered_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise OSError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    assert answers([lambda: True, lambda: False], is_large=True) == [True, False]


@pytest.mark.parametrize("size", [1, 100, 3_000_000])
def test_bytes_are_made_elsewhere(size: int) -> None:
    here = os.getpid()
    wait = begin(lambda: bytes([os.getpid() != here]) * size)
    assert wait() == b"\1" * size


def test_of_a_child_that_dies_nothing_is_taken(capfd: pytest.CaptureFixture[str]) -> None:
    def dies() -> bytes:
        raise RuntimeError("only in the child")

    assert begin(dies)() == b""
    assert capfd.readouterr().err == ""


def test_nothing_is_made_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise OSError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    assert begin(lambda: b"x")() == b""


def test_beside_other_threads_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("a child may wait for what another thread holds"))
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert answers([lambda: True, lambda: False], is_large=True) == [True, False]
        assert begin(lambda: b"x")() == b""
    finally:
        done.set()
        other.join()
