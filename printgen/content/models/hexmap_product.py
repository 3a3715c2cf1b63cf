"""The model of hex maps to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Reference, Short, UniqueList
from printgen.content.models.hex_names import Length
from printgen.content.models.products import EntryReference, Product
from printgen.geometry.hexes import Orientation
from printgen.paper import MapEdition


class HexmapProduct(Product):
    """A map at true size, as tiles to join, as one whole page, or as counters to cut out; or blank
    hexes.
    """

    output: Literal["hexmap"] = Field(description="`hexmap`: a hex map, or blank hexes.")
    map: Reference | None = Field(default=None, description="The map. Left out: `blank` hexes.")
    units: bool = Field(default=True, description="Whether the units are on the map.")
    editions: UniqueList[MapEdition] = Field(
        default=["tiles", "whole"],
        min_length=1,
        description=(
            "How the map is printed: as `tiles` to join, as one `whole` page, or as counters of "
            "its units to cut out."
        ),
    )
    overlap: Annotated[float, Field(ge=3, le=40, strict=False)] = Field(
        default=10.0, description="The strip that adjacent tiles have in common, for gluing (mm)."
    )
    page: Short | None = Field(
        default=None,
        description=(
            "The page of the whole map, such as `a2` or `500 x 700 mm`. Left out: as large as the "
            "map."
        ),
    )
    blank: UniqueList[Length] = Field(
        default=[],
        description=(
            "The sizes of blank hexes, from a flat side to the opposite one, one page for each."
        ),
    )
    orientation: Orientation = Field(
        default="flat-top",
        description="Whether blank hexes have a flat side or a point at the top.",
    )

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
