"""Rules on the query plan, queries.json, beyond its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sourceright_lint.contracts.research_scan.schemas.parts import QUERY_TYPES
from sourceright_lint.contracts.research_scan.schemas.pipeline import MANDATORY_TYPES
from sourceright_lint.contracts.research_scan.view import JsonFile, Part
from sourceright_lint.escape import show
from sourceright_lint.rule import Note, Problem, rule

MOST_WORDS = 30


def queries_of(plan: JsonFile) -> Iterator[Part]:
    """The queries of both rounds."""
    return chain(plan.objects("queries"), plan.objects("round2"))


def _repeated(entries: Iterable[Part], what: str) -> Iterator[Problem]:
    first: dict[str, Part] = {}
    for entry in entries:
        id = entry.text("id")
        if id is None:
            continue
        if id in first:
            notes = (Note(first[id].at("id"), "the first one"),)
            yield entry.problem(f"{what} {show(id)} is there already: ids must differ", "id", notes=notes)
        else:
            first[id] = entry


@rule("research_scan.queries.words", severity="error", scope="plan")
def too_many_words(plan: JsonFile) -> Iterator[Problem]:
    """A query has more than 30 words.

    Sources match keywords, not paragraphs: a long query finds nothing. `research-scan` refuses it.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C3", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text":
      "do they go up or not and if so at ebb or low or high or by day or at dusk or in a jam or at an arm of it"},
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
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Fix: none. Which words matter is for the author of the plan.
    """
    for query in queries_of(plan):
        text = query.text("text")
        count = len(text.split()) if text is not None else 0
        if count > MOST_WORDS:
            yield query.problem(f"the query has {count} words: at most {MOST_WORDS} are allowed", "text")


@rule("research_scan.queries.duplicate_id", severity="error", scope="plan")
def duplicate_query(plan: JsonFile) -> Iterator[Problem]:
    """Two queries have the same id.

    Candidates name the query that found them by its id, over `queries` and `round2` together. With an id
    used twice, coverage counts the finds of both queries as those of one.

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
                 {"id": "Q5", "type": "mechanism", "text": "how elvers climb"}]}
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
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Fix: none. Candidates may refer to either.
    """
    return _repeated(queries_of(plan), "the query id")


@rule("research_scan.queries.duplicate_criterion", severity="error", scope="plan")
def duplicate_criterion(plan: JsonFile) -> Iterator[Problem]:
    """Two sub-criteria have the same id.

    Scores name sub-criteria by their ids; with an id used twice, nobody can tell which one is meant.

    Bad:
    ```text brief.md
    Do eel passes work at low weirs?
    ```
    ```json queries.json
    {"brief_summary": "Do eel passes work at low weirs?", "domain": "general",
     "sub_criteria": [{"id": "C1", "name": "passage", "text": "measures passage"},
                      {"id": "C2", "name": "weirs", "text": "low weirs"},
                      {"id": "C2", "name": "eels", "text": "eels of any age"}],
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
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
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Fix: none. Scores may refer to either.
    """
    return _repeated(plan.objects("sub_criteria"), "the sub-criterion")


@rule("research_scan.queries.missing_type", severity="error", scope="plan")
def missing_type(plan: JsonFile) -> Iterator[Problem]:
    """The plan lacks a query of a type that every plan must have.

    A scan that only asks for what it expects confirms what it expects. So each plan has at least one
    query of the types `direct`, `terminology`, `contradictory` and `review`.

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
                 {"id": "Q3", "type": "adjacent", "text": "eel pass failure"},
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
     "queries": [{"id": "Q1", "type": "direct", "text": "eel pass low weir"},
                 {"id": "Q2", "type": "terminology", "text": "elver ladder"},
                 {"id": "Q3", "type": "contradictory", "text": "eel pass failure"},
                 {"id": "Q4", "type": "review", "text": "review of eel passage"},
                 {"id": "Q5", "type": "method", "text": "tagged eels at weirs"},
                 {"id": "Q6", "type": "mechanism", "text": "how elvers climb"}]}
    ```

    Fix: none. Queries are written by the agent.
    """
    if not isinstance(plan.get("queries"), list):
        return
    types = [part.text("type") for part in plan.parts("queries")]
    missing = [wanted for wanted in MANDATORY_TYPES if wanted not in types]
    # A type that is misspelt is reported as such; it may be the one that is missing here.
    misspelt = sum(type not in QUERY_TYPES for type in types)
    if len(missing) > misspelt:
        names = ", ".join(show(name) for name in missing)
        yield plan.problem(f"no query has the type {names}: a plan needs one of each", "queries")
