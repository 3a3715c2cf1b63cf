"""The faces of cards: by a template, or by a recipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Id, Key, Model
from printgen.content.models.text import Text
from printgen.content.models.theme import Pattern
from printgen.content.names import id_from, key_from


def _field_key(value: object) -> object:
    """A field that is named as the header of its column is written: `Rules text`, `Цена`."""
    if isinstance(value, str) and ("/" in value or "." in value):
        hint = "give the entries a field of type image, and name the field"
        message = "expected the name of a field, not a file"
        raise PydanticCustomError("field_name", message, {"hint": hint})
    if type(value) is int or (isinstance(value, str) and not key_from(value)[:1].isalpha()):
        hint = f"name its column under `columns`, such as {{'{value}': {key_from(f'n {value}')}}}"
        message = "the name of a field begins with a letter"
        raise PydanticCustomError("field_name", message, {"hint": hint})
    as_written = isinstance(value, str) and (" " in value or not value.isascii())
    return key_from(value) if as_written and isinstance(value, str) else value


FieldName = Annotated[Key, BeforeValidator(_field_key)]

# The names of fields in one place of a face, in order.
Slots = Annotated[list[FieldName], Field(max_length=8)]


def text_key(text: object) -> str:
    """The key of a text in the colours of a band: `Natural History` is `natural-history`. Empty
    for other values.
    """
    words = next(iter(text.values()), "") if isinstance(text, Text) else ""
    return id_from(words)


class Band(Model):
    """The colours of the band of cards."""

    by: Key
    """The field whose value chooses the colour: a choice, a text, or `kind` for the kind of the
    entry.
    """
    colours: dict[Id | Key, Colour] = Field(min_length=1, max_length=40)
    """The colour of each value."""


def _band(value: object) -> object:
    if isinstance(value, str) and not value.startswith("#"):
        hint = f"write band: {{by: {value}, colours: {{…}}}}"
        raise PydanticCustomError("band", "a band has colours", {"hint": hint})
    return value


BandOrColour = Annotated[Band | Colour | None, BeforeValidator(_band)]


class RecipePicture(Model):
    """The picture of a face, and how it fills its place."""

    field: Annotated[FieldName, Field(alias="from")]
    """The field with the image."""
    fit: Literal["contain", "cover", "full"] | None = None
    """`contain`: all of it is printed, away from the cut. `cover`: it fills its place, cropped.
    `full`: it covers the whole face and its bleed, behind all else. Left out: drawings and square
    pictures are `contain`, others `cover`.
    """
    focus: Literal["top", "bottom", "left", "right", "center"] = "center"
    """The part that stays where the picture is cropped."""


def _recipe_picture(value: object) -> object:
    return value if isinstance(value, dict) else {"from": value}


# Where the title is named: no title.
NO_TITLE = "none"


class Recipe(Model):
    """A face as a list of places and of the fields that are printed in them."""

    style: Id | None = None
    """The style of the face, one of those of the theme. Left out: that of the game."""
    title: FieldName | None = None
    """The field that is printed as the title; `none` prints no title. Left out: the name, unless
    there is an `index`.
    """
    subtitle: FieldName | None = None
    """A line below the title."""
    index: FieldName | Slots | None = None
    """Values in two opposite corners, one below the other, as on playing cards."""
    corner: FieldName | Slots | None = None
    """Values in discs at the top right, from right to left."""
    picture: Annotated[RecipePicture, BeforeValidator(_recipe_picture)] | None = None
    """An image across the card: its field, or its field and how it fills its place."""
    symbol: FieldName | None = None
    """A large icon, that with the name of the value."""
    body: FieldName | Slots | None = None
    """Texts and values in the middle."""
    icons: FieldName | Slots | None = None
    """A row of icons with the names of the values."""
    stats: FieldName | Slots | None = None
    """Values with their labels, or with the icons of their fields."""
    foot: FieldName | Slots | None = None
    """Texts and values at the bottom."""
    labels: dict[FieldName, Text] | FieldName | Slots | None = None
    """The fields that are printed after their label, or after the words that are given for them; in
    a corner, the label is below the value.
    """
    size: Annotated[float, Field(ge=6.4, le=30, strict=False)] | None = None
    """The largest type of the body (pt). Left out: the one that suits the whole deck."""
    align: Literal["left", "center"] | None = None
    """The alignment of the body. Left out: short texts are centred, others are on the left."""
    band: BandOrColour = None
    """The colour of the band: one for all cards, or one for each value."""

    def places(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """The fields that the recipe names, each with the path of its value."""
        for place in Recipe.model_fields.keys() - _NO_PLACES:
            value = getattr(self, place)
            if place == "title" and value == NO_TITLE:
                continue
            if isinstance(value, RecipePicture):
                yield (place, "from"), value.field
            elif isinstance(value, dict):
                yield from (((place, name), name) for name in value)
            elif isinstance(value, list):
                yield from (((place, index), name) for index, name in enumerate(value))
            elif value:
                yield (place,), value

    def fields_in(self, place: str) -> list[str]:
        """The fields in a place."""
        value = getattr(self, place)
        if place == "title" and value is None and not self.index:
            return ["name"]
        if place == "title" and value == NO_TITLE:
            return []
        if isinstance(value, RecipePicture):
            return [value.field]
        if isinstance(value, (list, dict)):
            return [*value]
        return [value] if value else []


# The keys of a recipe that name no fields.
_NO_PLACES = {"style", "size", "align", "band"}


def _seed(value: object) -> object:
    return str(value) if type(value) is int else value


class Ground(Model):
    """A picture; or an icon and a title on a ground of one colour."""

    title: Text | None = None
    """The words in the middle."""
    picture: str | None = None
    """A picture in the folder of the game, across all of it."""
    icon: Id | None = None
    """An icon of the game, printed large."""
    colour: Colour | None = None
    """The colour of the ground."""


class CommonBack(Ground):
    """A back that all cards share: a picture; or the pattern of the style, with a title and an
    icon. The pattern and the title look the same upside down.
    """

    title: Text | None = None
    """The title, at both ends of the back. Left out: that of the game."""
    titled: bool = True
    """Whether there is a title."""
    picture: str | None = None
    """A picture in the folder of the game, across the back."""
    icon: Id | None = None
    """An icon of the game, printed in the middle."""
    colour: Colour | None = None
    """The colour of the pattern. Left out: the accent colour."""
    pattern: Pattern | Literal["none"] | None = None
    """The pattern, by the name of a style, or `none` for a plain ground. Left out: that of the
    style.
    """
    seed: Annotated[str, BeforeValidator(_seed), Field(max_length=60)] | None = None
    """A word or a number: another one gives another pattern of the same kind. Left out: all decks
    of a game have the same.
    """


def _by_kind(value: object) -> object:
    if isinstance(value, dict) and any(not isinstance(each, dict) for each in value.values()):
        hint = "one back for all cards is `common_back`"
        message = "expected the kinds of the cards, each with its back"
        raise PydanticCustomError("common_backs", message, {"hint": hint})
    return value


class Faces(Model):
    """The faces of cards: templates or recipes. Without a back, cards are printed on one side."""

    front: str | Recipe
    """A template of the theme, or a recipe."""
    back: str | Recipe | None = None
    """A template of the theme, or a recipe."""
    common_back: CommonBack | None = None
    """A back that all cards share."""
    common_backs: Annotated[dict[Id, CommonBack], BeforeValidator(_by_kind)] = {}
    """The backs that the cards of each kind share, by kind."""
    band: BandOrColour = None
    """The colour of the band, or of a token or a standee: one for all, or one for each value. It is
    for templates such as `card-front`, and for recipes without a `band`.
    """

    @model_validator(mode="after")
    def _one_back(self) -> Faces:
        if sum(map(bool, (self.back, self.common_back, self.common_backs))) > 1:
            message = "give one of `back`, `common_back` and `common_backs`"
            raise PydanticCustomError("backs", message)
        return self

    @model_validator(mode="after")
    def _used_band(self) -> Faces:
        faces = [face for face in (self.front, self.back) if face]
        if self.band and all(isinstance(face, Recipe) and face.band for face in faces):
            hint = "remove `band` here, or from a recipe"
            raise PydanticCustomError("band", "each recipe has a band of its own", {"hint": hint})
        return self

    def with_band(self, recipe: Recipe) -> Recipe:
        """A recipe with its band: its own, or else that of all faces."""
        return recipe if recipe.band else recipe.model_copy(update={"band": self.band})

    @property
    def printed(self) -> dict[str, set[str]] | None:
        """The fields that the faces print, with the places of each; None if a template prints
        others.
        """
        faces = [face for face in (self.front, self.back) if face]
        found = dict[str, set[str]]()
        for face in faces:
            if isinstance(face, str):
                return None
            for path, name in face.places():
                found.setdefault(name, set()).add(str(path[0]))
        bands = (self.band, *(face.band for face in faces if isinstance(face, Recipe)))
        for band in bands:
            if isinstance(band, Band):
                found.setdefault(band.by, set()).add("band")
        return found

    @property
    def two_sided(self) -> bool:
        """Whether cards have backs."""
        return bool(self.back or self.common_back or self.common_backs)

    def common_back_of(self, kind: str) -> CommonBack | None:
        """The common back of the cards of a kind; None for a back of their own, or none."""
        return self.common_back or self.common_backs.get(kind)

    def recipes(self) -> Iterator[tuple[str, Recipe]]:
        """The sides with a recipe."""
        for side in ("front", "back"):
            if isinstance(recipe := getattr(self, side), Recipe):
                yield side, recipe
