"""What problems are about: entries, headings and stats, with the places where they are declared."""

from __future__ import annotations

from printgen.content.library import GameContent, Library
from printgen.problems import Subject, nearest


def entry_subject(library: Library, kind: str, game: str, reference: str) -> Subject:
    """The entry of a reference that may be unknown, with the place of the most similar one."""
    home, _, name = reference.rpartition("/")
    content = library.games.get(home or game)
    entries = content.of_kind(kind) if content else {}
    near = entries.get(name) or entries.get(nearest(name, entries))
    return Subject(kind, home or game, name, near.at(key=True) if near else None)


def stat_subject(content: GameContent, line: str, key: str) -> Subject:
    """A stat of a stat line that may be unknown, with the place of the most similar one."""
    stats = content.game.stat_lines[line].stats
    near = key if key in stats else nearest(key, stats)
    place = content.entry.at("stat_lines", line, "stats", near, key=True) if near else None
    return Subject("stats", content.id, f"{line} {key}", place)


def rule_subject(content: GameContent, *path: str | int, place: bool = False) -> Subject:
    """A constraint or a rule, by its path in game.yaml, with its place if it may be wrong."""
    where = content.entry.at(*path)
    return Subject("rules", content.id, repr(path), where if place else None)


def listed_chapter_subject(game: str, book: str, name: str) -> Subject:
    """A chapter that a book lists, or should list."""
    return Subject("chapters", game, f"{book}: {name}")


def chapter_subject(game: str, lang: str, heading: str = "") -> Subject:
    """The chapters of a game in a language, or a heading in them."""
    return Subject("chapters", game, f"{lang}#{heading}" if heading else lang)
