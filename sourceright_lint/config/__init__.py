"""What a repository wants checked, and how: found, read, judged and explained.

Every run imports this package, so it brings in nothing but the settings themselves. ``config.tree``
finds them, ``config.schema`` and ``config.describe`` tell about them.
"""

from __future__ import annotations

from sourceright_lint.config.settings import Settings

__all__ = ["Settings"]
