"""The models of products with pages: books, sheets with their forms, and index cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Count, Id, Model, Paper, Reference, Short, UniqueList
from printgen.content.models.products import (
    ChapterName,
    EntryReference,
    Product,
    ValuePath,
    list_references,
)
from printgen.content.models.text import Text
from printgen.paper import Edition

# The kinds of printgen whose entries may be in the index of a book without a mark.
INDEXED_KINDS = ("traits", "profiles", "tables", "scenarios")


class BookProduct(Product):
    """Chapters as a book, in editions for the screen, for print shops, and as a folded booklet."""

    is_component: ClassVar[bool] = False

    output: Literal["book"]
    """`book`: chapters as a book."""
    chapters: UniqueList[ChapterName] | Literal["all"] = "all"
    """The chapters, by the names of their files without language and `.md`, or `all`."""
    editions: UniqueList[Edition] = Field(
        default=["screen", "print", "press", "booklet"], min_length=1
    )
    """The editions: for the `screen`, for `print` with bleed, for a `press` as PDF/X-4 in four
    inks, and as a `booklet` to fold.
    """
    standard: Literal["ua-1", "ua-2"] = "ua-1"
    """The standards that the screen and print editions follow: `ua-1` is PDF/UA-1 and PDF/A-3u,
    `ua-2` is PDF/UA-2 and PDF/A-4, in PDF 2.0, which fewer programs know.
    """
    page: Paper | None = None
    """The page size of all editions but the booklet. Left out: A5."""
    cover: bool = True
    """Whether there is a cover. Without one, the book begins with its first chapter, below the
    titles.
    """
    cover_picture: str | None = None
    """A picture in the folder of the game, in the middle of the cover, between the title and the
    words below it. What does not have the shape of its place is cut off.
    """
    back_cover: bool = True
    """Whether the editions on paper of a book with a cover end on a back cover, with the words of
    the shop page. Pages to write on fill them up to a multiple of four.
    """
    contents: bool | None = None
    """Whether there is a table of contents. Left out: in a book of two chapters or more that have
    ten headings of the first and second level together.
    """
    numbered: bool = False
    """Whether chapters (4) and their second-level sections (4.2) have numbers, which references
    print.
    """
    imprint: bool = True
    """Whether credits, licence and version are printed: on a page of their own, or at the foot of
    the last page of a book without a table of contents.
    """
    notes: bool = True
    """Whether the notes (`errata`) of the entries in the book are printed at its end."""
    index: bool | None = None
    """Whether there is an index. Left out: from twelve terms on; from two in a book with numbers
    or with `index_entries`.
    """
    index_entries: UniqueList[Id] | None = None
    """The kinds of entry that the book shows and that are in its index without a mark: `traits`,
    `profiles`, `tables`, `scenarios`, and those that the game declares. Left out: traits, profiles
    and those that the game declares in a book with numbers, none in others.
    """
    signature: Annotated[int, Field(ge=0, le=128, multiple_of=4)] = 0
    """The number of pages that are folded together in a booklet, a multiple of 4; 0 is for all of
    them.
    """
    sheet_thickness: Annotated[float, Field(ge=0, le=0.5, strict=False)] = 0.1
    """The thickness of a sheet of paper (mm). Inner pages of a booklet are moved inwards by it, as
    folding pushes them out.
    """

    @property
    def has_back(self) -> bool:
        """Whether an edition on paper ends on a back cover."""
        on_paper = set(self.editions) - {"screen"}
        return self.cover and self.back_cover and bool(on_paper)

    def indexed(self, declared: Iterable[str]) -> list[str]:
        """The kinds of entry that are in the index without a mark, in a game that declares some."""
        default = ["traits", "profiles", *declared] if self.numbered else []
        return default if self.index_entries is None else [*self.index_entries]


class SheetProduct(Product):
    """Pages laid out at paper size, such as a quest sheet or a reference sheet: made by a
    template, a form to write on, or a roster.
    """

    output: Literal["sheet"]
    """`sheet`: pages of the size of the paper, such as a quest sheet."""
    template: str | None = None
    """The template of the theme that makes the sheet, such as `reference`."""
    form: Form | None = None
    """Blocks to write on, such as a score sheet, instead of a template."""
    page: Paper | Literal["half", "quarter"] | None = None
    """The size of one copy: `half` or `quarter` of the paper, `a5` or `100 x 150 mm`. As many as
    fit are on each sheet. Left out: the whole paper.
    """
    copies: Count = 1
    """The least number of copies, such as for a pad."""
    quest: Id | None = None
    """The quest that the template prints."""
    scenario: Id | None = None
    """The scenario that the template prints."""
    roster: Id | None = None
    """The roster that is printed, with its points and boxes to tick."""
    profiles: list[Reference] | Literal["all"] = []
    """The profiles that the template prints: a list of ids, or `all`."""
    entries: dict[Id, list[Reference] | Literal["all"]] = {}
    """The entries of kinds that the game declares, by kind, which the template prints: a list of
    ids, or `all`.
    """
    studies: UniqueList[Id] = []
    """The studies whose answers the template prints."""
    pages: Annotated[int, Field(ge=1, le=32)] | None = None
    """The most pages of one copy. Left out: 1 for a form, 2 for other sheets; a roster on a part of
    the paper has a second page only if the smallest type needs it.
    """

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

    @property
    def avoids_back(self) -> bool:
        """Whether a second page is only for what the first one cannot hold in the smallest type."""
        return bool(self.roster and self.page and self.pages is None)

    def references(self) -> Iterator[EntryReference]:
        """The quest, the scenario, the roster, the profiles, other entries and the studies."""
        if self.quest:
            yield EntryReference(("quests",), self.quest, ("quest",))
        if self.scenario:
            yield EntryReference(("scenarios",), self.scenario, ("scenario",))
        if self.roster:
            yield EntryReference(("rosters",), self.roster, ("roster",))
        yield from list_references("profiles", self.profiles)
        for kind, names in self.entries.items():
            yield from list_references(kind, names, "entries")
        yield from list_references("studies", self.studies)

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The template of the sheet, if it is not one of printgen."""
        if self.template:
            yield self.template, ("template",)


# --- forms: sheets to write on, such as score sheets, described as a list of blocks ---------------


# Numbers from one to another, such as 0-100.
NumberRange = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4} ?[-–] ?[0-9]{1,4}$")]

# The most boxes of a track, and the most squares of a grid with something in them.
_MOST_BOXES = 400

# The most squares of a grid down.
_MOST_ROWS = 60


def numbers(written: str) -> list[str]:
    """The numbers of a range such as `0-100`; none if it goes down."""
    first, _, last = written.replace("–", "-").partition("-")
    return [str(number) for number in range(int(first), int(last) + 1)]


def _checked(written: str) -> str:
    count = len(numbers(written))
    if not 1 <= count <= _MOST_BOXES:
        hint = f"from a smaller number to a larger one, {_MOST_BOXES} numbers at most"
        raise PydanticCustomError("number_range", "not a range of numbers", {"hint": hint})
    return written


Numbers = Annotated[NumberRange, AfterValidator(_checked)]


class Track(Model):
    """A row of boxes to tick: a number of empty ones, or what is in them."""

    label: Text | None = None
    """The words before the boxes."""
    boxes: (
        Annotated[int, Field(ge=1, le=200)]
        | Numbers
        | Annotated[list[Short], Field(min_length=1, max_length=200)]
    )
    """The number of empty boxes; the numbers in them, from one to another, such as `1-12`; or the
    texts in them, of which `·` is an empty box.
    """
    shape: Literal["square", "round"] = "square"
    """The shape of the boxes."""
    size: Annotated[float, Field(ge=3, le=30, strict=False)] = 6.0
    """The width and height of a box (mm)."""


class FormTable(Model):
    """A table to fill in."""

    columns: list[Text] = Field(min_length=1, max_length=20)
    """The heads of the columns."""
    rows: (
        Annotated[int, Field(ge=1, le=100)]
        | Annotated[list[Text], Field(min_length=1, max_length=100)]
    )
    """The number of empty rows, or the words at the beginning of each row, in a column of their own
    before `columns`, without a head.
    """
    total: Text | None = None
    """The words of a last row for totals. Left out: there is none."""
    height: Annotated[float, Field(ge=4, le=40, strict=False)] = 8.0
    """The height of a row (mm)."""


class FormGrid(Model):
    """A grid to draw in; or one to tick, with words or numbers in its squares."""

    columns: Annotated[int, Field(ge=1, le=60)]
    """The number of squares across."""
    rows: Annotated[int, Field(ge=1, le=60)] | None = None
    """The number of squares down. Left out: as many as `cells` need."""
    cells: Numbers | Annotated[list[Text], Field(min_length=1, max_length=_MOST_BOXES)] | None = (
        None
    )
    """What is in the squares, row by row: numbers from one to another, such as `0-99`, or texts.
    Their type is as large as the longest of them allows.
    """
    heads: Annotated[list[Text], Field(min_length=1, max_length=60)] | None = None
    """The heads of the columns of a grid with `cells`."""
    size: Annotated[float, Field(ge=2, le=50, strict=False)] | None = None
    """The width of a square (mm). Left out: the grid is as wide as its column."""
    shape: Literal["square", "round", "dots"] = "square"
    """Lines around the squares, circles, or dots at their corners."""
    label: Text | None = None
    """The words above the grid."""

    @property
    def words(self) -> list[Text]:
        """What is in the squares; empty for a grid to draw in."""
        if isinstance(self.cells, str):
            return [Text({"any": number}) for number in numbers(self.cells)]
        return self.cells or []

    @property
    def down(self) -> int:
        """The number of squares down."""
        return self.rows or -(-len(self.words) // self.columns)

    @model_validator(mode="after")
    def _fits(self) -> FormGrid:
        hint = ""
        if not self.cells and self.rows is None:
            hint = "how many `rows` it has, or the `cells` in it"
        elif len(self.words) > self.columns * self.down or self.down > _MOST_ROWS:
            hint = f"{len(self.words)} cells do not fit into {self.columns} columns"
            hint += f" and {min(self.down, _MOST_ROWS)} rows"
        elif self.cells and self.shape == "dots":
            hint = "a grid of dots has no cells: `shape: square` or `round`"
        elif not self.cells and (self.heads or self.shape == "round"):
            hint = "`heads` and circles are for a grid with `cells`"
        elif self.heads and len(self.heads) != self.columns:
            hint = f"{len(self.heads)} heads for {self.columns} columns"
        if hint:
            raise PydanticCustomError("form_grid", "not a grid", {"hint": hint})
        return self


class Block(Model):
    """One block of a form. It has one key."""

    heading: Text | None = None
    """A heading between blocks."""
    text: Text | None = None
    """Words to read, such as a rule."""
    fields: Annotated[list[Text], Field(min_length=1, max_length=12)] | None = None
    """Labels, each with a line to write on, side by side."""
    track: Track | None = None
    """A row of boxes to tick."""
    table: FormTable | None = None
    """A table to fill in."""
    grid: FormGrid | None = None
    """A grid to draw in."""
    lines: Annotated[int, Field(ge=1, le=60)] | None = None
    """A number of lines to write on."""
    columns: Annotated[list[list[Block]], Field(min_length=2, max_length=4)] | None = None
    """Lists of blocks, side by side."""

    @model_validator(mode="after")
    def _one(self) -> Block:
        if len(self.model_fields_set) != 1:
            hint = f"one of {', '.join(type(self).model_fields)}"
            raise PydanticCustomError("block", "a block has one key", {"hint": hint})
        return self


Form = Annotated[list[Block], Field(min_length=1, max_length=60)]
