"""The output kinds: one module each."""

from __future__ import annotations

from collections.abc import Callable

from printgen.library import Library
from printgen.outputs import book, cards, hexmap, sheet
from printgen.outputs.job import Job, PrintOptions
from printgen.outputs.targets import Target

OUTPUTS: dict[str, Callable[[Library, Target, PrintOptions], Job]] = {
    "book": book.prepare,
    "cards": cards.prepare,
    "hexmap": hexmap.prepare,
    "sheet": sheet.prepare,
}
