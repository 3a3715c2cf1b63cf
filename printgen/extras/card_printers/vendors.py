"""Card printers: their file formats, card sizes and upload steps, and the files that
describe them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Model, Short
from printgen.content.models.text import Text
from printgen.content.names import invalid_name, valid_name
from printgen.content.source import read_file
from printgen.content.validation import read_model
from printgen.paper import MM_BY_UNIT, Size, card_size
from printgen.problems import Position, Problem
from printgen.products.card_faces import Cut
from printgen.project import Folders, OutsideProject

# The resolution that figures in pixels are given at.
VENDOR_DPI = 300

_LENGTH = re.compile(r"([0-9]+(?:\.[0-9]+)?) *(px|mm|in)")

_HINT = "a length is like 36 px (at 300 dpi), 3 mm or 0.125 in"


def _pixels(value: object) -> object:
    """A length as pixels at VENDOR_DPI."""
    match = _LENGTH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        raise PydanticCustomError("length", "not a length", {"hint": _HINT})
    return float(match[1]) * (1.0 if match[2] == "px" else MM_BY_UNIT[match[2]] / _MM)


_MM = MM_BY_UNIT["in"] / VENDOR_DPI


Pixels = Annotated[
    float,
    BeforeValidator(_pixels),
    Field(ge=0, le=150),
    WithJsonSchema({"type": "string", "pattern": f"^{_LENGTH.pattern}$"}),
]

Side = Annotated[int, Field(ge=100, le=4000)]


class VendorSize(Model):
    """A card size: the `pixels` of a file at VENDOR_DPI, bleed included, or the `trim` of a card.

    `order` is the first step of an order where it is not that of the vendor. The figures of an
    `unverified` size were not compared with the vendor's own.
    """

    pixels: list[Side] | None = Field(default=None, min_length=2, max_length=2)
    trim: str | None = None
    order: Text | None = None
    unverified: bool = False

    @model_validator(mode="after")
    def _one_or_the_other(self) -> VendorSize:
        if (self.pixels is None) == (self.trim is None):
            raise PydanticCustomError("vendor-size", "give `pixels`, or `trim`")
        if self.trim is not None:
            try:
                card_size(self.trim)
            except ValueError as error:
                message = {"message": str(error), "hint": "a size is like 63 x 88 mm"}
                raise PydanticCustomError("vendor-size", "{message}", message) from error
        return self


class Vendor(Model):
    """A card printer. `bleed` and `safe` are on each side of the trim line.

    `sizes` are by the vendor's own names; a deck gets the first one that is as large as its cards.
    `order` and `steps` tell how to order; they may use the placeholders of a vendor README. A
    vendor with `only_300` rejects other resolutions; `itch` says whether the itch bundle has its
    files.
    """

    name: Short
    files: Literal["png", "pdf"]
    bleed: Pixels
    safe: Pixels
    sizes: dict[Short, VendorSize] = Field(min_length=1)
    order: Text
    steps: list[Text] = []
    only_300: bool = False
    itch: bool = False

    @model_validator(mode="after")
    def _cards_are_larger_than_their_margins(self) -> Vendor:
        for name in self.sizes:
            if min(self._file(name)) <= 2 * (self.bleed + self.safe):
                message = "no room on '{name}' within `bleed` and `safe`"
                raise PydanticCustomError("vendor-size", message, {"name": name})
        return self

    def pixels(self, size: str, dpi: int) -> tuple[int, int]:
        """The width and height of a file at a resolution."""
        width, height = self._file(size)
        return width * dpi // VENDOR_DPI, height * dpi // VENDOR_DPI

    def cut(self, size: str) -> Cut:
        """The trim size, bleed and safe margin in mm."""
        width, height = self._file(size)
        trim = Size(_mm(width - 2 * self.bleed), _mm(height - 2 * self.bleed))
        return Cut(trim, _mm(self.bleed), _mm(self.safe))

    def how_to_order(self, size: str) -> list[Text]:
        """The steps to order cards of a size."""
        return [self.sizes[size].order or self.order, *self.steps]

    def _file(self, size: str) -> tuple[int, int]:
        """The width and height of a file in pixels at VENDOR_DPI."""
        if pixels := self.sizes[size].pixels:
            return pixels[0], pixels[1]
        trim = card_size(self.sizes[size].trim or "")
        whole = (side / _MM + 2 * self.bleed for side in (trim.width, trim.height))
        width, height = map(round, whole)
        return width, height


def _mm(pixels: float) -> float:
    return round(pixels * MM_BY_UNIT["in"] / VENDOR_DPI, 4)


# --------------------------------------------------------------------------------------------------
# The known card printers: a YAML file each, here and in the folder `vendors/` of a project.


_HERE = Path(__file__).resolve().parent

# Parts of a name that itch.io takes for a platform: no channel may have them.
PLATFORMS = ("win", "linux", "mac", "osx", "android", "darwin")

# The vendors that come first on shop pages, in this order; the others follow by name.
_FIRST = ("makeplayingcards", "the-game-crafter", "drivethrucards")

# The most files in `vendors/`.
_MOST = 100


def known_vendors(folders: Folders | None) -> tuple[dict[str, Vendor], list[Problem]]:
    """The card printers of printgen and of a project, by their ids, and the problems of its files.

    A project's file replaces that of printgen with the same name.
    """
    found, problems = dict(built_in_vendors()), list[Problem]()
    folder = folders.root / "vendors" if folders else None
    if folders and folder and folder.is_dir():
        for path in sorted(folder.glob("[!.~]*.yaml"))[:_MOST]:
            name = folders.relative(path)
            where = Position(name)
            try:
                real = folders.inside(folders.root, name)
            except (OutsideProject, FileNotFoundError):
                problems.append(Problem(where, "path-outside", "the file is not in the project"))
                continue
            if not valid_name(path.stem):
                problems.append(invalid_name(where, path.stem))
                continue
            if platform := next((word for word in PLATFORMS if word in path.stem), None):
                message = f"the name has '{platform}' in it, which shops take for a platform"
                problems.append(Problem(where, "name-invalid", message, "rename the file"))
                continue
            vendor, more = _read(name, real)
            problems += more
            if vendor:
                found[path.stem] = vendor
    return found, problems


@cache
def built_in_vendors() -> Mapping[str, Vendor]:
    """The card printers of printgen, by their ids, in the order of the shop page."""
    found = {}
    for path in {*_HERE.glob("*.yaml")} - {_HERE / "labels.yaml"}:
        vendor, problems = _read(path.name, path)
        assert vendor and not problems, problems
        found[path.stem] = vendor
    return {id: found[id] for id in (*_FIRST, *sorted(found.keys() - _FIRST))}


def _read(name: str, path: Path) -> tuple[Vendor | None, list[Problem]]:
    source, problems = read_file(name, path)
    if source is None:
        return None, problems
    vendor, more = read_model(Vendor, source)
    return vendor, [*problems, *more]
