"""The models of `chart.yaml` in the folder of a theme, and of `style.yaml` in the folder of one of
its styles.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.content.models.base import Colour, Model

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


# --- the styles of a theme ------------------------------------------------------------------------


class Lettering(Model):
    """How one sort of words is set on cards."""

    family: Family = "Source Sans 3"
    """The family of the font, one of those of printgen."""
    weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] = 400
    """The weight: 400 is regular, 700 is bold."""
    own_weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] | None = None
    """The weight of another font that a game has in its place, if its own is not the same: letters
    such as those of Bangers are bold, but have the weight 400.
    """
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
