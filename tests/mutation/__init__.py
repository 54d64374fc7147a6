"""Mutation testing: a module is changed in one place at a time, and the tests are asked whether they notice.

The mutants are mutmut's. They are judged here: every one in a process forked from one in which the tests are
collected already, by the tests that reach it, most likely killers first. That makes hours of what takes days.
"""
