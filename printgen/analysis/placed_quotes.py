"""All quotes of values in the texts of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.analysis.resolve import reference_to
from printgen.content.library import GameContent
from printgen.content.markdown import QuotedValue
from printgen.content.model_texts import texts


def quoted_values(content: GameContent) -> Iterator[tuple[QuotedValue, str]]:
    """The values that a game quotes in chapters and texts, each with the language of its text."""
    for chapter in content.chapters.values():
        yield from ((quoted, chapter.lang) for quoted in chapter.quoted_values)
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, quotes in text.quotes.items():
                place = entry.at(*path, key)
                lang = content.first_language if key in ("", "any") else key
                for quote in quotes:
                    own = quote if quote.of else replace(quote, of=reference_to(content, entry))
                    yield QuotedValue(own, False, place), lang
