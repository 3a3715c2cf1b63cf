"""One file to build: a product in a language, on a paper, in full or low ink. How targets are named
and chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printgen.content.library import GameContent, Library
from printgen.problems import did_you_mean
from printgen.rules.resolve import ComputationError
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo


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


# --- titles and authors of printed files, as plain text -------------------------------------------


def game_title(content: GameContent, lang: str) -> str:
    """The title of a game."""
    return plain_words(say(content.game.title, lang, content))


def deck_title(library: Library, target: Target) -> str:
    """The titles of the game and of the product, or one title that both share."""
    content = library.games[target.game]
    title = say(content.products[target.product].value.title, target.lang, content)
    titles = dict.fromkeys([game_title(content, target.lang), plain_words(title)])
    return " – ".join(titles)


def author(content: GameContent, lang: str) -> str:
    """The names in the credits, separated by commas."""
    names = [say(credit.name, lang, content) for credit in content.game.credits]
    return ", ".join(map(plain_words, names))


def document_info(library: Library, target: Target) -> DocumentInfo:
    """The metadata of the file of a product."""
    # Imported here, see `printgen.products.kind`.
    from printgen.imposition.compose import DocumentInfo

    creator = author(library.games[target.game], target.lang)
    words = labels(library.folders, "_shared", target.lang)
    copies, copy = plain_words(words["copies"]), plain_words(words["copy"])
    return DocumentInfo(deck_title(library, target), creator, target.lang, copies, copy)


# --- resolve command arguments: a game, a language ------------------------------------------------


def game_of(library: Library, name: str) -> GameContent:
    """The game with this id. Raises ComputationError if it does not exist."""
    if name not in library.games:
        hint = did_you_mean(name, library.games) or ", ".join(library.games)
        raise ComputationError(f"no game '{name}'", hint=hint)
    return library.games[name]


def language(content: GameContent, wanted: str | None) -> str:
    """The output language: `wanted`, or by default English, or else the game's first language.

    Raises ComputationError if the game has no texts in `wanted`.
    """
    known = content.game.languages
    if wanted is None:
        return "en" if "en" in known else content.first_language
    if wanted not in known:
        raise ComputationError(f"the game has no texts in '{wanted}'", hint=", ".join(known))
    return wanted
