"""From the paths that a user names to the bundles that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sourceright_lint.contract import Bundle, Contract
from sourceright_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.config import Settings


class Place(NamedTuple):
    """A bundle that may be there: its contract, its folder, and the settings that govern it."""

    contract: Contract
    root: str
    settings: Settings


class Found(NamedTuple):
    """Bundles in the order of their folders, and the paths that belong to none."""

    bundles: tuple[tuple[Bundle, Settings], ...]
    unclaimed: tuple[str, ...]


def find_bundles(
    paths: Iterable[str],
    source: Source,
    contracts: Sequence[Contract],
    settings_for: Callable[[str], Settings],
) -> Found:
    """The bundles that the files at ``paths`` belong to. A file that was deleted still names its bundle."""
    places: dict[tuple[str, str], Place] = {}
    unclaimed = []
    for path in paths:
        settings = settings_for(path)
        if settings.excluded(path):
            continue
        claims = _claims(path, contracts, settings)
        if not claims:
            unclaimed.append(path)
        for place in claims:
            places[place.root, place.contract.name] = place
    bundles = []
    for place in (places[key] for key in sorted(places)):
        bundle = place.contract.bundle(place.root, source, place.settings)
        if bundle is not None:
            bundles.append((bundle, place.settings))
    return Found(tuple(bundles), tuple(unclaimed))


def _claims(path: str, contracts: Sequence[Contract], settings: Settings) -> list[Place]:
    claims = []
    for contract in contracts:
        root = contract.root_of(path, settings)
        if root is not None:
            claims.append(Place(contract, root, settings))
    return claims


def read_contents(bundle: Bundle, source: Source) -> dict[str, bytes]:
    """The bytes of the bundle's files, by path. A file that is gone by now is left out."""
    contents = {}
    for file in bundle.files:
        data = source.read(file.path)
        if data is not None:
            contents[file.path] = data
    return contents
