"""The module of a game for VASSAL: its windows and buttons, its set-ups, and the channel of all
languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.content.models.scenario import Scenario
from printgen.extra import extra
from printgen.extras.ebooks.ebook import web_book
from printgen.extras.exports.archive import archive
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    ExportError,
    NothingToExport,
    ReadmeLine,
    Step,
    ai_line,
    languages_of,
    readme,
)
from printgen.extras.vassal.boards import (
    Counter,
    DeckTable,
    MapBoard,
    PlanBoard,
    board_with_forces,
    drawn_cards,
    game_maps,
    map_boards,
    piece_products,
    plan_boards,
    played_plans,
    printed_decks,
    scenario_figures,
    unit_counters,
    unit_pixels,
)
from printgen.extras.vassal.elements import (
    BOARD,
    MAP,
    MODULE,
    PROTOTYPE,
    VASSAL_VERSION,
    WIDGET,
    Piece,
    Place,
    SavedGame,
    Source,
    Trait,
    Value,
    add,
    add_slot,
    basic,
    common_traits,
    distinct,
    document,
    element,
    metadata,
    page_images,
    picture_board,
    piece,
    safe_name,
    sequence,
)
from printgen.layout.jobs import JobRunner, lay_out
from printgen.problems import PlacementError
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.products.target import DEFAULT_INK, DEFAULT_PAPER, Target, game_title
from printgen.store.scratch import scratch_folder
from printgen.typography.text import plain_words, say_or_empty

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


# --- the modules of a game, one for each language, and how to open them ---------------------------


def vassal_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The modules of a game that is played with maps, counters or decks, for its shop page."""
    content = library.games[game]
    on_table = game_maps(library, content) or played_plans(content) or content.game.suits
    # Else a module has charts, books and dice alone.
    langs = [lang for lang in content.game.languages if on_table or piece_products(content, lang)]
    if langs:
        yield vassal_channel(library, game, runner, langs)


def vassal_channel(library: Library, game: str, runner: JobRunner, langs: Sequence[str]) -> Channel:
    """The modules of a game in languages, each with a README in its language."""
    names = {lang: f"{game}.{lang}.vmod" for lang in langs}

    def files() -> Iterator[ChannelFile]:
        for lang in langs:
            module = GameModule(Source(library, library.games[game], lang, runner))
            try:
                yield ChannelFile(names[lang], module.file(), "", lang)
            except PlacementError as error:
                raise ExportError([error.problem]) from error
        for lang in langs:
            values = {"files": ", ".join(names.values()), "file": names[lang]}
            text = _readme(library, library.games[game], lang, values)
            yield ChannelFile(f"README.{lang}.txt", text, "", lang)

    return Channel("vassal", "vassal", files)


def _readme(library: Library, content: GameContent, lang: str, values: dict[str, str]) -> bytes:
    """How to open a module, in its language."""
    has_books = any(lang in languages_of(library, b) for b in content.products_of(BookProduct))
    steps = map(Step, ("vmod_step_get", "vmod_step_open", "vmod_step_begin"))
    lines: list[ReadmeLine] = ["vmod_what", *steps, "vmod_play"]
    lines += ["vmod_books", "vmod_others"] if has_books else ["vmod_others"]
    title = f"{game_title(content, lang)} – VASSAL"
    return readme(library, lang, title, lines, values, ai_line(library, content, lang))


# --- a module: its build file, its pictures and its saved games, in one archive -------------------


class GameModule:
    """A module that is made of its source: `boards` are its maps, `plans` its tables, `tabs` the
    pages of its palette.
    """

    def __init__(self, source: Source):
        self.source, self.words = source, source.words
        game = source.content.game
        self.known = {
            "version": game.version or "1.0",
            "name": safe_name(game_title(source.content, source.lang)),
            "description": plain_words(say_or_empty(game.subtitle, source.lang, source.content)),
        }
        self.root = element(
            "VASSAL.build.GameModule",
            name=self.known["name"],
            version=self.known["version"],
            description=self.known["description"],
            VassalVersion=VASSAL_VERSION,
            ModuleOther1="",
            ModuleOther2="",
        )
        self.boards: list[MapBoard] = []
        self.plans: list[PlanBoard] = []
        self.setups: list[Setup] = []
        self.tabs: dict[str, list[Page]] = {}
        # The counters of maps by their boards, and those that no map places by their set-ups.
        self.counters: dict[str, list[Counter]] = {}
        self.forces: dict[str, list[Counter]] = {}
        self.table: DeckTable | None = None
        self.hands: list[str] = []
        self.files: dict[str, bytes] = {}

    def file(self) -> bytes:
        """The module as a file.

        Raises PlacementError and ExportError for faults of the game, NothingToExport without pieces
        and charts.
        """
        source, root = self.source, self.root
        add(root, f"{MODULE}BasicCommandEncoder")
        prototypes = add(root, f"{MODULE}PrototypesContainer")
        common = add(prototypes, f"{MODULE}PrototypeDefinition", name=PROTOTYPE, description="")
        common.text = piece([*common_traits(self.words), basic("", "", "")])
        self._add_maps()
        self._add_decks()
        if self.tabs:
            add_palette(root, self.tabs, self.words)
        add_dice(source, root)
        has_charts = add_charts(source, root)
        self.files |= add_books(source, root)
        if not (self.boards or self.plans or self.table or self.tabs or has_charts):
            raise NothingToExport(f"'{source.content.id}' has no maps, pieces, cards or sheets")
        self._add_setups()
        root.set("nextPieceSlotId", str(source.pieces + 1))
        self.files["buildFile.xml"] = document(root)
        self.files["moduledata"] = metadata(self.known)
        pictures = {f"images/{name}": content for name, content in source.pictures.files.items()}
        return archive(self.files | pictures)

    def _add_maps(self) -> None:
        """The windows of maps, with the counters of each map and of each scenario on one, and of
        the plans of tables, with the figures of each scenario.
        """
        source, words = self.source, self.words

        def in_palette(tab: str, counters: list[Counter]) -> list[Counter]:
            """Put counters into the palette, a page for each side."""
            if counters:
                by_side = _by_side(counters, words["side"], words["pieces"])
                self.tabs[tab] = [
                    (side, [c.piece for c in group]) for side, group in by_side.items()
                ]
            return counters

        self.boards = list(map_boards(source))
        if self.boards:
            boards = [board.element() for board in self.boards]
            add_map(self.root, words["map"], boards, ruler=(words["ruler"], 0))
        for board in self.boards:
            self.counters[board.name] = in_palette(board.name, unit_counters(source, board))
        self.setups = list(game_setups(source, self.boards))
        for setup in self.setups:
            scenario = setup.scenario
            if scenario and (forces := board_with_forces(source, setup.board, scenario)):
                self.forces[setup.id] = in_palette(setup.name, unit_counters(source, forces))
        self.plans = list(plan_boards(source))
        if self.plans:
            boards = [picture_board(plan.name, plan.picture) for plan in self.plans]
            ruler = words["ruler"], unit_pixels(source.content)
            add_map(self.root, words["field"], boards, ruler=ruler)
        for plan in self.plans:
            figures = list(scenario_figures(source, plan.scenario))
            self.forces[plan.scenario.id] = in_palette(plan.name, figures)

    def _add_decks(self) -> None:
        """The decks on their table, and hands for the sides; small cards are in the palette."""
        decks = []
        for deck, are_counters in printed_decks(self.source):
            if are_counters:
                self.tabs[deck.name] = [(deck.name, deck.cards)]
            else:
                decks.append(deck)
        decks += drawn_cards(self.source)
        if decks or any(self.forces.values()):
            self.table = DeckTable(self.words["table"], decks, self.words)
            window = add_map(self.root, self.table.name, [self.table.board(self.source.pictures)])
            self.table.add_decks(window)
        self.hands = add_sides(self.source, self.root, self.boards, bool(decks))

    def _add_setups(self) -> None:
        """The set-ups as saved games, and an empty one."""
        # Each window has a board; VASSAL would ask for those that are missing.
        pairs = (self.words["map"], self.boards), (self.words["field"], self.plans)
        boards = {window: own[0].name for window, own in pairs if own}
        boards |= {name: name for name in self.hands}
        if self.table:
            boards[self.table.name] = self.table.name
        games = []
        for setup in self.setups:
            window = self.words["map"]
            game = SavedGame({**boards, window: setup.board.name})
            for counter in self.counters[setup.board.name]:
                unit, turns = counter.unit, counter.piece.turns
                assert unit
                # Steps clockwise from 12 o'clock.
                facing = (unit.facing or 12) * turns // 12 % turns if turns else 0
                # A unit in disorder shows its back.
                shown = 2 if unit.unit.disordered else 1
                place = Place(window, *setup.board.pixel(unit.at))
                traits = counter.piece.in_game(self.words, place, facing, shown)
                game.pieces.append((traits, place))
            games.append((setup.id, setup.name, game))
        for plan in self.plans:
            game = SavedGame({**boards, self.words["field"]: plan.name})
            games.append((plan.scenario.id, plan.name, game))
        for id, name, game in games:
            if self.table:
                game.decks += self.table.dealt()
                game.pieces += self._standing(self.forces.get(id, []), self.table)
            file = f"{id}.vsav"
            self.files[file] = game.file(name, metadata(self.known))
            add(self.root, f"{MODULE}PredefinedSetup", name=name, file=file, useFile=True)
        if games:
            name = self.words["empty"]
            add(self.root, f"{MODULE}PredefinedSetup", name=name, file="", useFile=False)

    def _standing(
        self, counters: Sequence[Counter], table: DeckTable
    ) -> Iterator[tuple[list[Trait], Place]]:
        """The forces that no map places, in rows on the table, each side from a new row on."""
        y = table.room
        for group in _by_side(counters, self.words["side"], "").values():
            step = group[0].pixels + _GAP
            columns = max(1, (table.size[0] - _GAP) // step)
            for number, counter in enumerate(group):
                row, column = divmod(number, columns)
                x = column * step + step // 2 + _GAP
                place = Place(table.name, x, y + row * step + step // 2)
                yield counter.piece.in_game(self.words, place), place
            y += -(-len(group) // columns) * step + _GAP


def _by_side(counters: Sequence[Counter], side: str, without: str) -> dict[str, list[Counter]]:
    """Counters by their property `side`; `without` is for those that have none."""
    result: dict[str, list[Counter]] = {}
    for counter in counters:
        result.setdefault(counter.piece.properties.get(side, without), []).append(counter)
    return result


# --- the set-ups of a game: each scenario on a map as a saved game --------------------------------


# Pixels between the counters on the table.
_GAP = 20


@dataclass(frozen=True)
class Setup:
    """A set-up: its name, its id, the map that it is played on, and its scenario, if any."""

    id: str
    name: str
    board: MapBoard
    scenario: Entry[Scenario] | None = None


def game_setups(source: Source, boards: Sequence[MapBoard]) -> Iterator[Setup]:
    """The scenarios on maps, then the maps without a scenario that have units. Equal
    titles get the ids of the scenarios.
    """
    taken: set[str] = set()
    by_map = {(board.entry.game, board.entry.id): board for board in boards}
    played = set()
    for scenario in source.content.scenarios.values():
        entry = source.library.find("maps", source.content.id, scenario.value.map or "")
        board = by_map.get((entry.game, entry.id)) if entry else None
        if board:
            played.add(board.name)
            name = distinct(source.name(scenario.value.title), scenario.id, taken)
            yield Setup(scenario.id, name, board, scenario)
    for board in boards:
        if board.name not in played and board.context.board.units:
            yield Setup(board.entry.id, distinct(board.name, board.entry.id, taken), board)
