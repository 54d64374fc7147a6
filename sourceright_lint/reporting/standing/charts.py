"""Charts as SVG, drawn by pygal where it is installed; the numbers stand beside them as tables in any case."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sourceright_lint.escape import one_line
from sourceright_lint.standing import Figure, Point

_LABEL = 32
_NOT_WANTED = re.compile(r'<!--.*?-->|<script.*?</script>| id="activate-serie-[0-9]+"', re.S)
"""What pygal notes about the day and for its own script, which the page does without."""

_NO_XML = re.compile("[\ufffe\uffff]")
_COLORS = 5
_GAP = "\u00a0"
"""Between the end of a bar and its number."""


def can_draw() -> bool:
    """Whether pygal is installed."""
    try:
        import pygal  # noqa: F401
    except ImportError:
        return False
    return True


def bars(figure: Figure, name: str) -> str:
    """The figure as bars; empty where there is nothing to draw. ``name`` tells the charts of a page apart."""
    rows = [row for row in figure.rows if row[1]] if figure.kind != "distribution" else list(figure.rows)
    if not any(number for _, number in rows):
        return ""
    import pygal

    if figure.kind == "distribution":
        chart = _chart(pygal.Bar, name, 260)
        chart.x_labels = [_label(label) for label, _ in rows]
        chart.x_label_rotation = 30
    else:
        chart = _chart(pygal.HorizontalBar, name, 60 + 34 * len(rows))
        chart.x_labels = [_label(label) for label, _ in reversed(rows)]
        chart.value_formatter = lambda value: f"{_GAP}{_whole(value)}"
        rows = list(reversed(rows))
    chart.add("", [number for _, number in rows])
    return _svg(chart, figure.title)


def lines(points: tuple[Point, ...], name: str) -> str:
    """What was counted over time, a line for each count."""
    import pygal

    chart = _chart(pygal.Line, name, 320, width=1060)
    chart.show_legend = True
    chart.legend_at_bottom = True
    chart.print_values = False
    chart.x_labels = [point.date[:10] for point in points]
    chart.x_label_rotation = 30
    chart.show_minor_x_labels = False
    step = max(1, len(points) // 8)
    chart.x_labels_major = sorted({point.date[:10] for point in points[::step]})
    keys = list(dict.fromkeys(key for point in points for key in point.counts))
    for key in keys:
        chart.add(_label(key), [point.counts.get(key, 0) for point in points])
    return _svg(chart, "Over time")


def _chart(kind: Callable[..., Any], name: str, height: int, width: int = 520) -> Any:
    from pygal.style import Style

    ink, soft = "var(--ink)", "var(--soft)"
    style = Style(
        background="transparent",
        plot_background="transparent",
        foreground=ink,
        foreground_strong=ink,
        foreground_subtle=soft,
        colors=tuple(f"var(--chart-{number})" for number in range(1, _COLORS + 1)),
        value_colors=(ink,) * _COLORS,
        opacity="0.9",
        font_family="inherit",
        label_font_size=13,
        major_label_font_size=13,
        value_font_size=13,
        legend_font_size=13,
    )
    chart = kind(
        style=style,
        js=(),
        show_legend=False,
        print_values=True,
        print_values_position="top",
        value_formatter=_whole,
        disable_xml_declaration=True,
        width=width,
        height=height,
        min_scale=2,
        max_scale=6,
        include_x_axis=True,
        truncate_label=_LABEL,
    )
    chart.uuid = name
    return chart


def _svg(chart: Any, title: str) -> str:
    """The chart as an image with a name."""
    text = _NOT_WANTED.sub("", chart.render(is_unicode=True))
    return text.replace("<svg ", f'<svg role="img" aria-label="{_attribute(title)}" ', 1)


def _whole(value: float) -> str:
    return f"{int(value)}" if value == int(value) else ""


def _label(text: str) -> str:
    shown = _NO_XML.sub("\ufffd", one_line(text))
    return shown if len(shown) <= _LABEL else shown[: _LABEL - 1] + "…"


def _attribute(text: str) -> str:
    from html import escape

    return escape(one_line(text), quote=True)
