"""Books as EPUB files and as web pages."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "ebooks",
    Path(__file__).parent,
    needs=("charts", "exports", "page_pictures"),
    exports={"books": "printgen.extras.ebooks.commands:books"},
    channels={
        "epub": "printgen.extras.ebooks.ebook:book_channels",
        "book-html": "printgen.extras.ebooks.ebook:book_channels",
    },
)
