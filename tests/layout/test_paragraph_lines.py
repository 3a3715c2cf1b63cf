"""Justified paragraphs on laid-out pages: lines end at the margin, in WeasyPrint's boxes and on the
pages of the PDF.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pypdfium2
import pytest
import weasyprint
from helpers import ROOT
from weasyprint.formatting_structure import boxes

from printgen.layout import patches
from printgen.layout.kept_texts import text_key
from printgen.layout.paragraph_lines import LEFT, RIGHT
from printgen.layout.weasyprint import Box, Document, TextBox
from printgen.typography.line_breaks import EXPANSION, LARGEST_EXPANSION, NARROWEST

FONT = """@font-face { font-family: "Test"; src: url(source-sans-3/SourceSans3_400Regular.ttf) }"""
STYLE = (
    FONT
    + """
@page { size: 300px 2000px; margin: 20px }
body { font: 12px/16px Test; margin: 0; hyphens: auto; hyphenate-limit-chars: 5 2 3 }
p { text-align: justify; margin: 0 }
"""
)
TEXT = (
    "The old man always fired twice. The first was to get their attention, he said; the second "
    "was for the argument. Nobody in the saloon had ever waited for a third, and the piano player, "
    "who had seen <b>more gunfights than Sundays</b>, kept a bucket of sand under his stool. “Mind "
    "the lamp,” he would say, and then: “Mind the other lamp.” It was an <i>extraordinarily</i> "
    "quiet town, between the shots."
)


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """The planned lines, in this process."""
    patches.install()


def pages(html: str, style: str = "", lang: str = "en") -> list[Box]:
    """The page boxes of a document."""
    return [page._page_box for page in document(html, style, lang).pages]


def document(html: str, style: str = "", lang: str = "en") -> Document:
    """A laid-out document."""
    base = (ROOT / "fonts").as_uri() + "/"
    text = f"<html lang={lang}><style>{STYLE}{style}</style><body>{html}"
    made: Document = weasyprint.HTML(string=text, base_url=base).render()
    return made


def lines_of(page: Box) -> Iterator[list[Box]]:
    """The lines of each paragraph of a page."""
    for box in page.descendants():
        if isinstance(box, boxes.BlockContainerBox) and box.element_tag == "p":
            yield [line for line in box.children if isinstance(line, boxes.LineBox)]


def texts_of(line: Box) -> list[TextBox]:
    """The texts of a line."""
    return [box for box in line.descendants() if isinstance(box, boxes.TextBox) and box.text]


def edges(line: Box) -> tuple[float, float]:
    """The left and right edge of the text of a line, without what hangs into the margins."""
    first, *_, last = [*(texts := texts_of(line)), texts[-1]]
    left, right = first.position_x, last.position_x + last.width
    hang_left = LEFT.get(first.text[0], 0.0) * width_of(first.text[0], first)
    character = "-" if last.text[-1] == "\u2010" else last.text[-1]
    hang_right = RIGHT.get(character, 0.0) * width_of(last.text[-1], last)
    return left + hang_left, right - hang_right


def width_of(character: str, box: TextBox) -> float:
    """The natural width of a character in the style of a text."""
    from weasyprint.text.line_break import Layout, line_size

    layout = Layout(box.style)
    layout.set_text(character)
    width: float = line_size(layout.get_first_line()[0], box.style)[0]
    return width


def words(lines: list[Box]) -> str:
    """The text of lines, without hyphens at their ends."""
    text = ""
    for line in lines:
        said = "".join(box.text for box in texts_of(line))
        text += said[:-1] if said.endswith("\u2010") else said + " "
    return " ".join(text.split())


def test_all_lines_but_the_last_end_at_the_margin() -> None:
    ((lines,),) = (list(lines_of(page)) for page in pages(f"<p>{TEXT}"))
    assert len(lines) > 6
    for line in lines[:-1]:
        left, right = edges(line)
        assert left == pytest.approx(20, abs=0.1)
        assert right == pytest.approx(280, abs=0.6)
    assert edges(lines[-1])[1] < 260
    assert "extraordinarily quiet town" in words(lines)


def test_word_spaces_and_letters_stay_within_their_bounds() -> None:
    ((lines,),) = (list(lines_of(page)) for page in pages(f"<p>{TEXT}"))
    for line in lines[:-1]:
        for box in texts_of(line):
            assert 1 - EXPANSION - 1e-6 <= box.letters_width <= 1 + LARGEST_EXPANSION + 1e-6
            ideal = width_of(" ", box)
            assert 1 + box.justification_spacing / ideal >= NARROWEST - 0.02


def test_the_loosest_line_is_tighter_than_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def loosest() -> float:
        (page,) = pages(f"<p>{TEXT}")
        lines = all_lines(page)[:-1]
        return max(float(box.justification_spacing) for line in lines for box in texts_of(line))

    planned = loosest()
    monkeypatch.setattr(patches, "planned_line", lambda *_: None)
    assert planned < 0.6 * loosest()


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{TEXT}",
        f"<p style='letter-spacing: 0.4px; text-transform: uppercase'>{TEXT}",
        f"<p style='text-indent: 20px'>{TEXT}",
        f"<p>{TEXT.replace('Nobody', '<br>Nobody')}",
        f"<p>{TEXT.replace('saloon', '<b style=white-space:nowrap>saloon on the corner</b>')}",
        f"<p>{TEXT.replace('piano', '<em style=padding:0_4px>piano</em>'.replace('_', ' '))}",
        f"<p>{TEXT.replace('bucket', 'waffle office affliction efficient bucket')}",
        f"<div style='float: left; width: 90px; height: 50px'></div><p>{TEXT}",
        f"<p style='width: 40px'>{TEXT}",
    ],
)
def test_no_word_is_lost_or_out_of_order(html: str) -> None:
    plain = words(
        [line for page in pages(html, "p { text-align: left }") for line in all_lines(page)]
    )
    planned = words([line for page in pages(html) for line in all_lines(page)])
    assert planned == plain


def all_lines(page: Box) -> list[Box]:
    """The lines of all paragraphs of a page."""
    return [line for lines in lines_of(page) for line in lines]


def test_lines_beside_a_float_end_at_the_margin_and_do_not_cover_it() -> None:
    float_ = "<div style='float: left; width: 90px; height: 50px'></div>"
    ((lines,),) = (list(lines_of(page)) for page in pages(f"{float_}<p>{TEXT}"))
    lefts = [round(edges(line)[0]) for line in lines]
    assert lefts[:4] == [110] * 4 and set(lefts[4:]) == {20}
    assert [round(edges(line)[1]) for line in lines[:-1]] == [280] * (len(lines) - 1)


def test_a_paragraph_goes_on_at_the_top_of_the_next_page() -> None:
    tall = pages(f"<p>{TEXT}")
    short = pages(f"<p>{TEXT}", "@page { size: 300px 120px }")
    assert len(short) > 1
    one, many = ([line for page in made for line in all_lines(page)] for made in (tall, short))
    assert [[b.text for b in texts_of(line)] for line in one] == [
        [b.text for b in texts_of(line)] for line in many
    ]


def test_footnotes_are_set_once() -> None:
    note = "<span style='float: footnote'>A note.</span>"
    html = f"<p>{TEXT.replace('twice.', f'twice.{note}')}"
    (page,) = pages(html)
    found = [box.text for box in page.descendants() if isinstance(box, boxes.TextBox)]
    assert "".join(found).count("A note.") == 1


def test_no_three_hyphens_in_a_row() -> None:
    text = f"Considerations notwithstanding, international organisations. {TEXT} " * 2
    for width in range(160, 260, 11):
        (page,) = pages(f"<p style='width: {width}px'>{text}")
        ends = "".join(texts_of(line)[-1].text[-1] for line in all_lines(page))
        assert "\u2010\u2010\u2010" not in ends, width


def test_the_pdf_has_the_letters_at_the_margin() -> None:
    made = document(f"<p>{TEXT}")
    pdf = pypdfium2.PdfDocument(made.write_pdf())
    try:
        page = pdf[0].get_textpage()
        found = [page.get_charbox(index) for index in range(page.count_chars())]
    finally:
        pdf.close()
    rows: dict[int, list[tuple[float, float, float, float]]] = {}
    for box in found:
        if box[2] > box[0]:
            rows.setdefault(round(box[1] / 12), []).append(box)
    right = 280 * 0.75
    ends = [max(box[2] for box in row) for row in rows.values()]
    near = [end for end in ends if abs(end - right) < 2.6]
    # Letters end at the margin, punctuation a little outside of it.
    assert len(near) >= len(list(all_lines(made.pages[0]._page_box))) - 1


def test_equal_documents_have_equal_bytes() -> None:
    first, second = (document(f"<p>{TEXT}").write_pdf() for _ in range(2))
    assert first == second


def test_the_key_of_a_text_has_what_its_width_depends_on() -> None:
    (page,) = pages("<p>one <b style='letter-spacing: 1px'>two</b>")
    keys = [text_key(box.style) for box in texts_of(all_lines(page)[0])]
    assert all(one != two for one, two in pairwise(keys))
