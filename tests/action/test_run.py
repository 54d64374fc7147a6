"""What the action checks, says and leaves, event by event."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.action.support import CSL, SIDECAR, Job, csl, pull_request, sidecar

DOI = "csl.doi.not_canonical"
ZERO = "0" * 40


def _changed(job: Job) -> tuple[str, str]:
    base = job.repo.text("rev-parse", "HEAD")
    job.repo.add(CSL, csl(DOI="10.5555/NEW"))
    return base, job.repo.commit("change")


def test_a_pull_request_is_checked_for_what_it_touches(job: Job) -> None:
    base, head = _changed(job)
    assert job.run("pull_request", pull_request(base, head)) == 1
    [annotation] = job.annotations
    assert annotation.startswith(f"::error title=sourceright-lint ({DOI}),file={CSL},line=6,")
    assert job.codes() == [DOI]
    assert job.outputs["status"] == "1"
    assert Path(job.outputs["sarif-file"]).parent == job.temporary
    summary = job.summary.read_text(encoding="utf-8")
    assert "| sourceright | references |" in summary
    assert "10.5555/NEW" in summary


def test_a_pull_request_in_order(job: Job) -> None:
    base = job.repo.text("rev-parse", "HEAD")
    job.repo.add(CSL, csl(publisher="The Weir Press"))
    assert job.run("pull_request", pull_request(base, job.repo.commit("change"))) == 0
    assert (job.outputs["status"], job.annotations, job.codes()) == ("0", [], [])


def test_all_bundles_and_the_history(job: Job) -> None:
    base, _ = _changed(job)
    job.repo.add(f"reviewed/{SIDECAR}", sidecar("resolved"))
    head = job.repo.commit("decision removed")
    assert job.run("pull_request", pull_request(base, head), scope="all") == 1
    codes = job.codes()
    assert codes.count(DOI) == 2
    assert [code for code in codes if code.startswith("history.")]


def test_the_history_of_a_pull_request(job: Job) -> None:
    base = job.repo.text("rev-parse", "HEAD")
    job.repo.add(f"reviewed/{SIDECAR}", sidecar("resolved"))
    assert job.run("pull_request", pull_request(base, job.repo.commit("decision removed"))) == 1
    assert [code for code in job.codes() if code.startswith("history.")]


def test_a_push(job: Job) -> None:
    base, head = _changed(job)
    assert job.run("push", {"before": base, "after": head}) == 1
    assert job.codes() == [DOI]


def test_a_merge_queue(job: Job) -> None:
    base, head = _changed(job)
    assert job.run("merge_group", {"merge_group": {"base_sha": base, "head_sha": head}}) == 1
    assert job.codes() == [DOI]


WHOLE = {
    "no range": ("workflow_dispatch", None),
    "new branch": ("push", {"before": ZERO, "after": "a" * 40}),
    "deleted branch": ("push", {"before": "a" * 40, "after": ZERO}),
    "no event": ("pull_request", None),
    "other types": ("pull_request", {"pull_request": {"base": ["sha"], "head": {"sha": 3}}}),
    "no JSON": ("pull_request", b"{"),
    "deep": ("pull_request", b"[" * 100_000),
    "refs that are none": ("pull_request", pull_request("$(touch pwned)", "--output=pwned")),
}


@pytest.mark.parametrize(("name", "event"), WHOLE.values(), ids=WHOLE)
def test_other_events_check_the_checkout(job: Job, name: str, event: object) -> None:
    assert job.run(name, event) == 1
    assert job.codes() == [DOI]
    assert f"file=old/{CSL}" in job.stdout
    assert job.stderr == ""


def test_a_shallow_clone_is_told(job: Job) -> None:
    head = job.repo.text("rev-parse", "HEAD")
    assert job.run("pull_request", pull_request("a" * 40, head)) == 1
    assert job.annotations[0].startswith("::warning title=sourceright-lint::")
    assert "fetch-depth: 0" in job.annotations[0]
    assert job.codes() == [DOI]


def test_a_range_by_name(job: Job) -> None:
    _changed(job)
    assert job.run(from_ref="HEAD~1", to_ref="main") == 1
    assert job.codes() == [DOI]
    assert "old" not in job.stdout


def test_paths_arguments_folder_and_severity(job: Job) -> None:
    assert job.run(paths=f"{CSL}\n\n{SIDECAR}\n") == 0
    assert job.run(arguments="--ignore\ncsl.doi") == 0
    assert job.run(arguments="--severity\ncsl.doi=warning") == 0
    assert job.run(arguments="--severity\ncsl.doi=warning", fail_on="warning") == 1
    assert job.run(working_directory="old", sarif_file="lint.sarif") == 1
    assert job.outputs["sarif-file"] == str(job.repo.root / "old" / "lint.sarif")
    assert job.codes() == [DOI]


def test_the_fix_is_a_patch_that_applies(job: Job) -> None:
    job.repo.add(f"with space/{CSL}", b'[{"id": "a", "type": "book", "title": "A"}]')
    job.repo.add(f"with space/{SIDECAR}", sidecar("queued").replace(b"eels", b"a"))
    job.repo.commit()
    assert job.run(fix="true") == 1
    assert job.repo.text("status", "--porcelain") == ""
    assert "git apply" in job.summary.read_text(encoding="utf-8")
    job.repo.git("apply", job.outputs["patch-file"])
    assert job.repo.read(f"old/{CSL}") == csl(DOI="10.5555/old")
    assert job.run(fix="true") == 0
    assert "patch-file" not in job.outputs


def test_no_patch_unless_asked_for(job: Job) -> None:
    assert job.run() == 1
    assert "patch-file" not in job.outputs


HOSTILE = (
    "$(touch pwned)",
    "; touch pwned",
    "`touch pwned`",
    "| touch pwned",
    "--output-file=pwned",
    "'\"",
    "%0A::x",
)


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize(
    "name", ["paths", "from_ref", "to_ref", "fail_on", "scope", "fix", "working_directory"]
)
def test_hostile_inputs_are_only_text(job: Job, name: str, value: str) -> None:
    more = {"from_ref": "HEAD"} if name == "to_ref" else {}
    assert job.run(**{name: value}, **more) != 0
    assert not list(job.repo.root.rglob("pwned"))
    assert not list(job.temporary.rglob("pwned"))
    assert "\n::x" not in job.stdout


@pytest.mark.parametrize("name", ["from_ref", "sarif_file", "working_directory", "patch_name", "scope"])
def test_a_line_break_forges_no_output(job: Job, name: str) -> None:
    assert job.run(**{name: "x\npatch-file=/etc/passwd\n::add-mask::x"}) == 2
    assert job.outputs == {"status": "2"}
    assert job.stdout.count("\n") == 1
    assert job.stdout.startswith("::error title=sourceright-lint::the input ")


@pytest.mark.parametrize("folder", ["nope", CSL, f"{CSL}/x", "x" * 5000])
def test_a_working_directory_that_is_none(job: Job, folder: str) -> None:
    assert job.run(working_directory=folder) == 2
    assert job.outputs == {"status": "2"}
    [annotation] = job.annotations
    assert annotation.startswith(
        "::error title=sourceright-lint::the input working-directory must be a folder"
    )
    assert job.stderr == ""


def test_what_github_wants_written_and_cannot_be(job: Job) -> None:
    assert job.run(fix="true", without=("output", "summary")) == 1
    assert "Traceback" not in job.stderr
    told = [line for line in job.annotations if line.startswith("::warning")]
    assert ["GITHUB_STEP_SUMMARY" in told[0], "GITHUB_OUTPUT" in told[1]] == [True, True]
    assert (job.temporary / "sourceright-lint.patch").exists()


def test_a_patch_that_cannot_be_written(job: Job) -> None:
    (job.temporary / "sourceright-lint.patch").mkdir()
    assert job.run(fix="true") == 1
    assert job.annotations[-1].startswith(
        "::warning title=sourceright-lint::the patch with the fixes could not"
    )
    assert job.outputs["status"] == "1"
    assert "patch-file" not in job.outputs


def test_no_git_to_run(job: Job) -> None:
    head = job.repo.text("rev-parse", "HEAD")
    assert job.run("pull_request", pull_request(head, head), path=str(job.temporary)) == 2
    [annotation] = job.annotations
    assert annotation.startswith("::error title=sourceright-lint::git could not be run")
    assert job.outputs == {"status": "2"}


def test_nothing_of_the_checkout_is_run(job: Job) -> None:
    for name in (
        "json.py",
        "sitecustomize.py",
        "usercustomize.py",
        "sourceright_lint/__init__.py",
        "orjson.py",
    ):
        job.repo.write(name, b"open('pwned', 'w').close()\n")
    assert job.run(fix="true") == 1
    assert not (job.repo.root / "pwned").exists()
