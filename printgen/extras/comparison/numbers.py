"""The numbers and lengths that differ between a text and its translation."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from printgen.rules.sentences import GLOSS, WrittenNumbers, lengths, same_length, written_numbers
from printgen.typography.language import language

# The lengths of a text that are compared with each of those of its translation.
_MOST_COMPARED = 200

Differences = tuple[tuple[str, ...], tuple[str, ...]]


# Texts are compared again only after a change: `serve` checks a game after each.
@lru_cache(maxsize=10_000)
def number_differences(first: tuple[str, str], second: tuple[str, str]) -> Differences | None:
    """The numbers that only the first, and only the second of two translations has; None if they
    agree. Each is a text and its language.

    A number word may be left out or added: `both` is one, `deux` another. A number in digits has
    its counterpart, in digits, in words, or as a length in other units; so has a word if the other
    text has another number instead. `1` may be an article.
    """
    (one_text, one_lang), (two_text, two_lang) = _without_conversions(first, second)
    one, two = written_numbers(one_text, one_lang), written_numbers(two_text, two_lang)
    _match_articles(one, two, second)
    _match_articles(two, one, first)
    more, less = one.all - two.all, two.all - one.all
    unmatched = (one.digits - two.all) or (two.digits - one.all)
    if unmatched or (more and less):
        return tuple(sorted(more.elements())), tuple(sorted(less.elements()))
    return None


def _match_articles(one: WrittenNumbers, two: WrittenNumbers, second: tuple[str, str]) -> None:
    """Remove the `1` that the second text may have as an article."""
    article = language(second[1]).one_digit
    found = article and re.search(article, second[0], re.IGNORECASE)
    if one.digits["1"] > two.all["1"] and found:
        one.digits["1"] = two.all["1"]


@lru_cache(maxsize=10_000)
def unit_differences(first: tuple[str, str], second: tuple[str, str]) -> Differences | None:
    """The lengths that only the first, and only the second of two translations has, if as many are
    in each, but in other units; None if they agree.
    """
    one, two = (lengths(*text) for text in _without_conversions(first, second))
    units = [Counter(length.unit for length in found) for found in (one, two)]
    if len(one) != len(two) or units[0] == units[1]:
        return None
    more, less = units[0] - units[1], units[1] - units[0]
    return (
        tuple(length.words for length in one if length.unit in more),
        tuple(length.words for length in two if length.unit in less),
    )


# The numbers and the units of two texts are compared one after the other.
@lru_cache(maxsize=1024)
def _without_conversions(
    first: tuple[str, str], second: tuple[str, str]
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two texts without the lengths that they give in different units, and without glosses."""
    one, two = GLOSS.sub("", first[0]), GLOSS.sub("", second[0])
    others = list(lengths(two, second[1])[:_MOST_COMPARED])
    for length in lengths(one, first[1])[:_MOST_COMPARED]:
        for other in others:
            unlike = other.unit != length.unit and other.number != length.number
            if unlike and same_length(length, other):
                one, two = one.replace(length.words, "", 1), two.replace(other.words, "", 1)
                others.remove(other)
                break
    return (one, first[1]), (two, second[1])
