"""Modules for VASSAL: their files, the places of counters, and the channel of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers import printgen, starter
from PIL import Image
from runners import runner_of
from vassal_files import ReadModule, ReadPiece, commands, read_piece, split
from vassal_games import HOSTILE, changed, salt_game

from printgen import Project
from printgen.extras.exports.channels import ChannelFile
from printgen.extras.hex_maps.boards import board_of
from printgen.extras.vassal.boards import HEX_PIXELS
from printgen.extras.vassal.elements import Source
from printgen.extras.vassal.module import GameModule, vassal_channel, vassal_channels


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(salt_game(tmp_path_factory.mktemp("salt")))
    assert [str(p) for p in project.problems if p.severity == "error"] == []
    return project


@pytest.fixture(scope="module")
def made(project: Project) -> tuple[GameModule, bytes]:
    with runner_of(project) as runner:
        module = GameModule(Source(project.library, project.library.games["salt"], "en", runner))
        return module, module.file()


@pytest.fixture(scope="module")
def module(made: tuple[GameModule, bytes]) -> ReadModule:
    return ReadModule(made[1])


def placed(module: ReadModule, setup: str, map: str) -> list[tuple[ReadPiece, int, int]]:
    """The pieces of a set-up on a map."""
    found = []
    for command in commands(module.files[setup])[1:]:
        if command.startswith("+/") and "piece;" in command:
            piece = read_piece(command)
            state = piece.trait("piece")[1]
            if state[0] == map:
                found.append((piece, int(state[1]), int(state[2])))
    return found


@pytest.mark.slow
def test_the_archive_is_that_of_a_module(module: ReadModule) -> None:
    for entry in module.packed.infolist():
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
        name = entry.filename
        assert not name.startswith("/")
        assert ".." not in name.split("/")
        kind = name.split("/")[0] if "/" in name else name.rpartition(".")[2]
        assert kind in ("images", "vsav", "buildFile.xml", "xml", "moduledata")
    assert module.root.tag == "VASSAL.build.GameModule"
    assert module.root.get("name") == "The Salt Night"
    assert b"<name>The Salt Night</name>" in module.files["moduledata"]


@pytest.mark.slow
def test_each_picture_is_used_and_each_used_one_is_there(module: ReadModule) -> None:
    used = {board.get("image") for board in module.all("Board")} - {None}
    used |= {chart.get("fileName") for chart in module.all("Chart")}
    for piece in module.slots():
        used |= set(_pictures(piece))
    kept = {n.removeprefix("images/") for n in module.files if n.startswith("images/")}
    assert used == kept
    assert all(name.isascii() for name in kept)


def _pictures(piece: ReadPiece) -> Iterator[str]:
    for type in piece.types:
        if type[0] == "emb2":
            yield from split(",", type[16])
        elif type[0] == "obs":
            yield type[2]
        elif type[0] == "piece" and type[3]:
            yield type[3]


@pytest.mark.slow
def test_counters_fit_their_hexes_and_have_two_sides(module: ReadModule) -> None:
    counters = [piece for piece in module.slots() if any("emb2" in t for t in piece.types)]
    assert len(counters) == 15 + 15 + 1 + 1
    for piece in counters[:-2]:
        front, back = _pictures(piece)
        assert front != back
        for name in (front, back):
            image = Image.open(BytesIO(module.files[f"images/{name}"]))
            assert image.size == (0.75 * HEX_PIXELS, 0.75 * HEX_PIXELS)


@pytest.mark.slow
def test_each_place_of_a_piece_has_a_number_of_its_own(module: ReadModule) -> None:
    numbers = [slot.get("gpid") for kind in ("PieceSlot", "CardSlot") for slot in module.all(kind)]
    assert len(set(numbers)) == len(numbers)
    assert int(module.root.get("nextPieceSlotId", "")) > max(map(int, numbers))
    assert [p.trait("piece")[1][3] for p in module.slots()] == numbers


@pytest.mark.slow
def test_units_stand_where_the_map_says(
    project: Project, made: tuple[GameModule, bytes], module: ReadModule
) -> None:
    entry = project.library.games["salt"].of_kind("maps")["causeway"]
    board, (picture, *_) = board_of(project.library, entry), made[0].boards
    pieces = placed(module, "landing.vsav", "Map")
    assert len(pieces) == len(entry.value.units) == 15
    for unit, (_, x, y) in zip(entry.value.units, pieces, strict=True):
        at = x / picture.per_mm - picture.origin[0], y / picture.per_mm - picture.origin[1]
        assert board.names.of(board.geometry.hex_at(*at)) == unit.at
    assert pieces[1][0].name == f"{HOSTILE} (M2)"
    stacks = [c for c in commands(module.files["landing.vsav"]) if "/stack/" in c]
    assert len(stacks) == 15


@pytest.mark.slow
def test_facings_and_disorder_are_in_the_set_up(module: ReadModule) -> None:
    first, turned, disordered, *_ = [p for p, _, _ in placed(module, "landing.vsav", "Map")]
    assert not any(t[0] == "rotate" for t in first.types)
    type, state = turned.trait("rotate")
    assert (type[1], state) == ("12", ["3"])
    assert turned.trait("emb2")[1] == ["1"]
    assert disordered.trait("emb2")[1] == ["2"]


@pytest.mark.slow
def test_forces_that_no_map_places_lie_on_the_table(module: ReadModule) -> None:
    assert placed(module, "march.vsav", "Map") == []
    pieces = placed(module, "march.vsav", "Table")
    assert len(pieces) == 15
    assert len({(x, y) for _, x, y in pieces}) == 15
    # Rows of sides do not mix.
    sides = {piece.trait("mark")[1][0] for piece, _, _ in pieces}
    rows = {side: {y for p, _, y in pieces if p.trait("mark")[1][0] == side} for side in sides}
    assert len(sides) == 2
    assert set.intersection(*rows.values()) == set()


@pytest.mark.slow
def test_set_ups_show_their_boards(module: ReadModule) -> None:
    names = [(each.get("name"), each.get("file")) for each in module.all("PredefinedSetup")]
    assert names == [
        ("Before the Tide", "landing.vsav"),
        ("The March", "march.vsav"),
        ("The Beach", "beach.vsav"),
        ("Without a set-up", ""),
    ]
    boards = [split("\t", c) for c in commands(module.files["march.vsav"]) if "BoardPicker" in c]
    assert boards[0] == ["MapBoardPicker", "Empty", "0", "0"]
    assert ["TableBoardPicker", "Table", "0", "0"] in boards
    # Without a board of each window, the runner asks for it.
    windows = [*module.all("Map"), *module.all("PlayerHand")]
    assert {name for name, *_ in boards} == {f"{w.get('mapName')}BoardPicker" for w in windows}
    assert commands(module.files["march.vsav"])[-2:] == ["SETUP_STACK\t", "end_save"]


@pytest.mark.slow
def test_decks_have_each_copy_and_their_secrets(module: ReadModule) -> None:
    crew, pack = module.all("DrawPile")
    assert (crew.get("name"), pack.get("name")) == ("The crew; of/the boat", "Pack of cards")
    cards = [read_piece(slot.text) for slot in crew]
    assert sorted(card.name for card in cards) == ["Excisemen", *["Mule train"] * 3]
    assert {card.trait("obs")[0][2] for card in cards} == {"card-crew-1-back.png"}
    assert cards[0].trait("return")[0][3] == "The crew; of/the boat"
    assert (crew.get("shuffle"), crew.get("faceDown")) == ("Always", "Via right-click Menu")
    names = [read_piece(slot.text).name for slot in pack]
    assert len(names) == 2 * 13 + 3
    assert names.count("K ♠") == 2
    assert names.count("Joker") == 3
    small = [piece for piece in module.slots() if "card-small-1-front.png" in _pictures(piece)]
    assert len(small) == 1
    assert not any(type[0] in ("obs", "return") for type in small[0].types)
    (coin,) = [piece for piece in module.slots() if "card-coins-1-front.png" in _pictures(piece)]
    front, back = (Image.open(BytesIO(module.files[f"images/{n}"])) for n in _pictures(coin))
    assert front.size == back.size == (90, 90)
    # Round tokens have no corners.
    opacity = np.asarray(front.convert("RGBA"))[..., 3]
    assert opacity[0, 0] == 0
    assert opacity[45, 45] > 250


@pytest.mark.slow
def test_decks_of_set_ups_are_those_of_the_table(module: ReadModule) -> None:
    saved = commands(module.files["landing.vsav"])
    decks = [split("/", command) for command in saved if "/deck;" in command]
    assert [split(";", deck[2])[13] for deck in decks] == ["The crew; of/the boat", "Pack of cards"]
    places = [(d.get("x"), d.get("y")) for d in module.all("DrawPile")]
    for deck, place in zip(decks, places, strict=True):
        map, x, y, face_down, ids = split(";", deck[3])
        assert (map, (x, y), face_down) == ("Table", place, "true")
        known = [
            read_piece(c).id
            for c in saved
            if c.startswith(tuple(f"+/{i}/" for i in ids.split(",")))
        ]
        assert known == ids.split(",")


@pytest.mark.slow
def test_sides_have_hands(module: ReadModule) -> None:
    (roster,) = module.all("PlayerRoster")
    sides = [entry.text for entry in roster]
    assert sides == ["The Excise", "The Smugglers"]
    hands = [(hand.get("mapName"), hand.get("side")) for hand in module.all("PlayerHand")]
    assert hands == [("Hand 1", "The Excise"), ("Hand 2", "The Smugglers")]


@pytest.mark.slow
def test_plans_of_tables_are_boards_with_a_ruler(module: ReadModule) -> None:
    (window,) = [each for each in module.all("Map") if each.get("mapName") == "Battlefield"]
    (board,) = window.iter("VASSAL.build.module.map.boardPicker.Board")
    assert (board.get("name"), len(board)) == ("The Beach", 0)
    (ruler,) = window.iter("VASSAL.build.module.map.LOS_Thread")
    scale = int(ruler.get("scale", ""))
    image = Image.open(BytesIO(module.files[f"images/{board.get('image')}"]))
    pixels = np.asarray(image.convert("L"))
    # The frame of the table: the first and the last dark column of its middle row.
    dark = np.flatnonzero(pixels[3 * scale] < 80)
    assert abs(dark[-1] - dark[0] - 24 * scale) <= 5


@pytest.mark.slow
def test_figures_of_forces_lie_on_the_table(module: ReadModule) -> None:
    figures = placed(module, "beach.vsav", "Table")
    named = [(piece.name, piece.trait("mark")[1][0]) for piece, _, _ in figures]
    excise, smugglers = ("Excisemen", "The Excise"), ("Old grey mules", "The Smugglers")
    assert named == [excise] * 2 + [smugglers] * 3
    assert len({(x, y) for _, x, y in figures}) == 5
    images = [piece.trait("piece")[0][3] for piece, _, _ in figures]
    assert images == ["figure-EX.png"] * 2 + ["figure-OGM.png"] * 3
    assert placed(module, "beach.vsav", "Battlefield") == []


@pytest.mark.slow
def test_forms_are_no_charts(module: ReadModule) -> None:
    assert module.all("ChartWindow") == []


@pytest.mark.slow
def test_modules_are_reproducible(project: Project, made: tuple[GameModule, bytes]) -> None:
    again = Project(project.folders.root)
    with runner_of(again) as runner:
        module = GameModule(Source(again.library, again.library.games["salt"], "en", runner))
        assert module.file() == made[1]


def test_the_command_names_unknown_languages(project: Project) -> None:
    done = printgen(project.folders.root, "export", "vassal", "salt", "--lang", "de")
    assert done.returncode == 2
    assert "no texts in 'de'" in done.stderr


# --- The modules of a game as files: which games have them, and how to open them ------------------


FACES = {"front": "card-front", "back": "card-back"}
DECK = {"title": "Crew", "output": "cards", "profiles": ["captain"], "faces": FACES}
COINS = {"title": "Coins", "output": "tokens", "profiles": ["captain"], "size": 20}
TABS = {"title": "Tabs", "output": "dividers", "tabs": [{"title": "A"}]}
FORM = {"title": "A form", "output": "sheet", "form": [{"lines": 2}]}


def bare(root: Path, product: Mapping[str, object], **game: object) -> Project:
    """The starter with one product, without scenarios and maps."""
    home = starter(root) / "content" / "fog"
    for path in (home / "scenarios").iterdir():
        path.unlink()
    (home / "products.yaml").write_text(yaml.safe_dump({"it": dict(product)}))
    changed(home / "game.yaml", game)
    return Project(root)


def languages(project: Project, game: str = "fog") -> list[str]:
    """The languages in which the shop page of a game has a module."""
    with runner_of(project) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameModule, "file", lambda _: b"")
        found = [f for c in vassal_channels(project.library, game, runner) for f in c.files()]
        return [file.lang for file in found if file.name.endswith(".vmod")]


@pytest.mark.parametrize(
    ("product", "found"),
    [(DECK, ["fr", "en"]), (COINS, ["fr", "en"]), (TABS, []), (FORM, [])],
    ids=["deck", "tokens", "dividers", "form"],
)
def test_modules_are_for_games_with_pieces(
    product: Mapping[str, object], found: list[str], tmp_path: Path
) -> None:
    assert languages(bare(tmp_path, product)) == found


def test_a_deck_in_one_language_makes_one_module(tmp_path: Path) -> None:
    assert languages(bare(tmp_path, DECK | {"languages": ["en"]})) == ["en"]


def test_a_pack_of_cards_is_enough(tmp_path: Path) -> None:
    suits = {"s": {"symbol": "♠", "label": "Spades"}}
    assert languages(bare(tmp_path, FORM, suits=suits)) == ["fr", "en"]


def test_maps_and_plans_are_enough(tmp_path: Path) -> None:
    root = salt_game(tmp_path)
    home = root / "content" / "salt"
    (home / "products.yaml").write_text(yaml.safe_dump({"form": FORM}))
    changed(home / "game.yaml", {"suits": {}})
    assert languages(Project(root), "salt") == ["fr", "en"]
    # What is left is a plan with objectives.
    for path in [*(home / "maps").iterdir(), *(home / "scenarios").iterdir()]:
        if path.name != "beach.yaml":
            path.unlink()
    assert languages(Project(root), "salt") == ["fr", "en"]
    changed(home / "scenarios" / "beach.yaml", {"objectives": []})
    assert languages(Project(root), "salt") == []


def readmes(project: Project, *langs: str) -> dict[str, str]:
    """The READMEs of the modules of a game."""
    found: list[ChannelFile] = []
    with runner_of(project) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameModule, "file", lambda _: b"")
        found += vassal_channel(project.library, "fog", runner, langs).files()
    written = {f.lang: f.content for f in found if f.name == f"README.{f.lang}.txt"}
    return {lang: text.decode() for lang, text in written.items() if isinstance(text, bytes)}


def test_each_language_says_how_to_open_its_module(tmp_path: Path) -> None:
    found = readmes(Project(starter(tmp_path)), "fr", "en", "de")
    said = {"fr": "Jouer à un module", "en": "Open Module", "de": "Modul öffnen"}
    assert found.keys() == said.keys()
    for lang, text in found.items():
        title, rule, *lines = text.splitlines()
        assert title.endswith(" – VASSAL")
        assert rule == "=" * len(title)
        assert "fog.fr.vmod, fog.en.vmod, fog.de.vmod" in text
        (opened,) = [line for line in lines if line.startswith("2. ")]
        assert said[lang] in opened
        assert opened.endswith(f"fog.{lang}.vmod.")
        assert not {"{", "}"} & set(text)


def test_books_are_named_if_there_are_any(tmp_path: Path) -> None:
    whole, small = Project(starter(tmp_path / "whole")), bare(tmp_path / "small", DECK)
    said = [
        "menu Help" in text
        for project in (whole, small)
        for text in readmes(project, "en").values()
    ]
    assert said == [True, False]
