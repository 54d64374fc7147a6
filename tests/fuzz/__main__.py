"""``python -m tests.fuzz [SECONDS]``: every target, each for so long."""

from __future__ import annotations

import sys

from tests.fuzz.run import all_targets

sys.exit(all_targets(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2:]))
