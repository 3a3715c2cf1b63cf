"""Images of a deck for Tabletop Simulator: sheets of cards in a grid, and the deck's preview."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from itertools import islice
from itertools import product as pairs
from math import cos, radians, sin
from typing import TYPE_CHECKING

from printgen.export.faces import CardFaces
from printgen.export.tabletop.save import (
    CARD_IDS_PER_SHEET,
    MAX_CARDS_PER_SHEET,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SIDE,
    PlacedCard,
    Sheet,
)
from printgen.paper import Size

if TYPE_CHECKING:
    from PIL.Image import Image


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

    File names start with `base`, URLs with `base_url`. Corners are round unless `square`.
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
            backs[sha256(picture.tobytes()).digest()] = picture
            self.placed.append((card, (len(self.made) + 1) * CARD_IDS_PER_SHEET + slot))
        if slot < 0:
            return None
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
