"""Rosters as plain data for templates."""

from __future__ import annotations

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
from printgen.typography.text import in_sentence, say, say_or_empty
from printgen.views.entries import field_views
from printgen.views.profiles import profile_view
from printgen.views.traits import trait_view


class CellView(TypedDict):
    """A value of a member, with its short label and its name."""

    label: str
    name: str
    text: str


class NotedView(TypedDict):
    """A trait or an upgrade: its name, its rules, and its points; None without points."""

    name: str
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
    lines, texts, traits = _parts(library, resolved.kind, entry, lang)
    return {
        "id": entry.id,
        "name": own or usual,
        "role": usual if own else "",
        "count": member.count,
        "lines": lines,
        "texts": texts,
        "traits": traits,
        "upgrades": [
            {**_noted(library, each, lang), "points": upgrade_points(library, game, each)}
            for each in resolved.upgrades
        ],
        "points": resolved.points,
        "total": resolved.total,
        "boxes": resolved.boxes,
    }


def _parts(
    library: Library, kind: str, entry: AnyEntry, lang: str
) -> tuple[list[list[CellView]], list[str], list[NotedView]]:
    """The stat lines of an entry, its texts and its traits."""
    if kind == "profiles":
        profile = profile_view(library, entry, lang)
        lines: list[list[CellView]] = [
            [_cell(cell["label"], cell["name"], cell["text"]) for cell in block["cells"]]
            for block in profile["given"]
        ]
        traits = [_plain(trait["name"], trait["text"]) for trait in profile["traits"]]
        return [[cell for cell in line if cell["text"]] for line in lines], [], traits
    if kind == "traits":
        trait = trait_view(library, entry, lang)
        cells = [_cell(v["label"], v["name"], v["text"]) for v in trait["values"] if v["text"]]
        return [cells], [trait["text"]] if trait["text"] else [], []
    fields = [f for key, f in field_views(library, kind, entry, lang).items() if key != "name"]
    declared = library.games[entry.game].game.kinds[kind]
    cells = [
        _cell(field["label"], field["label"], field["text"])
        for field in fields
        if field["text"] and field["key"] in declared.stats.stats
    ]
    texts = [f["text"] for f in fields if f["type"] == "text" and f["text"]]
    return [cells] if cells else [], texts, []


def _cell(label: str, name: str, text: str) -> CellView:
    return {"label": label, "name": name, "text": text}


def _plain(name: str, text: str) -> NotedView:
    return {"name": name, "text": text, "points": None}


def _noted(library: Library, entry: AnyEntry, lang: str) -> NotedView:
    """The name and the rules of an upgrade."""
    home = library.games[entry.game]
    text = getattr(entry.value, "text", None)
    return _plain(say(entry.name, lang, home), say_or_empty(text, lang, home))
