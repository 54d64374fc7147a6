"""Coverage-guided fuzzing: one function for each target, seeds, mutations, and a small corpus that is kept."""
