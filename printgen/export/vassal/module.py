"""A module of VASSAL: its build file, its pictures and its saved games, in one archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from printgen.content.library import GameContent, Library
from printgen.export import NothingToExport
from printgen.export.archive import archive
from printgen.export.vassal.boards import MapBoard, map_boards
from printgen.export.vassal.books import add_books
from printgen.export.vassal.charts import add_charts, sheet_charts
from printgen.export.vassal.counters import UnitCounter, unit_counters
from printgen.export.vassal.decks import CardMaker
from printgen.export.vassal.dice import add_dice
from printgen.export.vassal.elements import MODULE, VASSAL_VERSION, add, document, element
from printgen.export.vassal.encoding import piece
from printgen.export.vassal.figures import Standee, scenario_figures
from printgen.export.vassal.forces import board_with_forces
from printgen.export.vassal.pictures import Pictures
from printgen.export.vassal.pieces import PROTOTYPE, Numbers, Piece, common_traits
from printgen.export.vassal.plans import PlanBoard, plan_boards, unit_pixels
from printgen.export.vassal.playing_cards import drawn_cards
from printgen.export.vassal.saved_games import SavedGame, metadata
from printgen.export.vassal.setups import Setup, game_setups, standing_forces, standing_units
from printgen.export.vassal.sides import add_sides, side_lists
from printgen.export.vassal.table import DeckTable
from printgen.export.vassal.traits import basic
from printgen.export.vassal.windows import Page, add_map, add_palette
from printgen.export.vassal.words import module_words, safe_name
from printgen.layout.jobs import Engine
from printgen.products.titles import game_title
from printgen.typography.text import plain_words, say_or_empty


@dataclass
class GameModule:
    """What a module is made of, in one language."""

    library: Library
    content: GameContent
    lang: str
    engine: Engine
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
        given = self.library, self.content, self.lang, self.engine, self.pictures
        if charts := list(sheet_charts(*given)):
            add_charts(self.root, charts, self.words)
        self.files |= add_books(self.root, self.library, self.content, self.lang, self.engine)
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
        given = self.library, self.content, self.lang, self.engine, self.pictures
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
            self.library, self.content, self.lang, self.engine, self.pictures, self.numbers
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
