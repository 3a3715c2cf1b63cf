"""What VASSAL reads: lists of values, elements of the build file, pieces and saved games; and what
a module is made of: a game in one language, the words of the module, and its pictures.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, tostring

import yaml

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.exports.archive import archive
from printgen.extras.exports.channels import drawing
from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.layout.jobs import JobRunner
from printgen.paper import POINTS_PER_MM
from printgen.problems import Position
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image


# --- how VASSAL writes lists of values, and the pieces of a module and of a saved game ------------
#
# A list has a separator. In a value, the separator has a backslash before it. A value with a
# backslash at one of its ends, or with quotes at both, is in quotes. Lists may be values of lists.


# Between the commands of a saved game.
COMMANDS = "\x1b"

_TRAITS = "\t"


def sequence(separator: str, values: Iterable[object]) -> str:
    """Values as one text, from which VASSAL reads the same values."""
    return separator.join(_value(separator, str(value)) for value in values)


def _value(separator: str, value: str) -> str:
    escaped = value.replace(separator, f"\\{separator}")
    ends = value[:1], value[-1:]
    return f"'{escaped}'" if "\\" in ends or ends == ("'", "'") else escaped


def flag(value: bool) -> str:
    """A truth value."""
    return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of a piece, or the piece beneath all traits: what it is, and its state."""

    type: str
    state: str = ""


def piece(traits: Sequence[Trait], id: str = "null") -> str:
    """A piece as the command that adds it. The innermost trait, the piece itself, is the last."""
    type, state = traits[-1].type, traits[-1].state
    for trait in reversed(traits[:-1]):
        type = sequence(_TRAITS, [trait.type, type])
        state = sequence(_TRAITS, [trait.state, state])
    return "+/" + sequence("/", [id, type, state])


# --- elements of the build file: each names the class of VASSAL that it configures ----------------


MODULE = "VASSAL.build.module."
WIDGET = "VASSAL.build.widget."
MAP = MODULE + "map."
BOARD = MAP + "boardPicker."
GRID = BOARD + "board."

# The oldest VASSAL that modules are for.
VASSAL_VERSION = "3.5.0"

Value = str | int | float | bool


@cache
def _defaults() -> dict[str, dict[str, str]]:
    """The attributes of kinds of elements, see `elements.yaml`."""
    text = Path(__file__).with_name("elements.yaml").read_text(encoding="utf-8")
    result: dict[str, dict[str, str]] = yaml.safe_load(text)
    return result


def element(kind: str, /, **attributes: Value) -> Element:
    """An element with its attributes, and with those that all of its kind have."""
    whole = {**_defaults().get(kind, {}), **attributes}
    written: dict[str, str] = {}
    for key, value in whole.items():
        shown = repr(value) if isinstance(value, float) else str(value)
        written[key] = flag(value) if isinstance(value, bool) else shown
    return Element(kind, written)


def add(parent: Element, kind: str, /, **attributes: Value) -> Element:
    """A new element in another one."""
    made = element(kind, **attributes)
    parent.append(made)
    return made


def add_slot(
    parent: Element, name: str, number: int, traits: Sequence[Trait], kind: str = "PieceSlot"
) -> None:
    """A place of a piece in the palette or in a deck."""
    slot = add(parent, WIDGET + kind, entryName=name, gpid=number, width=0, height=0)
    slot.text = piece(traits)


def document(root: Element) -> bytes:
    """The bytes of a file in XML."""
    content: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return content


def picture_board(name: str, picture: str) -> Element:
    """A board that is a picture."""
    return element(f"{BOARD}Board", name=name, image=picture, reversible=False, color="0,0,0")


# --- the traits of pieces: what a player can do with them -----------------------------------------


# Keys with Ctrl, as VASSAL writes them: the code of the key and of its modifiers.
_CONTROL = 130


def control(key: str) -> str:
    """The key that is pressed with Ctrl: a letter or a bracket."""
    return f"{ord(key)},{_CONTROL}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece is: a map and a point on it, in pixels."""

    map: str = "null"
    x: int = 0
    y: int = 0


NOWHERE = Place()


def trait(kind: str, fields: Iterable[object], state: str = "") -> Trait:
    """A trait with its fields."""
    return Trait(f"{kind};" + sequence(";", fields), state)


def basic(image: str, name: str, number: int | str, place: Place = NOWHERE) -> Trait:
    """The piece itself, with the number of its place in the palette."""
    state = sequence(";", [place.map, place.x, place.y, number, 0])
    return trait("piece", ["", "", image, name], state)


def sides(images: Sequence[str], names: Sequence[str], command: str, shown: int = 1) -> Trait:
    """The sides of a piece, which `command` shows in turn. A name that begins with `+` follows that
    of the piece. `shown` counts from 1.
    """
    fields = [
        "", 128, "", command, _CONTROL, "F", "", 128, "", "", "", 1, flag(False), 0, 0,
        sequence(",", images), sequence(",", names), flag(True), command, "", "", flag(False), "",
        1, 1, flag(True), "", control("F"), "", "", "1.0",
    ]  # fmt: skip
    return trait("emb2", fields, str(shown))


def marker(values: dict[str, str]) -> Trait:
    """Properties that never change, such as the side of a unit."""
    return Trait("mark;" + sequence(",", values), sequence(",", values.values()))


# --- pieces of a module: counters and cards, in the palette and in set-ups ------------------------


# The prototype of all pieces.
PROTOTYPE = "piece"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with the pictures of its sides. `number` is that of its place in the palette.

    `turns` are the steps of a whole turn of a piece with a front. A `secret` piece lies face down,
    hidden from all players. `deck` is where it belongs, if anywhere.
    """

    number: int
    name: str
    images: tuple[str, ...]
    turns: int = 0
    secret: bool = False
    deck: str = ""
    properties: Mapping[str, str] = field(default_factory=dict)

    def in_palette(self, words: Mapping[str, str]) -> list[Trait]:
        """The traits of the piece in the palette or in a deck of the module."""
        return [Trait("prototype;" + PROTOTYPE), *self._own(words, NOWHERE, 0, 1)]

    def in_game(
        self, words: Mapping[str, str], place: Place, facing: int = 0, shown: int = 1
    ) -> list[Trait]:
        """The traits of the piece in a saved game, where there are no prototypes. `facing` counts
        the steps clockwise, `shown` is the number of the side that is up.
        """
        return [*common_traits(words), *self._own(words, place, facing, shown)]

    def _own(self, words: Mapping[str, str], place: Place, facing: int, shown: int) -> list[Trait]:
        found: list[Trait] = []
        if self.secret:
            # The back, which others see of a card that a player has turned down.
            hidden = [self.images[1], words["flip"], "I", "?", "player:", "", "", flag(False)]
            found.append(trait("obs", [control("F"), *hidden], "null;"))
        if self.deck:
            back = [words["return"], control("R"), self.deck, "", "", 2, flag(True), ""]
            found.append(trait("return", back))
        if self.turns:
            labels = words["right"], words["left"]
            turned = [self.turns, control("]"), control("["), *labels, *[""] * 7, flag(True)]
            found.append(trait("rotate", turned, str(facing)))
        if self.properties:
            found.append(marker(dict(self.properties)))
        if len(self.images) > 1 and not self.secret:
            names = ["", f"+ {words['turned']}"]
            found.append(sides(self.images, names, words["flip"], shown))
            return [*found, basic("", self.name, self.number, place)]
        return [*found, basic(self.images[0], self.name, self.number, place)]


def common_traits(words: Mapping[str, str]) -> list[Trait]:
    """What all pieces can do."""
    return [
        trait("delete", [words["delete"], control("D"), ""]),
        trait("clone", [words["clone"], control("C"), ""]),
    ]


# --- Saved games of VASSAL: the commands that put pieces on the boards, packed as a file ----------


# Saved games begin with this mark, and with the key that their bytes are combined with. The key 0
# leaves them as they are.
_MARK, _KEY = "!VCSK", "00"

# The layer of pieces that players have put on a map.
_LAYER = "@@1"


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck of cards on a map: its type, and its cards from the bottom to the top."""

    type: str
    place: Place
    face_down: bool
    cards: Sequence[Sequence[Trait]]


@dataclass(slots=True)
class SavedGame:
    """A game that begins: the board of each map, the pieces with their places, each in a stack of
    its own, and the decks.
    """

    boards: dict[str, str]
    pieces: list[tuple[Sequence[Trait], Place]] = field(default_factory=list)
    decks: list[DealtDeck] = field(default_factory=list)

    def file(self, title: str, moduledata: bytes) -> bytes:
        """The game as a file; `title` is what the player reads before opening it."""
        commands, number = ["begin_save"], 0
        for traits, place in self.pieces:
            number += 2
            commands.append(piece(traits, str(number - 1)))
            state = [place.map, place.x, place.y, number - 1, _LAYER]
            commands.append(piece([Trait("stack", sequence(";", state))], str(number)))
        for deck in self.decks:
            first = number + 1
            for card in deck.cards:
                number += 1
                commands.append(piece(card, str(number)))
            ids = sequence(",", range(first, number + 1))
            number += 1
            state = [deck.place.map, deck.place.x, deck.place.y, flag(deck.face_down), ids]
            commands.append(piece([Trait(deck.type, sequence(";", state))], str(number)))
        for map, board in self.boards.items():
            commands.append(sequence("\t", [f"{map}BoardPicker", board, 0, 0]))
        # The stacks of the module are not set up again.
        commands += ["SETUP_STACK\t", "end_save"]
        saved = _MARK + _KEY + sequence(COMMANDS, commands).encode().hex()
        content = {
            "savedGame": saved.encode("ascii"),
            "savedata": metadata({"description": title}),
            "moduledata": moduledata,
        }
        return archive(content)


def metadata(values: dict[str, str]) -> bytes:
    """What VASSAL lists of a file before it opens it."""
    root = element("data", version=1)
    known = {"version": "1.0", "VassalVersion": VASSAL_VERSION, "dateSaved": "0", **values}
    for name, value in known.items():
        add(root, name).text = value
    return document(root)


# The labels of modules, without `vassal_` in front.
_WORDS = (
    "charts", "choose", "clone", "delete", "dice", "down", "draw", "empty", "field", "flip",
    "gather", "hand", "joker", "left", "map", "pack", "pieces", "ranks", "retire", "return",
    "right", "ruler", "shuffle", "side", "table", "turned", "up",
)  # fmt: skip

JPEG_QUALITY = 85

# The most colours of a PNG.
COLOURS = 256


@dataclass(slots=True)
class Pictures:
    """The pictures of a module by name. Equal ones are kept once, under the name of the first."""

    files: dict[str, bytes] = field(default_factory=dict)
    _names: dict[bytes, str] = field(default_factory=dict)

    def add(self, stem: str, image: Image, photo: bool = False) -> str:
        """Keep a picture and return its name: a JPEG of a `photo`, or else a PNG."""
        from PIL import Image as Images

        buffer = BytesIO()
        if photo:
            image.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, optimize=True)
        else:
            clear = image.mode == "RGBA"
            method = Images.Quantize.FASTOCTREE if clear else Images.Quantize.MEDIANCUT
            image.quantize(COLOURS, method).save(buffer, "PNG", compress_level=9)
        content = buffer.getvalue()
        digest = sha256(content).digest()
        if digest not in self._names:
            name = f"{stem}.{'jpg' if photo else 'png'}"
            if name in self.files:
                name = f"{len(self.files)}-{name}"
            self.files[name], self._names[digest] = content, name
        return self._names[digest]


@dataclass(slots=True)
class Source:
    """What all parts of a module are made of: a game in one language and the labels of modules, by
    their names without `vassal_`; the pictures so far, the number of pieces, and the
    names of decks.
    """

    library: Library
    content: GameContent
    lang: str
    runner: JobRunner
    words: dict[str, str] = field(init=False)
    pictures: Pictures = field(default_factory=Pictures)
    pieces: int = 0
    decks: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        labelled = labels(self.library.folders, self.content.game.theme, self.lang)
        self.words = {word: safe_name(plain_words(labelled[f"vassal_{word}"])) for word in _WORDS}

    def name(self, text: Text) -> str:
        """A text as a name in the module."""
        return safe_name(plain_words(say(text, self.lang, self.content)))

    def deck_name(self, title: str) -> str:
        """A name for a new deck that no other one has."""
        name, number = title, 2
        while name in self.decks:
            name, number = f"{title} {number}", number + 1
        self.decks.add(name)
        return name

    def next_number(self) -> int:
        """The number of the place of a new piece, from 1."""
        self.pieces += 1
        return self.pieces


def safe_name(text: str) -> str:
    """A name without control characters. VASSAL loses a backslash at the end of a name: a space
    follows it.
    """
    bare = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return f"{bare} " if bare.endswith("\\") else bare


def distinct(name: str, id: str, taken: set[str]) -> str:
    """A name that is not taken: if need be, with the id behind it. It is taken from now on."""
    name = f"{name} ({id})" if name in taken else name
    taken.add(name)
    return name


def page_images(pdf: bytes, where: Position, per_mm: float) -> Iterator[Image]:
    """The pages of a PDF with `per_mm` pixels per mm. Raises ExportError for one that cannot be
    drawn, with the position of what it shows.
    """
    pages = DrawnPages(pdf, "a page")
    with drawing(where):
        for number in range(len(pages.call(pdfium.sizes))):
            yield pages.picture(number, per_mm / POINTS_PER_MM)


def without_bleed(image: Image, bleed: float, per_mm: float, width: int, height: int) -> Image:
    """The part of a face inside of its bleed (mm), scaled to a size in pixels."""
    from PIL import Image as Images

    edge = bleed * per_mm
    box = (edge, edge, image.width - edge, image.height - edge)
    return image.resize((width, height), Images.Resampling.LANCZOS, box)
