"""Rosters and decks: their members, upgrades, counts and totals, and the checks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from types import MappingProxyType

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.kind import Rule
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile, Stat, StatLine, Trait
from printgen.content.models.roster import (
    MAX_UPGRADES,
    POINTS,
    Member,
    Roster,
    RosterRules,
    Upgrades,
)
from printgen.content.models.text import Text
from printgen.problems import Finding, did_you_mean, shorten
from printgen.rules.check import Findings, check
from printgen.rules.constraints import flaws, tree_flaws
from printgen.rules.expressions import ExpressionError, Missing, evaluate, parse
from printgen.rules.rows import Row, groups_of, rows_of
from printgen.rules.stat_values import entry_block, has_unread_traits
from printgen.rules.stats import faulty_profile
from printgen.rules.totals import (
    Facts,
    GroupMember,
    broken_total,
    entry_facts,
    group_line,
    parse_total,
)

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


# --- the entries that are printed on the cards of a product, and how often ------------------------


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """An entry with its kind, and the number of its cards."""

    kind: str
    entry: AnyEntry
    count: int


def printed_entries(
    library: Library, game: str, product: FacesProduct, lang: str = ""
) -> list[PrintedEntry]:
    """The entries on the cards of a product, in order; names are sorted in a language, or in the
    first one of the game.

    The number of cards is the quantity in the product, or else the number in its roster, or else
    the `copies` of the entry, or else 1. Entries with 0 copies are left out. Where groups have one
    piece each, their first entry has it.
    """
    lang = lang or library.games[game].first_language
    if product.shown_group:
        return [PrintedEntry(*rows[0], 1) for rows in _groups(library, game, product, lang)]
    found = rows_of(library, product, named_entries(library, game, product), lang)
    needed = _needed(library, game, product)
    quantities = _quantities(library, game, product)
    printed: list[PrintedEntry] = []
    for kind, entry in found:
        name = kind, entry.game, entry.id
        if needed is None or name in needed:
            usual = getattr(entry.value, "copies", None) if product.counts_copies else None
            usual = 1 if usual is None else usual
            if count := quantities.get(name) or (needed or {}).get(name) or usual:
                printed.append(PrintedEntry(kind, entry, count))
    return printed


def group_sizes(
    library: Library,
    game: str,
    product: FacesProduct,
    lang: str,
    parts: Mapping[tuple[str, str], int] = MappingProxyType({}),
) -> dict[tuple[str, str], int]:
    """The number of cards of each group of a product in a language, by the kind and `game/id` of
    its first entry. `parts` are those of entries whose texts go on on further cards.
    """
    found = dict[tuple[str, str], int]()
    for rows in _groups(library, game, product, lang):
        names = [(kind, f"{entry.game}/{entry.id}") for kind, entry in rows]
        copies = [_copies(entry) for _, entry in rows]
        found[names[0]] = sum(
            number * parts.get(name, 1) for name, number in zip(names, copies, strict=True)
        )
    return found


def _groups(library: Library, game: str, product: FacesProduct, lang: str) -> list[list[Row]]:
    named = named_entries(library, game, product)
    return groups_of(library, product, [row for row in named if _copies(row[1])], lang)


def _copies(entry: AnyEntry) -> int:
    copies = getattr(entry.value, "copies", None)
    return 1 if copies is None else copies


def named_entries(library: Library, game: str, product: FacesProduct) -> list[tuple[str, AnyEntry]]:
    """The entries that a product lists."""
    found: list[tuple[str, AnyEntry]] = []
    for kind, names in product.kinds.items():
        entries: list[AnyEntry | None] = [*library.games[game].of_kind(kind).values()]
        if names != "all":
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return found


def _needed(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str, str], int] | None:
    """How many cards of each entry the roster of a product needs; None without a roster.

    Upgrades need a card each.
    """
    roster = library.games[game].rosters.get(product.roster or "")
    if roster is None:
        return None
    rules = library.games[game].game.rosters
    upgrades = rules.upgrades.of if rules and rules.upgrades else "traits"
    found: dict[tuple[str, str, str], int] = {}
    for member in roster_members(library, roster):
        used = [(member.kind, member.entry), *((upgrades, each) for each in member.upgrades)]
        for kind, entry in used:
            name = kind, entry.game, entry.id
            found[name] = found.get(name, 0) + member.member.count
    return found


def _quantities(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str, str], int]:
    """The quantities of a product, by kind, game and id of the entry."""
    return {
        (kind, entry.game, entry.id): number
        for reference, number in product.quantities.items()
        for kind in product.kinds
        if (entry := library.find(kind, game, reference))
    }


# --- checks of rosters ----------------------------------------------------------------------------


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
    members (with `boxes`) and of upgrades (with `times`), which can be computed for each entry, and
    `times` is not negative; `allowed` is a field of members that refers to upgrades. The `checks`
    of members are valid, over their values and those of upgrades.
    """
    rules = content.game.rosters
    if rules is None:
        return
    for index, kind in enumerate(rules.of):
        if found := _unknown_kind(content, kind):
            yield content.entry.finding(found[0], "rosters", "of", index, hint=found[1])
    for key, expression in (("points", rules.points), ("boxes", rules.boxes)):
        line = group_line(content, rules.of)
        expression = expression or "0"
        for message, hint in _expression_flaws(content, library, expression, rules.of, line):
            # The name of points is a word of its own (price, cost): the similar one may be another.
            few = hint.startswith("did you mean") and len(line.stats) <= _FEW
            hint = f"{hint} known: {', '.join(sorted(line.stats))}" if few else hint
            yield content.entry.finding(message, "rosters", key, hint=hint)
    if rules.upgrades:
        for message, hint, key in _upgrade_flaws(content, library, rules.of, rules.upgrades):
            yield content.entry.finding(message, "rosters", "upgrades", key, hint=hint)
    for index, rule in enumerate(rules.checks):
        for message, hint in _check_flaws(rule, content, rules):
            yield content.entry.finding(message, "rosters", "checks", index, "check", hint=hint)


def _check_flaws(rule: Rule, content: GameContent, rules: RosterRules) -> Iterator[tuple[str, str]]:
    """The faults of a rule for each member: messages and hints."""
    members, upgrades = (_with_points(content, kinds) for kinds in (rules.of, _upgrades_of(rules)))
    try:
        total = parse_total(rule.check, has_own=True)
    except ExpressionError as error:
        yield str(error), error.hint
        return
    yield from tree_flaws(total.own_tree, content, members)
    for _, each in total.calls.values():
        for expression in each:
            yield from tree_flaws(expression, content, upgrades)


def _upgrades_of(rules: RosterRules) -> list[str]:
    return [rules.upgrades.of if rules.upgrades else "traits"]


def _unknown_kind(content: GameContent, kind: str) -> tuple[str, str] | None:
    known = ["profiles", "traits", *content.game.kinds]
    return None if kind in known else (f"no kind '{kind}'", did_you_mean(kind, known))


def _expression_flaws(
    content: GameContent,
    library: Library,
    expression: str,
    kinds: Sequence[str],
    line: StatLine,
    least: int | None = None,
) -> Iterator[tuple[str, str]]:
    """The faults of an expression over the values of entries of some kinds: messages and hints.
    With `least`, its values are no smaller.
    """
    found = [*flaws(expression, content, line)]
    yield from found
    for kind in () if found else kinds:
        for entry in content.of_kind(kind).values():
            try:
                value = int(evaluate(parse(expression), entry_facts(library, kind, entry)))
            except Missing:
                continue
            except ExpressionError as error:
                yield f"{error} for '{entry.id}'", error.hint
                return
            if least is not None and value < least:
                yield f"'{shorten(expression)}' is {value} for '{entry.id}'", f"at least {least}"
                return


def _upgrade_flaws(
    content: GameContent, library: Library, members: Sequence[str], upgrades: Upgrades
) -> Iterator[tuple[str, str, str]]:
    """The faults of the rules of upgrades: message, hint and key."""
    if found := _unknown_kind(content, upgrades.of):
        yield *found, "of"
        return
    line = group_line(content, [upgrades.of])
    for key, expression, least in (
        ("points", upgrades.points, None),
        ("times", upgrades.times, 0),
    ):
        if isinstance(expression, str):
            own = _expression_flaws(content, library, expression, [upgrades.of], line, least)
            yield from ((message, hint, key) for message, hint in own)
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
    have, each at most as often as it may; a trait that a profile has is no upgrade for it. They
    keep the `checks` of the game.
    """
    rules = roster_rules(library, content.id)
    line = group_line(content, rules.of)
    # Reported by roster-rules.
    pointless = rules.points is None or any(
        _expression_flaws(content, library, rules.points, rules.of, line)
    )
    rules = _without_flaws(content, library, rules)
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
            yield from _broken_checks(library, roster, member, rules)


def _without_flaws(content: GameContent, library: Library, rules: RosterRules) -> RosterRules:
    """The rules without what roster-rules reports about upgrades: all are allowed instead."""
    upgrades = rules.upgrades
    if upgrades is None:
        return rules
    faulty = {key for *_, key in _upgrade_flaws(content, library, rules.of, upgrades)}
    changes: dict[str, object] = {"allowed": None, "times": MAX_UPGRADES}
    every = upgrades.model_copy(update={key: changes[key] for key in changes.keys() & faulty})
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
        earlier = member.upgrades[:number].count(upgrade)
        most = _times(library, roster, rules, upgrade)
        if most <= 0:
            hint = "`times` under `upgrades` is 0 for it"
            yield roster.finding(f"'{member.entry}' cannot have '{upgrade}'", *where, hint=hint)
        elif most <= earlier:
            hint = "`times` under `upgrades` says how often" if most == 1 else f"at most {most}"
            yield roster.finding(f"duplicate upgrade '{upgrade}'", *where, hint=hint)
        elif any(found is library.find("traits", roster.game, upgrade) for found in own):
            yield roster.finding(f"'{member.entry}' has '{upgrade}' already", *where)
        known = rules and not library.lacks(rules.of, roster.game, upgrade)
        if known and most > 0 and allowed is not None and upgrade not in allowed:
            hint = f"allowed: {', '.join(allowed)}" if allowed else ""
            yield roster.finding(f"'{member.entry}' cannot have '{upgrade}'", *where, hint=hint)


def _times(library: Library, roster: Entry[Roster], rules: Upgrades | None, upgrade: str) -> int:
    """How often a member may have an upgrade."""
    if rules is None or rules.times is None:
        return 1 if rules is None or rules.of == "traits" else MAX_UPGRADES
    if isinstance(rules.times, int):
        return rules.times
    entry = library.find(rules.of, roster.game, upgrade)
    found = _computed(rules.times, entry_facts(library, rules.of, entry)) if entry else None
    return 1 if found is None else found


def _broken_checks(
    library: Library, roster: Entry[Roster], resolved: ResolvedMember, rules: RosterRules
) -> Findings:
    """The rules that a member breaks."""
    content, member = library.games[roster.game], resolved.member
    if not _is_member_read(library, resolved):
        return
    group = [
        GroupMember(_upgrade_facts(library, roster.game, rules, upgrade))
        for upgrade in resolved.upgrades
    ]
    for rule in rules.checks:
        if not any(_check_flaws(rule, content, rules)):
            why = broken_total(rule.check, group, resolved.facts)
            if why is not None:
                key = "upgrades" if member.upgrades else "entry"
                path = ("members", resolved.index, key)
                yield roster.finding(_message(content, rule), *path, hint=why)


def _upgrade_facts(library: Library, game: str, rules: RosterRules, upgrade: AnyEntry) -> Facts:
    (kind,) = _upgrades_of(rules)
    points = upgrade_points(library, game, upgrade)
    facts = entry_facts(library, kind, upgrade)
    return facts if points is None else {**facts, POINTS: points}


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


# --- checks of totals -----------------------------------------------------------------------------


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
    return _flaws(rule, content, kinds, _with_points(content, kinds))


def _with_points(content: GameContent, kinds: Sequence[str]) -> StatLine:
    """The values of entries in a roster: those of their kinds, and their points."""
    line, points = group_line(content, kinds), Stat.model_construct(label=Text({"any": POINTS}))
    stats = {**line.stats, POINTS: points}
    return StatLine.model_construct(label=line.label, stats=stats)


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
        group = [
            GroupMember(entry_block(library, name, entry).facts, entry.value.copies or 1, entry)
            for entry in content.declared.get(name, {}).values()
        ]
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
        printed = printed_entries(library, content.id, deck.value)
        group = [
            GroupMember(entry_facts(library, each.kind, each.entry), each.count, each.entry)
            for each in printed
        ]
        known = not any(_is_unread(library, each.kind, each.entry) for each in printed)
        for index, rule in enumerate(deck.value.totals if known else ()):
            flaws = _flaws(rule, content, [*deck.value.kinds])
            at_rule = partial(deck.finding, _message(content, rule), "totals", index)
            yield from _broken(rule, group, flaws, at_rule)
    rosters = game.rosters if game.rosters and not faulty.intersection(game.rosters.of) else None
    for roster in content.rosters.values() if rosters else ():
        members = roster_members(library, roster)
        group = [GroupMember(member.facts, member.member.count) for member in members]
        needs = next(filter(None, (faulty_profile(library, each.entry) for each in members)), None)
        for rule in rosters.totals if rosters and _is_read(library, roster, members) else ():
            flaws = _roster_flaws(rule, content)
            at_members = partial(roster.finding, _message(content, rule), "members", key=True)
            yield from _broken(rule, group, flaws, partial(at_members, needs=needs))


def _is_read(library: Library, roster: Entry[Roster], members: Sequence[ResolvedMember]) -> bool:
    """Whether all members of a roster are known, with their upgrades and their traits. What is not
    is reported elsewhere: a total without it would be wrong.
    """
    return len(members) == len(roster.value.members) and all(
        _is_member_read(library, each) for each in members
    )


def _is_member_read(library: Library, member: ResolvedMember) -> bool:
    """Whether the upgrades and the traits of a member are known."""
    known = len(member.upgrades) == len(member.member.upgrades)
    return known and not _is_unread(library, member.kind, member.entry)


def _is_unread(library: Library, kind: str, entry: AnyEntry) -> bool:
    """Whether some traits of an entry are not known."""
    if isinstance(entry.value, Profile):
        return has_unread_traits(library, entry)
    declared = kind in library.games[entry.game].declared
    return declared and entry_block(library, kind, entry).unread


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
