"""Completion for shells: one script for each, made from the tables of arguments."""
