"""Where to break the lines of a justified paragraph: all lines are chosen together, words are
hyphenated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import pyphen

from printgen.typography.language import language

# --- where to break the lines of a justified paragraph: all lines are chosen together -------------
#
# After D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines", Software: Practice and
# Experience 11 (1981). Lengths are in any unit, the same for all.


# Word spaces of a justified line, as shares of the ideal one.
NARROWEST = 0.82
COMFORTABLE = 1.33

# How much wider or narrower the letters of a line may be, as a share of their width: readers do not
# see less than 2 %. More is better than a loose line.
EXPANSION = 0.02
LARGEST_EXPANSION = 0.03

# How far the word space of a line may be from the ideal one at little cost, as a share of it.
STRETCH = 0.4
SHRINK = 0.18

# Demerits grow with the sixth power of the distance, so that one very loose line costs more than
# several slightly loose ones.
HYPHEN_PENALTY = 35.0
HYPHENS_IN_A_ROW_PENALTY = 60.0
HYPHEN_BEFORE_LAST_LINE_PENALTY = 200.0
SHORT_LAST_LINE_PENALTY = 80.0
# A last line that is the end of a divided word.
END_OF_WORD_PENALTY = 300.0

# A third hyphen in a row, or a line of one word, is taken only where nothing else is possible.
FORBIDDEN = 1e12

MAX_HYPHENS_IN_A_ROW = 2

# Lines shorter than this share of the measure are tried only where no others are possible.
SHORT_LINE = 0.7

# A last line shorter than this share of the measure is a short one.
SHORT_LAST_LINE = 0.12


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a paragraph may break; sums are counted from its start.

    `end` is the width up to the last character before the break, with its hyphen; `spaces` and
    `space_width` are the word spaces up to there. `next_start`, `next_spaces` and
    `next_space_width` are the same sums up to the first character after the break. `hang` is the
    width that the end of the line may protrude into the margin, `next_hang` the start of the next
    line. `hyphen` says whether the line ends with one; `offset` is for the caller.
    """

    offset: int
    end: float
    spaces: int
    space_width: float
    next_start: float
    next_spaces: int
    next_space_width: float
    hyphen: bool = False
    hang: float = 0.0
    next_hang: float = 0.0


@dataclass(slots=True)
class _Candidate:
    """The best known way to a break: its line number, hyphens in a row at its end, demerits."""

    at: int
    line: int
    hyphens: int
    demerits: float
    before: _Candidate | None


def fill(natural: float, space: float, measure: float) -> tuple[float, float]:
    """How a line of `natural` width fills the measure: the width of its letters and the width of
    its word spaces, as shares of the natural ones. `space` is the sum of its word spaces.

    Letters and word spaces share the difference. A line without spaces has infinite ones if it is
    too short, and -inf if it is too long.
    """
    missing = measure - natural
    letters = EXPANSION * natural
    share = letters / (letters + space * (STRETCH if missing > 0 else SHRINK))
    taken = max(-letters, min(letters, missing * share))
    if space <= 0:
        rest = missing - taken
        return 1 + taken / natural, 1.0 if abs(rest) < 1e-6 else inf if rest > 0 else -inf
    loose = missing - taken - (COMFORTABLE - 1) * space
    if loose > 0:
        taken += min(loose, (LARGEST_EXPANSION - EXPANSION) * natural)
    return 1 + taken / natural, 1 + (missing - taken) / space


def fill_between(first: Break, last: Break, measure: float) -> tuple[float, float]:
    """How the line between two breaks fills the measure, see `fill`."""
    space = last.space_width - first.next_space_width
    room = measure + last.hang + first.next_hang
    return fill(max(1e-6, last.end - first.next_start), space, room)


def choose_breaks(breaks: Sequence[Break], measures: Sequence[float]) -> list[int] | None:
    """The indexes of the breaks that give a paragraph the fewest demerits: its start, the end of
    each line.

    `breaks[0]` is the start of the paragraph, and the last one its end. `measures` are the widths
    of the first lines; the last of them is that of all others. None if some word is wider than its
    line.
    """
    chosen = _choose(breaks, measures, SHORT_LINE)
    return chosen if chosen is not None else _choose(breaks, measures, 0.0)


def _choose(
    breaks: Sequence[Break], measures: Sequence[float], shortest: float
) -> list[int] | None:
    """The chosen breaks if only the last line is shorter than a share of the measure."""
    last_measure = len(measures) - 1
    active = [_Candidate(0, 0, 0, 0.0, None)]
    for index in range(1, len(breaks)):
        at, final = breaks[index], index == len(breaks) - 1
        best: dict[tuple[int, int], _Candidate] = {}
        kept = []
        for way in active:
            first, measure = breaks[way.at], measures[way.line]
            natural = at.end - first.next_start
            if natural < shortest * measure and not final:
                kept.append(way)
                continue
            _, ratio = fill_between(first, at, measure)
            if ratio >= NARROWEST:
                short = final and natural < SHORT_LAST_LINE * measure
                demerits = _demerits(ratio, at.hyphen, way.hyphens, final, short)
                if final and way.hyphens and at.spaces <= first.next_spaces:
                    demerits += END_OF_WORD_PENALTY**2
                line = min(way.line + 1, last_measure)
                hyphens = min(way.hyphens + 1, MAX_HYPHENS_IN_A_ROW) if at.hyphen else 0
                _offer(best, _Candidate(index, line, hyphens, way.demerits + demerits, way))
            # A later break makes the line longer, unless a hyphen is wider than what follows it.
            if ratio >= NARROWEST or at.hyphen:
                kept.append(way)
        active = [*kept, *best.values()]
    ways = [way for way in active if way.at == len(breaks) - 1]
    return _path(min(ways, key=lambda way: way.demerits)) if ways else None


def _offer(best: dict[tuple[int, int], _Candidate], way: _Candidate) -> None:
    """Keep a way to a break if it is the best one of its kind."""
    key = way.line, way.hyphens
    if key not in best or way.demerits < best[key].demerits:
        best[key] = way


def _demerits(ratio: float, hyphen: bool, hyphens: int, final: bool, short: bool) -> float:
    """The demerits of a line. `hyphens` is the number in a row at the ends of the lines before."""
    penalty = 0.0
    if final:
        # The last line is not stretched.
        ratio = min(ratio, 1.0)
        penalty += SHORT_LAST_LINE_PENALTY if short else 0.0
        penalty += HYPHEN_BEFORE_LAST_LINE_PENALTY if hyphens else 0.0
    if hyphen:
        penalty += HYPHEN_PENALTY + HYPHENS_IN_A_ROW_PENALTY * hyphens
        if hyphens >= MAX_HYPHENS_IN_A_ROW:
            return FORBIDDEN
    if ratio == inf:
        return FORBIDDEN
    distance = (ratio - 1) / STRETCH if ratio > 1 else (1 - ratio) / SHRINK
    return (10 + 100 * distance**3 + penalty) ** 2


def _path(way: _Candidate) -> list[int]:
    path = [way.at]
    while way.before is not None:
        way = way.before
        path.append(way.at)
    return path[::-1]


# --- where words are divided at the ends of lines: patterns, with what printers add to them -------


# A name, which has a capital letter, is divided only if it is long.
LONG_NAME = 12

HYPHENS = ("-", "\u2010")

_BETWEEN = f"[{''.join(HYPHENS)}]"
_LAST_WORD = re.compile(r"(\w+)\W*\Z")
_COMPOUND = re.compile(rf"\w+(?:{_BETWEEN}\w+)+")


class Hyphenation(pyphen.Pyphen):  # type: ignore[misc]
    """The divisions of the words of a language: at least `left` letters before them, `right` after.

    For the text that is being broken, `undivided` has the parts of its compounds, which are divided
    at their hyphens only, and `names` says whether names are divided.
    """

    undivided: frozenset[str] = frozenset()
    names: bool = False

    def __init__(self, lang: str, left: int, right: int):
        own = language(lang)
        patterns = lang if "_" in lang else own.hyphenation or lang
        super().__init__(lang=patterns, left=left, right=right)
        self.language = lang
        divided = [word.split("-") for word in own.divisions]
        self.exceptions = {"".join(parts): _places(parts) for parts in divided}

    def positions(self, word: str) -> list[int]:
        """The places where a word may be divided: the letters before each."""
        if word in self.undivided or (not self.names and is_name(word, self.language)):
            return []
        known = self.exceptions.get(word.casefold())
        if known is None:
            found: list[int] = super().positions(word)
            return found
        return [place for place in known if self.left <= place <= len(word) - self.right]


def is_name(word: str, lang: str) -> bool:
    """Whether a word is written like a name, and not too long to stay whole."""
    return language(lang).capital_names and word[:1].isupper() and len(word) < LONG_NAME


def _places(parts: list[str]) -> list[int]:
    return [pyphen.DataInt(sum(map(len, parts[:n]))) for n in range(1, len(parts))]


def whole_words(text: str) -> frozenset[str]:
    """The words of a text that are not divided where lines are filled one by one: the parts of
    compounds, and the last word, unless it is long.
    """
    last = _LAST_WORD.search(text)
    found = {last[1]} if last and len(last[1]) < LONG_NAME else set()
    return compound_parts(text) | found


def compound_parts(text: str) -> frozenset[str]:
    """The words joined by hyphens in a text."""
    if not any(hyphen in text for hyphen in HYPHENS):
        return frozenset()
    compounds = _COMPOUND.findall(text)
    return frozenset(part for found in compounds for part in re.split(_BETWEEN, found))
