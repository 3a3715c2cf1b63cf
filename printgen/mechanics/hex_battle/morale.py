"""A test of morale by cards: the answer that each threat needs, and the cohesion lost.

The tables say by how many steps the answer must be higher, which suits may answer for a unit of
each kind, and how many points its loss may cost. A joker answers whatever comes, and a joker is
answered by none but a joker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Profile
from printgen.mechanics.example_lookup import WrongClaim, wrong_claims
from printgen.mechanics.hex_battle.model import MoraleExample
from printgen.mechanics.playing_cards import JOKER, Card, ranks_of, read_card
from printgen.mechanics.table_values import table_values
from printgen.problems import did_you_mean


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """A threat and its answer: the cohesion lost before, the lowest rank that would do (`joker`
    when no card does), the suits that may answer, and whether the answer holds.

    `over`: the test was over before; `strays`: the threat is not in the suit of the first.
    """

    threat: Card
    answer: Card | None
    lost_before: int
    least: str
    suits: frozenset[str]
    answered: bool
    over: bool
    strays: bool


@dataclass(frozen=True, slots=True)
class MoraleResult:
    """A test: the exchanges, the cohesion that it costs, and what is left."""

    unit: Entry[Profile]
    most: int
    exchanges: tuple[ExchangeResult, ...]
    costs: int
    left: int


def resolve_morale(library: Library, game: str, example: MoraleExample) -> MoraleResult:
    """The test, card by card. Raises ComputationError."""
    content = library.games[game]
    unit = resolve_entry(library, "profiles", game, example.unit, "unit")
    steps, left = _cohesion(library, game, example.cohesion)
    if example.cohesion_lost not in steps or not left[example.cohesion_lost]:
        hint = f"at most {max(lost for lost, rest in left.items() if rest)}"
        message = f"nobody has lost {example.cohesion_lost} and plays on"
        raise ComputationError(message, "cohesion_lost", hint=hint)
    kinds, most = _troops(library, game, example.troops, unit)
    _known_ranks(content, example)
    costs, suit, over = 0, "", False
    exchanges: list[ExchangeResult] = []
    for number, given in enumerate(example.threats):
        here = ("threats", number)
        threat = read_card(content, given.card, *here, "card")
        answer = read_card(content, given.answer, *here, "answer") if given.answer else None
        strays = bool(suit and threat.suit and threat.suit != suit)
        suit = suit or threat.suit
        before = example.cohesion_lost + costs
        least = _least(content, threat, steps.get(before, 0))
        suits = _suits(content, threat, kinds)
        good = answer is not None and _holds(content, answer, least, suits)
        exchanges.append(ExchangeResult(threat, answer, before, least, suits, good, over, strays))
        if not good and not over:
            costs += 1
            over = costs == most or not left.get(before + 1, 0)
    rest = left.get(example.cohesion_lost + costs, 0)
    return MoraleResult(unit, most, tuple(exchanges), costs, rest)


def _known_ranks(content: GameContent, example: MoraleExample) -> None:
    """The claims of ranks are of ranks that the cards have. Raises ComputationError."""
    known = [*ranks_of(content), JOKER]
    for number, given in enumerate(example.threats):
        if given.least is not None and str(given.least) not in known:
            hint = did_you_mean(str(given.least), known)
            raise ComputationError(
                f"no card '{given.least}'", "threats", number, "least", hint=hint
            )


def _cohesion(library: Library, game: str, reference: str) -> tuple[dict[int, int], dict[int, int]]:
    """By the points lost: the steps by which an answer must be higher, and the points left."""
    steps, left = {}, {}
    for row in table_values(library, game, reference, ("lost", "left", "step"), "cohesion"):
        lost, rest = row.number("lost"), row.number("left")
        if lost is not None and rest is not None:
            steps[lost], left[lost] = row.number("step") or 0, rest
    if not any(left.values()):
        raise ComputationError(f"the table '{reference}' has no cohesion", "cohesion")
    return steps, left


def _troops(
    library: Library, game: str, reference: str, unit: Entry[Profile]
) -> tuple[set[str], int]:
    """The answers that the rows for a unit's traits allow (`suit`, `colour`, `any`), and the most
    points that its loss costs.
    """
    traits = {trait.id for trait in library.traits_of(unit)}
    columns = ("troop", "answer", "cost")
    rows = table_values(library, game, reference, columns, "troops")
    own = [row for row in rows if row.id("troop") in traits]
    answers = {row.id("answer") for row in own}
    return answers, max((row.number("cost") or 0 for row in own), default=1)


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


def _least(content: GameContent, threat: Card, steps: int) -> str:
    """The lowest rank that answers a threat; a joker where none is high enough."""
    ranks = ranks_of(content)
    needed = threat.height + steps
    return JOKER if threat.joker or needed > len(ranks) else ranks[needed - 1]


def _holds(content: GameContent, answer: Card, least: str, suits: frozenset[str]) -> bool:
    if answer.joker or least == JOKER:
        return answer.joker
    return answer.suit in suits and answer.height >= ranks_of(content).index(least) + 1


def wrong_morale(example: MoraleExample, found: MoraleResult) -> Iterator[WrongClaim]:
    """The claims that are wrong, and cards that could not be played."""
    for number, (given, right) in enumerate(zip(example.threats, found.exchanges, strict=True)):
        here = ("threats", number)
        if right.over:
            yield WrongClaim("the test is over before this card", here)
            continue
        if right.strays:
            first = next(e.threat.suit for e in found.exchanges if e.threat.suit)
            yield WrongClaim(f"the test goes on in the suit '{first}'", (*here, "card"))
        if given.least is not None and str(given.least) != right.least:
            yield WrongClaim(f"`least` is {right.least}, not {given.least}", (*here, "least"))
        yield from wrong_claims(given, right, ("answered",), *here)
    yield from wrong_claims(example, found, ("costs", "left"))
