"""The decks of a game for Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.content.library import Library
from printgen.extras.exports.channels import Channel, all_files, deck_folders, decks_of, each_folder
from printgen.extras.tabletop.deck import BASE_URL, tabletop_files
from printgen.layout.jobs import JobRunner


def tabletop_channels(
    library: Library, game: str, runner: JobRunner, url: str = BASE_URL, deck: str = ""
) -> Iterator[Channel]:
    """The game's decks for Tabletop Simulator, with images hosted at `url`; or one of them."""
    if decks := decks_of(library, game, deck):
        make = partial(tabletop_files, runner=runner, base_url=url)
        folders = deck_folders(library, decks, make)
        whole = Channel("tabletop", "tabletop", partial(all_files, folders))
        yield from each_folder(whole, folders) if deck else [whole]
