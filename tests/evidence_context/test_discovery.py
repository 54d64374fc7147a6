"""Which folders are bundles of this contract."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sourceright_lint.config import Settings
from sourceright_lint.source.worktree import WorkTree
from tests.evidence_context.support import CONTRACT, SETTINGS, MemorySource, as_bytes, valid_descriptor

DESCRIBED = {"evidence_context": valid_descriptor()}


class Placed(Settings):
    """Settings with one bundle of the contract under names of its own."""

    def bundles_of(self, contract: str) -> list[dict[str, str]]:
        places = {"index": "out/bundle.json", "evidence-context": "out/context.json"}
        return [places] if contract == CONTRACT.name else []


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("index.json", ""),
        ("evidence-context.json", ""),
        ("runs/7/index.json", "runs/7"),
        ("runs/7/evidence-context.json", "runs/7"),
        ("runs/7/my-index.json", None),
        ("runs/7/index.jsonl", None),
        ("evidence-context.json/x", None),
    ],
)
def test_root_by_name(path: str, root: str | None) -> None:
    assert CONTRACT.root_of(path, SETTINGS) == root


@pytest.mark.parametrize(
    ("files", "roles"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param({"index.json": {"pages": []}}, None, id="an index of something else"),
        pytest.param({"index.json": b"{"}, None, id="something else that is broken"),
        pytest.param({"index.json": b'["evidence_context"]'}, None, id="the word as a value"),
        pytest.param({"index.json": {"docs": {"evidence_context": 1}}}, None, id="the word deeper down"),
        pytest.param({"index.json": b'{"about": "evidence_context"'}, None, id="the word in broken JSON"),
        pytest.param({"index.json": DESCRIBED}, ["index"], id="described, no file"),
        pytest.param({"index.json": {"evidence_context": None}}, ["index"], id="empty descriptor"),
        pytest.param({"index.json": b'{"evidence_context": {'}, ["index"], id="broken with the key"),
        pytest.param({"evidence-context.json": {}}, ["evidence-context"], id="file alone"),
        pytest.param({"evidence-context.json": b"\x00"}, ["evidence-context"], id="broken file alone"),
        pytest.param(
            {"index.json": {}, "evidence-context.json": {}},
            ["index", "evidence-context"],
            id="both, not described",
        ),
        pytest.param(
            {"index.json": DESCRIBED, "evidence-context.json": {}}, ["index", "evidence-context"], id="both"
        ),
    ],
)
@pytest.mark.parametrize("root", ["", "runs/7"])
def test_bundle(files: dict[str, Any], roles: list[str] | None, root: str) -> None:
    prefix = root + "/" if root else ""
    source = MemorySource({prefix + name: as_bytes(value) for name, value in files.items()})
    bundle = CONTRACT.bundle(root, source, SETTINGS)
    assert (None if bundle is None else [file.role for file in bundle.files]) == roles
    if bundle is not None:
        assert bundle.root == root
        assert all(file.private and file.form is None and file.kind == "json" for file in bundle.files)


def test_a_bundle_with_names_of_its_own() -> None:
    settings = Placed()
    source = MemorySource({"out/bundle.json": as_bytes(DESCRIBED), "out/context.json": b"{}"})
    assert CONTRACT.root_of("out/context.json", settings) == "out"
    bundle = CONTRACT.bundle("out", source, settings)
    assert bundle is not None
    assert [file.path for file in bundle.files] == ["out/bundle.json", "out/context.json"]


def test_schemas_are_offered_by_name() -> None:
    schemas = CONTRACT.schemas()
    assert sorted(schemas) == ["evidence-context", "evidence-context-descriptor"]
    assert all(load()["type"] == "object" for load in schemas.values())


def test_importing_the_contract_is_light() -> None:
    code = (
        "import __future__, sys, json; before = set(sys.modules); import sourceright_lint.contracts.evidence_context;"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in json.loads(result.stdout) if name.partition(".")[0] != "sourceright_lint"]
    assert loaded == []


@pytest.mark.parametrize("target", ["outside", "repo/other", "repo/nowhere", "repo/run/sub"])
def test_a_payload_that_is_a_link_out_of_the_folder_is_not_opened(target: str, tmp_path: Path) -> None:
    run = tmp_path / "repo" / "run"
    for folder in (run / "sub", tmp_path / "repo" / "other", tmp_path / "outside"):
        folder.mkdir(parents=True)
        (folder / "evidence-context.json").write_bytes(b"{}")
    (run / "index.json").write_bytes(as_bytes(DESCRIBED))
    try:
        (run / "evidence-context.json").symlink_to(tmp_path / target / "evidence-context.json")
    except OSError:
        pytest.skip("no symbolic links here")
    bundle = CONTRACT.bundle("run", WorkTree(str(tmp_path / "repo")), SETTINGS)
    assert bundle is not None
    within = target == "repo/run/sub"
    assert [file.role for file in bundle.files] == (["index", "evidence-context"] if within else ["index"])
