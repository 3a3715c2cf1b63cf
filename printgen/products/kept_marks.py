"""Printer's marks of earlier builds, from the store: only new ones need ReportLab."""

from __future__ import annotations

from printgen.analysis.stored import stored
from printgen.imposition.plan import SheetLabels, SheetPlan
from printgen.store import Store


def printers_marks(store: Store, plan: SheetPlan, labels: SheetLabels) -> bytes:
    """A PDF with the printer's marks of a plan, one page per side."""
    return stored(store, _draw, plan, labels)


def missing_glyphs(store: Store, words: str) -> set[str]:
    """The characters of `words` without a glyph in the font of the labels."""
    return stored(store, _missing, words)


def _draw(plan: SheetPlan, labels: SheetLabels) -> bytes:
    from printgen.imposition.printers_marks import draw_printers_marks

    return draw_printers_marks(plan, labels)


def _missing(words: str) -> set[str]:
    from printgen.imposition.printers_marks import unprintable

    return unprintable(words)
