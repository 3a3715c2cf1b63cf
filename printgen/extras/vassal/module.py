"""The module of a game for VASSAL: its sides, windows and parts, in one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from xml.etree.ElementTree import Element

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.exports.channels import NothingToExport
from printgen.extras.vassal.boards import MapBoard, PlanBoard, map_boards, plan_boards, unit_pixels
from printgen.extras.vassal.charts import add_books, add_charts, sheet_charts
from printgen.extras.vassal.counters import (
    Standee,
    UnitCounter,
    board_with_forces,
    scenario_figures,
    unit_counters,
)
from printgen.extras.vassal.decks import CardMaker, drawn_cards
from printgen.extras.vassal.dice import add_dice
from printgen.extras.vassal.elements import (
    BOARD,
    MAP,
    MODULE,
    VASSAL_VERSION,
    WIDGET,
    Value,
    add,
    add_slot,
    document,
    element,
    module_words,
    piece,
    safe_name,
    sequence,
)
from printgen.extras.vassal.pictures import Pictures
from printgen.extras.vassal.pieces import PROTOTYPE, Numbers, Piece, basic, common_traits
from printgen.extras.vassal.saved_games import SavedGame, metadata
from printgen.extras.vassal.setups import Setup, game_setups, standing_forces, standing_units
from printgen.extras.vassal.table import DeckTable
from printgen.layout.jobs import JobRunner
from printgen.press.archive import archive
from printgen.products.target import game_title
from printgen.typography.text import plain_words, say, say_or_empty

# --- the sides of a game: what players choose at the start, and the hand of each for its cards ----


# The size of a hand in pixels, and its colour.
_WIDTH, _HEIGHT, _COLOUR = 1400, 460, "223,229,220"


def side_lists(content: GameContent, boards: Sequence[MapBoard], lang: str) -> list[list[str]]:
    """The sides of each map and of each scenario, by their names."""

    def names(texts: Iterable[Text | None]) -> list[str]:
        return [safe_name(plain_words(say(text, lang, content))) for text in texts if text]

    values = [board.entry.value for board in boards]
    found = [names(map(value.side_name, value.sides)) for value in values]
    return found + [names(scenario.value.sides.values()) for scenario in content.scenarios.values()]


def add_sides(
    module: Element, lists: Sequence[Sequence[str]], words: Mapping[str, str], has_cards: bool
) -> dict[str, str]:
    """The sides that a player chooses from. If the game has cards, the first sides of all scenarios
    share a hand, the second ones another, and so on; returns the board of the window of each hand.
    """
    sides = list(dict.fromkeys(name for names in lists for name in names))
    if not sides:
        return {}
    retire = words["retire"]
    roster = add(module, f"{MODULE}PlayerRoster", buttonText=retire, buttonToolTip=retire)
    for side in sides:
        add(roster, "entry").text = side
    if not has_cards:
        return {}
    seats = [dict.fromkeys(filter(None, seat)) for seat in zip_longest(*lists)]
    return dict(_hand(module, number + 1, list(seat), words) for number, seat in enumerate(seats))


def _hand(
    module: Element, number: int, sides: Sequence[str], words: Mapping[str, str]
) -> tuple[str, str]:
    """A hand that its sides alone see."""
    name = f"{words['hand']} {number}"
    board = element(
        f"{BOARD}Board", name=name, width=_WIDTH, height=_HEIGHT, color=_COLOUR, reversible=False
    )
    add_map(
        module, name, [board], "PlayerHand", side=sequence(",", sides), visible=False,
        useBoards="", launch=True,
    )  # fmt: skip
    return name, name


# --- the windows of a module: maps with what players do on them, and the palette of pieces --------


# What every map has besides its boards; VASSAL has nothing of it by itself.
_PARTS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("StackMetrics", {"exSepX": 8, "exSepY": 24, "unexSepX": 3, "unexSepY": 3, "disabled": False}),
    ("ForwardToKeyBuffer", {}),
    ("Scroller", {"useArrows": "Prompt"}),
    ("ForwardToChatter", {}),
    ("MenuDisplayer", {}),
    ("MapCenterer", {}),
    ("StackExpander", {}),
    ("PieceMover", {}),
    ("SelectionHighlighters", {}),
    ("KeyBufferer", {}),
    ("HighlightLastMoved", {"color": "255,0,0", "enabled": True, "thickness": 2}),
    (
        "CounterDetailViewer",
        {
            "version": 3, "description": "", "delay": 600, "hotkey": "", "showgraph": True,
            "showgraphsingle": True, "showtext": True, "showtextsingle": True, "zoomlevel": 1.0,
            "graphicsZoom": 1.0, "minDisplayPieces": 1, "display": "from top-most layer only",
            "summaryReportFormat": "$LocationName$", "counterReportFormat": "$PieceName$",
            "emptyHexReportForma": "$LocationName$", "fgColor": "0,0,0", "bgColor": "255,255,255",
            "fontSize": 12, "borderWidth": 2, "unrotatePieces": False, "showDeck": False,
        },
    ),
    ("LayeredPieceCollection", {"property": "Layer", "description": "", "layerOrder": ""}),
)  # fmt: skip

_ZOOM = "0.2,0.25,0.333,0.4,0.5,0.6,0.7,0.8,0.9,1.0,1.2,1.5,2.0"


def add_map(
    module: Element,
    name: str,
    boards: Iterable[Element],
    kind: str = "Map",
    zoom: int = 7,
    ruler: tuple[str, float, str] | None = None,
    **attributes: Value,
) -> Element:
    """A window with boards. `zoom` is the number of the level that it opens at. A `ruler` has its
    name, the pixels of its unit (0 for the hexes of a map), and the unit.
    """
    given: dict[str, Value] = {
        "mapName": name,
        "allowMultiple": False,
        "backgroundcolor": "255,255,255",
        "edgeWidth": 0,
        "edgeHeight": 0,
        "markMoved": "Never",
        "changeFormat": "$message$",
        "moveWithinFormat": "$pieceName$: $previousLocation$ → $location$",
        "moveToFormat": "$pieceName$ → $location$",
        "createFormat": "$pieceName$ → $location$",
        "launch": False,
        "buttonName": name,
        "tooltip": name,
        "icon": "",
        "hotkey": "",
    }
    window = add(module, MODULE + kind, **{**given, **attributes})
    picker = add(window, f"{MAP}BoardPicker", slotScale=0.2, slotWidth=350, slotHeight=125)
    picker.extend(boards)
    for part, values in _PARTS:
        add(window, MAP + part, **values)
    add(window, f"{MAP}Zoomer", zoomStart=zoom, zoomLevels=_ZOOM)
    if ruler:
        _add_ruler(window, *ruler)
    return window


def _add_ruler(window: Element, name: str, pixels: float, unit: str) -> None:
    """A line that players draw with the mouse, with its length."""
    add(
        window, f"{MAP}LOS_Thread", threadName=name, label=name, tooltip=name, iconName="",
        hotkey="", snapLOS=not pixels, snapStart=not pixels, snapEnd=not pixels, drawRange=True,
        scale=round(pixels), round="Nearest whole number", rangeFg="255,255,255",
        rangeBg="0,0,0", threadColor="255,0,0", hideCounters=False, hideOpacity=0, report="",
        persistence="Never", persistentIconName="", **{"global": "Never"},
    )  # fmt: skip


# Pieces by the title of their page in the palette.
Page = tuple[str, Sequence[Piece]]

# Pieces beside each other in the palette.
_COLUMNS = 3


def add_palette(
    module: Element, name: str, tabs: Mapping[str, Sequence[Page]], words: Mapping[str, str]
) -> None:
    """The palette of pieces: a tab for each map or deck, with a page for each side."""
    window = add(
        module, f"{MODULE}PieceWindow", name=name, text=name, tooltip=name, icon="", hotkey="",
        hidden=False, scale=1.0, defaultWidth=0,
    )  # fmt: skip
    outer = add(window, f"{WIDGET}TabWidget", entryName=name)
    for title, pages in tabs.items():
        inner = add(outer, f"{WIDGET}TabWidget", entryName=title) if len(pages) > 1 else outer
        for page, pieces in pages:
            shown = page if len(pages) > 1 else title
            panel = add(
                inner, f"{WIDGET}PanelWidget", entryName=shown, nColumns=_COLUMNS, fixed=True,
                vert=False, scale=1.0,
            )  # fmt: skip
            for one in pieces:
                add_slot(panel, one.name, one.number, one.in_palette(words))


# --- A module of VASSAL: its build file, its pictures and its saved games, in one archive ---------


@dataclass
class GameModule:
    """What a module is made of, in one language."""

    library: Library
    content: GameContent
    lang: str
    runner: JobRunner
    words: dict[str, str] = field(init=False)
    title: str = field(init=False)
    root: Element = field(init=False)
    pictures: Pictures = field(default_factory=Pictures)
    numbers: Numbers = field(default_factory=Numbers)
    tabs: dict[str, list[Page]] = field(default_factory=dict)
    boards: list[MapBoard] = field(default_factory=list)
    setups: list[Setup] = field(default_factory=list)
    # The counters of maps by their boards, and those that no map places by their set-ups.
    counters: dict[str, list[UnitCounter]] = field(default_factory=dict)
    plans: list[PlanBoard] = field(default_factory=list)
    forces: dict[str, list[Standee]] = field(default_factory=dict)
    table: DeckTable | None = None
    # The boards of the windows of hands.
    hands: dict[str, str] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = module_words(self.library, self.content.game.theme, self.lang)
        self.title = safe_name(game_title(self.content, self.lang))

    def file(self) -> bytes:
        """The module as a file.

        Raises PlacementError and ExportError for faults of the game, NothingToExport without pieces
        and charts.
        """
        self._begin()
        self._add_maps()
        self._add_plans()
        self._add_decks()
        if self.tabs:
            add_palette(self.root, self.words["pieces"], self.tabs, self.words)
        add_dice(self.root, self.content, self.lang, self.words)
        given = self.library, self.content, self.lang, self.runner, self.pictures
        if charts := list(sheet_charts(*given)):
            add_charts(self.root, charts, self.words)
        self.files |= add_books(self.root, self.library, self.content, self.lang, self.runner)
        if not (self.boards or self.plans or self.table or self.tabs or charts):
            raise NothingToExport(f"'{self.content.id}' has no maps, pieces, cards or sheets")
        self._add_setups()
        self.root.set("nextPieceSlotId", str(self.numbers.last + 1))
        self.files["buildFile.xml"] = document(self.root)
        self.files["moduledata"] = self._moduledata()
        pictures = {f"images/{name}": content for name, content in self.pictures.files.items()}
        return archive(self.files | pictures)

    def _begin(self) -> None:
        self.root = element(
            "VASSAL.build.GameModule",
            name=self.title,
            version=self.content.game.version or "1.0",
            description=self._description(),
            VassalVersion=VASSAL_VERSION,
            ModuleOther1="",
            ModuleOther2="",
        )
        add(self.root, f"{MODULE}BasicCommandEncoder")
        prototypes = add(self.root, f"{MODULE}PrototypesContainer")
        common = add(prototypes, f"{MODULE}PrototypeDefinition", name=PROTOTYPE, description="")
        common.text = piece([*common_traits(self.words), basic("", "", "")])

    def _description(self) -> str:
        return plain_words(say_or_empty(self.content.game.subtitle, self.lang, self.content))

    def _moduledata(self) -> bytes:
        return metadata(
            {
                "version": self.content.game.version or "1.0",
                "name": self.title,
                "description": self._description(),
            }
        )

    def _add_maps(self) -> None:
        """The window of maps, with the counters of each map and of each scenario on one."""
        self.boards = list(map_boards(self.library, self.content, self.lang, self.pictures))
        if not self.boards:
            return
        boards = [board.element() for board in self.boards]
        add_map(self.root, self.words["map"], boards, ruler=(self.words["ruler"], 0, ""))
        for board in self.boards:
            self.counters[board.name] = self._add_counters(board.name, board)
        self.setups = list(game_setups(self.library, self.content, self.lang, self.boards))
        for setup in self.setups:
            scenario = setup.scenario
            forces = scenario and board_with_forces(self.library, setup.board, scenario)
            if forces:
                found = self._add_counters(setup.name, forces)
                side = self.words["side"]
                self.forces[setup.id] = [
                    Standee(each.piece, each.piece.properties.get(side, ""), each.pixels)
                    for each in found
                ]

    def _add_plans(self) -> None:
        """The window of the plans of tables, with the figures of each scenario."""
        given = self.library, self.content, self.lang, self.runner, self.pictures
        self.plans = list(plan_boards(*given))
        if not self.plans:
            return
        pixels, unit = unit_pixels(self.content)
        boards = [plan.element() for plan in self.plans]
        add_map(self.root, self.words["field"], boards, ruler=(self.words["ruler"], pixels, unit))
        for plan in self.plans:
            figures = list(
                scenario_figures(
                    self.library, plan.scenario, self.lang, self.pictures, self.numbers, self.words
                )
            )
            if figures:
                self.forces[plan.scenario.id] = figures
                by_side: dict[str, list[Piece]] = {}
                for figure in figures:
                    by_side.setdefault(figure.side or self.words["pieces"], []).append(figure.piece)
                self.tabs[plan.name] = list(by_side.items())

    def _add_counters(self, tab: str, board: MapBoard) -> list[UnitCounter]:
        """The counters of a map in the palette."""
        found = unit_counters(self.library, board, self.pictures, self.numbers, self.words)
        if found:
            self.tabs[tab] = _by_side(found, self.words)
        return found

    def _add_decks(self) -> None:
        """The decks on their table, and hands for the sides; small cards are in the palette."""
        maker = CardMaker(
            self.library, self.content, self.lang, self.runner, self.pictures, self.numbers
        )
        decks = []
        for deck, are_counters in maker.printed(self.words):
            if are_counters:
                self.tabs[deck.name] = [(deck.name, deck.cards)]
            else:
                decks.append(deck)
        decks += drawn_cards(maker, self.words)
        if decks or self.forces:
            self.table = DeckTable(self.words["table"], decks, self.words)
            window = add_map(self.root, self.table.name, [self.table.board(self.pictures)])
            self.table.add_decks(window)
        sides = side_lists(self.content, self.boards, self.lang)
        self.hands = add_sides(self.root, sides, self.words, bool(decks))

    def _add_setups(self) -> None:
        """The set-ups as saved games, and an empty one."""
        games = [(setup.id, setup.name, self._map_game(setup)) for setup in self.setups]
        games += [(plan.scenario.id, plan.name, self._plan_game(plan)) for plan in self.plans]
        # Each window has a board; VASSAL would ask for those that are missing.
        windows: dict[str, Sequence[MapBoard | PlanBoard]] = {
            self.words["map"]: self.boards,
            self.words["field"]: self.plans,
        }
        first = {window: boards[0].name for window, boards in windows.items() if boards}
        for id, name, game in games:
            game.boards = {**first, **game.boards, **self.hands}
            if self.table:
                game.boards[self.table.name] = self.table.name
                game.decks += self.table.dealt()
                game.pieces += standing_forces(self.forces.get(id, []), self.table, self.words)
            self.files[f"{id}.vsav"] = game.file(name, self._moduledata())
            self._add_setup(name, f"{id}.vsav")
        if games:
            self._add_setup(self.words["empty"], "")

    def _map_game(self, setup: Setup) -> SavedGame:
        game = SavedGame({self.words["map"]: setup.board.name})
        counters = self.counters[setup.board.name]
        game.pieces += standing_units(setup, counters, self.words["map"], self.words)
        return game

    def _plan_game(self, plan: PlanBoard) -> SavedGame:
        return SavedGame({self.words["field"]: plan.name})

    def _add_setup(self, name: str, file: str) -> None:
        add(
            self.root, f"{MODULE}PredefinedSetup", name=name, file=file, useFile=bool(file),
            isMenu=False, description="",
        )  # fmt: skip


def _by_side(counters: list[UnitCounter], words: Mapping[str, str]) -> list[Page]:
    """The counters of a map, a page for each side."""
    pages: dict[str, list[Piece]] = {}
    for counter in counters:
        side = counter.piece.properties.get(words["side"], words["pieces"])
        pages.setdefault(side, []).append(counter.piece)
    return list(pages.items())
