"""Write the JSON Schemas into a folder, and tell editors which files they describe."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from sourceright_lint.commands import Args
from sourceright_lint.commands.output import write_text
from sourceright_lint.commands.session import Session
from sourceright_lint.errors import UsageError
from sourceright_lint.escape import show_path

VSCODE = "vscode-settings.json"
JETBRAINS = "jsonSchemas.xml"

Schemas = Mapping[str, Callable[[], Any]]
Patterns = Mapping[str, Sequence[str]]


def write_schemas(args: Args, schemas: Schemas) -> int:
    """Write every schema, or the one that is named, and the mappings that are asked for."""
    if (args.vscode or args.jetbrains) and not args.output_dir:
        raise UsageError(
            "--vscode and --jetbrains need --output-dir", "the schemas must lie in a folder of the repository"
        )
    folder: str = args.output_dir
    os.makedirs(folder, exist_ok=True)
    wanted = [args.name] if args.name else list(schemas)
    for name in wanted:
        write_text(json_text(schemas[name]()), os.path.join(folder, file_name(name)))
    if args.vscode or args.jetbrains:
        _write_mappings(args, folder, wanted)
    return 0


def _write_mappings(args: Args, folder: str, wanted: Sequence[str]) -> None:
    session = _session()
    patterns = {name: files for name, files in described(session).items() if name in wanted}
    place = _from_root(folder, session.root)
    if args.vscode:
        write_text(vscode(patterns, place), os.path.join(folder, VSCODE))
    if args.jetbrains:
        write_text(jetbrains(patterns, place), os.path.join(folder, JETBRAINS))


def described(session: Session) -> dict[str, Sequence[str]]:
    """The patterns of the files that each schema describes."""
    settings = session.settings
    patterns: dict[str, Sequence[str]] = {"baseline": [settings.baseline]}
    for contract in session.contracts:
        patterns.update(contract.schema_files(settings))
    return dict(sorted(patterns.items()))


def vscode(patterns: Patterns, place: str) -> str:
    """What belongs into ``.vscode/settings.json``. ``place`` is the folder of the schemas from the root."""
    schemas = [
        {"fileMatch": list(files), "url": f"./{place}/{file_name(name)}"} for name, files in patterns.items()
    ]
    return json_text({"json.schemas": schemas})


def jetbrains(patterns: Patterns, place: str) -> str:
    """What belongs into ``.idea/jsonSchemas.xml``."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<project version="4">',
        '  <component name="JsonSchemaMappingsProjectConfiguration">',
        "    <state>",
        "      <map>",
    ]
    for name, files in patterns.items():
        lines += _jetbrains_entry(name, files, f"{place}/{file_name(name)}")
    return "\n".join([*lines, "      </map>", "    </state>", "  </component>", "</project>"]) + "\n"


def _jetbrains_entry(name: str, files: Sequence[str], schema: str) -> list[str]:
    title = quoteattr(f"sourceright-lint: {name}")
    return [
        f"        <entry key={title}>",
        "          <value>",
        "            <SchemaInfo>",
        f'              <option name="name" value={title} />',
        f'              <option name="relativePathToSchema" value={quoteattr(schema)} />',
        '              <option name="patterns">',
        "                <list>",
        *(line for path in files for line in _jetbrains_item(path)),
        "                </list>",
        "              </option>",
        "            </SchemaInfo>",
        "          </value>",
        "        </entry>",
    ]


def _jetbrains_item(path: str) -> list[str]:
    is_pattern = "*" in path or "/" not in path
    kind = [
        '                    <option name="pattern" value="true" />',
        '                    <option name="mappingKind" value="Pattern" />',
    ]
    return [
        "                  <Item>",
        *(kind if is_pattern else []),
        f'                    <option name="path" value={quoteattr(path)} />',
        "                  </Item>",
    ]


def json_text(value: Any) -> str:
    """JSON as people read it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def file_name(schema: str) -> str:
    """Name of a schema's file."""
    return f"{schema}.schema.json"


def _session() -> Session:
    from sourceright_lint.git.discover import discover

    repository = discover(os.getcwd())
    return Session(repository.root if repository else os.getcwd(), repository, Args({}))


def _from_root(folder: str, root: str) -> str:
    place = os.path.relpath(os.path.realpath(folder), os.path.realpath(root)).replace(os.sep, "/")
    if place.startswith("../"):
        raise UsageError(f"{show_path(folder)} lies outside of {show_path(root)}", "editors look inside it")
    return place
