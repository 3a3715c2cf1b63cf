"""How the charts and the maps of a theme look, and what its wares are shown on: its `chart.yaml`,
`map.yaml` and `itch.yaml`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, StringConstraints

from printgen.content.images import picture_size
from printgen.content.models import MAX_PIXELS, Colour, Model
from printgen.content.models.hex_rules import Ground
from printgen.content.source import read_file
from printgen.content.validation import read_model
from printgen.problems import Position, Problem, did_you_mean
from printgen.project import FONTS, Folders, find_template_file

Millimetres = Annotated[float, Field(ge=0, le=5, strict=False)]

Size = Annotated[float, Field(ge=1.8, le=6, strict=False)]


# Words: it becomes a name in CSS, and the name of a folder of fonts.
Family = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$", max_length=40)
]


class Typeface(Model):
    """A typeface of charts, its size in mm; `upper` sets capitals."""

    family: Family = "Source Sans 3"
    size: Size = 2.6
    weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] = 400
    italic: bool = False
    upper: bool = False


class ChartTheme(Model):
    """What themes may change of a chart. Colours are those of full ink; low ink is black on white.

    `figures` are numbers, `words` the names of columns, `names` those of axes, `labels` those of
    series. `hatch` is how bars are shaded, by a ruler, a pen, a burin or a screen of dots; `fills`
    lie beneath the hatching, in the order of the series. `wobble` (mm) is how unsteady the hand is,
    `cap` (mm) how far the end of a bar stands out on both sides, `shadow` (mm) how far a shadow
    has slipped.
    """

    figures: Typeface = Typeface()
    words: Typeface = Typeface()
    names: Typeface = Typeface(italic=True)
    labels: Typeface = Typeface(weight=600)
    ink: Colour = "#111111"
    paper: Colour = "#ffffff"
    accent: Colour | None = None
    fills: Annotated[list[Colour], Field(max_length=6)] = []
    hatch: Literal["ruled", "pen", "burin", "dots"] = "ruled"
    line: Millimetres = 0.45
    outline: Millimetres = 0.22
    wobble: Millimetres = 0.0
    cap: Millimetres = 0.0
    shadow: Millimetres = 0.0
    double: bool = False


class MapTypeface(Typeface):
    """A typeface of maps, which are seen from farther away."""

    size: Annotated[float, Field(ge=1.8, le=20, strict=False)] = 3.0


class MapTheme(Model):
    """What themes may change of a map. Colours are those of full ink; low ink is black on white.

    `ground` are the tones of areas, by kind of ground; `texture` is a picture of paper in the
    theme's folder. `sides` are those of the units of each side, in order: on dark ones signs are
    light. `pen` (mm) is a fine line, `grid_line` that of the hexes.
    """

    title: MapTypeface = MapTypeface(size=7, weight=700)
    names: MapTypeface = MapTypeface(size=4.5, italic=True)
    words: MapTypeface = MapTypeface(size=3.2)
    figures: MapTypeface = MapTypeface(size=2.4)
    ink: Colour = "#111111"
    paper: Colour = "#ffffff"
    texture: Annotated[str, StringConstraints(pattern=r"^img/[A-Za-z0-9_-]+\.jpe?g$")] | None = None
    accent: Colour = "#8a1a12"
    grid: Colour = "#8c8c8c"
    water: Colour = "#3f6070"
    grass: Colour = "#6d7350"
    leaf: Colour = "#e2e8c8"
    stone: Colour = "#e6e2da"
    house: Colour = "#ffffff"
    roof: Colour = "#cf9a84"
    road: Colour = "#ffffff"
    ground: dict[Ground, Colour] = {}
    sides: Annotated[list[Colour], Field(min_length=2, max_length=6)] = ["#8a1a12", "#ffffff"]
    pen: Annotated[float, Field(ge=0.05, le=0.5, strict=False)] = 0.15
    grid_line: Annotated[float, Field(ge=0.05, le=1, strict=False)] = 0.14


class ShopTheme(Model):
    """What things lie on in the pictures of a shop. Without a colour it has that of the game's
    accent, darker; `second` is that of every other ray.
    """

    table: Literal["cloth", "planks", "stone", "rays"] = "cloth"
    colour: Colour | None = None
    second: Colour | None = None


# The tones of ground where a theme says nothing.
GROUND_COLOURS: dict[Ground, Colour] = {
    "plain": "#ffffff",
    "field": "#f3e9c4",
    "wood": "#d5dfb9",
    "pines": "#c8d8bd",
    "rocks": "#e0d9cc",
    "hill": "#ece0c6",
    "marsh": "#dbe3d5",
    "water": "#c6dae0",
    "sand": "#f5ebcb",
    "village": "#f0e2d0",
    "vineyard": "#e1e0b8",
}


AnyTheme = TypeVar("AnyTheme", bound=Model)


def chart_theme_file(folders: Folders, theme: str) -> Path | None:
    """The file that holds the look of a theme's charts."""
    return find_template_file(folders, f"{theme}/chart.yaml")


def map_theme_file(folders: Folders, theme: str) -> Path | None:
    """The file that holds the look of a theme's maps."""
    return find_template_file(folders, f"{theme}/map.yaml")


def shop_theme_file(folders: Folders, theme: str) -> Path | None:
    """The file that says what the wares of a theme lie on."""
    return find_template_file(folders, f"{theme}/itch.yaml")


def read_chart_theme(folders: Folders, path: Path | None) -> tuple[ChartTheme, list[Problem]]:
    """The look in a file, and what is wrong with it; the plain look where there is none."""
    return _read(folders, path, ChartTheme())


def read_map_theme(folders: Folders, path: Path | None) -> tuple[MapTheme, list[Problem]]:
    """The same of maps; their paper is a picture that is there and not too large."""
    look, problems = _read(folders, path, MapTheme())
    if path is not None and look.texture:
        picture, wrong = texture_file(folders, path, look), ""
        size = picture_size(picture) if picture else None
        if picture is None:
            wrong = f"no picture '{look.texture}'"
        elif size is None:
            wrong = f"'{look.texture}' is not a picture that can be read"
        elif size[0] * size[1] > MAX_PIXELS:
            wrong = f"'{look.texture}' has {size[0]} x {size[1]} pixels; 25 megapixels at most"
        if wrong:
            where = Position(folders.relative(path))
            problems = [*problems, Problem(where, "look-invalid", wrong)]
    return look, problems


def read_shop_theme(folders: Folders, path: Path | None) -> tuple[ShopTheme, list[Problem]]:
    """The same of the pictures of a shop."""
    return _read(folders, path, ShopTheme())


def texture_file(folders: Folders, path: Path, look: MapTheme) -> Path | None:
    """The picture of a map's paper; None where there is none."""
    return (
        find_template_file(folders, f"{path.parent.name}/{look.texture}") if look.texture else None
    )


def _read(folders: Folders, path: Path | None, plain: AnyTheme) -> tuple[AnyTheme, list[Problem]]:
    if path is None:
        return plain, []
    name = folders.relative(path)
    source, problems = read_file(name, path)
    if source is None:
        return plain, problems
    look, more = read_model(type(plain), source)
    problems = [*problems, *(replace(p, code="look-invalid") for p in more)]
    known = sorted(folder.name for folder in FONTS.iterdir() if folder.is_dir())
    for key in type(plain).model_fields if look else ():
        face = getattr(look, key)
        if isinstance(face, Typeface) and font_folder(face.family).name not in known:
            hint = did_you_mean(font_folder(face.family).name, known)
            message = f"printgen has no font '{face.family}' to draw charts and maps with"
            where = source.at((key, "family"))
            problems.append(Problem(where, "look-invalid", message, hint))
    return look or plain, problems


def font_folder(family: str) -> Path:
    """Where the fonts of a family of ours lie."""
    return FONTS / family.lower().replace(" ", "-")
