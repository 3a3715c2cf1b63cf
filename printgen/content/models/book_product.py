"""The model of books."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Paper, UniqueList
from printgen.content.models.products import ChapterName, Product
from printgen.paper import Edition


class BookProduct(Product):
    """Chapters as a book, in editions for the screen, for print shops, and as a folded booklet."""

    output: Literal["book"] = Field(description="`book`: chapters as a book.")
    chapters: UniqueList[ChapterName] | Literal["all"] = Field(
        default="all",
        description=(
            "The chapters, by the names of their files without language and `.md`, or `all`."
        ),
    )
    editions: UniqueList[Edition] = Field(
        default=["screen", "print", "press", "booklet"],
        min_length=1,
        description=(
            "The editions: for the `screen`, for `print` with bleed, for a `press` as PDF/X-4 in "
            "four inks, and as a `booklet` to fold."
        ),
    )
    standard: Literal["ua-1", "ua-2"] = Field(
        default="ua-1",
        description=(
            "The standards that the screen and print editions follow: `ua-1` is PDF/UA-1 and "
            "PDF/A-3u, `ua-2` is PDF/UA-2 and PDF/A-4, in PDF 2.0, which fewer programs know."
        ),
    )
    page: Paper | None = Field(
        default=None, description="The page size of all editions but the booklet. Left out: A5."
    )
    cover: bool = Field(
        default=True,
        description=(
            "Whether there is a cover. Without one, the book begins with its first chapter, below "
            "the titles."
        ),
    )
    back_cover: bool = Field(
        default=True,
        description=(
            "Whether the editions on paper of a book with a cover end on a back cover, "
            "with the words of the shop page. Pages to write on fill them up to a multiple of four."
        ),
    )
    contents: bool | None = Field(
        default=None,
        description="Whether there is a table of contents. Left out: from two chapters on.",
    )
    numbered: bool = Field(
        default=False,
        description=(
            "Whether chapters (4) and their second-level sections (4.2) have numbers, which "
            "references print."
        ),
    )
    imprint: bool = Field(
        default=True, description="Whether there is a page with credits, licence and version."
    )
    notes: bool = Field(
        default=True,
        description=(
            "Whether the notes (`errata`) of the entries in the book are printed at its end."
        ),
    )
    index: bool | None = Field(
        default=None, description="Whether there is an index. Left out: from two terms on."
    )
    index_entries: UniqueList[Literal["traits", "profiles", "tables", "scenarios"]] | None = Field(
        default=None,
        description=(
            "The kinds of entry that the book shows and that are in its index without a mark. Left "
            "out: traits and profiles in a book with numbers, none in others."
        ),
    )
    signature: Annotated[int, Field(ge=0, le=128, multiple_of=4)] = Field(
        default=0,
        description=(
            "The number of pages that are folded together in a booklet, a multiple of 4; 0 is for "
            "all of them."
        ),
    )
    sheet_thickness: Annotated[float, Field(ge=0, le=0.5, strict=False)] = Field(
        default=0.1,
        description=(
            "The thickness of a sheet of paper (mm). Inner pages of a booklet are moved inwards "
            "by it, as folding pushes them out."
        ),
    )

    @property
    def has_back(self) -> bool:
        """Whether an edition on paper ends on a back cover."""
        on_paper = set(self.editions) - {"screen"}
        return self.cover and self.back_cover and bool(on_paper)

    @property
    def indexed(self) -> list[str]:
        """The kinds of entry that are in the index without a mark."""
        default = ["traits", "profiles"] if self.numbered else []
        return default if self.index_entries is None else [*self.index_entries]
