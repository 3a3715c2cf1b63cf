"""A channel of a game: an upload that its shop page offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from printgen.content.library import Entry, Library
from printgen.content.models.book_product import BookProduct
from printgen.content.models.products import CardsProduct
from printgen.export.vendors.vendor import Vendor
from printgen.products.target import Target


@dataclass(frozen=True, slots=True)
class ChannelFile:
    """A file of a channel: its name there, and its content or the built file to copy.

    `product`, `lang` and `target` are set if the file belongs to one of them only.
    """

    name: str
    content: bytes | Path
    product: str = ""
    lang: str = ""
    target: Target | None = None


# Creates the files of a channel one by one.
Files = Callable[[], Iterator[ChannelFile]]


@dataclass(frozen=True, slots=True)
class Channel:
    """An upload. `files` creates its files one by one; `kind` is one of CHANNEL_KINDS;
    `editions` are those of its files.
    """

    id: str
    kind: str
    files: Files
    paper: str = ""
    vendor: Vendor | None = None
    editions: tuple[str, ...] = ()

    @property
    def printed(self) -> tuple[str, ...]:
        """What printing instructions are for: the kind, and the editions."""
        return self.kind, *self.editions


def languages_of(library: Library, product: Entry[BookProduct] | Entry[CardsProduct]) -> list[str]:
    """The languages of a product."""
    return product.value.languages or library.games[product.game].game.languages
