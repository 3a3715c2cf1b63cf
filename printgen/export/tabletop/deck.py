"""A deck for Tabletop Simulator: sheets of pictures, and the saved object that cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.faces import Deck, cards, deck_faces, file_name, hidden_card
from printgen.export.readme import readme
from printgen.export.tabletop.save import save_faults, saved_object
from printgen.export.tabletop.sheets import Sheets, grid_for, preview
from printgen.paper import card_size
from printgen.problems import Problem
from printgen.products.cards import Cut
from printgen.products.target import Target
from printgen.products.titles import deck_title

# Every user of Windows may read there: the folder has the same name on all machines.
BASE_URL = "file:///C:/Users/Public/Documents/printgen/"


def tabletop_files(
    library: Library, deck: Deck, lang: str, base_url: str = BASE_URL
) -> Iterator[tuple[str, bytes]]:
    """The files of a deck, each with its name: sheets, saved object, preview, READMEs.

    `base_url` is where the sheets will be found: a folder (`file:///…/`) or a web address. Holds a
    sheet and its backs at a time. Raises ExportError when a face does not fit, or the saved object
    is not as the game wants it; ValueError for an address that is none.
    """
    if urlsplit(base_url).scheme not in ("file", "http", "https"):
        raise ValueError(f"'{base_url}' is no address: https://… or file:///…")
    base_url = base_url.rstrip("/") + "/"
    base = f"{file_name(deck.game)}-{file_name(deck.id)}-{lang}"
    every = cards(library, deck, lang)
    cut = Cut(card_size(deck.value.format), deck.value.bleed)
    grid = grid_for(len(every), cut.size)
    hidden = hidden_card(library, deck, lang, cut).resize((grid.width, grid.height))
    sheets = Sheets(base, base_url, grid, hidden, square=not deck.value.corner_radius)
    with closing(deck_faces(library, deck, lang, cut)) as faces_of_cards:
        yield from sheets.files(faces_of_cards)
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    text = saved_object(base, title, sheets.made, sheets.placed)
    if faults := save_faults(text, sheets.sizes, sheets.placed):
        raise ExportError([Problem(deck.at(), "tabletop-file", fault) for fault in faults])
    yield f"{base}.json", text.encode()
    yield f"{base}.png", preview(sheets.shown, hidden)
    keys = ["tts_what", "tts_step_local", "tts_step_chest", "tts_step_spawn", "tts_step_cloud"]
    keys += ["tts_elsewhere", "tts_by_hand"]
    if not base_url.startswith("file:"):
        keys = ["tts_what", "tts_step_web", "tts_step_chest", "tts_step_spawn", "tts_by_hand"]
    values = {
        "base": base,
        "url": base_url,
        "total": sum(card.quantity for card in every),
        "columns": grid.columns,
        "rows": grid.rows,
    }
    for language in ("fr", "en"):
        yield f"README.{language}.txt", readme(library, language, title, keys, values)
