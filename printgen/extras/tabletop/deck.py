"""A deck for Tabletop Simulator: sheets of cards in a grid, the saved object, and a preview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import islice
from itertools import product as pairs
from math import cos, radians, sin
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, ValidationError

from printgen.content.library import Library
from printgen.content.models.base import Model
from printgen.extras.exports.card_pictures import (
    CardFaces,
    DeckCard,
    deck_cards,
    deck_faces,
    hidden_card,
)
from printgen.extras.exports.channels import (
    Channel,
    Deck,
    ExportError,
    ReadmeLine,
    Step,
    ai_line,
    deck_channels,
    decks_of,
    file_name,
    readme,
)
from printgen.layout.jobs import JobRunner
from printgen.paper import Size
from printgen.problems import Problem
from printgen.products.card_faces import Cut
from printgen.products.target import Target, deck_title

if TYPE_CHECKING:
    from PIL.Image import Image

# --- the saved object: its models, how to write one, and its checks -------------------------------


# Maximum columns and rows of a sheet, and pixels per side.
MAX_COLUMNS, MAX_ROWS, MAX_SIDE = 10, 7, 4096

# A CardID is the sheet number times this, plus the slot.
CARD_IDS_PER_SHEET = 100

MAX_CARDS_PER_SHEET = MAX_COLUMNS * MAX_ROWS - 1


Guid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6}$")]

Url = Annotated[str, StringConstraints(pattern=r"^(https?|file)://[^\s\"<>\\]+$")]

SheetNumber = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,4}$")]

CardNumber = Annotated[int, Field(ge=CARD_IDS_PER_SHEET)]


# The position and rotation of an object: face down, top away from the player.
TRANSFORM = {
    **{"posX": 0.0, "posY": 1.0, "posZ": 0.0},
    **{"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0},
    **{"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
}

# The tint of an object; the game's default for cards.
TINT = dict.fromkeys("rgb", 0.713235259)


class Sheet(Model):
    """Card images in a grid. Other players see the last slot of a card in a player's hand.

    `Type` is 0 for cards with round corners, 1 for square corners.
    """

    FaceURL: Url
    BackURL: Url
    NumWidth: Annotated[int, Field(ge=2, le=MAX_COLUMNS)]
    NumHeight: Annotated[int, Field(ge=2, le=MAX_ROWS)]
    BackIsHidden: Literal[False] = False
    UniqueBack: bool
    Type: Literal[0, 1] = 0


class TabletopObject(Model):
    """The fields shared by cards and decks."""

    GUID: Guid
    Transform: dict[str, float] = TRANSFORM
    Nickname: str
    Description: str
    GMNotes: str = ""
    ColorDiffuse: dict[str, float] = TINT
    Locked: bool = False
    Grid: bool = True
    Snap: bool = True
    Autoraise: bool = True
    Sticky: bool = True
    Tooltip: bool = True
    HideWhenFaceDown: bool = True
    Hands: bool = True
    SidewaysCard: bool = False
    CustomDeck: Annotated[dict[SheetNumber, Sheet], Field(min_length=1)]
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""


class CardObject(TabletopObject):
    """A card, in a deck or on its own."""

    Name: Literal["Card"]
    CardID: CardNumber


class DeckObject(TabletopObject):
    """Two cards or more."""

    Name: Literal["DeckCustom"]
    DeckIDs: Annotated[list[CardNumber], Field(min_length=2)]
    ContainedObjects: Annotated[list[CardObject], Field(min_length=2)]


class Save(Model):
    """A file in the game's `Saved Objects` folder."""

    SaveName: Literal[""] = ""
    GameMode: Literal[""] = ""
    Date: Literal[""] = ""
    Table: Literal[""] = ""
    Sky: Literal[""] = ""
    Note: Literal[""] = ""
    Rules: Literal[""] = ""
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""
    ObjectStates: Annotated[list[DeckObject | CardObject], Field(min_length=1, max_length=1)]


# A card and its CardID.
PlacedCard = tuple[DeckCard, int]


def saved_object(
    name: str, title: str, sheets: Mapping[int, Sheet], placed: list[PlacedCard]
) -> str:
    """The JSON of a deck. GUIDs derive from `name`, so they are the same in each export.

    Copies of a card share a slot.
    """
    guids = _guids(name)
    copies = [
        CardObject(
            Name="Card",
            GUID=next(guids),
            Nickname=card.name,
            Description=card.words,
            CardID=number,
            CustomDeck={str(number // CARD_IDS_PER_SHEET): sheets[number // CARD_IDS_PER_SHEET]},
        )
        for card, number in placed
        for _ in range(card.quantity)
    ]
    whole: DeckObject | CardObject = copies[0]
    # The game does not show a deck of one card.
    if len(copies) > 1:
        whole = DeckObject(
            Name="DeckCustom",
            GUID=next(guids),
            Nickname=title,
            Description="",
            DeckIDs=[card.CardID for card in copies],
            CustomDeck={str(number): sheet for number, sheet in sheets.items()},
            ContainedObjects=copies,
        )
    return Save(ObjectStates=[whole]).model_dump_json(indent=2) + "\n"


def _guids(name: str) -> Iterator[str]:
    """Unique GUIDs of six hexadecimal digits."""
    known: set[str] = set()
    for number in range(16**6):
        guid = sha256(f"{name} {number}".encode()).hexdigest()[:6]
        if guid not in known:
            known.add(guid)
            yield guid


def save_faults(
    text: str, sizes: Mapping[str, tuple[int, int]], placed: list[PlacedCard]
) -> list[str]:
    """The faults of a saved object. `sizes` are the pixel sizes of the images by URL."""
    try:
        save = Save.model_validate_json(text)
    except ValidationError as error:
        return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    whole = save.ObjectStates[0]
    copies = whole.ContainedObjects if isinstance(whole, DeckObject) else [whole]
    faults = [fault for sheet in whole.CustomDeck.values() for fault in _sheet(sheet, sizes)]
    if isinstance(whole, DeckObject) and whole.DeckIDs != [card.CardID for card in copies]:
        faults.append("DeckIDs differ from the CardIDs of the contained objects")
    spec = [number for card, number in placed for _ in range(card.quantity)]
    if [card.CardID for card in copies] != spec:
        faults.append("the cards or their copies differ from the deck")
    guids = {card.GUID for card in copies} | {whole.GUID}
    if len(guids) != len(copies) + isinstance(whole, DeckObject):
        faults.append("duplicate GUID")
    for card in copies:
        number, slot = divmod(card.CardID, CARD_IDS_PER_SHEET)
        sheet = whole.CustomDeck.get(str(number))
        if sheet is None or card.CustomDeck != {str(number): sheet}:
            faults.append(f"card {card.CardID} has no sheet {number}")
        elif slot >= sheet.NumWidth * sheet.NumHeight - 1:
            faults.append(f"card {card.CardID} has no slot on its sheet")
    return faults


def _sheet(sheet: Sheet, sizes: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for url in (sheet.FaceURL, sheet.BackURL):
        if url not in sizes:
            yield f"missing image {url}"
            return
    width, height = sizes[sheet.FaceURL]
    if max(width, height) > MAX_SIDE:
        yield f"{sheet.FaceURL} has a side of more than {MAX_SIDE} pixels"
    if width % sheet.NumWidth or height % sheet.NumHeight:
        yield f"{sheet.FaceURL} is not divisible by its grid"
    cell = (width // sheet.NumWidth, height // sheet.NumHeight)
    if sizes[sheet.BackURL] != ((width, height) if sheet.UniqueBack else cell):
        yield f"{sheet.BackURL} has the wrong size for {sheet.FaceURL}"


# --- sheets of cards ------------------------------------------------------------------------------


# Minimum and maximum resolution of a card on its sheet; below the minimum, use more sheets.
MIN_DPI, MAX_DPI = 200, 300

JPEG_QUALITY = 92

# The preview: side in pixels, cards in the fan, degrees between two cards, corner radius as a share
# of the card's width, and pixels around a card, for smooth edges.
PREVIEW, FAN, TURN, CORNER, RIM = 256, 3, 11, 0.05, 2


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Slots across and down, the size of a slot in pixels, and the maximum number of cards."""

    columns: int
    rows: int
    width: int
    height: int
    cards: int

    @property
    def size(self) -> tuple[int, int]:
        """The size of a sheet in pixels."""
        return self.columns * self.width, self.rows * self.height

    def corner(self, slot: int) -> tuple[int, int]:
        """The top left corner of a slot; -1 is the last slot."""
        row, column = divmod(slot % (self.columns * self.rows), self.columns)
        return column * self.width, row * self.height


def grid_for(total: int, card: Size) -> SheetGrid:
    """The grid with the fewest sheets that keep `total` cards at MIN_DPI or more."""
    for sheets in range(-(-total // MAX_CARDS_PER_SHEET), total + 1):
        grid = _sharpest(-(-total // sheets), card)
        if grid.width * 25.4 / card.width >= MIN_DPI:
            break
    return grid


def _sharpest(number: int, card: Size) -> SheetGrid:
    """The grid with the largest slots for `number` cards and the hidden card."""
    most = round(card.width * MAX_DPI / 25.4)
    grids = []
    for columns, rows in pairs(range(2, MAX_COLUMNS + 1), range(2, MAX_ROWS + 1)):
        if columns * rows > number:
            high = MAX_SIDE // rows
            width = min(MAX_SIDE // columns, int(high * card.width / card.height), most)
            height = min(high, round(width * card.height / card.width))
            grids.append(SheetGrid(columns, rows, width, height, number))
    return max(grids, key=lambda grid: (grid.width, -grid.columns * grid.rows, -grid.columns))


@dataclass(slots=True)
class DeckSheets:
    """Builds the sheets of a deck and collects their entries for the saved object.

    File names start with `base`, URLs with `base_url`. Corners are round unless `square`. Others
    see `hidden` of a card in a hand, unless most cards of the deck have one back.
    """

    base: str
    base_url: str
    grid: SheetGrid
    hidden: Image
    square: bool
    made: dict[int, Sheet] = field(default_factory=dict)
    placed: list[PlacedCard] = field(default_factory=list)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    fan: list[Image] = field(default_factory=list)
    # How many cards have a back, by the digest of its picture.
    backs: Counter[bytes] = field(default_factory=Counter)

    def files(self, faces_of_cards: Iterator[CardFaces]) -> Iterator[tuple[str, bytes]]:
        """Yield the name and content of each image, one sheet at a time."""
        while group := self._sheet(islice(faces_of_cards, self.grid.cards)):
            number = len(self.made) + 1
            fronts, backs, shared_back = group
            face_url = yield from self._file(f"front-{number}", fronts)
            if shared_back is None:
                back_url = yield from self._file(f"back-{number}", backs)
            else:
                back_url = yield from self._file("back", shared_back)
            self.made[number] = Sheet(
                FaceURL=face_url,
                BackURL=back_url,
                NumWidth=self.grid.columns,
                NumHeight=self.grid.rows,
                UniqueBack=shared_back is None,
                Type=1 if self.square else 0,
            )

    def _sheet(
        self, faces_of_cards: Iterator[CardFaces]
    ) -> tuple[Image, Image, Image | None] | None:
        """A sheet of fronts, one of backs, and the back if all cards share it; None at the end."""
        from PIL import Image

        sides = [Image.new("RGB", self.grid.size) for _ in range(2)]
        backs: dict[bytes, Image.Image] = {}
        slot = -1
        for slot, (card, *faces) in enumerate(faces_of_cards):
            for side, face in zip(sides, faces, strict=True):
                size = (self.grid.width, self.grid.height)
                picture = face.image(*size) if face else self.hidden
                side.paste(picture, self.grid.corner(slot))
                if face is faces[0] and len(self.fan) < FAN:
                    self.fan.append(picture)
            digest = sha256(picture.tobytes()).digest()
            backs[digest] = picture
            self.backs[digest] += 1
            self.placed.append((card, (len(self.made) + 1) * CARD_IDS_PER_SHEET + slot))
        if slot < 0:
            return None
        # A card in a hand looks like its deck.
        most, count = self.backs.most_common(1)[0]
        if 2 * count > self.backs.total():
            self.hidden = backs.get(most, self.hidden)
        for side in sides:
            side.paste(self.hidden, self.grid.corner(-1))
        return sides[0], sides[1], picture if len(backs) == 1 else None

    def _file(self, name: str, picture: Image) -> Generator[tuple[str, bytes], None, str]:
        """Yield an image file once and return its URL.

        The name contains a content hash, because the game caches images by URL.
        """
        from PIL import Image

        buffer = BytesIO()
        picture.save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True)
        data = buffer.getvalue()
        file = f"{self.base}-{name}-{sha256(data).hexdigest()[:8]}.jpg"
        if self.base_url + file not in self.sizes:
            with Image.open(BytesIO(data), formats=("JPEG",)) as written:
                self.sizes[self.base_url + file] = written.size
            yield file, data
        return self.base_url + file


def preview(pictures: list[Image], hidden: Image) -> bytes:
    """The thumbnail of a deck: some of its cards, fanned out, as a PNG."""
    from PIL import Image, ImageDraw

    # Draw at four times the size, so that rotated edges are smooth.
    side = 4 * PREVIEW
    whole = Image.new("RGBA", (side, side))
    fan = [hidden, *reversed(pictures)]
    for number, picture in enumerate(fan):
        scale = side / 2 / max(picture.size)
        size = (round(picture.width * scale), round(picture.height * scale))
        mask = Image.new("L", size)
        box = (0, 0, size[0] - 1, size[1] - 1)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius=CORNER * size[0], fill=255)
        card = Image.new("RGBA", (size[0] + 2 * RIM, size[1] + 2 * RIM))
        card.paste(picture.resize(size), (RIM, RIM), mask)
        angle = TURN * (len(fan) - 1 - 2 * number) / 2
        turned = card.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        # All turn about the middle of the lower edge; before that, their tops are in a line.
        far, turn = side * 3 / 4 - size[1] / 2, radians(angle)
        x, y = side / 2 - far * sin(turn), side - far * cos(turn)
        whole.alpha_composite(turned, (round(x - turned.width / 2), round(y - turned.height / 2)))
    whole = whole.crop(whole.getbbox())
    whole.thumbnail((PREVIEW, PREVIEW), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (PREVIEW, PREVIEW))
    square.paste(whole, ((PREVIEW - whole.width) // 2, (PREVIEW - whole.height) // 2))
    buffer = BytesIO()
    square.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


# --------------------------------------------------------------------------------------------------
# A deck for Tabletop Simulator: sheets of card images and the saved object that refers to them.


# A folder with the same path for every Windows user.
BASE_URL = "file:///C:/Users/Public/Documents/printgen/"

README_LANGUAGES = ("fr", "en")


def tabletop_files(
    library: Library, deck: Deck, lang: str, runner: JobRunner, base_url: str = BASE_URL
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
    cut = Cut(deck.value.trim, deck.value.bleed)
    grid = grid_for(len(cards), cut.size)
    hidden = hidden_card(library, deck, lang, cut, runner).resize((grid.width, grid.height))
    sheets = DeckSheets(base, base_url, grid, hidden, square=not deck.value.corner_radius)
    with closing(deck_faces(library, deck, lang, cut, runner)) as faces:
        yield from sheets.files(faces)
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    text = saved_object(base, title, sheets.made, sheets.placed)
    if faults := save_faults(text, sheets.sizes, sheets.placed):
        raise ExportError([Problem(deck.at(), "tabletop-file", fault) for fault in faults])
    yield f"{base}.json", text.encode()
    yield f"{base}.png", preview(sheets.fan, sheets.hidden)
    values = {
        "base": base,
        "url": base_url,
        "total": sum(card.quantity for card in cards),
        "columns": grid.columns,
        "rows": grid.rows,
    }
    # How to place the images, then how to load the deck.
    local = base_url.startswith("file:")
    steps = "tts_step_local" if local else "tts_step_web", "tts_step_chest", "tts_step_spawn"
    elsewhere: list[ReadmeLine] = [Step("tts_step_cloud"), "tts_elsewhere"] if local else []
    lines: list[ReadmeLine] = ["tts_what", *map(Step, steps), *elsewhere, "tts_by_hand"]
    for language in README_LANGUAGES:
        disclosure = ai_line(library, library.games[deck.game], language)
        yield f"README.{language}.txt", readme(library, language, title, lines, values, disclosure)


def tabletop_channels(
    library: Library, game: str, runner: JobRunner, url: str = BASE_URL, deck: str = ""
) -> Iterator[Channel]:
    """The game's decks for Tabletop Simulator, with images hosted at `url`; or one of them."""
    if decks := decks_of(library, game, deck):
        make = partial(tabletop_files, runner=runner, base_url=url)
        whole = Channel("tabletop", "tabletop")
        yield from deck_channels(whole, library, decks, make, apart=deck != "")
