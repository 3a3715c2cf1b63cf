"""A deck for Tabletop Simulator: sheets of card images and the saved object that refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.faces import Deck, deck_cards, deck_faces, file_name, hidden_card
from printgen.export.readme import ReadmeLine, Step, ai_line, readme
from printgen.export.tabletop.save import save_faults, saved_object
from printgen.export.tabletop.sheets import DeckSheets, grid_for, preview
from printgen.layout.jobs import Engine
from printgen.paper import card_size
from printgen.problems import Problem
from printgen.products.card_faces import Cut
from printgen.products.target import Target
from printgen.products.titles import deck_title

# A folder with the same path for every Windows user.
BASE_URL = "file:///C:/Users/Public/Documents/printgen/"

README_LANGUAGES = ("fr", "en")


def tabletop_files(
    library: Library, deck: Deck, lang: str, engine: Engine, base_url: str = BASE_URL
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file: sheets, saved object, preview, READMEs.

    `base_url` is where the sheets will be hosted: a folder (`file:///…/`) or a web address. Holds
    one sheet of fronts and one of backs in memory. Raises ExportError if a face does not fit or the
    saved object fails its checks, ValueError for an invalid `base_url`.
    """
    if urlsplit(base_url).scheme not in ("file", "http", "https"):
        raise ValueError(f"invalid URL '{base_url}': use https://… or file:///…")
    base_url = base_url.rstrip("/") + "/"
    base = f"{file_name(deck.game)}-{file_name(deck.id)}-{lang}"
    cards = deck_cards(library, deck, lang)
    cut = Cut(card_size(deck.value.format), deck.value.bleed)
    grid = grid_for(len(cards), cut.size)
    hidden = hidden_card(library, deck, lang, cut, engine).resize((grid.width, grid.height))
    sheets = DeckSheets(base, base_url, grid, hidden, square=not deck.value.corner_radius)
    with closing(deck_faces(library, deck, lang, cut, engine)) as faces:
        yield from sheets.files(faces)
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    text = saved_object(base, title, sheets.made, sheets.placed)
    if faults := save_faults(text, sheets.sizes, sheets.placed):
        raise ExportError([Problem(deck.at(), "tabletop-file", fault) for fault in faults])
    yield f"{base}.json", text.encode()
    yield f"{base}.png", preview(sheets.fan, hidden)
    values = {
        "base": base,
        "url": base_url,
        "total": sum(card.quantity for card in cards),
        "columns": grid.columns,
        "rows": grid.rows,
    }
    for language in README_LANGUAGES:
        lines = _readme_lines(base_url)
        said = ai_line(library, library.games[deck.game], language)
        yield f"README.{language}.txt", readme(library, language, title, lines, values, said)


def _readme_lines(base_url: str) -> Iterator[ReadmeLine]:
    """The README's lines: how to place the images, then how to load the deck."""
    local = base_url.startswith("file:")
    yield "tts_what"
    yield Step("tts_step_local" if local else "tts_step_web")
    yield from (Step("tts_step_chest"), Step("tts_step_spawn"))
    if local:
        yield from (Step("tts_step_cloud"), "tts_elsewhere")
    yield "tts_by_hand"
