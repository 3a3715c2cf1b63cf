"""The models of `products.yaml`: the products of a game, by output kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, StringConstraints, create_model, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import (
    Count,
    Id,
    Ink,
    Language,
    Model,
    Paper,
    Reference,
    Short,
    UniqueList,
)
from printgen.content.models.faces import Faces
from printgen.content.models.form import Form
from printgen.content.models.hexmap import Length
from printgen.content.models.kind import Rule
from printgen.content.models.sheet_layout import SheetLayout
from printgen.content.models.text import Text
from printgen.geometry.hexes import Orientation
from printgen.paper import Edition, MapEdition

ChapterName = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*$")]


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
    """The keys of every product. `output` is the kind of product, which has keys of its own.

    `languages` are those that it is printed in: all of the game, unless given. `papers` are those
    that it is built for. `inks` are full colour, and little ink.
    """

    output: str
    title: Text
    languages: UniqueList[Language] | None = None
    papers: UniqueList[Paper] = Field(default=["a4", "letter"], min_length=1)
    inks: UniqueList[Ink] = Field(default=["full", "low"], min_length=1)

    def references(self) -> Iterator[EntryReference]:
        """The entries that the product names. All of them must exist."""
        yield from ()

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The templates that the product names, each with the path of its value."""
        yield from ()


def _list_references(
    kind: str, names: list[str] | Literal["all"], *above: str
) -> Iterator[EntryReference]:
    """References to the entries listed under the key `kind`, which is below the keys `above`."""
    if names != "all":
        for number, name in enumerate(names):
            yield EntryReference((kind,), name, (*above, kind, number))


class FacesProduct(Product):
    """Pieces with a face or two for each of their entries: profiles, action plans, and entries of
    kinds that the game declares (`entries`). They are imposed on sheets. With `roster`, they are
    those that a roster needs. `totals` hold for all pieces.

    `profiles` and `plans` are lists of ids, or `all`. `quantities` are numbers of copies by entry.
    `faces` are front and back. `bleed` is the colour beyond the cut (mm), `corner_radius` the
    roundness of the corners (mm). `duplex` is the edge on which the paper is flipped.

    `source` is a spreadsheet in the folder of the game with a row for each piece: the product
    declares a kind of its own name, and its columns are the fields. `sheet` and `columns` are those
    of `SheetLayout`.
    """

    # The templates of faces by recipe, and of common backs.
    recipe_template: ClassVar[str] = "recipe"
    back_template: ClassVar[str] = "common-back"
    # Whether an entry with `copies` is printed so often.
    counts_copies: ClassVar[bool] = True
    # Whether the templates of backs see `mirrored`.
    mirrored_backs: ClassVar[bool] = False

    profiles: list[Reference] | Literal["all"] | None = None
    plans: list[Reference] | Literal["all"] | None = None
    entries: dict[Id, list[Reference] | Literal["all"]] = {}
    source: str | None = None
    sheet: str | None = None
    columns: dict[str, str] = {}
    roster: Id | None = None
    totals: list[Rule] = Field(default=[], max_length=50)
    quantities: dict[Reference, Count] = {}
    faces: Faces
    bleed: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.0
    duplex: Literal["long-edge", "short-edge", "gutter-fold"] = "long-edge"

    @model_validator(mode="after")
    def _has_source(self) -> FacesProduct:
        if self.source is None and (self.sheet or self.columns):
            hint = "such as `source: cards.csv`"
            message = "`sheet` and `columns` need a `source`"
            raise PydanticCustomError("source", message, {"hint": hint})
        return self

    @property
    def layout(self) -> SheetLayout | None:
        """How to read the `source`, if there is one."""
        if self.source is None:
            return None
        return SheetLayout(source=self.source, sheet=self.sheet, columns=self.columns)

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
        for kind, names in self.kinds.items():
            above = ("entries",) if kind in self.entries else ()
            yield from _list_references(kind, names, *above)
        if self.roster:
            yield EntryReference(("rosters",), self.roster, ("roster",))

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The templates of front and back that are no recipes."""
        for side in ("front", "back"):
            if isinstance(template := getattr(self.faces, side), str):
                yield template, ("faces", side)


class CardsProduct(FacesProduct):
    """Cards of a `format`: a size by name, or such as `63 x 88 mm`.

    `corner_radius` (mm) is that of the cut. `gutter` (mm) is the distance of cards on a sheet.
    """

    output: Literal["cards"]
    format: str = "poker"
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    gutter: Annotated[float, Field(ge=0, le=30, strict=False)] | Literal["auto"] = "auto"


class SheetProduct(Product):
    """Pages laid out at paper size, such as a quest sheet or a reference sheet.

    They are made by a `template`, or are a `form` to write on, or a `roster`. With a `page`, such
    as `half` or `quarter` (of the paper), `a5` or `100 x 150 mm`, as many copies are on each sheet
    as fit. `copies` is the least number of copies, for a pad. `pages` is the most pages of one
    copy: 1 for a form and 2 for other sheets, unless given.
    """

    output: Literal["sheet"]
    template: str | None = None
    form: Form | None = None
    page: Paper | Literal["half", "quarter"] | None = None
    copies: Count = 1
    quest: Id | None = None
    scenario: Id | None = None
    roster: Id | None = None
    profiles: list[Reference] | Literal["all"] = []
    studies: UniqueList[Id] = []
    pages: Annotated[int, Field(ge=1, le=32)] | None = None

    @model_validator(mode="after")
    def _has_content(self) -> SheetProduct:
        if not (self.template or self.form or self.roster):
            hint = "such as `template: reference`"
            message = "the sheet needs a `template`, a `form` or a `roster`"
            raise PydanticCustomError("sheet", message, {"hint": hint})
        return self

    @property
    def max_pages(self) -> int:
        """The most pages of one copy."""
        return self.pages or (1 if self.form else 2)

    def references(self) -> Iterator[EntryReference]:
        """The quest, the scenario, the roster, the profiles and the studies."""
        if self.quest:
            yield EntryReference(("quests",), self.quest, ("quest",))
        if self.scenario:
            yield EntryReference(("scenarios",), self.scenario, ("scenario",))
        if self.roster:
            yield EntryReference(("rosters",), self.roster, ("roster",))
        yield from _list_references("profiles", self.profiles)
        yield from _list_references("studies", self.studies)

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The template of the sheet, if it is not one of printgen."""
        if self.template:
            yield self.template, ("template",)


class BookProduct(Product):
    """Chapters as a book, in editions for the screen, for print, and as a folded booklet.

    `signature` is the number of pages folded together in a booklet, 0 for all of them.
    `sheet_thickness` (mm) sets the creep: how far each folded sheet pushes out the ones inside it.
    `page` is the page size of the screen and print editions, A5 by default. A book has a table of
    `contents` (of two chapters or more), an `imprint`, `notes` (the errata of its entries) and an
    `index` (of two terms or more), unless they are switched on or off. Without a `cover`, it begins
    with the first chapter, below the titles of the game and of the book.
    """

    output: Literal["book"]
    chapters: UniqueList[ChapterName] | Literal["all"] = "all"
    editions: UniqueList[Edition] = Field(default=["screen", "print", "booklet"], min_length=1)
    page: Paper | None = None
    cover: bool = True
    contents: bool | None = None
    imprint: bool = True
    notes: bool = True
    index: bool | None = None
    signature: Annotated[int, Field(ge=0, le=128, multiple_of=4)] = 0
    sheet_thickness: Annotated[float, Field(ge=0, le=0.5, strict=False)] = 0.1


class HexmapProduct(Product):
    """A map at true size, as tiles to join, as one whole page, or as counters; or blank hexes.

    Adjacent tiles share `overlap` mm. The page of the whole map is as large as the map, unless
    `page` gives its size, such as `a2` or `500 x 700 mm`. Counters of the units are for cutting
    out. With `units: false` the map has no units. `blank` lists flat-to-flat sizes of blank hexes,
    one page per size.
    """

    output: Literal["hexmap"]
    map: Reference | None = None
    units: bool = True
    editions: UniqueList[MapEdition] = Field(default=["tiles", "whole"], min_length=1)
    overlap: Annotated[float, Field(ge=3, le=40, strict=False)] = 10.0
    page: Short | None = None
    blank: UniqueList[Length] = []
    orientation: Orientation = "flat-top"

    @model_validator(mode="after")
    def _one_or_the_other(self) -> HexmapProduct:
        if (self.map is None) == (not self.blank):
            both = "`map` and `blank` need separate products"
            raise PydanticCustomError("hexmap", both if self.blank else "give `map`, or `blank`")
        return self

    def references(self) -> Iterator[EntryReference]:
        """The map."""
        if self.map:
            yield EntryReference(("maps",), self.map, ("map",))


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
