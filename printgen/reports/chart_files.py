"""Charts as separate SVG and PNG files."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.layout.templates import environment
from printgen.problems import Position, has_errors
from printgen.project import Folders, ProjectError
from printgen.views.charts import ChartView

DPI = 200


def chart_svg(chart: ChartView, ink: str = "full") -> str:
    """A chart as an SVG file that refers to its fonts by name."""
    macros: Any = environment().get_template("_shared/chart.html.j2").module
    drawing = str(macros.standalone(chart, ink == "low"))
    lines = (line for line in drawing.splitlines() if line.strip())
    return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(lines) + "\n"


def charts_png(
    folders: Folders, charts: Sequence[ChartView], ink: str = "full", dpi: int = DPI
) -> list[bytes]:
    """Charts as PNG files at `dpi` dots per inch, in the same fonts as pages.

    Raises ProjectError if the layout of a chart fails.
    """
    results = lay_out(folders, [_batch(chart, ink) for chart in charts])
    for result in results:
        if has_errors(result.problems) or not result.parts:
            raise ProjectError("; ".join(map(str, result.problems)) or "a chart produced no page")
    return [_png(result.parts[0].pdf, dpi) for result in results]


def _batch(chart: ChartView, ink: str) -> LayoutBatch:
    """A page of the size of the chart's frame."""
    position, frame = Position("chart"), chart["frame"]
    face = FaceSource(chart["title"] or "chart", position, position, {"chart": chart, "ink": ink})
    width, height = float(frame["width"]), float(frame["height"])
    # The texts are already typeset, so the language of the page has no effect.
    return LayoutBatch("_shared/chart-page", "en", ink, width, height, (face,), safe=0.0, pages=1)


def _png(pdf: bytes, dpi: int) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()
    buffer = BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi), optimize=True)
    return buffer.getvalue()
