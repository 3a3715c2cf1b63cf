"""The sheet of a deck in all styles, as PDF and as a picture."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from printgen.content.library import Library
from printgen.extras.editing.files import save
from printgen.extras.exports.channels import Deck, plain_labels
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.extras.style_try.page import style_sheet
from printgen.extras.style_try.styles import in_all_styles
from printgen.imposition.compose import DocumentInfo
from printgen.layout.jobs import JobRunner
from printgen.paper import paper_size
from printgen.press.staging import writing
from printgen.problems import Problem
from printgen.products.cards import label_shapes
from printgen.products.target import author
from printgen.typography.labels import fill

# Pixels of the picture to the point: 200 to the inch.
_SCALE = 200 / 72


def sheet_files(
    library: Library,
    deck: Deck,
    lang: str,
    paper: str,
    runner: JobRunner,
    progress: Callable[[int, int], None],
) -> tuple[dict[str, bytes], list[Problem]]:
    """The sheet by the endings of its files, `pdf` and `png`, which is its first page; and the
    problems of the cards that it shows.

    Raises as `in_all_styles` does.
    """
    trials = in_all_styles(library, deck, lang, runner, progress)
    content = library.games[deck.game]
    words = plain_labels(library, content, lang)
    line = fill(words["styles_choose"], count=len(trials.styles))
    shapes = label_shapes(library, f"{trials.title} {line}")
    info = DocumentInfo(trials.title, author(content, lang), lang)
    pdf, buffer = style_sheet(trials, paper_size(paper), line, shapes, info), BytesIO()
    DrawnPages(pdf, "styles").picture(0, _SCALE).save(buffer, "PNG")
    return {"pdf": pdf, "png": buffer.getvalue()}, trials.problems


def write_files(folder: Path, name: str, made: dict[str, bytes]) -> list[Path]:
    """Write files of a name by their endings into a folder, which may be new; returns their paths.

    Raises ProjectError.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        paths = {folder / f"{name}.{ending}": content for ending, content in made.items()}
        for path, content in paths.items():
            save(path, content)
    return [*paths]
