"""``rule``: explain a finding."""

from __future__ import annotations

from sourceright_lint.catalogue import all_rules, load_contracts
from sourceright_lint.commands import Arg, Args, Command
from sourceright_lint.commands.output import write_wanted
from sourceright_lint.errors import UsageError
from sourceright_lint.rule import Rule, near_codes, selects


def run(args: Args) -> int:
    """Print the page of a rule, or of all."""
    rules = all_rules(load_contracts(args.plugin or ()))
    if args.list:
        write_wanted(
            "".join(f"{rule.code}\n" for rule in (_chosen(args.code, rules) if args.code else rules))
        )
        return 0
    if args.code is None and not args.all:
        raise UsageError(
            "name a rule, or give --all", "for example: sourceright-lint rule csl.doi.not_canonical"
        )
    chosen = rules if args.all else _chosen(args.code, rules)
    write_wanted(_RENDER[args.output_format](chosen))
    return 0


def _chosen(code: str, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    exact = tuple(rule for rule in rules if rule.code == code)
    chosen = exact or tuple(rule for rule in rules if selects(code, rule.code))
    if not chosen:
        near = near_codes(code, rules)
        raise UsageError(
            f"no rule {code!r}", f"did you mean {', '.join(near)}?" if near else "see rule --all"
        )
    return chosen


def _text(rules: tuple[Rule, ...]) -> str:
    from sourceright_lint.rule_pages import plain

    return "\n".join(plain(rule) for rule in rules)


def _markdown(rules: tuple[Rule, ...]) -> str:
    from sourceright_lint.rule_pages import markdown

    return "\n".join(markdown(rule) for rule in rules)


def _json(rules: tuple[Rule, ...]) -> str:
    import json

    from sourceright_lint.links import rule_url
    from sourceright_lint.rule_pages import page_of

    table = []
    for rule in rules:
        page = page_of(rule)
        table.append(
            {
                "code": rule.code,
                "severity": rule.severity,
                "fix": None if rule.fix == "none" else rule.fix,
                "summary": page.summary,
                "explanation": page.explanation,
                "bad": page.bad.files,
                "good": page.good.files,
                "fix_note": page.fix,
                "url": rule_url(rule.code),
            }
        )
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


_RENDER = {"text": _text, "json": _json, "markdown": _markdown}

COMMAND = Command(
    "rule",
    "Explain a rule: what it checks, why, a bad and a good example, what its fix does.",
    run,
    (
        Arg("code", help="a rule's code, or a prefix such as csl.doi"),
        Arg("--all", help="all rules"),
        Arg("--list", help="only the codes, one a line"),
        Arg(
            "--output-format",
            help="how to print (default: text)",
            kind="value",
            choices=tuple(_RENDER),
            default="text",
        ),
        Arg("--plugin", help="also the rules of this contract plug-in", kind="list", metavar="NAME"),
    ),
    ("sourceright-lint rule csl.sidecar_field", "sourceright-lint rule --all --output-format markdown"),
)
