"""Checks of facts, and of the values that texts quote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from pydantic import BaseModel

from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import QuotedValue
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.study import Study
from printgen.content.models.table import Table
from printgen.content.models.text import Quote, texts
from printgen.content.source import read_file
from printgen.problems import Finding, Position, Subject
from printgen.rules.check import Findings, check
from printgen.rules.quoted_values import (
    SEPARATORS,
    disagreement,
    keys_in,
    kinds_in,
    quoted_entries,
    step_into,
)
from printgen.rules.resolve import ComputationError, fact_value, reference_to
from printgen.rules.sentences import Block, at_line, blocks
from printgen.rules.stats import faulty_profile
from printgen.rules.studies import answer, study_value
from printgen.typography.labels import label_files, read_labels
from printgen.typography.language import language


@check("fact-invalid")
def fact_invalid(content: GameContent, library: Library) -> Findings:
    """A fact of `game.yaml` that is computed (`= 2 * move`) uses other facts that are whole
    numbers, with `+ - * //` and brackets. A number is in digits: texts of all languages quote it.
    """
    languages = [language(lang) for lang in content.game.languages]
    words = {word: number for each in languages for word, number in each.numbers.items()}
    for name, fact in content.game.facts.items():
        if number := words.get(fact.lower()):
            hint = f"write {number}; texts may say it in words"
            yield content.entry.finding(f"'{fact}' is a number in words", "facts", name, hint=hint)
        if fact.rule:
            try:
                fact_value(library, content, name)
            except ComputationError as error:
                yield content.entry.finding(str(error), "facts", name, hint=error.hint)


@check("quoted-value-wrong", apart="chapters")
def quoted_value_wrong(content: GameContent, library: Library) -> Findings:
    """A text quotes the right value of a study (`[34 %]{.odds key="study row column"}`), or of an
    entry, a fact or the game (`[4 inches]{.is of="zombie" stat="move"}`). The percent sign may be
    left out, for a difference in points (`[34]{.odds key="study row column"} points`).

    Numbers may be in digits or in words, lengths in other units. `of` is the id of an entry, with
    its kind if several have it (`profile:zombie`), a fact, or `game` for `game.yaml`; `stat` is a
    stat, or the keys that lead to the value (`forces zombie count`). Items of a list are named by
    their first value or by their place, from 1; `count` is how many there are. A list of plain
    values, and a text, are quoted in part: each number must be in them. Of a kind, such as
    `profiles`, the number of its entries is quoted (`of="profiles" stat="count"`).

    In the texts of an entry, `of` may be left out for its own values. `{count: 5 zombies}` counts
    the miniatures of a scenario, or the steps of a quest, whose name is in the words. The words of
    a theme (`labels.yaml`) quote values of the game with the same name; those of a theme of your
    own, values of the only game that uses it.
    """
    for quoted, lang in chain(quoted_values(content), _in_labels(content, library)):
        try:
            right = _right(library, content, quoted, lang)
        except ComputationError as error:
            if not error.silent:
                names = quoted.quote.stat.replace(".", " ").split()
                entries = quoted_entries(library, content, quoted.quote.of)
                cause = next(
                    filter(None, (faulty_profile(library, entry, names) for entry in entries)), None
                )
                yield Finding(quoted.position, str(error), "" if cause else error.hint, needs=cause)
            continue
        if right is not None:
            message, hint = f"the value is {right}, not {quoted.quote.words}", ""
            if quoted.of_study:
                needs = Subject("studies", content.id, quoted.quote.of.split()[0])
            else:
                place = place_of_value(library, content.id, quoted.quote)
                needs, hint = Subject("values", content.id, quoted.quote.key, place), f"see {place}"
            yield Finding(quoted.position, message, hint, needs=needs)


def _in_labels(content: GameContent, library: Library) -> Iterator[tuple[QuotedValue, str]]:
    """The quotes in the words of the theme of a game, each with the language of its text."""
    theme = content.game.theme
    alone = [game.game.theme for game in library.games.values()].count(theme) == 1
    for path in label_files(library.folders, theme):
        # A theme of printgen quotes its own game, whichever game uses it.
        own = alone and path.is_relative_to(library.folders.root)
        texts, _ = read_labels(library.folders, path)
        if not (own or content.id == theme) or not any(text.quotes for text in texts.values()):
            continue
        source, _ = read_file(library.folders.relative(path), path)
        if source is None:
            continue
        for key, text in texts.items():
            for lang, quotes in text.quotes.items():
                for quote in quotes:
                    yield QuotedValue(quote, False, source.at((key, lang))), lang


def _right(library: Library, content: GameContent, quoted: QuotedValue, lang: str) -> str | None:
    """What a quote should say, if it says something else. Raises ComputationError."""
    if not quoted.of_study:
        return disagreement(library, content.id, quoted.quote, lang)
    right = study_value(library, content, quoted.quote.of, lang)
    return None if _bare(quoted.quote.words) in (_bare(right), _points(right)) else right


def _points(right: str) -> str:
    """A value in percent without its sign, as in "32 percentage points"."""
    return _bare(right).removesuffix("%")


def _bare(words: str) -> str:
    """Text without spaces, with typographic minus signs."""
    return "".join(words.split()).replace("-", "−")


def place_of_value(library: Library, game: str, quote: Quote) -> Position:
    """The place of the value that a quote is of, or of the key nearest above it."""
    content = library.games[game]
    path = [part for part in SEPARATORS.split(quote.stat) if part]
    entry = next(quoted_entries(library, content, quote.of), content.entry)
    if quote.of in content.game.facts and not path:
        return content.entry.at("facts", quote.of)
    if entry is content.entry and quote.of in kinds_in(library, content):
        return entry.at("kinds", quote.of)
    if isinstance(entry.value, Profile):
        lines = [name for name, stats in entry.value.stats.items() if path[0] in stats]
        path = ["stats", *lines[:1], *path] if lines else path
    if isinstance(entry.value, Trait) and path[0] in entry.value.values:
        path = ["values", *path]
    return entry.at(*_written(entry.value, path))


def _written(value: object, path: Sequence[str]) -> list[str | int]:
    """The path of a value as its file has it, with the items of lists by their index, from 0."""
    if isinstance(value, Table) and value.matrix and path[0] in value.matrix.cells:
        columns = value.matrix.columns
        return ["matrix", "cells", path[0], *map(columns.index, set(path[1:2]) & set(columns))]
    written: list[str | int] = []
    for part in path:
        if isinstance(value, list):
            known = keys_in(value)
            number = (
                known.index(part) if part in known else int(part) - 1 if part.isdecimal() else -1
            )
            written.append(number)
        else:
            field = type(value).model_fields.get(part) if isinstance(value, BaseModel) else None
            written.append((field and field.alias) or part)
        value, _ = step_into(value, part)
    return written


def quoted_values(content: GameContent) -> Iterator[tuple[QuotedValue, str]]:
    """The values that a game quotes in chapters and texts, each with the language of its text."""
    for chapter in content.chapters.values():
        yield from ((quoted, chapter.lang) for quoted in chapter.quoted_values)
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, quotes in text.quotes.items():
                place = entry.at(*path, key)
                lang = content.language_of(key)
                for quote in quotes:
                    own = quote if quote.of else replace(quote, of=reference_to(content, entry))
                    yield QuotedValue(own, False, place), lang


# --- the check that a clause and the figure that it quotes are about the same row of a study ------


# A quoted figure: its words, its study and its row.
_QUOTED = re.compile(r"\[([^\[\]]*)\]\{\.odds key=\"(\S+) (\S+) (\S+)\"\}")

# What ends a clause before a figure.
_CLAUSE_END = re.compile(r"[.,;:!?…](?!\w)")


@check("quoted-row", "warning")
def quoted_row(content: GameContent, library: Library) -> Findings:
    """A clause that names a profile before a figure of a study quotes the figure of this profile,
    not that of another one (a warning): `The Barbarian wins [22%]{.odds key="thrones dwarf 1"}`.
    """
    for chapter in content.chapters.values():
        if not any(quoted.of_study for quoted in chapter.quoted_values):
            continue
        for block in blocks(chapter):
            for line, own, named in _strangers(content, library, block, chapter.lang):
                message = f"the clause names '{named}', but the figure is that of '{own}'"
                yield Finding(at_line(chapter, line), message)


def _strangers(
    content: GameContent, library: Library, block: Block, lang: str
) -> Iterator[tuple[int, str, str]]:
    """The figures after the name of another profile: the line, and the names of both."""
    start, after = 0, ""
    for quote in _QUOTED.finditer(block.text):
        clause = _CLAUSE_END.split(block.text[start : quote.start()])[-1]
        key, study = ("profile rows", content.id, quote[2], lang), quote[2]
        names = library.remember(key, partial(_profile_names, content, library, study, lang))
        named = {row for row, name in names.items() if _has(clause, name)}
        if len(named) == 1 and quote[3] in names and not named & {after, quote[3], quote[4]}:
            line = block.line + block.text.count("\n", 0, quote.start())
            yield line, names[quote[3]], names[min(named)]
        # In `[22%]… of the Barbarian’s games and [8%]… of the Mage’s`, names follow figures.
        start, after = quote.end(), "" if named - {after} else quote[3]


def _profile_names(content: GameContent, library: Library, study: str, lang: str) -> dict[str, str]:
    """The names of the profiles that are rows of a study, by row."""
    entry: Entry[Study] | None = library.find("studies", content.id, study)
    try:
        result = answer(library, entry) if entry else None
    except ComputationError:
        return {}  # reported by study-invalid
    found = {}
    for series in result.series if result else ():
        profile: Entry[Profile] | None = library.find("profiles", content.id, series.key)
        if profile:
            text = profile.value.name
            found[series.key] = text[text.language_for(lang, content.first_language)]
    return found


def _has(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
