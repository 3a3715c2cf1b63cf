"""The look of hex maps: the `map.yaml` of a theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.content.images import picture_size
from printgen.content.limits import MAX_PIXELS
from printgen.content.models.base import Colour, Model
from printgen.content.models.hexes import Ground
from printgen.content.models.theme import MapTypeface
from printgen.content.theme import read_settings, theme_file
from printgen.problems import Position, Problem
from printgen.project import Folders, find_template_file

# The default terrain colours.
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


class MapTheme(Model):
    """The map settings of a theme. Colours are for full ink; low ink is black on white."""

    title: MapTypeface = MapTypeface(size=7, weight=700)
    """The typeface of the title."""
    names: MapTypeface = MapTypeface(size=4.5, italic=True)
    """The typeface of the names on the map."""
    words: MapTypeface = MapTypeface(size=3.2)
    """The typeface of the legend."""
    figures: MapTypeface = MapTypeface(size=2.4)
    """The typeface of the numbers of hexes."""
    ink: Colour = "#111111"
    """The colour of lines and type."""
    paper: Colour = "#ffffff"
    """The colour of the paper."""
    texture: Annotated[str, StringConstraints(pattern=r"^img/[A-Za-z0-9_-]+\.jpe?g$")] | None = None
    """A picture of paper in the folder of the theme, printed behind the map. On a map too large for
    its pixels (200 per inch), it is repeated as in a mirror.
    """
    accent: Colour = "#8a1a12"
    """The colour of what stands out, such as the first shade. A game with `accent` has that."""
    grid: Colour = "#8c8c8c"
    """The colour of the hex grid."""
    water: Colour = "#3f6070"
    """The colour of the banks of water."""
    grass: Colour = "#6d7350"
    """The colour of the tufts of fields and marshes."""
    leaf: Colour = "#e2e8c8"
    """The colour of trees."""
    stone: Colour = "#e6e2da"
    """The colour of rocks and walls."""
    house: Colour = "#ffffff"
    """The colour of the walls of houses."""
    roof: Colour = "#cf9a84"
    """The colour of roofs."""
    road: Colour = "#ffffff"
    """The colour of roads."""
    ground: dict[Ground, Colour] = {}
    """The colours of the ground, by the pattern of the terrain."""
    sides: Annotated[list[Colour], Field(min_length=2, max_length=6)] = ["#8a1a12", "#ffffff"]
    """The colours of the counters of the sides, in order. Symbols on dark colours are light. A side
    in the theme's `accent` has the accent colour of the game.
    """
    frame: Literal["line", "double", "heavy"] = "line"
    """The frame of the map: a line, a double line or a heavy line."""
    sparse: bool = False
    """Whether maps on sheets and in books have the numbers of the first row and the first column of
    hexes alone, and in their legends units in rows of their own.
    """
    counters: Literal["small", "plain", "rule", "heavy", "stitched"] = "small"
    """The counters: `small` figures in a corner, or large ones below the sign, and below these
    nothing, a fine rule, a band or stitches.
    """
    pen: Annotated[float, Field(ge=0.05, le=0.5, strict=False)] = 0.15
    """The width of fine lines (mm)."""
    grid_line: Annotated[float, Field(ge=0.05, le=1, strict=False)] = 0.14
    """The width of the lines of the hex grid (mm)."""
    chapter_hexes: Annotated[float, Field(ge=4, le=40, strict=False)] = 16.0
    """The largest hex of a map in a chapter, from flat to flat (mm). Maps are as wide as their
    column unless their hexes would be larger.
    """

    @property
    def labels(self) -> MapTypeface:
        """The typeface of the marks and the stats of units: that of numbers, bold."""
        return self.figures.model_copy(update={"weight": 700})

    def in_accent(self, accent: str | None) -> MapTheme:
        """The settings in the accent colour of a game, which counters in the theme's accent take
        too.
        """
        if not accent:
            return self
        sides = [accent if each.lower() == self.accent.lower() else each for each in self.sides]
        return self.model_copy(update={"accent": accent, "sides": sides})


def map_theme_file(folders: Folders, *themes: str) -> Path | None:
    """The map settings file of a theme: the first in some of its folders."""
    return theme_file(folders, themes, "map.yaml")


def read_map_theme(folders: Folders, path: Path | None) -> tuple[MapTheme, list[Problem]]:
    """The map settings in a file, and its problems, including those of the paper texture."""
    look, problems = read_settings(folders, path, MapTheme())
    if path is not None and look.texture:
        picture, wrong = texture_file(folders, path, look), ""
        size = picture_size(picture) if picture else None
        if picture is None:
            wrong = f"no image '{look.texture}'"
        elif size is None:
            wrong = f"'{look.texture}' is not a readable image"
        elif size[0] * size[1] > MAX_PIXELS:
            wrong = f"'{look.texture}' has {size[0]} x {size[1]} pixels; at most 25 megapixels"
        if wrong:
            where = Position(folders.relative(path))
            problems = [*problems, Problem(where, "theme-invalid", wrong)]
    return look, problems


def theme_problems(folders: Folders, themes: Sequence[str]) -> list[Problem]:
    """The problems of the `map.yaml` of a theme."""
    return read_map_theme(folders, map_theme_file(folders, *themes))[1]


def texture_file(folders: Folders, path: Path, look: MapTheme) -> Path | None:
    """The file of a map's paper texture; None without one."""
    return (
        find_template_file(folders, f"{path.parent.name}/{look.texture}") if look.texture else None
    )
