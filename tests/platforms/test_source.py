"""What the source of the package must not do, wherever it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sourceright_lint

PACKAGE = Path(sourceright_lint.__file__).parent
ROOT = PACKAGE.parent
FILES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "action").glob("*.py")])

CODE_FROM_DATA = {
    *(
        "pickle",
        "cPickle",
        "dill",
        "marshal",
        "shelve",
        "yaml",
        "ruamel",
        "jsonpickle",
        "cloudpickle",
        "dbm",
        "code",
    ),
}
NETWORK = {
    "urllib.request",
    "http",
    "http.client",
    "requests",
    "httpx",
    "aiohttp",
    "ftplib",
    "smtplib",
    "telnetlib",
    "ssl",
}
CALLS = {"eval", "exec", "compile", "os.system", "os.popen", "os.startfile", "os.execv", "os.execvp"}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 0)}"


def imported(path: Path) -> Iterator[tuple[ast.AST, str]]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node, node.module or ""


def called(path: Path) -> Iterator[tuple[ast.Call, str]]:
    yield from ((node, ast.unparse(node.func)) for node in nodes(path) if isinstance(node, ast.Call))


def test_nothing_makes_code_of_data() -> None:
    modules = [
        (where(p, n), name) for p in FILES for n, name in imported(p) if name.split(".")[0] in CODE_FROM_DATA
    ]
    assert modules == []
    assert [(where(p, n), name) for p in FILES for n, name in called(p) if name in CALLS] == []


def test_nothing_speaks_to_the_network() -> None:
    found = [(where(p, n), name) for p in FILES for n, name in imported(p) if name in NETWORK]
    assert found == []
    users = {p.relative_to(ROOT).as_posix() for p in FILES for _, name in imported(p) if name == "socket"}
    assert users <= {"sourceright_lint/fixing/lock.py"}, "only for the name of this host"


def test_no_shell() -> None:
    words = [
        (where(p, n), k.arg) for p in FILES for n, _ in called(p) for k in n.keywords if k.arg == "shell"
    ]
    assert words == []


def test_text_files_have_an_encoding_and_keep_their_line_ends() -> None:
    """Or else a locale, or Windows, would have a say in what is read and written."""
    wrong = []
    for path in FILES:
        for node, name in called(path):
            names = {keyword.arg for keyword in node.keywords}
            if name == "open" and not _is_descriptor(node) and not _is_binary(node):
                wants = (
                    {"encoding"} if _reads(node) or path.parent.name == "action" else {"encoding", "newline"}
                )
            elif name.endswith(".write_text"):
                wants = {"encoding", "newline"}
            elif name.endswith(".read_text") and not node.args:
                wants = {"encoding"}
            else:
                wants = set()
            if not wants <= names:
                wrong.append(where(path, node))
    assert wrong == []


def _mode(call: ast.Call) -> str:
    return next((str(word.value) for word in call.args[1:2] if isinstance(word, ast.Constant)), "r")


def _is_binary(call: ast.Call) -> bool:
    return "b" in _mode(call)


def _reads(call: ast.Call) -> bool:
    return _mode(call)[0] == "r"


def _is_descriptor(call: ast.Call) -> bool:
    return isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, int)


def test_an_assert_only_tells_the_type_checker_something() -> None:
    """With PYTHONOPTIMIZE there are none."""
    doing = []
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.Assert):
                calls = [
                    ast.unparse(inner.func) for inner in ast.walk(node.test) if isinstance(inner, ast.Call)
                ]
                walrus = any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node.test))
                if walrus or set(calls) - {"isinstance"}:
                    doing.append(where(path, node))
    assert doing == []


def test_nobody_asks_for_the_locale() -> None:
    assert [where(p, n) for p in FILES for n, name in imported(p) if name.split(".")[0] == "locale"] == []
