"""A real editor's side of the protocol, over pipes to a server process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.tool import environment


class Editor:
    """Opens and changes files, and remembers the diagnostics that it was last shown."""

    def __init__(
        self,
        root: Path,
        *,
        resolves: bool = True,
        encodings: list[str] | None = None,
        server: Sequence[str] = ("-m", "sourceright_lint", "server", "--stdio"),
    ) -> None:
        self.root = root
        self._server = server
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.messages: list[str] = []
        self.arrivals = 0
        self.client = LanguageClient("test", "1")
        self._resolves = resolves
        self._encodings = encodings
        self._versions: dict[str, int] = {}

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def show(params: types.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = list(params.diagnostics)
            self.arrivals += 1

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def __aenter__(self) -> Editor:
        await self.client.start_io(sys.executable, *self._server, cwd=self.root, env=environment())
        resolve = types.ClientCodeActionResolveOptions(properties=["edit"]) if self._resolves else None
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=self._encodings),  # type: ignore[arg-type]
            text_document=types.TextDocumentClientCapabilities(
                code_action=types.CodeActionClientCapabilities(resolve_support=resolve)
            ),
        )
        await self.client.initialize_async(
            types.InitializeParams(capabilities=capabilities, root_uri=self.root.as_uri())
        )
        self.client.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def identify(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    async def open(self, path: str, text: str | None = None) -> list[types.Diagnostic]:
        """Open a file, with its text on disk unless one is given; what is shown for it then."""
        if text is None:
            text = (self.root / path).read_bytes().decode()
        self._versions[path] = 1
        item = types.TextDocumentItem(self.uri(path), "json", 1, text)
        return await self._after(
            path, lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        )

    async def change(self, path: str, text: str) -> list[types.Diagnostic]:
        """Type a whole new text; what is shown for the file then."""
        return await self._after(path, lambda: self.type(path, text))

    def type(self, path: str, text: str) -> None:
        """Send a new text without waiting for what is shown."""
        self._versions[path] += 1
        identifier = types.VersionedTextDocumentIdentifier(self._versions[path], self.uri(path))
        changes: list[Any] = [types.TextDocumentContentChangeWholeDocument(text)]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))

    async def close(self, path: str) -> list[types.Diagnostic]:
        params = types.DidCloseTextDocumentParams(self.identify(path))
        return await self._after(path, lambda: self.client.text_document_did_close(params))

    async def save(self, path: str) -> list[types.Diagnostic]:
        params = types.DidSaveTextDocumentParams(self.identify(path))
        return await self._after(path, lambda: self.client.text_document_did_save(params))

    async def actions(self, path: str, at: types.Range, *only: str) -> list[types.CodeAction]:
        context = types.CodeActionContext(diagnostics=[], only=list(only) or None)  # type: ignore[arg-type]
        params = types.CodeActionParams(self.identify(path), at, context)
        found = await self.client.text_document_code_action_async(params)
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def resolved(self, action: types.CodeAction) -> types.WorkspaceEdit:
        full = await self.client.code_action_resolve_async(action)
        assert full.edit is not None
        return full.edit

    async def hover(self, path: str, position: types.Position) -> str:
        found = await self.client.text_document_hover_async(types.HoverParams(self.identify(path), position))
        assert found is None or isinstance(found.contents, types.MarkupContent)
        return "" if found is None else found.contents.value  # type: ignore[union-attr]

    async def format(self, path: str) -> list[types.TextEdit] | None:
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        params = types.DocumentFormattingParams(self.identify(path), options)
        edits = await self.client.text_document_formatting_async(params)
        return None if edits is None else list(edits)

    async def until(self, path: str, count: int) -> list[types.Diagnostic]:
        """What is shown for a file that was not touched, once it is so many."""
        for _ in range(1000):
            shown = self.shown.get(self.uri(path), [])
            if len(shown) == count:
                return shown
            await asyncio.sleep(0.02)
        raise AssertionError(f"{len(shown)} findings are shown")

    async def _after(self, path: str, act: Callable[[], None]) -> list[types.Diagnostic]:
        before = self.arrivals
        self.shown.pop(self.uri(path), None)
        act()
        for _ in range(1000):
            await asyncio.sleep(0.02)
            if self.arrivals > before and self.uri(path) in self.shown:
                return self.shown[self.uri(path)]
        raise AssertionError("nothing was shown")


def edited(text: str, edits: list[types.TextEdit], unit: str = "utf-16-le", size: int = 2) -> str:
    """A text after edits, with positions counted as the protocol says."""
    lines = text.splitlines(keepends=True) if "\u2028" not in text else _lines(text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(position: types.Position) -> int:
        if position.line >= len(lines):
            return len(text)
        data = lines[position.line].encode(unit)[: position.character * size]
        return starts[position.line] + len(data.decode(unit))

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


def _lines(text: str) -> list[str]:
    return [line + "\n" for line in text.split("\n")]


def run(steps: Awaitable[None]) -> None:
    """Run a conversation, for at most a minute."""

    async def limited() -> None:
        await asyncio.wait_for(steps, 60)

    asyncio.run(limited())
