"""The check of colours that alone tell things apart: bands, parts and backs of cards, sides and
terrains of maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.faces import Band, Choice, CommonBack, Faces, Recipe, names_in
from printgen.content.models.game import fields_of, unknown_kinds
from printgen.content.models.products import FacesProduct
from printgen.extra import extra
from printgen.extras.colours.vision import (
    GREY,
    NORMAL,
    SIGHTS,
    Vision,
    confused_by,
    distinct_colour,
)
from printgen.rules.check import Findings, check
from printgen.rules.rosters import named_entries, printed_entries
from printgen.rules.rows import band_key, recipes_of

Path = tuple[str | int, ...]

# Templates of ours that print nothing of an entry but its name and its picture.
_BARE = ("plain/token", "plain/standee")

# The value of `by` for the colours of kinds.
_KIND = "kind"

# Low ink prints terrains by their patterns alone.
_NO_COLOURS = Vision(
    "unprinted", "in low ink, which has no colours of terrains", ((0, 0, 0),) * 3, 1.0
)


class _Coloured(NamedTuple):
    """A value, its colour, and the path of that in its entry; with `by_default`, the path of the
    value, which has the colour of the theme.
    """

    name: str
    colour: str
    path: Path
    by_default: bool = False


@check("colours-alike", "warning")
def colours_alike(content: GameContent, library: Library) -> Findings:
    """Colours that alone tell things apart look different to all players (a warning): those of the
    values of a `band`, a `background`, a `fill` or a `colour` that the faces print neither in words
    nor as an icon, nor show by a `shape`, of looks that have another band alone, of common backs
    with the same title, icon and picture, of the sides on a map, and of terrains that are drawn
    with one pattern. Values that a product leaves out are not compared. They are compared as people
    with red–green (deutan, protan) and blue–yellow (tritan) colour blindness see them, by the
    matrices of Machado, Oliveira and Fernandes (2009) for full severity: their CIEDE2000 difference
    is at least 10, or 6 for tritans, who are rare. Bands that are built in low ink, too, differ by
    at least 8 in grey; low ink has no other colours of cards, and none of terrains. Values with the
    very same colour are meant so.
    """
    for product in content.products_of(FacesProduct):
        yield from _bands(content, library, product)
        yield from _backs(product)
    yield from _sides(content, library)
    yield from _terrains(content, library)


def _never(one: str, other: str) -> bool:
    return False


def _alike(
    entry: Entry[Model],
    values: Sequence[_Coloured],
    advice: str = "",
    *,
    low: Vision | None = None,
    told_apart: Callable[[str, str], bool] = _never,
) -> Findings:
    """A finding for each value whose colour looks like that of one before. `advice` is what to do
    besides another colour; `low` is what low ink makes of colours, if it is printed.
    """
    visions = (*SIGHTS, low) if low else SIGHTS
    proposed = dict[str, str]()
    for number, value in enumerate(values):
        found = list[tuple[_Coloured, list[Vision]]]()
        for other in values[:number]:
            same = other.colour.lower() == value.colour.lower()
            if not told_apart(other.name, value.name) and (value.by_default or not same):
                found.append((other, confused_by(other.colour, value.colour, visions)))
        # The one that most people confuse with it.
        other, confused = max(found, key=lambda pair: _people(pair[1]), default=(value, []))
        if not confused:
            continue
        others = dict.fromkeys(
            proposed.get(each.name, each.colour)
            for each in values
            if each is not value and not told_apart(each.name, value.name)
        )
        better = distinct_colour(value.colour, tuple(others), visions)
        if better:
            proposed[value.name] = better
        hints = [advice, f"give it a colour such as {better}" if better else ""]
        message = (
            f"'{value.name}' ({value.colour}) looks like '{other.name}' ({other.colour})"
            f"{_seen(confused)}, and nothing but the colour tells them apart"
        )
        hint = ", or ".join(filter(None, hints))
        yield entry.finding(message, *value.path, hint=hint, key=value.by_default)


def _people(confused: Sequence[Vision]) -> tuple[bool, int, bool]:
    """By how many people colours are confused, to compare."""
    sights = [vision for vision in confused if vision in SIGHTS]
    return NORMAL in confused, len(sights), bool(confused)


def _seen(confused: Sequence[Vision]) -> str:
    """For whom colours look alike, in words; nothing if it is everybody."""
    if NORMAL in confused:
        return ""
    words = " and ".join(each.words for each in confused if each in SIGHTS)
    # Two kinds of red–green colour blindness are one, with both names.
    joined = words.replace(") and with red–green colour blindness (", ", ")
    return f" {joined or confused[0].words}"


# --- the faces of cards and other pieces ----------------------------------------------------------


class _OnFaces(NamedTuple):
    """A colour of a band, or what the values of a field choose as a band does; its path, or that of
    its values; the entries that are printed with it; and its key, such as `fill`.
    """

    path: Path
    band: Band | str
    rows: list[tuple[str, AnyEntry]]
    key: str


def _bands(content: GameContent, library: Library, product: Entry[FacesProduct]) -> Findings:
    """The colours of bands, backgrounds and parts that are on the pieces of a product."""
    value = product.value
    if unknown_kinds(content.game, [*value.kinds]):
        return  # reported by product-reference
    printed, all_printed = _printed(value.faces)
    low = GREY if "low" in value.inks else None
    fields = {
        key: each for kind in value.kinds for key, each in fields_of(content.game, kind).items()
    }
    on_faces = _bands_of(content, library, product)
    shapes = [each.band for each in on_faces if each.key == "shape" and isinstance(each.band, Band)]
    compared = list[Band]()
    for path, band, rows, key in on_faces:
        # Parts may have the colours of another one.
        if not isinstance(band, Band) or key == "shape" or band in compared:
            continue
        compared.append(band)
        field = fields.get(band.by)
        if band.by == _KIND:
            advice = "give these kinds backs with different titles or icons"
        else:
            advice = f"print `{band.by}` on the face, in words or as an icon"
            # An unknown field is reported by recipe-invalid.
            if field is None or band.by in printed:
                continue
        # A template may print what a recipe does not.
        if not all_printed and (field is None or field.printed):
            continue
        # Values that no entry has yet are compared, those of which none is printed are not.
        named = named_entries(library, content.id, value)
        absent = {band_key(library, band, *row) for row in named}
        absent -= {band_key(library, band, *row) for row in rows}
        colours = [
            _Coloured(name, colour, ("faces", *path, name))
            for name, colour in band.colours.items()
            if name not in absent and colour.startswith("#")
        ]
        differ = partial(_differ, content, value.faces, printed) if band.by == _KIND else _never
        apart = partial(_apart, differ, [each for each in shapes if each.by == band.by])
        # Low ink prints no other colours.
        in_low = low if key == "band" else None
        yield from _alike(product, colours, advice, low=in_low, told_apart=apart)
    if all_printed:
        yield from _looks(product, on_faces, printed, low)


def _looks(
    product: Entry[FacesProduct],
    on_faces: Sequence[_OnFaces],
    printed: AbstractSet[str],
    low: Vision | None,
) -> Findings:
    """The colours of looks that change nothing but the band, and of the cards without a look."""
    for side, recipe in product.value.faces.recipes():
        colours = list[_Coloured]()
        for path, band, rows, _ in on_faces:
            if isinstance(band, Band) or not rows:
                continue
            if path == (side, "band") or (path == ("band",) and not recipe.band):
                colours.append(_Coloured("other cards", band, ("faces", *path)))
            elif path[:2] == (side, "when"):
                look = recipe.when[int(path[2])]
                alone = look.model_fields_set <= {"condition", "band"}
                # Looks whose reason is printed differ by it.
                if alone and printed.isdisjoint(names_in(look.condition)):
                    colours.append(_Coloured(look.condition, band, ("faces", *path)))
        yield from _alike(product, colours, "change more than the band for them", low=low)


def _printed(faces: Faces) -> tuple[set[str], bool]:
    """The fields that faces print in words or as icons, and whether these are all: a template may
    print others.
    """
    found, all_known = set[str](), True
    for face in (faces.front, faces.back):
        if isinstance(face, Recipe):
            found |= {name for path, name in face.places() if path[0] not in ("labels", "picture")}
            found |= {*face.fields_in("title")}
        elif face and face not in _BARE:
            all_known = False
    return found, all_known


def _bands_of(
    content: GameContent, library: Library, product: Entry[FacesProduct]
) -> list[_OnFaces]:
    """The bands of faces, of their recipes and of looks, and what else is chosen by values."""
    faces = product.value.faces
    bands: list[tuple[Path, Path, Band | str]] = []
    for above, band in [((), faces.band), *((path, each.band) for path, each in faces.looks())]:
        if isinstance(band, str):
            bands.append((above, ("band",), band))
    bands += [((), each.values, each.band) for each in Choice.of(("band",), faces.band)]
    for above, recipe in faces.looks():
        bands += [(above, each.values, each.band) for each in recipe.choices()]
    if not bands:
        return []
    printed = printed_entries(library, content.id, product.value)
    rows = [(each.kind, each.entry) for each in printed]
    shown = [(row, [*_shown(library, faces, *row)]) for row in rows]
    found = list[_OnFaces]()
    for above, path, band in bands:
        # Templates have the band of all faces.
        of_templates = not above and not any(faces.recipes())
        own = [row for row, of_row in shown if (path, band) in of_row]
        key = "band" if path[0] == "band" else str(path[-1])
        found.append(_OnFaces((*above, *path), band, rows if of_templates else own, key))
    return found


def _shown(
    library: Library, faces: Faces, kind: str, entry: AnyEntry
) -> Iterator[tuple[Path, Band | str]]:
    """The bands of the faces of an entry, and what else is chosen by values there."""
    for recipe in recipes_of(library, faces, kind, entry):
        if isinstance(recipe.band, str):
            yield ("band",), recipe.band
        yield from ((each.values, each.band) for each in recipe.choices())


def _apart(
    differ: Callable[[str, str], bool], shapes: Sequence[Band], one: str, other: str
) -> bool:
    """Whether two values differ by the shape of a part, or by more than a colour otherwise."""
    of_both = ([each.colours.get(each.key_of([name])) for name in (one, other)] for each in shapes)
    return differ(one, other) or any(first != second for first, second in of_both)


def _differ(content: GameContent, faces: Faces, printed: set[str], one: str, other: str) -> bool:
    """Whether the cards of two kinds differ by more than a colour: by their backs, or by a field
    that all of one kind print and the other kind lacks.
    """
    if _look(faces.common_back_of(one)) != _look(faces.common_back_of(other)):
        return True
    first, second = fields_of(content.game, one), fields_of(content.game, other)
    needed = (
        key
        for fields, others in ((first, second), (second, first))
        for key, field in fields.items()
        if key not in others and not field.optional and field.printed
    )
    return not printed.isdisjoint(needed)


def _backs(product: Entry[FacesProduct]) -> Findings:
    """The colours of the common backs of kinds that have the same title, icon and picture."""
    backs = product.value.faces.common_backs

    def apart(one: str, other: str) -> bool:
        return _look(backs[one]) != _look(backs[other])

    colours = [
        _Coloured(kind, back.colour, ("faces", "common_backs", kind, "colour"))
        for kind, back in backs.items()
        if back.colour
    ]
    yield from _alike(product, colours, "give them different titles or icons", told_apart=apart)


def _look(back: CommonBack | None) -> tuple[object, ...]:
    """What is on a common back, without its colour."""
    return (back.title, back.icon, back.picture) if back else ()


# --- maps -----------------------------------------------------------------------------------------


def _sides(content: GameContent, library: Library) -> Findings:
    """The colours of the sides that have units on a map."""
    if not content.of_kind("maps"):
        return
    from printgen.extras.hex_maps.theme import map_theme_file, read_map_theme

    path = map_theme_file(library.folders, *content.game.theme_folders)
    look = read_map_theme(library.folders, path)[0].in_accent(content.game.accent)
    for entry in content.of_kind("maps").values():
        value = entry.value
        own = {unit.side for unit in value.units}
        colours = list[_Coloured]()
        for side, colour in zip(value.sides, value.side_colours(look.sides), strict=True):
            given = getattr(value.sides[side], "colour", None)
            at = ("sides", side, "colour") if given else ("sides", side)
            if side in own:
                colours.append(_Coloured(side, colour, at, by_default=not given))
        yield from _alike(entry, colours)


def _terrains(content: GameContent, library: Library) -> Findings:
    """The colours of terrains of one map that are drawn with the same pattern."""
    terrains = content.game.terrains
    if not any(terrain.fill for terrain in terrains.values()) or not extra("hex_maps"):
        return
    from printgen.extras.hex_maps.theme import GROUND_COLOURS, map_theme_file, read_map_theme

    path = map_theme_file(library.folders, *content.game.theme_folders)
    look = read_map_theme(library.folders, path)[0]
    grounds = {**GROUND_COLOURS, "plain": look.paper, **look.ground}
    together = [
        {*value.legend.values(), *value.hexes, value.ground}
        for value in (entry.value for entry in content.of_kind("maps").values())
    ]

    def apart(one: str, other: str) -> bool:
        return terrains[one].draw != terrains[other].draw or not any(
            {one, other} <= of_map for of_map in together
        )

    # Those with a fill come last: they are named.
    order = sorted(terrains, key=lambda name: bool(terrains[name].fill))
    colours = [
        _Coloured(
            name, terrains[name].fill or grounds[terrains[name].draw], ("terrains", name, "fill")
        )
        for name in order
    ]
    printed = (each.value for each in content.products.values() if each.value.output == "hexmap")
    low = any("low" in product.inks for product in printed)
    unprinted = _NO_COLOURS if low else None
    advice = "draw one of them with another pattern (`draw`)"
    yield from _alike(content.entry, colours, advice, low=unprinted, told_apart=apart)


CHECKS = (colours_alike,)
