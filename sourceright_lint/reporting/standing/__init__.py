"""A picture of where bundles stand, as Markdown, JSON or a page of HTML. Each is a pure function to text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sourceright_lint.standing import Picture

FORMATS = ("markdown", "json", "html")


def render(format: str, picture: Picture) -> str:
    """The picture in one of the formats: text that ends with a newline."""
    from importlib import import_module

    text: str = import_module(f"{__name__}.{format}").render(picture)
    return text
