"""Other formatters that a repository sets on our files, and the line that keeps each of them off.

They agree with each other and not with our canonical form (``date-parts`` on one line), so a repository in
which two of them rewrite one file never settles.
"""
