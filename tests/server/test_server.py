"""The language server as editors use it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.baseline.support import EELS, SILT, csl, sidecar
from tests.gitrepo import GitRepo, git_environment, repo
from tests.server.client import Editor, edited, run
from tests.tool import lint

__all__ = ["git_environment", "repo"]

CSL, SIDECAR = "references.csl.json", "references.verification.json"
RECORDS = {"eels": {"review_status": "not_required"}, "silt": {"review_status": "not_required"}}
WHOLE = types.Range(types.Position(0, 0), types.Position(10_000, 0))


@pytest.fixture
def folder(repo: GitRepo) -> Path:
    repo.add(CSL, csl(EELS, SILT))
    repo.add(SIDECAR, sidecar(**RECORDS))
    repo.commit()
    return repo.root


def _codes(diagnostics: list[types.Diagnostic]) -> list[object]:
    return [diagnostic.code for diagnostic in diagnostics]


def _of_file(edit: types.WorkspaceEdit, uri: str) -> list[types.TextEdit]:
    edits: list[types.TextEdit] = []
    for change in edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit) and change.text_document.uri == uri:
            edits.extend(edit for edit in change.edits if isinstance(edit, types.TextEdit))
    return edits


def test_diagnostics_while_typing(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            title, doi = await editor.open(CSL)
            assert _codes([title, doi]) == ["csl.title.not_canonical", "csl.doi.not_canonical"]
            assert title.source == "sourceright-lint"
            assert title.severity == types.DiagnosticSeverity.Error
            assert title.range == types.Range(types.Position(4, 13), types.Position(4, 32))
            assert title.code_description is not None
            assert title.code_description.href.endswith("/rules/csl.title.not_canonical/")
            assert await editor.change(CSL, csl({**EELS, "title": "Eels"}, SILT).decode()) != []
            mended = csl({**EELS, "title": "Eels"}, {**SILT, "DOI": "10.5555/silt"}).decode()
            assert await editor.change(CSL, mended) == []
            [broken] = await editor.change(CSL, mended.replace('"Eels"', '"Eels'))
            assert str(broken.code).startswith("json.")
            assert await editor.change(CSL, mended) == []
            assert _codes(await editor.close(CSL)) == ["csl.title.not_canonical", "csl.doi.not_canonical"]

    run(steps())


def test_the_whole_bundle_is_checked_with_what_is_not_saved(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            good = csl({**EELS, "title": "Eels"}, {**SILT, "DOI": "10.5555/silt"}).decode()
            assert await editor.open(CSL, good) == []
            assert await editor.open(SIDECAR) == []
            renamed = good.replace('"id": "silt"', '"id": "sand"')
            await editor.change(CSL, renamed)
            [orphan] = await editor.until(SIDECAR, 1)
            assert "silt" in orphan.message
            await editor.change(CSL, good)
            await editor.until(SIDECAR, 0)

    run(steps())


@pytest.mark.parametrize("resolves", [True, False])
def test_quick_fixes(folder: Path, resolves: bool) -> None:
    async def steps() -> None:
        async with Editor(folder, resolves=resolves) as editor:
            _, doi = await editor.open(CSL)
            [action] = await editor.actions(CSL, doi.range, "quickfix")
            assert action.title == 'Write the DOI as "10.5555/silt"'
            assert action.is_preferred
            assert action.diagnostics is not None
            assert _codes(list(action.diagnostics)) == ["csl.doi.not_canonical"]
            assert (action.edit is None) == resolves
            edit = await editor.resolved(action) if resolves else action.edit
            assert edit is not None
            text = csl(EELS, SILT).decode()
            fixed = edited(text, _of_file(edit, editor.uri(CSL)))
            assert fixed == csl(EELS, {**SILT, "DOI": "10.5555/silt"}).decode()
            assert (
                await editor.actions(CSL, types.Range(types.Position(0, 0), types.Position(0, 1)), "quickfix")
                == []
            )
            everything = await editor.actions(CSL, WHOLE, "source.fixAll")
            assert [action.kind for action in everything] == ["source.fixAll.sourceright-lint"]
            edit = await editor.resolved(everything[0]) if resolves else everything[0].edit
            assert edit is not None
            fixed = edited(text, _of_file(edit, editor.uri(CSL)))
            (folder / CSL).write_text(fixed, encoding="utf-8", newline="\n")
            assert lint(folder, "check").returncode == 0

    run(steps())


def test_a_fix_of_what_was_typed_a_moment_ago(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            await editor.open(CSL)
            text = csl({**EELS, "title": "Eels"}, {**SILT, "DOI": "doi:10.5555/MUD"}).decode()
            editor.type(CSL, text)
            [action] = await editor.actions(CSL, WHOLE, "quickfix")
            edit = await editor.resolved(action)
            assert "10.5555/mud" in edited(text, _of_file(edit, editor.uri(CSL)))

    run(steps())


def test_a_fix_that_makes_a_file(folder: Path) -> None:
    (folder / SIDECAR).write_bytes(sidecar(eels=RECORDS["eels"], silt={"review_status": "queued"}))

    async def steps() -> None:
        async with Editor(folder) as editor:
            await editor.open(SIDECAR)
            actions = await editor.actions(SIDECAR, WHOLE, "quickfix")
            edit = await editor.resolved(actions[0])
            assert edit.document_changes is not None
            made, written = edit.document_changes
            queue = editor.uri("review-queue.jsonl")
            assert isinstance(made, types.CreateFile)
            assert made.uri == queue
            assert edited("", _of_file(edit, queue)).startswith('{"id":"silt"')
            assert isinstance(written, types.TextDocumentEdit)

    run(steps())


def test_an_unsafe_fix_says_so(folder: Path) -> None:
    wrapped = json.dumps({"items": json.loads(csl({**EELS, "title": "Eels"}))}, indent=2) + "\n"

    async def steps() -> None:
        async with Editor(folder) as editor:
            await editor.open(CSL, wrapped)
            [action, *_] = await editor.actions(CSL, WHOLE, "quickfix")
            assert action.title.endswith("(unsafe fix)")
            assert not action.is_preferred

    run(steps())


def test_hover_explains_the_rule(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            _, doi = await editor.open(CSL)
            page = await editor.hover(CSL, doi.range.start)
            assert page.startswith("### csl.doi.not_canonical")
            assert "Use instead" in page
            assert "<!--" not in page
            assert await editor.hover(CSL, types.Position(0, 0)) == ""

    run(steps())


def test_formatting(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            text = '[{"title": "Silt \U0001f30a", "type": "book", "id": "silt"}]'
            await editor.open(CSL, text)
            edits = await editor.format(CSL)
            assert edits is not None
            item = {"id": "silt", "type": "book", "title": "Silt \U0001f30a"}
            wanted = json.dumps([item], indent=2, ensure_ascii=False) + "\n"
            assert edited(text, edits) == wanted
            await editor.change(CSL, wanted)
            assert await editor.format(CSL) == []
            await editor.change(CSL, '[{"id": 1, "id": 2}]')
            assert await editor.format(CSL) is None

    run(steps())


def test_formatting_follows_the_configuration(folder: Path) -> None:
    (folder / ".sourceright-lint.toml").write_text("format = false\n", encoding="utf-8")

    async def steps() -> None:
        async with Editor(folder) as editor:
            await editor.open(CSL, "[ ]")
            assert await editor.format(CSL) is None

    run(steps())


TITLE = "\U0001f30a\U0001f30a weir  \u2028 x"
CODECS = {"utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4), "utf-8": ("utf-8", 1)}


@pytest.mark.parametrize("encoding", CODECS)
def test_positions_count_code_units(folder: Path, encoding: str) -> None:
    codec, size = CODECS[encoding]
    item = {"note": TITLE, "id": "a", "type": "book", "title": "A", "DOI": "10.5555/A"}
    text = json.dumps([item], ensure_ascii=False) + "\n"

    async def steps() -> None:
        async with Editor(folder, encodings=[encoding]) as editor:
            shown = await editor.open(CSL, text)
            [doi] = [each for each in shown if each.code == "csl.doi.not_canonical"]
            before = text[: text.index('"10.5555/A"')]
            assert doi.range.start == types.Position(0, len(before.encode(codec)) // size)

    run(steps())


def test_crlf_and_an_old_line_end(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            text = csl(EELS, SILT).decode()
            for ends in ("\r\n", "\r"):
                other = text.replace("\n", ends)
                shown = await (editor.open if ends == "\r\n" else editor.change)(CSL, other)
                [doi] = [each for each in shown if each.code == "csl.doi.not_canonical"]
                assert (doi.range.start.line, doi.range.start.character) == (10, 11)

    run(steps())


def test_a_configuration_that_cannot_be_used_is_shown(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            await editor.open(CSL)
            config = folder / ".sourceright-lint.toml"
            config.write_text("no-such-key = 1\n", encoding="utf-8")
            [shown] = await editor.save(CSL)
            assert ".sourceright-lint.toml:1:1" in shown.message
            config.write_text('ignore = ["csl"]\n', encoding="utf-8")
            assert await editor.save(CSL) == []

    run(steps())


def test_what_a_baseline_accepts_is_not_shown(folder: Path) -> None:
    assert lint(folder, "baseline", "write").returncode == 0

    async def steps() -> None:
        async with Editor(folder) as editor:
            assert await editor.open(CSL) == []
            edits = await editor.actions(CSL, WHOLE)
            assert [action.kind for action in edits] == ["source.fixAll.sourceright-lint"]

    run(steps())


def test_other_files_are_left_alone(folder: Path) -> None:
    async def steps() -> None:
        async with Editor(folder) as editor:
            assert await editor.open("package.json", "{") == []
            assert await editor.format("package.json") is None
            assert await editor.hover("package.json", types.Position(0, 0)) == ""
            editor.client.text_document_did_open(
                types.DidOpenTextDocumentParams(types.TextDocumentItem("untitled:x", "json", 1, "["))
            )
            assert await editor.open(CSL) != []
            assert editor.messages == []

    run(steps())


SECRET = "the canary sings at dawn"


def test_private_files_are_not_quoted(folder: Path) -> None:
    index = {"evidence_context": {"schema": SECRET, "path": "evidence-context.json"}}
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")

    async def steps() -> None:
        async with Editor(folder) as editor:
            text = json.dumps({"contexts": [{"units": [{"text": SECRET, SECRET: SECRET}]}]})
            shown = await editor.open("evidence-context.json", text)
            assert shown or editor.shown[editor.uri("index.json")]
            told = repr(editor.shown)
            for path in ("evidence-context.json", "index.json"):
                told += repr(await editor.actions(path, WHOLE))
                told += await editor.hover(path, types.Position(0, 2))
            assert SECRET not in told
            assert await editor.format("evidence-context.json") is None

    run(steps())


def test_without_pygls_it_says_what_is_missing(folder: Path) -> None:
    code = (
        "import sys; sys.modules['pygls'] = None\n"
        "from sourceright_lint.cli import main; sys.exit(main(['server']))"
    )
    from tests.tool import run as run_command

    done = run_command([sys.executable, "-c", code], folder)
    assert done.returncode == 2
    assert 'pip install "sourceright-lint[lsp]"' in done.stderr
