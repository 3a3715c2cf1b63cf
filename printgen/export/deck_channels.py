"""The channels of decks: files for card printers and virtual tables, in a folder for each deck and
language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct
from printgen.export.channel import Channel, ChannelFile, Files, languages_of
from printgen.export.faces import Deck
from printgen.export.tabletop.deck import BASE_URL, tabletop_files
from printgen.export.vendors.files import size_for, vendor_files
from printgen.export.vendors.vendor import VENDOR_DPI, Vendor
from printgen.layout.jobs import Engine


def vendor_channels(
    library: Library,
    game: str,
    engine: Engine,
    vendors: Mapping[str, Vendor],
    dpi: int = VENDOR_DPI,
    size: str = "",
    deck: str = "",
) -> Iterator[Channel]:
    """A channel for each card printer that prints the card size of one of the game's decks, in the
    vendor's `size` if one is given. With a `deck`, the channels of its folders alone.
    """
    decks = _decks(library, game, deck)
    for id, vendor in vendors.items():
        printed = [deck for deck in decks if size_for(vendor, deck, size)]
        if printed:
            make = partial(vendor_files, engine=engine, vendor=vendor, dpi=dpi, wanted=size)
            folders = _deck_folders(library, printed, make)
            whole = Channel(f"cards-{id}", "vendor", partial(_all, folders), vendor=vendor)
            yield from _each(whole, folders) if deck else [whole]


def tabletop_channels(
    library: Library, game: str, engine: Engine, url: str = BASE_URL, deck: str = ""
) -> Iterator[Channel]:
    """The game's decks for Tabletop Simulator, with images hosted at `url`; or one of them."""
    if decks := _decks(library, game, deck):
        make = partial(tabletop_files, engine=engine, base_url=url)
        folders = _deck_folders(library, decks, make)
        whole = Channel("tabletop", "tabletop", partial(_all, folders))
        yield from _each(whole, folders) if deck else [whole]


def _decks(library: Library, game: str, deck: str) -> list[Deck]:
    """The decks of a game, or one of them."""
    return [d for d in library.games[game].products_of(CardsProduct) if deck in ("", d.id)]


def _deck_folders(
    library: Library, decks: Sequence[Deck], make: Callable[..., Iterator[tuple[str, bytes]]]
) -> dict[str, Files]:
    """The files of decks, by their folders: one for each deck and language."""

    def files(deck: Deck, lang: str) -> Iterator[ChannelFile]:
        for name, content in make(library, deck, lang):
            yield ChannelFile(name, content, deck.id, lang)

    return {
        f"{deck.game}-{deck.id}.{lang}": partial(files, deck, lang)
        for deck in decks
        for lang in languages_of(library, deck)
    }


def _all(folders: Mapping[str, Files]) -> Iterator[ChannelFile]:
    for folder, files in folders.items():
        for file in files():
            yield replace(file, name=f"{folder}/{file.name}")


def _each(whole: Channel, folders: Mapping[str, Files]) -> Iterator[Channel]:
    """A channel for each folder of a channel, so that its other folders stay."""
    for folder, files in folders.items():
        yield replace(whole, id=f"{whole.id}/{folder}", files=files)
