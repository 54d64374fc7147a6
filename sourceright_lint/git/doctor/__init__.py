"""What is missing, broken or contradictory in a repository's set-up, and what mends it. Nothing is changed or run."""
