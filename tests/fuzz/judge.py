"""What must hold of any answer, whatever the question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from zlib import crc32

from sourceright_lint.config import Settings
from sourceright_lint.contract import Bundle, Change, Contract
from sourceright_lint.discovery import read_contents
from sourceright_lint.engine import Checked, apply_rules, check_bundle, make_finding, read_documents
from sourceright_lint.errors import LintError
from sourceright_lint.finding import Finding
from sourceright_lint.fixing.plan import fix_bundle
from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting import FORMATS, render
from sourceright_lint.reporting.context import Context
from sourceright_lint.source import Source


class Files(Source):
    """Files that exist only here."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def names(self, folder: str) -> frozenset[str]:
        return frozenset(path.rpartition("/")[2] for path in self.files if path.rpartition("/")[0] == folder)

    def walk(self, folder: str) -> list[str]:
        prefix = folder + "/" if folder else ""
        return sorted(path for path in self.files if path.startswith(prefix))


def random_of(data: bytes) -> Random:
    """Choices that depend on nothing but the input."""
    return Random(crc32(data))


def judge_bundle(contract: Contract, root: str, files: Mapping[str, bytes], settings: Settings) -> None:
    """Check and fix what the files make up; look at everything that comes out."""
    source = Files(files)
    bundle = contract.bundle(root, source, settings)
    if bundle is None:
        return
    contents = {file.path: files[file.path] for file in bundle.files if file.path in files}
    checked = check_bundle(bundle, contents, settings)
    if checked.view is None:
        assert not apply_rules(bundle, checked.documents, settings).findings, "clean at a glance only"
    judge_findings(checked.findings)
    if checked.view is not None:
        contract.columns(checked.view)
    if sum(map(len, contents.values())) % 4 == 0:
        judge_reports(bundle, checked)
    for unsafe in (False, True):
        _judge_fixes(bundle, files, settings, unsafe)


def _judge_fixes(bundle: Bundle, files: Mapping[str, bytes], settings: Settings, unsafe: bool) -> None:
    fixed = fix_bundle(bundle, Files(files), settings, unsafe)
    never = {file.path for file in bundle.files if file.form is None}
    assert not never & {change.path for change in fixed.changes}, "a file that is never rewritten"
    if not fixed.changes:
        return
    after = Files({**files, **{change.path: change.new for change in fixed.changes}})
    again = bundle.contract.bundle(bundle.root, after, settings)
    assert again is not None
    twice = fix_bundle(again, after, settings, unsafe)
    assert not twice.changes, f"fixed twice: {[finding.code for finding in twice.made]}"


def judge_change(
    contract: Contract, states: Sequence[tuple[Files, Bundle | None]], settings: Settings
) -> None:
    """Run the rules of the history from one state to another."""
    views = [
        bundle and contract.view(bundle, read_documents(bundle, read_contents(bundle, files)), settings)
        for files, bundle in states
    ]
    some = next((bundle for _, bundle in reversed(states) if bundle is not None), None)
    if some is None:
        return
    for change in (
        Change(views[:1], views[1]),
        Change(views[:1], views[1], walked=False),
        Change([views[0], views[1]], views[1], bases=[views[0]], judged=(0,)),
    ):
        judge_findings(
            make_finding(rule, problem, some, settings)
            for rule in contract.change_rules()
            for problem in rule.check(change)
        )


def judge_findings(findings: Iterable[Finding]) -> None:
    """Places that exist, and texts of one line."""
    for finding in findings:
        for span in (finding.span, *(note.span for note in finding.related)):
            assert 1 <= span.line <= span.end_line, finding
            assert span.column >= 1, finding
            assert span.end_line > span.line or span.column <= span.end_column, finding
        assert finding.message, finding


def judge_reports(bundle: Bundle, checked: Checked) -> None:
    """Every format takes every finding, in lines that hold nothing to obey."""
    report = Report(
        checked.findings[:20], len(bundle.files), (BundleSummary(bundle.root, bundle.contract.name, "", {}),)
    )
    for name in FORMATS:
        text = render(name, report, Context(width=60))
        assert not set(text) & FORBIDDEN, name


def judge_message(error: LintError) -> None:
    """A failure is told in a line and with a help that hold nothing to obey."""
    assert not set(str(error) + error.help) & FORBIDDEN, error


FORBIDDEN = frozenset("\x00\x07\x08\x1b\x7f\x9b\r\u2028\u2029\u202e\u2066\ufeff")
"""A few of the characters that no output may hold as they are."""
