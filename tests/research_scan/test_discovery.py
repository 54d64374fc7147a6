"""Which folders are runs, and which files belong to them."""

from __future__ import annotations

import pytest

from sourceright_lint.config import Settings
from sourceright_lint.contracts.research_scan.files import batch_series
from sourceright_lint.contracts.research_scan.schemas import published
from tests.research_scan.a_run import ROOT, valid_run
from tests.research_scan.support import CONTRACT, SETTINGS, MemorySource, as_bytes, view_of


def _settings(*roots: str) -> Settings:
    return Settings(options={"research-scan-roots": roots})


@pytest.mark.parametrize(
    ("path", "root"),
    [
        (f"{ROOT}/queries.json", ROOT),
        (f"{ROOT}/brief.md", ROOT),
        (f"{ROOT}/retrieval-r2.log.jsonl", ROOT),
        (f"{ROOT}/screen-batches/xr01.json", ROOT),
        (f"{ROOT}/screen-batches/first.json", ROOT),
        (f"paper/{ROOT}/ranked.json", f"paper/{ROOT}"),
        (f"{ROOT}/README.md", None),
        (f"{ROOT}/notes.json", None),
        (f"{ROOT}/screen-batches/notes.md", None),
        (f"{ROOT}/screen-batches/queries.json/x", None),
        (f"{ROOT}/deeper/queries.json", None),
        ("research/scans/demo/queries.json", None),
        ("research/scans/2026-01-05/queries.json", None),
        ("scans/2026-01-05-demo/queries.json", None),
        ("myresearch/scans/2026-01-05-demo/queries.json", None),
        ("manifest.json", None),
    ],
)
def test_root_of(path: str, root: str | None) -> None:
    assert CONTRACT.root_of(path, SETTINGS) == root


@pytest.mark.parametrize(
    ("roots", "found"),
    [
        (("runs",), "a/runs/2026-01-05-demo"),
        (("/a/runs/",), "a/runs/2026-01-05-demo"),
        (("*",), "a/runs/2026-01-05-demo"),
        (("research/scans", "runs"), "a/runs/2026-01-05-demo"),
        (("uns",), None),
        ((), None),
        ((".",), None),
    ],
)
def test_configured_roots(roots: tuple[str, ...], found: str | None) -> None:
    assert CONTRACT.root_of("a/runs/2026-01-05-demo/screen.json", _settings(*roots)) == found


def test_runs_at_the_top() -> None:
    assert CONTRACT.root_of("2026-01-05-demo/screen.json", _settings(".")) == "2026-01-05-demo"


@pytest.mark.parametrize(
    ("files", "is_run"),
    [
        ({"manifest.json": b""}, True),
        ({"manifest.json": b'{"name": "app", "version": 3}'}, False),
        ({"manifest.json": b'{"name": "app"}', "queries.json": b'{"sub_criteria": []}'}, True),
        ({"queries.json": b"[]"}, False),
        ({"candidates.json": b'{"candidates": ['}, True),
        ({"brief.md": b"x", "ranked.json": b"[]"}, False),
        ({}, False),
    ],
    ids=repr,
)
def test_a_run_has_a_file_of_its_shape(files: dict[str, bytes], is_run: bool) -> None:
    source = MemorySource({f"{ROOT}/{name}": data for name, data in files.items()})
    assert (CONTRACT.bundle(ROOT, source, SETTINGS) is not None) == is_run


def test_the_files_of_a_bundle() -> None:
    files = {f"{ROOT}/{name}": as_bytes(value) for name, value in valid_run().items()}
    files |= {f"{ROOT}/README.md": b"", f"{ROOT}/screen-batches/notes.txt": b""}
    bundle = CONTRACT.bundle(ROOT, MemorySource(files), SETTINGS)
    assert bundle is not None
    assert {file.path for file in bundle.files} == {f"{ROOT}/{name}" for name in valid_run()}
    assert [file.path for file in bundle.files if file.form is not None] == []
    assert {file.kind for file in bundle.files if file.path.endswith(".jsonl")} == {"text"}


def test_columns_of_a_summary() -> None:
    view = view_of(valid_run())
    assert view is not None
    assert dict(CONTRACT.columns(view)) == {
        "candidates": 10,
        "scored": 10,
        "ranked": 4,
        "packets": 3,
        "verified": 3,
    }


def test_schemas_are_complete_and_say_what_they_are() -> None:
    for name, load in CONTRACT.schemas().items():
        schema = load()
        assert name.startswith("research-scan.")
        assert schema["title"].startswith("Research Scan ")
        assert load() == published(name.partition(".")[2])


def test_schemas_are_json_schemas() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for name, load in CONTRACT.schemas().items():
        jsonschema.Draft202012Validator.check_schema(load())
        file = {"batch": "screen-batches/01", "expanded": "expanded-round2"}.get(
            name[14:], name[14:]
        ) + ".json"
        jsonschema.Draft202012Validator(load()).validate(valid_run()[file])


@pytest.mark.parametrize(
    ("name", "series"),
    [
        ("01", ("", 1)),
        ("x12", ("x", 12)),
        ("r01", ("r", 1)),
        ("xr100", ("xr", 100)),
        ("rx01", None),
        ("xx01", None),
        ("1", None),
        ("01x", None),
        ("٠١", None),
        ("X01", None),
        ("", None),
        ("9" * 5000, None),
    ],
)
def test_batch_names(name: str, series: tuple[str, int] | None) -> None:
    assert batch_series(name) == series
