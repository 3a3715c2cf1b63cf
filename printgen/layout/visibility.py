"""Whether every word of a face is seen: how well each letter shows, and what covers it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from printgen.layout.crossings import Line, is_crossed
from printgen.layout.fitting import TOLERANCE_MM
from printgen.layout.jobs import Fault, Job, Place
from printgen.layout.seen_words import (
    SCALE,
    Floats,
    Letters,
    Word,
    find_words,
    lightness,
    read_letters,
    words_of,
)
from printgen.paper import mm_to_points
from printgen.problems import shorten
from printgen.typography.labels import fill
from printgen.typography.print_limits import MIN_CONTRAST

if TYPE_CHECKING:
    import pypdfium2

# --- measure how well each letter of a page is seen -----------------------------------------------
#
# A page is compared with the page without its text, at the pixels where the letter's ink would be.


Values = NDArray[np.float64]

# The least difference of lightness that makes a pixel of ink a seen one: that of a contrast of 1.2
# on white.
_SEEN = 0.08

# Letters are drawn at whole pixels: one this narrow (pixels), as an `l`, may be beside its box.
_THIN = 3

# Less ink than this in a pixel is the rim of a letter.
_RIM = 0.05


@dataclass(frozen=True, slots=True)
class Views:
    """A page as it is, without its text, and its text alone (lightness of pixels)."""

    whole: Floats
    ground: Floats
    text: Floats


class Measures(NamedTuple):
    """Of each letter: its contrast with its ground (1 to 21, WCAG 2.2), the share of its ink that
    is seen, and the sum of its ink (pixels).
    """

    contrast: Values
    share: Values
    ink: Values


def measure_letters(views: Views, boxes: NDArray[np.float64]) -> Measures:
    """The measures of letters with these boxes (points)."""
    found = np.zeros((3, len(boxes)))
    edges = _pixel_edges(boxes, views.text.shape)
    sides = (edges[:, 2:] - edges[:, :2]).max(axis=1, initial=1)
    # Letters of like size are measured together, in squares of pixels.
    scales = np.ceil(np.log2(sides)).astype(int)
    for scale in np.unique(scales):
        chosen = np.flatnonzero(scales == scale)
        found[:, chosen] = _measure(views, edges[chosen], 2 ** int(scale))
    return Measures(*found)


def _measure(views: Views, edges: NDArray[np.int32], side: int) -> Measures:
    """The measures of letters whose boxes are in squares with this side (pixels)."""
    steps = np.arange(side)
    left, top, right, bottom = (edge[:, None] for edge in edges.T)
    inside = (top + steps < bottom)[:, :, None] & (left + steps < right)[:, None, :]
    height, width = views.text.shape
    rows = np.minimum(top + steps, height - 1)[:, :, None]
    columns = np.minimum(left + steps, width - 1)[:, None, :]
    ink = np.where(inside, 1 - views.text[rows, columns], np.float32(0))
    behind = views.ground[rows, columns]
    change = views.whole[rows, columns] - behind
    size = np.abs(change)

    def total(values: NDArray[np.floating]) -> Values:
        summed: Values = values.sum(axis=(1, 2), dtype=np.float64)
        return summed

    weight = ink * ink
    weights = np.maximum(total(weight), 1e-9)
    ground, most = total(weight * behind) / weights, total(size * ink) / weights
    letter = np.clip(np.where(total(change * ink) > 0, ground + most, ground - most), 0, 1)
    inner = np.where(ink > _RIM, ink, np.float32(0))
    seen = total(inner * (size >= _SEEN * inner)) / np.maximum(total(inner), 1e-9)
    return Measures(_contrast(letter, ground), seen, total(ink))


def _pixel_edges(boxes: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """Left, top, right and bottom pixels of boxes, inside the picture."""
    height, width = shape
    edges = np.empty(boxes.shape, np.int32)
    edges[:, :2] = np.floor(boxes[:, :2] * SCALE)
    edges[:, 2:] = np.ceil(boxes[:, 2:] * SCALE)
    thin = edges[:, 2] - edges[:, 0] <= _THIN
    edges[thin, 0] -= 1
    edges[thin, 2] += 1
    edges[:, ::2] = np.clip(edges[:, ::2], 0, width)
    edges[:, 1::2] = np.clip(edges[:, 1::2], 0, height)
    return edges


def _contrast(first: Values, second: Values) -> Values:
    """The contrast of two lightnesses (WCAG 2.2, contrast ratio)."""
    one, other = _luminance(first), _luminance(second)
    ratio: Values = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return ratio


def _luminance(lightness: Values) -> Values:
    """The relative luminance of a grey (WCAG 2.2)."""
    found: Values = np.where(
        lightness <= 0.04045, lightness / 12.92, ((lightness + 0.055) / 1.055) ** 2.4
    )
    return found


# --- find letters that are drawn on one another ---------------------------------------------------


Numbers = NDArray[np.int64]

# A large letter may have small words in it: letters this many times as high are not compared.
_LARGER = 2.5

# The most of a letter's box that another may have. printgen's own themes have 0.3.
_OVERLAP = 0.5

# The most area of the boxes of a word's letters, for the area that they are in: swashes and slanted
# letters share some, 1.15 at most in printgen's own themes. Shorter words are not measured.
_DENSE, _FEW = 1.5, 3

# Letters this near to the same letter (points) are one, drawn twice.
_SAME = 0.5


def overlaid(letters: Letters, words: Numbers, count: int) -> set[int]:
    """The words with a letter on which one of other text is, and those whose own letters are on one
    another. `words` has the number of each letter's word of `count`, -1 for none.
    """
    found = set(words[_overlaps(letters, words) & (words >= 0)].tolist())
    return found | set(np.flatnonzero(_densities(letters, words, count) > _DENSE).tolist())


def _densities(letters: Letters, words: Numbers, count: int) -> NDArray[np.float64]:
    """Of each word, the area of its letters for the area that they are in; 0 for short ones."""
    # The letters of a ligature have one box.
    repeated = np.zeros(len(words), np.bool_)
    repeated[1:] = np.all(letters.boxes[1:] == letters.boxes[:-1], axis=1)
    owned = (words >= 0) & ~repeated
    boxes, owners = letters.boxes[owned], words[owned]
    first, last = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(first, owners, boxes[:, :2])
    np.maximum.at(last, owners, boxes[:, 2:])
    sizes = boxes[:, 2:] - boxes[:, :2]
    areas = np.bincount(owners, sizes[:, 0] * sizes[:, 1], minlength=count)
    long = np.bincount(owners, minlength=count) >= _FEW
    rooms = np.where(long, np.prod(np.where(long[:, None], last - first, 1.0), axis=1), np.inf)
    densities: NDArray[np.float64] = areas / np.maximum(rooms, 1e-6)
    return densities


def _overlaps(letters: Letters, words: Numbers) -> NDArray[np.bool_]:
    """Whether each letter shares its place with one of other text."""
    found = np.zeros(len(letters.text), np.bool_)
    codes = np.array([ord(letter) for letter in letters.text], np.int64)
    for page in np.unique(letters.pages):
        chosen = np.flatnonzero(letters.pages == page)
        boxes = letters.boxes[chosen]
        for first, second, share in _pairs(boxes):
            one, other = chosen[first], chosen[second]
            near = np.abs(boxes[first] - boxes[second]).max(axis=1) < _SAME
            # A letter that is drawn twice is one.
            twice = near & (codes[one] == codes[other])
            counted = (share > _OVERLAP) & (words[one] != words[other]) & ~twice
            found[one[counted]] = True
            found[other[counted]] = True
    return found


def _pairs(
    boxes: NDArray[np.float64],
) -> Iterator[tuple[Numbers, Numbers, NDArray[np.float64]]]:
    """Pairs of boxes of like height that share a place: with the share of the smaller one."""
    order = np.argsort(boxes[:, 0], kind="stable")
    left, top, right, bottom = boxes[order].T
    width, height = right - left, bottom - top
    area = np.maximum(width * height, 1e-6)
    starts = np.arange(len(order))
    # Boxes in the order of their left sides: one is compared with the next, the second next, …
    for step in range(1, len(order)):
        starts = starts[starts + step < len(order)]
        starts = starts[left[starts + step] < right[starts]]
        if not len(starts):
            return
        other = starts + step
        across = np.minimum(right[starts], right[other]) - left[other]
        along = np.minimum(bottom[starts], bottom[other]) - np.maximum(top[starts], top[other])
        like = np.maximum(height[starts], height[other]) < _LARGER * np.maximum(
            np.minimum(height[starts], height[other]), 1e-6
        )
        share = across * along / np.minimum(area[starts], area[other])
        met = (along > 0) & like
        yield order[starts[met]], order[other[met]], share[met]


# --- find the words of faces and sheets that are not seen, on the finished pages ------------------


# The least share of a letter's ink that must be seen. printgen's own themes have 0.85.
_SHARE = 0.6

# Less ink than this (pixels) is no letter: an `l` of 5.5 pt has 2.5.
_INK = 0.8

# Letters may leave the safe zone by this (mm), as those of slanted type do.
_NEAR = 0.5


class Reason(Enum):
    """Why a word is not seen: what is said of it, and a hint."""

    ABSENT = (
        "is not on the page",
        "a style hides it or cuts it off; templates leave words out with {% if … %}",
    )
    OUTSIDE = (
        "is outside the edge of the cut",
        "move it {safe} mm inside the cut; in a template of your own, into `.safe`",
    )
    SMALL = "is too small to be seen", "larger type"
    COVERED = (
        "cannot be seen",
        "it is cut off, covered, transparent, or as light as what is behind it",
    )
    FAINT = (
        "is too faint: it is nearly as light as what is behind it",
        f"give it a `panel`, or a lighter or darker colour: a contrast of {MIN_CONTRAST:g} or more",
    )
    OVERLAID = "has other words on it", "move one of them"
    NEAR = (
        "is less than {safe} mm from the cut",
        "a cut may be a little off: move it inwards; in a template of your own, into `.safe`",
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """A finished face or sheet: its job, its HTML, its pages in a PDF, and the lines of each page
    that a picture meets.
    """

    job: Job
    section: Element
    pages: range
    met: Sequence[Sequence[Line]] = ()


def hidden_words(pdf: bytes, shown: Sequence[Shown]) -> list[list[Fault]]:
    """The faults of each face or sheet of a PDF: words of its HTML that are not seen, and those
    that a drawing crosses.
    """
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
    unseen = np.array([reason not in (None, Reason.NEAR) for reason in reasons], np.bool_)
    words = words_of(shown.section)
    find_words(words, letters, unseen, len(pages) > 1)
    # The number of the word of each letter, -1 for none.
    owners = np.full(len(letters.text), -1, np.int64)
    for number, word in enumerate(words):
        owners[word.letters] = number
    covered = overlaid(letters, owners, len(words))
    found: dict[Reason, list[Word]] = {}
    for number, word in enumerate(words):
        # One letter that is not seen changes its word.
        known = {reasons[at] for at in word.letters} | ({Reason.ABSENT} if word.missing else set())
        reason = next((each for each in Reason if each in known), None)
        if number in covered and reason in (None, Reason.NEAR):
            reason = Reason.OVERLAID
        if reason:
            found.setdefault(reason, []).append(word)
    faults = [_fault(shown.job, reason, found[reason]) for reason in Reason if reason in found]
    # Words that are crossed and not seen are named once.
    return faults or list(_crossed(shown, letters, views))


def _crossed(shown: Shown, letters: Letters, pages: Sequence[Views]) -> Iterator[Fault]:
    """The fault of lines that a drawing crosses."""
    lines = list[str]()
    for number, (met, view) in enumerate(zip(shown.met, pages, strict=False)):
        here = letters.boxes[letters.pages == number]
        views = view.whole, view.ground, view.text
        lines += [line.text for line in met if is_crossed(line, here, *views)]
    if lines:
        yield crossed_fault(shown.job.described, lines, ("line", max(lines, key=len)))


def crossed_fault(named: str, lines: Sequence[str], place: Place) -> Fault:
    """The fault of lines that a drawing crosses on a face or page, which `named` names."""
    message = f"{named}: a drawing is across '{shorten(' … '.join(lines), 60)}'"
    hint = "move the drawing or the words, or leave the drawing out where words need its place"
    return Fault("text-crossed", message, hint, "warning", place)


def _letter_reasons(job: Job, letters: Letters, views: Sequence[Views]) -> list[Reason | None]:
    """Why each letter is not seen, whatever other letters are on it; None for those that are."""
    measures = np.zeros((3, len(letters.text)))
    for number, view in enumerate(views):
        here = letters.pages == number
        measures[:, here] = measure_letters(view, letters.boxes[here])
    measured = Measures(*measures)
    tests = (
        (Reason.OUTSIDE, _outside(job, letters)),
        (Reason.SMALL, measured.ink < _INK),
        (Reason.COVERED, measured.share < _SHARE),
        (Reason.FAINT, measured.contrast < MIN_CONTRAST),
        (Reason.NEAR, _outside(job, letters, job.format.safe - _NEAR)),
    )
    found: list[Reason | None] = [None] * len(letters.text)
    for reason, failing in reversed(tests):
        for at in np.flatnonzero(failing):
            found[at] = reason
    return found


def _outside(job: Job, letters: Letters, safe: float = 0.0) -> NDArray[np.bool_]:
    """Whether letters leave the trimmed face or page, or its inner part `safe` mm from the cut."""
    format = job.format
    beyond = TOLERANCE_MM - (safe if format.kind == "face" else 0.0)
    least = mm_to_points(format.bleed - beyond)
    right = mm_to_points(format.bleed + format.width + beyond)
    bottom = mm_to_points(format.bleed + format.height + beyond)
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
    said, hint = (fill(each, safe=f"{job.format.safe:g}") for each in (said, hint))
    message = f"{job.described}: '{named}' {said}"
    if job.format.ink == "low":
        message += " in low ink"
    lines = [list(line) for run in runs for _, line in groupby(run, key=lambda word: word.node)]
    longest = max(lines, key=lambda line: sum(len(word.folded) for word in line))
    where = " ".join(word.text for word in longest)
    if reason is Reason.NEAR:
        return Fault("text-edge", message, hint, "warning", ("line", where))
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


# --- two variants of a PDF: without its text, and with nothing but it -----------------------------


# Text objects. WeasyPrint writes letters in hexadecimal strings: no string contains an operator.
_TEXT = re.compile(rb"(?<!\S)BT\s.*?(?<!\S)ET(?!\S)", re.DOTALL)

# What moves text: the graphics stack, matrices and forms.
_KEPT = re.compile(
    rb"(?<!\S)(?:BT\s.*?(?<!\S)ET|[qQ]|(?:[-+.\d]+\s+){6}cm|/[^\s/]+\s+Do)(?!\S)", re.DOTALL
)

# What gives text its colour, or hides it (`3 Tr`).
_LOOKS = re.compile(
    rb"(?<!\S)(?:(?:[-+.\d]+\s+)*(?:[gG]|rg|RG|k|K|sc|SC)|/\S+\s+(?:gs|cs|CS)"
    rb"|(?:[-+.\d]+\s+)*/\S+\s+(?:scn|SCN)|(?:[-+.\d]+\s+)+(?:scn|SCN)|3\s+Tr)(?!\S)"
)

# Forms cut what they draw to their box: here, to one that holds everything (points).
_EVERYWHERE = [-20_000, -20_000, 20_000, 20_000]


def without_text(content: bytes) -> bytes:
    """A content stream without its text."""
    return _TEXT.sub(b"", content)


def text_alone(content: bytes) -> bytes:
    """A content stream with its text, in black, and the forms that it draws; nothing is clipped."""
    return b"\n".join(_LOOKS.sub(b"", found[0]) for found in _KEPT.finditer(content))


def variants(pdf: bytes) -> tuple[bytes, bytes]:
    """A PDF without its text, and its text alone."""
    return _changed(pdf, without_text, uncut=False), _changed(pdf, text_alone, uncut=True)


def _changed(pdf: bytes, change: Callable[[bytes], bytes], uncut: bool) -> bytes:
    """A PDF with other content streams; `uncut` without pictures and the limits of forms."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            if "/Contents" in page:
                page.contents_coalesce()
                page.Contents.write(change(page.Contents.read_bytes()))
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
                item.write(change(item.read_bytes()))
                if uncut:
                    item.BBox = pikepdf.Array(_EVERYWHERE)
            elif uncut and isinstance(item, pikepdf.Dictionary) and "/XObject" in item:
                for name, drawn in list(item["/XObject"].items()):
                    if drawn.get("/Subtype") == "/Image":
                        del item["/XObject"][name]
        written = BytesIO()
        document.save(written, compress_streams=False)
        return written.getvalue()
