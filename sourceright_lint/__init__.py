"""Guard scholarly evidence that is kept as JSON in Git."""

__version__ = "0.1.0"
