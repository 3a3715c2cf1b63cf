"""The losses and morale examples: their models, the rules applied to them, and the views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model, Reference, Short
from printgen.content.models.profile import Profile
from printgen.content.models.text import Text
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import (
    JOKER,
    Card,
    ExamplePresenter,
    WrittenCard,
    WrongClaim,
    claim,
    fields,
    in_close_order,
    option,
    ranks_of,
    read_card,
    stat,
    table_values,
    wrong_claims,
)
from printgen.extras.hex_battle.model import TROOPS_TABLE
from printgen.extras.hex_battle.tables import limit_of, losses_of
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name


class LossesExample(Model):
    """The losses of the target of an unparried attack, by the units adjacent to it."""

    target: Reference = Field(description="The unit that is attacked.")
    by: Literal["melee", "shot"] = Field(
        default="melee", description="Whether the attack is a melee or a shot."
    )
    enemies: Annotated[int, Field(ge=1, le=6)] = Field(
        description="The number of enemies beside the target, with the attacker."
    )
    friends: Annotated[int, Field(ge=0, le=5)] = Field(
        default=0, description="The number of friends beside the target, without itself."
    )
    rear: bool = Field(default=False, description="Whether an enemy is behind the target.")
    disordered: bool = Field(
        default=False, description="Whether the target is in disorder before the attack."
    )
    life: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, description="Its life before the attack. Left out: that of the profile."
    )
    lost: int | None = claim("The life lost")
    disorder: bool | None = claim("Whether it is in disorder afterwards")
    left: int | None = claim("The life left")
    breaks: bool | None = claim("Whether it breaks")
    table: Reference = Field(default="losses", description="The table of losses.")
    limits: Reference = Field(
        default="life", description="The table of the life at which units break."
    )


class Threat(Model):
    """A morale card, and the card played as an answer, if any."""

    card: WrittenCard = Field(description="The card of the test.")
    answer: WrittenCard | None = Field(
        default=None, description="The card that is played as an answer. Left out: none."
    )
    least: int | Short | None = claim("The lowest rank that answers the card")
    answered: bool | None = claim("Whether the answer is good enough")
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class MoraleExample(Model):
    """A morale test: the unit lost, the cohesion lost before it, the cards and their answers."""

    unit: Reference = Field(description="The unit that was lost.")
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = Field(
        default=0, description="The cohesion that the army lost before."
    )
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)] = Field(
        description="The cards of the test, each with its answer."
    )
    costs: int | None = claim("The cohesion that the army loses")
    left: int | None = claim("The cohesion left")
    cohesion: Reference = Field(
        default="cohesion", description="The table with the cohesion of an army."
    )
    troops: Reference = TROOPS_TABLE


# --- the losses from an unparried attack: adjacent units, disorder, and the life left -------------
#
# Tables give the loss by enemies minus friends, and the life at which a unit breaks. Two rules are
# not in the tables: a shot costs one point; an enemy behind a unit in close order disorders it,
# which costs infantry one more point.


ARM, INFANTRY, LIFE = "arm", "infantry", "life"

SHOT = 1

DISORDER = 1

NEIGHBOURS = 6


@dataclass(frozen=True, slots=True)
class LossesResult:
    """Points lost to the attack and to disorder, life before, and the life at which it breaks.

    `surplus` is the number of enemies minus friends.
    """

    target: Entry[Profile]
    surplus: int
    lost: int
    disorder: bool
    disorder_costs: int
    life: int
    limit: int

    @property
    def left(self) -> int:
        """The life left, at least 0."""
        return max(0, self.life - self.lost - self.disorder_costs)

    @property
    def breaks(self) -> bool:
        """Whether the unit breaks."""
        return self.left <= self.limit


def resolve_losses(library: Library, game: str, example: LossesExample) -> LossesResult:
    """Resolve the losses from an attack. Raises ComputationError."""
    target = resolve_entry(library, "profiles", game, example.target, "target")
    if example.enemies + example.friends > NEIGHBOURS:
        message = f"{example.enemies + example.friends} adjacent units"
        raise ComputationError(message, "enemies", hint=f"at most {NEIGHBOURS}")
    surplus, lost = example.enemies - example.friends, SHOT
    if example.by != "shot":
        # Below the first row, the loss of the first row applies. Above the last row, each further
        # enemy adds the value `further`.
        rows = table_values(library, game, example.table, ("surplus", "loss"), "table")
        known, step = losses_of(rows, example.table, "table")
        at = max(min(known), min(max(known), surplus))
        if at not in known:
            message = f"the table '{example.table}' has no row for {surplus}"
            raise ComputationError(message, "table")
        lost = known[at] + step * max(0, surplus - max(known))
    life = stat(library, target, LIFE, "target") if example.life is None else example.life
    rows = table_values(library, game, example.limits, ("unit", "breaks"), "limits")
    limit = limit_of(rows, {trait.id for trait in library.traits_of(target)})
    close = in_close_order(library, target, example.disordered)
    # A unit that breaks from the attack does not become disordered.
    disorder = example.rear and close and life - lost > limit
    costs = DISORDER if disorder and option(library, target, ARM) == INFANTRY else 0
    return LossesResult(target, surplus, lost, disorder, costs, life, limit)


# --- A morale test with cards: the answer that each threat needs, and the cohesion lost -----------
#
# Tables give the number of ranks by which an answer must be higher, and for each kind of unit the
# suits that may answer and the maximum loss of cohesion. A joker answers any card; only a joker
# answers a joker.


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """A threat and its answer: the cohesion lost before, the lowest sufficient rank (`joker` if
    no other card suffices), the suits that may answer, and whether the answer suffices.

    `over`: the test had ended before; `wrong_suit`: the threat differs in suit from the first.
    """

    threat: Card
    answer: Card | None
    lost_before: int
    least: str
    suits: frozenset[str]
    answered: bool
    over: bool
    wrong_suit: bool


@dataclass(frozen=True, slots=True)
class MoraleResult:
    """A test: its exchanges, the cohesion lost (`max_cost` at most), and the cohesion left."""

    unit: Entry[Profile]
    max_cost: int
    exchanges: tuple[ExchangeResult, ...]
    costs: int
    left: int


def resolve_morale(library: Library, game: str, example: MoraleExample) -> MoraleResult:
    """Resolve a test card by card. Raises ComputationError."""
    content = library.games[game]
    unit = resolve_entry(library, "profiles", game, example.unit, "unit")
    steps, left = _cohesion(library, game, example.cohesion)
    if example.cohesion_lost not in steps or not left[example.cohesion_lost]:
        hint = f"at most {max(lost for lost, rest in left.items() if rest)}"
        message = f"no cohesion is left after a loss of {example.cohesion_lost}"
        raise ComputationError(message, "cohesion_lost", hint=hint)
    # The answers that the rows for the unit's traits allow, and the cohesion that its loss costs.
    traits = {trait.id for trait in library.traits_of(unit)}
    rows = table_values(library, game, example.troops, ("troop", "answer", "cost"), "troops")
    own = [row for row in rows if row.id("troop") in traits]
    kinds = {row.id("answer") for row in own}
    max_cost = max((row.number("cost") or 0 for row in own), default=1)
    ranks = ranks_of(content)
    known = dict.fromkeys([*ranks, JOKER])
    for number, given in enumerate(example.threats):
        if given.least is not None:
            resolve_name(known, str(given.least), "card", "threats", number, "least")
    costs, suit, over = 0, "", False
    exchanges: list[ExchangeResult] = []
    for number, given in enumerate(example.threats):
        here = ("threats", number)
        threat = read_card(content, given.card, *here, "card")
        answer = read_card(content, given.answer, *here, "answer") if given.answer else None
        wrong_suit = bool(suit and threat.suit and threat.suit != suit)
        suit = suit or threat.suit
        before = example.cohesion_lost + costs
        # The lowest rank that answers; the joker if none is high enough.
        needed = threat.height + steps.get(before, 0)
        least = JOKER if threat.joker or needed > len(ranks) else ranks[needed - 1]
        suits = _suits(content, threat, kinds)
        good = answer is not None and (
            answer.joker or (least != JOKER and answer.suit in suits and answer.height >= needed)
        )
        exchanges.append(
            ExchangeResult(threat, answer, before, least, suits, good, over, wrong_suit)
        )
        if not good and not over:
            costs += 1
            over = costs == max_cost or not left.get(before + 1, 0)
    rest = left.get(example.cohesion_lost + costs, 0)
    return MoraleResult(unit, max_cost, tuple(exchanges), costs, rest)


def _cohesion(library: Library, game: str, reference: str) -> tuple[dict[int, int], dict[int, int]]:
    """By points lost: the ranks by which an answer must be higher, and the points left."""
    steps, left = {}, {}
    for row in table_values(library, game, reference, ("lost", "left", "step"), "cohesion"):
        lost, rest = row.number("lost"), row.number("left")
        if lost is not None and rest is not None:
            steps[lost], left[lost] = row.number("step") or 0, rest
    if not any(left.values()):
        raise ComputationError(f"the table '{reference}' has no cohesion", "cohesion")
    return steps, left


def _suits(content: GameContent, threat: Card, kinds: set[str]) -> frozenset[str]:
    """The suits that may answer a threat."""
    suits = content.game.suits
    if threat.joker:
        return frozenset()
    if "any" in kinds:
        return frozenset(suits)
    if "colour" in kinds:
        red = suits[threat.suit].red
        return frozenset(name for name, suit in suits.items() if suit.red == red)
    return frozenset({threat.suit})


def wrong_morale(example: MoraleExample, found: MoraleResult) -> Iterator[WrongClaim]:
    """The wrong claims, and cards that may not be played."""
    for number, (given, right) in enumerate(zip(example.threats, found.exchanges, strict=True)):
        here = ("threats", number)
        if right.over:
            yield WrongClaim("the test ends before this card", here)
            continue
        if right.wrong_suit:
            first = next(e.threat.suit for e in found.exchanges if e.threat.suit)
            yield WrongClaim(f"expected a card of the suit '{first}'", (*here, "card"))
        if given.least is not None and str(given.least) != right.least:
            yield WrongClaim(f"`least` is {right.least}, not {given.least}", (*here, "least"))
        yield from wrong_claims(given, right, ("answered",), *here)
    yield from wrong_claims(example, found, ("costs", "left"))


def losses_view(
    presenter: ExamplePresenter, example: LossesExample, found: LossesResult
) -> Mapping[str, object]:
    """The units adjacent to a target, and its loss of life."""
    names = ("surplus", "lost", "disorder", "disorder_costs", "life", "left", "limit", "breaks")
    return {
        **fields(example, "by", "enemies", "friends"),
        **fields(found, *names),
        "target": presenter.name(found.target),
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def morale_view(
    presenter: ExamplePresenter, example: MoraleExample, found: MoraleResult
) -> Mapping[str, object]:
    """The cards and answers of a morale test, and the cohesion before and after; `least` is empty
    if only a joker answers.
    """
    suits = frozenset(presenter.content.game.suits)
    exchanges = [
        {
            "threat": presenter.card(done.threat),
            "answer": presenter.card(done.answer) if done.answer else None,
            "least": presenter.rank(done.least),
            "suits": presenter.suits(done.suits),
            "any": done.suits == suits,
            "answered": done.answered,
            "text": presenter.text(given.text),
        }
        for given, done in zip(example.threats, found.exchanges, strict=True)
    ]
    return {
        **fields(found, "costs", "left"),
        "unit": presenter.name(found.unit),
        "before": found.left + found.costs,
        "exchanges": exchanges,
    }


LOSSES = ExampleKind(
    LossesExample,
    resolve_losses,
    partial(wrong_claims, names=("lost", "disorder", "left", "breaks")),
    losses_view,
)

MORALE = ExampleKind(MoraleExample, resolve_morale, wrong_morale, morale_view, keep_together=False)
