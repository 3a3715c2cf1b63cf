"""The parts of a face by recipe with places of their own: where their words are, and their type.

The measures are those of `recipe-placed.html.j2` of the plain theme with its styles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.places import Region, Styled
from printgen.content.models.products import FacesProduct
from printgen.content.models.theme import Lettering, Style
from printgen.paper import POINTS_PER_MM, Size
from printgen.products.card_heads import bodies_are_centred
from printgen.products.card_parts import views_by_card
from printgen.products.card_room import CardKey, growth
from printgen.products.card_words import plain_words
from printgen.products.target import Target
from printgen.rules.placing import IS_GROUND, inner_size, is_over_picture, opacity_of, shape_of
from printgen.typography.measure import fitting_type, smallest_placed, title_leading
from printgen.typography.print_limits import contrast, type_on
from printgen.views.entries import LabelledView, RecipeView
from printgen.views.style import family_css, lettering_in, recipe_look


class _Usual(NamedTuple):
    """How a part is set unless the recipe says otherwise: the sort of its words, its largest type
    (pt), the distance of its lines as a share of it, and its alignment; none for that of the style.
    """

    sort: str
    size: float
    leading: float
    align: str = "center"


_USUAL: Mapping[str, _Usual] = {
    "title": _Usual("title", 0.0, 1.05, ""),
    "subtitle": _Usual("foot", 8.5, 1.1, ""),
    "corner": _Usual("figures", 30.0, 1.0),
    "symbol": _Usual("figures", 200.0, 1.0),
    "body": _Usual("text", 0.0, 1.2, ""),
    "stats": _Usual("figures", 14.0, 1.15),
    "icons": _Usual("figures", 13.0, 1.2),
    "words": _Usual("figures", 12.0, 1.1),
    "foot": _Usual("foot", 9.6, 1.25, ""),
}


# A size that is smaller than this share of the largest one of the deck is so on its own card alone.
_LEAST = 0.82

# The type of labels of stats as a share of that of values, and the smallest one (pt); the height
# that a stat takes beside its words, and what a cell has beside them (mm); the width of a column
# of stats from which on labels are beside values (mm).
_LABEL, _SMALLEST_LABEL, _STAT_SPACE, _CELL_SPACE, _ROWS_FROM = 0.57, 5.6, 1.4, 1.2, 24.0

# The shares of the width that labels and values beside them take; bars take the rest. The distance
# of lines with bars (mm), and the type of their labels as a share of that of values.
_BESIDE, _BESIDE_BARS, _BAR_SPACE, _BAR_LABEL = (0.6, 0.4), (0.42, 0.16), 0.4, 0.8

_PT = 1 / POINTS_PER_MM

# The least contrast of words with what is behind them.
_LEAST_CONTRAST = 3.0


class SetPart(NamedTuple):
    """A part with a place of its own: its name (`words-0` is the first of the further words); its
    box before it is turned, in mm from the upper left cut, and how far it is turned; the room that
    its words leave on each side (mm); its type, and the smallest that it may get (pt).

    What is behind the words is hidden by `opacity`, and in low ink wholly if the words are `over` a
    picture; a `fill` is a colour; what `hugs` words is only as high as they are. `lines` is how its
    stats are set: `row`, `column`, `list` with labels beside the values, or `bars` with a bar
    between them.
    """

    name: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    turn: int
    beside: float
    above: float
    opacity: float
    over: bool
    fill: str
    shape: str
    align: str
    valign: str
    hugs: bool
    size: float
    least: float
    label: float
    leading: float
    one_line: bool
    lettering: str
    colour: str
    lines: str


def placed_parts(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[CardKey, list[SetPart]]:
    """The parts with places of their own of the cards with a recipe, in reading order, in the
    language of a target. `area` is the part of a card for text (mm).
    """

    def compute() -> dict[CardKey, list[SetPart]]:
        content = library.games[target.game]
        number = (product.languages or content.game.languages).index(target.lang)
        cards = views_by_card(library, target.game, product, recipe)
        views = {key: sides[number] for key, sides in cards.items()}
        style = recipe_look(library, content, product, recipe).style
        parts: dict[CardKey, list[SetPart]] = {key: [] for key in views}
        for path, part in recipe.styled():
            if not part.region:
                continue
            name = "-".join(map(str, path))
            setter = _Setter(library, recipe, style, name, part, part.region, growth(area))
            setter.centred = bodies_are_centred(library, target, product, recipe)
            for key, each in setter.parts(views).items():
                parts[key].append(each)
        return parts

    if not any(part.at for _, part in recipe.styled()):
        return {}
    key = "placed-parts", target.game, target.product, target.lang, repr(recipe), area
    return library.remember(key, compute)


class _Setter:
    """Sets the words of one part of all cards of a deck."""

    def __init__(
        self,
        library: Library,
        recipe: Recipe,
        style: Style,
        name: str,
        part: Styled,
        region: Region,
        grown: float,
    ):
        self.name, self.kind = name, name.partition("-")[0]
        self.recipe, self.style, self.part, self.region = recipe, style, part, region
        self.usual = _USUAL[self.kind]
        own: Lettering = getattr(style, self.usual.sort)
        in_style = self.kind in ("title", "body", "foot", "stats")
        self.lettering = own if in_style else lettering_in(library, part.font, own)
        self.family = part.font and not in_style
        self.opacity = opacity_of(recipe, style, self.kind, part)
        usual = self.usual.size * self.lettering.scale or grown * style.title_size
        self.largest = part.size or usual
        # Whether the bodies of the deck are in the middle.
        self.centred = False

    def parts(self, views: Mapping[CardKey, RecipeView]) -> dict[CardKey, SetPart]:
        """The part on each card that has something there."""
        words = {key: self._blocks(view) for key, view in views.items()}
        words = {key: blocks for key, blocks in words.items() if blocks}
        sizes = {key: self._size(blocks, views[key]) for key, blocks in words.items()}
        most = max(sizes.values(), default=0.0)
        even = min((size for size in sizes.values() if size >= _LEAST * most), default=most)
        return {
            key: self._part(views[key], words[key], min(size, even)) for key, size in sizes.items()
        }

    def _shape(self, view: RecipeView) -> str:
        return shape_of(self.kind, self.part, view["part_shapes"].get(self.name, ""))

    def _room(self, view: RecipeView) -> Size:
        """The room for the words on a card (mm), before they are turned."""
        return inner_size(self.region, self.part, self._shape(view), self.opacity)

    def _blocks(self, view: RecipeView) -> Sequence[str]:
        if self.kind == "body":
            return view["body"]
        if self.kind == "stats":
            return [each["text"] for each in view["stats"]]
        return view["placed"].get(self.name, [])

    def _size(self, blocks: Sequence[str], view: RecipeView) -> float:
        """The largest type (pt) in which words fit; for the body, that of the deck is elsewhere."""
        if self.kind == "body":
            return self.largest
        if self.kind == "stats":
            return self._stat_size(view["stats"], self._room(view))
        words = [plain_words(block) for block in blocks]
        if self.kind in ("corner", "icons"):
            # They are beside each other.
            words = ["\u00a0".join(words)]
        room = self._room(view)
        return fitting_type(
            words,
            self.largest,
            room.width,
            room.height,
            self.lettering,
            self._leading(blocks),
            one_line=self.part.fit == "line",
        ).size

    def _stat_lines(self, room: Size) -> str:
        if self.recipe.full_bar:
            return "bars"
        if room.width >= room.height:
            return "row"
        return "list" if room.width >= _ROWS_FROM else "column"

    def _label_size(self, size: float) -> float:
        """The type (pt) of labels beside values of a size: that of bars is nearly theirs."""
        return max(_SMALLEST_LABEL, (_BAR_LABEL if self.recipe.full_bar else _LABEL) * size)

    def _stat_size(self, stats: Sequence[LabelledView], room: Size) -> float:
        """The type (pt) of the values of stats: each has a cell of the same size."""
        count, lines = len(stats), self._stat_lines(room)
        across = room.width / (count if lines == "row" else 1) - _CELL_SPACE
        space = _BAR_SPACE if lines == "bars" else _STAT_SPACE
        high = room.height / (1 if lines == "row" else count) - space
        labels, values, size = self.style.label, self.lettering, self.largest

        def fits(size: float) -> bool:
            label = self._label_size(size)
            beside = lines in ("list", "bars")
            taken = max(1.15 * size, 1.1 * label) if beside else 1.15 * size + 1.1 * label
            if taken * _PT > high:
                return False
            shares = (_BESIDE_BARS if lines == "bars" else _BESIDE) if beside else (1.0, 1.0)
            return all(
                fitting_type(
                    [plain_words(words)], most, share * across, high, font, 1.1, one_line=one_line
                ).size
                >= most - 0.05
                for each in stats
                for words, most, share, font, one_line in (
                    (each["label"], label, shares[0], labels, False),
                    (each["text"], size, shares[1], values, True),
                )
            )

        while size > _SMALLEST_LABEL and not fits(size):
            size = max(_SMALLEST_LABEL, round(size * 0.95, 1))
        return size

    def _leading(self, blocks: Sequence[str]) -> float:
        """The distance of lines as a share of the type size."""
        if self.kind != "title":
            return self.usual.leading
        return max(self.usual.leading, title_leading(blocks[0], self.lettering.model_dump()))

    def _part(self, view: RecipeView, blocks: Sequence[str], size: float) -> SetPart:
        part, region = self.part, self.region
        shape, room = self._shape(view), self._room(view)
        across, high = region.width, region.height
        if part.turn in (90, 270):
            across, high = high, across
        x, y = region.x + (region.width - across) / 2, region.y + (region.height - high) / 2
        align = part.align or self.usual.align
        if self.kind == "body":
            align = view["align"] or ("center" if self.centred else "left")
        if shape in ("pill", "circle"):
            align = part.align or "center"
        align = align or (self.style.head.align if self.kind != "foot" else "left")
        return SetPart(
            name=self.name,
            kind=self.kind,
            x=x,
            y=y,
            width=across,
            height=high,
            turn=part.turn,
            beside=(across - room.width) / 2,
            above=(high - room.height) / 2,
            opacity=self.opacity,
            over=is_over_picture(self.recipe, part),
            fill=self._colours(view)[1] or ("band" if self.kind == "corner" else ""),
            shape=shape,
            align=align,
            valign=part.valign or self._usual_valign(),
            hugs=part.hug,
            size=size,
            least=smallest_placed(self.lettering),
            label=self._label_size(size),
            leading=self._leading(blocks),
            one_line=part.fit == "line",
            lettering=self._css(),
            colour=self._colour(view),
            lines=self._stat_lines(room) if self.kind == "stats" else "",
        )

    def _usual_valign(self) -> str:
        if self.part.hug and is_over_picture(self.recipe, self.part):
            return "bottom"
        return "top" if self.kind == "body" else "middle"

    def _css(self) -> str:
        """The font of the words in CSS; empty for that of their sort."""
        if not self.family:
            return ""
        return family_css(self.lettering)

    def _colours(self, view: RecipeView) -> tuple[str, str]:
        """The colours of the words and behind them that the recipe gives; empty without one."""
        return view["part_colours"].get(self.name, ("", ""))

    def _colour(self, view: RecipeView) -> str:
        """The colour of the words in full ink; empty for that of the style, which is for panels."""
        colour, fill = self._colours(view)
        if colour:
            return colour
        fill = fill or (view["band"] if self.kind == "corner" else "")
        if self.opacity >= IS_GROUND:
            return type_on(fill) if fill else ""
        paper, ink = view["background"] or self.style.colours.paper, self.style.colours.ink
        return "" if contrast(ink, paper) >= _LEAST_CONTRAST else type_on(paper)
