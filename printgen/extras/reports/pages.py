"""Pages of words and tables as one self-contained HTML file, and the same content as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO

import pikepdf

from printgen.content.library import Library
from printgen.content.models.theme import Typeface
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.layout.jobs import Job, JobResult, JobSource, PageFormat, Task
from printgen.layout.templates import environment
from printgen.paper import PAPERS
from printgen.problems import Position
from printgen.products.target import author
from printgen.store.scratch import scratch_folder
from printgen.typography.fonts import Cut, font_faces, lacking
from printgen.typography.measure import font_file

# Maximum number of pages of the PDF.
MAX_PAGES = 80

# The text font, and the fallback font for its missing characters.
TEXT, FALLBACK = "Source Sans 3", "DejaVu Sans"


def web_page(template_name: str, view: Mapping[str, object], look: Mapping[str, object]) -> str:
    """A template as one HTML file, including styles, fonts and drawings. `look` has the typefaces
    of the charts of a theme.
    """
    template = environment().get_template(template_name)
    html = template.render(**view, ink="full", fonts="")
    shown = "".join(sorted({c for c in html if c.isprintable()} | {"\u00a0", "\u202f"}))
    shown = "".join(sorted({*shown, *shown.upper()}))
    fonts = font_faces(_fonts(look), shown)
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


def page_task(template: str, game: str, name: str, lang: str, view: Mapping[str, object]) -> Task:
    """A template as one face that flows over A4 pages; `game/name` names it in problems."""
    paper, id = PAPERS["a4"], f"{game}/{name}"
    format = PageFormat(
        "sheet",
        template,
        lang,
        "full",
        paper.width,
        paper.height,
        safe=0.0,
        pages=MAX_PAGES,
        product=id,
    )
    job = Job(format, id, {**view, "ink": "full", "fonts": ""})
    return Task(job, JobSource(Position(f"content/{game}")))


def with_metadata(library: Library, game: str, title: str, lang: str, laid: JobResult) -> bytes:
    """A laid-out PDF with its document information and its structure."""
    info = DocumentInfo(title, author(library.games[game], lang), lang)
    with scratch_folder() as scratch:
        path = scratch / "report.pdf"
        with pikepdf.Pdf.open(BytesIO(laid.pdf)) as opened:
            if laid.tags:
                add_structure(opened, laid.tags)
            write_pdf(opened, info, path)
        return path.read_bytes()
