"""Checks of totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.analysis.decks import deck_group
from printgen.analysis.expressions import ExpressionError
from printgen.analysis.rosters import as_group, roster_members, roster_rules
from printgen.analysis.stat_values import entry_block
from printgen.analysis.totals import GroupMember, broken_total, group_line, parse_total
from printgen.checks.constraints import tree_flaws
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.kind import Rule
from printgen.content.models.products import CardsProduct
from printgen.content.models.roster import POINTS
from printgen.content.models.stat import Stat, StatLine
from printgen.content.models.text import Text


@check("total-invalid")
def total_invalid(content: GameContent, library: Library) -> Findings:
    """A total (`totals` of a kind, of cards or of rosters) is a valid expression. The values of
    entries are inside `sum(…)`, `count(…)` or `unique(…)`.
    """
    game = content.game
    for name, kind in game.kinds.items():
        for message, hint, index in _total_flaws(kind.totals, content, kind.stats):
            path = ("kinds", name, "totals", index, "check")
            yield content.entry.finding(message, *path, hint=hint)
    for deck in content.products_of(CardsProduct):
        line = group_line(content, [*deck.value.kinds])
        for message, hint, index in _total_flaws(deck.value.totals, content, line):
            yield deck.finding(message, "totals", index, "check", hint=hint)
    if game.rosters:
        line = _with_points(group_line(content, game.rosters.of))
        for message, hint, index in _total_flaws(game.rosters.totals, content, line):
            yield content.entry.finding(message, "rosters", "totals", index, "check", hint=hint)


def _with_points(line: StatLine) -> StatLine:
    """The values of members of rosters: their stats, and their points."""
    points = Stat.model_construct(label=Text({"any": POINTS}))
    return StatLine.model_construct(label=line.label, stats={**line.stats, POINTS: points})


def _total_flaws(
    rules: Sequence[Rule], content: GameContent, line: StatLine
) -> Iterator[tuple[str, str, int]]:
    """The faults of totals: message, hint and the number of the rule."""
    for index, rule in enumerate(rules):
        try:
            total = parse_total(rule.check)
        except ExpressionError as error:
            yield str(error), error.hint, index
            continue
        for _, each in total.calls.values():
            for message, hint in tree_flaws(each, content, line) if each else ():
                yield message, hint, index


@check("total-broken")
def total_broken(content: GameContent, library: Library) -> Findings:
    """The entries of a kind, the cards of a product and the members of a roster obey the `totals`
    that are declared for them. The `message` is printed in English, or else in the game's first
    language.
    """
    for name, entries in content.declared.items():
        rules = content.game.kinds[name].totals
        group = [
            GroupMember(entry_block(library, name, entry).facts, entry.value.copies or 1)
            for entry in (entries.values() if rules else ())
        ]
        for index, message, why in _broken(content, rules, group):
            path = ("kinds", name, "totals", index)
            yield content.entry.finding(message, *path, hint=why)
    for deck in content.products_of(CardsProduct):
        if deck.value.totals:
            group = deck_group(library, content.id, deck.value)
            for index, message, why in _broken(content, deck.value.totals, group):
                yield deck.finding(message, "totals", index, hint=why)
    for roster in content.rosters.values():
        group = as_group(roster_members(library, roster))
        for _, message, why in _broken(content, roster_rules(library, content.id).totals, group):
            yield roster.finding(message, "members", hint=why, key=True)


def _broken(
    content: GameContent, rules: Sequence[Rule], group: Sequence[GroupMember]
) -> Iterator[tuple[int, str, str]]:
    """The totals that a group breaks: their numbers, their messages, and why."""
    for index, rule in enumerate(rules):
        why = broken_total(rule.check, group)
        if why is not None:
            lang = rule.message.language_for("en", content.first_language)
            yield index, rule.message[lang], why
