"""Rules on what the query plan aims at: gap queries, target criteria, anchors."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.contracts.research_scan.plan import queries_of
from sourceright_lint.contracts.research_scan.view import JsonFile
from sourceright_lint.contracts.research_scan.wording import Hints
from sourceright_lint.escape import show
from sourceright_lint.rule import Problem, rule


@rule("research_scan.queries.gap_place", severity="error", scope="plan")
def gap_in_first_round(plan: JsonFile) -> Iterator[Problem]:
    """A gap query stands in `queries` instead of `round2`.

    Gap queries answer what coverage found thin after the first round. `retrieve --round 2` runs the
    queries of `round2` and no others.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "gap", "text": "how elvers climb",
                  "target_criterion": "C3"}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}],
     "round2": [{"id": "G1", "type": "gap", "text": "climbing speed of elvers", "target_criterion": "C3"}]}
    ```

    Fix: none. Moving it would leave the first round without the query.
    """
    for query in plan.objects("queries"):
        if query.text("type") == "gap":
            yield query.problem('a query of type "gap" belongs into "round2"', "type")


@rule("research_scan.queries.gap_target", severity="error", scope="plan")
def gap_without_target(plan: JsonFile) -> Iterator[Problem]:
    """A gap query does not say which sub-criterion it is after.

    The gap round aims at sub-criteria that coverage found thin; `target_criterion` names the one.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}],
     "round2": [{"id": "G1", "type": "gap", "text": "climbing speed of elvers"}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}],
     "round2": [{"id": "G1", "type": "gap", "text": "climbing speed of elvers", "target_criterion": "C3"}]}
    ```

    Fix: none. The aim is not known.
    """
    for query in plan.objects("round2"):
        target = query.get("target_criterion")
        if query.text("type") == "gap" and (target is None or query.text("target_criterion") == ""):
            yield query.problem("a gap query must name its target_criterion", "target_criterion")


@rule("research_scan.queries.unknown_target", severity="error", scope="plan")
def unknown_target(plan: JsonFile) -> Iterator[Problem]:
    """A query is aimed at a sub-criterion that the plan does not have.

    `target_criterion` is the id of one of the `sub_criteria` of the same plan.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir", "target_criterion": "C4"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir", "target_criterion": "C1"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Fix: none. The message names the ids that there are.
    """
    criteria = plan.parts("sub_criteria")
    known = [id for id in (part.text("id") for part in criteria) if id is not None]
    if not isinstance(plan.get("sub_criteria"), list) or len(known) < len(criteria):
        return
    ids, hints = frozenset(known), Hints(known)
    for query in queries_of(plan):
        target = query.text("target_criterion")
        if target and target not in ids:
            message = f"target_criterion is {show(target)}, no sub-criterion of the plan{hints.of(target)}"
            yield query.problem(message, "target_criterion")


@rule("research_scan.queries.anchor", severity="error", scope="plan")
def nameless_anchor(plan: JsonFile) -> Iterator[Problem]:
    """An anchor has neither a title nor a DOI.

    An anchor is a paper that the brief names; it is looked up by its DOI, or else by its title.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}],
     "anchors": [{"title": null}]}
    ```

    Good:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}],
     "anchors": [{"doi": "10.5555/elver.1"}]}
    ```

    Fix: none. Which paper was meant is not known.
    """
    for anchor in plan.objects("anchors"):
        names = [anchor.get("title"), anchor.get("doi")]
        readable = all(name is None or isinstance(name, str) for name in names)
        if readable and not (anchor.text("title") or anchor.text("doi")):
            yield anchor.problem("the anchor has neither a title nor a DOI")
