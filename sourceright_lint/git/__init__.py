"""Git: its plumbing, and what the linter does with it."""
