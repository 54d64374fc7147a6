from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sourceright_lint.config.tree import SettingsTree, load
from sourceright_lint.errors import ConfigError
from tests.config.support import CODES, CONTRACTS, tree

OWN = ".sourceright-lint.toml"
INFO = 'fail-on = "info"'
WARNING = 'fail-on = "warning"'


def section(text: str) -> str:
    return f"[tool.sourceright-lint]\n{text}"


def test_the_nearest_file_governs_alone() -> None:
    found = tree({OWN: f'{INFO}\nexclude = ["x"]', f"a/b/{OWN}": "require-coverage = true"})
    assert found.settings_for("a/refs.json").files == (OWN,)
    deep = found.settings_for("a/b/c/d/refs.json")
    assert deep.files == (f"a/b/{OWN}",)
    assert deep.fail_on == "error"
    assert not deep.excluded("a/b/x")
    assert deep is found.settings_for("a/b/refs.json")
    assert found.settings_for("other/refs.json") is found.settings_for("refs.json")


def test_a_pyproject_without_our_table_does_not_govern() -> None:
    found = tree({OWN: INFO, "a/pyproject.toml": '[project]\ndescription = "sourceright-lint user"'})
    assert found.settings_for("a/x.json").files == (OWN,)


def test_an_empty_table_governs() -> None:
    found = tree({OWN: INFO, "a/pyproject.toml": section("")})
    assert found.settings_for("a/x.json").fail_on == "error"


def test_both_files_in_one_folder() -> None:
    found = tree({f"a/{OWN}": INFO, "a/pyproject.toml": section(WARNING)}).settings_in("a")
    assert found.fail_on == "info"
    assert found.notes == (f"a/pyproject.toml also has a [tool.sourceright-lint] table; a/{OWN} is used",)


def test_both_files_where_one_extends_the_other() -> None:
    files = {OWN: f'extend = "pyproject.toml"\n{INFO}', "pyproject.toml": section("require-coverage = true")}
    found = tree(files).settings_in("")
    assert (found.fail_on, found.option("require-coverage"), found.notes) == ("info", True, ())


def test_extend() -> None:
    files = {
        "base.toml": 'fail-on = "warning"\nignore = ["json"]\nexclude = ["x"]\nrequire-coverage = true\n'
        'severity.csl = "info"\nbaseline = "b.json"\n[[bundles]]\ncontract = "crate"\nindex = "i"',
        "a/pyproject.toml": section(
            'extend = "../base.toml"\nfail-on = "info"\nignore = ["other"]\nexclude = ["/y"]\n'
            'severity."csl.id" = "error"\nbundles = []'
        ),
    }
    found = tree(files).settings_in("a")
    assert found.files == ("base.toml", "a/pyproject.toml")
    assert found.fail_on == "info"
    assert found.option("require-coverage") is True
    assert [code for code in CODES if not found.may_report(code)] == ["other.thing", "json.syntax"]
    assert [p for p in ("x", "y", "a/x", "a/y", "a/z/y") if found.excluded(p)] == ["x", "a/x", "a/y"]
    assert found.severity_of("csl.doi.not_canonical", "warning") == "info"
    assert found.severity_of("csl.id.empty", "warning") == "error"
    assert found.baseline == "b.json"
    assert found.bundles_of("crate") == []


def test_extend_selects_anew() -> None:
    files = {
        "b.toml": 'select = ["csl"]\nignore = ["csl.id"]',
        OWN: 'extend = "b.toml"\nselect = ["csl.id.empty"]',
    }
    found = tree(files).settings_in("")
    assert [code for code in CODES if found.may_report(code)] == ["csl.id.empty"]


def test_format_adds_up() -> None:
    files = {
        "b.toml": '[format]\nenabled = false\ncontracts.shelf = true\nexclude = ["x"]',
        OWN: 'extend = "b.toml"\n[format]\ncontracts.crate = true',
    }
    found = tree(files).settings_in("")
    assert found.formats("a", "shelf")
    assert found.formats("a", "crate")
    assert not found.formats("a", "third")
    assert not found.formats("x", "shelf")


BAD_EXTENDS = [
    ("missing", {OWN: 'extend = "no.toml"'}, f'{OWN}:1:1: "no.toml": no such configuration file'),
    ("itself", {OWN: f'extend = "{OWN}"'}, "is extended already"),
    ("circle", {OWN: 'extend = "b.toml"', "b.toml": f'\nextend = "./{OWN}"'}, 'b.toml:2:1: "./.sourceright'),
    ("outside", {OWN: 'extend = "../b.toml"'}, "lies outside the root"),
    ("absolute", {OWN: 'extend = "/etc/passwd"'}, "lies outside the root"),
    (
        "no table",
        {OWN: 'extend = "pyproject.toml"', "pyproject.toml": ""},
        "has no [tool.sourceright-lint] table",
    ),
    ("fault in it", {OWN: 'extend = "b.toml"', "b.toml": "\n  x = 1"}, 'b.toml:2:3: unknown key "x"'),
]


@pytest.mark.parametrize(("files", "wanted"), [c[1:] for c in BAD_EXTENDS], ids=[c[0] for c in BAD_EXTENDS])
def test_bad_extend(files: dict[str, str], wanted: str) -> None:
    with pytest.raises(ConfigError) as caught:
        tree(files).settings_in("")
    assert wanted in str(caught.value)


def test_isolated() -> None:
    found = tree({OWN: "nonsense = 1"}, isolated=True, overrides={"fail-on": "info"})
    assert found.settings_for("a/b.json").fail_on == "info"


def test_paths_of_the_command_line_start_where_it_runs() -> None:
    found = tree({}, overrides={"exclude": ["/x"], "baseline": "b.json"}, here="sub").settings_in("")
    assert found.excluded("sub/x")
    assert not found.excluded("x")
    assert found.baseline == "sub/b.json"


def test_each_file_is_read_once() -> None:
    asked: list[str] = []
    files = {OWN: INFO.encode()}

    def read(path: str) -> bytes | None:
        asked.append(path)
        return files.get(path)

    found = SettingsTree(read, CONTRACTS)
    for path in ("a/b/c.json", "a/b/d.json", "a/e.json", "f.json"):
        assert found.settings_for(path).fail_on == "info"
    assert len(asked) == len(set(asked)) == 6


def test_deep_folders() -> None:
    assert tree({OWN: INFO}).settings_for("a/" * 5000 + "x.json").fail_on == "info"


def test_load_from_the_working_tree(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (tmp_path / OWN).write_text(INFO)
    assert load(str(folder), str(tmp_path), contracts=CONTRACTS).fail_on == "info"
    assert load(str(tmp_path), str(tmp_path), contracts=CONTRACTS).fail_on == "info"
    assert load(str(folder), str(folder), contracts=CONTRACTS).fail_on == "error"
    assert load(str(folder), str(tmp_path), isolated=True, contracts=CONTRACTS).fail_on == "error"


def test_explicit_file(tmp_path: Path) -> None:
    (tmp_path / "conf" / "more").mkdir(parents=True)
    (tmp_path / "repo" / "sub").mkdir(parents=True)
    given = tmp_path / "conf" / "more" / "mine.toml"
    given.write_text(f'extend = "../base.toml"\n{INFO}\nexclude = ["/x"]')
    (tmp_path / "conf" / "base.toml").write_text("require-coverage = true")
    (tmp_path / "repo" / OWN).write_text("nonsense = 1")
    found = load(str(tmp_path / "repo" / "sub"), str(tmp_path / "repo"), str(given), contracts=CONTRACTS)
    assert (found.fail_on, found.option("require-coverage")) == ("info", True)
    assert found.excluded("sub/x")
    assert found.files[-1] == str(given)


def test_explicit_file_that_will_not_do(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]")
    cases = {"none.toml": "no such", "pyproject.toml": r"no \[tool.sourceright-lint\] table"}
    for name, wanted in cases.items():
        with pytest.raises(ConfigError, match=wanted):
            load(str(tmp_path), str(tmp_path), str(tmp_path / name), contracts=CONTRACTS)


def test_nothing_heavy_is_imported_without_a_configuration() -> None:
    code = (
        "import sys; from sourceright_lint.config.tree import SettingsTree; before = set(sys.modules)\n"
        "s = SettingsTree(lambda path: None, ()).settings_for('a/b.json')\n"
        "s.enabled('csl.x', 'a'); s.severity_of('csl.x', 'error'); s.excluded('a'); s.formats('a', 'b')\n"
        "print(*sorted(sys.modules))"
    )
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {name for name in loaded if name.startswith("sourceright_lint")} == {
        "sourceright_lint",
        "sourceright_lint.config",
        "sourceright_lint.config.settings",
        "sourceright_lint.config.tree",
        "sourceright_lint.errors",
    }
    assert not loaded & {"tomllib", "tomli", "re", "json", "typing", "difflib", "inspect", "pathlib"}


ROOT = Path(__file__).parents[2]
