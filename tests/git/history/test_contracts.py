"""The rules about change of the other contracts, through the command line."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.cli import main
from tests.git.history.support import Check
from tests.gitrepo import GitRepo

EVIDENCE = {
    "source_id": "walk",
    "source_digest": "sha256:" + "8d0c7e51b2f94a63" * 4,
    "window_units": 1,
    "selected_lanes": ["birds"],
    "contexts": [
        {
            "context_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
            "evidence_refs": [
                {
                    "lane_id": "birds",
                    "source_ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
                }
            ],
            "units": [
                {
                    "id": 10,
                    "kind": "note",
                    "text": "A heron that is nobody's business.",
                    "ref": {"source_id": "walk", "start_unit_id": 10, "end_unit_id": 10},
                }
            ],
        }
    ],
}
MANIFEST = {
    "run": {"run_dir": "research/scans/2026-01-05-demo", "slug": "demo", "date": "2026-01-05",
            "brief_path": "research/scans/2026-01-05-demo/brief.md", "defaults": {}},
    "defaults": {}, "tool_version": "0.6.1", "counts": {"deduped": 1},
}  # fmt: skip


class TestOtherContracts:
    def test_evidence_context(
        self, repo: GitRepo, check: Check, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(repo.root)
        code, path = "history.evidence_context.digest_unchanged", "evidence-context.json"
        text = json.dumps(EVIDENCE, indent=2).encode()
        repo.add(f"a/{path}", text)
        repo.commit()
        repo.git("mv", "a", "b")
        repo.add(f"b/{path}", text.replace(b"heron", b"crane"))
        assert check("--staged") == [(code, f"b/{path}")]
        repo.commit()
        assert check("--history", "HEAD~1..HEAD") == [(code, f"b/{path}")]
        main(["check", "--history", "HEAD~1..HEAD", "--output-format", "full"])
        assert "business" not in capsys.readouterr().out

    def test_research_scan(self, repo: GitRepo, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(repo.root)
        root, code = "research/scans/2026-01-05-demo", "history.research_scan.edited_by_hand"
        shortlist = {
            "in_window": [{"cid": "18c32fa9dd2d", "title": "Elvers", "score": 3}],
            "outside_window": [],
        }
        repo.add(f"{root}/manifest.json", json.dumps(MANIFEST, indent=2).encode())
        repo.add(f"{root}/shortlist.json", json.dumps(shortlist, indent=2).encode())
        repo.commit()
        shortlist["in_window"][0]["title"] = "Eels"  # type: ignore[index]
        repo.add(f"{root}/shortlist.json", json.dumps(shortlist, indent=2).encode())
        assert check("--staged") == [(code, f"{root}/shortlist.json")]
        assert check("--hook", f"{root}/manifest.json") == [(code, f"{root}/shortlist.json")]
        repo.commit()
        assert check("--from-ref", "HEAD~1") == [(code, f"{root}/shortlist.json")]
        repo.git("mv", root, "research/scans/2026-01-06-demo")
        assert check("--staged") == []
