"""``schema``: the JSON Schemas that the files are checked by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sourceright_lint.catalogue import load_contracts
from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import write_wanted
from sourceright_lint.contract import Contract
from sourceright_lint.errors import UsageError


def run(args: Args) -> int:
    """Print a schema, or list what there is."""
    schemas = _schemas(load_contracts(args.plugin or ()))
    if args.list:
        write_wanted("".join(f"{name}\n" for name in schemas))
        return 0
    if args.name is not None and args.name not in schemas:
        from sourceright_lint.resemblance import nearest

        near = nearest(args.name, schemas)
        hint = f"did you mean {near}?" if near else "sourceright-lint schema --list lists them"
        raise UsageError(f"no schema {args.name!r}", hint)
    if args.output_dir or args.vscode or args.jetbrains:
        from sourceright_lint.commands.schema_files import write_schemas

        return write_schemas(args, schemas)
    if args.name is None:
        write_wanted("".join(f"{name}\n" for name in schemas))
        return 0
    import json

    write_wanted(json.dumps(schemas[args.name](), indent=2, ensure_ascii=False) + "\n", args.output_file)
    return 0


def _schemas(contracts: tuple[Contract, ...]) -> dict[str, Callable[[], Any]]:
    from sourceright_lint.baseline.entry import SCHEMA
    from sourceright_lint.config.schema import settings_schema

    schemas: dict[str, Callable[[], Any]] = {
        name: load for contract in contracts for name, load in contract.schemas().items()
    }
    schemas["baseline"] = lambda: SCHEMA
    schemas["configuration"] = lambda: settings_schema(contracts)
    return dict(sorted(schemas.items()))


COMMAND = Command(
    "schema",
    "Print the JSON Schemas of the files that are checked, and of the configuration.",
    run,
    (
        Arg("name", help="a schema's name; without one, the names are listed", metavar="SCHEMA"),
        Arg("--list", help="list the names"),
        Arg("--output-file", help="write to this file", kind="value", metavar="FILE"),
        Arg(
            "--output-dir",
            help="write each to a file of its own in this folder",
            kind="value",
            metavar="FOLDER",
        ),
        Arg("--vscode", help="write there, too, what VS Code's settings need"),
        Arg("--jetbrains", help="write there, too, what a JetBrains project needs"),
        Arg("--plugin", help="also the schemas of this contract plug-in", kind="list", metavar="NAME"),
    ),
    (
        "sourceright-lint schema --list",
        "sourceright-lint schema csl --output-file csl.schema.json",
        "sourceright-lint schema --output-dir schemas --vscode",
    ),
)
