"""From the paths that a user names to the bundles that they belong to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sourceright_lint.config import Settings
    from sourceright_lint.contract import Bundle, Contract
    from sourceright_lint.source import Source

    Place = tuple[Contract, str, Settings]
    """A bundle that may be there: its contract, its folder, and the settings that govern it."""


class Found:
    """Bundles in the order of their folders, the paths that belong to none, and those that are excluded.

    ``no_files`` are paths of a bundle's files at which something else lies.
    """

    __slots__ = ("bundles", "excluded", "no_files", "unclaimed")

    def __init__(
        self,
        bundles: Sequence[tuple[Bundle, Settings]],
        unclaimed: Sequence[str],
        excluded: Sequence[str] = (),
        no_files: Sequence[str] = (),
    ) -> None:
        self.bundles = tuple(bundles)
        self.unclaimed = tuple(unclaimed)
        self.excluded = tuple(excluded)
        self.no_files = tuple(no_files)


def find_bundles(
    paths: Iterable[str],
    source: Source,
    contracts: Sequence[Contract],
    settings_for: Callable[[str], Settings],
) -> Found:
    """The bundles that the files at ``paths`` belong to. A file that was deleted still names its bundle."""
    places: dict[tuple[str, str], Place] = {}
    unclaimed, excluded, no_files = [], [], []
    for path in paths:
        settings = settings_for(path)
        if settings.excluded(path):
            excluded.append(path)
            continue
        claims = _claims(path, contracts, settings)
        if not claims:
            unclaimed.append(path)
        for place in claims:
            contract, root, _ = place
            places[root, contract.name] = place
        if _is_named(path, claims, settings) and source.is_no_file(path):
            target = source.link_target(path)
            if target is None or not _is_named(target, claims, settings):
                no_files.append(path)
    bundles = []
    for contract, root, settings in (places[key] for key in sorted(places)):
        bundle = contract.bundle(root, source, settings)
        if bundle is not None:
            bundles.append((bundle, settings))
    return Found(bundles, unclaimed, excluded, no_files)


def _claims(path: str, contracts: Sequence[Contract], settings: Settings) -> list[Place]:
    claims = []
    for contract in contracts:
        root = contract.root_of(path, settings)
        if root is not None:
            claims.append((contract, root, settings))
    return claims


def _is_named(path: str, claims: Iterable[Place], settings: Settings) -> bool:
    """Whether it is the path of a bundle's file, by its name."""
    return any(contract.is_named(path, settings) for contract, _, _ in claims)


def read_contents(bundle: Bundle, source: Source) -> dict[str, bytes]:
    """The bytes of the bundle's files, by path. A file that is gone by now is left out."""
    contents = {}
    for file in bundle.files:
        data = source.read(file.path)
        if data is not None:
            contents[file.path] = data
    return contents
