"""Shared parts of the models of worked examples."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Model, Reference, Short

# A playing card as YAML writes it: `10 heart`, `queen club`, `joker`.
Card = Short

Dice = Annotated[list[int], Field(min_length=1, max_length=20)]

# Plausible bonuses and totals of a tabletop game.
Number = Annotated[int, Field(ge=-99, le=999)]


class Extra(Model):
    """A special rule and its modifier."""

    trait: Reference = Field(description="The trait or special rule.")
    by: Number = Field(description="What it adds; less than 0 takes away.")
