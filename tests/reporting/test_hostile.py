"""Names, ids and messages that try to be something else: in no format do they get through."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from sourceright_lint.escape import one_line
from sourceright_lint.finding import Fix, Related, Replace, Span
from sourceright_lint.report import BundleSummary, Report
from sourceright_lint.reporting import FORMATS, render
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.job_summary import job_summary
from tests.reporting.support import RULE, finding
from tests.reporting.test_machine_formats import gitlab_validator, junit_validator, sarif_validator

HOSTILE = {
    "workflow command": "::error file=a,line=1::forged",
    "indented command": "  ::stop-commands::token",
    "command on a new line": "x\n::add-mask::a\r\n::endgroup::",
    "old command": "x ##[error]forged",
    "azure": "##vso[task.setvariable variable=a]b",
    "azure, many": "####vso[task.complete result=Failed;]",
    "teamcity": "##teamcity[buildStop comment='x']",
    "ansi": "\x1b[2J\x1b]0;title\x07\x9b31m",
    "gitlab section": "\x1b[0Ksection_start:1:x\r\x1b[0K",
    "bidi": "a\u202ejson.exe\u2066b\u2069",
    "line separators": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "nul and friends": "a\x00b\x08c\x7fd",
    "pipe": "a | b || c \\| d",
    "backticks": "``` `a` ~~~",
    "markdown": "[x](javascript:alert(1)) ![y](https://e.example/z.png) **b** _i_ ~~s~~ <b>h</b> &lt; $x$",
    "mention": "@everyone #1 GH-1 user@host.example https://e.example www.e.example",
    "cdata": "]]> <![CDATA[x]]> --> <!-- <?xml?>",
    "script": "<script>alert(1)</script>",
    "quotes": "\"' \\\" \\' \\",
    "percent": "%0A::error::x %25 %3A, a:b,c",
    "surrogates": "a\ud800b\udcffc",
    "no xml": "a\ufffe\uffffb\ufdd0",
    "astral and invisible": "\U000e0041\u200b\ufeff\U0001f600",
    "heading": "# a",
    "quote": "> a",
    "list": "- a",
    "rule": "---",
    "empty": "",
    "blank": "   ",
}

PLACES: Mapping[str, Callable[[str], dict[str, object]]] = {
    "path": lambda text: {"path": text, "bundle": text, "fix": None},
    "pointer": lambda text: {"pointer": (text, 0)},
    "record": lambda text: {"record": text},
    "message": lambda text: {"message": text, "help": text},
    "related": lambda text: {"related": (Related(text, Span(1, 2, 3, 4), text),)},
    "excerpt": lambda text: {"excerpt": text, "span": Span(1, 1, 1, 2)},
    "code": lambda text: {"code": text, "fingerprint": text},
    "fix": lambda text: {"fix": Fix(text, (Replace("refs/references.csl.json", (1, "DOI"), text),))},
}


def report(text: str, place: str) -> Report:
    made = finding(**PLACES[place](text))
    bundles = (BundleSummary(text, "sourceright", text, {"references": 1}),)
    return Report((made, made), 1, bundles, (text,), 1, {RULE.code: RULE}, text, (text,))


def outputs(text: str, place: str) -> dict[str, str]:
    context = Context(docs_url="https://docs.example/", verbose=True, show_fixes=True)
    made = report(text, place)
    return {name: render(name, made, context) for name in FORMATS} | {"summary": job_summary(made, context)}


CASES = [(text, place) for text in HOSTILE.values() for place in PLACES]
IDS = [f"{name}-{place}" for name in HOSTILE for place in PLACES]
every_case = pytest.mark.parametrize(("text", "place"), CASES, ids=IDS)


@every_case
def test_nothing_that_a_terminal_or_a_ci_system_obeys(text: str, place: str) -> None:
    for name, output in outputs(text, place).items():
        output.encode("utf-8")
        assert re.search("[^\n -~\xa0-\U0010ffff]", output) is None, name
        assert one_line(output.replace("\n", "")) == output.replace("\n", ""), name
        assert re.search(r"##[a-z]*\[", output, re.IGNORECASE) is None, name
        if name != "github":
            assert not any(line.lstrip().startswith("::") for line in output.splitlines()), name


@every_case
def test_lines_stay_as_many(text: str, place: str) -> None:
    found = outputs(text, place)
    harmless = outputs("x", place)
    for name in ("concise", "json-lines", "github", "markdown", "summary"):
        assert found[name].count("\n") == harmless[name].count("\n"), name


def parse_command(line: str) -> tuple[str, dict[str, str], str]:
    """As the runner reads a workflow command."""
    head, _, message = line[2:].partition("::")
    name, _, listed = head.partition(" ")
    properties = dict(pair.partition("=")[::2] for pair in listed.split(",") if pair)
    data = {"%0D": "\r", "%0A": "\n"}
    more = {"%3A": ":", "%2C": ","}
    return name, {k: unescape(v, data | more) for k, v in properties.items()}, unescape(message, data)


def unescape(text: str, table: dict[str, str]) -> str:
    for code, char in table.items():
        text = text.replace(code, char)
    return text.replace("%25", "%")


@every_case
def test_github_sees_the_annotations_that_there_are(text: str, place: str) -> None:
    made = report(text, place)
    lines = render("github", made, Context()).splitlines()
    commands = [parse_command(line) for line in lines if line.lstrip().startswith("::")]
    assert [name for name, _, _ in commands] == ["group", "error", "error", "endgroup"]
    _, properties, message = commands[1]
    assert list(properties) == ["title", "file", "line", "endLine", "col", "endColumn"]
    assert properties["line"] == str(made.findings[0].span.line)
    if text.isascii() and text.isprintable() and "##" not in text:
        assert properties["file"] == made.findings[0].path
        assert properties["title"] == f"sourceright-lint ({made.findings[0].code})"
        assert made.findings[0].message in message


@every_case
def test_json_holds_the_very_text(text: str, place: str) -> None:
    found = outputs(text, place)
    (one, two) = json.loads(found["json"])["findings"]
    assert [json.loads(line) for line in found["json-lines"].splitlines()] == [one, two]
    wanted = finding(**PLACES[place](text))
    if not re.search("[\ud800-\udfff]", text):
        assert one["path"] == wanted.path
        assert one["message"] == wanted.message
        assert one["record"] == wanted.record
        assert one["code"] == wanted.code
        assert [(r["path"], r["message"]) for r in one["related"]] == [
            (r.path, r.message) for r in wanted.related
        ]
    assert found["json"].isascii()


@every_case
def test_schemas_are_kept(text: str, place: str) -> None:
    found = outputs(text, place)
    if not (text == "" and place in ("message", "code", "path")):
        gitlab_validator().validate(json.loads(found["gitlab"]))
    assert len({issue["fingerprint"] for issue in json.loads(found["gitlab"])}) == 2
    junit_validator().validate(found["junit"])
    root = ET.fromstring(found["junit"])
    assert {element.tag for element in root.iter()} == {"testsuites", "testsuite", "testcase", "failure"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_sarif_keeps_its_schema(text: str, place: str) -> None:
    sarif_validator().validate(json.loads(outputs(text, place)["sarif"]))


class Cells(HTMLParser):
    """Tags and cells of rendered Markdown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells and self.tags[-1] in ("td", "a"):
            self.cells[-1] += data


@every_case
def test_markdown_shows_the_text_and_nothing_else(text: str, place: str) -> None:
    parser = MarkdownIt("gfm-like", {"linkify": False, "html": True})
    for name in ("markdown", "summary"):
        shown = Cells(parser.render(outputs(text, place)[name]))
        harmless = Cells(parser.render(outputs("x", place)[name]))
        assert shown.tags == harmless.tags, name
        message = shown.cells[-1].replace("\u200b", "").rstrip("\n")
        if text.isascii() and text.isprintable() and "##" not in text:
            assert message == finding(**PLACES[place](text)).message.strip()


def test_a_job_summary_is_cut_before_github_refuses_it() -> None:
    many = Report((finding(message="日" * 300),) * 5000, 1)
    text = job_summary(many)
    assert 800_000 < len(text.encode()) < 1_000_000
    rows = text.count("| error |")
    assert text.endswith(f"\n{5000 - rows} more findings left out here.\n\n")
    assert rows > 500
