"""Rules that hold for every file of every contract: readable JSON, in canonical form."""

from __future__ import annotations

from sourceright_lint.text_rules import format, json_syntax, json_text
from sourceright_lint.text_rules.subject import Text

__all__ = ["MODULES", "Text"]

MODULES = (json_text, json_syntax, format)
"""The modules that define the rules."""
