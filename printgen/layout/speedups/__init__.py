"""Faster versions of functions of WeasyPrint and of its libraries, with the same results."""

from __future__ import annotations


def install() -> None:
    """Replace the functions in this process. May be called again."""
    # Imported here: the modules import WeasyPrint.
    from printgen.layout.speedups import cascade, drawings, library_calls, paths, styles, texts

    for module in (library_calls, styles, cascade, paths, texts, drawings):
        module.install()
