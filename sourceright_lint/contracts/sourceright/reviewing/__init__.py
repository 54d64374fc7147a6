"""The legal ways to change a record, and how such a change gets into the three files.

A move (``moves``, ``correcting``) takes a record as a plain value and gives back another one. A ``Draft``
collects moves; what it changes becomes edits of the text, and nothing but the records named and their queue
lines differs in the result.
"""
