"""The shape of worked examples: what happens, and what the text claims of it.

Every kind of example states a situation, from which the rules compute; what it claims (`struck`,
`lost`, `hit`…) may be left out, and is printed as computed either way. Cards are written as
`10 heart`: a rank of the scale `cards` and a suit; a joker as `joker`, or with the suit that it is
played for.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Id, Key, Model, Once, Reference, Short, Text

Card = Short
Dice = Annotated[list[int], Field(min_length=1, max_length=20)]
# Life, distances, bonuses: whole numbers that a game on a table can have.
Number = Annotated[int, Field(ge=-99, le=999)]
Amount = Annotated[int, Field(ge=0, le=999)]


class Foe(Model):
    """The enemy of a fight: the one that a step of a quest has."""

    quest: Id
    step: Annotated[int, Field(ge=1)]


class Round(Model):
    """A round of a fight: the cards of the player and of the enemy, and what the text claims.

    `take` is the counter that takes the damage.
    """

    cards: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)]
    take: Id | None = None
    struck: Literal["player", "enemy", "nobody"] | None = None
    strike: int | None = None
    damage: int | None = None
    text: Text | None = None


class FightExample(Model):
    """Rounds of a fight, each on its own, from the counters that the profile starts with."""

    profile: Reference
    enemy: Foe
    rounds: list[Round] = Field(min_length=1, max_length=20)


class Turn(Model):
    """A turn of a quest: the card drawn, where it leads, and the counters when it is over."""

    card: Id
    step: int | None = None
    rounds: list[Round] = Field(default=[], max_length=20)
    after: dict[Id, int] = {}
    text: Text | None = None


class JourneyExample(Model):
    """The first turns of a quest."""

    profile: Reference
    quest: Id
    turns: list[Turn] = Field(min_length=1, max_length=20)


class Throw(Model):
    """Poker dice of one side: the first throw, what is kept of it, and what is rolled again.

    `pot` is how many dice may be rolled again, when it is not the one of the profile.
    """

    profile: Reference | None = None
    name: Text | None = None
    pot: Annotated[int, Field(ge=-9, le=9)] | None = None
    base: Annotated[int, Field(ge=1, le=10)] = 5
    dice: Annotated[list[Id], Field(min_length=1, max_length=10)]
    keep: Annotated[list[Id], Field(max_length=10)] | None = None
    again: Annotated[list[Id], Field(max_length=10)] = []


class Throws(Model):
    """The dice of the winner and of the loser of a confrontation."""

    winner: Throw
    loser: Throw


class LookupExample(Model):
    """A hand against another in a matrix, with the weapon that adds to the damage.

    With `rolls`, the hands are those that the dice make (faces of the scale `faces`), and `winner`
    and `loser` are claims.
    """

    table: Reference
    winner: Id | None = None
    loser: Id | None = None
    weapon: Reference | None = None
    faces: Id = "faces"
    rolls: Throws | None = None
    claims: int | None = None


class Side(Model):
    """Somebody who has chosen a card, too."""

    name: Text
    card: Card


class Saved(Model):
    """A roll against the hits taken: `stands` is computed from `target`, a fact without it."""

    roll: Annotated[int, Field(ge=1, le=100)]
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    stands: bool | None = None


class Act(Model):
    """What a figure does in one activation.

    `possible` says of the lines of its plan, from the first, whether they can be done. `distance`
    is how far its target is, `moved` how far it goes towards it. It throws the dice of the stat
    `throws`; with the faces that came up (`rolled`) and what each needs (`target`), `successes`
    is computed, without them it is a fact.
    """

    possible: Annotated[list[bool], Field(min_length=1, max_length=20)]
    line: int | None = None
    distance: Amount | None = None
    moved: Amount | None = None
    left: int | None = None
    throws: Key | None = None
    dice: Short | None = None
    rolled: Annotated[list[int], Field(max_length=20)] = []
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    successes: Amount | None = None
    saved: Saved | None = None
    text: Text | None = None


class Draw(Model):
    """A figure drawn by lot among those that have not acted, and what it does."""

    roll: int | None = None
    die: Short | None = None
    place: int | None = None
    who: Reference | None = None
    acts: Annotated[list[Act], Field(min_length=1, max_length=5)]
    text: Text | None = None


class ActivationExample(Model):
    """A card that activates figures nobody plays: its place in the order, whom, and how often.

    A card of the suits `ahead` goes before all others, then the higher card. `pile` counts the
    cards of the pile, the one turned up included; `waiting` are the figures that have not acted,
    from one edge of the table to the other. `worth` is the table of what a card activates, `lots`
    the one of dice to draw a figure with.
    """

    card: Card
    others: Annotated[list[Side], Field(max_length=10)] = []
    ahead: Once[Id] = []
    place: int | None = None
    pile: Annotated[int, Field(ge=1, le=54)]
    worth: Reference = "values"
    lots: Reference = "lots"
    figures: int | None = None
    activations: int | None = None
    waiting: Annotated[list[Reference], Field(min_length=1, max_length=20)]
    draws: Annotated[list[Draw], Field(min_length=1, max_length=5)]


class ParryExample(Model):
    """An attack, and which cards of a hand parry it.

    The protection is the one of the target's profile, or of the place where it stands; it holds
    against an attack from the front (`front`). A unit in disorder is no longer in close order.
    """

    attack: Card
    by: Literal["melee", "shot"]
    target: Reference
    protection: Reference | None = None
    front: bool = True
    disordered: bool = False
    hand: Annotated[list[Card], Field(max_length=20)]
    parries: Annotated[list[Card], Field(max_length=20)] | None = None
    protected: bool | None = None
    parry: Reference = "parry"
    protections: Reference = "protections"


class LossesExample(Model):
    """What an attack that nobody parries costs its target, by the units around it.

    `enemies` counts the attacker, `friends` not the target; `rear` says that an enemy stands
    behind it. `life` is what it has before, the profile's own unless it is given.
    """

    target: Reference
    by: Literal["melee", "shot"] = "melee"
    enemies: Annotated[int, Field(ge=1, le=6)]
    friends: Annotated[int, Field(ge=0, le=5)] = 0
    rear: bool = False
    disordered: bool = False
    life: Annotated[int, Field(ge=1, le=20)] | None = None
    lost: int | None = None
    disorder: bool | None = None
    left: int | None = None
    breaks: bool | None = None
    table: Reference = "losses"
    limits: Reference = "life"


class Threat(Model):
    """A morale card, and the card that answers it, if one does."""

    card: Card
    answer: Card | None = None
    least: int | Short | None = None
    answered: bool | None = None
    text: Text | None = None


class MoraleExample(Model):
    """A test of morale: the unit lost, the cohesion lost before, cards and answers in turn."""

    unit: Reference
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = 0
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)]
    costs: int | None = None
    left: int | None = None
    cohesion: Reference = "cohesion"
    troops: Reference = "morale-troops"


class Extra(Model):
    """A special rule, and what it adds."""

    trait: Reference
    by: Number


class AttackExample(Model):
    """An attack: Power and its modifiers, the dice, and what the target loses.

    `modifiers` are rows of the table, named by the words that their case begins with, in any
    language; those of Size and of range are found by themselves, unless `ignored`. `dice` are all
    dice of the roll, the ones rolled again included. `guard` is added to the target's Defence.
    """

    attacker: Reference
    target: Reference
    weapon: Reference
    table: Reference
    modifiers: Annotated[list[Short], Field(max_length=20)] = []
    ignored: Annotated[list[Short], Field(max_length=20)] = []
    extra: Annotated[list[Extra], Field(max_length=10)] = []
    distance: Amount | None = None
    ranges: Reference = "ranges"
    dice: Dice
    guard: Number = 0
    life: Annotated[int, Field(ge=1, le=99)] | None = None
    power: int | None = None
    critical: Literal["success", "failure", "none"] | None = None
    strength: int | None = None
    lost: int | None = None
    left: int | None = None
    eliminated: bool | None = None


class Caught(Model):
    """A figure of a melee that is shot into: its die, and what the text claims."""

    profile: Reference
    die: int
    aimed: bool = False
    total: int | None = None
    hit: bool | None = None


class MeleeShotExample(Model):
    """A shot into a melee: who takes it. `still` says that the shooter gave up its move."""

    table: Reference = "melee-shot"
    still: bool = False
    figures: Annotated[list[Caught], Field(min_length=2, max_length=20)]


class Shelter(Model):
    """What stands between shooter and target: shelter with its share in per cent, or a figure."""

    kind: Literal["heavy", "light"] | None = None
    share: Annotated[int, Field(ge=1, le=100)] | None = None
    figure: Reference | None = None


class CoverExample(Model):
    """The cover of a target, and its modifier: `light` and `heavy` name rows of the table."""

    target: Reference
    behind: Annotated[list[Shelter], Field(max_length=10)]
    table: Reference
    light: Short
    heavy: Short
    cover: Literal["heavy", "light", "none"] | None = None
    modifier: int | None = None


class TrialExample(Model):
    """A die and a stat against a number: passed from `least` on."""

    profile: Reference
    stat: Key | None = None
    die: int
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    extra: Annotated[list[Extra], Field(max_length=10)] = []
    least: Number
    total: int | None = None
    passed: bool | None = None


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
