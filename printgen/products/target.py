"""One file to build: a product in one language, on one paper, in full or low ink."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DEFAULT_PAPER, DEFAULT_INK, DEFAULT_EDITION = "a4", "full", "screen"

# The pages of a book, unless they are half a sheet of another paper.
BOOK_PAPER = "a5"


@dataclass(frozen=True, slots=True)
class Target:
    """One file to build: a product in a language, on a paper, in full or low ink.

    A book and a map have editions; other products have one, without a name. `paper` is empty where
    a page is as large as what stands on it.
    """

    game: str
    product: str
    output: str
    lang: str
    paper: str
    ink: str
    edition: str = ""

    @property
    def id(self) -> str:
        """`game/product`: what the command line calls it."""
        return f"{self.game}/{self.product}"

    @property
    def on_paper(self) -> bool:
        """Whether it is printed on a paper; other editions are pages of their own."""
        return self.edition in ("", "booklet", "tiles", "counters")

    @property
    def path(self) -> str:
        """The file, relative to the project."""
        parts = [self.edition, self.paper if self.on_paper else ""]
        variant = ".".join(filter(None, parts))
        ink = "" if self.ink == DEFAULT_INK else f".{self.ink}-ink"
        return f"out/{self.game}/{self.product}.{self.lang}.{variant}{ink}.pdf"

    def record(self) -> dict[str, Any]:
        """What scripts are told of the target."""
        names = ("id", "game", "output", "lang", "paper", "ink", "edition", "path")
        return {name: getattr(self, name) for name in names}
