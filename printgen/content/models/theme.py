"""The models of `chart.yaml`, `map.yaml` and `itch.yaml` in the folder of a theme, and of
`style.yaml` in the folder of one of its styles.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.content.models.base import Colour, Id, Model
from printgen.content.models.hex_rules import Ground
from printgen.content.models.text import Text

Millimetres = Annotated[float, Field(ge=0, le=5, strict=False)]


Size = Annotated[float, Field(ge=1.8, le=6, strict=False)]


# Used as a name in CSS and as the name of a font folder.
Family = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$", max_length=40)
]


class Typeface(Model):
    """A typeface of charts."""

    family: Family = "Source Sans 3"
    """The family of the font, one of those of printgen."""
    size: Size = 2.6
    """The size of the type (mm)."""
    weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] = 400
    """The weight: 400 is regular, 700 is bold."""
    italic: bool = False
    """Whether it is italic."""
    upper: bool = False
    """Whether it is set in capitals."""


class ChartTheme(Model):
    """The chart settings of a theme. Colours are for full ink; low ink is black on white."""

    figures: Typeface = Typeface()
    """The typeface of numbers."""
    words: Typeface = Typeface()
    """The typeface of the names of columns."""
    names: Typeface = Typeface(italic=True)
    """The typeface of the names of axes."""
    labels: Typeface = Typeface(weight=600)
    """The typeface of the names of series."""
    ink: Colour = "#111111"
    """The colour of lines and type."""
    paper: Colour = "#ffffff"
    """The colour behind the chart."""
    accent: Colour | None = None
    """The colour of what is emphasised. Left out: that of the ink."""
    fills: Annotated[list[Colour], Field(max_length=6)] = []
    """The colours under the hatching of bars, by series."""
    hatch: Literal["ruled", "pen", "burin", "dots"] = "ruled"
    """How bars are hatched."""
    line: Millimetres = 0.45
    """The width of the lines of a series (mm)."""
    outline: Millimetres = 0.22
    """The width of the outlines of bars (mm)."""
    wobble: Millimetres = 0.0
    """How far lines that look drawn by hand deviate (mm); 0 is for straight lines."""
    cap: Millimetres = 0.0
    """How far the end of a bar sticks out on each side (mm)."""
    shadow: Millimetres = 0.0
    """How far the shadow of a bar is moved (mm); 0 is for none."""
    double: bool = False
    """Whether axes are double lines."""


class MapTypeface(Typeface):
    """A typeface of maps, which are read from farther away."""

    size: Annotated[float, Field(ge=1.8, le=20, strict=False)] = 3.0
    """The size of the type (mm)."""


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
    """The counters: `small` figures in a corner, or large ones below the sign, within no edge, a
    fine rule, a heavy line or stitches.
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


class ShopPicture(Model):
    """A picture of your own among those of the shop page."""

    file: Annotated[str, StringConstraints(pattern=r"^[\w./{}-]+\.(png|jpg)$", max_length=200)]
    """A PNG or JPEG file in the folder of the theme; `{lang}` stands for the language. Such as
    `shop/play.{lang}.png`.
    """
    alt: Text
    """What the picture shows, for those who cannot see it."""


class ShopTheme(Model):
    """The pictures of shop pages."""

    table: Literal["cloth", "planks", "stone", "rays"] = "cloth"
    """What lies under the products in shop pictures."""
    colour: Colour | None = None
    """The colour of the ground. Left out: a darker accent colour of the game."""
    second: Colour | None = None
    """The colour of every other ray, with `table: rays`."""
    leave_out: Annotated[list[Id], Field(max_length=50)] = []
    """Products that the pictures do not show, such as sheets to be filled in."""
    pictures: Annotated[list[ShopPicture], Field(max_length=4)] = []
    """Pictures of your own, after the first one: the game on a screen, people who play."""


# --- the styles of a theme ------------------------------------------------------------------------


class Lettering(Model):
    """How one sort of words is set on cards."""

    family: Family = "Source Sans 3"
    """The family of the font, one of those of printgen."""
    weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] = 400
    """The weight: 400 is regular, 700 is bold."""
    italic: bool = False
    """Whether it is italic."""
    caps: Literal["none", "small", "all"] = "none"
    """`small` for small capitals, `all` for capitals."""
    tracking: Annotated[float, Field(ge=-0.05, le=0.3, strict=False)] = 0.0
    """The space between letters (em)."""
    scale: Annotated[float, Field(ge=0.6, le=1.6, strict=False)] = 1.0
    """The type size as a share of that of Source Sans 3 in its place: families differ in how large
    they look.
    """
    leading: Annotated[float, Field(ge=0.9, le=1.8, strict=False)] = 1.26
    """The distance of lines, as a share of the type size."""


class StyleHead(Model):
    """The part of a card with its title."""

    place: Literal["top", "below"] = "top"
    """Where it is: at the top of the card, or below the picture."""
    align: Literal["left", "center"] = "left"
    """The alignment of the title."""
    height: Annotated[float, Field(ge=6, le=20, strict=False)] = 10.5
    """Its height (mm)."""
    small_height: Annotated[float, Field(ge=5, le=20, strict=False)] = 8.5
    """Its height on cards under 55 mm in width (mm)."""
    above: Annotated[float, Field(ge=0, le=6, strict=False)] = 0.0
    """The space between the title and the upper edge of the words of the card (mm)."""
    padding: Annotated[float, Field(ge=0, le=6, strict=False)] = 0.0
    """The space on each side of the title (mm)."""
    filled: bool = False
    """Whether the style gives it a ground besides the band."""
    border: Annotated[float, Field(ge=0, le=2, strict=False)] = 0.0
    """What the lines around the title take of its height and of its width (mm)."""
    corner: Annotated[float, Field(ge=3, le=12, strict=False)] = 7.0
    """The width of a value in the corner without a label (mm)."""


class StyleColours(Model):
    """The colours of a style in full ink. Low ink is dark type on white."""

    accent: Colour | None = None
    """The accent colour of games that give none."""
    ink: Colour = "#1b1b1b"
    """The colour of text."""
    soft: Colour = "#5c5f61"
    """The colour of labels and notes."""
    line: Colour = "#c3c1bb"
    """The colour of hairlines."""
    paper: Colour = "#ffffff"
    """The colour behind the text of cards."""
    panel: Colour = "#f3f2ee"
    """The colour of panels, such as that behind a picture that does not fill its place."""
    light: Colour | None = None
    """The colour of the field of playing cards, in a style whose cards are dark or colourful: suits
    of any colour are legible on it. Left out: there is none.
    """
    on_head: Colour | None = None
    """The colour of titles. Left out: white or dark, whichever is legible on the band."""


# The names of the patterns of backs and covers.
Pattern = Literal["calm", "classic", "painted", "dark", "comic", "pulp", "blueprint", "folk"]


class PageColours(Model):
    """The colours of sheets and books in full ink: they are printed on white paper."""

    ink: Colour = "#1b1b1b"
    """The colour of text."""
    soft: Colour = "#5c5f61"
    """The colour of labels and notes."""
    line: Colour = "#c3c1bb"
    """The colour of hairlines."""
    panel: Colour = "#f3f2ee"
    """The colour of boxes."""


class Style(Model):
    """`style.yaml` in the folder of a style: the type, the colours and the measures of cards."""

    title: Lettering = Lettering(weight=600)
    """Titles."""
    title_size: Annotated[float, Field(ge=8, le=24, strict=False)] = 13.0
    """The largest type of titles on a card of poker size (pt)."""
    text: Lettering = Lettering()
    """The body of cards, and text on sheets."""
    foot: Lettering = Lettering(italic=True, scale=0.86)
    """The foot of cards."""
    label: Lettering = Lettering(weight=600)
    """Labels of values, and small print."""
    figures: Lettering = Lettering(weight=600)
    """Values."""
    head: StyleHead = StyleHead()
    """The part of a card with its title."""
    inset: Annotated[float, Field(ge=0, le=8, strict=False)] = 0.0
    """The space for a frame between the safe distance from the cut and the words (mm)."""
    panel: Annotated[float, Field(ge=0, le=6, strict=False)] = 0.0
    """The distance of words from the edges of the panel that they are on (mm); 0 for no panel."""
    picture_inset: Annotated[float, Field(ge=0, le=12, strict=False)] | None = None
    """The distance of pictures from the cut at the sides (mm). Left out: they go beyond the cut."""
    colours: StyleColours = StyleColours()
    """The colours of cards in full ink."""
    pages: PageColours = PageColours()
    """The colours of sheets and books in full ink."""
    pattern: Pattern = "calm"
    """The pattern of backs and covers, drawn in the accent colour."""
    drop_cap: Annotated[int, Field(ge=0, le=3)] = 0
    """The lines that the first letter of a body is high, in the font of titles, unless a recipe
    says otherwise; 0 for a letter like the others.
    """
