"""From what exporters write to a clean workspace: only what has one clear reading, and nothing lost."""
