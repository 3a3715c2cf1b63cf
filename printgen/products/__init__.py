"""The output kinds: one module each."""

from __future__ import annotations

from collections.abc import Callable

from printgen.content.library import Library
from printgen.products import book, cards, hexmap, sheet
from printgen.products.job import PrintOptions, TargetBuild
from printgen.products.target import Target

OUTPUTS: dict[str, Callable[[Library, Target, PrintOptions], TargetBuild]] = {
    "book": book.prepare,
    "cards": cards.prepare,
    "hexmap": hexmap.prepare,
    "sheet": sheet.prepare,
}
