from __future__ import annotations

import errno
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from sourceright_lint.errors import SourceError, WriteRefused
from sourceright_lint.fixing import lock
from sourceright_lint.fixing.journal import Entry, Recovered, Transaction, recover, state_folder
from tests.killing import Checkpoint, killed_at_each_step

OLD = {"a": b"old a", "b": b"old b", "sub/c": b"old c", "d": None, "e": b"old e"}
NEW = {"a": b"new a", "b": b"new b", "sub/c": b"new c", "d": b"new d", "e": None}


class Index:
    """An index in a file of its own, of the simplest kind."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.name = str(place)

    def entries(self, paths: Iterable[str]) -> Mapping[str, Entry]:
        known = {path: (entry[0], entry[1]) for path, entry in json.loads(self.place.read_text()).items()}
        return {path: known.get(path) for path in paths}

    def update(self, entries: Mapping[str, Entry]) -> None:
        known = json.loads(self.place.read_text())
        known.update(entries)
        copy = self.place.with_suffix(".lock")
        copy.write_text(json.dumps({path: entry for path, entry in known.items() if entry}))
        os.replace(copy, self.place)


class Scene:
    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sub").mkdir(parents=True)
        self.state = state_folder(str(root))
        self.index = Index(root / "index")
        self.reset()

    def reset(self) -> None:
        for path, data in OLD.items():
            place = self.root / path
            place.unlink(missing_ok=True) if data is None else place.write_bytes(data)
        self.index.place.write_text(json.dumps({"a": ("100644", "old")}))

    def transaction(self, checkpoint: Checkpoint = lambda step: None) -> Transaction:
        transaction = Transaction(str(self.root), self.state, self.index, checkpoint, timeout=0.5)
        for path in OLD:
            transaction.add(path, OLD[path], NEW[path])
        transaction.add_entry("a", ("100644", "old"), ("100644", "new"))
        transaction.add_entry("d", None, ("100644", "new"))
        return transaction

    def commit(self, checkpoint: Checkpoint = lambda step: None) -> None:
        self.transaction(checkpoint).commit()

    def recover(self) -> Recovered:
        return recover(str(self.root), self.state, self.index, timeout=0.5)

    def files(self) -> dict[str, bytes | None]:
        return {
            path: (self.root / path).read_bytes() if (self.root / path).exists() else None for path in OLD
        }

    def is_new(self) -> bool:
        """Whether all is new (True) or all old (False). Nothing in between, and nothing else lies about."""
        everything = {
            str(place.relative_to(self.root)) for place in self.root.rglob("*") if place.is_file()
        } - {"index"}
        new = self.files() == NEW
        wanted = NEW if new else OLD
        assert self.files() == wanted
        assert everything == {path for path, data in wanted.items() if data is not None}
        entries = self.index.entries(["a", "d"])
        assert entries == {
            "a": ("100644", "new" if new else "old"),
            "d": ("100644", "new") if new else None,
        }
        assert not os.path.exists(self.state)
        return new


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "root")


class TestTransaction:
    def test_all_is_made(self, scene: Scene) -> None:
        scene.commit()
        assert scene.is_new()

    def test_nothing_to_do(self, scene: Scene) -> None:
        transaction = Transaction(str(scene.root), scene.state)
        transaction.add("a", b"old a", b"old a")
        transaction.commit()
        assert not scene.is_new()

    @pytest.mark.parametrize("path", OLD)
    def test_one_refusal_refuses_all(self, scene: Scene, path: str) -> None:
        transaction = scene.transaction()
        (scene.root / path).write_bytes(b"edited")
        with pytest.raises(WriteRefused):
            transaction.commit()
        files = scene.files()
        assert files.pop(path) == b"edited"
        assert files == {other: data for other, data in OLD.items() if other != path}
        scene.reset()
        assert not scene.is_new()

    @pytest.mark.parametrize("path", OLD)
    def test_an_edit_at_the_last_moment(self, scene: Scene, path: str) -> None:
        def edit(step: str) -> None:
            if step == "index":
                (scene.root / path).write_bytes(b"edited")

        with pytest.raises(WriteRefused):
            scene.commit(edit)
        assert (scene.root / path).read_bytes() == b"edited"
        scene.root.joinpath(path).unlink()
        if OLD[path] is not None:
            scene.root.joinpath(path).write_bytes(OLD[path] or b"")
        assert not scene.is_new()

    @pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, SystemExit])
    def test_an_exception_at_any_step(self, scene: Scene, error: type[BaseException]) -> None:
        steps: list[str] = []
        scene.commit(steps.append)
        scene.reset()
        for step in steps[:-1]:

            def fail(name: str, at: str = step) -> None:
                if name == at:
                    raise error

            with pytest.raises(error):
                scene.commit(fail)
            assert not scene.is_new(), step

    def test_an_entry_that_was_staged_anew(self, scene: Scene) -> None:
        scene.index.update({"a": ("100644", "newer")})
        with pytest.raises(WriteRefused, match="staged anew"):
            scene.commit()
        scene.index.update({"a": ("100644", "old")})
        assert not scene.is_new()

    def test_two_names_of_one_file(self, scene: Scene) -> None:
        (scene.root / "link").symlink_to("a")
        transaction = Transaction(str(scene.root), scene.state)
        transaction.add("a", b"old a", b"new a")
        transaction.add("link", b"old a", b"new a")
        with pytest.raises(WriteRefused, match="link: is the same file as a"):
            transaction.add("link", b"old a", b"newer a")
        transaction.commit()
        assert scene.files()["a"] == b"new a"
        assert (scene.root / "link").is_symlink()


class TestKilled:
    def test_at_each_step(self, scene: Scene) -> None:
        outcomes = {}
        for step in killed_at_each_step(scene.commit):
            for path, data in scene.files().items():
                assert data in (OLD[path], NEW[path]), step
            recovered = scene.recover()
            outcomes[step] = scene.is_new()
            assert recovered.left == ()
            if step != "journal closed":
                assert sorted(recovered.finished if outcomes[step] else recovered.undone) == sorted(OLD)
            assert scene.recover() == Recovered()
            scene.reset()
        assert outcomes == {
            "journal opened": False,
            **dict.fromkeys((f"copied {path}" for path in OLD), False),
            "journal sealed": False,
            "index": True,
            **dict.fromkeys((f"placed {path}" for path in OLD), True),
            "journal closed": True,
        }

    def test_the_next_transaction_recovers_by_itself(self, scene: Scene) -> None:
        for step in killed_at_each_step(scene.commit):
            transaction = Transaction(str(scene.root), scene.state, scene.index)
            transaction.add("other", None, b"1")
            transaction.commit()
            (scene.root / "other").unlink()
            scene.is_new()
            assert step
            scene.reset()

    @pytest.mark.parametrize("path", OLD)
    def test_edits_before_the_recovery_are_left(self, scene: Scene, path: str) -> None:
        for step in killed_at_each_step(scene.commit):
            (scene.root / path).write_bytes(b"edited")
            recovered = scene.recover()
            assert (scene.root / path).read_bytes() == b"edited"
            others = {other: data for other, data in scene.files().items() if other != path}
            wholes = [{other: data for other, data in whole.items() if other != path} for whole in (OLD, NEW)]
            assert others in wholes, step
            if recovered.finished:
                assert recovered.left == (path,)
            scene.reset()

    def test_an_index_that_is_gone(self, scene: Scene) -> None:
        """That of ``git commit -a`` goes with the commit that was killed."""
        for step in killed_at_each_step(scene.commit):
            scene.index.place.write_text("{}")
            other = Index(scene.root / "index")
            other.name = "/another/index"
            recover(str(scene.root), scene.state, other)
            assert scene.index.place.read_text() == "{}"
            assert scene.files() in (OLD, NEW), step
            assert (scene.files() == NEW) == step.startswith(("placed", "journal closed"))
            scene.reset()

    def test_a_recovery_that_knows_no_index(self, scene: Scene) -> None:
        for step in killed_at_each_step(scene.commit):
            recover(str(scene.root), scene.state)
            begun = not step.startswith(("copied", "journal opened"))
            assert scene.files() == (NEW if begun else OLD)
            scene.reset()

    def test_while_recovering(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        """A recovery that dies half way is taken up by the next one."""
        replace = os.replace
        before = {"journal opened", "journal sealed"}
        for step in killed_at_each_step(scene.commit):
            seen: list[str] = []

            def die(source: str, target: str, seen: list[str] = seen) -> None:
                if len(seen) == 2:
                    raise KeyboardInterrupt
                seen.append(target)
                replace(source, target)

            with monkeypatch.context() as patch:
                patch.setattr(os, "replace", die)
                with suppress(KeyboardInterrupt):
                    scene.recover()
            scene.recover()
            assert scene.is_new() == (step not in before and not step.startswith("copied"))
            scene.reset()


class TestJournalsOfOthers:
    """A journal may come with a folder that was copied from somewhere."""

    @pytest.mark.parametrize(
        "journal",
        [
            *(b"", b"{", b"[]", b"{}", b'{"version": 2}', b'{"version": 1}', b"\xff"),
            b'{"version": 1, "begun": true, "files": [1], "index": null}',
            b'{"version": 1, "begun": true, "files": [{"path": "../x", "copy": ".x.sourceright-lint-1.tmp",'
            b' "old": null, "new": null}], "index": null}',
            b'{"version": 1, "begun": true, "files": [{"path": "x", "copy": "a", "old": null, "new": null}],'
            b' "index": null}',
            b'{"version": 1, "begun": true, "files": [{"path": "x", "copy": "sub/.x.sourceright-lint-1.tmp",'
            b' "old": null, "new": null}], "index": null}',
        ],
    )
    def test_what_cannot_be_understood(self, scene: Scene, journal: bytes) -> None:
        os.mkdir(scene.state)
        Path(scene.state, "journal").write_bytes(journal)
        before = scene.files()
        for action in (scene.recover, scene.commit):
            with pytest.raises(SourceError, match=r"journal of an earlier run") as caught:
                action()
            assert "remove it" in caught.value.help
        assert scene.files() == before

    def test_links_in_place_of_our_own_files(self, scene: Scene, tmp_path: Path) -> None:
        victim = tmp_path / "victim"
        victim.write_bytes(b"precious")
        os.mkdir(scene.state)
        for name in ("journal", "journal.new"):
            os.symlink(victim, os.path.join(scene.state, name))
        scene.commit()
        assert victim.read_bytes() == b"precious"
        scene.reset()
        os.mkdir(scene.state)
        os.symlink(victim, os.path.join(scene.state, "lock"))
        with pytest.raises(WriteRefused):
            scene.commit()
        assert victim.read_bytes() == b"precious"

    def test_a_link_in_place_of_the_folder(self, scene: Scene, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        os.symlink(tmp_path / "elsewhere", scene.state)
        with pytest.raises(WriteRefused, match="is a link"):
            scene.commit()
        assert list((tmp_path / "elsewhere").iterdir()) == []


def _hold(state: str, started: str, seconds: float) -> None:
    with lock.hold(state):
        Path(started).touch()
        time.sleep(seconds)


def _count(state: str, counter: str, rounds: int) -> None:
    for _ in range(rounds):
        with lock.hold(state, timeout=60):
            value = int(Path(counter).read_text())
            time.sleep(0.001)
            Path(counter).write_text(str(value + 1))


def _start(work: object, *arguments: object) -> multiprocessing.process.BaseProcess:
    process = multiprocessing.get_context("fork").Process(target=work, args=arguments)  # type: ignore[arg-type]
    process.start()
    return process


class TestLock:
    def test_a_second_writer_waits_then_gives_up(self, scene: Scene, tmp_path: Path) -> None:
        holder = _start(_hold, scene.state, str(tmp_path / "started"), 60)
        while not (tmp_path / "started").exists():
            time.sleep(0.01)
        with pytest.raises(
            WriteRefused, match=rf"another run is writing here \(process {holder.pid} on "
        ) as caught:
            scene.commit()
        assert "try again" in caught.value.help
        holder.kill()
        holder.join()
        scene.commit()
        assert scene.is_new()

    def test_it_waits_for_its_turn(self, scene: Scene, tmp_path: Path) -> None:
        holder = _start(_hold, scene.state, str(tmp_path / "started"), 0.2)
        while not (tmp_path / "started").exists():
            time.sleep(0.01)
        scene.commit()
        holder.join()
        assert scene.is_new()

    def test_never_two_at_once(self, scene: Scene, tmp_path: Path) -> None:
        counter = tmp_path / "counter"
        counter.write_text("0")
        writers = [_start(_count, scene.state, str(counter), 8) for _ in range(4)]
        for writer in writers:
            writer.join()
        assert [writer.exitcode for writer in writers] == [0] * 4
        assert counter.read_text() == "32"
        assert not os.path.exists(scene.state)

    def test_a_folder_that_its_holder_removed(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        makedirs = os.makedirs
        tries: list[str] = []

        def too_late(name: str, **options: bool) -> None:
            tries.append(name)
            if len(tries) == 1:
                raise FileExistsError(17, "File exists")
            makedirs(name, **options)

        monkeypatch.setattr(os, "makedirs", too_late)
        with lock.hold(scene.state):
            pass
        assert len(tries) == 2

    @pytest.mark.parametrize("make", [Path.touch, lambda place: os.mkfifo(place)], ids=["file", "pipe"])
    def test_something_else_in_place_of_the_folder(
        self, scene: Scene, make: Callable[[Path], object]
    ) -> None:
        make(Path(scene.state))
        with pytest.raises(WriteRefused, match="cannot be written"):
            scene.commit()

    def test_a_lock_file_that_its_holder_removed(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        path = os.path.join(scene.state, "lock")
        try_lock = lock._try_lock
        tries: list[int] = []

        def too_late(descriptor: int) -> bool:
            tries.append(descriptor)
            if len(tries) == 1:
                os.unlink(path)
            return try_lock(descriptor)

        monkeypatch.setattr(lock, "_try_lock", too_late)
        with lock.hold(scene.state):
            assert os.path.exists(path)
        assert len(tries) == 2

    def test_a_system_that_has_no_locks(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(descriptor: int) -> bool:
            raise OSError(errno.ENOLCK, "No locks available")

        monkeypatch.setattr(lock, "_try_lock", refuse)
        with pytest.raises(SourceError, match="state/lock: cannot be locked: No locks available"):
            scene.commit()
        assert scene.files() == OLD

    @pytest.mark.parametrize("content", [b"", b"nonsense", b'{"pid": "x"}', b"[]"])
    def test_a_lock_file_left_by_a_dead_process(self, scene: Scene, content: bytes) -> None:
        os.mkdir(scene.state)
        Path(scene.state, "lock").write_bytes(content)
        scene.commit()
        assert scene.is_new()
