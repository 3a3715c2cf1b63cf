"""The faces of cards: by a template, or by a recipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PrivateAttr,
    StringConstraints,
    Tag,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Expression, IconName, Id, Key, Model, Short
from printgen.content.models.places import PLACING_KEYS, Placed, Styled, ValueColours, ValueShapes
from printgen.content.models.text import Text
from printgen.content.models.theme import Pattern
from printgen.content.names import MAX_NAME, folded, id_from, key_from
from printgen.content.source import Path
from printgen.paper import Size, card_size, type_growth


def field_key(value: object) -> object:
    """A field that is named as the header of its column is written: `Rules text`, `Цена`."""
    if isinstance(value, str) and ("{" in value or "}" in value):
        hint = "a pattern with fields in braces is a `picture_file`"
        message = "expected the name of a field, without braces"
        raise PydanticCustomError("field_name", message, {"hint": hint if "." in value else ""})
    if isinstance(value, str) and ("/" in value or "." in value):
        hint = "give the entries a field of type image, and name the field"
        message = "expected the name of a field, not a file"
        raise PydanticCustomError("field_name", message, {"hint": hint})
    if type(value) is int or (isinstance(value, str) and not key_from(value)[:1].isalpha()):
        hint = f"name its column under `columns`, such as {{'{value}': {key_from(f'n {value}')}}}"
        hint = hint if len(str(value)) <= MAX_NAME else ""
        message = "the name of a field begins with a letter"
        raise PydanticCustomError("field_name", message, {"hint": hint})
    if isinstance(value, str) and (" " in value or not value.isascii() or value != value.lower()):
        return key_from(value)
    return value


FieldName = Annotated[Key, BeforeValidator(field_key)]

# The names of fields, in order.
FieldNames = Annotated[list[FieldName], Field(max_length=8)]


# --- composed values: words with fields in braces -------------------------------------------------


# A field or an icon in braces.
BRACED = re.compile(r"\{([^{}]*)\}")

# Words that are left out without the value of a field in them.
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")

# What names an icon in braces, also one that has the name of a field.
_ICON = re.compile(r"icon\s*:\s*")

# The most fields and icons of a composed value, and the most characters.
_MOST_BRACED, _MOST_COMPOSED = 20, 1_000

# The id of an entry, which is no field.
ENTRY_ID = "id"


class Braced(NamedTuple):
    """What is in braces in words: the field that it names, or else the icon, as `is_icon` says; and
    its place in the words.
    """

    name: str
    is_icon: bool
    start: int
    end: int


def braced(words: str) -> list[Braced]:
    """The fields and icons in braces. A field may be written as the header of its column; what
    names no field may be the name of an icon.
    """
    found = list[Braced]()
    for match in BRACED.finditer(words):
        written = match[1].strip()
        if prefix := _ICON.match(written):
            name = written[prefix.end() :]
        else:
            name = key_from(written) if " " in written or not written.isascii() else written
        found.append(Braced(name, bool(prefix), *match.span()))
    return found


class Composed(Text):
    """Words with fields in braces, as one place of a face prints them."""

    @classmethod
    def read(cls, value: object) -> Composed:
        """Composed words from YAML data. Raises PydanticCustomError for other shapes."""
        if isinstance(value, dict) and "from" in value:
            message = "the icons of values are in `symbol`, `icons`, `index` and `corner`"
            raise PydanticCustomError("composed", message)
        read = cls(super().read(value))
        if any(len(braced(words)) > _MOST_BRACED for words in read.values()):
            message = f"the text has more than {_MOST_BRACED} fields"
            raise PydanticCustomError("composed", message)
        if any(len(words) > _MOST_COMPOSED for words in read.values()):
            message = f"words with fields have more than {_MOST_COMPOSED:,} characters"
            raise PydanticCustomError("composed", message)
        return read

    @classmethod
    def _without_marks(cls, written: Mapping[str, str]) -> Composed:
        return cls(written)

    def fields(self) -> Iterator[tuple[Path, str]]:
        """The fields in braces, each with the path of its words. Icons may be among them."""
        for lang, words in self.items():
            for each in braced(words):
                if not each.is_icon and each.name != ENTRY_ID:
                    yield ((lang,) if lang else ()), each.name


def _as_words(value: object) -> object:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value


_Words = Annotated[Short, BeforeValidator(_as_words)]


class FieldIcons(Model):
    """The icons of the values of a field, also of a text."""

    field: Annotated[FieldName, Field(alias="from")]
    """The field with the values, such as a column of a spreadsheet."""
    map: Annotated[dict[_Words, IconName], Field(max_length=100)] = {}
    """The icon of each value, such as `{Water: drop}`; capitals and accents make no difference.
    Values that are left out are names of icons.
    """

    def icon_of(self, value: str, icons: Mapping[str, object]) -> str:
        """The name of the icon of a value; empty without one."""
        wanted = folded(value)
        given = (icon for words, icon in self.map.items() if folded(words) == wanted)
        named = (icon for icon in icons if folded(icon) == wanted)
        return next(given, "") or next(named, "")


def _form(value: object) -> str:
    """What is in a part: the name of a field, composed words, icons, a list of them, or any of
    these with a place or type of its own.
    """
    if isinstance(value, list):
        return "list"
    if isinstance(value, Placed) or (isinstance(value, dict) and PLACING_KEYS & {*value}):
        return "placed"
    if isinstance(value, FieldIcons) or (isinstance(value, dict) and {"from", "map"} & {*value}):
        return "icons"
    is_composed = isinstance(value, dict) or (isinstance(value, str) and "{" in value)
    return "words" if is_composed else "field"


def _words_or_field(value: object) -> str:
    form = _form(value)
    if form == "icons":
        # Icons are in other places.
        return "placed" if isinstance(value, dict) and "map" not in value else "words"
    return form


def _fields(value: object) -> str:
    """What is in the stats, or in a list of fields."""
    is_placed = isinstance(value, Placed | dict)
    return "placed" if is_placed else "list" if isinstance(value, list) else "field"


_Field = Annotated[FieldName, Tag("field")]
_Composed = Annotated[Composed, Tag("words")]
_Icons = Annotated[FieldIcons, Tag("icons")]

# What is printed in one place: the value of a field, or words with the values of fields.
Slot = Annotated[_Field | _Composed, Discriminator(_words_or_field)]
_Slots = Annotated[list[Slot], Field(max_length=8), Tag("list")]
Slots = Annotated[_Field | _Composed | _Slots, Discriminator(_words_or_field)]

# The same, or icons of the values of a field.
IconSlot = Annotated[_Field | _Composed | _Icons, Discriminator(_form)]
_IconSlots = Annotated[list[IconSlot], Field(max_length=8), Tag("list")]
IconSlots = Annotated[_Field | _Composed | _Icons | _IconSlots, Discriminator(_form)]

# One of the values in a place.
Part = str | Composed | FieldIcons


_Value = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_NAME), BeforeValidator(_as_words)
]


# --- the same, with a place or type of their own --------------------------------------------------


class PlacedSlot(Styled):
    """What is printed in a part, and its place or its type."""

    part: Annotated[IconSlots | None, Field(alias="from")] = None
    """What is printed, as in a part without a place of its own: fields, words with fields in
    braces, or the icons of the values of a field. Left out in a title: the name; in a look: what
    the recipe says.
    """

    @model_validator(mode="before")
    @classmethod
    def _with_map(cls, value: object) -> object:
        # The icons of values may be beside the place.
        if isinstance(value, dict) and "map" in value:
            inner = {key: value[key] for key in ("from", "map") if key in value}
            return {**{k: each for k, each in value.items() if k not in inner}, "from": inner}
        return value


class PlacedStats(Styled):
    """Values with their labels, with a place or type of their own."""

    part: Annotated[FieldName | FieldNames | None, Field(alias="of")] = None
    """The fields."""
    place: Literal["top", "side", "bottom"] = "bottom"
    """Where they are without `at`: below the title, at the side of the picture or of the words, or
    at the bottom.
    """
    bars: Annotated[float, Field(gt=0, le=100_000, strict=False)] | None = None
    """The value that a full bar stands for: the values are one below the other, with a bar between
    each label and its number. They need `at`.
    """

    OF_PLACES: ClassVar[tuple[str, ...]] = (*Styled.OF_PLACES, "bars")


_Placed = Tag("placed")
AnySlot = Annotated[
    _Field | _Composed | Annotated[PlacedSlot, _Placed], Discriminator(_words_or_field)
]
AnySlots = Annotated[
    _Field | _Composed | _Slots | Annotated[PlacedSlot, _Placed], Discriminator(_words_or_field)
]
AnyIcon = Annotated[
    _Field | _Composed | _Icons | Annotated[PlacedSlot, _Placed], Discriminator(_form)
]
AnyIcons = Annotated[
    _Field | _Composed | _Icons | _IconSlots | Annotated[PlacedSlot, _Placed],
    Discriminator(_form),
]
AnyStats = Annotated[
    Annotated[FieldName, Tag("field")]
    | Annotated[FieldNames, Tag("list")]
    | Annotated[PlacedStats, _Placed],
    Discriminator(_fields),
]


class Band(Model):
    """The colours of the band of cards."""

    by: FieldName
    """The field whose value chooses the colour: a choice, a text, a number or a word; or `kind` for
    the kind of the entry.
    """
    colours: dict[_Value, Colour] = Field(min_length=1, max_length=40)
    """The colour of each value, as it is written: `{Natural History: "#304020", C+: "#902010"}`.
    Capitals, accents, hyphens and underscores make no difference.
    """

    def key_of(self, values: Iterable[str]) -> str:
        """The key of the first of some values that has a colour; empty if none has one."""
        keys = {folded(key): key for key in self.colours}
        for value in values:
            # Punctuation makes a difference only where both are there, such as C+ and C-.
            names = (folded(value), folded(id_from(value)))
            if key := next((keys[name] for name in names if name and name in keys), ""):
                return key
        return ""


def chooser_of(values: Backgrounds | ValueColours | ValueShapes) -> Band:
    """What chooses among values, as a band does among its colours."""
    return Band.model_construct(by=values.by, colours=values.values)


class Choice(NamedTuple):
    """What the values of a field choose in a recipe: the path of its key, that of the values, and
    the colours, pictures or shapes, as a band has them.
    """

    path: Path
    values: Path
    band: Band

    @staticmethod
    def of(path: Path, choosing: object) -> Iterator[Choice]:
        """The choice in the value of a key; none in one that is the same for all entries."""
        if isinstance(choosing, Band):
            yield Choice(path, (*path, "colours"), choosing)
        elif isinstance(choosing, Backgrounds | ValueColours | ValueShapes):
            yield Choice(path, path, chooser_of(choosing))


def _band(value: object) -> object:
    if isinstance(value, str) and not value.startswith("#"):
        hint = f"write band: {{by: {value}, colours: {{…}}}}"
        raise PydanticCustomError("band", "a band has colours", {"hint": hint})
    return value


BandOrColour = Annotated[Band | Colour | None, BeforeValidator(_band)]


_TWO_NUMBERS = [[one, other] for one in (int, float) for other in (int, float)]


def _drawn_for(value: object) -> object:
    """The width and height (mm) of a card, by the name of its format or by its sides."""
    hint = "a format such as poker, or [width, height] in mm"
    if isinstance(value, list) and [*map(type, value)] in _TWO_NUMBERS:
        value = f"{value[0]} x {value[1]} mm"
    if not isinstance(value, str):
        raise PydanticCustomError("drawn_for", "expected the size of a card", {"hint": hint})
    try:
        size = card_size(value)
    except ValueError as error:
        message = {"message": str(error), "hint": hint}
        raise PydanticCustomError("drawn_for", "{message}", message) from error
    return [size.width, size.height]


DrawnFor = Annotated[
    list[float],
    BeforeValidator(_drawn_for, json_schema_input_type=str | list[float]),
    Field(min_length=2, max_length=2),
]


# How a picture is printed in low ink.
LowInk = Literal["full", "pale", "none"]


class RecipePicture(Placed):
    """The picture of a face, and how it fills its place."""

    field: Annotated[FieldName | None, Field(alias="from")] = None
    """The field with the image. Left out: the picture is that of `picture_file`."""
    fit: Literal["contain", "cover", "full"] | None = None
    """`contain`: all of it is printed, away from the cut. `cover`: it fills its place, cropped.
    `full`: it covers the whole face and its bleed, behind all else. Left out: drawings and square
    pictures are `contain`, others `cover`.
    """
    focus: Literal["top", "bottom", "left", "right", "center"] = "center"
    """The part that stays where the picture is cropped."""
    low_ink: LowInk | None = None
    """How the picture is printed in low ink: `full`, `pale`, with a quarter of its ink, or `none`.
    Left out: `full`, but with less than half of its ink where it is across the card, below words.
    """


def _recipe_picture(value: object) -> object:
    return value if isinstance(value, dict) else {"from": value}


def _picture_pattern(value: object) -> object:
    if isinstance(value, str) and not BRACED.search(value):
        message, hint = "expected the name of a file with a field in braces", "such as art_{id}.svg"
        raise PydanticCustomError("picture_file", message, {"hint": hint})
    if isinstance(value, str) and (".." in value.split("/") or value.startswith("/")):
        message, hint = "expected a file in the folder of the game", "such as images/art_{id}.svg"
        raise PydanticCustomError("picture_file", message, {"hint": hint})
    return value


def _is_picture(name: str) -> bool:
    """Whether words name a file in the folder of the game."""
    return "." in name and ".." not in name.split("/") and not name.startswith("/")


def _ground(value: object) -> object:
    """A colour, or the file of a picture."""
    if isinstance(value, str) and not value.startswith("#"):
        if not _is_picture(value):
            hint = 'such as "#7c1d12", or images/paper.jpg'
            raise PydanticCustomError("ground", "expected a colour or a picture", {"hint": hint})
    elif isinstance(value, str) and not _IS_COLOUR.fullmatch(value):
        hint = 'such as "#7c1d12"'
        raise PydanticCustomError("ground", "expected a colour", {"hint": hint})
    return value


_IS_COLOUR = re.compile("#[0-9a-fA-F]{6}")

# A colour or a picture behind all else.
GroundValue = Annotated[str, Field(max_length=120), BeforeValidator(_ground)]


class Backgrounds(Model):
    """A colour or a picture for each value of a field."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, GroundValue] = Field(init=False)

    by: FieldName
    """The field whose value chooses, or `kind` for the kind of the entry. Beside it, each value has
    its colour or its picture: `{by: type, fire: "#7c1d12", sea: images/sea.jpg}`.
    """

    @model_validator(mode="after")
    def _with_values(self) -> Backgrounds:
        if not self.values:
            message, hint = "no value has a background", 'such as {by: type, fire: "#7c1d12"}'
            raise PydanticCustomError("background", message, {"hint": hint})
        return self

    @property
    def values(self) -> dict[str, str]:
        """The colour or the picture of each value."""
        return self.__pydantic_extra__ or {}


def _background(value: object) -> str:
    return "by" if isinstance(value, dict | Backgrounds) else "one"


Background = Annotated[
    Annotated[GroundValue, Tag("one")] | Annotated[Backgrounds, Tag("by")],
    Discriminator(_background),
]

# The frames that are drawn.
FRAMES = ("none", "line", "double", "corners")


def _frame(value: object) -> object:
    if isinstance(value, str) and value not in FRAMES and not _is_picture(value):
        hint = f"{', '.join(FRAMES)}, or a picture such as images/frame.png"
        raise PydanticCustomError("frame", f"no frame '{value[:40]}'", {"hint": hint})
    return value


Frame = Annotated[str, Field(max_length=120), BeforeValidator(_frame)]

PicturePattern = Annotated[str, Field(max_length=120), BeforeValidator(_picture_pattern)]

# What may be done with a text that is too long for its card.
Way = Literal["smaller", "column", "back", "card"]


def _ways(ways: list[Way]) -> list[Way]:
    if len({*ways}) < len(ways):
        raise PydanticCustomError("overlong", "each way is named once")
    if "card" in ways[:-1]:
        message, hint = "`card` is the last way: what follows it is never done", "put it at the end"
        raise PydanticCustomError("overlong", message, {"hint": hint})
    return ways


# Where a part is named: it is left out. Without its name, a title is the name of the entry.
NO_TITLE = "none"

# The parts that a look leaves out by this word, besides the title.
_PARTS = (
    "subtitle", "index", "corner", "picture", "picture_file", "symbol", "body", "icons", "stats",
    "legend", "foot", "labels", "band",
)  # fmt: skip


class Recipe(Model):
    """A face as a list of places and of what is printed in them: fields, or words with fields in
    braces, such as `"{attack} / {defence}"`. Words in square brackets, and signs between two
    fields, are printed with their values only.
    """

    style: Id | None = None
    """The style of the face, one of those of the theme. Left out: that of the game."""
    title: AnySlot | None = None
    """The field that is printed as the title; `none` prints no title. Left out: the name, unless
    there is an `index`. This and the other parts may be mappings with a place and type of their
    own: `{from: name, at: [4, 50, 55, 8], font: Cinzel}`.
    """
    subtitle: AnySlot | None = None
    """A line below the title."""
    index: IconSlots | None = None
    """Values in two opposite corners, one below the other, as on playing cards."""
    corner: AnyIcons | None = None
    """Values in discs at the top right, from right to left."""
    picture: Annotated[RecipePicture, BeforeValidator(_recipe_picture)] | None = None
    """An image across the card: its field, or its field and how it fills its place."""
    picture_file: PicturePattern | None = None
    """The picture of each entry by the name of its file, with fields in braces:
    `images/art_{id}.svg`. `{id}` is the id of the entry; the ending may be left out. An entry with
    a value in the field of `picture` has that one.
    """
    background: Background | None = None
    """What is behind all else, into the bleed, in full ink: a colour, a picture in the folder of
    the game, or one for each value of a field. Left out: that of the style.
    """
    frame: Frame | None = None
    """A frame over the picture and below the words: `line`, `double` or `corners`, in the colour of
    the band; `none`; or a picture in the folder of the game with openings, which goes into the
    bleed. Left out: that of the style.
    """
    symbol: AnyIcon | None = None
    """A large icon, that with the name of the value."""
    body: AnySlots | None = None
    """Texts and values in the middle."""
    icons: AnyIcons | None = None
    """A row of icons with the names of the values."""
    stats: AnyStats | None = None
    """Values with their labels, or with the icons of their fields."""
    legend: Literal["all"] | Annotated[list[IconName], Field(max_length=40)] | None = None
    """Icons with what they are called, below the body: `all` of the game, or those of a list."""
    foot: AnySlots | None = None
    """Texts and values at the bottom."""
    words: Annotated[list[PlacedSlot], Field(max_length=20)] = []
    """Further words, each in a place of its own: `{from: "{attack}", at: [4, 70, 12, 12]}`."""
    labels: dict[FieldName, Text] | FieldName | FieldNames | None = None
    """The fields that are printed after their label, or after the words that are given for them; in
    a corner, the label is below the value.
    """
    size: Annotated[float, Field(ge=6.4, le=30, strict=False)] | None = None
    """The largest type of the body (pt). Left out: the one that suits the whole deck."""
    columns: Annotated[int, Field(ge=1, le=2)] = 1
    """The columns of the body: 2 on wide cards, such as cards that are turned."""
    drop_cap: Annotated[int, Field(ge=2, le=3)] | bool | None = None
    """Whether the body begins with a large letter, in the font of titles, that is as high as two
    lines, or as `3`. Left out: as the style has it. Short texts have none.
    """
    keywords: bool = False
    """Whether the words of `terms` and the names of traits stand out in the body, as the style has
    them: in small capitals, in colour or bold.
    """
    overlong: Annotated[list[Way], Field(min_length=1, max_length=4), AfterValidator(_ways)] = [
        "smaller", "card",
    ]  # fmt: skip
    """What is done, in this order, with a text that is too long for its card: `smaller` sets it in
    smaller type, down to 6.4 pt; `column` sets it in two columns, where the card is wide enough;
    `back` lets it go on on the back of its card, if the deck has no other backs; `card` lets it go
    on on further cards, with `1/2` and `2/2` after their titles. A text that does not fit in any of
    these ways is a problem (`face-overflow`): its card is printed with a mark, in a draft.
    """
    align: Literal["left", "center"] | None = None
    """The alignment of the body. Left out: it is that of the titles of the style if all texts of
    the deck are short, else on the left.
    """
    band: BandOrColour = None
    """The colour of the band: one for all cards, or one for each value."""
    drawn_for: DrawnFor | None = None
    """The card whose size the places (`at`) are given for: a format, such as `poker`, or its width
    and height in mm, such as `[63, 88]`. On cards of another size, places become wider and higher
    with the card, and type grows as titles do. Left out: places are mm on the cards of the product.
    """
    when: Annotated[list[Look], Field(max_length=20)] = []
    """Other looks of some entries: of those whose condition an entry meets, the first one is used.
    """

    # How much wider and higher than written places are; see `scaled_to`.
    _scale: tuple[float, float] = PrivateAttr(default=(1.0, 1.0))

    @property
    def scale(self) -> tuple[float, float]:
        """How many times as wide and as high as written the places are on the cards."""
        return self._scale

    def scaled_to(self, card: Size) -> Recipe:
        """The recipe for a card of another size than that for which its places are given."""
        if self.drawn_for is None:
            return self
        drawn = Size(*self.drawn_for)
        across, down = scale = card.width / drawn.width, card.height / drawn.height
        grown = type_growth(card) / type_growth(drawn)
        looks = [look.model_copy(update=_scaled(look, across, down, grown)) for look in self.when]
        changes = {**_scaled(self, across, down, grown), "when": looks, "drawn_for": None}
        scaled = self.model_copy(update=changes)
        scaled._scale = scale
        return scaled

    @property
    def first_ways(self) -> list[Way]:
        """What is done with a text that is too long before it goes on elsewhere."""
        ways = self.overlong
        return ways[: next((n for n, way in enumerate(ways) if way in ("back", "card")), len(ways))]

    @field_validator(*_PARTS, mode="before")
    @classmethod
    def _without(cls, value: object) -> object:
        return None if value == NO_TITLE else value

    def with_look(self, look: Look) -> Recipe:
        """The recipe of the faces with a look: its keys, with those that the look gives. Of a key
        that is a mapping in both, such as `picture`, the look may give a part. Without a picture,
        there is none of a file either.
        """
        given = {name: getattr(look, name) for name in look.model_fields_set - {"condition"}}
        if look.picture is None and "picture" in given:
            given.setdefault("picture_file", None)
        for name, value in given.items():
            before = getattr(self, name)
            if printed_part(value) == []:
                # An empty list leaves out the part with its place.
                given[name] = []
                continue
            if isinstance(value, Styled) and not isinstance(before, Styled):
                before = type(value).model_construct().model_copy(update={"part": before})
            left_out = value is None or value == NO_TITLE
            if isinstance(before, Styled) and not isinstance(value, Styled) and not left_out:
                given[name] = before.model_copy(update={"part": value})
            elif isinstance(value, Model) and isinstance(before, Model):
                changes = {key: getattr(value, key) for key in value.model_fields_set}
                given[name] = before.model_copy(update=changes)
        return self.model_copy(update={**given, "when": []})

    def styled(self) -> Iterator[tuple[Path, Styled]]:
        """The parts with a place or type of their own, besides the picture, in reading order, each
        with its path.
        """
        for name in STYLED:
            if isinstance(value := getattr(self, name), Styled):
                yield (name,), value
        yield from ((("words", number), each) for number, each in enumerate(self.words))

    def styled_in(self, place: str) -> Styled | None:
        """A part with a place or type of its own; None for one without."""
        value = getattr(self, place)
        return value if isinstance(value, Styled) else None

    def is_placed(self, place: str) -> bool:
        """Whether a part has a place of its own."""
        value = getattr(self, place)
        return isinstance(value, Placed) and value.at is not None

    def flow_size(self, place: str) -> float | None:
        """The largest type (pt) that the recipe asks for in a part without a place of its own."""
        part = self.styled_in(place)
        return part.size if part and not part.at else None

    @property
    def body_size(self) -> float | None:
        """The largest type of the body (pt) that the recipe asks for."""
        body = self.styled_in("body")
        return (body.size if body else None) or self.size

    @property
    def body_align(self) -> str:
        """The alignment of the body; empty for that of the style."""
        body = self.styled_in("body")
        return (body.align if body else None) or self.align or ""

    def choices(self) -> Iterator[Choice]:
        """What the values of fields choose: the band, the background, and what is behind words."""
        yield from Choice.of(("band",), self.band)
        yield from Choice.of(("background",), self.background)
        for path, part in self.styled():
            for key in ("colour", "fill", "shape"):
                yield from Choice.of((*path, key), getattr(part, key))

    def grounds(self) -> Iterator[tuple[Path, str]]:
        """The backgrounds, each with its path."""
        if isinstance(self.background, Backgrounds):
            yield from ((("background", key), each) for key, each in self.background.values.items())
        elif self.background:
            yield ("background",), self.background

    @property
    def frame_picture(self) -> str:
        """The picture of the frame; empty for one that is drawn."""
        return self.frame if self.frame and self.frame not in FRAMES else ""

    @property
    def stats_place(self) -> str:
        """Where the stats are; `own` in a place of their own."""
        if not isinstance(self.stats, PlacedStats):
            return "bottom"
        return "own" if self.stats.at else self.stats.place

    @property
    def full_bar(self) -> float:
        """The value that a full bar beside a stat stands for; 0 without bars."""
        return (isinstance(self.stats, PlacedStats) and self.stats.bars) or 0.0

    def places(self) -> Iterator[tuple[Path, str]]:
        """The fields that the recipe names, each with the path of the value that names it. Icons
        in braces may be among them.
        """
        for path, part in self.parts():
            if isinstance(part, Composed):
                yield from (((*path, *within), name) for within, name in part.fields())
            elif isinstance(part, FieldIcons):
                yield (*path, "from"), part.field
            else:
                yield path, part
        for each in braced(self.picture_file or ""):
            if each.name != ENTRY_ID:
                yield ("picture_file",), each.name

    def parts(self) -> Iterator[tuple[Path, Part]]:
        """What is in the places, each with its path."""
        for place in Recipe.model_fields.keys() - _NO_PLACES:
            value = getattr(self, place)
            if place == "words":
                for number, each in enumerate(value):
                    yield from _parts_of(each, (place, number))
            elif place != "title" or value != NO_TITLE:
                yield from _parts_of(value, (place,))

    def parts_in(self, place: str, number: int = 0) -> list[Part]:
        """What is in a place, in order; of `words`, what is in those with a number."""
        value = getattr(self, place)
        if place == "words":
            value = value[number]
        if place == "title" and printed_part(value) is None and not self.index:
            return ["name"]
        if place == "title" and value == NO_TITLE:
            return []
        return [part for _, part in _parts_of(value, ())]

    def fields_in(self, place: str, number: int = 0) -> list[str]:
        """The fields in a place that are there by themselves or as icons, not within words."""
        parts = self.parts_in(place, number)
        names = [part.field if isinstance(part, FieldIcons) else part for part in parts]
        return [name for name in names if not isinstance(name, Composed)]


def _scaled(recipe: Recipe, across: float, down: float, grown: float) -> dict[str, object]:
    """The parts of a recipe with places or type, wider, higher and in larger type."""
    changes: dict[str, object] = {}
    for name in (*STYLED, "picture"):
        if isinstance(part := getattr(recipe, name), Placed):
            changes[name] = part.scaled(across, down, grown)
    if recipe.words:
        changes["words"] = [part.scaled(across, down, grown) for part in recipe.words]
    if recipe.size:
        changes["size"] = round(max(_LEAST_BODY, min(_MOST_BODY, recipe.size * grown)), 2)
    # What a look leaves out stays left out.
    return {name: value for name, value in changes.items() if name in recipe.model_fields_set}


# The least and the largest type of a body that a recipe may ask for (pt).
_LEAST_BODY, _MOST_BODY = 6.4, 30.0


def printed_part(value: object) -> object:
    """What is printed in a part, whether it has a place of its own or not."""
    return getattr(value, "part", None) if isinstance(value, Styled) else value


def _parts_of(value: object, path: Path) -> Iterator[tuple[Path, Part]]:
    """What is in a part, each with its path."""
    if isinstance(value, Styled):
        key = "of" if isinstance(value, PlacedStats) else "from"
        value, path = printed_part(value), (*path, key)
    if isinstance(value, RecipePicture):
        # A look may leave it out.
        if value.field:
            yield (*path, "from"), value.field
    elif isinstance(value, Composed | FieldIcons):
        yield path, value
    elif isinstance(value, dict):
        yield from (((*path, name), name) for name in value)
    elif isinstance(value, list):
        yield from (((*path, index), each) for index, each in enumerate(value))
    elif isinstance(value, str) and value:
        yield path, value


# The parts that may have a place or type of their own, in reading order.
STYLED = ("title", "subtitle", "corner", "symbol", "body", "stats", "icons", "foot")

# The keys of a recipe that name no fields by themselves.
_NO_PLACES = {
    "style", "size", "align", "band", "background", "frame", "columns", "drop_cap", "keywords",
    "overlong", "picture_file", "legend", "drawn_for", "when",
}  # fmt: skip


# Words in quotes, and what may be a name, in an expression.
_QUOTED, _NAME = re.compile(r"'[^']*'|\"[^\"]*\""), re.compile(r"[^\W\d]\w*")


def names_in(condition: str) -> list[str]:
    """The words of a condition that may be names of fields, whether it is valid or not."""
    return _NAME.findall(_QUOTED.sub(" ", condition))


class LookPicture(RecipePicture):
    """What a look changes about the picture of a face."""

    field: Annotated[FieldName, Field(alias="from")] = ""
    """The field with the image. Left out: that of the recipe."""


class Look(Recipe):
    """What is different on the faces of the entries that meet a condition: any keys of a recipe,
    which replace those of the recipe. `none` leaves a part out: `body: none`.
    """

    condition: Annotated[Expression, Field(alias="if")]
    """A condition, such as `kind == "boss"` or `cost >= 5`; its names are those of `where`."""
    picture: Annotated[LookPicture, BeforeValidator(_recipe_picture)] | None = None
    """The picture. What is left out of `from`, `fit` and `focus` is as in the recipe."""
    # No keys: looks have no looks, and the places of all looks are for one size.
    when: ClassVar[list[Look]] = []  # type: ignore[misc]
    drawn_for: ClassVar[None] = None  # type: ignore[misc]


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
    low_ink: LowInk = "full"
    """How the picture is printed in low ink: `full`, `pale`, with a quarter of its ink, or `none`.
    """
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

    def looks(self) -> Iterator[tuple[tuple[str | int, ...], Recipe]]:
        """The recipes of both sides and their looks, each with its path."""
        for side, recipe in self.recipes():
            yield (side,), recipe
            for number, look in enumerate(recipe.when):
                yield (side, "when", number), look

    def choosers(self) -> Iterator[Band]:
        """What chooses among colours, pictures and shapes by the value of a field."""
        yield from (choice.band for choice in Choice.of((), self.band))
        for _, recipe in self.looks():
            yield from (choice.band for choice in recipe.choices())

    def conditions(self) -> Iterator[str]:
        """The conditions of looks."""
        for _, recipe in self.looks():
            if isinstance(recipe, Look):
                yield recipe.condition

    def choosing(self) -> Iterator[str]:
        """The names of fields that choose a colour or a look."""
        yield from (chooser.by for chooser in self.choosers())
        for condition in self.conditions():
            yield from names_in(condition)
