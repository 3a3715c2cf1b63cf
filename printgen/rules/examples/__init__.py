"""Worked examples, recomputed: each kind says what the rules make of a situation, and which claims
of the text are wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from printgen.library import GameContent, Library
from printgen.models.examples import Example, Part
from printgen.problems import Problem
from printgen.rules.examples import (
    activations,
    attacks,
    covers,
    fights,
    lookups,
    losses,
    melees,
    morale,
    parries,
    trials,
)
from printgen.rules.examples.reading import Wrong
from printgen.rules.named import Unanswerable


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of example: `work` takes the library, the id of the game and the situation, and
    raises Unanswerable; `wrong` takes the situation and what `work` gave.
    """

    work: Callable[[Library, str, Any], Any]
    wrong: Callable[[Any, Any], Iterator[Wrong]]


# By the field of `Part` that holds the situation.
KINDS: dict[str, Kind] = {
    "fight": Kind(fights.play_fight, fights.wrong_fight),
    "journey": Kind(fights.play_journey, fights.wrong_journey),
    "lookup": Kind(lookups.look_up, lookups.wrong_lookup),
    "activation": Kind(activations.activate, activations.wrong_activation),
    "parry": Kind(parries.parry, parries.wrong_parry),
    "losses": Kind(losses.losses, losses.wrong_losses),
    "morale": Kind(morale.hold, morale.wrong_morale),
    "attack": Kind(attacks.attack, attacks.wrong_attack),
    "melee_shot": Kind(melees.shoot_into, melees.wrong_melee_shot),
    "cover": Kind(covers.cover, covers.wrong_cover),
    "trial": Kind(trials.attempt, trials.wrong_trial),
}


def parts(example: Example) -> list[tuple[tuple[str | int, ...], Part]]:
    """The situations of an example, with the path of each: the example itself, or its steps."""
    if example.steps:
        return [(("steps", number), step) for number, step in enumerate(example.steps)]
    return [((), example)]


def kind_of(part: Part) -> str:
    """The kind of a situation. Raises Unanswerable where it has none, or several."""
    kinds = [name for name in KINDS if getattr(part, name) is not None]
    if len(kinds) != 1:
        listed = ", ".join(f"`{name}`" for name in KINDS)
        raise Unanswerable("an example is of one kind, or has `steps`", hint=listed)
    return kinds[0]


def work(library: Library, game: str, part: Part) -> tuple[str, Any]:
    """The kind of a situation, and what the rules make of it. Raises Unanswerable."""
    name = kind_of(part)
    try:
        return name, KINDS[name].work(library, game, getattr(part, name))
    except Unanswerable as error:
        raise error.within(name) from None


# --- checks ----------------------------------------------------------------------------------


def example_shape(content: GameContent, library: Library) -> Iterator[Problem]:
    """A worked example is of one kind, or has steps that are, and can be computed: what it names
    exists, and dice and cards have the faces that it says.
    """
    for example in content.examples.values():
        value = example.value
        mixed = [name for name in KINDS if value.steps and getattr(value, name) is not None]
        if mixed:
            message = f"an example with `steps` has no `{mixed[0]}` of its own"
            yield example.problem("example-shape", message, mixed[0], key=True)
        for path, part in parts(value):
            try:
                work(library, example.game, part)
            except Unanswerable as error:
                if not error.silent:
                    where = (*path, *error.path)
                    yield example.problem("example-shape", str(error), *where, hint=error.hint)


def example_wrong(content: GameContent, library: Library) -> Iterator[Problem]:
    """What a worked example claims is what the rules compute."""
    for example in content.examples.values():
        for path, part in parts(example.value):
            try:
                name, found = work(library, example.game, part)
            except Unanswerable:
                continue
            for wrong in KINDS[name].wrong(getattr(part, name), found):
                here = (*path, name, *wrong.path)
                yield example.problem("example-wrong", wrong.message, *here)
