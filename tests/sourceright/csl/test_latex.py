"""What JSON made of LaTeX is told from white space that is meant, or that a line end left."""

from __future__ import annotations

import json

import pytest

from sourceright_lint.contracts.sourceright.latex import advice, swallowed_command

COMMANDS = (
    *("\\textit", "\\textsuperscript", "\\theta", "\\times", "\\tau", "\\to", "\\tilde", "\\triangle"),
    *("\\nu", "\\nabla", "\\neq", "\\not", "\\newline", "\\rho", "\\rightarrow", "\\rm"),
    *("\\frac", "\\forall", "\\footnote", "\\beta", "\\bf", "\\boldsymbol", "\\bullet"),
)


def read(text: str) -> str:
    """The text as JSON reads it where its backslashes stand alone."""
    value: str = json.loads(f'"{text}"')
    return value


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("around", ["{}", "A {} b", "A {}{{x}}", "A ${}$", "({}, b)"])
def test_commands_are_found(command: str, around: str) -> None:
    assert swallowed_command(read(around.format(command))) == command
    assert command in advice(command)
    assert f"\\{command}" in advice(command)


@pytest.mark.parametrize("text", ["a\\ne_x", "\\t{oo}", "\\r{a}", "$\\ni", "{\\tt x", "\\nG".lower() + "^2"])
def test_what_stands_in_latex_is_latex(text: str) -> None:
    assert swallowed_command(read(text)) is not None


@pytest.mark.parametrize(
    "text",
    [
        *("a\\nb", "Tides\\tand silt", "Mills\\ne ponds", "wrapped\\r\\nline", "page\\fbreak", "a\\n  u b"),
        *(
            "schools\\nunder water",
            "at the end\\n",
            "\\t",
            "Fluss\\nund Bach",
            "Le pont\\nneuf",
            "Tides\\tauthority",
        ),
        *("no\\\\textit here", "", "plain", "a\\r\\nmoor", "two\\n\\nlines", "the\\nothers"),
    ],
)
def test_white_space_is_white_space(text: str) -> None:
    assert swallowed_command(read(text)) is None
