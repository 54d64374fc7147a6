"""Targets of everything else that is read: configuration, baseline, decisions, reports, other tools' files."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from sourceright_lint.baseline.entry import FORM
from sourceright_lint.baseline.read import read_baseline
from sourceright_lint.baseline.write import baseline_bytes
from sourceright_lint.catalogue import load_contracts
from sourceright_lint.commands.merge_reports import joined
from sourceright_lint.config.describe import describe
from sourceright_lint.config.plugins import plugins_in
from sourceright_lint.config.settings import default_settings
from sourceright_lint.config.tree import OWN_FILE, SHARED_FILE, SettingsTree
from sourceright_lint.contracts.sourceright import Sourceright
from sourceright_lint.contracts.sourceright.reviewing.draft import Draft
from sourceright_lint.contracts.sourceright.reviewing.importing import Batch
from sourceright_lint.contracts.sourceright.reviewing.joining import join
from sourceright_lint.contracts.sourceright.reviewing.listing import rows
from sourceright_lint.contracts.sourceright.reviewing.showing import sheet
from sourceright_lint.contracts.sourceright.view import Workspace
from sourceright_lint.discovery import find_bundles, read_contents
from sourceright_lint.engine import read_documents
from sourceright_lint.errors import ConfigError, LintError, SourceError, WriteRefused
from sourceright_lint.fixing.journal import recover
from sourceright_lint.formatters.find import find_formatters
from sourceright_lint.git.install import block
from sourceright_lint.jsontext import Document
from tests.fuzz.judge import FORBIDDEN, Files, judge_message
from tests.fuzz.parts import split

_PATHS = (
    "references.csl.json",
    "a/b/references.verification.json",
    "sub/index.json",
    "a" * 200,
    "x/" * 60 + "y",
)


def config(data: bytes) -> None:
    """Configuration files, and everything that is asked of them."""
    files = split(data)
    for name in (OWN_FILE, SHARED_FILE):
        plugins_in(name, files.get(name, b""))
    contracts = load_contracts()
    tree = SettingsTree(files.get, contracts)
    for path in _PATHS:
        try:
            settings = tree.settings_for(path)
            found = find_bundles((path,), Files(files), contracts, tree.settings_for)
        except ConfigError as error:
            judge_message(error)
            continue
        for line in describe(settings, contracts):
            assert not set(line) & FORBIDDEN
        settings.excluded(path)
        settings.enabled("csl.title.whitespace", path)
        settings.severity_of("csl.title.whitespace", "error")
        settings.formats(path, "sourceright")
        for bundle, _ in found.bundles:
            read_contents(bundle, Files(files))
        for contract in contracts:
            contract.attribute_patterns(settings)


def baseline(data: bytes) -> None:
    """A baseline: read, written, read again."""
    try:
        read = read_baseline("b.json", data)
    except ConfigError as error:
        judge_message(error)
        return
    entries = [entry for _, entry in read.entries]
    written = baseline_bytes("b.json", entries)
    again = [entry for _, entry in read_baseline("b.json", written).entries]
    assert sorted(entries, key=repr) == sorted(again, key=repr)
    assert Document("b.json", written).is_canonical(FORM)
    assert baseline_bytes("b.json", again) == written
    assert not [entry for entry in entries if entry.is_expired(date(1, 1, 1))]


def review(data: bytes) -> None:
    """Decisions that are imported into a workspace, all records listed and shown."""
    texts = split(data)
    contract = Sourceright()
    settings = default_settings([contract])
    source = Files(texts)
    bundle = contract.bundle("", source, settings)
    if bundle is None:
        return
    workspace = Workspace(bundle, read_documents(bundle, read_contents(bundle, source)), settings)
    with suppress(LintError):
        _review(workspace, Batch("decisions", texts.get("decisions", b"")))


def _review(workspace: Workspace, batch: Batch) -> None:
    draft = Draft(workspace)
    for row in rows(workspace, datetime(2026, 6, 1, tzinfo=timezone.utc)):
        with suppress(LintError):
            sheet(draft, row.id)
    joined_up = join(workspace, [batch], lambda draft, _: draft.changes())
    for change in joined_up.changes:
        kind = "jsonl" if change.path.endswith("l") else "json"
        new = Document(change.path, change.new, kind)  # type: ignore[arg-type]
        assert new.readable
        assert change.old != change.new
    assert len(set(joined_up.recorded.get(0, []))) <= len(batch.entries)
    assert joined_up.recorded or joined_up.faults


def reports(data: bytes) -> None:
    """Reports that other machines made."""
    texts = split(data)
    with suppress(LintError):
        merged, _ = joined(list(texts.items()) or [("empty", b"")])
        json.dumps(merged)


def journal(data: bytes) -> None:
    """What a run that was killed seems to have left. Nothing outside of the root changes."""
    with TemporaryDirectory(prefix="fuzz-") as folder:
        place = Path(folder).resolve()
        root, state = place / "root", place / "root" / ".sourceright-lint-state"
        state.mkdir(parents=True)
        (place / "outside").write_bytes(b"outside")
        (root / "a").write_bytes(b"old a")
        (root / ".a.sourceright-lint-00000000.tmp").write_bytes(b"new a")
        (state / "journal").write_bytes(data)
        with suppress(SourceError, WriteRefused):
            recover(str(root), str(state), timeout=0.1)
        assert (place / "outside").read_bytes() == b"outside"
        assert (root / "a").read_bytes() in (b"old a", b"new a")


def other_tools(data: bytes) -> None:
    """Files of other formatters and of Git, which we read and put lines into."""
    texts = split(data)
    paths = ("references.csl.json", "paper/references.verification.json", "a b/review-queue.jsonl")
    find_formatters(sorted(texts), texts.get, paths, ["references.csl.json", "/a\\ b/x.json"])
    for name, text in texts.items():
        with suppress(WriteRefused):
            _judge_block(name, text)


def _judge_block(name: str, text: bytes) -> None:
    had_one = block.find(name, text) is not None
    new = block.with_block(name, text, [b"one", b"two"])
    assert block.with_block(name, new, [b"one", b"two"]) == new
    if not had_one:
        assert block.without_block(name, new) == text


TARGETS: tuple[Callable[[bytes], None], ...] = (config, baseline, review, reports, journal, other_tools)
