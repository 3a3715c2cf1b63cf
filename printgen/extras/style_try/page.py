"""Some cards of a deck in each style of its theme, and the sheet that shows them: each style has a
field with its name, the line to write and its cards. Lengths in mm from the top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from math import ceil

from pikepdf import Pdf
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.content.models.theme import Lettering, Style
from printgen.content.theme import theme_styles
from printgen.extras.card_index.pages import IndexSection, Picture, show_faces
from printgen.extras.exports.channels import Deck, ExportError, plain_labels
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.imposition.compose import DocumentInfo, FaceForms, write_pdf
from printgen.imposition.face_tags import add_words
from printgen.imposition.printers_marks import (
    MarkedCanvas,
    font,
    new_canvas,
    unprintable,
    use_shapes,
    width_of,
)
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.faces import Face
from printgen.layout.jobs import JobRunner, Task, as_draft, lay_out
from printgen.paper import Size, paper_size
from printgen.problems import Problem
from printgen.products.card_faces import (
    Card,
    cut_of,
    designs,
    face_tasks,
    selected,
)
from printgen.products.cards import label_shapes
from printgen.products.target import DEFAULT_INK, Target, author, deck_title
from printgen.project import ProjectError
from printgen.rules.rows import recipe_of
from printgen.store.scratch import scratch_folder
from printgen.typography.labels import fill
from printgen.typography.measure import font_file
from printgen.views.style import look_of

# The fronts of each style that are shown.
MOST_FRONTS = 3


@dataclass(frozen=True, slots=True)
class Tried:
    """A style: its name, its settings, and the numbers of its faces in the document of all."""

    name: str
    style: Style
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """A deck in all styles: its title, and the faces as pages of a PDF, with their bleed."""

    title: str
    deck: Deck
    styles: list[Tried]
    pages: bytes
    problems: list[Problem]


def in_all_styles(
    library: Library,
    deck: Deck,
    lang: str,
    runner: JobRunner,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Trials:
    """Lay out some cards of a deck in each style, with a back that they share.

    Raises ProjectError for a deck without cards or a theme without styles, and ExportError if faces
    cannot be laid out.
    """
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    content = library.games[deck.game]
    theme = designs(library, content, deck.value)[0].template.partition("/")[0]
    styles, of_game = theme_styles(library.folders, theme), content.game.theme
    if not (styles and theme_styles(library.folders, of_game)):
        raise ProjectError(f"the theme '{of_game}' has no styles (`theme: plain` has)")
    tasks, tried = list[Task](), list[Tried]()
    for name in styles:
        styled, own_deck = _in_style(library, deck, name)
        own = list(_tasks(styled, own_deck, target, lang))
        look = look_of(styled, styled.games[deck.game], theme)
        numbers = tuple(range(len(tasks), len(tasks) + len(own)))
        tried.append(Tried(name, look.style, numbers))
        tasks += own
    if not tasks:
        raise ProjectError(f"the deck '{target.id}' has no cards")
    faces, problems = list[Face](), list[Problem]()
    for done, outcome in enumerate(lay_out(runner, tasks), 1):
        progress(done, len(tasks))
        problems += outcome.problems
        if outcome.failed or not outcome.result.face:
            raise ExportError(problems)
        faces.append(untagged(outcome.result.face))
    pages = assemble(faces, font_programs(library.folders))
    return Trials(deck_title(library, target), deck, tried, pages, problems)


def _in_style(library: Library, deck: Deck, style: str) -> tuple[Library, Deck]:
    """A library whose game with a deck has another style, and the deck in it."""
    content = library.games[deck.game]
    entry = replace(content.entry, value=content.game.model_copy(update={"style": style}))
    faces, changed = deck.value.faces, dict[str, Recipe]()
    for side, recipe in faces.recipes():
        changed[side] = recipe.model_copy(update={"style": None})
    value = deck.value.model_copy(update={"faces": faces.model_copy(update=changed)})
    deck = replace(deck, value=value)
    styled = replace(content, entry=entry, products={**content.products, deck.id: deck})
    return replace(library, games={**library.games, deck.game: styled}, memo={}), deck


def _tasks(library: Library, deck: Deck, target: Target, lang: str) -> Iterator[Task]:
    """The faces of the chosen cards: the first front and its back, then other fronts."""
    content = library.games[target.game]
    product = deck.value
    cards = chosen(library, product, selected(library, target.game, product, lang), lang)
    front, *backs = designs(library, content, product)
    sides = (front, cards[:1]), *((back, cards[:1]) for back in backs), (front, cards[1:])
    for design, some in sides:
        for task in face_tasks(library, target, some, design, cut_of(product)):
            yield replace(task, job=as_draft(task.job)) if library.is_draft else task


def chosen(library: Library, product: CardsProduct, cards: Sequence[Card], lang: str) -> list[Card]:
    """The cards that are shown: the first one, that with the longest texts, and a usual one, which
    is of another kind or look if there is one.
    """
    cards = [card for card in cards if card.part.number == 1]
    if len(cards) <= MOST_FRONTS:
        return cards
    front = product.faces.front
    lengths = {
        card.number: sum(len(words) for words, _ in library.texts_of(card.entry, lang))
        for card in cards
    }

    def sort_of(card: Card) -> object:
        """What cards of one sort have in common."""
        recipe = front
        if isinstance(front, Recipe) and front.when:
            recipe = recipe_of(library, front, card.kind, card.entry)
        return card.kind, repr(recipe) if front is not recipe else ""

    found = [cards[0], max(cards[1:], key=lambda card: lengths[card.number])]
    usual = sorted(lengths.values())[len(cards) // 2]
    known = {repr(sort_of(card)) for card in found}
    left = [card for card in cards if card not in found]
    left.sort(key=lambda card: (repr(sort_of(card)) in known, abs(lengths[card.number] - usual)))
    return [*found, left[0]]


# --- the sheet ------------------------------------------------------------------------------------


# The edge of the page, the distance of fields and of the cards in them, the edge of a field, the
# height of the head of the page and of the name of a style with its line, and the most faces of a
# style on a page.
_MARGIN, _GAP, _BETWEEN, _EDGE, _HEAD, _NAME, _SHOWN = 9.0, 3.0, 2.4, 3.2, 14.5, 12.6, 2

# The colours of the page: its type, and quiet type.
_INK, _SOFT = "#1b1b1b", "#5c5f61"

# The width of the line around cards (points); pixels of the picture to the point: 200 to the inch.
_LINE, _SCALE = 0.5, 200 / 72

_TITLE = Lettering(family="Source Sans 3", weight=600)
_CODE = Lettering(family="Source Code Pro", weight=500)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The fields of a page, and their faces: columns and rows of both, and the scale of faces."""

    columns: int
    rows: int
    across: int
    width: float
    height: float
    scale: float


def _sheet(trials: Trials, paper: Size, line: str, info: DocumentInfo) -> bytes:
    """The sheet of a deck in all styles, with a line about what is shown below its title."""
    product, buffer, result = trials.deck.value, BytesIO(), BytesIO()
    grid = _grid(paper, product.trim, len(trials.styles))
    pages = list(_pages(trials.styles))
    canvas = new_canvas(buffer, paper)
    for number, page in enumerate(pages, 1):
        _head(canvas, paper, trials.title, line, f"{number}/{len(pages)}")
        for (x, y), tried in _fields(grid, page):
            _field(canvas, paper, grid, x, y, tried)
        canvas.showPage()
    canvas.save()
    with Pdf.open(buffer) as pdf, Pdf.open(BytesIO(trials.pages)) as source:
        add_words(pdf)
        forms = FaceForms(pdf, source)
        cards = IndexSection("", product.trim, product.bleed, product.corner_radius, ())
        for sheet, page in zip(pdf.pages, pages, strict=True):
            pictures = [
                Picture(face, cards, *_place(grid, cards.card, x, y, place), grid.scale, line)
                for (x, y), tried in _fields(grid, page)
                for line in [_fine_line(tried.style.pages.line)]
                for place, face in enumerate(tried.faces)
            ]
            show_faces(pdf, sheet, pictures, paper, forms, below=False)
        with scratch_folder() as scratch:
            path = scratch / "styles.pdf"
            write_pdf(pdf, info, path)
            result.write(path.read_bytes())
    return result.getvalue()


def _pages(styles: Sequence[Tried]) -> Iterator[list[Tried]]:
    """The styles of each page: the first faces of all, then the next ones."""
    most = max(len(tried.faces) for tried in styles)
    for first in range(0, most, _SHOWN):
        yield [
            Tried(tried.name, tried.style, tried.faces[first : first + _SHOWN]) for tried in styles
        ]


def _grid(paper: Size, card: Size, styles: int) -> _Grid:
    """The grid in which cards of a size are largest."""
    found = list[_Grid]()
    for columns in range(1, min(4, styles) + 1):
        for across in (1, 2):
            rows, down = ceil(styles / columns), _SHOWN // across
            width = (paper.width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
            height = (paper.height - 2 * _MARGIN - _HEAD - (rows - 1) * _GAP) / rows
            wide = (width - 2 * _EDGE - (across - 1) * _BETWEEN) / across
            high = (height - _NAME - _EDGE - (down - 1) * _BETWEEN) / down
            scale = min(1.0, wide / card.width, high / card.height)
            found.append(_Grid(columns, rows, across, width, height, scale))
    return max(found, key=lambda grid: grid.scale)


def _fields(grid: _Grid, page: Sequence[Tried]) -> Iterator[tuple[tuple[float, float], Tried]]:
    """The upper left corner of the field of each style."""
    for number, tried in enumerate(page):
        row, column = divmod(number, grid.columns)
        x = _MARGIN + column * (grid.width + _GAP)
        yield (x, _MARGIN + _HEAD + row * (grid.height + _GAP)), tried


def _place(grid: _Grid, card: Size, x: float, y: float, number: int) -> tuple[float, float]:
    """The upper left corner of a face in the field at a place: faces are in the middle."""
    row, column = divmod(number, grid.across)
    wide, high = card.width * grid.scale, card.height * grid.scale
    down = _SHOWN // grid.across
    across = grid.across * wide + (grid.across - 1) * _BETWEEN
    free = grid.height - _NAME - _EDGE - down * high - (down - 1) * _BETWEEN
    left = x + (grid.width - across) / 2 + column * (wide + _BETWEEN)
    return left, y + _NAME + free / 2 + row * (high + _BETWEEN)


def _fine_line(colour: str) -> str:
    """The operators that set a line around a card."""
    edge = HexColor(colour)
    return f"{edge.red:.3f} {edge.green:.3f} {edge.blue:.3f} RG {_LINE:.3f} w"


def sheet_files(
    library: Library,
    deck: Deck,
    lang: str,
    paper: str,
    runner: JobRunner,
    progress: Callable[[int, int], None],
) -> tuple[dict[str, bytes], list[Problem]]:
    """The sheet of a deck by the endings of its files, `pdf` and `png`, which is its first page;
    and the problems of the cards that it shows. Raises as `in_all_styles` does.
    """
    trials = in_all_styles(library, deck, lang, runner, progress)
    content = library.games[deck.game]
    line = fill(plain_labels(library, content, lang)["styles_choose"], count=len(trials.styles))
    use_shapes(label_shapes(library, f"{trials.title} {line}"))
    info = DocumentInfo(trials.title, author(content, lang), lang)
    pdf, buffer = _sheet(trials, paper_size(paper), line, info), BytesIO()
    DrawnPages(pdf, "styles").picture(0, _SCALE).save(buffer, "PNG")
    return {"pdf": pdf, "png": buffer.getvalue()}, trials.problems


# --- words ----------------------------------------------------------------------------------------


@cache
def _registered(family: str, weight: int) -> str:
    """The name of a font of printgen, for drawing."""
    path = font_file(family, weight, False)
    if path is None:
        return font()
    pdfmetrics.registerFont(TTFont(path.stem, str(path)))
    return path.stem


def _named(words: str, lettering: Lettering) -> tuple[str, str]:
    """Words as a lettering writes them, and its font, or that of labels if it lacks a letter."""
    words = words.upper() if lettering.caps == "all" else words
    name = _registered(lettering.family, lettering.weight)
    known = pdfmetrics.getFont(name).face.charToGlyph
    return words, name if all(ord(letter) in known for letter in words) else font()


def _head(canvas: MarkedCanvas, paper: Size, title: str, line: str, folio: str) -> None:
    words, name = _named(title, _TITLE)
    size, room = 20.0, (paper.width - 2 * _MARGIN) * mm
    wide = width_of(words, 1.06) if unprintable(words) else pdfmetrics.stringWidth(words, name, 1)
    size = min(size, room / max(wide, 0.01))
    canvas.setFillColor(HexColor(_INK))
    canvas.setFont(name, size)
    with canvas.reading("H1"):
        canvas.drawString(_MARGIN * mm, (paper.height - _MARGIN - 5.5) * mm, words)
    canvas.setFillColor(HexColor(_SOFT))
    canvas.setFont(font(), 8.5)
    with canvas.reading():
        canvas.drawString(_MARGIN * mm, (paper.height - _MARGIN - 10.8) * mm, line)
    right = (paper.width - _MARGIN) * mm
    canvas.drawRightString(right, (paper.height - _MARGIN - 10.8) * mm, folio)


def _field(
    canvas: MarkedCanvas, paper: Size, grid: _Grid, x: float, y: float, tried: Tried
) -> None:
    """The ground of a style with its name, and the line of YAML that chooses it."""
    colours, x = tried.style.pages, x + _EDGE
    canvas.setFillColor(HexColor(colours.panel))
    box = (x - _EDGE) * mm, (paper.height - y - grid.height) * mm
    canvas.roundRect(*box, grid.width * mm, grid.height * mm, 1.6 * mm, stroke=0, fill=1)
    words, name = _named(tried.name.capitalize(), tried.style.title)
    room = (grid.width - 2 * _EDGE) * mm
    canvas.setFillColor(HexColor(colours.ink))
    canvas.setFont(name, min(16.0, room / pdfmetrics.stringWidth(words, name, 1)))
    with canvas.reading("H2"):
        canvas.drawString(x * mm, (paper.height - y - 7.2) * mm, words)
    code, name = _named(f"style: {tried.name}", _CODE)
    canvas.setFillColor(HexColor(colours.soft))
    canvas.setFont(name, min(7.0, room / pdfmetrics.stringWidth(code, name, 1)))
    with canvas.reading():
        canvas.drawString(x * mm, (paper.height - y - 10.6) * mm, code)
