"""Charts as separate SVG and PNG files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.layout.templates import environment
from printgen.problems import Position
from printgen.project import ProjectError
from printgen.views.charts import ChartView

DPI = 200


def chart_svg(chart: ChartView, ink: str = "full") -> str:
    """A chart as an SVG file that refers to its fonts by name."""
    macros: Any = environment().get_template("_shared/chart.html.j2").module
    drawing = str(macros.standalone(chart, ink == "low"))
    lines = (line for line in drawing.splitlines() if line.strip())
    return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(lines) + "\n"


def charts_png(
    charts: Sequence[ChartView], runner: JobRunner, ink: str = "full", dpi: int = DPI
) -> list[bytes]:
    """Charts as PNG files at `dpi` dots per inch, in the same fonts as pages.

    Raises ProjectError if the layout of a chart fails, or it cannot be drawn.
    """
    pictures = []
    for outcome in lay_out(runner, (_task(chart, ink) for chart in charts)):
        if outcome.failed or not outcome.result.pdf:
            raise ProjectError("; ".join(map(str, outcome.problems)) or "a chart produced no page")
        pictures.append(_png(DrawnPages(outcome.result.pdf, "a chart"), dpi))
    return pictures


def _task(chart: ChartView, ink: str) -> Task:
    """A page of the size of the chart's frame."""
    position, frame = Position("chart"), chart["frame"]
    width, height = float(frame["width"]), float(frame["height"])
    # The texts are already typeset, so the language of the page has no effect.
    format = PageFormat("sheet", "_shared/chart-page", "en", ink, width, height, pages=1)
    job = Job(format, chart["title"] or "chart", {"chart": chart, "ink": ink})
    return Task(job, JobSource(position))


def _png(pages: DrawnPages, dpi: int) -> bytes:
    buffer = BytesIO()
    pages.picture(0, dpi / 72).save(buffer, "PNG", dpi=(dpi, dpi), optimize=True)
    return buffer.getvalue()


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
