"""Checks of facts, and of the values that texts quote."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from printgen.analysis.facts import fact_value
from printgen.analysis.placed_quotes import quoted_values
from printgen.analysis.quoted_places import place_of_value
from printgen.analysis.quoted_values import disagreement, quoted_entries
from printgen.analysis.resolve import ComputationError
from printgen.analysis.written_numbers import number_words
from printgen.checks.stats import faulty_profile
from printgen.checks.studies import study_value
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.markdown import QuotedValue
from printgen.content.quotes import Quote
from printgen.content.source import read_file
from printgen.problems import Finding, Subject
from printgen.typography.labels import label_files, read_labels


@check("fact-invalid")
def fact_invalid(content: GameContent, library: Library) -> Findings:
    """A fact of `game.yaml` that is computed (`= 2 * move`) uses other facts that are whole
    numbers, with `+ - * //` and brackets. A number is in digits: texts of all languages quote it.
    """
    languages = [lang.partition("-")[0] for lang in content.game.languages]
    words = {word: number for lang in languages for word, number in number_words(lang).items()}
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
                cause = _faulty_profile(library, content, quoted.quote)
                hint = "" if cause else error.hint
                yield Finding(quoted.position, str(error), hint, needs=cause)
            continue
        if right is not None:
            message, hint = f"the value is {right}, not {quoted.quote.words}", ""
            if quoted.of_study:
                needs = Subject("studies", content.id, quoted.quote.of.split()[0])
            else:
                place = place_of_value(library, content.id, quoted.quote)
                needs, hint = Subject("values", content.id, quoted.quote.key, place), f"see {place}"
            yield Finding(quoted.position, message, hint, needs=needs)


def _faulty_profile(library: Library, content: GameContent, quote: Quote) -> Subject | None:
    """The profile whose faults are why it has no value of this name."""
    names = quote.stat.replace(".", " ").split()
    entries = quoted_entries(library, content, quote.of)
    return next(filter(None, (faulty_profile(library, entry, names) for entry in entries)), None)


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
