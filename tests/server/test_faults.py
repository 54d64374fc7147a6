"""When the server itself is at fault, neither its messages nor its log give anything of a file away."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sourceright_lint.errors import LintError
from sourceright_lint.server.guard import guarded, tell
from sourceright_lint.server.serving import make_server
from tests.baseline.support import EELS, SILT, csl
from tests.server.client import Editor, run
from tests.tool import REPOSITORY

CSL = "references.csl.json"
CANARY = "the canary sings at dawn"
SERVER = f"""
import os, sys
aside = sys.argv[1]
sys.path.insert(0, {str(REPOSITORY)!r})
os.dup2(os.open(os.path.join(aside, "stderr"), os.O_WRONLY | os.O_CREAT, 0o600), 2)

from pygls.io_ import StdoutWriter
from sourceright_lint.server.analysis import Analysis

look_at, write = Analysis.look_at, StdoutWriter.write
wire = open(os.path.join(aside, "wire"), "ab", 0)

def failing(self, place):
    if not os.path.exists(os.path.join(aside, "fail")):
        return look_at(self, place)
    text = self.texts.get(place, "")
    raise RuntimeError(f"{{text}} {CANARY}") from ValueError(text)

def tapped(self, data):
    wire.write(data)
    write(self, data)

Analysis.look_at, StdoutWriter.write = failing, tapped

from sourceright_lint.cli import main
sys.exit(main(["server", *sys.argv[2:]]))
"""


class Failing:
    """A server that fails where and when ``fail`` is there, and all that it wrote."""

    def __init__(self, aside: Path, *options: str) -> None:
        self._aside = aside
        (aside / "server.py").write_text(SERVER, encoding="utf-8")
        self.command = (str(aside / "server.py"), str(aside), *options)

    def switch(self, on: bool) -> None:
        place = self._aside / "fail"
        place.touch() if on else place.unlink()

    def stderr(self) -> str:
        return (self._aside / "stderr").read_text(encoding="utf-8")

    def wire(self) -> str:
        return (self._aside / "wire").read_text(encoding="utf-8")


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    (tmp_path / "aside").mkdir()
    return tmp_path / "aside"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / CSL).write_bytes(csl({**EELS, "title": CANARY}, SILT))
    return tmp_path / "bundle"


async def _fails(asked: Awaitable[object]) -> str:
    with pytest.raises(JsonRpcException) as caught:
        await asked
    assert caught.value.data is None
    return str(caught.value)


async def _told(editor: Editor, count: int) -> str:
    """The last message, once there are so many."""
    for _ in range(500):
        if len(editor.messages) >= count:
            break
        await asyncio.sleep(0.02)
    assert len(editor.messages) == count
    return editor.messages[-1]


async def _ask_everything(editor: Editor) -> list[str]:
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    data = {"place": str(editor.root / CSL)}
    fix_all = types.CodeAction(title="all", data=data)
    fix_one = types.CodeAction(title="one", data={**data, "fingerprint": "0" * 16})
    return [
        await _fails(editor.format(CSL)),
        await _fails(editor.hover(CSL, types.Position(0, 1))),
        await _fails(editor.actions(CSL, whole)),
        await _fails(editor.resolved(fix_all)),
        await _fails(editor.resolved(fix_one)),
    ]


async def _notify_everything(editor: Editor, text: str) -> list[str]:
    client, identifier = editor.client, editor.identify(CSL)
    already = len(editor.messages)
    told = []
    editor.type(CSL, text)
    told.append(await _told(editor, already + 1))
    client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))
    told.append(await _told(editor, already + 2))
    client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
    told.append(await _told(editor, already + 3))
    item = types.TextDocumentItem(editor.uri(CSL), "json", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    told.append(await _told(editor, already + 4))
    return told


def test_no_handler_gives_content_away(folder: Path, aside: Path) -> None:
    server = Failing(aside)
    text = (folder / CSL).read_text(encoding="utf-8")

    async def steps() -> None:
        async with Editor(folder, server=server.command) as editor:
            sound = await editor.open(CSL)
            assert sound
            server.switch(True)
            told = await _notify_everything(editor, text)
            told += await _ask_everything(editor)
            assert len(told) == 9
            for message in told:
                assert message.startswith("sourceright-lint: an internal fault: RuntimeError at ")
                assert "server.py:" in message
                assert message.endswith("; please report it")
            assert len(editor.messages) == 4, "an answer that failed is no message as well"
            server.switch(False)
            assert await editor.change(CSL, text) == sound
            assert await editor.format(CSL) == []
            assert await editor.actions(CSL, sound[0].range)

    run(steps())
    said = server.stderr()
    assert said.count("sourceright-lint: error: an internal fault") == 9
    assert said.count("Traceback") == 0
    for written in (said, _without_findings(server.wire())):
        assert CANARY not in written
        assert str(folder.name) not in written


def _without_findings(wire: str) -> str:
    """What was sent of faults: diagnostics and actions may quote this file, which is not a private one."""
    return "".join(part for part in wire.split("Content-Length: ") if "internal fault" in part)


def test_messages_that_cannot_be_read_are_not_quoted(folder: Path, aside: Path) -> None:
    """What the protocol's library logs of its own holds whole messages."""
    server = Failing(aside)

    async def steps() -> None:
        async with Editor(folder, server=server.command) as editor:
            send = editor.client.protocol._send_data
            opened = {"textDocument": {"text": CANARY, "uri": 1}}
            send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": opened})
            told = await _told(editor, 1)
            assert told == "sourceright-lint: an internal fault (JsonRpcInvalidParams); please report it"
            send({"jsonrpc": "2.0", "method": "made/up", "params": {"text": CANARY}})
            with pytest.raises(JsonRpcException):
                await editor.client.protocol.send_request_async("made/up", {"text": CANARY})
            assert await editor.open(CSL)
            assert len(editor.messages) == 1

    run(steps())
    assert server.stderr() == ""
    assert CANARY not in server.wire().partition("publishDiagnostics")[0]


def test_only_who_asks_for_it_sees_more(folder: Path, aside: Path) -> None:
    server = Failing(aside, "--debug")
    server.switch(True)

    async def steps() -> None:
        async with Editor(folder, server=server.command) as editor:
            message = await _fails(editor.format(CSL))
            assert CANARY not in message

    run(steps())
    assert f"RuntimeError:  {CANARY}" in server.stderr()
    assert CANARY not in server.wire()


def test_every_handler_has_the_guard() -> None:
    server = make_server()
    handlers = server.protocol.fm.features
    assert set(handlers) >= {types.TEXT_DOCUMENT_FORMATTING, types.TEXT_DOCUMENT_DID_OPEN}
    for name, handler in handlers.items():
        code = inspect.unwrap(handler.func, stop=lambda each: each.__code__.co_filename.endswith("guard.py"))
        assert code.__code__.co_filename.endswith("guard.py"), name


def _raising(error: Exception) -> Callable[[], None]:
    def at_once() -> None:
        raise error

    return at_once


def test_a_client_that_is_gone_is_no_fault() -> None:
    async def waiting() -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        guarded(_raising(BrokenPipeError()), lambda error: None)()
    with pytest.raises(BrokenPipeError):
        asyncio.run(guarded(waiting, lambda error: None)())


def test_what_failed_takes_the_place_of_the_result() -> None:
    assert guarded(_raising(KeyError(CANARY)), type)() is KeyError


def test_what_is_meant_for_the_user_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell(LintError("no Git here"), debug=False) == "sourceright-lint: no Git here"
    assert capsys.readouterr().err == ""
