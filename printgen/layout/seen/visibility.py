"""Find the words of faces and sheets that are not seen, on the finished pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from printgen.layout.fitting import TOLERANCE_MM
from printgen.layout.jobs import Fault, Job
from printgen.layout.seen.measures import Measures, Views, measure_letters
from printgen.layout.seen.overlaps import overlaid
from printgen.layout.seen.pages import Letters, lightness, read_letters
from printgen.layout.seen.variants import variants
from printgen.layout.seen.words import Word, find_words, words_of
from printgen.paper import mm_to_points
from printgen.problems import shorten
from printgen.typography.print_limits import MIN_CONTRAST

if TYPE_CHECKING:
    import pypdfium2

# The least share of a letter's ink that must be seen. printgen's own themes have 0.85.
_SHARE = 0.6

# Less ink than this (pixels) is no letter: an `l` of 5.5 pt has 2.5.
_INK = 0.8


class Reason(Enum):
    """Why a word is not seen: what is said of it, and a hint."""

    ABSENT = (
        "is not on the page",
        "a style hides it or cuts it off; templates leave words out with {% if … %}",
    )
    OUTSIDE = "is outside the edge of the cut", "move it inside `.safe`"
    SMALL = "is too small to be seen", "larger type"
    COVERED = (
        "cannot be seen",
        "it is cut off, covered, transparent, or as light as what is behind it",
    )
    FAINT = (
        "is too faint",
        f"its contrast with what is behind it is at least {MIN_CONTRAST:g}",
    )
    OVERLAID = "has other words on it", "move one of them"


@dataclass(frozen=True, slots=True)
class Shown:
    """A finished face or sheet: its job, its HTML, and its pages in a PDF."""

    job: Job
    section: Element
    pages: range


def hidden_words(pdf: bytes, shown: Sequence[Shown]) -> list[list[Fault]]:
    """The faults of each face or sheet of a PDF: words of its HTML that are not seen."""
    import pypdfium2

    documents = [pypdfium2.PdfDocument(each) for each in (pdf, *variants(pdf))]
    try:
        return [_faults(each, documents) for each in shown]
    finally:
        for document in documents:
            document.close()


def _faults(shown: Shown, documents: Sequence[pypdfium2.PdfDocument]) -> list[Fault]:
    pages = [[document[number] for document in documents] for number in shown.pages]
    letters = read_letters([text for *_, text in pages])
    views = [Views(*map(lightness, each)) for each in pages]
    reasons = _letter_reasons(shown.job, letters, views)
    unseen = np.array([reason is not None for reason in reasons], np.bool_)
    words = words_of(shown.section)
    find_words(words, letters, unseen, len(pages) > 1)
    covered = overlaid(letters, _owners(letters, words), len(words))
    found: dict[Reason, list[Word]] = {}
    for number, word in enumerate(words):
        reason = _word_reason(word, reasons) or (Reason.OVERLAID if number in covered else None)
        if reason is not None:
            found.setdefault(reason, []).append(word)
    return [_fault(shown.job, reason, found[reason]) for reason in Reason if reason in found]


def _word_reason(word: Word, reasons: Sequence[Reason | None]) -> Reason | None:
    """Why a word is not seen, None for one that is: a letter that is not seen changes it."""
    if word.missing:
        return Reason.ABSENT
    return next((reasons[at] for at in word.letters if reasons[at]), None)


def _owners(letters: Letters, words: Sequence[Word]) -> NDArray[np.int64]:
    """The number of the word of each letter, -1 for none."""
    owners = np.full(len(letters.text), -1, np.int64)
    for number, word in enumerate(words):
        owners[word.letters] = number
    return owners


def _letter_reasons(job: Job, letters: Letters, views: Sequence[Views]) -> list[Reason | None]:
    """Why each letter is not seen, whatever other letters are on it; None for those that are."""
    measured = _measured(letters, views)
    tests = (
        (Reason.OUTSIDE, _outside(job, letters)),
        (Reason.SMALL, measured.ink < _INK),
        (Reason.COVERED, measured.share < _SHARE),
        (Reason.FAINT, measured.contrast < MIN_CONTRAST),
    )
    found: list[Reason | None] = [None] * len(letters.text)
    for reason, failing in reversed(tests):
        for at in np.flatnonzero(failing):
            found[at] = reason
    return found


def _measured(letters: Letters, views: Sequence[Views]) -> Measures:
    """The measures of letters on pages."""
    found = Measures(*(np.zeros(len(letters.text)) for _ in range(3)))
    for number, view in enumerate(views):
        here = letters.pages == number
        on_page = measure_letters(view, letters.boxes[here])
        found.contrast[here] = on_page.contrast
        found.share[here] = on_page.share
        found.ink[here] = on_page.ink
    return found


def _outside(job: Job, letters: Letters) -> NDArray[np.bool_]:
    """Whether letters leave the trimmed face or page."""
    format = job.format
    least = mm_to_points(format.bleed - TOLERANCE_MM)
    right = mm_to_points(format.bleed + format.width + TOLERANCE_MM)
    bottom = mm_to_points(format.bleed + format.height + TOLERANCE_MM)
    boxes = letters.boxes
    outside: NDArray[np.bool_] = (boxes[:, :2].min(axis=1, initial=np.inf) < least) | (
        (boxes[:, 2] > right) | (boxes[:, 3] > bottom)
    )
    return outside


def _fault(job: Job, reason: Reason, words: Sequence[Word]) -> Fault:
    """The fault of words that are not seen for a reason."""
    said, hint = reason.value
    runs = list(_runs(words))
    named = shorten(" … ".join(" ".join(word.text for word in run) for run in runs), 60)
    message = f"{job.described}: '{named}' {said}"
    if job.format.ink == "low":
        message += " in low ink"
    lines = [list(line) for run in runs for _, line in groupby(run, key=lambda word: word.node)]
    longest = max(lines, key=lambda line: sum(len(word.folded) for word in line))
    where = " ".join(word.text for word in longest)
    return Fault("text-hidden", message, hint, place=("line", where))


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Words that follow each other in one block."""
    run: list[Word] = []
    for word in words:
        if run and (run[-1].block, run[-1].number + 1) != (word.block, word.number):
            yield run
            run = []
        run.append(word)
    if run:
        yield run
