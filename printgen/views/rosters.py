"""Rosters as plain data for templates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from printgen.analysis.rosters import (
    ResolvedMember,
    roster_members,
    roster_rules,
    total_points,
    upgrade_points,
)
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.roster import Roster
from printgen.content.models.trait import Trait
from printgen.typography.text import in_sentence, say, say_or_empty
from printgen.views.entries import field_views
from printgen.views.profiles import profile_view
from printgen.views.stats import StatView
from printgen.views.traits import trait_view


class CellView(TypedDict):
    """A value of a member, with its short label and its name."""

    label: str
    name: str
    text: str


class NotedView(TypedDict):
    """A trait or an upgrade: its name, its values, its rules, and its points; None without points.
    Its values are without the one that is its points.
    """

    name: str
    values: list[CellView]
    text: str
    points: int | None


class MemberView(TypedDict):
    """A member of a roster, `count` times. `name` is its own name or that of its entry, `role` the
    name of its entry beside an own name. `lines` are its stat lines. `points` are those of one
    member, `total` those of all; `boxes` are to tick, for one member.
    """

    id: str
    name: str
    role: str
    count: int
    lines: list[list[CellView]]
    texts: list[str]
    traits: list[NotedView]
    upgrades: list[NotedView]
    points: int | None
    total: int | None
    boxes: int


class RosterView(TypedDict):
    """A roster with its members. `points` are those of all; `limit` is 0 without a limit. `noun` is
    the plural of the only kind of member that the game declares; else empty.
    """

    id: str
    name: str
    text: str
    members: list[MemberView]
    count: int
    points: int | None
    limit: int
    noun: str


def roster_view(library: Library, roster: Entry[Roster], lang: str) -> RosterView:
    """A roster with its members and their points."""
    home, value = library.games[roster.game], roster.value
    rules, members = roster_rules(library, roster.game), roster_members(library, roster)
    return {
        "id": roster.id,
        "name": say(value.name, lang, home),
        "text": say_or_empty(value.text, lang, home),
        "members": [_member_view(library, roster.game, member, lang) for member in members],
        "count": sum(member.member.count for member in members),
        "points": total_points(members) if rules.points else None,
        "limit": value.limit or rules.limit or 0,
        "noun": _noun(home, rules.of, lang),
    }


def _noun(home: GameContent, kinds: list[str], lang: str) -> str:
    kind = home.game.kinds.get(kinds[0]) if len(kinds) == 1 else None
    return in_sentence(say_or_empty(kind.plural, lang, home), lang) if kind else ""


def _member_view(library: Library, game: str, resolved: ResolvedMember, lang: str) -> MemberView:
    entry, member, home = resolved.entry, resolved.member, library.games[game]
    usual = say(entry.name, lang, library.games[entry.game])
    own = say_or_empty(member.name, lang, home)
    lines, texts, traits = _parts(library, game, resolved.kind, entry, lang)
    return {
        "id": entry.id,
        "name": own or usual,
        "role": usual if own else "",
        "count": member.count,
        "lines": lines,
        "texts": texts,
        "traits": traits,
        "upgrades": [
            _noted(library, game, each, lang, upgrade_points(library, game, each))
            for each in resolved.upgrades
        ],
        "points": resolved.points,
        "total": resolved.total,
        "boxes": resolved.boxes,
    }


def _parts(
    library: Library, game: str, kind: str, entry: AnyEntry, lang: str
) -> tuple[list[list[CellView]], list[str], list[NotedView]]:
    """The stat lines of an entry, its texts and its traits, as a roster of `game` shows them."""
    if kind == "profiles":
        lines = [_cells(b["cells"]) for b in profile_view(library, entry, lang)["given"]]
        traits = library.traits_of(entry)
        return lines, [], [_noted(library, game, trait, lang) for trait in traits]
    if kind == "traits":
        trait = trait_view(library, entry, lang)
        return [_cells(trait["values"])], [trait["text"]] if trait["text"] else [], []
    cells = _field_cells(library, kind, entry, lang)
    fields = field_views(library, kind, entry, lang)
    texts = [
        field["text"]
        for key, field in fields.items()
        if key != "name" and field["type"] == "text" and field["text"]
    ]
    return [cells] if cells else [], texts, []


def _cells(stats: Iterable[StatView], without: str = "") -> list[CellView]:
    """Stats that have a value, without one of them."""
    return [
        {"label": stat["label"], "name": stat["name"], "text": stat["text"]}
        for stat in stats
        if stat["text"] and stat["key"] != without
    ]


def _field_cells(
    library: Library, kind: str, entry: AnyEntry, lang: str, without: str = ""
) -> list[CellView]:
    """The stats of an entry of a declared kind that have a value, without one of them."""
    stats = library.games[entry.game].game.kinds[kind].stats.stats
    return [
        {"label": field["label"], "name": field["label"], "text": field["text"]}
        for field in field_views(library, kind, entry, lang).values()
        if field["text"] and field["key"] in stats and field["key"] != without
    ]


def _noted(
    library: Library, game: str, entry: AnyEntry, lang: str, points: int | None = None
) -> NotedView:
    """A trait or an upgrade in a roster of `game`."""
    upgrades = roster_rules(library, game).upgrades
    price = upgrades.points or "" if upgrades else ""
    home = library.games[entry.game]
    if isinstance(entry.value, Trait):
        values = _cells(trait_view(library, entry, lang)["values"], price)
    else:
        values = _field_cells(library, upgrades.of if upgrades else "traits", entry, lang, price)
    return {
        "name": say(entry.name, lang, home),
        "values": values,
        "text": say_or_empty(getattr(entry.value, "text", None), lang, home),
        "points": points,
    }
