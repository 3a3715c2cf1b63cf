"""The shape of worked examples: what happens, and what the text claims of it.

Every kind of example states a situation, from which the rules compute; what it claims (`struck`,
`lost`, `hit`…) may be left out, and is printed as computed either way.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.models import Model, Text
from printgen.models.examples.cards import (
    ActivationExample,
    LossesExample,
    MoraleExample,
    ParryExample,
)
from printgen.models.examples.figures import (
    AttackExample,
    CoverExample,
    MeleeShotExample,
    TrialExample,
)
from printgen.models.examples.quests import FightExample, JourneyExample, LookupExample


class Part(Model):
    """A situation of one kind, with words of its own: `text` before its figures, `after` them."""

    fight: FightExample | None = None
    journey: JourneyExample | None = None
    lookup: LookupExample | None = None
    activation: ActivationExample | None = None
    parry: ParryExample | None = None
    losses: LossesExample | None = None
    morale: MoraleExample | None = None
    attack: AttackExample | None = None
    melee_shot: MeleeShotExample | None = None
    cover: CoverExample | None = None
    trial: TrialExample | None = None
    text: Text | None = None
    after: Text | None = None


class Example(Part):
    """A worked example as data, of one kind or in several steps. The rules recompute it."""

    title: Text
    steps: Annotated[list[Part], Field(max_length=20)] = []
    errata: list[Text] = []
