"""The windows and buttons of a module: sides, maps, the palette, charts, books and dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from xml.etree.ElementTree import Element

from printgen.content.library import GameContent
from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.extra import extra
from printgen.extras.ebooks.ebook import web_book
from printgen.extras.exports.channels import ExportError, languages_of
from printgen.extras.vassal.boards import MapBoard
from printgen.extras.vassal.elements import (
    BOARD,
    MAP,
    MODULE,
    WIDGET,
    Piece,
    Value,
    add,
    add_slot,
    element,
    sequence,
)
from printgen.extras.vassal.source import Source, page_images
from printgen.layout.jobs import lay_out
from printgen.press.archive import archive
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.products.target import DEFAULT_INK, DEFAULT_PAPER, Target
from printgen.store.scratch import scratch_folder

# The size of a hand in pixels, and its colour.
_WIDTH, _HEIGHT, _COLOUR = 1400, 460, "223,229,220"


def add_sides(
    source: Source, module: Element, boards: Sequence[MapBoard], has_cards: bool
) -> list[str]:
    """The sides that a player chooses from: those of each map and of each scenario. If the game has
    cards, the first sides of all scenarios share a hand, the second ones another, and so on;
    returns the names of the hands, which are also those of their boards.
    """
    texts = [[map.side_name(side) for side in map.sides] for map in (b.entry.value for b in boards)]
    texts += [[*scenario.value.sides.values()] for scenario in source.content.scenarios.values()]
    lists = [[source.name(text) for text in each if text] for each in texts]
    sides = list(dict.fromkeys(name for names in lists for name in names))
    if not sides:
        return []
    retire = source.words["retire"]
    roster = add(module, f"{MODULE}PlayerRoster", buttonText=retire, buttonToolTip=retire)
    for side in sides:
        add(roster, "entry").text = side
    if not has_cards:
        return []
    hands = []
    for number, seat in enumerate(zip_longest(*lists)):
        name = f"{source.words['hand']} {number + 1}"
        size = {"width": _WIDTH, "height": _HEIGHT}
        board = element(f"{BOARD}Board", name=name, **size, color=_COLOUR, reversible=False)
        # Its sides alone see a hand.
        own = sequence(",", dict.fromkeys(filter(None, seat)))
        add_map(module, name, [board], "PlayerHand", side=own)
        hands.append(name)
    return hands


# --- the windows of a module: maps with what players do on them, and the palette of pieces --------


# What every map has besides its boards.
_PARTS = (
    "StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer",
    "MapCenterer", "StackExpander", "PieceMover", "SelectionHighlighters", "KeyBufferer",
    "HighlightLastMoved", "CounterDetailViewer", "LayeredPieceCollection", "Zoomer",
)  # fmt: skip


def add_map(
    module: Element,
    name: str,
    boards: Iterable[Element],
    kind: str = "Map",
    ruler: tuple[str, float] | None = None,
    **attributes: Value,
) -> Element:
    """A window with boards. A `ruler` has its name, and the pixels of its unit: 0 for the
    hexes of a map.
    """
    names = {"mapName": name, "buttonName": name, "tooltip": name}
    window = add(module, MODULE + kind, **names, **attributes)
    add(window, f"{MAP}BoardPicker").extend(boards)
    for part in _PARTS:
        add(window, MAP + part)
    if ruler:
        title, pixels = ruler
        titles: dict[str, Value] = dict.fromkeys(("threadName", "label", "tooltip"), title)
        snaps = dict.fromkeys(("snapLOS", "snapStart", "snapEnd"), not pixels)
        add(window, f"{MAP}LOS_Thread", **titles, **snaps, scale=round(pixels))
    return window


# Pieces by the title of their page in the palette.
Page = tuple[str, Sequence[Piece]]


def add_palette(
    module: Element, tabs: Mapping[str, Sequence[Page]], words: Mapping[str, str]
) -> None:
    """The palette of pieces: a tab for each map or deck, with a page for each side."""
    name = words["pieces"]
    window = add(module, f"{MODULE}PieceWindow", name=name, text=name, tooltip=name)
    outer = add(window, f"{WIDGET}TabWidget", entryName=name)
    for title, pages in tabs.items():
        inner = add(outer, f"{WIDGET}TabWidget", entryName=title) if len(pages) > 1 else outer
        for page, pieces in pages:
            shown = page if len(pages) > 1 else title
            panel = add(inner, f"{WIDGET}PanelWidget", entryName=shown)
            for one in pieces:
                add_slot(panel, one.name, one.number, one.in_palette(words))


# --- the charts of a module: the pages of a game's sheets, as pictures in a window ----------------


# Pixels of a page per mm.
_SCALE = 4.2


def add_charts(source: Source, module: Element) -> bool:
    """The window of charts, with the pages of the sheets of a game, without forms and index sheets:
    a tab for each title. False without sheets. Raises ExportError if one cannot be laid out.
    """
    by_title: dict[str, list[str]] = {}
    for product in source.content.products_of(SheetProduct):
        languages = product.value.languages or source.content.game.languages
        if product.value.form or source.lang not in languages:
            continue
        pages = by_title.setdefault(source.name(product.value.title), [])
        paper = product.value.papers[0] if product.value.papers else DEFAULT_PAPER
        target = Target(product.game, product.id, "sheet", source.lang, paper, DEFAULT_INK)
        kind = kind_of(product.value)
        build = kind.prepare(source.library, target, product.value, PrintOptions())
        outcomes = list(lay_out(source.runner, build.tasks()))
        if any(outcome.failed for outcome in outcomes):
            raise ExportError([problem for outcome in outcomes for problem in outcome.problems])
        with scratch_folder() as folder:
            path = folder / "sheet.pdf"
            build.compose([outcome.result for outcome in outcomes], path)
            pdf = path.read_bytes()
        for number, image in enumerate(page_images(pdf, product.at(), _SCALE), 1):
            pages.append(source.pictures.add(f"chart-{product.id}-{number}", image, photo=True))
    if not by_title:
        return False
    name = source.words["charts"]
    window = add(module, f"{MODULE}ChartWindow", name=name, text=name, tooltip=name)
    tabs = add(window, f"{WIDGET}TabWidget", entryName=name)
    for title, pages in by_title.items():
        inner = add(tabs, f"{WIDGET}TabWidget", entryName=title) if len(pages) > 1 else tabs
        for number, picture in enumerate(pages):
            shown = str(number + 1) if len(pages) > 1 else title
            add(inner, f"{WIDGET}Chart", chartName=shown, fileName=picture)
    return True


# --- the books of a game in the help menu: web pages that the player's browser opens --------------


# The page in the archive of a book.
_PAGE = "index.html"


# What file names of some system cannot have.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')


def add_books(source: Source, module: Element) -> dict[str, bytes]:
    """Add the books of a game to the help menu. Returns their files, which VASSAL finds by their
    titles. Raises ExportError.
    """
    menu, files = add(module, f"{MODULE}Documentation"), dict[str, bytes]()
    for book in source.content.products_of(BookProduct):
        if source.lang not in languages_of(source.library, book):
            continue
        title = source.name(book.value.title)
        title = " ".join(_FORBIDDEN.sub(" ", title).split()).strip(".") or book.id
        if f"help/{title.replace(' ', '_')}" in files:
            title = f"{title} ({book.id})"
        page = web_book(source.library, book.game, book.id, source.lang, source.runner)
        files[f"help/{title.replace(' ', '_')}"] = archive({_PAGE: page})
        add(menu, f"{MODULE}documentation.BrowserHelpFile", title=title, startingPage=_PAGE)
    return files


# --- The dice of a game as buttons: those that its texts and tables name, and those with faces ----


# Dice as texts write them: `2D6`. `[0-9]`, because `\\d` matches the digits of all scripts.
_DICE = re.compile(r"(?<![\w.])([0-9]{0,2})[dD](4|6|8|10|12|20|66|100)(?![\w.])")

# The most buttons, and the most dice of one.
_MOST_BUTTONS, _MOST_DICE = 12, 20

# The dice of a roll of poker dice.
_POKER_DICE = 5


def add_dice(source: Source, module: Element) -> None:
    """The buttons of the dice of a game."""
    for count, sides in sorted(_rolled(source.content, source.lang))[:_MOST_BUTTONS]:
        name = f"{count}D{sides}"
        names = {"name": name, "text": name, "tooltip": name}
        add(module, f"{MODULE}DiceButton", **names, nDice=count, nSides=sides)
    for name, dice in _faced(source):
        results = " ".join(f"$result{number + 1}$" for number in range(len(dice)))
        shown = f"$name$: {results} ($PlayerName$)"
        names = {"name": name, "text": name, "tooltip": name}
        button = add(module, f"{MODULE}SpecialDiceButton", **names, format=shown)
        for number, faces in enumerate(dice, 1):
            die = add(button, f"{MODULE}SpecialDie", name=f"{number}")
            for value, face in enumerate(faces, 1):
                add(die, f"{MODULE}SpecialDieFace", text=face, value=value)


def _rolled(content: GameContent, lang: str) -> set[tuple[int, int]]:
    """The numbers of dice and of sides that tables and chapters roll. D66 is two dice."""
    texts = [table.value.roll.dice for table in content.tables.values() if table.value.roll]
    texts += [
        token.content
        for chapter in content.chapters.values()
        if chapter.lang == lang
        for token in chapter.tokens
        if token.type == "inline"
    ]
    result = set()
    for count, sides in (match.groups() for text in texts for match in _DICE.finditer(text)):
        number = min(int(count or 1), _MOST_DICE)
        result.add((2, 6) if sides == "66" else (max(1, number), int(sides)))
    return result


def _faced(source: Source) -> Iterator[tuple[str, list[list[str]]]]:
    """The dice with faces of their own: a name, and the faces of each die that is rolled."""
    game = source.content.game
    scale = None
    if extra("poker_dice"):
        from printgen.extras.poker_dice.model import Poker

        poker = game.part(Poker)
        scale = game.scales.get(poker.faces or "") if poker else None
    if scale:
        faces = [source.name(rank.label) for rank in scale.ranks.values()]
        yield source.words["dice"], [faces] * _POKER_DICE
    if extra("pieces") is None:
        return
    from printgen.extras.pieces.models import StickersProduct

    for product in source.content.products_of(StickersProduct):
        dice = [
            [source.name(face) for face in die.faces]
            for die in product.value.dice
            for _ in range(die.copies)
        ]
        yield source.name(product.value.title), dice[:_MOST_DICE]
