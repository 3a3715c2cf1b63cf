"""Checks of quests: rules, steps, enemies, effects and step cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.quest.model import Quest, QuestRules, Step, read_effect
from printgen.problems import Subject, did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import resolve_name, unreadable


def _steps(content: GameContent) -> Iterator[tuple[Entry[Quest], int, Step]]:
    """The numbered steps of all quests, each with the index of its row."""
    for quest in content.of_kind("quests").values():
        for index, step in enumerate(quest.value.steps):
            if step.step is not None:
                yield quest, index, step


def _fights(content: GameContent) -> set[str]:
    rules = content.game.part(QuestRules)
    return {name for name, kind in rules.types.items() if kind.fight} if rules else set()


@check("quest-rules-missing")
def quest_rules_missing(content: GameContent, library: Library) -> Findings:
    """A game with quests has a `quests:` section in game.yaml."""
    if content.of_kind("quests") and content.game.part(QuestRules) is None:
        message = "game.yaml has quests but no `quests:` section"
        yield content.entry.finding(message)


@check("quest-rules-invalid")
def quest_rules_invalid(content: GameContent, library: Library) -> Findings:
    """The stat line for enemies and the piles of cards under `quests:` of game.yaml exist."""
    rules = content.game.part(QuestRules)
    if rules is None:
        return
    piles = content.game.deck.piles if content.game.deck else {}
    reads: list[Callable[[], object]] = [
        partial(resolve_name, content.game.stat_lines, rules.enemy, "stat line", "enemy"),
        partial(resolve_name, piles, rules.pile, "pile", "pile"),
    ]
    if rules.combat is not None:
        reads.append(partial(resolve_name, piles, rules.combat, "pile", "combat"))
    yield from unreadable(content.entry, ("quests",), reads)


@check("step-shape")
def step_shape(content: GameContent, library: Library) -> Findings:
    """A row of a quest is either a story, or a step with a number, a type and a name."""
    for quest in content.of_kind("quests").values():
        for index, step in enumerate(quest.value.steps):
            numbered = step.step is not None and step.type is not None and step.name is not None
            alone = not step.enemy and step.model_fields_set <= {"story", "art"}
            if not ((step.story is None and numbered) or (step.story is not None and alone)):
                message = "a row has either `story`, or `step`, `type` and `name`"
                yield quest.finding(message, "steps", index)


@check("step-order")
def step_order(content: GameContent, library: Library) -> Findings:
    """The steps of a quest are numbered 1, 2, 3 and so on, without gaps or repeats."""
    expected: dict[str, int] = {}
    for quest, index, step in _steps(content):
        number = expected.get(quest.id, 0) + 1
        if step.step != number:
            message = f"expected step {number}, found step {step.step}"
            yield quest.finding(message, "steps", index, "step")
        expected[quest.id] = step.step or number


@check("quest-length")
def quest_length(content: GameContent, library: Library) -> Findings:
    """The number of steps of a quest is that of `quests: steps` in game.yaml."""
    rules = content.game.part(QuestRules)
    if rules is None:
        return
    for quest in content.of_kind("quests").values():
        count = sum(step.step is not None for step in quest.value.steps)
        if count != rules.steps:
            message = f"expected {rules.steps} steps, found {count}"
            yield quest.finding(message, "steps", key=True)


@check("step-type-unknown")
def step_type_unknown(content: GameContent, library: Library) -> Findings:
    """The type of a step is declared by the game."""
    rules = content.game.part(QuestRules)
    types = rules.types if rules else {}
    for quest, index, step in _steps(content):
        if types and step.type and step.type not in types:
            hint = did_you_mean(step.type, types)
            message = f"no step type '{step.type}'"
            yield quest.finding(message, "steps", index, "type", hint=hint)


@check("step-enemy")
def step_enemy(content: GameContent, library: Library) -> Findings:
    """A fight has an enemy with all stats in range. Other steps have no enemy."""
    rules = content.game.part(QuestRules)
    line = content.game.stat_lines.get(rules.enemy) if rules else None
    if line is None:
        return
    fights = _fights(content)
    for quest, index, step in _steps(content):
        path = ("steps", index, "enemy")
        if step.type not in fights:
            if step.enemy:
                message = f"step {step.step} has an enemy but is not a fight"
                yield quest.finding(message, *path, key=True)
            continue
        for key, value in step.enemy.items():
            stat = line.stats.get(key)
            if stat is None:
                hint = did_you_mean(key, line.stats)
                message = f"no stat '{key}'"
                yield quest.finding(message, *path, key, hint=hint, key=True)
            elif not (stat.min or 0) <= value <= (value if stat.max is None else stat.max):
                hint = f"{stat.min or 0} to {'any number' if stat.max is None else stat.max}"
                yield quest.finding(f"{key} is {value}", *path, key, hint=hint)
        for key, stat in line.stats.items():
            if key not in step.enemy and not stat.optional:
                message = f"missing stat '{key}' of the enemy"
                yield quest.finding(message, *path, key=True)


@check("step-effect")
def step_effect(content: GameContent, library: Library) -> Findings:
    """The effect of a step changes a counter of the game, such as `+1♡` or `-2 armour`."""
    for quest, index, step in _steps(content):
        if step.effect and read_effect(step.effect, content.game.counters) is None:
            symbols = ", ".join(f"+1{c.symbol}" for c in content.game.counters.values())
            message = f"'{step.effect}' does not change a counter"
            hint = f"such as {symbols}" if symbols else "declare counters in game.yaml"
            needs = Subject("counters", content.id, "", content.entry.at("counters", key=True))
            yield quest.finding(message, "steps", index, "effect", hint=hint, needs=needs)


@check("quest-unreachable")
def quest_unreachable(content: GameContent, library: Library) -> Findings:
    """The values of all step cards add up to the number of steps."""
    rules, deck = content.game.part(QuestRules), content.game.deck
    pile = deck.piles.get(rules.pile) if rules and deck else None
    scale = content.game.scales.get(deck.ranks) if deck else None
    if rules is None or pile is None or scale is None:
        return
    ranks = [scale.ranks[rank] for rank in pile.ranks if rank in scale.ranks]
    total = sum(rank.value or 0 for rank in ranks) * len(pile.suits)
    if total != rules.steps:
        message = f"the cards of '{rules.pile}' add up to {total}, not to {rules.steps} steps"
        yield content.entry.finding(message, "quests", "steps")


@check("quest-end")
def quest_end(content: GameContent, library: Library) -> Findings:
    """The last step of a quest is a fight."""
    last = {quest.id: (quest, index, step) for quest, index, step in _steps(content)}
    for quest, index, step in last.values():
        if content.game.part(QuestRules) and step.type not in _fights(content):
            message = f"the last step, {step.step}, is not a fight"
            yield quest.finding(message, "steps", index, "type")


# Steps of a type, from which one sees what belongs to such a step.
_ENOUGH = 5


@check("step-odd", "warning")
def step_odd(content: GameContent, library: Library) -> Findings:
    """A step of a quest is like all others of its type, in a quest with five or more of them: it
    has a `result` and an `effect` if they have one, and its effect adds or takes away as theirs do
    (a warning). The effects of fights may differ.
    """
    fights = _fights(content)
    for quest in content.of_kind("quests").values():
        types: dict[str, dict[int, Step]] = {}
        for index, step in enumerate(quest.value.steps):
            if step.step is not None and step.type:
                types.setdefault(step.type, {})[index] = step
        for name, steps in types.items():
            for key in ("result", "effect"):
                odd = _odd_one({index: bool(getattr(step, key)) for index, step in steps.items()})
                if odd is not None and not getattr(steps[odd], key):
                    message = f"the step has no {key}, all others of type '{name}' have one"
                    yield quest.finding(message, "steps", odd)
            signs = {n: s.effect.startswith("+") for n, s in steps.items() if s.effect}
            if name not in fights and (odd := _odd_one(signs)) is not None:
                verb = "takes away" if signs[odd] else "adds"
                message = f"'{steps[odd].effect}', but every other step of type '{name}' {verb}"
                yield quest.finding(message, "steps", odd, "effect")


def _odd_one(values: Mapping[int, object]) -> int | None:
    """The index of the only value that is not that of all others, among enough of them."""
    counts = Counter(values.values())
    if len(values) < _ENOUGH or len(counts) != 2 or min(counts.values()) > 1:
        return None
    return next(index for index, value in values.items() if counts[value] == 1)


CHECKS = (
    quest_rules_missing,
    quest_rules_invalid,
    step_shape,
    step_order,
    quest_length,
    step_type_unknown,
    step_enemy,
    step_effect,
    quest_unreachable,
    quest_end,
    step_odd,
)
