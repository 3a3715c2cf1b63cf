"""Charts as files of their own, SVG and PNG."""

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
    """A chart (a view of `printgen.views.charts`) as an SVG file, which names its fonts."""
    macros: Any = environment().get_template("_shared/chart.html.j2").module
    drawing = str(macros.standalone(chart, ink == "low"))
    lines = (line for line in drawing.splitlines() if line.strip())
    return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(lines) + "\n"


def charts_png(
    folders: Folders, charts: Sequence[ChartView], ink: str = "full", dpi: int = DPI
) -> list[bytes]:
    """Charts as PNG files, in the fonts that pages have. Raises ProjectError when one of them
    cannot be laid out.
    """
    results = lay_out(folders, [_batch(chart, ink) for chart in charts])
    for result in results:
        if has_errors(result.problems) or not result.parts:
            raise ProjectError("; ".join(map(str, result.problems)) or "a chart has no page")
    return [_raster(result.parts[0].pdf, dpi) for result in results]


def _batch(chart: ChartView, ink: str) -> LayoutBatch:
    """A page as large as the chart and its frame."""
    where, frame = Position("chart"), chart["frame"]
    face = FaceSource(chart["title"] or "chart", where, where, {"chart": chart, "ink": ink})
    width, height = float(frame["width"]), float(frame["height"])
    # Its language is that of the words in it: typeset already.
    return LayoutBatch("_shared/chart-page", "en", ink, width, height, (face,), safe=0.0, pages=1)


def _raster(pdf: bytes, dpi: int) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()
    buffer = BytesIO()
    picture.save(buffer, "PNG", dpi=(dpi, dpi), optimize=True)
    return buffer.getvalue()
