"""The products of two editions, laid out together: which faces and pages look different, and the
packs of the cards to print and to remove.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

import numpy as np
import pikepdf
from numpy.typing import NDArray

from printgen.content.models.products import FacesProduct
from printgen.content.results import result_key
from printgen.extras.editions.edition import Edition
from printgen.extras.editions.words import EntryTexts
from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.imposition.compose import write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.imposition.structure import read_tags
from printgen.layout.accessibility import copy_colours
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.faces import Face
from printgen.layout.jobs import JobResult, JobRunner, Outcome, Task, lay_out, result_digest
from printgen.layout.tags import Mark, Tag
from printgen.paper import MM_BY_UNIT, PlanError, mm_to_points
from printgen.press.targets import all_targets, choose, stopping
from printgen.problems import PlacementError, Problem
from printgen.products import output_kind
from printgen.products.card_faces import (
    Cut,
    counts,
    cut_of,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
    selected,
)
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target, document_info
from printgen.project import INLINE_JPEG
from printgen.store import Store
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image


# --- whether faces look the same: equal drawings do, others are compared as pixels ----------------


# What is cut off is not compared: a wider bleed changes no card.

# Faces that differ here differ in print, too: most different pairs are found at once.
ROUGH_DPI = 60

# What a printer shows.
FINE_DPI = 300

# Faces that are drawn from one PDF.
_TOGETHER = 9


@dataclass(frozen=True, slots=True)
class Side:
    """A laid-out side of a card. `digest` is that of its drawing; `programs` are font files by
    digest.
    """

    digest: str
    face: Face
    cut: Cut
    programs: Mapping[str, Path]


# What two sides share that look the same.
Picture = tuple[str, str]


def pictures(sides: Iterable[Side], store: Store) -> dict[str, Picture]:
    """The picture of each of some sides, by the digest of its drawing."""
    known = {side.digest: side for side in sides}
    rough = _face_pixels(list(known.values()), ROUGH_DPI, store)
    alike: dict[str, list[Side]] = defaultdict(list)
    for side in known.values():
        alike[rough[side.digest]].append(side)
    near = [side for group in alike.values() if len(group) > 1 for side in group]
    fine = _face_pixels(near, FINE_DPI, store)
    return {name: (rough[name], fine.get(name, "")) for name in known}


def _face_pixels(sides: Sequence[Side], dpi: int, store: Store) -> dict[str, str]:
    """The digests of the pixels of sides within their cuts, by the digests of their drawings."""
    made, keys, missing = dict[str, str](), dict[str, str](), list[Side]()
    for side in sides:
        # The digest of a drawing does not say how large its page is.
        size = repr((side.face.width, side.face.height))
        key = result_key(store, "pixels", side.digest, size, repr(side.cut), str(dpi))
        if (value := store.read("result", key)) is not None:
            made[side.digest] = value.decode()
        else:
            keys[side.digest] = key
            missing.append(side)
    for start in range(0, len(missing), _TOGETHER):
        some = missing[start : start + _TOGETHER]
        for side, image in zip(some, _images(some, lambda _: dpi), strict=True):
            pixels = hashlib.sha256(f"{image.width} x {image.height}".encode())
            pixels.update(image.tobytes("raw", "BGR"))
            made[side.digest] = pixels.hexdigest()[:40]
            store.write("result", keys[side.digest], made[side.digest].encode())
    return made


def thumbnails(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[bytes]:
    """Small pictures of sides, as JPEG files, in the resolution of each (of the printed card)."""
    for start in range(0, len(sides), _TOGETHER):
        for image in _images(sides[start : start + _TOGETHER], dpi):
            buffer = BytesIO()
            image.save(buffer, "JPEG", quality=82)
            yield buffer.getvalue()


def jpeg_address(picture: bytes) -> str:
    """A small picture as an address."""
    return INLINE_JPEG + b64encode(picture).decode()


def _images(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[Image]:
    """Each side within the cut, in its resolution."""
    programs = {name: path for side in sides for name, path in side.programs.items()}
    pdf = assemble([untagged(side.face) for side in sides], programs)
    pages = DrawnPages(pdf, "a card")
    for number, side in enumerate(sides):
        size, sharp = side.cut.size, dpi(side)
        left, top = mm_to_points(side.cut.bleed), side.face.height - mm_to_points(side.cut.bleed)
        box = left, top - mm_to_points(size.height), left + mm_to_points(size.width), top
        pixels = (round(edge * sharp / MM_BY_UNIT["in"]) for edge in (size.width, size.height))
        yield from pages.part([number], box, *pixels)


# --- products that are laid out together: no worker waits for the last face of a deck -------------


T = TypeVar("T", covariant=True)

# Called with the number of laid-out tasks and their total.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Prepared(Generic[T]):
    """A product to lay out: its tasks, and what is made of their outcomes."""

    tasks: list[Task]
    finish: Callable[[list[Outcome]], T]


def lay_out_all(runner: JobRunner, products: Sequence[Prepared[T]], progress: Progress) -> list[T]:
    """What is made of the outcomes of each product, in order."""
    total = sum(len(product.tasks) for product in products)
    outcomes = lay_out(runner, (task for product in products for task in product.tasks))
    made, done = list[T](), 0
    for product in products:
        found = []
        for outcome in islice(outcomes, len(product.tasks)):
            found.append(outcome)
            done += 1
            progress(done, total)
        made.append(product.finish(found))
    return made


# --- the cards of the decks of an edition, each with the faces that it has ------------------------


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck: its kind and `game/id`, its name, its copies and its sides.

    The sides of a card are None if its faces cannot be laid out.
    """

    kind: str
    id: str
    name: str
    copies: int
    sides: tuple[Side, ...] | None

    @property
    def full_name(self) -> str:
        """The card as `kind:game/id`."""
        return f"{self.kind}:{self.id}"

    @property
    def digests(self) -> tuple[str, ...] | None:
        """The digests of the drawings of its sides."""
        return None if self.sides is None else tuple(side.digest for side in self.sides)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in a language, with the problems of the layout of its faces."""

    target: Target
    title: str
    cards: list[DeckCard]
    problems: list[Problem]


# Languages, the paper and the paper at hand, see `default_targets`.
TargetChoice = tuple[Sequence[str], str, str]


def deck_targets(edition: Edition, *asked: *TargetChoice) -> list[Target]:
    """A target for each deck in each language."""
    products = edition.content.products
    found = default_targets(edition, *asked)
    return [t for t in found if isinstance(products[t.product].value, FacesProduct)]


def default_targets(
    edition: Edition, langs: Sequence[str], paper: str, at_hand: str
) -> list[Target]:
    """A target for each product in each language, in full ink if it has it. What is printed is on
    `paper`; if that is empty, on the paper at hand or on that of the product, as by `choose`.
    """
    everything = all_targets(edition.library, [paper] if paper else [], at_hand or None)
    own = (target for target in everything if target.game == edition.game)
    chosen = choose(own, at_hand=paper or at_hand or None)
    return [target for target in chosen if not langs or target.lang in langs]


def prepare_deck(edition: Edition, target: Target) -> Prepared[Deck]:
    """A deck with all its faces, but for cards that errors of the edition may hide."""
    library, content = edition.library, edition.content
    product = content.products[target.product].value
    assert isinstance(product, FacesProduct)
    everything = selected(library, edition.game, product, target.lang)
    cards = [card for card in everything if edition.shows(card.entry)]
    designed = designs(library, content, product) if cards else []
    cut = cut_of(product)
    tasks = [
        task
        for design in designed
        for task in face_tasks(library, target, distinct_faces(design, cards), design, cut)
    ]

    def finish(outcomes: list[Outcome]) -> Deck:
        programs = font_programs(library.folders)
        faces = list[Side | None]()
        for outcome in outcomes:
            face = None if outcome.failed else outcome.result.face
            name = result_digest(outcome.result) if face else ""
            faces.append(Side(name, face, cut, programs) if face else None)
        # The faces of the fronts come first.
        sides: dict[int, list[Side | None]] = {card.number: [] for card in cards}
        start = 0
        for design in designed:
            numbers = face_numbers(design, cards)
            for card, number in zip(cards, numbers, strict=True):
                sides[card.number].append(faces[start + number])
            start += max(numbers) + 1
        copies = counts(library, edition.game, product)
        made = list[DeckCard]()
        for card in everything:
            number, count = card.part
            if number > 1:
                continue
            # The cards of a text that goes on are exchanged together.
            own = range(card.number, card.number + count)
            found = [side for each in own for side in sides.get(each, [None])]
            whole = tuple(side for side in found if side)
            name = plain_words(say(card.entry.name, target.lang, library.games[card.entry.game]))
            count = copies[card.kind, card.entry.game, card.entry.id]
            same = whole if len(whole) == len(found) else None
            made.append(DeckCard(card.kind, card.name, name, count, same))
        problems = [problem for outcome in outcomes for problem in outcome.problems]
        title = plain_words(say(product.title, target.lang, content))
        return Deck(target, title, made, problems)

    return Prepared(tasks, finish)


# --- the pack of a deck: the cards to print and to cut, and the old ones to remove ----------------
#
# A deck on the table is a number of cards that look like this in front and like that behind. What a
# player prints is what the new deck has more of, and what is removed is what the old one has more
# of: the old cards without those, and with the pack, look exactly like the new deck.


@dataclass(frozen=True, slots=True)
class Copies:
    """A number of copies of a card."""

    card: DeckCard
    count: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards to add to a deck, and those to remove from it. `new` or `old` is None if one of the
    editions lacks the deck. `looks` are the pictures of their sides, by the digests of drawings.
    """

    new: Deck | None
    old: Deck | None
    added: list[Copies]
    removed: list[Copies]
    looks: Mapping[str, Picture]

    @property
    def deck(self) -> Deck:
        """The deck, of the new edition if it has it."""
        found = self.new or self.old
        assert found is not None
        return found


def pack_of(old: Deck | None, new: Deck | None, store: Store) -> Pack:
    """The pack that makes the new deck of the old one."""
    before, after = _left(old, new)
    sides = (side for copies in (*before, *after) for side in copies.card.sides or ())
    known = pictures(sides, store)
    kept = _looks(before, known) & _looks(after, known)
    removed = _without(before, known, Counter(kept))
    return Pack(new, old, _without(after, known, Counter(kept)), removed, known)


def _left(old: Deck | None, new: Deck | None) -> tuple[list[Copies], list[Copies]]:
    """The cards of both decks without the copies whose drawings did not change."""
    before = {card.full_name: card for card in old.cards} if old else {}
    after = {card.full_name: card for card in new.cards} if new else {}
    same = {
        name: min(card.copies, after[name].copies)
        for name, card in before.items()
        if name in after and card.digests is not None and card.digests == after[name].digests
    }
    return _more(before.values(), same), _more(after.values(), same)


def _more(cards: Iterable[DeckCard], fewer: dict[str, int]) -> list[Copies]:
    found = [Copies(card, card.copies - fewer.get(card.full_name, 0)) for card in cards]
    return [copies for copies in found if copies.count]


# What a card looks like in front and behind; None for one that cannot be laid out.
_Look = tuple[Picture, ...] | None


def _look(card: DeckCard, known: dict[str, Picture]) -> _Look:
    return None if card.digests is None else tuple(known[name] for name in card.digests)


def _looks(cards: Sequence[Copies], known: dict[str, Picture]) -> Counter[_Look]:
    """How many cards look like this."""
    found: Counter[_Look] = Counter()
    for copies in cards:
        if copies.card.sides is not None:
            found[_look(copies.card, known)] += copies.count
    return found


def _without(
    cards: Sequence[Copies], known: dict[str, Picture], kept: Counter[_Look]
) -> list[Copies]:
    """The cards that are left when some that look like this are taken away."""
    found = []
    for copies in cards:
        look = _look(copies.card, known)
        taken = min(copies.count, kept[look])
        kept[look] -= taken
        if copies.count > taken:
            found.append(Copies(copies.card, copies.count - taken))
    return found


# --------------------------------------------------------------------------------------------------
# What the pages of a PDF look like, whole and without running heads, page numbers and grounds.


# Pixels of a page are compared at this resolution.
DPI = 100

_POINTS = 72

# The part of pixels (of 255) that shows a difference, and how many of them: a glyph may be drawn a
# pixel further to the right on a page whose margin is another one.
_STRONG, _MOST = 90, 0.004

# Operators that draw, beside those that end a path without drawing it.
_DRAWS = re.compile(rb"(?:^|\s)(?:TJ|Tj|Do|sh|'|\")$")

_PAINTS = re.compile(rb"(?:^|(?<=\s))(?:f\*?|F|S|s|B\*?|b\*?)$")

Pixels = NDArray[np.uint8]


class Pages:
    """The pages of a PDF, by their numbers from 0. What draws or reads them raises CannotDraw."""

    def __init__(self, path: Path):
        bare, self._headings = _read(path)
        self._whole, self._bare = DrawnPages(path), DrawnPages(bare, path.name)
        self._count = len(self._whole.call(pdfium.sizes))
        self.words = cache(self._words)
        self.look = cache(self._look)

    def __len__(self) -> int:
        return self._count

    def heading(self, number: int) -> str:
        """The first heading on a page, or else the last one before it."""
        here = [words for page, words in self._headings if page == number]
        before = [words for page, words in self._headings if page < number]
        return (here[:1] or before[-1:] or [""])[0]

    def _look(self, number: int) -> str:
        """The digest of the pixels of a page."""
        return hashlib.sha256(_drawn(self._whole, number).tobytes()).hexdigest()

    def _words(self, number: int) -> tuple[str, float, float]:
        """The words of a page without running heads and page numbers, and where they begin: the
        left edge and the top of the first letter, in points.
        """
        return self._bare.call(pdfium.words_and_start, number)

    def is_moved(self, number: int, other: Pages, there: int) -> bool:
        """Whether a page has the same content as a page of another file, perhaps beside another
        margin.
        """
        mine, left, top = self.words(number)
        others, other_left, other_top = other.words(there)
        if mine != others:
            return False
        one = self.content(number)
        two = other.content(there, other_left - left, other_top - top)
        if one.shape != two.shape:
            return False
        differing = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2) > _STRONG
        inked = max(1, int((one.min(axis=2) < 255 - _STRONG).sum()))
        return bool(differing.sum() <= max(20, _MOST * inked))

    def content(self, number: int, left: float = 0.0, top: float = 0.0) -> Pixels:
        """The pixels of the content of a page, from a point right of and above its corner (in
        points).
        """
        return _drawn(self._bare, number, left, top)


def _drawn(pages: DrawnPages, number: int, left: float = 0.0, top: float = 0.0) -> Pixels:
    x0, y0, x1, y1 = pages.call(pdfium.media, number)
    width, height = (round(edge * DPI / _POINTS) for edge in (x1 - x0, y1 - y0))
    box = x0 + left, y0 + top, x1 + left, y1 + top
    return np.asarray(pages.part([number], box, width, height)[0])


# --- pages without what is not content -------------------------------------------------------


def _read(path: Path) -> tuple[bytes, list[tuple[int, str]]]:
    """A file whose pages draw only what is marked as content; and the headings of its outline,
    with the numbers of their pages."""
    buffer = BytesIO()
    with pikepdf.Pdf.open(path) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        with pdf.open_outline() as outline:
            found = list(_headings(outline.root, numbers))
        for page in pdf.pages:
            page.contents_coalesce()
            content = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(without_artifacts(content))
        pdf.save(buffer)
    return buffer.getvalue(), sorted(found, key=lambda heading: heading[0])


def _headings(
    items: Iterable[pikepdf.OutlineItem], numbers: Mapping[tuple[int, int], int]
) -> Iterator[tuple[int, str]]:
    """The headings of an outline, by the numbers of its pages."""
    for item in items:
        place = item.destination
        if isinstance(place, pikepdf.Array) and place[0].objgen in numbers:
            yield numbers[place[0].objgen], " ".join(item.title.split())
        yield from _headings(item.children, numbers)


def without_artifacts(content: bytes) -> bytes:
    """A content stream that draws only its marked content; one without marks is left as it is.

    Operators that set a state are kept: content that follows may rely on it.
    """
    if b"MCID" not in content:
        return content
    inside, lines, previous = list[bool](), list[bytes](), b""
    for text in content.split(b"\n"):
        if text.endswith(b"BMC"):
            inside.append(False)
        elif text.endswith(b"BDC"):
            inside.append(b"MCID" in text or b"MCID" in previous)
        elif text == b"EMC" and inside:
            inside.pop()
        elif not any(inside):
            if _DRAWS.search(text):
                previous = text
                continue
            text = _PAINTS.sub(b"n", text)
        previous = text
        lines.append(text)
    return b"\n".join(lines)


# --- the pages of books and sheets that changed ---------------------------------------------------
#
# A page is unchanged if what is marked as content on it, its words and its pictures, looks the
# same as on the old page with its number, or as on another old page: it only moved. Running heads,
# page numbers, ornaments and grounds are no content; pages where only these changed are listed
# separately.


# The most pages that another page may have moved by.
_FAR = 40


@dataclass(frozen=True, slots=True)
class Paged:
    """A product with pages in a language, laid out. Without `results`, it cannot be laid out."""

    target: Target
    build: TargetBuild | None
    results: list[JobResult]
    problems: list[Problem]

    @property
    def digests(self) -> tuple[object, ...]:
        """Equal for products with equal files."""
        found = [result_digest(result) for result in self.results]
        return (*found, repr(self.build.inputs) if self.build else "")


class PageRecord(TypedDict):
    """A page of a book by its number in the file, from 1, and the heading that it is under."""

    page: int
    heading: str


class BookRecord(TypedDict):
    """The pages of a book in a language that changed, in a file of their own, relative to the
    project; the pages where only running heads, ornaments or grounds changed; and the number of
    pages in both editions.
    """

    book: str
    title: str
    lang: str
    file: str
    pages: list[PageRecord]
    ornaments: list[int]
    before: int
    after: int


def page_targets(edition: Edition, *asked: *TargetChoice) -> list[Target]:
    """A target for each product with pages in each language: books for the screen, others on a
    paper.
    """
    found = default_targets(edition, *asked)
    products = edition.content.products
    return [t for t in found if not isinstance(products[t.product].value, FacesProduct)]


def prepare_pages(edition: Edition, target: Target) -> Prepared[Paged]:
    """A product with pages. Errors of the edition hide one that may show them."""
    entry = edition.content.products[target.product]
    if stopping(edition.errors, [target]):
        return _impossible(target, [])
    try:
        kind = output_kind(target.output)
        build = kind.prepare(edition.library, target, entry.value, PrintOptions())
        tasks = list(build.tasks())
    except PlanError as error:
        return _impossible(target, [entry.problem("product-paper", str(error), key=True)])
    except PlacementError as error:
        return _impossible(target, [error.problem])

    def finish(outcomes: list[Outcome]) -> Paged:
        problems = [problem for outcome in outcomes for problem in outcome.problems]
        if any(outcome.failed for outcome in outcomes):
            return Paged(target, None, [], problems)
        return Paged(target, build, [outcome.result for outcome in outcomes], problems)

    return Prepared(tasks, finish)


def _impossible(target: Target, problems: list[Problem]) -> Prepared[Paged]:
    return Prepared([], lambda _: Paged(target, None, [], problems))


def changed_pages(
    edition: Edition, old: Paged | None, new: Paged, scratch: Path, folder: Path
) -> BookRecord | None:
    """The pages of a product that changed, and the name of their file in a folder; None if none
    changed, or if the new product cannot be laid out.
    """
    if new.build is None or (old and old.digests == new.digests):
        return None
    paths = scratch / "old.pdf", scratch / "new.pdf"
    new.build.compose(new.results, paths[1])
    after = Pages(paths[1])
    if old is None or old.build is None:
        changed, ornaments, count = list(range(len(after))), list[int](), 0
    else:
        old.build.compose(old.results, paths[0])
        before = Pages(paths[0])
        (changed, ornaments), count = _changed(before, after), len(before)
    if not changed and not ornaments and count == len(after):
        return None
    target = new.target
    title = edition.content.products[target.product].value.title
    return {
        "book": target.id,
        "title": EntryTexts(edition, target.lang).text(title),
        "lang": target.lang,
        "file": _write(edition, target, paths[1], changed, folder) if changed else "",
        "pages": [{"page": n + 1, "heading": after.heading(n)} for n in changed],
        "ornaments": [n + 1 for n in ornaments],
        "before": count,
        "after": len(after),
    }


def _changed(before: Pages, after: Pages) -> tuple[list[int], list[int]]:
    """The numbers, from 0, of the new pages that are no old ones, and of those where only running
    heads, ornaments or grounds changed.
    """
    changed, ornaments = list[int](), list[int]()
    for number in range(len(after)):
        if number < len(before):
            if after.look(number) == before.look(number):
                continue
            if np.array_equal(after.content(number), before.content(number)):
                ornaments.append(number)
                continue
        # The nearest pages first.
        others = [n for n in range(len(before)) if 0 < abs(n - number) <= _FAR]
        others.sort(key=lambda other: abs(other - number))
        if not any(after.is_moved(number, before, other) for other in others):
            changed.append(number)
    return changed, ornaments


def _write(
    edition: Edition, target: Target, whole: Path, numbers: Sequence[int], folder: Path
) -> str:
    """Write some pages of a file into a folder; the name of their file."""
    name = f"{Path(target.path).stem}.pages.pdf"
    with pikepdf.Pdf.open(whole) as source, pikepdf.Pdf.new() as pdf:
        if len(numbers) == len(source.pages):
            copyfile(whole, folder / name)
            return name
        for number in numbers:
            pdf.pages.append(source.pages[number])
            page = pdf.pages[-1].obj
            for key in ("/Annots", "/StructParents", "/Tabs"):
                if key in page:
                    del page[key]
        # Pages of sheets draw forms, whose tags cannot be read back.
        said = read_tags(source) if target.output == "book" else None
        places = {number: place for place, number in enumerate(numbers)}
        if said and (kept := _on_pages(said, places)):
            add_structure(pdf, kept)
        copy_colours(pdf, source)
        write_pdf(pdf, document_info(edition.library, target), folder / name)
    return name


def _on_pages(tag: Tag, places: Mapping[int, int]) -> Tag | None:
    """What some pages say, by their new places; None for nothing."""
    kids: list[Tag | Mark] = []
    for kid in tag.kids:
        if not isinstance(kid, Tag):
            page, number = kid
            kids += [(places[page], number)] if page in places else []
        elif kept := _on_pages(kid, places):
            kids.append(kept)
    return replace(tag, kids=tuple(kids)) if kids else None
