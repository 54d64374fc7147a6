"""Whether a workspace can be reviewed and counted as it is, and what it leaves untold."""

from __future__ import annotations

from typing import NamedTuple

from sourceright_lint.contracts.sourceright.forms import SCHEMA_VERSION, STATUSES
from sourceright_lint.contracts.sourceright.reviewing.refusal import ReviewRefused
from sourceright_lint.contracts.sourceright.view import Sidecar, Workspace
from sourceright_lint.escape import show, show_path
from sourceright_lint.jsontext import Document

_SEE_CHECK = "see sourceright-lint check"


class Gap(NamedTuple):
    """What a list or a report of a workspace leaves out. ``is_file``: all that a file holds."""

    text: str
    is_file: bool = False


def usable_sidecar(workspace: Workspace) -> Sidecar:
    """The sidecar. Raises ReviewRefused where it is not there, or its records cannot be told."""
    if not workspace.has("sidecar"):
        path = show_path(workspace.path_of("sidecar") or "")
        raise ReviewRefused(f"{path} is not there", "sourceright-lint migrate starts one")
    require_readable_sidecar(workspace)
    assert workspace.sidecar is not None
    return workspace.sidecar


def require_readable_sidecar(workspace: Workspace) -> None:
    """Raises ReviewRefused where there is a sidecar, and its records cannot be told."""
    fault = _sidecar_fault(workspace)
    if fault is not None:
        raise ReviewRefused(fault, _SEE_CHECK)


def require_readable_csl(workspace: Workspace) -> None:
    """Raises ReviewRefused where there is a bibliography, and its items cannot be told."""
    fault = _csl_fault(workspace)
    if fault is not None:
        raise ReviewRefused(fault, _SEE_CHECK)


def gaps(workspace: Workspace) -> list[Gap]:
    """All that cannot be told about the workspace; a sidecar that is not there holds nothing."""
    files = [fault for fault in (_csl_fault(workspace), _sidecar_fault(workspace)) if fault is not None]
    return [*(Gap(fault, is_file=True) for fault in files), *map(Gap, _partial(workspace))]


def unreadable(sidecar: Sidecar | None) -> int:
    """How many records are no objects, or have no status that is known."""
    if sidecar is None:
        return 0
    known = sum(record.status in STATUSES for record in sidecar.records.values())
    return len(sidecar.references) - known


def _partial(workspace: Workspace) -> list[str]:
    found = []
    if workspace.sidecar is not None and not workspace.has("csl"):
        found.append(f"{show_path(workspace.path_of('csl') or '')} is not there")
    sidecar = workspace.sidecar
    if sidecar is None or _sidecar_fault(workspace) is not None:
        return found
    path, count = show_path(sidecar.document.path), unreadable(sidecar)
    if count:
        records = "1 record" if count == 1 else f"{count} records"
        found.append(f"{path}: {records} could not be read; {_SEE_CHECK}")
    if sidecar.document.has_duplicates:
        found.append(f"{path} has a key twice, and only the last counts; {_SEE_CHECK}")
    return found


def _sidecar_fault(workspace: Workspace) -> str | None:
    path, sidecar = show_path(workspace.path_of("sidecar") or ""), workspace.sidecar
    if sidecar is None:
        return _unread(workspace, "sidecar")
    version, references = sidecar.get("schema_version"), sidecar.get("references")
    if not isinstance(sidecar.value, dict):
        return f"{path} cannot be read: it holds no object"
    if version != SCHEMA_VERSION:
        return f"{path} cannot be read: schema_version is {show(version)}, not {show(SCHEMA_VERSION)}"
    if not isinstance(references, dict):
        return f'{path} cannot be read: its "references" are no object'
    return None


def _csl_fault(workspace: Workspace) -> str | None:
    csl = workspace.csl
    if csl is None:
        return _unread(workspace, "csl")
    if csl.wrapper is None and not isinstance(csl.value, list):
        return f"{show_path(csl.document.path)} cannot be read: it holds no array of items"
    return None


def _unread(workspace: Workspace, role: str) -> str | None:
    """Why the file of this role has no value; None where it is not there."""
    file = workspace.file(role)
    if file is None:
        return None
    return f"{show_path(file.path)} cannot be read{_reason(workspace.documents[file.path])}"


def _reason(document: Document) -> str:
    fatal = next((fault for fault in document.faults if fault.fatal), None)
    if fatal is None:
        return ""
    span = document.span_at(fatal.start, fatal.end)
    return f": {fatal.message} (line {span.line}, column {span.column})"
