"""All targets, by name."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz import bundles, driving, merges, texts, texts_of_others

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        texts.text,
        bundles.sourceright,
        bundles.evidence_context,
        bundles.research_scan,
        bundles.queue,
        merges.merge,
        driving.merge_driver,
        *texts_of_others.TARGETS,
    )
}
