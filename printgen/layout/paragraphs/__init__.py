"""Justified paragraphs: the breaks of all their lines are chosen together, and punctuation hangs.

WeasyPrint breaks line by line (WeasyPrint#2264). Here, `measured` reads the boxes of a paragraph,
`planning` chooses its lines with `typography.line_breaks`, and `following` replaces three functions
of WeasyPrint so that it makes these lines.
"""

from __future__ import annotations


def install() -> None:
    """Replace WeasyPrint's functions in this process. May be called again."""
    # Imported here: the module imports WeasyPrint.
    from printgen.layout.paragraphs import following

    following.install()
