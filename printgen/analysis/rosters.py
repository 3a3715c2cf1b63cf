"""The members of rosters with their upgrades and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.analysis.expressions import ExpressionError, evaluate, parse
from printgen.analysis.totals import Facts, GroupMember, entry_facts
from printgen.content.library import AnyEntry, Entry, Library
from printgen.content.models.roster import POINTS, Member, Roster, RosterRules

# Boxes of one member: more do not fit on a line.
MAX_BOXES = 30


@dataclass(frozen=True, slots=True)
class ResolvedMember:
    """A member of a roster: its place in the list, its entry with its kind, and its upgrades.

    `points` are those of one such member with its upgrades; None without points. `boxes` is the
    number of boxes to tick of one such member.
    """

    index: int
    member: Member
    kind: str
    entry: AnyEntry
    upgrades: tuple[AnyEntry, ...]
    facts: Facts
    points: int | None
    boxes: int

    @property
    def total(self) -> int | None:
        """The points of all members of this entry."""
        return None if self.points is None else self.points * self.member.count


def roster_rules(library: Library, game: str) -> RosterRules:
    """The rules of rosters of a game."""
    return library.games[game].game.rosters or RosterRules()


def roster_members(library: Library, roster: Entry[Roster]) -> list[ResolvedMember]:
    """The members of a roster whose entries exist."""
    return library.remember(
        ("roster", roster.game, roster.id), lambda: _resolve_all(library, roster)
    )


def member_kind(library: Library, game: str, reference: str) -> str | None:
    """The first kind of members that has an entry; None if there is none."""
    kinds = roster_rules(library, game).of
    return next((kind for kind in kinds if library.find(kind, game, reference)), None)


def total_points(members: Sequence[ResolvedMember]) -> int:
    """The points of a roster."""
    return sum(member.total or 0 for member in members)


def as_group(members: Sequence[ResolvedMember]) -> list[GroupMember]:
    """The members as a group, over which totals are computed."""
    return [GroupMember(member.facts, member.member.count) for member in members]


def upgrade_points(library: Library, roster: str, upgrade: AnyEntry) -> int | None:
    """The points of an upgrade in the rosters of a game; None without points."""
    rules = roster_rules(library, roster).upgrades
    if rules is None or rules.points is None:
        return None
    return _computed(rules.points, entry_facts(library, rules.of, upgrade))


def _resolve_all(library: Library, roster: Entry[Roster]) -> list[ResolvedMember]:
    found = (_resolve(library, roster, *pair) for pair in enumerate(roster.value.members))
    return [member for member in found if member]


def _resolve(
    library: Library, roster: Entry[Roster], index: int, member: Member
) -> ResolvedMember | None:
    rules = roster_rules(library, roster.game)
    kind = member_kind(library, roster.game, member.entry)
    entry = library.find(kind, roster.game, member.entry) if kind else None
    if kind is None or entry is None:
        return None
    of = rules.upgrades.of if rules.upgrades else "traits"
    upgrades = [library.find(of, roster.game, reference) for reference in member.upgrades]
    existing = tuple(upgrade for upgrade in upgrades if upgrade)
    facts = entry_facts(library, kind, entry, member.upgrades if of == "traits" else ())
    points = _computed(rules.points, facts) if rules.points else None
    if points is not None:
        points += sum(upgrade_points(library, roster.game, each) or 0 for each in existing)
        facts = {**facts, POINTS: points}
    boxes = _computed(rules.boxes, facts) if rules.boxes else 0
    shown = max(0, min(boxes or 0, MAX_BOXES))
    return ResolvedMember(index, member, kind, entry, existing, facts, points, shown)


def _computed(expression: str, facts: Facts) -> int | None:
    """The value of an expression; None if it cannot be computed."""
    try:
        return int(evaluate(parse(expression), facts))
    except ExpressionError:
        return None
