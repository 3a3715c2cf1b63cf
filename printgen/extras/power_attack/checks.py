"""Checks of the `power_skirmish:` section of game.yaml."""

from __future__ import annotations

from printgen.content.library import GameContent, Library
from printgen.extras.power_attack.attack import melee_bonuses
from printgen.extras.power_attack.battle_rules import CHANGES, KEYS, Recruits
from printgen.extras.power_attack.model import PowerSkirmish
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError


@check("power-invalid")
def power_invalid(content: GameContent, library: Library) -> Findings:
    """The kinds of traits, the weapons and the tables under `power_skirmish:` exist. The tables
    have modifiers, and each number can be computed and is in its range.
    """
    rules, here, entry = content.game.part(PowerSkirmish), "power_skirmish", content.entry
    if rules is None:
        return
    for key in ("shoots", "fights"):
        kind = getattr(rules, key)
        if kind not in content.game.trait_kinds:
            hint = did_you_mean(kind, content.game.trait_kinds)
            yield entry.finding(f"no kind of traits '{kind}'", here, key, hint=hint)
    for place, name in enumerate(rules.harmless):
        if library.lacks("traits", content.id, name):
            hint = library.suggest("traits", content.id, name)
            yield entry.finding(f"no trait '{name}'", here, "harmless", place, hint=hint)
    recruits = Recruits(library, content.id, rules)
    for compute in (recruits.sizes, recruits.smaller, recruits.far):
        try:
            compute()
        except ComputationError as error:
            if not error.silent:
                yield entry.finding(str(error), here, *error.path, hint=error.hint)
    yield from _wrong_melee(content, library, rules)
    for key in (*KEYS, *CHANGES):
        try:
            if key in CHANGES:
                recruits.numbers.signed(getattr(rules, key))
            else:
                recruits.numbers.of(key)
        except ComputationError as error:
            yield entry.finding(str(error), here, key, hint=error.hint)


def _wrong_melee(content: GameContent, library: Library, rules: PowerSkirmish) -> Findings:
    if rules.into_melee is None:
        return
    try:
        melee_bonuses(library, content.id, rules.into_melee, "into_melee")
    except ComputationError as error:
        if not error.silent:
            yield content.entry.finding(str(error), "power_skirmish", *error.path, hint=error.hint)


CHECKS = (power_invalid,)
