"""The books of a game in the help menu: web pages that the player's browser opens."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from printgen.content.library import GameContent, Library
from printgen.content.models.book_product import BookProduct
from printgen.export.archive import archive
from printgen.export.channel import languages_of
from printgen.export.ebooks.web_book import web_book
from printgen.export.vassal.elements import MODULE, add
from printgen.export.vassal.words import safe_name
from printgen.layout.jobs import Engine
from printgen.typography.text import plain_words, say

# The page in the archive of a book.
_PAGE = "index.html"


def add_books(
    module: Element, library: Library, content: GameContent, lang: str, engine: Engine
) -> dict[str, bytes]:
    """Add the books of a game to the help menu. Returns their files. Raises ExportError."""
    menu, files = add(module, f"{MODULE}Documentation"), dict[str, bytes]()
    for book in content.products_of(BookProduct):
        if lang not in languages_of(library, book):
            continue
        title = safe_name(plain_words(say(book.value.title, lang, content)))
        page = web_book(library, content.id, book.id, lang, engine)
        files[f"help/{book.id}.zip"] = archive({_PAGE: page})
        add(
            menu, f"{MODULE}documentation.BrowserHelpFile", title=title, contents=f"{book.id}.zip",
            startingPage=_PAGE,
        )  # fmt: skip
    return files
