"""What a rule is, and how one is declared beside the function that checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

from sourceright_lint.finding import Fix, Pointer, Severity, Span
from sourceright_lint.jsontext import Document
from sourceright_lint.resemblance import nearest_few

FixClass = Literal["none", "safe", "unsafe"]


class Place(NamedTuple):
    """Where something is: a value in a document, its key, or an explicit span."""

    document: Document
    pointer: Pointer = ()
    key: bool = False
    span: Span | None = None


class Note(NamedTuple):
    """A related place and what it has to do with the problem."""

    place: Place
    message: str


class Problem(NamedTuple):
    """What a rule yields; the engine turns it into a finding.

    ``severity`` overrides the rule's own for this one problem, where the contract grades a fault by degree.
    """

    place: Place
    message: str
    record: str | None = None
    notes: tuple[Note, ...] = ()
    fix: Fix | None = None
    help: str = ""
    severity: Severity | None = None


Check = Callable[[Any], Iterable[Problem]]


class Rule(NamedTuple):
    """A rule: its code, what it checks, and its documentation (the docstring of the function).

    ``scope`` names the kind of subject the function takes; a contract's view says which subjects there are.
    ``yields_to`` are codes of rules about the files as they are that report the same fault: where one of them
    does, at the same value, a rule about change is silent. ``says_more_than`` are codes of such rules that are
    silent where this rule, about change, tells the same fault of a bundle or a record with what led to it.
    """

    code: str
    severity: Severity
    scope: str
    fix: FixClass
    check: Check
    doc: str
    yields_to: tuple[str, ...] = ()
    says_more_than: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.partition("\n")[0]


def rule(
    code: str,
    *,
    severity: Severity,
    scope: str,
    fix: FixClass = "none",
    yields_to: tuple[str, ...] = (),
    says_more_than: tuple[str, ...] = (),
) -> Callable[[Check], Rule]:
    """Declare the decorated function as a rule. Its docstring is the rule's page."""

    def declare(check: Check) -> Rule:
        doc = _dedent(check.__doc__ or "")
        return Rule(code, severity, scope, fix, check, doc, yields_to, says_more_than)

    return declare


def collect(*modules: ModuleType) -> tuple[Rule, ...]:
    """Every rule that the modules define, in the order of their codes."""
    found = {
        value.code: value for module in modules for value in vars(module).values() if isinstance(value, Rule)
    }
    return tuple(found[code] for code in sorted(found))


def selects(prefix: str, code: str) -> bool:
    """Whether ``prefix`` (``csl``, ``csl.doi``, ``ALL``) selects ``code``: by whole dotted parts."""
    return prefix == "ALL" or code == prefix or code.startswith(prefix + ".")


def near_codes(code: str, rules: Sequence[Rule]) -> list[str]:
    """At most three codes, or prefixes of some: those that ``code`` is the beginning of, then what resembles it."""
    parts = [rule.code.split(".") for rule in rules]
    known = sorted({".".join(each[:count]) for each in parts for count in range(1, len(each) + 1)})
    begun = sorted((each for each in known if code and each.startswith(code)), key=len)
    found: list[str] = []
    for each in [*begun, *nearest_few(code, known, len(known))]:
        if not any(selects(chosen, each) for chosen in found):
            found.append(each)
    return found[:3]


def _dedent(doc: str) -> str:
    """Without the indentation of the source. ``inspect`` does this too, and takes a hook longer to import."""
    first, *rest = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first.lstrip(), *(line[margin:] for line in rest)]).strip("\n ")
