"""How much nesting JSON may have."""

MAX_DEPTH = 127
"""The deepest nesting of objects and arrays that Sourceright's core reads."""
