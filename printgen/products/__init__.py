"""The output kinds: one module each."""

from __future__ import annotations

from collections.abc import Callable

from printgen.content.library import Library
from printgen.products import book, cards, hexmap, sheet
from printgen.products.job import Job, PrintOptions
from printgen.products.target import Target

OUTPUTS: dict[str, Callable[[Library, Target, PrintOptions], Job]] = {
    "book": book.prepare,
    "cards": cards.prepare,
    "hexmap": hexmap.prepare,
    "sheet": sheet.prepare,
}
