"""The report of a game: one self-contained HTML file, and the same content as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from printgen.content.library import Library
from printgen.content.models.theme import Typeface
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.layout.jobs import Engine, Job, JobResult, JobSource, PageFormat, Task, lay_out
from printgen.layout.templates import environment
from printgen.paper import PAPERS
from printgen.press.staging import publish
from printgen.problems import Position, Problem, has_errors
from printgen.products.titles import author
from printgen.reports.report_context import ReportView, report_view
from printgen.reports.selection import game_of, language
from printgen.store.scratch import scratch_folder
from printgen.typography.embed import Cut, font_faces, lacking
from printgen.typography.measure import font_file
from printgen.typography.text import plain_words

# Maximum number of pages of the PDF.
MAX_PAGES = 80

# The text font, and the fallback font for its missing characters.
TEXT, FALLBACK = "Source Sans 3", "DejaVu Sans"


class NothingToReport(Exception):
    """The game has neither studies, quests that can be solved nor battles."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """The files written, with their sizes in bytes, and the problems of the layout.

    Paths are relative to the project. If a problem is an error, no file was written.
    """

    files: dict[str, int]
    problems: list[Problem]


def report(library: Library, game: str, engine: Engine, langs: Iterable[str] = ()) -> WrittenReport:
    """Write the report of a game to `out/` in the given languages (default: all).

    Raises ComputationError, NothingToReport, and ProjectError if `out/` cannot be written.
    """
    content = game_of(library, game)
    langs = [language(content, lang) for lang in langs] or content.game.languages
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    views = [report_view(library, game, lang) for lang in dict.fromkeys(langs)]
    if not any(view["sections"] for view in views):
        raise NothingToReport(f"'{game}' has no studies, no solvable quests and no battles")
    outcomes = lay_out(engine, [_task(game, view) for view in views])
    for view, outcome in zip(views, outcomes, strict=True):
        problems += outcome.problems
        if not has_errors(problems):
            name = f"out/{game}/report.{view['lang']}"
            files[f"{name}.html"] = page(library, view).encode()
            files[f"{name}.pdf"] = _with_metadata(library, game, view, outcome.result)
    if has_errors(problems):
        return WrittenReport({}, problems)
    publish(library.folders, files, [_manifest_record(game, path) for path in files])
    return WrittenReport({path: len(content) for path, content in files.items()}, problems)


def _manifest_record(game: str, path: str) -> dict[str, str]:
    """A file's record in the manifest."""
    lang = path.rsplit(".", 2)[1]
    return {"id": f"{game}/report", "game": game, "output": "report", "lang": lang, "path": path}


# --- HTML ------------------------------------------------------------------------------------


def page(library: Library, view: ReportView) -> str:
    """The report as one HTML file, including styles, fonts and drawings."""
    template = environment().get_template("_shared/report-page.html.j2")
    html = template.render(**view, ink="full", fonts="")
    shown = "".join(sorted({c for c in html if c.isprintable()} | {"\u00a0", "\u202f"}))
    shown = "".join(sorted({*shown, *shown.upper()}))
    fonts = font_faces(_fonts(view["look"]), shown)
    text, fallback = font_file(TEXT, 400, False), font_file(FALLBACK, 400, False)
    if text and fallback and (missing := lacking(text, shown)):
        fonts += "\n" + font_faces([(FALLBACK, 400, False, fallback)], missing)
    html = template.render(**view, ink="full", fonts=fonts)
    return "\n".join(line for line in html.splitlines() if line.strip()) + "\n"


def _fonts(look: Mapping[str, object]) -> Iterable[Cut]:
    """The fonts of the charts and of the text."""
    faces = [Typeface.model_validate(look[n]) for n in ("figures", "words", "names", "labels")]
    wanted = [(face.family, face.weight, face.italic) for face in faces]
    wanted += [(TEXT, 400, False), (TEXT, 400, True), (TEXT, 600, False)]
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# --- PDF -------------------------------------------------------------------------------------


def _task(game: str, view: ReportView) -> Task:
    """The report as one face that flows over A4 pages."""
    position = Position(f"content/{game}")
    paper = PAPERS["a4"]
    format = PageFormat(
        "sheet",
        "_shared/report",
        view["lang"],
        "full",
        paper.width,
        paper.height,
        safe=0.0,
        pages=MAX_PAGES,
        product=f"{game}/report",
    )
    job = Job(format, f"{game}/report", {**view, "ink": "full", "fonts": ""})
    return Task(job, JobSource(position))


def _with_metadata(library: Library, game: str, view: ReportView, laid: JobResult) -> bytes:
    """The PDF with its document information and its structure."""
    content = library.games[game]
    title = f"{plain_words(view['game']['title'])} – {plain_words(view['labels']['report'])}"
    info = DocumentInfo(title, author(content, view["lang"]), view["lang"])
    with scratch_folder() as scratch:
        path = scratch / "report.pdf"
        with pikepdf.Pdf.open(BytesIO(laid.pdf)) as opened:
            if laid.tags:
                add_structure(opened, laid.tags)
            write_pdf(opened, info, path)
        return path.read_bytes()
