"""Runs the whole tool, in memory, over the three files of a workspace."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import HealthCheck, settings

from sourceright_lint.config.origin import CommandLine
from sourceright_lint.config.settings import Layer, Settings, defaults_of
from sourceright_lint.contracts.sourceright import CSL, QUEUE, SIDECAR, Sourceright
from sourceright_lint.engine import Checked, check_bundle
from sourceright_lint.fixing.plan import Fixed, fix_bundle
from tests.properties.texts import Layout
from tests.sourceright.csl.support import Memory

PATHS = {"csl": CSL, "sidecar": SIDECAR, "queue": QUEUE}
EXAMPLES = int(os.environ.get("SOURCERIGHT_LINT_EXAMPLES", "60"))

patient = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def agreed(answer: Callable[[], bytes | None]) -> bytes | None:
    """An answer that is the same with orjson and without: small files are read without where nothing has loaded it."""
    import orjson

    with_orjson = answer()
    del sys.modules["orjson"]
    try:
        without = answer()
    finally:
        sys.modules["orjson"] = orjson
    assert with_orjson == without
    return with_orjson


def laid_out(values: Mapping[str, Any], seed: int, shuffled: bool = False) -> dict[str, bytes]:
    """The files of values by role, in a layout that the seed decides."""
    return {
        PATHS[role]: Layout(seed, shuffled).lines(value)
        if role == "queue"
        else Layout(seed + 1, shuffled).document(value)
        for role, value in values.items()
    }


def fix(files: Mapping[str, bytes], unsafe: bool = False, **options: Any) -> Fixed:
    """What fixes make of the files."""
    contract = Sourceright()
    configured = Settings((Layer(CommandLine(""), options),), defaults_of([contract]))
    source = Memory(files)
    bundle = contract.bundle("", source, configured)
    assert bundle is not None
    return fix_bundle(bundle, source, configured, unsafe)


def check(files: Mapping[str, bytes], **options: Any) -> Checked:
    """What is found in the files."""
    contract = Sourceright()
    configured = Settings((Layer(CommandLine(""), options),), defaults_of([contract]))
    bundle = contract.bundle("", Memory(files), configured)
    assert bundle is not None
    return check_bundle(bundle, files, configured)


def result(files: Mapping[str, bytes], fixed: Fixed) -> dict[str, bytes]:
    """All files after the fixes."""
    return {**files, **{change.path: change.new for change in fixed.changes}}
