"""One file to build: a product in a language, on a paper, in full or low ink."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_PAPER, DEFAULT_INK, DEFAULT_EDITION = "a4", "full", "screen"

# The page size of a book, unless its pages are halves of another paper.
BOOK_PAPER = "a5"


@dataclass(frozen=True, slots=True)
class Target:
    """One file to build: a product in a language, on a paper, in full or low ink.

    Books and maps have editions; `edition` of other products is empty. `paper` is empty where a
    page has the size of its content. `variant` and `suffix` are parts of the file name, chosen by
    the output kind; `on_paper` is true where the page size depends on the user's paper. A file for
    a cutting machine may be about one `side` of a sheet.
    """

    game: str
    product: str
    output: str
    lang: str
    paper: str
    ink: str
    edition: str = ""
    variant: str = ""
    suffix: str = ".pdf"
    on_paper: bool = True
    side: str = ""

    @property
    def id(self) -> str:
        """`game/product`, its name on the command line."""
        return f"{self.game}/{self.product}"

    @property
    def paper_in_channels(self) -> str:
        """The paper in the names of upload channels, which have no dots."""
        return self.paper.replace(".", "-")

    @property
    def path(self) -> str:
        """The file, relative to the project."""
        ink = "" if self.ink == DEFAULT_INK else f".{self.ink}-ink"
        return f"out/{self.game}/{self.product}.{self.lang}.{self.variant}{ink}{self.suffix}"

    def record(self) -> dict[str, str]:
        """The target for scripts and the manifest."""
        names = ("id", "game", "output", "lang", "paper", "ink", "edition", "path")
        return {name: getattr(self, name) for name in names}
