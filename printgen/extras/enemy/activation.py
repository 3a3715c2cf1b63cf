"""The activation example: its model, the rules applied to it, and the view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from printgen.content.library import Entry, Library
from printgen.content.models.base import Amount, Id, Key, Model, Reference, Short, UniqueList
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import ActionPlan
from printgen.content.models.text import Text
from printgen.content.stat_types import StatValueError
from printgen.extras.enemy.model import EnemyRules
from printgen.extras.enemy.rules import MOST, Reading, place_by_lot
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import (
    JOKER,
    Card,
    ExamplePresenter,
    ValueRow,
    WrittenCard,
    WrongClaim,
    claim,
    die_face,
    fields,
    read_card,
    stat_block,
    table_values,
    wrong_claims,
)
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.typography.text import say


class OtherCard(Model):
    """The card of another player."""

    name: Text = Field(description="Who plays the card, such as `Anna`.")
    card: WrittenCard = Field(description="The card.")


class Saved(Model):
    """A saving roll."""

    roll: Annotated[int, Field(ge=1, le=100)] = Field(description="The result of the die.")
    target: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None,
        description=(
            "The number that is needed. Left out: the example says itself whether the figure "
            "stands."
        ),
    )
    stands: bool | None = Field(
        default=None,
        description="Whether the figure is saved. With a `target`, it is compared with the result.",
    )


class Act(Model):
    """The action of a figure in one activation."""

    possible: Annotated[list[bool], Field(min_length=1, max_length=20)] = Field(
        description=(
            "Whether each line of the plan is possible, from the first: the figure acts by the "
            "first `true`."
        )
    )
    line: int | None = claim("The line by which the figure acts")
    distance: Amount | None = Field(
        default=None, description="The distance to the target before the move."
    )
    moved: Amount | None = Field(
        default=None, description="How far the figure moves towards the target."
    )
    left: int | None = claim("The distance after the move")
    throws: Key | None = Field(
        default=None, description="The stat whose dice are rolled, such as `shoot`."
    )
    dice: Short | None = Field(
        default=None,
        description="The dice as text, such as `4D6`, compared with those of the stat.",
    )
    rolled: Annotated[list[int], Field(max_length=20)] = Field(
        default=[], description="The faces of the dice."
    )
    target: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="The number that each die needs."
    )
    successes: Amount | None = Field(
        default=None,
        description=(
            "The number of dice that reach the target. With the faces in `rolled`, it is compared "
            "with the result."
        ),
    )
    saved: Saved | None = Field(default=None, description="The saving roll of the target.")
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class Draw(Model):
    """A figure drawn by lot among those that have not acted, and its activations."""

    roll: int | None = Field(
        default=None,
        description="The result of the die that decides who acts. A single figure needs none.",
    )
    die: Short | None = Field(
        default=None,
        description="The die as text, such as `D6`, compared with that of the table of lots.",
    )
    place: int | None = claim("The place of the drawn figure among those waiting")
    who: Reference | None = claim("The figure that is drawn")
    acts: Annotated[list[Act], Field(min_length=1, max_length=5)] = Field(
        description="What the figure does, for each of its activations."
    )
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class ActivationExample(Model):
    """A card that activates figures without a player: its place in the order, and the figures."""

    card: WrittenCard = Field(description="The card that is revealed.")
    others: Annotated[list[OtherCard], Field(max_length=10)] = Field(
        default=[], description="The cards of the players."
    )
    ahead: UniqueList[Id] = Field(
        default=[],
        description=(
            "The suits that act before all others. Of the same kind, the higher card acts first."
        ),
    )
    place: int | None = claim("The place of the card in the order of play")
    pile: Annotated[int, Field(ge=1, le=54)] = Field(
        description="The number of cards in the pile, with the revealed one."
    )
    worth: Reference = Field(
        default="values",
        description="The table with the number of figures and of activations for each card.",
    )
    lots: Reference = Field(
        default="lots", description="The table with the die for drawing one of several figures."
    )
    figures: int | None = claim("The number of figures that act")
    activations: int | None = claim("The number of activations of each")
    waiting: Annotated[list[Reference], Field(min_length=1, max_length=20)] = Field(
        description="The figures that have not acted, from one edge of the table to the other."
    )
    draws: Annotated[list[Draw], Field(min_length=1, max_length=5)] = Field(
        description="The figures that are drawn by lot, in order."
    )


# --------------------------------------------------------------------------------------------------
# Activation of figures without a player by a card: order of play, lots, action plans, dice.
#
# One rule is not in the tables: under the last cards of the pile, including the revealed one, each
# figure has a fixed number of activations. `enemy: pack:` of game.yaml has both numbers; without
# it, they are those of Dracula America (source, second remark).


LAST_CARDS, LAST_ACTIVATIONS = 2, 2


@dataclass(frozen=True, slots=True)
class ActResult:
    """One activation: the line of the plan that applies (from 1), the distance left, the dice
    rolled (`4D6`), the successes, and whether the target is still standing.
    """

    line: int
    left: int | None
    dice: str
    count: int
    successes: int | None
    stands: bool | None


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A figure drawn by lot: the die, its place among the waiting figures, and its activations."""

    waiting: int
    die: str
    place: int
    who: str
    profile: Entry[Profile]
    plan: Entry[ActionPlan]
    acts: tuple[ActResult, ...]


@dataclass(frozen=True, slots=True)
class ActivationResult:
    """The effect of a card: its place in the order of play, the figures, and activations of each.

    `last`: it is one of the last cards of the pile. `due` is the number of figures to draw.
    """

    card: Card
    others: tuple[Card, ...]
    place: int
    figures: int
    activations: int
    last: bool
    due: int
    draws: tuple[DrawResult, ...]


def resolve_activation(library: Library, game: str, example: ActivationExample) -> ActivationResult:
    """The card's place, the figures that it activates, and their acts. Raises ComputationError."""
    content = library.games[game]
    card = read_card(content, example.card, "card")
    for number, suit in enumerate(example.ahead):
        read_card(content, f"{JOKER} {suit}", "ahead", number)
    others = tuple(
        read_card(content, side.card, "others", number, "card")
        for number, side in enumerate(example.others)
    )
    place = 1
    for number, other in enumerate(others):
        path = ("others", number, "card")
        if other.joker or card.joker:
            raise ComputationError("a joker has no place in the order of play", *path)
        first, second = ((c.suit in example.ahead, c.height) for c in (other, card))
        if first == second:
            raise ComputationError(f"'{other}' and '{card}' tie", *path)
        place += first > second
    figures, activations = _worth(library, game, example.worth, card)
    last_cards, last_activations = LAST_CARDS, LAST_ACTIVATIONS
    rules = content.game.part(EnemyRules)
    if rules and (pack := rules.pack):
        reading = Reading(library, content, rules)
        last_cards = reading.number(pack.last_cards, 0, MOST)
        last_activations = reading.number(pack.last_activations, 0, MOST)
    last = example.pile <= last_cards
    left = [
        (name, resolve_entry(library, "profiles", game, name, "waiting", number))
        for number, name in enumerate(example.waiting)
    ]
    lots = table_values(library, game, example.lots, ("left", "faces"), "lots")
    draws = []
    for number, draw in enumerate(example.draws):
        here = ("draws", number)
        if not left:
            raise ComputationError("no figure is left to draw", *here)
        die, lot = _lot(library, lots, draw, len(left), *here)
        who, profile = left[lot - 1]
        if profile.value.plan is None:
            raise ComputationError(f"'{who}' has no plan", *here)
        plan = resolve_entry(library, "plans", profile.game, profile.value.plan, *here)
        acts = tuple(
            _act(library, act, profile, plan, *here, "acts", n) for n, act in enumerate(draw.acts)
        )
        draws.append(DrawResult(len(left), die, lot, who, profile, plan, acts))
        del left[lot - 1]
    return ActivationResult(
        card,
        others,
        place,
        figures,
        last_activations if last else activations,
        last,
        min(figures, len(example.waiting)),
        tuple(draws),
    )


def _worth(library: Library, game: str, reference: str, card: Card) -> tuple[int, int]:
    """The numbers of figures that a card activates and of activations of each, by its rank."""
    columns = ("card", "figures", "activations")
    for row in table_values(library, game, reference, columns, "worth"):
        figures, activations = row.number("figures"), row.number("activations")
        if card.rank in row.ids("card") and figures is not None and activations is not None:
            return figures, activations
    raise ComputationError(f"the table '{reference}' has no row for '{card}'", "card")


def _lot(
    library: Library, lots: list[ValueRow], draw: Draw, left: int, *path: str | int
) -> tuple[str, int]:
    """The die for the number of figures left, and the place of the figure drawn."""
    if left == 1:
        if draw.roll is not None:
            raise ComputationError("no roll is needed for one figure", *path, "roll")
        return "", 1
    faces = next((row.number("faces") for row in lots if row.number("left") == left), None)
    if not faces:
        raise ComputationError(f"the table of lots has no row for {left} figures", *path)
    die = f"D{faces}"
    if faces < left:
        raise ComputationError(f"a {die} has too few faces for {left} figures", *path)
    if draw.roll is None:
        raise ComputationError(f"the roll of the {die} is missing", *path, hint="roll: …")
    die_face(draw.roll, faces, *path, "roll")
    place = place_by_lot(left, faces, draw.roll)
    if not place:
        message = f"{draw.roll} must be rerolled"
        raise ComputationError(message, *path, "roll", hint=f"at most {left * (faces // left)}")
    return die, place


def _act(
    library: Library, act: Act, profile: Entry[Profile], plan: Entry[ActionPlan], *path: str | int
) -> ActResult:
    lines, wanted = len(plan.value.actions), len(act.possible)
    if True not in act.possible:
        raise ComputationError("at least one line must be possible", *path, "possible")
    if wanted > lines:
        message, hint = f"the plan has no line {wanted}", f"'{plan.id}' has {lines} lines"
        raise ComputationError(message, *path, "possible", hint=hint)
    left = None
    if act.moved is not None or act.left is not None:
        if act.distance is None:
            raise ComputationError("`distance` is missing", *path)
        left = act.distance - (act.moved or 0)
        if left < 0:
            message = "`moved` exceeds the distance to the target"
            raise ComputationError(message, *path, "moved", hint=f"at most {act.distance}")
    dice, count = _dice(library, act, profile, *path)
    successes, saved = act.successes, act.saved
    if act.rolled:
        for number, face in enumerate(act.rolled):
            die_face(face, int(dice.partition("D")[2]), *path, "rolled", number)
        if act.target is None:
            raise ComputationError("the target number is missing", *path, hint="target: …")
        successes = sum(face >= act.target for face in act.rolled)
    stands = saved.stands if saved else None
    if saved and saved.target is not None:
        stands = saved.roll >= saved.target
    return ActResult(act.possible.index(True) + 1, left, dice, count, successes, stands)


def _dice(library: Library, act: Act, profile: Entry[Profile], *path: str | int) -> tuple[str, int]:
    """The dice of the rolled stat as printed (`4D6`), and their number."""
    if act.throws is None:
        if act.rolled or act.successes is not None:
            raise ComputationError("the rolled stat is missing", *path, hint="throws: …")
        return "", 0
    block = stat_block(library, profile, act.throws)
    if block is None:
        raise ComputationError(f"'{profile.id}' has no stat '{act.throws}'", *path, "throws")
    declared = block.line.stats[act.throws]
    if declared.type != "die":
        raise ComputationError(f"the stat '{act.throws}' is not dice", *path, "throws")
    try:
        text = block.value(act.throws).text
    except StatValueError:
        raise ComputationError("faulty", *path, silent=True) from None
    return text, int(text.partition("D")[0] or 1)


def wrong_activation(example: ActivationExample, found: ActivationResult) -> Iterator[WrongClaim]:
    """The wrong claims, and wrong numbers of figures or activations."""
    yield from wrong_claims(example, found, ("place", "figures", "activations"))
    if len(found.draws) != found.due:
        message = f"draws: expected {found.due}, found {len(found.draws)}"
        yield WrongClaim(message, ("draws",))
    for number, (draw, right) in enumerate(zip(example.draws, found.draws, strict=True)):
        here = ("draws", number)
        yield from wrong_claims(draw, right, ("die", "place", "who"), *here)
        if len(draw.acts) != found.activations:
            message = f"activations: expected {found.activations}, found {len(draw.acts)}"
            yield WrongClaim(message, (*here, "acts"))
        for index, (act, done) in enumerate(zip(draw.acts, right.acts, strict=True)):
            yield from _wrong_act(act, done, *here, "acts", index)


def _wrong_act(act: Act, done: ActResult, *path: str | int) -> Iterator[WrongClaim]:
    yield from wrong_claims(act, done, ("line", "left", "dice", "successes"), *path)
    if act.rolled and len(act.rolled) != done.count:
        message = f"dice: expected {done.count}, found {len(act.rolled)}"
        yield WrongClaim(message, (*path, "rolled"))
    elif done.successes is not None and done.successes > done.count:
        message = f"{done.dice} has at most {done.count} successes, not {done.successes}"
        yield WrongClaim(message, (*path, "successes"))
    if act.saved:
        yield from wrong_claims(act.saved, done, ("stands",), *path, "saved")


def activation_view(
    presenter: ExamplePresenter, example: ActivationExample, found: ActivationResult
) -> Mapping[str, object]:
    """A card, its place in the order of play, and the figures that it activates."""
    ahead = frozenset(example.ahead) if found.card.suit in example.ahead else frozenset()
    return {
        **fields(found, "place", "figures", "activations", "last"),
        "card": presenter.card(found.card),
        "others": [
            {"name": presenter.text(other.name), "card": presenter.card(card)}
            for other, card in zip(example.others, found.others, strict=True)
        ],
        "ahead": presenter.suits(ahead),
        "draws": [
            _draw_view(presenter, draw, drawn)
            for draw, drawn in zip(example.draws, found.draws, strict=True)
        ],
    }


def _draw_view(presenter: ExamplePresenter, draw: Draw, drawn: DrawResult) -> Mapping[str, object]:
    """A figure drawn by lot, and its activations."""
    home = presenter.library.games[drawn.plan.game]
    return {
        **fields(drawn, "waiting", "die", "place"),
        "roll": draw.roll,
        "name": presenter.name(drawn.profile),
        "plan": say(drawn.plan.value.name, presenter.lang, home),
        "text": presenter.text(draw.text),
        "acts": [
            {
                **fields(act, "distance", "moved", "rolled", "target"),
                **fields(done, "line", "left", "dice", "successes", "stands"),
                "action": say(drawn.plan.value.actions[done.line - 1], presenter.lang, home),
                "saved": act.saved.roll if act.saved else None,
                "save_target": act.saved.target if act.saved else None,
                "text": presenter.text(act.text),
            }
            for act, done in zip(draw.acts, drawn.acts, strict=True)
        ],
    }


ACTIVATION = ExampleKind(
    ActivationExample, resolve_activation, wrong_activation, activation_view, keep_together=False
)
