"""The server itself: what it does when an editor opens, changes, asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from lsprotocol import types
from pygls.exceptions import FeatureRequestError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from sourceright_lint import __version__
from sourceright_lint.server import translate
from sourceright_lint.server.guard import Fault, guarded, silence_logs, tell
from sourceright_lint.server.state import FIX_ALL, State, Touched

DELAY = 0.08
"""Seconds without a keystroke before a text is checked."""

F = TypeVar("F", bound=Callable[..., Any])

_ACTIONS = types.CodeActionOptions(
    code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll],
    resolve_provider=True,
)


class Server(LanguageServer):
    """A language server, and what it knows of the open files."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(
            "sourceright-lint", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.state = State()
        self._turns: dict[str, int] = {}
        self._debug = debug

    def feature(self, feature_name: str, options: Any | None = None) -> Callable[[F], F]:
        """Register a handler, with a guard around it: nothing that it raises gets out as it is."""
        register = super().feature(feature_name, options)
        is_request = types.METHOD_TO_TYPES[feature_name][1] is not None

        def add(handler: F) -> F:
            register(guarded(handler, self._answer if is_request else self._show))
            return handler

        return add

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Say that a message could not be handled, without quoting it. A request gets an answer that says so."""
        if source is not FeatureRequestError:
            self._show_error(
                f"sourceright-lint: an internal fault ({type(error).__name__}); please report it"
            )

    async def changed(self, uri: str, text: str) -> None:
        """Take a text, and check it unless another change follows at once."""
        place = to_fs_path(uri)
        if place is None:
            return
        self.state.put(place, text)
        turn = self._turns[place] = self._turns.get(place, 0) + 1
        await asyncio.sleep(DELAY)
        if self._turns.get(place) == turn:
            self.tell(place)

    def closed(self, uri: str) -> None:
        """Forget a text, and show what is on disk."""
        place = to_fs_path(uri)
        if place is not None:
            self._turns.pop(place, None)
            self.state.drop(place)
            self.tell(place)

    def tell(self, place: str) -> None:
        """Check the bundles of a file, and show what was found in each of their files."""
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        self.state.encoding = getattr(encoding, "value", str(encoding))
        for path, diagnostics in self.state.check(place).items():
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(translate.address(path), diagnostics)
            )

    def _answer(self, error: Exception) -> NoReturn:
        raise Fault(tell(error, self._debug)) from None

    def _show(self, error: Exception) -> None:
        self._show_error(tell(error, self._debug))

    def _show_error(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))


def make_server(debug: bool = False) -> Server:
    """The server with all that it answers. With ``debug`` a fault's traceback goes to standard error."""
    server = Server(debug)
    _answer_changes(server)
    _answer_questions(server)
    return server


def serve(debug: bool) -> int:
    """Serve standard input and output until the editor says that it is done."""
    if not debug:
        silence_logs()
    make_server(debug).start_io()
    return 0


def _answer_changes(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        await ls.changed(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        if params.content_changes:
            await ls.changed(params.text_document.uri, params.content_changes[-1].text)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)

    # A configuration or a baseline that was saved concerns every open file.
    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        for place in ls.state.open_places:
            ls.tell(place)


def _answer_questions(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        place = to_fs_path(params.text_document.uri) or ""
        asked = types.Range(params.position, params.position)
        pages = dict.fromkeys(ls.state.explain(touched) for touched in ls.state.touched(place, asked))
        if not pages:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(pages)))

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, _ACTIONS)
    def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        place = to_fs_path(params.text_document.uri) or ""
        actions = [
            _fix_action(ls, place, touched)
            for touched in ls.state.touched(place, params.range)
            if touched.finding.fix is not None
        ]
        actions.append(_resolved_later(ls, _fix_all_action(place)))
        only = params.context.only
        return [action for action in actions if only is None or any(_is_of(action, kind) for kind in only)]

    @server.feature(types.CODE_ACTION_RESOLVE)
    def resolve(ls: Server, action: types.CodeAction) -> types.CodeAction:
        return _with_edit(ls, action)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        return ls.state.formatted(to_fs_path(params.text_document.uri) or "")


def _fix_action(ls: Server, place: str, touched: Touched) -> types.CodeAction:
    looked, finding = touched
    assert finding.fix is not None
    action = types.CodeAction(
        title=translate.fix_title(finding.fix),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[translate.diagnostic(finding, looked, ls.state.places_of)],
        is_preferred=finding.fix.safe or None,
        data={"place": place, "fingerprint": finding.fingerprint},
    )
    return _resolved_later(ls, action)


def _fix_all_action(place: str) -> types.CodeAction:
    return types.CodeAction(
        title="Make all safe fixes of sourceright-lint", kind=FIX_ALL, data={"place": place}
    )


def _resolved_later(ls: Server, action: types.CodeAction) -> types.CodeAction:
    """The action as it is where the client asks for its edit when it is chosen; else with the edit."""
    capabilities = ls.client_capabilities.text_document
    asking = capabilities.code_action.resolve_support if capabilities and capabilities.code_action else None
    return action if asking and "edit" in asking.properties else _with_edit(ls, action)


def _with_edit(ls: Server, action: types.CodeAction) -> types.CodeAction:
    data: Any = action.data
    if isinstance(data, dict) and isinstance(data.get("place"), str):
        if "fingerprint" in data:
            touched = ls.state.by_fingerprint(data["place"], str(data["fingerprint"]))
            action.edit = ls.state.edit_of(touched) if touched else None
        else:
            action.edit = ls.state.edit_of_all(data["place"])
    return action


def _is_of(action: types.CodeAction, kind: str) -> bool:
    own = str(getattr(action.kind, "value", action.kind))
    wanted = str(getattr(kind, "value", kind))
    return own == wanted or own.startswith(f"{wanted}.")
