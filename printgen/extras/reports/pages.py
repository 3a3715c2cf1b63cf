"""Files of reports: pages of words and tables as HTML and PDF, and charts as SVG and PNG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from printgen.content.library import Library
from printgen.content.models.theme import Typeface
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import Job, JobResult, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.layout.templates import environment
from printgen.paper import PAPERS
from printgen.problems import Position
from printgen.products.target import author
from printgen.project import ProjectError
from printgen.store.scratch import scratch_folder
from printgen.typography.fonts import Cut, font_faces, lacking
from printgen.typography.measure import font_file
from printgen.views.charts import ChartView

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


# --- charts as separate files ---------------------------------------------------------------------


# The resolution of PNG files.
DPI = 200


def chart_svg(chart: ChartView, ink: str = "full") -> str:
    """A chart as an SVG file that refers to its fonts by name."""
    macros: Any = environment().get_template("_shared/chart.html.j2").module
    drawing = str(macros.standalone(chart, ink == "low"))
    lines = (line for line in drawing.splitlines() if line.strip())
    return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(lines) + "\n"


def charts_png(charts: Sequence[ChartView], runner: JobRunner) -> list[bytes]:
    """Charts as PNG files, in the same fonts as pages.

    Raises ProjectError if the layout of a chart fails, or it cannot be drawn.
    """
    pictures = []
    for outcome in lay_out(runner, map(_task, charts)):
        if outcome.failed or not outcome.result.pdf:
            raise ProjectError("; ".join(map(str, outcome.problems)) or "a chart produced no page")
        picture = DrawnPages(outcome.result.pdf, "a chart").picture(0, DPI / 72)
        buffer = BytesIO()
        picture.save(buffer, "PNG", dpi=(DPI, DPI), optimize=True)
        pictures.append(buffer.getvalue())
    return pictures


def _task(chart: ChartView) -> Task:
    """A page of the size of the chart's frame."""
    frame = chart["frame"]
    width, height = float(frame["width"]), float(frame["height"])
    # The texts are already typeset, so the language of the page has no effect.
    format = PageFormat("sheet", "_shared/chart-page", "en", "full", width, height, pages=1)
    job = Job(format, chart["title"] or "chart", {"chart": chart, "ink": "full"})
    return Task(job, JobSource(Position("chart")))


def write_charts_of(views: Mapping[str, ChartView], folder: Path, runner: JobRunner) -> list[Path]:
    """Write charts by name to `folder`, each as SVG and PNG; returns the paths. Raises
    ProjectError.
    """
    files: dict[str, bytes] = {}
    images = charts_png(list(views.values()), runner)
    for (name, view), image in zip(views.items(), images, strict=True):
        files[f"{name}.svg"] = chart_svg(view).encode()
        files[f"{name}.png"] = image
    return write_files(folder, files)


def write_files(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write all files under temporary names, then rename them.

    A failure leaves no partial file. A symbolic link with the name of a file is replaced, not
    followed. Raises ProjectError.
    """
    temporary = {folder / f".{name}.printgen-part": folder / name for name in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, content in zip(temporary, files.values(), strict=True):
            part.unlink(missing_ok=True)
            with part.open("xb") as stream:
                stream.write(content)
        for part, path in temporary.items():
            part.replace(path)
    except OSError as error:
        named = error.filename2 or error.filename or folder
        raise ProjectError(f"cannot write {named}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            for part in temporary:
                part.unlink(missing_ok=True)
    return list(temporary.values())
