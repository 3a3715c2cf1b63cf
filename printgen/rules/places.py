"""Checks of the parts of faces by recipe that have places of their own, and of their grounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from math import floor

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import (
    BRACED,
    ENTRY_ID,
    OPTIONAL,
    Backgrounds,
    Composed,
    FieldIcons,
    PlacedStats,
    Recipe,
    braced,
    printed_part,
)
from printgen.content.models.places import Region, Styled, ValueColours, ValueShapes
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.theme import Style
from printgen.content.names import folded
from printgen.content.source import Path
from printgen.content.theme import read_style, style_file
from printgen.paper import Size, card_size
from printgen.rules.check import Findings, check
from printgen.rules.images import picture_faults
from printgen.rules.placing import IS_GROUND, flow_of, is_over_picture, opacity_of, shape_of
from printgen.rules.rosters import printed_entries
from printgen.rules.rows import Row, look_of, written_values
from printgen.typography.print_limits import MIN_CONTRAST, contrast

# Differences of this size are none (mm).
_TOLERANCE = 0.05


def _faces(
    product: Entry[FacesProduct] | Entry[CardsProduct],
) -> Iterator[tuple[Path, Recipe, AbstractSet[str]]]:
    """The recipes of a product and those with their looks, each with its path and the parts that
    are written there.
    """
    for side, face in product.value.faces.recipes():
        yield ("faces", side), face, Recipe.model_fields.keys()
        for number, look in enumerate(face.when):
            yield ("faces", side, "when", number), face.with_look(look), look.model_fields_set


def _name(path: Path) -> str:
    """A part as messages name it: `title`, `words 2`."""
    return " ".join(str(each + 1) if isinstance(each, int) else each for each in path)


def _placed(recipe: Recipe) -> list[tuple[Path, Styled, Region]]:
    """The parts with words that have places of their own."""
    return [(path, part, part.region) for path, part in recipe.styled() if part.region]


def _mm(*lengths: float) -> str:
    return " x ".join(f"{round(length, 1):g}" for length in lengths) + " mm"


@check("place-invalid")
def place_invalid(content: GameContent, library: Library) -> Findings:
    """A part of a face by recipe that has a place of its own (`at`) is within its card, and says
    what is printed there. `words` have places. Without a place, words are neither turned nor on a
    panel. No circle is as high as its words (`hug`). Values in corners without a place have no
    `align`, and rows of icons neither a `font` nor a `size`. Stats have no `fit`. The picture alone
    may go beyond the cut. The pictures of a `background` and of a `frame` can be printed. Places,
    type, backgrounds and frames are for cards.
    """
    for product in content.products_of(FacesProduct):
        is_card = isinstance(product.value, CardsProduct)
        card = _card(product.value)
        if card is None:
            continue
        for above, recipe, written in _faces(product):
            is_look = "when" in above
            for path, part in recipe.styled():
                if path[0] not in written:
                    continue
                if is_card:
                    indexed = bool(recipe.index)
                    for message, hint, within in _faults(
                        path, part, card, recipe.scale, is_look=is_look, indexed=indexed
                    ):
                        yield product.finding(message, *above, *path, *within, hint=hint)
                    continue
                for key in ("at", *_TYPE):
                    if getattr(part, key):
                        what = "places are for the parts of cards"
                        message = what if key == "at" else f"`{key}` of a part is for cards"
                        hint = f"remove `{key}`"
                        yield product.finding(message, *above, *path, key, hint=hint, key=True)
            picture = recipe.picture.region if recipe.picture else None
            if picture and "picture" in written and min(picture.common(_whole(card))) <= 0:
                message = (
                    f"the picture is outside the card, which is {_mm(card.width, card.height)}"
                )
                yield product.finding(message, *above, "picture", "at")
            for name in ("background", "frame"):
                if getattr(recipe, name) and name in written and not is_card:
                    message = f"`{name}` is for cards"
                    yield product.finding(message, *above, name, hint="remove it", key=True)
            yield from _picture_faults(product, above, recipe, written, library, content)


def _card(product: FacesProduct) -> Size | None:
    """The size of a card, if it is known; `product-format` names unknown ones."""
    try:
        return product.trim
    except ValueError:
        return None


# The keys that say how a part is set, with or without a place.
_TYPE = ("align", "font", "size", "colour")


def _without_effect(place: str, *, indexed: bool) -> tuple[str, ...]:
    """The keys of the type of a part that do nothing without a place: values in corners are on
    discs, icons in a row. With an index in the corners, there are no discs, and titles have one
    size.
    """
    if place == "corner":
        return _TYPE if indexed else ("align",)
    if place == "icons":
        return "font", "size"
    return ("size",) if indexed and place in ("title", "subtitle") else ()


def _faults(
    path: Path,
    part: Styled,
    card: Size,
    scale: tuple[float, float],
    *,
    is_look: bool,
    indexed: bool,
) -> Iterator[tuple[str, str, Path]]:
    """What is wrong with a part by itself: message, hint and the path of the key."""
    name, region = _name(path), part.region
    if printed_part(part) in (None, []) and path != ("title",):
        key = "of" if isinstance(part, PlacedStats) else "from"
        yield f"nothing says what is printed in {name}", f"add `{key}:`", ()
    if region is None:
        if path[0] == "words":
            yield f"{name} have no place", "add `at: [left, top, width, height]` in mm", ()
        for key in part.OF_PLACES:
            if key in part.model_fields_set and not (is_look and path[0] == "words"):
                yield f"`{key}` is for parts with a place", "add `at:`, or remove it", (key,)
        for key in _without_effect(str(path[0]), indexed=indexed):
            if getattr(part, key) is not None:
                message = f"`{key}` of {name} is for {name} with a place"
                yield message, "add `at:`, or remove it", (key,)
        return
    if isinstance(part, PlacedStats) and part.fit:
        yield "`fit` is not for stats: each value is on one line", "remove `fit`", ("fit",)
    shapes = part.shape.values.values() if isinstance(part.shape, ValueShapes) else (part.shape,)
    if part.hug and ("circle" in shapes or shape_of(str(path[0]), part) == "circle"):
        yield "a circle is not as high as its words", "remove `hug`, or choose a pill", ("hug",)
    if not _is_within(region, _whole(card)):
        message = f"{name} goes beyond the card, which is {_mm(card.width, card.height)}"
        yield message, _nearest(region, card, scale), ("at",)


def _whole(card: Size, safe: float = 0.0) -> Region:
    return Region(safe, safe, card.width - 2 * safe, card.height - 2 * safe)


def _is_within(region: Region, other: Region) -> bool:
    return (
        region.x >= other.x - _TOLERANCE
        and region.y >= other.y - _TOLERANCE
        and region.right <= other.right + _TOLERANCE
        and region.lower <= other.lower + _TOLERANCE
    )


def _nearest(region: Region, card: Size, scale: tuple[float, float], safe: float = 0.0) -> str:
    """A hint with a region moved onto the card, or within the safe distance; made smaller only if
    it is larger than that. Its numbers are those of the card that the recipe is drawn for.
    """
    whole = _whole(card, safe)
    width, height = min(region.width, whole.width), min(region.height, whole.height)
    if min(region.common(_whole(card))) <= 0:
        return "[left, top, width, height] are measured from the upper left corner"
    left = min(max(region.x, whole.x), whole.right - width)
    top = min(max(region.y, whole.y), whole.lower - height)
    across, down = scale
    sides = (left / across, top / down, width / across, height / down)
    return f"such as [{', '.join(f'{round(side, 1):g}' for side in sides)}]"


def _picture_faults(
    product: Entry[FacesProduct],
    above: Path,
    recipe: Recipe,
    written: Collection[str],
    library: Library,
    content: GameContent,
) -> Findings:
    """The faults of the pictures of a background and of a frame."""
    named = [(path, value) for path, value in recipe.grounds() if not value.startswith("#")]
    if recipe.frame_picture:
        named.append((("frame",), recipe.frame_picture))
    for path, name in named:
        for message, hint in picture_faults(library, content, name) if path[0] in written else ():
            yield product.finding(message, *above, *path, hint=hint)


@check("place-overlap")
def place_overlap(content: GameContent, library: Library) -> Findings:
    """Parts with words whose places are their own (`at`) are not one over the other on a card that
    has both. Pictures and frames may be behind them.
    """
    for product in content.products_of(CardsProduct):
        rows = _rows_by_look(content, library, product)
        for above, recipe, written in _faces(product):
            placed = _placed(recipe)
            # A look that no entry has yet may have all parts.
            cards = [
                [_prints(library, recipe, path, *row) for path, *_ in placed]
                for row in rows.get(above, ())
            ]
            for number, (path, _, region) in enumerate(placed):
                for before, (other, _, second) in enumerate(placed[:number]):
                    common = region.common(second)
                    if cards and not any(card[number] and card[before] for card in cards):
                        continue
                    if min(common) > _TOLERANCE and {path[0], other[0]} & {*written}:
                        at = path if path[0] in written else other
                        message = f"{_name(path)} and {_name(other)} have {_mm(*common)} in common"
                        hint = "move one of them, or make it smaller"
                        yield product.finding(message, *above, *at, "at", hint=hint)


def _rows_by_look(
    content: GameContent, library: Library, product: Entry[CardsProduct]
) -> dict[Path, list[Row]]:
    """The entries of a product by the path of their recipe or their look."""
    found = dict[Path, list[Row]]()
    for each in printed_entries(library, content.id, product.value):
        for side, recipe in product.value.faces.recipes():
            number = look_of(library, recipe, each.kind, each.entry)
            above: Path = ("faces", side) if number is None else ("faces", side, "when", number)
            found.setdefault(above, []).append((each.kind, each.entry))
    return found


def _prints(library: Library, recipe: Recipe, path: Path, kind: str, entry: AnyEntry) -> bool:
    """Whether an entry has something to print in a part."""
    place, number = str(path[0]), path[1] if len(path) > 1 else 0

    def has(name: str) -> bool:
        return name == ENTRY_ID or bool(written_values(library, kind, entry, name))

    def has_words(words: str) -> bool:
        alone = any(map(str.isalnum, BRACED.sub("", OPTIONAL.sub("", words))))
        return alone or any(each.is_icon or has(each.name) for each in braced(words))

    for part in recipe.parts_in(place, int(number)):
        if isinstance(part, Composed):
            if any(map(has_words, part.values())):
                return True
        elif has(part.field if isinstance(part, FieldIcons) else part):
            return True
    return False


@check("place-unsafe", "warning")
def place_unsafe(content: GameContent, library: Library) -> Findings:
    """Words with a place of their own keep a distance from the cut (a warning: cards are cut some
    millimetres off).
    """
    for product in content.products_of(CardsProduct):
        card, safe = _card(product.value), product.value.safe
        if card is None:
            continue
        for above, recipe, written in _faces(product):
            for path, _, region in _placed(recipe):
                if path[0] not in written or not _is_within(region, _whole(card)):
                    continue
                if not _is_within(region, _whole(card, safe)):
                    message = f"{_name(path)} is nearer to the cut than {safe:g} mm"
                    hint = _nearest(region, card, recipe.scale, safe)
                    yield product.finding(message, *above, *path, "at", hint=hint)


# Parts drawn for a smaller card, such as this one, leave more than this share of a larger one on
# the right or below.
_POKER, _UNUSED = card_size("poker"), 0.25


@check("place-small", "warning")
def place_small(content: GameContent, library: Library) -> Findings:
    """Parts with places of their own use their card: if they leave more than a quarter of it empty
    on the right or below, they were probably drawn for a smaller one, which `drawn_for` names (a
    warning, for cards that are larger than poker cards).
    """
    for product in content.products_of(CardsProduct):
        card = _card(product.value)
        if card is None or card.width * card.height <= _POKER.width * _POKER.height:
            continue
        for side, recipe in product.value.faces.recipes():
            if "drawn_for" in recipe.model_fields_set or not recipe.is_placed("body"):
                continue
            if any(recipe.parts_in(name) and not recipe.is_placed(name) for name in _FLOWING):
                continue
            picture = recipe.picture.region if recipe.picture else None
            regions = [*(region for _, _, region in _placed(recipe)), *filter(None, [picture])]
            across = card.width - max(region.right for region in regions)
            down = card.height - max(region.lower for region in regions)
            if across > _UNUSED * card.width or down > _UNUSED * card.height:
                empty = f"the right {_mm(across)}" if across > down else f"the lower {_mm(down)}"
                message = f"the parts leave {empty} of the card empty, which is {card}"
                hint = "if they are drawn for another size, name it: `drawn_for: poker`"
                yield product.finding(message, "faces", side, hint=hint, key=True)


# Parts with words that are in the order of the others without a place.
_FLOWING = ("title", "subtitle", "symbol", "body", "stats", "icons", "foot")

# The least height (mm) of the title at the upper edge of what is left to the flow, and of the last
# part at its lower edge, between the safe distances. A part is under another one that covers half
# of its width and this share of its height: lines at an edge have little room.
_HEAD, _FOOT, _COVERED, _COVERED_BODY = 7.0, 5.0, 0.25, 0.5


@check("place-under")
def place_under(content: GameContent, library: Library) -> Findings:
    """Parts without a place of their own are not under parts that have one: parts along an edge of
    the card take their room from the others, those in its middle do not.
    """
    for product in content.products_of(CardsProduct):
        card, safe = _card(product.value), product.value.safe
        if card is None:
            continue
        for above, recipe, written in _faces(product):
            flow = flow_of(recipe, card)
            left, right = max(flow.x, safe), min(flow.right, card.width - safe)
            top, lower = max(flow.y, safe), min(flow.lower, card.height - safe)
            rooms = {
                "title": Region(left, top, right - left, _HEAD),
                **{
                    name: Region(left, lower - _FOOT, right - left, _FOOT)
                    for name in ("stats", "icons", "foot")
                    if name != "stats" or recipe.stats_place == "bottom"
                },
                "body": Region(left, top + _HEAD, right - left, lower - top - _HEAD),
            }
            for name, room in rooms.items():
                if not recipe.parts_in(name) or recipe.is_placed(name):
                    continue
                for path, _, region in _placed(recipe):
                    across, down = region.common(room)
                    # Further words may be few in a large place.
                    if path[0] == "words" or not {name, path[0]} & {*written}:
                        continue
                    share = _COVERED_BODY if name == "body" else _COVERED
                    if across > room.width / 2 and down > share * room.height:
                        at = (name,) if name in recipe.model_fields_set & {*written} else path
                        message = f"`{name}` has no place and is under {_name(path)}"
                        hint = f"give `{name}` an `at`, or leave it out"
                        yield product.finding(message, *above, *at, hint=hint, key=True)
                        break


# The least contrast of small and of large type with what is behind it (WCAG 2.2, 1.4.3); the sizes
# from which type is large, and large if it is bold (pt), and the least weight of bold type.
_SMALL_TYPE, _LARGE_TYPE, _LARGE, _LARGE_BOLD, _BOLD = 4.5, 3.0, 18.0, 14.0, 700

# Parts that are large unless the recipe gives their size, and those whose ground without a place of
# their own is that of the body; the others are on a band or on discs.
_USUALLY_LARGE = ("title", "corner", "symbol")
_ON_BODY = ("symbol", "body", "stats", "icons", "foot")


@check("contrast-low", "warning")
def contrast_low(content: GameContent, library: Library) -> Findings:
    """The `colour` of a part of a face by recipe differs enough from what is behind its words: its
    `fill`, the `background`, or the paper of the style (a warning). Their contrast is at least 4.5,
    or 3 for type of 18 pt, and of 14 pt if it is bold, as WCAG 2.2 has it. Less than 1.6 is
    `text-hidden`. Words over pictures are looked at on the finished page alone.
    """
    for product in content.products_of(CardsProduct):
        for above, recipe, written in _faces(product):
            coloured = [(path, part) for path, part in recipe.styled() if part.colour]
            if not coloured:
                continue
            style = _style(content, library, recipe)
            for path, part in coloured:
                if written.isdisjoint((path[0], "background")):
                    continue
                name, least = str(path[0]), _least_contrast(style, str(path[0]), part)
                for within, colour, grounds in _on_grounds(recipe, style, name, part):
                    ratio, ground = max((contrast(colour, each), each) for each in grounds)
                    if MIN_CONTRAST <= ratio < least:
                        figure = f"a contrast of {floor(10 * ratio) / 10:g}"
                        behind = f"what is behind it ({ground})"
                        message = f"the colour {colour} of {_name(path)} has {figure} with {behind}"
                        size = "small" if least == _SMALL_TYPE else "large"
                        hint = f"at least {least:g} for {size} type: a darker or a lighter colour"
                        at = (*path, "colour", *within) if name in written else ("background",)
                        yield product.finding(message, *above, *at, hint=hint)


def _style(content: GameContent, library: Library, recipe: Recipe) -> Style:
    """The style of a recipe, with the colours of the game."""
    name = recipe.style or content.game.style
    files = (style_file(library.folders, each, name) for each in (content.game.theme, "plain"))
    style = read_style(library.folders, next(filter(None, files), None))[0]
    own = content.game.colours.model_dump(exclude_none=True)
    return style.model_copy(update={"colours": style.colours.model_copy(update=own)})


def _least_contrast(style: Style, name: str, part: Styled) -> float:
    """The least contrast of the words of a part."""
    bold = {"title": style.title, "body": style.text, "foot": style.foot, "subtitle": style.foot}
    weight = bold.get(name, style.figures).weight
    if part.size is None:
        return _LARGE_TYPE if name in _USUALLY_LARGE else _SMALL_TYPE
    is_large = part.size >= (_LARGE_BOLD if weight >= _BOLD else _LARGE)
    return _LARGE_TYPE if is_large else _SMALL_TYPE


def _on_grounds(
    recipe: Recipe, style: Style, name: str, part: Styled
) -> Iterator[tuple[Path, str, list[str]]]:
    """The colours of the words of a part, each with the path of its value, and those of what may be
    behind it; nothing if a picture may be there.
    """
    paper = [style.colours.paper, style.colours.panel]
    behind: object = recipe.background
    if part.region:
        hidden = opacity_of(recipe, style, name, part) >= IS_GROUND
        in_band = hidden and name == "corner" and not part.fill
        if in_band or (not hidden and is_over_picture(recipe, part)):
            return
        behind = part.fill if hidden else behind
    elif name not in _ON_BODY:
        return
    elif style.panel or (recipe.picture and recipe.picture.fit == "full"):
        behind = None
    for within, value, colour in _each(part.colour):
        if behind is None:
            yield within, colour, paper
            continue
        by = getattr(part.colour, "by", "")
        for _, other, ground in _each(behind):
            # Values of one field go together.
            together = by == getattr(behind, "by", "") and folded(value) == folded(other)
            if ground.startswith("#") and (together or by != getattr(behind, "by", "")):
                yield within, colour, [ground]


def _each(given: object) -> Iterator[tuple[Path, str, str]]:
    """A colour that is the same for all values, or those of each value: its path, the value and the
    colour.
    """
    if isinstance(given, str):
        yield (), "", given
    elif isinstance(given, ValueColours | Backgrounds):
        yield from (((value,), value, colour) for value, colour in given.values.items())
