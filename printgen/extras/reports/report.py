"""The report of a game for balancing it: its quests, battles, studies and profiles, as a page and a
PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import pikepdf

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.study import Study
from printgen.content.models.theme import Typeface
from printgen.content.theme import read_chart_theme
from printgen.extra import extra, parts
from printgen.extras.charts.views import ChartView, chart_view, study_chart_view
from printgen.extras.exports.channels import ExportReport, NothingToExport
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.layout.jobs import Job, JobResult, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.layout.templates import environment
from printgen.paper import PAPERS
from printgen.press.staging import publish
from printgen.problems import Position, Problem, has_errors
from printgen.products.target import author, game_of, language
from printgen.project import ProjectError
from printgen.rules.resolve import ComputationError
from printgen.rules.study_results import StudyResult, format_number
from printgen.store.scratch import scratch_folder
from printgen.typography.fonts import Cut, font_faces, lacking
from printgen.typography.labels import labels
from printgen.typography.measure import font_file
from printgen.typography.text import plain_words, say
from printgen.views.directives import statlines_view
from printgen.views.game import GameView, game_view
from printgen.views.studies import ResultTablesView, result_tables_view, study_view

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
    tasks = []
    for chart in charts:  # a page of the size of its frame
        width, height = float(chart["frame"]["width"]), float(chart["frame"]["height"])
        # The texts are already typeset, so the language of the page has no effect.
        format = PageFormat("sheet", "_shared/chart-page", "en", "full", width, height, pages=1)
        job = Job(format, chart["title"] or "chart", {"chart": chart, "ink": "full"})
        tasks.append(Task(job, JobSource(Position("chart"))))
    for outcome in lay_out(runner, tasks):
        if outcome.failed or not outcome.result.pdf:
            raise ProjectError("; ".join(map(str, outcome.problems)) or "a chart produced no page")
        picture = DrawnPages(outcome.result.pdf, "a chart").picture(0, DPI / 72)
        buffer = BytesIO()
        picture.save(buffer, "PNG", dpi=(DPI, DPI), optimize=True)
        pictures.append(buffer.getvalue())
    return pictures


@dataclass(frozen=True, slots=True)
class Chart:
    """The answer to a question, and its chart of some kind. `heading` is its title in a file,
    `title` that in a section of a report. `turn` is as in `chart_view`.
    """

    name: str
    question: Model
    answer: Callable[[], StudyResult]
    kind: str
    heading: str
    title: str
    note: str
    turn: bool | None = None

    def view(self, library: Library, game: str, lang: str, title: str) -> ChartView:
        """The chart. Raises ComputationError."""
        drawn = library, game, self.answer(), self.kind, lang
        return chart_view(*drawn, title=title, note=self.note, turn=self.turn)


def write_charts_of(
    library: Library, game: str, charts: Iterable[Chart], lang: str, folder: Path, runner: JobRunner
) -> list[Path]:
    """Write charts by name to `folder`, each as SVG and PNG; returns the paths. Raises
    ComputationError and ProjectError.
    """
    views = {chart.name: chart.view(library, game, lang, chart.heading) for chart in charts}
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


# --- the sections of a report, as templates see them ----------------------------------------------


class StudyItemView(ResultTablesView):
    """A result as a chart and as tables."""

    id: str
    chart: ChartView


class SectionView(TypedDict):
    """A section: its results under a title, and a closing remark or an empty string. Those of
    battles say what is played (`model`) and what is not (`left_out`).
    """

    id: str
    title: str
    items: list[StudyItemView]
    remark: str
    model: NotRequired[list[str]]
    left_out: NotRequired[list[str]]


def study_item(library: Library, study: Entry[Study], lang: str) -> StudyItemView:
    """A study as a chart and as tables."""
    view = study_view(library, study, lang)
    return {**view, "chart": study_chart_view(library, study, lang)}


def chart_items(
    library: Library,
    content: GameContent,
    field: str,
    charts: Iterable[Chart],
    lang: str,
    used: set[str],
) -> list[StudyItemView]:
    """Charts with their tables. If the game has a study of its own that asks the question of a
    chart, in its key `field`, it is shown instead, and added to `used`. Raises ComputationError.
    """
    items: list[StudyItemView] = []
    for chart in charts:
        asked = ((each, getattr(each.value, field, None)) for each in content.studies.values())
        own = next((study for study, question in asked if question == chart.question), None)
        if own:
            used.add(own.id)
            items.append(study_item(library, own, lang))
            continue
        found, title = chart.answer(), chart.title
        tables = result_tables_view(library, content.id, found, lang, title=title, note=chart.note)
        view = chart.view(library, content.id, lang, chart.title)
        items.append({"id": chart.name, **tables, "chart": view})
    return items


# --------------------------------------------------------------------------------------------------
# The view of a report: the quests, battles, studies and profiles of a game, for balancing it.


class ReportView(TypedDict):
    """What the template of a report sees. `examples` is the number of worked examples, `audit` the
    share that the last audit of the same files caught; empty without one.
    """

    lang: str
    labels: dict[str, str]
    game: GameView
    look: dict[str, object]
    accent: str
    sections: list[SectionView]
    wishes: list[Mapping[str, object]]
    statline_tables: list[Mapping[str, object]]
    examples: int
    audit: str


def report_view(library: Library, game: str, lang: str) -> ReportView:
    """The view of a report. `sections` is empty if the game has nothing to compute."""
    content = library.games[game]
    words = labels(library.folders, content.game.theme, lang)
    look, _ = read_chart_theme(library.folders, content.game.theme_folders)
    audit = ""
    if extra("audit") is not None:
        from printgen.extras.audit.audit import known_audit

        if made := known_audit(library, game):
            audit = format_number(made.score / 100, "chance", lang, 1)
    used: set[str] = set()
    sections: list[SectionView] = []
    for part in parts("sections"):
        sections += part(library, content, lang, words, used)
    others = [study for name, study in content.studies.items() if name not in used]
    if others:
        items = [study_item(library, study, lang) for study in others]
        title = words["report_studies"]
        sections.append({"id": "studies", "title": title, "items": items, "remark": ""})
    return {
        "lang": lang,
        "labels": words,
        "game": game_view(content, lang),
        "look": look.model_dump(),
        "accent": content.game.accent or look.accent or look.ink,
        "sections": sections,
        "wishes": list(_wishes(library, content, lang)),
        "statline_tables": list(_statline_tables(library, content, lang)),
        "examples": len(content.of_kind("examples")),
        "audit": audit,
    }


def _wishes(library: Library, content: GameContent, lang: str) -> Iterator[Mapping[str, object]]:
    """The wishes that can be answered."""
    if extra("balance") is None:
        return
    from printgen.extras.balance.report import wish_view

    for wish in content.of_kind("wishes").values():
        with suppress(ComputationError):
            yield wish_view(library, wish, lang)


def _statline_tables(
    library: Library, content: GameContent, lang: str
) -> Iterator[Mapping[str, object]]:
    """One table of profiles per stat line of the game, with its constraints."""
    for name in content.game.stat_lines:
        statlines = statlines_view(library, content, name, lang)
        if not statlines["rows"]:
            continue
        rows = [
            {"name": row["name"], "cells": [c["shown"] for c in row["blocks"][name]["cells"]]}
            for row in statlines["rows"]
        ]
        yield {
            "label": statlines["label"],
            "columns": [cell["label"] for cell in statlines["columns"]],
            "rows": rows,
            "constraints": [
                {"check": rule.check, "message": say(rule.message, lang, content)}
                for rule in content.game.constraints
                if rule.stat_line == name
            ],
        }


# --- the report of a game: one self-contained HTML file, and the same content as a PDF ------------


def report(
    library: Library, game: str, runner: JobRunner, langs: Iterable[str] = ()
) -> ExportReport:
    """Write the report of a game to `out/` in the given languages (default: all).

    Raises ComputationError, NothingToExport, and ProjectError if `out/` cannot be written.
    """
    content = game_of(library, game)
    langs = [language(content, lang) for lang in langs] or content.game.languages
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    views = [report_view(library, game, lang) for lang in dict.fromkeys(langs)]
    if not any(view["sections"] for view in views):
        raise NothingToExport(f"'{game}' has no studies, no solvable quests and no battles")
    tasks = [page_task("_shared/report", game, "report", view["lang"], view) for view in views]
    outcomes = lay_out(runner, tasks)
    for view, outcome in zip(views, outcomes, strict=True):
        problems += outcome.problems
        if not has_errors(problems):
            name = f"out/{game}/report.{view['lang']}"
            files[f"{name}.html"] = page(view).encode()
            title = " – ".join(map(plain_words, (view["game"]["title"], view["labels"]["report"])))
            laid = outcome.result
            files[f"{name}.pdf"] = with_metadata(library, game, title, view["lang"], laid)
    if has_errors(problems):
        return ExportReport(problems=problems)
    same = {"id": f"{game}/report", "game": game, "output": "report"}
    records = [{**same, "lang": path.rsplit(".", 2)[1], "path": path} for path in files]
    publish(library.folders, files, records)
    return ExportReport({path: len(content) for path, content in files.items()}, problems)


def page(view: ReportView) -> str:
    """The report as one HTML file, including styles, fonts and drawings."""
    return web_page("_shared/report-page.html.j2", view, view["look"])
