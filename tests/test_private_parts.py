"""The private names of libraries: where they are used, and whether they still are what they were.

A name that begins with an underscore may change with any release of its library. So the modules of
`PARTS` alone use such names; `pyproject.toml` bounds the versions; and here each name is tried, in
words that say what a new version has broken.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT
from private_names import private_names

PACKAGE = ROOT / "printgen"
# The modules that are made for the private names of a library.
PARTS = {
    "layout/weasyprint.py": {
        "_box", "_add_break_values", "_font_style_cache_key", "_fonts", "_resources", "_tags",
        "_color_profiles", "_output_intent", "_svg", "_etree_node", "_base_url", "_context",
        "_page_box", "_url_fetcher",
    },
    "imposition/reportlab_parts.py": {"_code"},
}  # fmt: skip
PAGE = """<style>@page { size: 100px; margin: 10px } p { margin: 0 } b { position: absolute }
p { break-before: page }</style><p>One <b>two</b></p>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">"""


def test_only_the_modules_for_them_use_private_names_of_libraries() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in sorted(PACKAGE.rglob("*.py"))
        if (names := private_names(path, PACKAGE))
    }
    assert found == PARTS, "move the use into the module of PARTS for that library"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("page._page_box", {"_page_box"}),
        ("class A:\n    def __init__(self): self._a = 1\n    def b(self): return self._a", set()),
        ("class A(B):\n    def b(self): return self._code", {"_code"}),
        ("getattr(box, '_box', box)", {"_box"}),
        ("from a._b import c", {"_b"}),
        ("from a import _c", {"_c"}),
        ("import _signal", {"_signal"}),
        ("class A(Protocol):\n    _a: int\ndef b(a: A): return a._a", {"_a"}),
        ("named._replace(a=1)", set()),
        ("'_shared/page.html'", set()),
    ],
)
def test_private_names_are_seen(tmp_path: Path, text: str, names: set[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert private_names(path, tmp_path) == names


# --- WeasyPrint -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def document() -> Any:
    from weasyprint import HTML

    return HTML(string=PAGE).render()


@pytest.fixture(scope="module")
def boxes(document: Any) -> list[Any]:
    """All boxes of the pages, placeholders as they are in the tree."""
    from printgen.layout import weasyprint as parts

    waiting, found = [parts.page_box(page) for page in document.pages], []
    while waiting:
        box: Any = waiting.pop()
        found.append(box)
        waiting += getattr(parts.placed(box), "children", ())
    return found


@pytest.fixture(scope="module")
def stream(document: Any) -> Any:
    """The content stream of a written page."""
    from weasyprint.pdf.stream import Stream

    made: list[Any] = []
    begin = Stream.__init__

    def remember(new: Any, *arguments: Any, **named: Any) -> None:
        begin(new, *arguments, **named)
        made.append(new)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stream, "__init__", remember)
        document.write_pdf()
    return made[0]


def test_weasyprint_has_the_box_of_a_page(document: Any, boxes: list[Any]) -> None:
    from printgen.layout.weasyprint import page_box

    box = page_box(document.pages[0])
    assert (box.width, box.margin_width()) == (80, 100), (
        "`_page_box` is not the box of a page: text that overflows is not found, and books have no "
        "page numbers in their contents"
    )
    assert "One " in {getattr(box, "text", "") for box in boxes}


def test_weasyprint_puts_a_placeholder_where_a_box_leaves_the_flow(boxes: list[Any]) -> None:
    from printgen.layout.weasyprint import placed

    away = [box for box in boxes if placed(box) is not box]
    assert [placed(box).element_tag for box in away] == ["b"], (
        "`_box` is not what a placeholder stands for: absolutely placed text is not measured, and "
        "screen readers do not read it"
    )


def test_weasyprint_says_which_breaks_a_box_asks_for(boxes: list[Any]) -> None:
    from printgen.layout.weasyprint import break_values

    body = next(box for box in boxes if box.element_tag == "body")
    assert "page" in break_values(body, "before"), (
        "`_add_break_values` does not say that the first box of another asks for a new page: "
        "sections of books begin on wrong pages"
    )


def test_weasyprint_asks_a_document_for_its_own_style_sheets() -> None:
    from weasyprint import URLFetcher
    from weasyprint.text.fonts import FontConfiguration

    from printgen.layout.documents import Source, Styles

    source = Source("<p>One", "", URLFetcher(), plain=True)
    styles = Styles(source, [], FontConfiguration())
    element = next(source.etree_element.iter("p"))
    assert (element, "marker") not in styles.get_computed_styles(), (
        "`_ua_stylesheets` is not called: all elements have six styles"
    )
    marker = styles(element, "marker")
    assert marker is not None and marker["text_transform"] == "none", (
        "the style of a marker is not made of the rules that were taken from the style sheet"
    )


def test_weasyprint_names_what_a_font_depends_on(boxes: list[Any]) -> None:
    from printgen.layout.weasyprint import font_key

    style = next(box for box in boxes if getattr(box, "text", "") == "One ").style
    larger = style.copy()
    larger["font_size"] = style["font_size"] * 2
    keys = {str(font_key()(each, include_size=True)) for each in (style, larger)}
    assert len(keys) == 2, (
        "`_font_style_cache_key` is the same for two sizes: lines of one are printed in the other"
    )


def test_weasyprint_has_a_place_for_the_marks_of_a_page(document: Any, stream: Any) -> None:
    from weasyprint.pdf.stream import Stream

    from printgen.layout.weasyprint import marked_boxes

    assert marked_boxes(stream) is None, "`_tags` is not None in a document without tags"
    made: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        begin = Stream.marked

        def remember(new: Any, *about: Any) -> Any:
            made.append(marked_boxes(new))
            return begin(new, *about)

        patch.setattr(Stream, "marked", remember)
        document.write_pdf(pdf_tags=True)
    assert made, "`Stream.marked` is not called: nothing is marked"
    assert all(isinstance(marks, dict) for marks in made), (
        "`_tags` is no place for the marks of a page: PDFs have tags without content"
    )


def test_weasyprint_has_fonts_and_resources_of_a_stream(stream: Any) -> None:
    from printgen.layout.weasyprint import has_colour_profiles, stream_fonts, stream_resources

    assert all(hasattr(font, "to_unicode") for font in stream_fonts(stream).values())
    assert stream_fonts(stream), "`_fonts` has no fonts: text that is drawn twice loses its letters"
    assert {"ExtGState", "XObject"} <= set(stream_resources(stream)), (
        "`_resources` lacks the kinds of resources: drawings lose transparency and groups"
    )
    assert not has_colour_profiles(stream), (
        "`_color_profiles` and `_output_intent` are not empty: drawings are drawn anew on each page"
    )


def test_weasyprint_has_the_drawing_of_a_picture(boxes: list[Any], stream: Any) -> None:
    from printgen.layout.weasyprint import draw_svg, svg_fetcher, svg_of, svg_root

    image = next(box for box in boxes if hasattr(box, "replacement")).replacement
    assert svg_root(svg_of(image)).tag.endswith("svg"), (
        "`_svg` and `_etree_node` are not the drawing: each use writes the drawing anew"
    )
    draw_svg(image, stream, 9, 9)
    assert callable(svg_fetcher(image).fetch), "`_url_fetcher` reads no files: drawings show none"


# --- ReportLab --------------------------------------------------------------------------------


def test_reportlab_keeps_operators_in_a_list() -> None:
    from reportlab.pdfgen.canvas import Canvas

    from printgen.imposition.reportlab_parts import operators

    canvas = Canvas(io.BytesIO(), pageCompression=0)
    path = canvas.beginPath()
    operators(path).append("1 2 m")
    operators(canvas).append("% added")
    canvas.drawPath(path)
    canvas.showPage()
    written = canvas.getpdfdata()
    assert b"1 2 m" in written and b"% added" in written, (
        "what is added to `_code` is not written: maps have no outlines, marks no structure"
    )


# --- Jinja ------------------------------------------------------------------------------------


def test_jinja_loads_templates_by_one_method() -> None:
    from printgen.layout.templates import environment

    asked: list[str] = []

    class Files:
        def find(self, name: str) -> None:
            asked.append(name)

    sandbox = environment()
    sandbox.files = Files()  # type: ignore[assignment]
    for _ in range(2):
        sandbox.get_template("_shared/book.html.j2")
    assert asked.count("templates/_shared/book.html.j2") == 2, (
        "`_load_template` is not called for each template: changes of templates are not noticed"
    )
