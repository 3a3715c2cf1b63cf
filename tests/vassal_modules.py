"""What VASSAL's own engine makes of the modules of all games: `make vassal`.

    python tests/vassal_modules.py [--pictures FOLDER] [GAME…]

The table has a line for each module: what it has, its size, and the seconds to load it and all its
set-ups. Exit status 1: the engine says something of a module, names a hex otherwise than the map,
or has a counter in another place, with another name or facing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers import ROOT
from vassal_engine import Line, Question, judged
from vassal_games import salt_game
from vassal_grids import BareBoard, all_kinds, all_maps, questions_of, write_module

from printgen import Project
from printgen.extras.exports.channels import NothingToExport
from printgen.extras.vassal.boards import MapBoard
from printgen.extras.vassal.elements import Source
from printgen.extras.vassal.module import GameModule, Setup, game_setups
from printgen.layout.runners import open_runner
from printgen.store import user_store

# How far from a hex a piece may snap (pixels): the engine rounds twice.
NEAR = 2


def names_by_counting(board: MapBoard) -> dict[Question, str]:
    """The name of each hex by its column and row, at its middle and at four points around it."""
    found = {}
    grid = board.context.board.grid
    digits = 3 if max(grid.columns, grid.rows) > 99 else 2
    for number, hex in enumerate(grid):
        if hex not in board.context.board.ground:
            continue
        row, column = (part + 1 for part in divmod(number, grid.columns))
        name = f"{column:0{digits}}{row:0{digits}}"
        if board.entry.value.coordinates == "letters":
            name = f"{letters(column)}{row}"
        x, y = board.pixel(hex)
        aside = round(0.3 * board.context.geometry.side * board.per_mm)
        for right, down in ((0, 0), (aside, 0), (-aside, 0), (0, aside), (0, -aside)):
            found[board.name, x + right, y + down] = name
    return found


def letters(column: int) -> str:
    """A to Z, then AA to AZ, BA and so on."""
    names = [chr(65 + n) for n in range(26)]
    return [*names, *(one + other for one in names for other in names)][column - 1]


def wrong_names(lines: list[Line], wanted: dict[Question, str]) -> Iterator[str]:
    """The hexes that the engine names otherwise, or to whose middle nothing snaps."""
    told = {(at[1], int(at[2]), int(at[3])): at[4:] for at in lines if at[0] == "name"}
    asked = list(wanted)
    for number, (question, name) in enumerate(wanted.items()):
        said = told.get(question, ["nothing", "0", "0"])
        if said[0] != name:
            yield f"{question}: {said[0]} instead of {name}"
        middle = asked[number - number % 5]
        if abs(int(said[1]) - middle[1]) > NEAR or abs(int(said[2]) - middle[2]) > NEAR:
            yield f"{question} snaps to {said[1:]} instead of {middle[1:]}"


def wrong_places(lines: list[Line], setup: Setup, map: str) -> Iterator[str]:
    """The counters of a set-up that are in other places than in the YAML, or look otherwise."""
    context = setup.board.context
    pieces = [at for at in lines if at[0] == "piece" and at[1:3] == [setup.name, map]]
    units = context.board.entry.value.units
    if len(pieces) != len(units):
        yield f"{setup.name}: {len(pieces)} counters instead of {len(units)}"
        return
    for piece, unit, placed in zip(pieces, units, context.board.units, strict=True):
        own = unit.name or placed.profile.value.name
        name = context.words(own) + (f" ({unit.mark})" if unit.mark else "")
        if not unit.disordered and piece[3] != name:
            yield f"{setup.name}: {piece[3]} instead of {name}"
        if piece[6] != unit.at:
            yield f"{setup.name}: {name} is in {piece[6]} instead of {unit.at}"
        turned = float(piece[8] or 0)
        if placed.facing and turned % 360 != -30 * placed.facing % 360:
            yield f"{setup.name}: {name} is turned by {turned} for {placed.facing} o’clock"


def judge(project: Project, game: str, lang: str, pictures: Path | None) -> list[str]:
    """Build a module and print its line. Returns what is wrong."""
    with open_runner(project.folders, 2, user_store()) as engine:
        module = GameModule(Source(project.library, project.library.games[game], lang, engine))
        content = module.file()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "module.vmod"
        path.write_bytes(content)
        wanted = {k: v for board in module.boards for k, v in names_by_counting(board).items()}
        began = time.monotonic()
        lines = judged(path, wanted, pictures)
        seconds = time.monotonic() - began
    wrong = ["\t".join(line) for line in lines if line[0] == "message"]
    wrong += wrong_names(lines, wanted)
    for setup in game_setups(module.source, module.boards):
        wrong += wrong_places(lines, setup, module.words["map"])
    counts = {
        word: sum(line[0] == word for line in lines) for word in ("piece", "card", "chart", "help")
    }
    setups = sum(line[0] == "setup" and line[1] != "" for line in lines)
    print(
        f"{game:18} {lang}  {len(module.boards)} maps, {len(wanted) // 5} hexes,"
        f" {setups} set-ups with {counts['piece']} counters and {counts['card']} cards,"
        f" {counts['chart']} charts, {counts['help']} books, {len(content) / 1e6:.1f} MB,"
        f" {seconds:.1f} s: {len(wrong)} wrong"
    )
    return wrong


def judge_grids(what: str, boards: list[BareBoard]) -> list[str]:
    """Ask for the names of all hexes of grids, and print a line. Returns what is wrong."""
    wanted = dict(question for board in boards for question in questions_of(board))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "grids.vmod"
        write_module(path, boards)
        lines = judged(path, wanted)
    wrong = ["\t".join(line) for line in lines if line[0] == "message"]
    wrong += wrong_names(lines, wanted)
    print(f"grids of {what}: {len(boards)}, {len(wanted) // 5} hexes: {len(wrong)} wrong")
    return wrong


def main() -> int:
    """Judge the modules of the games that are named, or of all games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", help="The games; left out, all, and one of the tests.")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    project = Project(ROOT)
    wrong = judge_all(project, given.games, given.pictures)
    if not given.games:
        for what, boards in (("all kinds", all_kinds()), ("all maps", all_maps(project.library))):
            wrong += judge_grids(what, list(boards))
        with TemporaryDirectory() as folder:
            wrong += judge_all(Project(salt_game(Path(folder))), [], given.pictures)
    print("\n".join(wrong))
    return bool(wrong)


def judge_all(project: Project, games: list[str], pictures: Path | None) -> list[str]:
    """What is wrong with the modules of games of a project; of all of them if none is named."""
    wrong = []
    for game in games or project.library.games:
        for lang in project.library.games[game].game.languages:
            folder = pictures and pictures / f"{game}.{lang}"
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
            try:
                wrong += judge(project, game, lang, folder)
            except NothingToExport as error:
                print(f"{game:18} {lang}  {error}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
