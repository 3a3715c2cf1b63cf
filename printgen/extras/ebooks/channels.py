"""The books of a game as EPUB files and as web pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printgen.content.library import Library
from printgen.content.models.page_products import BookProduct
from printgen.extras.ebooks.epub import epub
from printgen.extras.ebooks.web_book import web_book
from printgen.extras.exports.channels import Channel, ChannelFile, languages_of
from printgen.layout.jobs import JobRunner


def book_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The game's books as EPUB files and as web pages."""
    books = library.games[game].products_of(BookProduct)

    def files(write: Callable[..., bytes], suffix: str) -> Iterator[ChannelFile]:
        for book in books:
            for lang in languages_of(library, book):
                content = write(library, book.game, book.id, lang, runner)
                yield ChannelFile(f"{game}-{book.id}.{lang}.{suffix}", content, book.id, lang)

    if books:
        yield Channel("epub", "epub", lambda: files(epub, "epub"))
        yield Channel("book-html", "book-html", lambda: files(web_book, "html"))
