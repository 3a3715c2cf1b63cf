"""Checks of totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from printgen.analysis.decks import deck_group, printed_entries
from printgen.analysis.expressions import ExpressionError
from printgen.analysis.rosters import ResolvedMember, as_group, roster_members
from printgen.analysis.stat_values import entry_block, has_unread_traits
from printgen.analysis.totals import GroupMember, broken_total, group_line, parse_total
from printgen.checks.constraints import tree_flaws
from printgen.checks.stats import faulty_profile
from printgen.content.check import Findings, check
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.kind import Rule
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.roster import POINTS, Roster
from printgen.content.models.stat import Stat, StatLine
from printgen.content.models.text import Text
from printgen.problems import Finding

# The most entries that are reported as not unique.
_MOST = 5


@check("total-invalid")
def total_invalid(content: GameContent, library: Library) -> Findings:
    """A total (`totals` of a kind, of cards or of rosters) is a valid expression. The values of
    entries are inside `sum(…)`, `count(…)`, `unique(…)` or `distinct(…)`.
    """
    game = content.game
    for name, kind in game.kinds.items():
        for index, rule in enumerate(kind.totals):
            for message, hint in _flaws(rule, content, [name]):
                path = ("kinds", name, "totals", index, "check")
                yield content.entry.finding(message, *path, hint=hint)
    for deck in content.products_of(FacesProduct):
        for index, rule in enumerate(deck.value.totals):
            for message, hint in _flaws(rule, content, [*deck.value.kinds]):
                yield deck.finding(message, "totals", index, "check", hint=hint)
    for index, rule in enumerate(game.rosters.totals if game.rosters else ()):
        for message, hint in _roster_flaws(rule, content):
            yield content.entry.finding(message, "rosters", "totals", index, "check", hint=hint)


def _flaws(
    rule: Rule, content: GameContent, kinds: Sequence[str], line: StatLine | None = None
) -> Iterator[tuple[str, str]]:
    """The faults of a total over entries of some kinds: messages and hints."""
    line, noun = line or group_line(content, kinds), "stat"
    if all(kind in content.game.kinds for kind in kinds):
        noun = "field"
    try:
        total = parse_total(rule.check)
    except ExpressionError as error:
        yield str(error), error.hint
        return
    for _, each in total.calls.values():
        for expression in each:
            yield from tree_flaws(expression, content, line, noun)


def _roster_flaws(rule: Rule, content: GameContent) -> Iterator[tuple[str, str]]:
    """The faults of a total over the members of rosters, which also have points."""
    kinds = content.game.rosters.of if content.game.rosters else []
    line, points = group_line(content, kinds), Stat.model_construct(label=Text({"any": POINTS}))
    stats = {**line.stats, POINTS: points}
    return _flaws(rule, content, kinds, StatLine.model_construct(label=line.label, stats=stats))


@check("total-broken")
def total_broken(content: GameContent, library: Library) -> Findings:
    """The entries of a kind, the cards of a product and the members of a roster obey the `totals`
    that are declared for them. The `message` is printed in English, or else in the game's first
    language.
    """
    game = content.game
    # Entries with faults are missing in their groups, whose totals would be wrong.
    faulty = {kind for kind, _ in content.broken}
    for name, kind in game.kinds.items():
        if not kind.totals or name in faulty:
            continue
        group = _kind_group(library, content, name)
        known = not any(
            _is_unread(library, name, entry) for entry in content.of_kind(name).values()
        )
        for index, rule in enumerate(kind.totals if known else ()):
            at_rule = partial(content.entry.finding, _message(content, rule), "kinds", name)
            flaws = _flaws(rule, content, [name])
            yield from _broken(rule, group, flaws, partial(at_rule, "totals", index))
    for deck in content.products_of(FacesProduct):
        if not deck.value.totals or faulty.intersection(deck.value.kinds):
            continue
        group = deck_group(library, content.id, deck.value)
        printed = printed_entries(library, content.id, deck.value)
        known = not any(_is_unread(library, each.kind, each.entry) for each in printed)
        for index, rule in enumerate(deck.value.totals if known else ()):
            flaws = _flaws(rule, content, [*deck.value.kinds])
            at_rule = partial(deck.finding, _message(content, rule), "totals", index)
            yield from _broken(rule, group, flaws, at_rule)
    rosters = game.rosters if game.rosters and not faulty.intersection(game.rosters.of) else None
    for roster in content.rosters.values() if rosters else ():
        members = roster_members(library, roster)
        group = as_group(members)
        needs = next(filter(None, (faulty_profile(library, each.entry) for each in members)), None)
        for rule in rosters.totals if rosters and _is_read(library, roster, members) else ():
            flaws = _roster_flaws(rule, content)
            at_members = partial(roster.finding, _message(content, rule), "members", key=True)
            yield from _broken(rule, group, flaws, partial(at_members, needs=needs))


def _is_read(library: Library, roster: Entry[Roster], members: Sequence[ResolvedMember]) -> bool:
    """Whether all members of a roster are known, with their upgrades and their traits. What is not
    is reported elsewhere: a total without it would be wrong.
    """
    return len(members) == len(roster.value.members) and not any(
        len(each.upgrades) < len(each.member.upgrades) or _is_unread(library, each.kind, each.entry)
        for each in members
    )


def _is_unread(library: Library, kind: str, entry: AnyEntry) -> bool:
    """Whether some traits of an entry are not known."""
    if isinstance(entry.value, Profile):
        return has_unread_traits(library, entry)
    declared = kind in library.games[entry.game].declared
    return declared and entry_block(library, kind, entry).unread


def _kind_group(library: Library, content: GameContent, kind: str) -> list[GroupMember]:
    return [
        GroupMember(entry_block(library, kind, entry).facts, entry.value.copies or 1, entry)
        for entry in content.declared.get(kind, {}).values()
    ]


def _broken(
    rule: Rule,
    group: Sequence[GroupMember],
    flaws: Iterator[tuple[str, str]],
    finding: Callable[..., Finding],
) -> Findings:
    """What is found if a group breaks a rule without flaws: entries that are not unique, or else
    `finding`.
    """
    why = None if any(flaws) else broken_total(rule.check, group)
    if why is None:
        return
    duplicates = list(islice(parse_total(rule.check).duplicates(group), _MOST))
    for call, field, first, second in duplicates:
        hint = f"{call}: the same as {first.id}, {first.at(field)}"
        yield replace(finding(hint=hint), position=second.at(field))
    if not duplicates:
        yield finding(hint=why)


def _message(content: GameContent, rule: Rule) -> str:
    return rule.message[rule.message.language_for("en", content.first_language)]
