"""The books of a game in the help menu: web pages that the player's browser opens."""

from __future__ import annotations

import re
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


# What file names of some system cannot have.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')


def add_books(
    module: Element, library: Library, content: GameContent, lang: str, engine: Engine
) -> dict[str, bytes]:
    """Add the books of a game to the help menu. Returns their files, which VASSAL finds by their
    titles. Raises ExportError.
    """
    menu, files = add(module, f"{MODULE}Documentation"), dict[str, bytes]()
    for book in content.products_of(BookProduct):
        if lang not in languages_of(library, book):
            continue
        title = safe_name(plain_words(say(book.value.title, lang, content)))
        title = " ".join(_FORBIDDEN.sub(" ", title).split()).strip(".") or book.id
        if _file(title) in files:
            title = f"{title} ({book.id})"
        page = web_book(library, content.id, book.id, lang, engine)
        files[_file(title)] = archive({_PAGE: page})
        add(menu, f"{MODULE}documentation.BrowserHelpFile", title=title, startingPage=_PAGE)
    return files


def _file(title: str) -> str:
    return f"help/{title.replace(' ', '_')}"
