"""The decks of a game as files for card printers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from printgen.content.library import Library
from printgen.extras.card_printers.files import size_for, vendor_files
from printgen.extras.card_printers.vendors import VENDOR_DPI, Vendor, known_vendors
from printgen.extras.exports.channels import Channel, all_files, deck_folders, decks_of, each_folder
from printgen.layout.jobs import JobRunner


def vendor_channels(
    library: Library,
    game: str,
    runner: JobRunner,
    vendors: Mapping[str, Vendor],
    dpi: int = VENDOR_DPI,
    size: str = "",
    deck: str = "",
) -> Iterator[Channel]:
    """A channel for each card printer that prints the card size of one of the game's decks, in the
    vendor's `size` if one is given. With a `deck`, the channels of its folders alone.
    """
    decks = decks_of(library, game, deck)
    for id, vendor in vendors.items():
        printed = [deck for deck in decks if size_for(vendor, deck, size)]
        if printed:
            make = partial(vendor_files, runner=runner, vendor=vendor, dpi=dpi, wanted=size)
            folders = deck_folders(library, printed, make)
            whole = Channel(f"cards-{id}", "vendor", partial(all_files, folders), vendor=vendor)
            yield from each_folder(whole, folders) if deck else [whole]


def itch_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The channels of the card printers whose files are in the itch bundle."""
    vendors = {id: each for id, each in known_vendors(library.folders)[0].items() if each.itch}
    yield from vendor_channels(library, game, runner, vendors)
