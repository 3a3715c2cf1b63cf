"""The model of sheets: pages laid out at paper size, forms and rosters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Count, Id, Paper, Reference, UniqueList
from printgen.content.models.form import Form
from printgen.content.models.products import EntryReference, Product, ValuePath, list_references


class SheetProduct(Product):
    """Pages laid out at paper size, such as a quest sheet or a reference sheet: made by a
    template, a form to write on, or a roster.
    """

    output: Literal["sheet"] = Field(
        description="`sheet`: pages of the size of the paper, such as a quest sheet."
    )
    template: str | None = Field(
        default=None,
        description="The template of the theme that makes the sheet, such as `reference`.",
    )
    form: Form | None = Field(
        default=None,
        description="Blocks to write on, such as a score sheet, instead of a template.",
    )
    page: Paper | Literal["half", "quarter"] | None = Field(
        default=None,
        description=(
            "The size of one copy: `half` or `quarter` of the paper, `a5` or `100 x 150 mm`. As "
            "many as fit are on each sheet. Left out: the whole paper."
        ),
    )
    copies: Count = Field(default=1, description="The least number of copies, such as for a pad.")
    quest: Id | None = Field(default=None, description="The quest that the template prints.")
    scenario: Id | None = Field(default=None, description="The scenario that the template prints.")
    roster: Id | None = Field(
        default=None, description="The roster that is printed, with its points and boxes to tick."
    )
    profiles: list[Reference] | Literal["all"] = Field(
        default=[], description="The profiles that the template prints: a list of ids, or `all`."
    )
    studies: UniqueList[Id] = Field(
        default=[], description="The studies whose answers the template prints."
    )
    pages: Annotated[int, Field(ge=1, le=32)] | None = Field(
        default=None,
        description=(
            "The most pages of one copy. Left out: 1 for a form, 2 for other sheets; a roster on a "
            "part of the paper has a second page only if the smallest type needs it."
        ),
    )

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
        """The quest, the scenario, the roster, the profiles and the studies."""
        if self.quest:
            yield EntryReference(("quests",), self.quest, ("quest",))
        if self.scenario:
            yield EntryReference(("scenarios",), self.scenario, ("scenario",))
        if self.roster:
            yield EntryReference(("rosters",), self.roster, ("roster",))
        yield from list_references("profiles", self.profiles)
        yield from list_references("studies", self.studies)

    def templates(self) -> Iterator[tuple[str, ValuePath]]:
        """The template of the sheet, if it is not one of printgen."""
        if self.template:
            yield self.template, ("template",)
