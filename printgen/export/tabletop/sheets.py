"""The pictures of a deck for Tabletop Simulator: cards in grids, and the deck's own preview."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from itertools import islice
from itertools import product as pairs
from typing import TYPE_CHECKING

from printgen.export.faces import CardFaces
from printgen.export.tabletop.save import (
    COLUMNS,
    LARGEST,
    MOST_CARDS_A_SHEET,
    ROWS,
    SLOTS_A_SHEET,
    Placed,
    Sheet,
)
from printgen.paper import Size

if TYPE_CHECKING:
    from PIL.Image import Image


# Cards are at least so sharp on their sheet (dpi), or they take more sheets; what is above the
# other is lost on a screen.
SHARP, SHARPEST = 200, 300

QUALITY = 92

# The preview, and its cards: pixels, degrees that one is turned from the next, and their corners.
PREVIEW, FAN, TURN, CORNER = 256, 3, 11, 0.05


@dataclass(frozen=True, slots=True)
class Grid:
    """How cards lie on a sheet: slots across and down, the pixels of a slot, cards at most."""

    columns: int
    rows: int
    width: int
    height: int
    cards: int

    @property
    def size(self) -> tuple[int, int]:
        """The pixels of a sheet."""
        return self.columns * self.width, self.rows * self.height

    def corner(self, slot: int) -> tuple[int, int]:
        """Where a slot begins; -1 is the last."""
        row, column = divmod(slot % (self.columns * self.rows), self.columns)
        return column * self.width, row * self.height


def grid_for(total: int, card: Size) -> Grid:
    """The grid for a deck of so many cards: as few sheets as keep the cards sharp."""
    for sheets in range(-(-total // MOST_CARDS_A_SHEET), total + 1):
        grid = _sharpest(-(-total // sheets), card)
        if grid.width * 25.4 / card.width >= SHARP:
            break
    return grid


def _sharpest(number: int, card: Size) -> Grid:
    """The grid that gives so many cards, and the hidden one, the most pixels."""
    most = round(card.width * SHARPEST / 25.4)
    grids = []
    for columns, rows in pairs(range(2, COLUMNS + 1), range(2, ROWS + 1)):
        if columns * rows > number:
            high = LARGEST // rows
            width = min(LARGEST // columns, int(high * card.width / card.height), most)
            height = min(high, round(width * card.height / card.width))
            grids.append(Grid(columns, rows, width, height, number))
    return max(grids, key=lambda grid: (grid.width, -grid.columns * grid.rows, -grid.columns))


@dataclass(slots=True)
class Sheets:
    """Makes the sheets of a deck, and keeps what the saved object says of them.

    `base` begins their names, `base_url` their addresses. Corners are round, or `square`.
    """

    base: str
    base_url: str
    grid: Grid
    hidden: Image
    square: bool
    made: dict[int, Sheet] = field(default_factory=dict)
    placed: list[Placed] = field(default_factory=list)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    shown: list[Image] = field(default_factory=list)

    def files(self, faces_of_cards: Iterator[CardFaces]) -> Iterator[tuple[str, bytes]]:
        """Each picture with its name, a sheet at a time."""
        while group := self._sheet(islice(faces_of_cards, self.grid.cards)):
            number = len(self.made) + 1
            fronts, backs, alike = group
            face_url = yield from self._file(f"front-{number}", fronts)
            if alike is None:
                back_url = yield from self._file(f"back-{number}", backs)
            else:
                back_url = yield from self._file("back", alike)
            self.made[number] = Sheet(
                FaceURL=face_url,
                BackURL=back_url,
                NumWidth=self.grid.columns,
                NumHeight=self.grid.rows,
                UniqueBack=alike is None,
                Type=1 if self.square else 0,
            )

    def _sheet(
        self, faces_of_cards: Iterator[CardFaces]
    ) -> tuple[Image, Image, Image | None] | None:
        """A sheet of fronts and one of backs, and the back where all of them have the same one."""
        from PIL import Image

        sides = [Image.new("RGB", self.grid.size) for _ in range(2)]
        known: dict[bytes, Image.Image] = {}
        slot = -1
        for slot, (card, *faces) in enumerate(faces_of_cards):
            for side, face in zip(sides, faces, strict=True):
                size = (self.grid.width, self.grid.height)
                picture = face.image(*size) if face else self.hidden
                side.paste(picture, self.grid.corner(slot))
                if face is faces[0] and len(self.shown) < FAN:
                    self.shown.append(picture)
            known[sha256(picture.tobytes()).digest()] = picture
            self.placed.append((card, (len(self.made) + 1) * SLOTS_A_SHEET + slot))
        if slot < 0:
            return None
        for side in sides:
            side.paste(self.hidden, self.grid.corner(-1))
        return sides[0], sides[1], picture if len(known) == 1 else None

    def _file(self, name: str, picture: Image) -> Generator[tuple[str, bytes], None, str]:
        """A picture; returns its address. The name tells contents apart: the game keeps whatever it
        has once found at an address.
        """
        from PIL import Image

        buffer = BytesIO()
        picture.save(buffer, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
        data = buffer.getvalue()
        file = f"{self.base}-{name}-{sha256(data).hexdigest()[:8]}.jpg"
        if self.base_url + file not in self.sizes:
            with Image.open(BytesIO(data), formats=("JPEG",)) as written:
                self.sizes[self.base_url + file] = written.size
            yield file, data
        return self.base_url + file


def preview(pictures: list[Image], hidden: Image) -> bytes:
    """The picture of a deck among the saved objects: some of its cards, fanned out."""
    from PIL import Image, ImageDraw

    # Drawn larger, then made small: edges that are turned are smooth.
    side = 4 * PREVIEW
    whole = Image.new("RGBA", (side, side))
    fan = [hidden, *reversed(pictures)]
    for number, picture in enumerate(fan):
        scale = side / 2 / max(picture.size)
        size = (round(picture.width * scale), round(picture.height * scale))
        mask = Image.new("L", size)
        box = (0, 0, size[0] - 1, size[1] - 1)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius=CORNER * size[0], fill=255)
        card = Image.new("RGBA", (side, side))
        card.paste(picture.resize(size), ((side - size[0]) // 2, side // 4), mask)
        angle = TURN * (len(fan) - 1 - 2 * number) / 2
        centre = (side / 2, side)
        whole.alpha_composite(card.rotate(angle, Image.Resampling.BICUBIC, center=centre))
    whole = whole.crop(whole.getbbox())
    whole.thumbnail((PREVIEW, PREVIEW), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (PREVIEW, PREVIEW))
    square.paste(whole, ((PREVIEW - whole.width) // 2, (PREVIEW - whole.height) // 2))
    buffer = BytesIO()
    square.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
