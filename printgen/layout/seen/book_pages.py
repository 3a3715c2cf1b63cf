"""Find the letters of a book that are not seen, on its finished pages.

Unlike the words of a card, those of a book are not compared with its HTML: a text that is missing
on the pages is found by `missing_text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from printgen.layout.jobs import Fault, Job, Place
from printgen.layout.seen.pages import Letters, lightness, read_letters
from printgen.layout.seen.variants import variants
from printgen.layout.seen.visibility import Views, measure_letters
from printgen.layout.text_coverage import chapter_at
from printgen.problems import shorten

# The least contrast of a letter with what is behind it, and the least share of its ink that is
# seen: less than on cards, as numbers of hexes are faint on purpose and lines cross letters.
_CONTRAST, _SHARE = 1.25, 0.3

# Fewer letters in a row may be part of a drawing.
_LETTERS = 4


def hidden_text(job: Job, pdf: bytes, starts: Sequence[tuple[str, int]]) -> list[Fault]:
    """A fault for each chapter with text that is not seen. `starts` are the chapters with their
    first pages, in order.
    """
    faults: dict[Place, Fault] = {}
    for number, text in _hidden(pdf):
        place = chapter_at(starts, number)
        if place not in faults:
            ink = " in low ink" if job.format.ink == "low" else ""
            named = f"{job.format.product} ({job.format.lang}), page {number}"
            message = f"{named}: '{shorten(text, 60)}' cannot be seen{ink}"
            hint = "it is cut off, covered, transparent, or as light as what is behind it"
            faults[place] = Fault("text-hidden", message, hint, place=place)
    return list(faults.values())


def _hidden(pdf: bytes) -> Iterator[tuple[int, str]]:
    """The numbers of pages with text that is not seen, and the text."""
    import pypdfium2

    documents = [pypdfium2.PdfDocument(each) for each in (pdf, *variants(pdf))]
    try:
        for number, pages in enumerate(zip(*documents, strict=True), start=1):
            letters = read_letters([pages[-1]])
            text = _longest(letters, _unseen(letters, Views(*map(lightness, pages))))
            if len(text) >= _LETTERS:
                yield number, text
    finally:
        for document in documents:
            document.close()


def _unseen(letters: Letters, views: Views) -> NDArray[np.bool_]:
    """Whether each letter of a page cannot be seen."""
    measured = measure_letters(views, letters.boxes)
    unseen: NDArray[np.bool_] = (measured.contrast < _CONTRAST) | (measured.share < _SHARE)
    return unseen


def _longest(letters: Letters, unseen: NDArray[np.bool_]) -> str:
    """The longest text of letters in a row that are not seen."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], unseen, [False])))).reshape(-1, 2)
    if not len(edges):
        return ""
    begin, end = max(edges, key=lambda edge: int(edge[1] - edge[0]))
    return "".join(
        f" {letter}" if starts else letter
        for letter, starts in zip(letters.text[begin:end], letters.starts[begin:end], strict=True)
    ).strip()
