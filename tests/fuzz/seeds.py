"""Inputs to start from: the examples of every rule, the cases, and a few of each target's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.config.settings import BASELINE
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR
from sourceright_lint.rule_pages import page_of
from tests.fuzz.parts import join, split

TESTS = Path(__file__).parents[1]
CORPUS = Path(__file__).parent / "corpus"
_LARGEST = 20_000


def corpus(target: str) -> list[bytes]:
    """What fuzzing found to be worth keeping."""
    folder = CORPUS / target
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def seeds(target: str) -> list[bytes]:
    """Inputs that were written by hand for other tests."""
    made = {data for data in _SEEDS[target]() if len(data) <= _LARGEST}
    return sorted(made)


def _examples() -> Iterator[dict[str, bytes]]:
    """The files of every example on a rule's page."""
    for rule in all_rules(load_contracts()):
        page = page_of(rule)
        for example in (page.bad, page.good):
            yield {name: text.encode() for name, text in example.files.items()}


def _cases() -> Iterator[dict[str, bytes]]:
    """The inputs of the cases, and the files of the vectors."""
    for case in sorted((TESTS / "cases" / "data").glob("*/input")):
        yield {path.name: path.read_bytes() for path in sorted(case.rglob("*")) if path.is_file()}
    for path in sorted((TESTS / "sourceright").glob("*/cases/*")):
        yield split(path.read_bytes())
    for path in sorted((TESTS / "vectors" / "data").rglob("*")):
        if path.is_file():
            name = QUEUE if path.suffix == ".jsonl" else SIDECAR if "sidecar" in str(path) else CSL
            yield {name: path.read_bytes()}


def _workspaces() -> Iterator[dict[str, bytes]]:
    for files in (*_examples(), *_cases()):
        ours = {name: text for name, text in files.items() if name.endswith((CSL, SIDECAR, QUEUE))}
        if ours:
            yield ours


def _of_names(*endings: str) -> Iterator[bytes]:
    for files in _examples():
        if any(name.endswith(endings) for name in files):
            yield join(files)


def _text() -> Iterator[bytes]:
    for files in (*_examples(), *_cases()):
        for name, data in files.items():
            kind = "jsonl" if name.endswith("l") else "json" if name.endswith("json") else "text"
            yield join({kind: data})
    yield join({"json": b'{"a": 1e16, "a": -0, "b": "\\ud83d", "c": [null, 9007199254740993, 1.50]}'})
    yield join({"jsonl": b'{"id": 1}\r\n\n{"id": }\n{"id": "2"} {"id": 3}'})


def _queue() -> Iterator[bytes]:
    for files in _workspaces():
        bare = {name.rpartition("/")[2]: text for name, text in files.items()}
        if SIDECAR in bare:
            yield join({SIDECAR: bare[SIDECAR], QUEUE: bare.get(QUEUE, b"")})


def _merge() -> Iterator[bytes]:
    """Two examples of one file as the two sides, one of them or nothing as the base."""
    by_name: dict[str, list[bytes]] = {}
    for files in _workspaces():
        for name, text in files.items():
            by_name.setdefault(name.rpartition("/")[2], []).append(text)
    by_name[BASELINE] = list(_baseline())
    for name, found in by_name.items():
        short = [text for text in dict.fromkeys(found) if len(text) < 1500]
        for number, (one, other) in enumerate(combinations(short, 2)):
            if number % 40 == 0:
                base = (b"", one, other, short[number % len(short)])[number // 40 % 4]
                yield join({name: b"", "base": base, "ours": one, "theirs": other})


def _merge_driver() -> Iterator[bytes]:
    """As for merging; some with a file that is not to be formatted, some where one side alone did something."""
    config = b'[format]\nexclude = ["*"]\n'
    for number, data in enumerate(_merge()):
        files = split(data)
        if number % 3 == 1:
            files[".sourceright-lint.toml"] = config
        if number % 4 == 2:
            files["base"] = files.get("ours", b"")
        if number % 4 == 3:
            files["base"] = files.get("theirs", b"")
        yield join(files)
    yield join({"notes.txt": b"", "base": b"a\nb\nc\n", "ours": b"a\nB\nc\n", "theirs": b"A\nb\nc\n"})
    yield join({"notes.txt": b"", "base": b"\0", "ours": b"\0a", "theirs": b"\0b"})


def _config() -> Iterator[bytes]:
    yield join({".sourceright-lint.toml": (TESTS.parent / "pyproject.toml").read_bytes()})
    yield join({"pyproject.toml": (TESTS.parent / "pyproject.toml").read_bytes()})
    yield join(
        {
            ".sourceright-lint.toml": b'extend = "base.toml"\nignore = { "csl.type" = "why" }\nselect = ["ALL"]\n'
            b'fail-on = "warning"\nplugins = ["sourceright"]\nformat = { exclude = ["old/**"], sourceright = true }\n'
            b'bundles = [{ contract = "sourceright", csl = "a/refs.json", queue = "a/q.jsonl" }]\n',
            "base.toml": b'exclude = ["*a*b", "x/**/y", "[!a-c]?"]\nresearch-scan-roots = ["*"]\n'
            b'[per-file-ignores]\n"drafts/**" = ["sidecar"]\n[severity]\n"csl.title" = "info"\n',
            "a/pyproject.toml": b"[tool.sourceright-lint]\nrequire-coverage = true\nbaseline = 'b.json'\n",
        }
    )


def _baseline() -> Iterator[bytes]:
    yield b'{"schema_version": "sourceright-lint.baseline.v1", "entries": []}'
    yield (
        b'{"schema_version": "sourceright-lint.baseline.v1", "entries": [{"path": "a.json", "rule": "csl.title",'
        b' "record": "eels", "value": "00ff", "count": 2, "reason": "old", "expires": "2026-12-31"}]}'
    )


def _review() -> Iterator[bytes]:
    decision = (
        b'{"reference_id": "eels", "decision": "keep_canonical", "reviewer": "tm",'
        b' "decided_at": "2026-05-09T00:00:00Z", "status": "resolved", "notes": null}'
    )
    for number, files in enumerate(_workspaces()):
        bare = {name.rpartition("/")[2]: text for name, text in files.items()}
        if SIDECAR in bare and number % 3 == 0:
            yield join({**bare, "decisions": b"[" + decision + b"]" if number % 2 else decision + b"\n"})
    candidate = decision[:-1] + b', "candidate": 1, "fields": ["title", "DOI"]}'
    item = b'{"id": "eels", "type": "book", "title": "Eels"}'
    record = (
        b'{"review_status": "queued", "provider_candidates": [{"provider": "crossref", "confidence": 0.9,'
        b' "retrieved_at": "2026-05-01T00:00:00Z", "data": {"title": "The eels", "DOI": "10.5555/eels"}}]}'
    )
    sidecar = b'{"schema_version": "sourceright.verification.v1", "references": {"eels": ' + record + b"}}"
    yield join({CSL: b"[" + item + b"]", SIDECAR: sidecar, QUEUE: b"", "decisions": candidate})


def _reports() -> Iterator[bytes]:
    part = (
        b'{"schema": "sourceright-lint.report.v1", "findings": [{"path": "a", "line": 1, "column": 1,'
        b' "code": "c", "message": "m", "severity": "error"}], "summary": {"files": 1, "by": {"error": 1}}}'
    )
    sarif = (
        b'{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "r"}]}},'
        b' "results": [{"ruleId": "r", "ruleIndex": 0, "level": "error"}], "invocations": []}]}'
    )
    yield join({"1": part, "2": part})
    yield join({"1": sarif, "2": sarif})


def _journal() -> Iterator[bytes]:
    yield (
        b'{"version": 1, "begun": true, "index": null, "files": [{"path": "a", "in_git": false,'
        b' "copy": ".a.sourceright-lint-00000000.tmp", "old": null, "new": null}]}'
    )
    yield (
        b'{"version": 1, "begun": true, "index": {"file": "x", "entries": [{"path": "a", "old": null,'
        b' "new": ["100644", "00"]}]}, "files": [{"path": "../outside", "in_git": true, "copy": "x",'
        b' "old": null, "new": null}]}'
    )


def _other_tools() -> Iterator[bytes]:
    yield join(
        {
            ".pre-commit-config.yaml": b"exclude: ^old/\nrepos:\n- repo: x\n  hooks:\n  - id: prettier\n"
            b"    files: \\.json$\n    exclude: |\n      (?x)^(\n        a|b\n      )$\n  - id: pretty-format-json\n",
            ".prettierrc": b"{}",
            ".prettierignore": b"*.lock\n!references.csl.json\n/a[!b]/**\n",
            "biome.json": b'{"files": {"includes": ["**", "!x"]}, /* c */ "formatter": {"ignore": ["a"],}}',
            "package.json": b'{"lint-staged": {"*.json": "oxfmt"}}',
            "prek.toml": b'[[repos]]\nhooks = [{ id = "biome-check", files = "a+" }]\n',
        }
    )
    yield join(
        {
            ".gitattributes": b"*.json text\n# begin sourceright-lint: sourceright-lint uninstall removes these lines\n"
            b"x\n# end sourceright-lint\n*.md text\r\n",
            "other": b"# begin sourceright-lint\n",
        }
    )


_SEEDS = {
    "text": _text,
    "sourceright": lambda: (
        *(join(files) for files in _workspaces()),
        *_of_names("before/" + SIDECAR, "before/" + CSL),
    ),
    "evidence_context": lambda: _of_names("index.json", "evidence-context.json"),
    "research_scan": lambda: (
        join(files)
        for files in _examples()
        if not any(name.endswith((CSL, SIDECAR, QUEUE)) for name in files)
    ),
    "queue": _queue,
    "merge": _merge,
    "merge_driver": _merge_driver,
    "config": _config,
    "baseline": _baseline,
    "review": _review,
    "reports": _reports,
    "journal": _journal,
    "other_tools": _other_tools,
}
