"""The models of `products.yaml`: the products of a game, by output kind."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.content.limits import MAX_CODE_URL
from printgen.content.models.base import (
    KEY,
    Count,
    Expression,
    Id,
    Ink,
    Language,
    Model,
    Paper,
    Reference,
    UniqueList,
)
from printgen.content.models.faces import (
    Faces,
    FieldName,
    Ground,
    field_key,
    names_in,
)
from printgen.content.models.kind import Rule
from printgen.content.models.text import Text
from printgen.geometry.outlines import Outline, rectangle
from printgen.paper import (
    CARDS,
    LARGEST_CARD,
    SMALLEST_CARD,
    Size,
    card_size,
    paper_size,
    shared_sheet,
)
from printgen.problems import did_you_mean

ChapterName = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*$")]


# Tolerance of a guillotine and a home printer at the edge of a card (mm).
SAFE = 3.0

# What becomes of hidden rows and columns of a spreadsheet.
HiddenCells = Literal["read", "skip"] | None

# The keys and indexes of a value inside a product.
ValuePath = tuple[str | int, ...]


class EntryReference(NamedTuple):
    """A reference from a product to an entry of one of several kinds.

    `path` is the path of the value in the product, or of its key with `on_key`.
    """

    kinds: tuple[str, ...]
    name: str
    path: ValuePath
    on_key: bool = False


class Product(Model):
    """The keys of every product."""

    # Whether the product is in lists of what a game consists of.
    is_component: ClassVar[bool] = True

    output: str
    """The kind of product, which decides about the other keys."""
    title: Text
    """The title of the product: on its pages, in its file, and in the lists of what is built."""
    languages: UniqueList[Language] | None = None
    """The languages that the product is built in. Left out: all of the game."""
    papers: UniqueList[Paper] = Field(default=["a4", "letter"], min_length=1)
    """The papers that it is built for: names such as `a4`, or sizes such as `330 x 483 mm`."""
    inks: UniqueList[Ink] = Field(default=["full", "low"], min_length=1)
    """The variants that are built: `full` colour, and `low` without backgrounds, to save ink.
    Pictures print as they are in both.
    """

    def references(self) -> Iterator[EntryReference]:
        """The entries that the product names. All of them must exist."""
        yield from ()

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The templates that the product names, each with the path of its value."""
        yield from ()

    def common_backs(self) -> Iterator[tuple[ValuePath, Ground]]:
        """The faces of the product that need no entry, each with the path of its value."""
        yield from ()

    def wrong_sizes(self) -> Iterator[tuple[ValuePath, str, str]]:
        """The sizes that are none, or out of range: the path, the message and the hint."""
        yield from ()

    @property
    def piece_size(self) -> Size | float | None:
        """The size of a piece, or its only length (mm), in lists of what a game consists of."""
        return None

    @property
    def piece_count(self) -> tuple[int, str] | None:
        """The number of pieces without entries, and the unit that is named after it, if any."""
        return None


def list_references(
    kind: str, names: list[str] | Literal["all"], *above: str
) -> Iterator[EntryReference]:
    """References to the entries listed under the key `kind`, which is below the keys `above`."""
    if names != "all":
        for number, name in enumerate(names):
            yield EntryReference((kind,), name, (*above, kind, number))


def _web_address(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise _fault("an address begins with https:// or http://")
    if wrong := _ADDRESS.sub("", text):
        raise _fault(f"an address has no '{wrong[0]}'", "write it as your browser copies it")
    return text


WebAddress = Annotated[str, AfterValidator(_web_address)]


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _sort_key(value: object) -> object:
    falls = isinstance(value, str) and value.startswith("-")
    name = field_key(value[1:].strip() if falls and isinstance(value, str) else value)
    return f"-{name}" if falls else name


# A field, with a minus to sort downwards.
SortKey = Annotated[str, BeforeValidator(_sort_key), StringConstraints(pattern=f"^-?{KEY}$")]

SortKeys = Annotated[
    list[SortKey],
    BeforeValidator(_listed, json_schema_input_type=SortKey | list[SortKey]),
    Field(max_length=8),
]


class FacesProduct(Product, ABC):
    """Pieces with a face or two for each of their entries, imposed on sheets: profiles, action
    plans, and entries of kinds that the game declares.
    """

    # The templates of faces by recipe, and of common backs.
    recipe_template: ClassVar[str] = "recipe"
    back_template: ClassVar[str] = "common-back"
    # Whether an entry with `copies` is printed so often.
    counts_copies: ClassVar[bool] = True
    # Whether the templates of backs see `mirrored`.
    mirrored_backs: ClassVar[bool] = False
    # Whether each group has one piece, rather than each entry.
    piece_per_group: ClassVar[bool] = False
    # Whether bleed follows the outline of a piece, rather than the box around it.
    bleeds_along_outline: ClassVar[bool] = False

    profiles: list[Reference] | Literal["all"] | None = None
    """The profiles that are printed: a list of ids, or `all`. Left out: all, unless other entries
    are named.
    """
    plans: list[Reference] | Literal["all"] | None = None
    """The action plans that are printed: a list of ids, or `all`."""
    entries: dict[Id, list[Reference] | Literal["all"]] = {}
    """The entries of other kinds that are printed, by kind: a list of ids, or `all`."""
    source: str | None = None
    """A spreadsheet, or a JSON file with a list of objects, in the folder of the game: a row for
    each piece. Its columns are the fields.
    """
    published: WebAddress | None = None
    """The address of a shared sheet, from which `printgen sheet pull` renews the `source`, a CSV,
    TSV or JSON file. No other command uses the network.
    """
    sheet: str | None = None
    """The sheet of the spreadsheet that is read. Left out: the first one."""
    columns: dict[str, str] = {}
    """The field of each header that has another name; `-` is for a column that is not read."""
    hidden: HiddenCells = None
    """What becomes of hidden rows and columns of the spreadsheet: `read` or `skip`. Left out: they
    are read, with a warning.
    """
    where: Expression | None = None
    """A condition on the entries: those that meet it are printed, such as `level == 1 and school !=
    "ritual"`. Its names are fields, `name`, and `kind`, the kind of the entry. A value that an
    entry lacks is `""`.
    """
    except_: Annotated[list[Reference], Field(alias="except", max_length=500)] = []
    """Entries that are left out, by id."""
    sort: SortKeys = []
    """The fields by which the pieces are sorted, the first one first; `-cost` begins with the
    highest cost. Names are in the alphabetical order of the language that is printed, numbers by
    their size, options as the game lists them. Pieces without a value are last. Left out: the order
    of the entries.
    """
    group: FieldName | None = None
    """A field: the pieces of one value are together, and sorted among themselves. Of `dividers`,
    there is one for each value: it shows the value, its icon and the number of cards, unless
    `faces` say what it shows of the first entry with that value.
    """
    roster: Id | None = None
    """A roster: the pieces are those that its members need."""
    totals: list[Rule] = Field(default=[], max_length=50)
    """Rules that hold for all pieces together, such as their number."""
    quantities: dict[Reference, Count] = {}
    """The number of copies of single entries, by id."""
    faces: Faces
    """What is on the front and on the back."""
    bleed: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    """How far the ground goes on beyond the cut (mm), so that a cut that is a little off shows no
    white.
    """
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.0
    """The radius of rounded corners (mm); 0 is for square corners."""
    duplex: Literal["long-edge", "short-edge", "gutter-fold"] = "long-edge"
    """The edge on which the printer turns the paper, or `gutter-fold` for backs beside the fronts,
    to fold and glue.
    """

    @model_validator(mode="after")
    def _has_source(self) -> FacesProduct:
        if self.source is None and (self.sheet or self.columns or self.hidden or self.published):
            hint = "such as `source: cards.csv`"
            message = "`sheet`, `columns`, `hidden` and `published` need a `source`"
            raise PydanticCustomError("source", message, {"hint": hint})
        return self

    @property
    def shows_groups(self) -> bool:
        """Whether each piece shows the value of its group instead of an entry."""
        return self.shown_group != "" and "faces" not in self.model_fields_set

    @property
    def shown_group(self) -> str:
        """The field whose values have a piece each; empty if entries have one."""
        return self.group or "" if self.piece_per_group else ""

    @property
    def layout(self) -> SheetLayout | None:
        """How to read the `source`, if there is one."""
        if self.source is None:
            return None
        return SheetLayout(
            source=self.source, sheet=self.sheet, columns=self.columns, hidden=self.hidden
        )

    @property
    @abstractmethod
    def trim(self) -> Size:
        """The size of the box around a piece after the cut (mm)."""

    @property
    def piece_size(self) -> Size | float:
        """The size of a piece, or its only length (mm), in lists of what a game consists of."""
        return self.trim

    @property
    def safe(self) -> float:
        """The distance of words from the edges of this box (mm)."""
        return SAFE

    @property
    def shown_radius(self) -> float:
        """The radius of the corners of a piece (mm); half the size of a round one."""
        return self.corner_radius

    def outline(self, number: int, margin: float = 0.0) -> Outline:
        """The outline of the piece with a number in the deck, moved outwards by `margin` mm. The
        box around the piece has its top left corner at the origin.
        """
        size, radius = self.trim.grown(margin), self.corner_radius
        around = radius + margin if radius else 0.0
        return rectangle(size.width, size.height, around).placed(-margin, -margin)

    def face_values(self, number: int, mirrored: bool) -> dict[str, object]:
        """What templates see besides the entry with a number in the deck, on its front or behind,
        `mirrored`.
        """
        return {}

    @property
    def has_backs(self) -> bool:
        """Whether each piece has a back."""
        return self.faces.two_sided

    @property
    def prints_behind(self) -> bool:
        """Whether backs are on the other side of the paper."""
        return self.faces.two_sided

    @property
    def kinds(self) -> dict[str, list[Reference] | Literal["all"]]:
        """The kinds of entry on the pieces, and their entries. The default is all profiles."""
        given = {"profiles": self.profiles, "plans": self.plans, **self.entries}
        named = {kind: names for kind, names in given.items() if names is not None}
        return named or {"profiles": "all"}

    def references(self) -> Iterator[EntryReference]:
        """The printed entries, and those with a quantity."""
        for name in self.quantities:
            yield EntryReference(tuple(self.kinds), name, ("quantities", name), on_key=True)
        for number, name in enumerate(self.except_):
            yield EntryReference(tuple(self.kinds), name, ("except", number))
        for kind, names in self.kinds.items():
            above = ("entries",) if kind in self.entries else ()
            yield from list_references(kind, names, *above)
        if self.roster:
            yield EntryReference(("rosters",), self.roster, ("roster",))

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The templates of front and back that are no recipes."""
        for side in ("front", "back"):
            if isinstance(template := getattr(self.faces, side), str):
                yield template, ("faces", side)

    def common_backs(self) -> Iterator[tuple[ValuePath, Ground]]:
        """The back that all pieces share, and those that the pieces of a kind share."""
        if self.faces.common_back:
            yield ("faces", "common_back"), self.faces.common_back
        for name, back in self.faces.common_backs.items():
            yield ("faces", "common_backs", name), back


@dataclass(frozen=True)
class FieldUse:
    """What products do with the fields of their entries: those that recipes print, those of
    `pictures`, and those that choose entries, colours or looks. `templates` may print any others.
    """

    printed: frozenset[str]
    pictures: frozenset[str]
    choosing: frozenset[str]
    templates: bool

    @staticmethod
    def of(products: Iterable[FacesProduct]) -> FieldUse:
        """What some products do with the fields."""
        values = [*products]
        faces = [each.faces for each in values]
        places = [
            (path[0], name)
            for each in faces
            for _, recipe in each.looks()
            for path, name in recipe.places()
        ]
        choosing = {name for each in faces for name in each.choosing()}
        for each in values:
            choosing.update(names_in(each.where or ""), filter(None, [each.group]))
            choosing.update(key.removeprefix("-") for key in each.sort)
        return FieldUse(
            frozenset(name for _, name in places),
            frozenset(name for place, name in places if place == "picture"),
            frozenset(choosing),
            any(isinstance(face, str) for each in faces for face in (each.front, each.back)),
        )

    def may_read(self, name: str) -> bool:
        """Whether a product may print a field, or choose by it."""
        return self.templates or name in self.printed or name in self.choosing


# The fields of entries whose products are not known.
ANY_USE = FieldUse(frozenset(), frozenset(), frozenset(), True)


class CardsProduct(FacesProduct):
    """Cards on sheets, to cut out."""

    output: Literal["cards"]
    """`cards`: cards on sheets, to cut out."""
    format: str = "poker"
    """The size of a card after the cut: a name such as `poker`, or such as `63 x 88 mm`."""
    per_sheet: Annotated[int, Field(ge=1, le=16)] | None = None
    """The number of cards that fill a sheet, in place of a `format`: 4 cards are about a quarter of
    the paper each. With several papers, they fit on all of them.
    """
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    """The radius of the corners after the cut (mm); 0 is for square corners."""
    gutter: Annotated[float, Field(ge=0, le=30, strict=False)] | Literal["auto"] = "auto"
    """The distance between cards on a sheet (mm). `auto` is twice the bleed, or none if more cards
    then fit.
    """
    code: CodeUrl | CardCode | None = None
    """An address: each card has a QR code that opens it at the id of the card, such as the page of
    `printgen export text`.
    """

    @model_validator(mode="after")
    def _has_one_size(self) -> CardsProduct:
        if self.per_sheet is None:
            return self
        if "format" in self.model_fields_set:
            raise PydanticCustomError("per_sheet", "give one of `format` and `per_sheet`")
        short, long = sorted((self.trim.width, self.trim.height))
        if short < SMALLEST_CARD or long > LARGEST_CARD:
            bounds = f"{SMALLEST_CARD:g} to {LARGEST_CARD:g} mm a side"
            message = f"cards of {self.trim} do not fit `per_sheet`: a card has {bounds}"
            raise PydanticCustomError("per_sheet", "{message}", {"message": message})
        return self

    @model_validator(mode="after")
    def _has_coded_side(self) -> CardsProduct:
        if self.card_code and self.card_code.face == "back" and not self.faces.back:
            shared = "all cards share their back" if self.has_backs else "the cards have no back"
            raise PydanticCustomError("code", f"no code on the back: {shared}")
        return self

    @model_validator(mode="after")
    def _scales_places(self) -> CardsProduct:
        try:
            card = self.trim
        except ValueError:
            # `wrong_sizes` names it.
            return self
        changes = {side: recipe.scaled_to(card) for side, recipe in self.faces.recipes()}
        return self.model_copy(update={"faces": self.faces.model_copy(update=changes)})

    @property
    def trim(self) -> Size:
        """The size of a card after the cut (mm)."""
        if self.per_sheet is None:
            return card_size(self.format)
        papers = map(paper_size, self.papers)
        gutter = 2 * self.bleed if self.gutter == "auto" else float(self.gutter)
        return shared_sheet(self.per_sheet, papers, self.bleed, gutter, self.duplex)

    def wrong_sizes(self) -> Iterator[tuple[ValuePath, str, str]]:
        """The format."""
        try:
            card_size(self.format)
        except ValueError as error:
            known = "`printgen list cards` shows all formats"
            yield ("format",), str(error), did_you_mean(self.format, CARDS) or known

    @property
    def card_code(self) -> CardCode | None:
        """The code of each card."""
        return CardCode(url=self.code) if isinstance(self.code, str) else self.code

    @property
    def coded_side(self) -> Literal["front", "back"]:
        """The side with the code. A common back has none: it would tell the cards apart."""
        given = self.card_code.face if self.card_code else None
        return given or ("back" if self.faces.back else "front")


class Products(Model):
    """`products.yaml`."""

    products: dict[Id, Product] = Field(min_length=1)


@cache
def build_products_model(models: tuple[type[Product], ...]) -> type[Products]:
    """The model of `products.yaml` for the given product models, one per output kind."""
    union: Any = reduce(or_, models)
    by_output = Annotated[union, Field(discriminator="output")]
    fields: Any = {"products": (dict[Id, by_output], Field(min_length=1))}
    return create_model("Products", __base__=Products, __doc__=Products.__doc__, **fields)


# --- the code on the cards of a deck: the address that a phone opens ------------------------------


# What is replaced in an address.
ID, LANG = "{id}", "{lang}"

# The characters of an address (RFC 3986, 2), after the places above are taken out.
_ADDRESS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*")


def _fault(message: str, hint: str = "such as https://example.org/cards.html") -> Exception:
    return PydanticCustomError("address", "{message}", {"message": message, "hint": hint})


def _valid_address(text: str) -> str:
    if len(text) > MAX_CODE_URL:
        message = f"the address has {len(text)} characters (at most {MAX_CODE_URL})"
        raise _fault(message, "the code of a long address is large")
    if not text.startswith(("http://", "https://")):
        raise _fault("an address begins with https:// or http://")
    bare = text.replace(ID, "").replace(LANG, "")
    if "{" in bare or "}" in bare:
        raise _fault("unknown words in braces", "{id} and {lang} are replaced")
    if wrong := _ADDRESS.sub("", bare):
        raise _fault(f"an address has no '{wrong[0]}'", "write it as your browser copies it")
    try:
        parts = urlsplit(bare)
        named = bool(parts.hostname) and parts.username is None and (parts.port or 1) > 0
    except ValueError:
        named = False
    if not named:
        raise _fault("the address has no valid name of a site")
    if "#" in text and ID not in text:
        raise _fault("an address with # says where the id is", f"such as …#{ID}")
    return text


CodeUrl = Annotated[str, AfterValidator(_valid_address)]


class CardCode(Model):
    """A QR code on each card, with an address of its own."""

    url: CodeUrl
    """The address, such as `https://example.org/cards.{lang}.html`. `{id}` is the id of the card,
    `{lang}` the language; without `{id}`, `#` and the id follow.
    """
    face: Literal["front", "back"] | None = None
    """The side with the code. Left out: the back, or the front of cards without a back of their
    own.
    """

    def address(self, id: str, lang: str) -> str:
        """The address of a card."""
        url = self.url if ID in self.url else f"{self.url}#{ID}"
        return url.replace(LANG, lang).replace(ID, id)


# The field of a column that is ignored.
IGNORED = "-"


class SheetLayout(Model):
    """How to read a spreadsheet: its file, a sheet of it, and the fields of headers."""

    source: str
    """The spreadsheet, a file beside this one. Each row is an entry."""
    sheet: str | None = None
    """The sheet of the spreadsheet that is read. Left out: the first one."""
    columns: dict[str, str] = {}
    """The field of each header that has another name; `-` is for a column that is not read."""
    hidden: HiddenCells = None
    """What becomes of hidden rows and columns: `read` or `skip`. Left out: they are read, with a
    warning.
    """
