"""The index of a book: its terms by initial letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypedDict

from markupsafe import Markup

from printgen.typography.text import plain_words
from printgen.views.prose import IndexTerm


class IndexTermView(TypedDict):
    """A term and the anchors of the passages about it."""

    words: str
    anchors: list[str]


class IndexLetterView(TypedDict):
    """An initial letter and its terms, sorted."""

    letter: str
    terms: list[IndexTermView]


def index_view(terms: Iterable[IndexTerm]) -> list[IndexLetterView]:
    """Terms sorted and grouped by initial letter; terms that differ in case or accents only are
    merged.
    """
    merged: dict[str, IndexTermView] = {}
    for term in terms:
        capitalised = Markup(term.html[:1].upper() + term.html[1:])  # noqa: S704 - `prose` made it
        entry = merged.setdefault(_sort_key(term.html), {"words": capitalised, "anchors": []})
        entry["anchors"].append(term.anchor)
    letters: dict[str, list[IndexTermView]] = {}
    for key in sorted(merged):
        letters.setdefault(key[:1].upper(), []).append(merged[key])
    return [{"letter": letter, "terms": terms} for letter, terms in letters.items()]


def _sort_key(html: str) -> str:
    """The letters, digits and spaces of a term, without accents, case and markup."""
    folded = plain_words(html).casefold().replace("œ", "oe")
    return "".join(
        c for c in unicodedata.normalize("NFKD", folded) if c.isalnum() or c == " "
    ).strip()
