"""The shape of studies: a question put to the arithmetic of a game, and how its answer is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Id, Key, Model, Once, Reference, Short, Text

Pot = Annotated[int, Field(ge=-4, le=5)]


class DiceQuestion(Model):
    """How often each roll (`2D6`, `D6+1`) comes to at least a total; or, where each die succeeds on
    its own with `success` or more, how often at least so many of its dice do.
    """

    rolls: Once[Short] = Field(min_length=1)
    at_least: Once[Annotated[int, Field(ge=-999, le=9999)]] = Field(min_length=1)
    success: Annotated[int, Field(ge=1, le=100)] | None = None


class HandsQuestion(Model):
    """How often poker dice make at least each hand, by the dice that may be rerolled."""

    pots: Once[Pot] = Field(min_length=1)
    dice: Annotated[int, Field(ge=1, le=8)] = 5


class GutsQuestion(Model):
    """How often a test of nerve is passed, by the dice that may be rerolled and those thrown."""

    pots: Once[Pot] = Field(min_length=1)
    dice: Once[Annotated[int, Field(ge=1, le=8)]] = Field(default=[5], min_length=1)


Dice = Annotated[int, Field(ge=1, le=7)]


class Opponent(Model):
    """One side of a showdown: a profile, whose traits count, or a mere Pot; more `traits` may join.

    `dice` are those of the first roll, `weapon` is a trait that adds to the damage, `aim` what the
    player plays for: to `deal` damage, to `spare` the own side, the `margin` of the two, to `win`.
    """

    profile: Reference | None = None
    wounded: bool = False
    pot: Pot | None = None
    dice: Dice = 5
    weapon: Reference | None = None
    traits: Once[Reference] = []
    aim: Literal["deal", "spare", "margin", "win"] = "margin"
    label: Text | None = None


class Situation(Model):
    """How a showdown comes about: the target's reply to a shot, and what stands between."""

    reply: Literal["none", "dodge", "return-fire"] = "none"
    cover: Literal["none", "light", "heavy"] = "none"
    label: Text | None = None


class DuelQuestion(Model):
    """How showdowns end that vary in at most two things: the first side (whose activation it is),
    the situation, the second side, what is asked. The first of these are the rows.

    `gives` asks for the chance to win or to lose, or for mean damage; `spread` for the chance of
    each damage instead.
    """

    first: Annotated[list[Opponent], Field(min_length=1, max_length=10)]
    second: Annotated[list[Opponent], Field(min_length=1, max_length=10)]
    situations: Annotated[list[Situation], Field(min_length=1, max_length=10)] = [Situation()]
    gives: Once[Literal["dealt", "taken", "margin", "won", "lost"]] = Field(
        default=["dealt"], min_length=1
    )
    spread: Literal["dealt", "taken"] | None = None
    acting: Text | None = None
    answering: Text | None = None


class QuestQuestion(Model):
    """How the heroes of a game fare in a quest, or in several.

    `win` gives their chances to reach the end, the others a value a step: where they die; what life
    or armour they come there with; how often no way to win is left to them there; what it does to
    their chances to stop there. With `games`, exact chances stand beside those of so many games
    played with the combat pile as it runs on.
    """

    quests: Once[Id] = Field(min_length=1)
    gives: Literal["win", "deaths", "life", "armour", "hopeless", "swing"] = "win"
    play: Literal["best", "simple"] = "best"
    heroes: Once[Reference] = []
    games: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32)] = 1


class SearchQuestion(Model):
    """When hidden things are found, marker by marker, by rolls on a table of the game.

    The table's one addend is the number of markers known already. `rows` says what each row of the
    table gives: one of `things`, `any` of those not found yet, a `foe`, or `nothing`. With `lots`,
    the last markers give the things when none is found and no more markers are left than things.
    `first` and `last` name the first of the things that is found, and all of them.

    `found` gives the chances by the markers known; `foes` those of foes met until then; `rounds`
    the mean rounds, when so many markers of `paces` are looked under in each; `foes` and `rounds`
    are of the searches that find it.
    """

    table: Id
    markers: Annotated[int, Field(ge=1, le=20)]
    things: dict[Id, Text] = Field(min_length=1, max_length=4)
    rows: list[Id] = Field(max_length=100)
    lots: bool = False
    first: Text | None = None
    last: Text | None = None
    gives: Literal["found", "foes", "rounds"] = "found"
    paces: Once[Annotated[int, Field(ge=1, le=20)]] = Field(default=[1, 2, 3], min_length=1)


class WavesQuestion(Model):
    """How soon those come who wait off the table, when every move is rolled for on a table.

    The table's one addend is a counter: it starts at its least, goes up by one after each roll that
    brings nobody, and back when one comes, which is when a roll leads to the row `comes` (the first
    is 1). How many wait: `counts`, or the count of a force of a scenario (the first is 1).

    `moves` gives the chances by the moves since the last one; `rounds` the mean rounds until all
    are out, when so many moves of `paces` are made in each.
    """

    table: Id
    comes: Annotated[int, Field(ge=1, le=100)]
    scenario: Id | None = None
    force: Annotated[int, Field(ge=1, le=100)] | None = None
    counts: Once[Annotated[int, Field(ge=1, le=100)]] = []
    gives: Literal["moves", "rounds"] = "moves"
    paces: Once[Annotated[int, Field(ge=1, le=100)]] = Field(default=[1], min_length=1)


class ParryQuestion(Model):
    """How often a hand of cards answers an attack: by a higher card of its suit, or by a joker.

    Packs with the game's suits and the ranks of a scale are shuffled together; attacks are red
    cards. A sheltered unit answers with any red suit. `average` gives the chances by the size of
    the hand, for an attack of any rank; `ranks` for each of `attacks`, all ranks when it is empty.
    """

    scale: Id
    packs: Annotated[int, Field(ge=1, le=10)]
    jokers: Annotated[int, Field(ge=0, le=20)] = 2
    hands: Once[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=1)
    gives: Literal["average", "ranks"] = "average"
    attacks: Once[Id] = []
    sheltered: bool = False


class AttackCase(Model):
    """An attack that illustrates a gap: the one of a trait on a profile, with its modifiers."""

    attack: Reference
    target: Reference
    modifier: Annotated[int, Field(ge=-20, le=20)] = 0
    text: Text


Score = Annotated[int, Field(ge=-99, le=99)]


class AttackQuestion(Model):
    """How often an attack wounds: a die with open ends, plus Power, against Defence.

    By `gaps` (Defence less Power), with `cases` beside them, and by how much life it takes when
    `points` asks for that; or by `powers` against one of `defences` or several; or, against a
    single one, by `modifiers`. `power` and `defence` are the keys of the stats. `mean` gives the
    life that is lost on average.
    """

    power: Key
    defence: Key
    faces: Annotated[int, Field(ge=2, le=100)] = 6
    gaps: Once[Score] = []
    points: Once[Annotated[int, Field(ge=1, le=20)]] = []
    cases: Annotated[list[AttackCase], Field(max_length=20)] = []
    powers: Once[Score] = []
    defences: Once[Score] = []
    modifiers: Once[Score] = []
    gives: Literal["chance", "mean"] = "chance"


class Study(Model):
    """A question put to the rules. Books, sheets and reports print the answer, never a copy."""

    title: Text
    note: Text | None = None
    dice: DiceQuestion | None = None
    hands: HandsQuestion | None = None
    guts: GutsQuestion | None = None
    duel: DuelQuestion | None = None
    quest: QuestQuestion | None = None
    search: SearchQuestion | None = None
    waves: WavesQuestion | None = None
    parry: ParryQuestion | None = None
    attack: AttackQuestion | None = None
    digits: Annotated[int, Field(ge=0, le=3)] | None = None
    chart: Literal["bars", "lines", "panels"] = "bars"
    errata: list[Text] = []
