"""For each error of the bibliography whose page says what a citation processor does: a file that shows it.

``stops``: the program refuses the library. Else ``lacks`` is a text that the right file gives and this one does not, or
``prints`` a text that this one gives and should not.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """What is wrong, the same made right, and what a program makes of the wrong one."""

    code: str
    program: str
    wrong: Any
    right: Any
    stops: bool = False
    lacks: str = ""
    prints: str = ""

    @property
    def name(self) -> str:
        return f"{self.code} in {self.program}"


REED: dict[str, Any] = {
    "id": "reed",
    "type": "article-journal",
    "title": "Reed beds",
    "author": [{"family": "Moe", "given": "Liv"}],
    "container-title": "Annals of Reeds",
    "volume": "12",
    "page": "7-9",
    "issued": {"date-parts": [[2019, 4, 30]]},
}


def reed(**members: Any) -> list[dict[str, Any]]:
    """A library of one item; a member given as ... is left out."""
    return [{key: value for key, value in {**REED, **members}.items() if value is not ...}]


def issued(*parts: Any) -> list[dict[str, Any]]:
    return reed(issued={"date-parts": list(parts)})


RIGHT = reed()
FAULTS = [
    Fault("csl.date.day", "pandoc", issued([2019, 4, "30th"]), RIGHT, stops=True),
    Fault("csl.date.month", "pandoc", issued([2019, "April"]), RIGHT, stops=True),
    Fault("csl.date.parts", "citeproc-py", issued([]), RIGHT, stops=True),
    Fault("csl.date.wrong_type", "citeproc-py", reed(issued="2019-04-30"), RIGHT, stops=True),
    Fault("csl.date.wrong_type", "pandoc", reed(issued=None), RIGHT, stops=True),
    Fault("csl.date.year", "citeproc-py", issued([None]), RIGHT, stops=True),
    Fault("csl.date.year", "pandoc", issued(["2019a"]), RIGHT, stops=True),
    Fault(
        "csl.doi.not_canonical",
        "citation.js",
        reed(DOI="https://doi.org/10.5555/reed"),
        reed(DOI="10.5555/reed"),
        prints="https://doi.org/https://doi.org/",
    ),
    Fault(
        "csl.doi.invalid",
        "citation.js",
        reed(DOI="reeds.example/reed"),
        reed(DOI="10.5555/reed"),
        prints="https://doi.org/reeds.example/",
    ),
    Fault("csl.file.not_array", "citeproc-py", {"items": RIGHT}, RIGHT, stops=True),
    Fault(
        "csl.id.duplicate",
        "citeproc-py",
        [*RIGHT, *reed(title="Eels")],
        [*RIGHT, *reed(id="eel", title="Eels")],
        lacks="Reed beds",
    ),
    Fault("csl.id.missing", "citeproc-py", reed(id=...), RIGHT, stops=True),
    Fault("csl.item.not_object", "pandoc", [None, *RIGHT], RIGHT, stops=True),
    Fault("csl.name.empty", "citation.js", reed(author=[{}]), RIGHT, lacks="Moe"),
    Fault(
        "csl.name.unsupported",
        "citation.js",
        reed(author=[{"name": "The Reed Group"}]),
        reed(author=[{"literal": "The Reed Group"}]),
        lacks="The Reed Group",
    ),
    Fault("csl.name.wrong_type", "citeproc-py", reed(author=[{"family": 7}]), RIGHT, stops=True),
    Fault("csl.name.wrong_type", "pandoc", reed(author=[{"family": 7}]), RIGHT, stops=True),
    Fault("csl.name.wrong_type", "citation.js", reed(author=[{"family": 7}]), RIGHT, stops=True),
    Fault("csl.names.wrong_type", "pandoc", reed(author="Liv Moe"), RIGHT, stops=True),
    Fault("csl.names.wrong_type", "citation.js", reed(author={"family": "Moe"}), RIGHT, lacks="Moe"),
    Fault("csl.type.empty", "citeproc-py", reed(type=""), RIGHT, lacks="12"),
    Fault("csl.type.missing", "citeproc-py", reed(type=...), RIGHT, stops=True),
    Fault("csl.type.not_canonical", "citeproc-py", reed(type="Article-Journal"), RIGHT, lacks="12"),
    Fault("csl.type.unsupported", "citeproc-py", reed(type="journal-article"), RIGHT, lacks="12"),
    Fault("csl.type.wrong_type", "pandoc", reed(type=None), RIGHT, stops=True),
    Fault(
        "csl.variable.wrong_type",
        "pandoc",
        reed(**{"container-title": ["Annals of Reeds"]}),
        RIGHT,
        stops=True,
    ),
    Fault(
        "csl.variable.wrong_type",
        "citeproc-py",
        reed(**{"container-title": ["Annals of Reeds"]}),
        RIGHT,
        prints="['Annals of Reeds']",
    ),
    Fault(
        "csl.date.precision", "citation.js", issued([2019, 4, 30], [2020]), issued([2019], [2020]), stops=True
    ),
    Fault("csl.variable.number", "citation.js", reed(volume=12), RIGHT, stops=True),
]

WITHOUT_PROCESSOR = {
    "csl.id.empty": "no program need refuse it: nothing can cite the item",
    "csl.id.not_canonical": "each program is right in itself; two of them disagree",
    "csl.id.wrong_type": "Sourceright alone refuses it; CSL's own schema allows a number",
    "csl.sidecar_field": "a matter of what is shared, not of what is read",
    "csl.title.empty": "Sourceright asks for it; styles can do without",
    "csl.title.not_canonical": "Sourceright asks for it; styles print the spaces",
}
"""Errors whose pages claim nothing of citation processors that could be shown, with the reason."""


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
