"""Boards and what is on them: maps with their grids and counters, plans of tables with figures, and
the table with decks of products and packs of playing cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.playing_cards import Rank, Suit
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.table_plan import Layout
from printgen.content.models.text import Text
from printgen.content.models.theme import Typeface
from printgen.extras.exports.card_pictures import deck_faces, rounded
from printgen.extras.exports.channels import Deck, ExportError
from printgen.extras.hex_maps.boards import HexNames, PlacedUnit, board_of, has_front_in_order
from printgen.extras.hex_maps.context import MapContext, counter_edge
from printgen.extras.hex_maps.counters import BLEED, counter_faces
from printgen.extras.hex_maps.hexes import Geometry, Hex, Point
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.hex_maps.model import HexMap, HexmapProduct, Unit
from printgen.extras.hex_maps.page import map_context, map_origin
from printgen.extras.hex_maps.pdf_renderer import MissingGlyph, draw_scene, draw_scenes
from printgen.extras.hex_maps.scene import Command, Layer, Scene, TextItem, circle, polyline
from printgen.extras.scenarios.views import table_plan_view
from printgen.extras.vassal.elements import (
    BOARD,
    GRID,
    MAP,
    DealtDeck,
    Pictures,
    Piece,
    Place,
    Source,
    Value,
    add,
    add_slot,
    distinct,
    element,
    flag,
    page_images,
    picture_board,
    safe_name,
    sequence,
    without_bleed,
)
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.jobs import Job, JobSource, PageFormat, Task, lay_out
from printgen.problems import PlacementError
from printgen.products.card_faces import Cut, cut_of
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import ComputationError, Counts, fact_number, forces, roster_forces
from printgen.typography.labels import labels
from printgen.typography.measure import font_file
from printgen.typography.text import plain_words, say
from printgen.views.game import game_view

if TYPE_CHECKING:
    from PIL.Image import Image


# --- the decks of a module: the cards of products with both faces, and small cards as counters ----


# Pixels of a card per mm.
CARD_SCALE = 4.5

# The longest side (mm) of a card that is a counter, and its pixels.
COUNTER_SIDE, COUNTER_PIXELS = 50.0, 90


@dataclass(frozen=True)
class CardDeck:
    """A deck with its cards from the top to the bottom, and the size of a card in pixels."""

    name: str
    cards: list[Piece]
    width: int
    height: int
    face_down: bool = False
    shuffled: bool = False


def piece_products(content: GameContent, lang: str) -> list[Entry[FacesProduct]]:
    """The products of a game in a language whose faces are pieces."""
    return [
        product
        for product in content.products_of(FacesProduct)
        if lang in (product.value.languages or content.game.languages)
        and product.value.output != "dividers"
    ]


def printed_decks(source: Source) -> Iterator[tuple[CardDeck, bool]]:
    """Each deck of the game in this language, and whether its cards are counters: small cards,
    tokens and standees.

    Raises ExportError with all problems if a face cannot be laid out.
    """
    for product in piece_products(source.content, source.lang):
        cut = cut_of(product.value)
        largest = max(cut.size.width, cut.size.height)
        small = largest <= COUNTER_SIDE or not isinstance(product.value, CardsProduct)
        # Faces of all pieces are laid out as those of cards.
        yield _printed(source, cast(Deck, product), cut, small), small


def _printed(source: Source, deck: Deck, cut: Cut, small: bool) -> CardDeck:
    scale = COUNTER_PIXELS / cut.size.width if small else CARD_SCALE
    size = round(cut.size.width * scale), round(cut.size.height * scale)
    radius = deck.value.shown_radius * scale
    name = source.deck_name(source.name(deck.value.title))
    found: list[tuple[str, tuple[str, ...], int]] = []
    with closing(deck_faces(source.library, deck, source.lang, cut, source.runner)) as faces:
        for card, *sides in faces:
            images = []
            for side, face in zip(("front", "back"), sides, strict=True):
                if face:
                    image: Image = face.image(2 * size[0], 2 * size[1]).reduce(2)
                    image = rounded(image, radius) if radius else image
                    stem = f"card-{deck.id}-{card.number}-{side}"
                    images.append(source.pictures.add(stem, image))
            found.append((safe_name(card.name), tuple(images), card.quantity))
    backs = {images[1:] for _, images, _ in found}
    secret = len(found) > 1 and len(backs) == 1 and backs != {()} and not small
    home = "" if small else name
    cards = [
        Piece(source.next_number(), card_name, images, 0, secret, home)
        for card_name, images, count in found
        for _ in range(1 if small else count)
    ]
    return CardDeck(name, cards, *size, face_down=secret, shuffled=secret)


# --- the pack of playing cards of a game: its suits times the ranks of its scale of cards ---------


# The scale of the cards of a game that declares no `deck`.
CARDS = "cards"

# A poker card, the radius of its corners, and the distance of its frame from the edge (mm).
_WIDTH, _HEIGHT, _RADIUS, _FRAME = 63.0, 88.0, 3.0, 3.5

# The pixels of a poker card.
_PIXELS = round(_WIDTH * CARD_SCALE), round(_HEIGHT * CARD_SCALE)

_CARD_FACES = {
    "rank": Typeface(weight=700),
    "words": Typeface(weight=600),
}

_TONES = {
    "ink": "#1b1b1b",
    "red": "#b3201f",
    "paper": "#fffdf7",
    "back": "#2f4a66",
    "line": "#c9c4b8",
}

# The most packs, and jokers in all of them.
_MOST_PACKS, _MOST_JOKERS = 8, 16


@dataclass(frozen=True, slots=True)
class _Face:
    """A face: what is in its corners, what is in its middle, and its tone."""

    corner: str
    middle: str
    tone: str


def drawn_cards(source: Source) -> Iterator[CardDeck]:
    """The piles that the pack of a game is dealt into, or the whole pack; none without suits.

    Raises PlacementError for a sign that no font has.
    """
    game, words = source.content.game, source.words
    if not game.suits:
        return
    scale = game.scales.get(game.deck.ranks if game.deck else CARDS)
    usual = {label: Rank(label=Text(any=label)) for label in words["ranks"].split()}
    ranks = scale.ranks if scale else usual
    back = _pictures(source, [_Face("", "", "back")], "playing-card-back")[0]
    piles = list(game.deck.piles.values()) if game.deck else []
    for pile in piles:
        named = [(suit, rank) for suit in pile.suits for rank in pile.ranks]
        cards = [(game.suits[s], ranks[r]) for s, r in named if s in game.suits and r in ranks]
        name = source.deck_name(source.name(pile.label))
        # The first of a pile that lies sorted and face up is at the bottom.
        yield _deck(source, name, cards[::-1], back, not pile.face_up, pile.shuffled)
    if not piles:
        packs = _fact(source, "packs", 1, _MOST_PACKS)
        cards = [(suit, rank) for suit in game.suits.values() for rank in ranks.values()]
        jokers = [words["joker"]] * _fact(source, "jokers", 0, _MOST_JOKERS)
        name = source.deck_name(words["pack"])
        yield _deck(source, name, cards * packs, back, True, True, jokers)


def _fact(source: Source, name: str, without: int, most: int) -> int:
    """The number of a fact of the game; `without` if it has no such fact."""
    try:
        return max(0, min(most, fact_number(source.library, source.content, name)))
    except ComputationError:
        return without


def _deck(
    source: Source,
    name: str,
    cards: Sequence[tuple[Suit, Rank]],
    back: str,
    face_down: bool,
    shuffled: bool,
    jokers: Sequence[str] = (),
) -> CardDeck:
    named = []
    for suit, rank in cards:
        # As players call it, by its rank in full and the sign of its suit.
        label, full = (
            plain_words(say(text, source.lang, source.content))
            for text in (rank.label, rank.name or rank.label)
        )
        face = _Face(label, suit.symbol, "red" if suit.red else "ink")
        named.append((safe_name(f"{full} {suit.symbol}"), face))
    named += [(joker, _Face("★", joker, "ink")) for joker in jokers]
    images = _pictures(source, [face for _, face in named], "playing-card")
    pieces = [
        Piece(source.next_number(), one, (image, back), 0, True, name)
        for (one, _), image in zip(named, images, strict=True)
    ]
    return CardDeck(name, pieces, *_PIXELS, face_down, shuffled)


def _pictures(source: Source, faces: Sequence[_Face], stem: str) -> list[str]:
    """The names of the pictures of faces; equal ones are drawn once."""
    distinct = list(dict.fromkeys(faces))
    names, (width, height), where = {}, _PIXELS, source.content.entry.at()
    try:
        pdf = draw_scenes([_scene(face) for face in distinct], _CARD_FACES, _TONES)
    except MissingGlyph as error:
        problem = source.content.entry.problem("glyph-missing", error.message, "suits")
        raise PlacementError(problem) from error
    for face, image in zip(distinct, page_images(pdf, where, 2 * CARD_SCALE), strict=True):
        card = image.resize((2 * width, 2 * height)).reduce(2)
        names[face] = source.pictures.add(stem, rounded(card, _RADIUS * CARD_SCALE))
    return [names[face] for face in faces]


def _scene(face: _Face) -> Scene:
    scene = Scene(_WIDTH, _HEIGHT)
    layer = scene.layer("card")
    is_back = face.tone == "back"
    layer.shape(_box(0), fill="back" if is_back else "paper", stroke="line", width=0.6)
    if is_back:
        for inset in (_FRAME, _FRAME + 2):
            layer.shape(_box(inset), stroke="paper", width=0.5)
        x, y = _WIDTH / 2, _HEIGHT / 2
        for reach in (10, 14, 18):
            points = [(x, y - 1.4 * reach), (x + reach, y), (x, y + 1.4 * reach), (x - reach, y)]
            layer.shape(polyline(points, True), stroke="paper", width=0.5)
        return scene
    _write(layer, face)
    turned = scene.layer("turned")
    turned.at, turned.turn = (_WIDTH, _HEIGHT), 180.0
    _write(turned, face)
    size = 8.0 if len(face.middle) > 1 else 34.0
    at = _WIDTH / 2, _HEIGHT / 2 + 0.35 * size
    middle = TextItem(*at, face.middle, "words", size, tone=face.tone)
    scene.layer("middle").items.append(middle)
    return scene


def _write(layer: Layer, face: _Face) -> None:
    """Write what is in the upper left corner."""
    layer.items.append(TextItem(8.5, 13.5, face.corner, "rank", 11.0, tone=face.tone))
    if len(face.middle) == 1:
        layer.items.append(TextItem(8.5, 23.0, face.middle, "words", 10.0, tone=face.tone))


def _box(inset: float) -> list[Command]:
    """A rectangle inside of the edges of a card."""
    x, y = _WIDTH - inset, _HEIGHT - inset
    return polyline([(inset, inset), (x, inset), (x, y), (inset, y)], True)


# --------------------------------------------------------------------------------------------------
# The window with the decks of a game: a table with a place for each deck, and room for cards


# Pixels between decks and around them, the height of their names, and the room below for play.
_GAP, _NAMES, _ROOM = 40, 34, 700

# The least and the most pixels of the width of the table.
_NARROW, _WIDE = 1000, 2200

_CLOTH, _OUTLINE_TONE, _INK = "#dfe5dc", "#8b9a86", "#26301f"

# Decks are turned and shuffled by their menu; some lie face up at first.
_MENU, _MENU_UP = "Via right-click Menu", "MenuDefaultUp"

# The colour of the outline of an empty deck.
_OUTLINE = "139,154,134"

# The cards of a deck that are drawn as its thickness.
_THICK = 10


class DeckTable:
    """The table of a game's decks. `name` is that of its window and of its board."""

    def __init__(self, name: str, decks: Sequence[CardDeck], words: Mapping[str, str]):
        self.name, self.words = name, words
        self._shuffled = f"$playerName$: $deckName$, {words['shuffle']}"
        # The decks with their middles.
        self.decks: list[tuple[CardDeck, Place]] = []
        x, y, row, right = _GAP, _GAP, 0, _NARROW
        for deck in decks:
            if x + deck.width + _GAP > _WIDE and x > _GAP:
                x, y, row = _GAP, y + row + _GAP + _NAMES, 0
            middle = Place(name, x + deck.width // 2, y + deck.height // 2)
            self.decks.append((deck, middle))
            x, row = x + deck.width + _GAP, max(row, deck.height)
            right = max(right, x)
        # Where the room for play begins.
        self.room = y + row + _NAMES + _GAP // 2
        self.size = right, self.room + _ROOM

    def board(self, pictures: Pictures) -> Element:
        """The board with an outline and the name of each deck."""
        from PIL import Image as Images
        from PIL import ImageDraw, ImageFont

        image = Images.new("RGB", self.size, _CLOTH)
        draw = ImageDraw.Draw(image)
        font = ImageFont.truetype(str(font_file("Source Sans 3", 600, False)), 20)
        for deck, at in self.decks:
            wide, high = deck.width / 2 + 6, deck.height / 2 + 6
            box = (at.x - wide, at.y - high, at.x + wide, at.y + high)
            draw.rounded_rectangle(box, 14, outline=_OUTLINE_TONE, width=2)
            name = _shortened(deck.name, font.getlength, 2 * wide + 20)
            draw.text((at.x, at.y + high + 14), name, _INK, font, "mm")
        return picture_board(self.name, pictures.add("table", image))

    def add_decks(self, window: Element) -> None:
        """The decks of a game without a set-up."""
        words = self.words
        for deck, at in self.decks:
            place = add(
                window,
                f"{MAP}DrawPile",
                name=deck.name,
                owningBoard=self.name,
                x=at.x,
                y=at.y,
                width=deck.width,
                height=deck.height,
                drawMultipleMessage=words["draw"],
                drawSpecificMessage=words["choose"],
                faceDown=self._facing(deck),
                faceUpMessage=words["up"],
                faceDownMessage=words["down"],
                shuffle="Always" if deck.shuffled else _MENU,
                shuffleCommand=words["shuffle"],
                shuffleFormat=self._shuffled,
                color=_OUTLINE,
                reshuffleCommand=words["gather"],
                reshuffleTarget=deck.name,
                maxStack=_THICK,
            )
            # The last one is on top.
            for card in reversed(deck.cards):
                add_slot(place, card.name, card.number, card.in_palette(words), "CardSlot")

    def _facing(self, deck: CardDeck) -> str:
        if not any(card.secret for card in deck.cards):
            return "Never"
        return _MENU if deck.face_down else _MENU_UP

    def dealt(self) -> Iterator[DealtDeck]:
        """The decks of a saved game."""
        words = self.words
        for deck, at in self.decks:
            fields = [
                flag(True), _OUTLINE, deck.width, deck.height, self._facing(deck),
                "Always" if deck.shuffled else _MENU, flag(True), flag(True), flag(False),
                words["gather"], deck.name, "", deck.name, self._shuffled, "", "",
                flag(False), flag(False), "", "", _THICK, "", flag(False), "", flag(False), "",
                "$BasicName$", "", flag(False), "", words["shuffle"], "", "", words["draw"],
                words["choose"], words["up"], words["down"],
            ]  # fmt: skip
            # Cards in a deck are on no map.
            place = replace(at, map="null")
            cards = [card.in_game(words, place) for card in reversed(deck.cards)]
            yield DealtDeck("deck;" + sequence(";", fields), at, deck.face_down, cards)


def _shortened(text: str, length: Callable[[str], float], room: float) -> str:
    """A text that fits, with dots for what is left out."""
    if length(text) <= room:
        return text
    while text and length(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


# --- the grid of a map as VASSAL's own: its hexes, where pieces snap, and their names -------------
#
# VASSAL numbers the hexes of a hex grid by columns and rows. Names that it cannot count are given
# one by one, as regions.


# VASSAL's letters after Z are AA, BB, CC…, those of maps AA, AB, AC…
LETTERS = 26


def map_grid(
    geometry: Geometry, names: HexNames, hexes: Iterable[Hex], origin: Point, per_mm: float
) -> Element:
    """The grid of a picture with `per_mm` pixels per mm on which the grid of the map begins at
    `origin` (mm). `hexes` are those that exist.
    """
    grid = geometry.grid
    if names.letters and grid.columns > LETTERS:
        regions = element(GRID + "RegionGrid", fontsize=9, snapto=True, visible=False)
        for hex in hexes:
            x, y = pixel(geometry.middle(hex), origin, per_mm)
            add(regions, BOARD + "board.Region", name=names.of(hex), originx=x, originy=y)
        return regions
    # The origin is the middle of the first hex that is not half a hex lower or further to the
    # right. For pointy-top hexes, VASSAL exchanges x and y, and columns and rows.
    flat = grid.orientation == "flat-top"
    across, along = geometry.spacing if flat else geometry.spacing[::-1]
    x, y = pixel(geometry.middle(grid.hex(1, 1)), origin, per_mm)
    result = element(
        GRID + "HexGrid",
        dx=across * per_mm,
        dy=along * per_mm,
        x0=x if flat else y,
        y0=y if flat else x,
        sideways=not flat,
    )
    column, row = ("h", "v") if flat else ("v", "h")
    counted = names.digits - 1
    attributes: dict[str, Value] = {
        f"{column}Type": "A" if names.letters else "N",
        f"{column}Leading": 0 if names.letters else counted,
        f"{column}Off": 0 if names.letters else 1,
        f"{row}Type": "N",
        f"{row}Leading": 0 if names.letters else counted,
        f"{row}Off": 1,
    }
    add(
        result,
        GRID + "mapgrid.HexGridNumbering",
        **attributes,
        first=column.upper(),
        sep="",
        hDescend=False,
        vDescend=False,
        stagger=grid.odd,
        locationFormat="$gridLocation$",
        visible=False,
        fontSize=9,
        color="0,0,0",
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
    )
    return result


def pixel(at: Point, origin: Point, per_mm: float) -> tuple[int, int]:
    """The pixel of a point of the grid."""
    return round((origin[0] + at[0]) * per_mm), round((origin[1] + at[1]) * per_mm)


# --- the boards of a module: the maps of a game as printed, with their grids ----------------------


# Pixels of a hex from flat to flat, and the most pixels of the longer side of a map.
HEX_PIXELS, MAX_SIDE = 120, 6000


@dataclass(frozen=True)
class MapBoard:
    """A map as a picture with `per_mm` pixels per mm, on which its grid begins at `origin` (mm)."""

    entry: Entry[HexMap]
    name: str
    context: MapContext
    picture: str
    origin: Point
    per_mm: float

    def pixel(self, hex: Hex) -> tuple[int, int]:
        """The pixel of the middle of a hex."""
        return pixel(self.context.geometry.middle(hex), self.origin, self.per_mm)

    def element(self) -> Element:
        """The board in the build file."""
        result, board = picture_board(self.name, self.picture), self.context.board
        geometry = self.context.geometry
        result.append(map_grid(geometry, board.names, board.ground, self.origin, self.per_mm))
        return result


def game_maps(library: Library, content: GameContent) -> list[Entry[HexMap]]:
    """The maps of products and scenarios, in this order; if there are none, all maps of a game."""
    named = [product.value.map for product in content.products_of(HexmapProduct)]
    named += [scenario.value.map for scenario in content.scenarios.values()]
    found = {name: library.find("maps", content.id, name) for name in named if name}
    return [entry for entry in found.values() if entry] or list(content.of_kind("maps").values())


def map_boards(source: Source) -> Iterator[MapBoard]:
    """The boards of the maps of a game. Equal titles get the ids of the maps.

    Raises PlacementError.
    """
    taken: set[str] = set()
    for entry in game_maps(source.library, source.content):
        context, _ = map_context(source.library, entry, source.lang)
        name = distinct(safe_name(context.words(entry.value.title)), entry.id, taken)
        page = map_page(source.library, entry, source.lang, "full", units=False)
        longest = max(page.size.width, page.size.height)
        per_mm = min(HEX_PIXELS / context.geometry.flats, MAX_SIDE / longest)
        image = next(page_images(page.pdf, entry.at(), per_mm))
        picture = source.pictures.add(f"board-{entry.id}", image, photo=True)
        yield MapBoard(entry, name, context, picture, map_origin(context), per_mm)


# --- the plans of tables as boards: where scenarios without a hex map are played ------------------


# The size of a plan: mm for each inch of the table, and pixels for each mm.
_MM_BY_INCH, _SCALE = 7.0, 6.0

# The room around a plan, and that of a line of its legend (mm).
_MARGIN, _LINE = 8.0, 6.4

_TEMPLATE = "_shared/table-board"


def unit_pixels(content: GameContent) -> float:
    """The pixels of an inch or of a centimetre of the tables of a game."""
    layouts = (scenario.value.layout for scenario in content.scenarios.values())
    unit = next((layout.unit for layout in layouts if layout), "in")
    return _mm_by_unit(unit) * _SCALE


def _mm_by_unit(unit: str) -> float:
    return _MM_BY_INCH if unit == "in" else _MM_BY_INCH / 2.54


def played_plans(content: GameContent) -> list[tuple[Entry[Scenario], Layout]]:
    """The scenarios that are played on a table, not on a map, and its plans."""
    return [
        (scenario, layout)
        for scenario in content.scenarios.values()
        # Without objectives, a plan is an example in a book.
        if not scenario.value.map
        and scenario.value.objectives
        and (layout := scenario.value.layout) is not None
    ]


@dataclass(frozen=True, slots=True)
class PlanBoard:
    """The plan of a scenario as a picture."""

    name: str
    scenario: Entry[Scenario]
    picture: str


def plan_boards(source: Source) -> Iterator[PlanBoard]:
    """The plans of scenarios that are not played on a map. Equal titles get the ids of the
    scenarios. Raises ExportError.
    """
    taken: set[str] = set()
    content, lang, folders = source.content, source.lang, source.library.folders
    for scenario, layout in played_plans(content):
        name = distinct(source.name(scenario.value.title), scenario.id, taken)
        wide = layout.width * _mm_by_unit(layout.unit)
        view = table_plan_view(layout, content, lang)
        high = layout.height * _mm_by_unit(layout.unit)
        high += _LINE * (1 + len(view["legend"]) + len(view["lines"]))
        format = PageFormat(
            "face", _TEMPLATE, lang, "full", wide + 2 * _MARGIN, high + 2 * _MARGIN, safe=0.0
        )
        context = {
            "game": game_view(content, lang),
            "labels": labels(folders, content.game.theme, lang),
            "lang": lang,
            "ink": "full",
            "width": format.width,
            "height": format.height,
            "bleed": 0.0,
            "safe": 0.0,
            "plan": {**view, "id": scenario.id, "alt": ""},
            "mm": wide,
        }
        at = scenario.at("layout", key=True)
        task = Task(Job(format, f"{scenario.game}/{scenario.id}", context), JobSource(at, at))
        (outcome,) = lay_out(source.runner, [task])
        if outcome.failed or not outcome.result.face:
            raise ExportError(list(outcome.problems))
        pdf = assemble([untagged(outcome.result.face)], font_programs(folders))
        image = next(page_images(pdf, scenario.at(), _SCALE))
        picture = source.pictures.add(f"plan-{scenario.id}", image, photo=True)
        yield PlanBoard(name, scenario, picture)


# --- the counters of the units on a map, as printed, with their two sides -------------------------


# How much larger faces are rendered than they are shown.
_OVERSAMPLING = 2


@dataclass(frozen=True)
class Counter:
    """A piece of a map or a scenario, its side in pixels, and the unit that a map places."""

    piece: Piece
    pixels: int
    unit: PlacedUnit | None = None


def unit_counters(source: Source, board: MapBoard) -> list[Counter]:
    """The counters of a map. Raises PlacementError for missing glyphs and names that do not fit."""
    units = board.context.board.units
    if not units:
        return []
    pdf = counter_faces(source.library, board.entry, source.lang, "full")
    pixels = round(counter_edge(board.context.geometry.flats) * board.per_mm)
    per_mm = _OVERSAMPLING * board.per_mm
    stem = f"counter-{board.entry.id}".replace(" ", "-")
    images = []
    for number, image in enumerate(page_images(pdf, board.entry.at(), per_mm), start=1):
        # Other counters come after the two faces of all units.
        if number > 2 * len(units):
            break
        face = without_bleed(image, BLEED, per_mm, pixels, pixels)
        images.append(source.pictures.add(f"{stem}-{number}", face))
    # Units that face even hours alone turn from one to the next.
    turns = 12 if any((unit.unit.facing or 0) % 2 for unit in units) else 6
    result = []
    for number, unit in enumerate(units):
        name = board.context.words(unit.unit.name or unit.profile.value.name)
        properties = dict[str, str]()
        if unit.unit.side is not None:
            side = board.context.words(board.entry.value.side_name(unit.unit.side))
            properties = {source.words["side"]: safe_name(side)}
        piece = Piece(
            source.next_number(),
            safe_name(f"{name} ({unit.unit.mark})" if unit.unit.mark else name),
            (images[number], images[len(units) + number]),
            turns if has_front_in_order(board.context.board, unit) else 0,
            properties=properties,
        )
        result.append(Counter(piece, pixels, unit))
    return result


# --- the figures of scenarios without a hex map, as round tokens with a few letters ---------------


# The most figures of a force.
MOST = 50

# The diameter of a token: in the scene (mm), and in pixels.
_SIZE, PIXELS = 25.0, 48

_FACES = {"words": Typeface(weight=700)}

# The colours of sides in their order, and that of figures without one.
_COLOURS = ("#8f2418", "#2f4a66", "#4f6b3a", "#7a5a16", "#5b3f73")
_NO_SIDE = "#55524c"


def _counted_forces(content: GameContent, scenario: Scenario) -> Iterator[tuple[int, Force, int]]:
    """The forces of a scenario with their indexes and their numbers of figures: the highest ones
    where they depend on what players choose. Members of rosters are forces, too.
    """
    for index, force in forces(scenario):
        try:
            count = max(Counts(content, scenario).of(force.count))
        except ExpressionError:
            count = 1
        yield index, force, max(0, min(MOST, count))
    for index, rostered in roster_forces(scenario):
        roster = content.rosters.get(rostered.roster)
        for member in roster.value.members if roster else ():
            found = Force(profile=member.entry, side=rostered.side, name=member.name)
            yield index, found, min(MOST, member.count)


def scenario_figures(source: Source, scenario: Entry[Scenario]) -> Iterator[Counter]:
    """The figures of the forces of a scenario. Raises PlacementError for a letter without glyph."""
    sides = scenario.value.sides
    for index, force, count in _counted_forces(source.content, scenario.value):
        profile = source.library.find("profiles", scenario.game, force.profile)
        text = force.name or (profile.value.name if profile else None)
        name = source.name(text) if text else force.profile
        colour, properties = _NO_SIDE, dict[str, str]()
        if force.side in sides:
            colour = _COLOURS[list(sides).index(force.side) % len(_COLOURS)]
            properties = {source.words["side"]: source.name(sides[force.side])}
        try:
            pdf = _token(_letters(name), colour)
        except MissingGlyph as error:
            problem = scenario.problem("glyph-missing", error.message, "forces", index)
            raise PlacementError(problem) from error
        drawn = next(page_images(pdf, scenario.at(), 2 * PIXELS / _SIZE))
        image = rounded(drawn.resize((2 * PIXELS, 2 * PIXELS)).reduce(2), PIXELS / 2)
        stem = f"figure-{_letters(name).encode('ascii', 'ignore').decode()}"
        picture = source.pictures.add(stem, image)
        for _ in range(count):
            piece = Piece(source.next_number(), name, (picture,), 12, properties=properties)
            yield Counter(piece, PIXELS)


def _letters(name: str) -> str:
    """The first letters of up to three words of a name; of one word, two."""
    words = [word for word in name.replace("’", " ").replace("-", " ").split() if word[0].isalnum()]
    found = "".join(word[0] for word in words[:3]) if len(words) > 1 else "".join(words)[:2]
    return found.upper() or name[:1]


def _token(letters: str, colour: str) -> bytes:
    """The PDF of a token with a mark in front."""
    scene, middle = Scene(_SIZE, _SIZE), _SIZE / 2
    layer = scene.layer("token")
    layer.shape(circle(middle, middle, middle), fill="side")
    layer.shape(circle(middle, middle, middle - 1.5), stroke="paper", width=1.0)
    layer.shape(circle(middle, 2.6, 1.4), fill="paper")
    size = 11.0 if len(letters) < 3 else 8.5
    layer.items.append(TextItem(middle, middle + 0.36 * size, letters, "words", size, tone="paper"))
    return draw_scene(scene, _FACES, {"side": colour, "paper": "#ffffff"})


# --------------------------------------------------------------------------------------------------
# The forces of scenarios that are played on a map which does not place them: their counters.


def board_with_forces(
    source: Source, board: MapBoard, scenario: Entry[Scenario]
) -> MapBoard | None:
    """The map with the forces of a scenario as its units, to make counters of; where they are says
    nothing. None if the map has units, or the scenario no figures.
    """
    entry = board.entry
    if entry.value.units:
        return None
    somewhere = board.context.board.names.of(next(iter(board.context.board.ground)))
    units = [
        Unit(
            profile=force.profile,
            at=somewhere,
            side=force.side,
            name=force.name,
            traits=force.traits,
        )
        for _, force, count in _counted_forces(source.content, scenario.value)
        for _ in range(count)
    ]
    if not units:
        return None
    sides = {**scenario.value.sides, **entry.value.sides}
    value = entry.value.model_copy(update={"units": units, "shades": [], "sides": sides})
    named: Entry[HexMap] = replace(entry, id=f"{entry.id} {scenario.id}", value=value)
    if board_of(source.library, named).faults:
        return None
    context, _ = map_context(source.library, named, source.lang)
    return replace(board, entry=named, context=context)
