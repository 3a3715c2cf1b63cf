"""Checks of rosters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.analysis.rosters import (
    ResolvedMember,
    member_kind,
    roster_members,
    roster_rules,
    total_points,
)
from printgen.analysis.totals import group_line
from printgen.checks.constraints import flaws
from printgen.checks.stats import faulty_profile
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.roster import Roster, RosterRules, Upgrades
from printgen.content.models.trait import Trait
from printgen.problems import did_you_mean

# Only kinds that a game declares have fields of references.
_RULE_INSTEAD = (
    "profiles have no fields for upgrades: write a rule in `totals`, such as "
    "`count(has(hammer) and side == red) == 0`"
)

# Stats that a hint lists.
_FEW = 12


@check("roster-rules")
def roster_rules_invalid(content: GameContent, library: Library) -> Findings:
    """The rules of rosters name kinds that exist. `points` are valid expressions over the values of
    members (with `boxes`) and of upgrades; `allowed` is a field of members that refers to upgrades.
    """
    rules = content.game.rosters
    if rules is None:
        return
    for index, kind in enumerate(rules.of):
        if found := _unknown_kind(content, kind):
            yield content.entry.finding(found[0], "rosters", "of", index, hint=found[1])
    for key, expression in (("points", rules.points), ("boxes", rules.boxes)):
        line = group_line(content, rules.of)
        for message, hint in flaws(expression, content, line) if expression else ():
            # The name of points is a word of its own (price, cost): the similar one may be another.
            few = hint.startswith("did you mean") and len(line.stats) <= _FEW
            hint = f"{hint} known: {', '.join(sorted(line.stats))}" if few else hint
            yield content.entry.finding(message, "rosters", key, hint=hint)
    if rules.upgrades:
        for message, hint, key in _upgrade_flaws(content, rules.of, rules.upgrades):
            yield content.entry.finding(message, "rosters", "upgrades", key, hint=hint)


def _unknown_kind(content: GameContent, kind: str) -> tuple[str, str] | None:
    known = ["profiles", "traits", *content.game.kinds]
    return None if kind in known else (f"no kind '{kind}'", did_you_mean(kind, known))


def _upgrade_flaws(
    content: GameContent, members: Sequence[str], upgrades: Upgrades
) -> Iterator[tuple[str, str, str]]:
    """The faults of the rules of upgrades: message, hint and key."""
    if found := _unknown_kind(content, upgrades.of):
        yield *found, "of"
        return
    if upgrades.points:
        line = group_line(content, [upgrades.of])
        for message, hint in flaws(upgrades.points, content, line):
            yield message, hint, "points"
    if upgrades.allowed:
        fields = {
            key: field
            for kind in members
            if kind in content.game.kinds
            for key, field in content.game.kinds[kind].fields.items()
        }
        field = fields.get(upgrades.allowed)
        if field is None or field.target != upgrades.of:
            message = f"'{upgrades.allowed}' is not a field that refers to {upgrades.of}"
            fitting = [key for key, field in fields.items() if field.target == upgrades.of]
            hint = did_you_mean(upgrades.allowed, fitting) if fields else _RULE_INSTEAD
            yield message, hint, "allowed"


@check("member-unknown")
def member_unknown(content: GameContent, library: Library) -> Findings:
    """The entries in a roster and their upgrades exist."""
    rules = roster_rules(library, content.id)
    upgrades = rules.upgrades.of if rules.upgrades else "traits"
    for roster in content.rosters.values():
        for index, member in enumerate(roster.value.members):
            kind = member_kind(library, content.id, member.entry)
            lacking = all(library.lacks(k, content.id, member.entry) for k in rules.of)
            # A kind that does not exist is reported by roster-rules.
            if kind is None and lacking and not any(_unknown_kind(content, k) for k in rules.of):
                hint = library.suggest(rules.of[0], content.id, member.entry)
                message = f"no '{member.entry}' in {' or '.join(rules.of)}"
                yield roster.finding(message, "members", index, "entry", hint=hint)
            for number, upgrade in enumerate(member.upgrades):
                if _unknown_kind(content, upgrades) is None and library.lacks(
                    upgrades, content.id, upgrade
                ):
                    hint = library.suggest(upgrades, content.id, upgrade)
                    path = ("members", index, "upgrades", number)
                    yield roster.finding(f"no '{upgrade}' in {upgrades}", *path, hint=hint)


@check("roster-invalid")
def roster_invalid(content: GameContent, library: Library) -> Findings:
    """A roster keeps its limit of points. Its members have points, and only upgrades that they may
    have, without duplicates; a trait that a profile has is no upgrade for it.
    """
    rules = roster_rules(library, content.id)
    line = group_line(content, rules.of)
    # Reported by roster-rules.
    pointless = rules.points is None or any(flaws(rules.points, content, line))
    rules = _without_flaws(content, rules)
    for roster in content.rosters.values():
        members = roster_members(library, roster)
        limit, total = roster.value.limit or rules.limit, total_points(members)
        if limit and total > limit:
            key = "limit" if roster.value.limit else "members"
            message = f"the roster has {total} points; the limit is {limit}"
            yield roster.finding(message, key, key=True)
        for member in members:
            if member.points is None and not pointless:
                needs = faulty_profile(library, member.entry)
                message, path = f"'{member.member.entry}' has no points", ("members", member.index)
                yield roster.finding(message, *path, "entry", needs=needs)
            yield from _member_flaws(library, roster, member, rules)


def _without_flaws(content: GameContent, rules: RosterRules) -> RosterRules:
    """The rules without the `allowed` that roster-rules reports."""
    upgrades = rules.upgrades
    faulty = _upgrade_flaws(content, rules.of, upgrades) if upgrades else ()
    if upgrades is None or all(key != "allowed" for *_, key in faulty):
        return rules
    every = upgrades.model_copy(update={"allowed": None})
    return rules.model_copy(update={"upgrades": every})


def _member_flaws(
    library: Library, roster: Entry[Roster], resolved: ResolvedMember, game_rules: RosterRules
) -> Findings:
    """What is wrong with a member whose entry exists."""
    member, path, rules = resolved.member, ("members", resolved.index), game_rules.upgrades
    if rules is None and member.upgrades:
        hint = "declare `rosters: {upgrades: …}` in game.yaml"
        yield roster.finding("the game has no upgrades", *path, "upgrades", hint=hint)
        return
    if rules and rules.max is not None and len(member.upgrades) > rules.max:
        message = f"'{member.entry}' has {len(member.upgrades)} upgrades"
        yield roster.finding(message, *path, "upgrades", hint=f"at most {rules.max}")
    allowed = _allowed(resolved, rules)
    own = _own_traits(library, roster, resolved, rules)
    for number, upgrade in enumerate(member.upgrades):
        where = (*path, "upgrades", number)
        if upgrade in member.upgrades[:number]:
            yield roster.finding(f"duplicate upgrade '{upgrade}'", *where)
        elif any(found is library.find("traits", roster.game, upgrade) for found in own):
            yield roster.finding(f"'{member.entry}' has '{upgrade}' already", *where)
        known = rules and not library.lacks(rules.of, roster.game, upgrade)
        if known and allowed is not None and upgrade not in allowed:
            hint = f"allowed: {', '.join(allowed)}" if allowed else ""
            message = f"'{member.entry}' cannot have '{upgrade}'"
            yield roster.finding(message, *where, hint=hint)


def _own_traits(
    library: Library, roster: Entry[Roster], resolved: ResolvedMember, rules: Upgrades | None
) -> list[Entry[Trait]]:
    """The traits of a profile that it cannot have as upgrades once more."""
    if resolved.kind != "profiles" or rules is None or rules.of != "traits":
        return []
    return list(library.traits_of(resolved.entry))


def _allowed(resolved: ResolvedMember, rules: Upgrades | None) -> list[str] | None:
    """The upgrades that a member may have; None if it may have all."""
    if rules is None or rules.allowed is None or not hasattr(resolved.entry.value, rules.allowed):
        return None
    value = getattr(resolved.entry.value, rules.allowed)
    return value if isinstance(value, list) else [value] if value else []
