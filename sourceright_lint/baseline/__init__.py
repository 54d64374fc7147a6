"""Findings that a repository accepts for now, kept in a file of their own: JSON has no place for comments."""
