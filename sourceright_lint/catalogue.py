"""The contracts and their rules, as the whole tool knows them."""

from __future__ import annotations

from sourceright_lint.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sourceright_lint.contract import Contract
    from sourceright_lint.rule import Rule

GROUP = "sourceright_lint.contracts"


def load_contracts(
    plugins: Iterable[str] = (), where: Callable[[str], str] | None = None
) -> tuple[Contract, ...]:
    """The contracts of the package, then those of the plug-ins that the configuration names.

    ``where`` says at which place it names one, for the error about one that cannot be used.
    """
    from sourceright_lint.contracts.evidence_context import EvidenceContext
    from sourceright_lint.contracts.research_scan import ResearchScan
    from sourceright_lint.contracts.sourceright import Sourceright

    return (Sourceright(), EvidenceContext(), ResearchScan(), *(_asked(name, where) for name in plugins))


def all_rules(contracts: Sequence[Contract]) -> tuple[Rule, ...]:
    """Every rule, by code."""
    rules = [*general_rules(), *(rule for contract in contracts for rule in contract.rules())]
    return tuple(sorted(rules, key=lambda rule: rule.code))


def general_rules() -> tuple[Rule, ...]:
    """The rules that hold whatever the contract is: about text, and about the baseline."""
    from sourceright_lint.baseline import rules as baseline_rules
    from sourceright_lint.rule import collect
    from sourceright_lint.text_rules import MODULES

    return collect(*MODULES, baseline_rules)


def near_contracts(name: str, contracts: Sequence[Contract]) -> list[str]:
    """What may be meant by ``name``, which is no contract: the roles that are called so, or the contract like it."""
    from sourceright_lint.resemblance import nearest

    roles = [f"{contract.name}:{name}" for contract in contracts if name in contract.roles]
    near = nearest(name, [contract.name for contract in contracts])
    return roles or ([near] if near else [])


def _asked(name: str, where: Callable[[str], str] | None) -> Contract:
    try:
        return _plugin(name)
    except ConfigError as error:
        if where is None:
            raise
        raise ConfigError(f"{where(name)}: {error}", error.help) from error


def _plugin(name: str) -> Contract:
    from importlib.metadata import entry_points

    from sourceright_lint.contract import Contract

    for entry in entry_points(group=GROUP, name=name):
        made = entry.load()
        if missing := sorted(getattr(made, "__abstractmethods__", ())):
            raise ConfigError(f"plug-in {name!r} is not complete: it lacks {', '.join(missing)}")
        contract = made()
        if isinstance(contract, Contract):
            return contract
        raise ConfigError(
            f"plug-in {name!r} is no contract", f"it must be a subclass of {GROUP[:-1]}.Contract"
        )
    installed = sorted({entry.name for entry in entry_points(group=GROUP)} - {"sourceright"})
    raise ConfigError(f"no plug-in {name!r} is installed", f"installed: {', '.join(installed) or 'none'}")
