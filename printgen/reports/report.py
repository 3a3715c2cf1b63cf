"""The report of a game: one page of HTML that needs no other file, and the same as a PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from printgen.content.library import Library
from printgen.content.theme import Typeface
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.layout.templates import environment
from printgen.paper import PAPERS
from printgen.press.staging import publish
from printgen.problems import Position, Problem, has_errors
from printgen.products.titles import author
from printgen.reports.report_context import report_view
from printgen.reports.selection import game_of, language
from printgen.typography.embed import Cut, font_faces, lacking
from printgen.typography.measure import font_file
from printgen.typography.text import plain_words

View = dict[str, Any]

MAX_PAGES = 80

# The font of the text, and that of the signs which it lacks.
TEXT, LAST = "Source Sans 3", "DejaVu Sans"


class NothingToReport(Exception):
    """A game that has neither studies nor quests whose chances can be computed."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What was made: the path of each file, from the project, and its size; and what is wrong with
    the pages. With an error, nothing was written.
    """

    files: dict[str, int]
    problems: list[Problem]


def report(library: Library, game: str, langs: Iterable[str] = ()) -> Reported:
    """Write the report of a game in some languages (all when none is named) into `out/`.

    Raises ComputationError, NothingToReport, and ProjectError when `out/` cannot be written.
    """
    content = game_of(library, game)
    langs = [language(content, lang) for lang in langs] or content.game.languages
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    views = [report_view(library, game, lang) for lang in dict.fromkeys(langs)]
    if not any(view["sections"] for view in views):
        raise NothingToReport(f"'{game}' has no studies, and no quest that can be computed")
    results = lay_out(library.folders, [_batch(game, view) for view in views])
    for view, result in zip(views, results, strict=True):
        problems += result.problems
        if result.parts and not has_errors(problems):
            name = f"out/{game}/report.{view['lang']}"
            files[f"{name}.html"] = page(library, view).encode()
            files[f"{name}.pdf"] = _finished(library, game, view, result.parts[0].pdf)
    if has_errors(problems):
        return Reported({}, problems)
    publish(library.folders, files, [_record(game, path) for path in files])
    return Reported({path: len(content) for path, content in files.items()}, problems)


def _record(game: str, path: str) -> dict[str, str]:
    """What the manifest says of a file."""
    lang = path.rsplit(".", 2)[1]
    return {"id": f"{game}/report", "game": game, "output": "report", "lang": lang, "path": path}


# --- HTML ------------------------------------------------------------------------------------


def page(library: Library, view: View) -> str:
    """The report as one HTML file: style, fonts and drawings are in it."""
    template = environment().get_template("_shared/report-page.html.j2")
    html = template.render(**view, ink="full", fonts="")
    shown = "".join(sorted({c for c in html if c.isprintable()} | {"\u00a0", "\u202f"}))
    shown = "".join(sorted({*shown, *shown.upper()}))
    fonts = font_faces(_cuts(view["look"]), shown)
    text, last = font_file(TEXT, 400, False), font_file(LAST, 400, False)
    if text and last and (others := lacking(text, shown)):
        fonts += "\n" + font_faces([(LAST, 400, False, last)], others)
    html = template.render(**view, ink="full", fonts=fonts)
    return "\n".join(line for line in html.splitlines() if line.strip()) + "\n"


def _cuts(look: View) -> Iterable[Cut]:
    """The fonts of a report: those of its charts, and of its text."""
    faces = [Typeface.model_validate(look[n]) for n in ("figures", "words", "names", "labels")]
    wanted = [(face.family, face.weight, face.italic) for face in faces]
    wanted += [(TEXT, 400, False), (TEXT, 400, True), (TEXT, 600, False)]
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# --- PDF -------------------------------------------------------------------------------------


def _batch(game: str, view: View) -> LayoutBatch:
    """The report as a sheet that flows over pages of A4."""
    where = Position(f"content/{game}")
    paper = PAPERS["a4"]
    face = FaceSource(f"{game}/report", where, where, {**view, "ink": "full", "fonts": ""})
    return LayoutBatch(
        "_shared/report",
        view["lang"],
        "full",
        paper.width,
        paper.height,
        (face,),
        safe=0.0,
        pages=MAX_PAGES,
        product=f"{game}/report",
    )


def _finished(library: Library, game: str, view: View, pdf: bytes) -> bytes:
    content = library.games[game]
    title = f"{plain_words(view['game']['title'])} – {plain_words(view['labels']['report'])}"
    info = DocumentInfo(title, author(content, view["lang"]), view["lang"])
    with tempfile.TemporaryDirectory(prefix="printgen-") as scratch:
        path = Path(scratch, "report.pdf")
        with pikepdf.Pdf.open(BytesIO(pdf)) as opened:
            write_pdf(opened, info, path)
        return path.read_bytes()
