"""Checks of the faces of cards by recipe, and of common backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.faces import Band, Recipe, text_key
from printgen.content.models.game import fields_of, kinds_with_fields, unknown_kinds
from printgen.content.models.kind import EntryField
from printgen.content.models.products import FacesProduct
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.images import picture_faults

# Not a field: the band may have a colour for each kind.
_KIND = "kind"


@check("recipe-invalid")
def recipe_invalid(content: GameContent, library: Library) -> Findings:
    """The places of a recipe name fields of the kinds on the cards: a `picture` is an image, the
    colours of a `band` are those of a choice, of the texts of a field, or of the kinds. Action
    plans have no recipe.
    """
    for product in content.products_of(FacesProduct):
        kinds = [*product.value.kinds]
        if unknown_kinds(content.game, kinds):
            continue  # reported by product-reference
        fields = {
            key: field for kind in kinds for key, field in fields_of(content.game, kind).items()
        }
        entries = [entry for kind in kinds for entry in content.of_kind(kind).values()]
        band = product.value.faces.band
        for message, hint, path in _band_faults(band, fields, kinds, entries):
            yield product.finding(message, "faces", *path, hint=hint)
        for side, recipe in product.value.faces.recipes():
            if "plans" in kinds:
                hint = "give a template"
                yield product.finding("plans have no recipe", "faces", side, hint=hint, key=True)
                continue
            for message, hint, path in _faults(recipe, fields, kinds, entries):
                yield product.finding(message, "faces", side, *path, hint=hint)


def _faults(
    recipe: Recipe, fields: dict[str, EntryField], kinds: list[str], entries: Sequence[AnyEntry]
) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of a recipe: message, hint and path."""
    for path, name in recipe.places():
        field = fields.get(name)
        if name == "name":
            continue
        if field is None:
            yield f"no field '{name}'", did_you_mean(name, ["name", *fields]), path
        elif (path[0] == "picture") != (field.type == "image"):
            expected = "an image" if path[0] == "picture" else "no image"
            yield f"'{name}' is of type {field.type}", f"expected {expected}", path
        elif not field.printed:
            yield f"'{name}' is not printed", "`printed: false` is in game.yaml", path
        elif path[0] == "symbol" and field.type == "text":
            yield f"'{name}' is of type text", "expected a choice, or another short value", path
    yield from _band_faults(recipe.band, fields, kinds, entries)


def _band_faults(
    band: Band | str | None,
    fields: dict[str, EntryField],
    kinds: list[str],
    entries: Sequence[AnyEntry],
) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of the colours of a band: message, hint and path."""
    if not isinstance(band, Band):
        return
    name, field, path = band.by, fields.get(band.by), ("band", "by")
    if name not in ("name", _KIND) and field is None:
        yield f"no field '{name}'", did_you_mean(name, ["name", *fields]), path
    elif name not in ("name", _KIND) and field and field.type not in ("choice", "text"):
        yield f"'{name}' is of type {field.type}", "expected a choice or a text", path
    values = [*field.options] if field else []
    if field and field.type == "text":
        values = sorted({text_key(getattr(entry.value, name, None)) for entry in entries} - {""})
    if name == _KIND:
        values += kinds
    for value in band.colours if values else ():
        if value not in values:
            hint = did_you_mean(value, values)
            yield f"'{value}' is no value of {name}", hint, ("band", "colours", value)


@check("back-invalid")
def back_invalid(content: GameContent, library: Library) -> Findings:
    """The picture and the icon of a common back, of a side of a box and of the outside of a screen
    exist and can be printed, and each kind with a back of its own is on the cards.
    """
    for deck in content.products_of(FacesProduct):
        # An unknown kind may be any of these: it is reported as such.
        known = deck.value.entries.keys() <= {*kinds_with_fields(content.game)}
        for name in deck.value.faces.common_backs if known else ():
            if name not in deck.value.kinds:
                hint = did_you_mean(name, deck.value.kinds)
                message = f"no cards of '{name}'"
                yield deck.finding(message, "faces", "common_backs", name, hint=hint, key=True)
    for product in content.products.values():
        for path, back in product.value.common_backs():
            if back.icon and back.icon not in content.game.icons:
                hint = did_you_mean(back.icon, content.game.icons)
                yield product.finding(f"no icon '{back.icon}'", *path, "icon", hint=hint)
            if back.picture:
                for message, hint in picture_faults(library, content, back.picture):
                    yield product.finding(message, *path, "picture", hint=hint)


@check("back-missing", "warning")
def back_missing(content: GameContent, library: Library) -> Findings:
    """Where the cards of each kind have a common back, all kinds on the cards have one (a warning:
    the backs of the others are blank).
    """
    for deck in content.products_of(FacesProduct):
        backs = deck.value.faces.common_backs
        known = kinds_with_fields(content.game)
        for kind in deck.value.kinds if backs else ():
            if kind not in backs and (kind in known or kind not in deck.value.entries):
                message = f"the cards of '{kind}' have no back"
                hint = f"add a back for {kind}"
                yield deck.finding(message, "faces", "common_backs", hint=hint, key=True)


@check("name-missing", "warning")
def name_missing(content: GameContent, library: Library) -> Findings:
    """An entry whose cards print its name as their title has a `name` (a warning: the title is
    blank). A kind of which no entry has one is meant so.
    """
    seen = set[str]()
    for deck in content.products_of(FacesProduct):
        faces = deck.value.faces.recipes()
        titled = any("name" in recipe.fields_in("title") for _, recipe in faces)
        for kind in deck.value.kinds if titled else ():
            entries = content.declared.get(kind, {})
            without = [entry for entry in entries.values() if entry.value.name is None]
            if kind not in seen and len(without) < len(entries):
                seen.add(kind)
                for entry in without:
                    message = "no name: the title of its card is blank"
                    yield entry.finding(message, key=True, hint="add `name:`")
