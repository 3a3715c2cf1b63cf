"""What cells look like: marks of words, formulas, what is struck, hidden or merged."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.drawing.image import Image
from openpyxl.styles import Color, Font
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image as PixelImage
from spreadsheet_files import changed_part, ods_bytes, only_problem, saved

from printgen.content.models.products import SheetLayout
from printgen.content.models.profile import Profile
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.header import Companion
from printgen.content.spreadsheets.reading import read_spreadsheet
from printgen.extras.workbooks.number_formats import BUILT_IN, shown_number, shown_text
from printgen.extras.workbooks.reading import read_excel
from printgen.extras.workbooks.rich_text import Run, marked
from printgen.problems import Problem

SHEET = "xl/worksheets/sheet1.xml"

BOLD, ITALIC = InlineFont(b=True), InlineFont(i=True)


def with_rows(*rows: list[Any]) -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "S"
    sheet.append(["name", "story", "stats.gun.hit"])
    for row in rows:
        sheet.append(row)
    return book, sheet


def read(
    content: bytes, name: str, hidden: str = ""
) -> tuple[dict[str, dict[str, object]], list[Problem]]:
    layout = SheetLayout.model_validate({"source": name, "hidden": hidden or None})
    companion = Companion(layout, Source("crew.yaml", {}, Mark(0, 0)))
    source, problems = read_spreadsheet(name, content, Profile, companion)
    assert source is not None, problems
    return source.data["entries"], problems


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([Run("Gain "), Run("two ", bold=True), Run("gold")], "Gain **two** gold"),
        ([Run("in"), Run("fin", bold=True), Run("ite")], "in**fin**ite"),
        ([Run("all", bold=True, italic=True)], "***all***"),
        ([Run("a ", bold=True), Run("b", True, True), Run(" c", bold=True)], "**a *b* c**"),
        ([Run("a ", italic=True), Run("b", True, True), Run(" c", italic=True)], "*a **b** c*"),
        ([Run("one\ntwo", bold=True)], "**one**\n**two**"),
        ([Run("2*3 "), Run("4*5", bold=True)], r"2\*3 **4\*5**"),
        ([Run("Gain"), Run(": ", bold=True), Run("x")], "Gain: x"),
        ([Run("a "), Run(" ", bold=True), Run("b")], "a  b"),
        ([Run("2*3"), Run(" *", italic=False)], "2*3 *"),
    ],
)
def test_marks_of_words(runs: list[Run], text: str) -> None:
    assert marked(runs) == text


@pytest.mark.sees("sheet-value")
def test_words_of_xlsx_keep_their_looks() -> None:
    words = CellRichText("Draw ", TextBlock(BOLD, "two"), " or ", TextBlock(ITALIC, "three"), ".")
    struck = CellRichText(
        "Lose ", TextBlock(InlineFont(strike=True, color=Color("FF0000")), "one"), "."
    )
    raised = CellRichText("x", TextBlock(InlineFont(vertAlign="superscript"), "2"))
    book, sheet = with_rows(["A", words], ["B", struck], ["C", raised], ["D", "gone"])
    sheet["B5"].font = Font(strike=True)
    entries, problems = read(saved(book), "crew.xlsx")
    assert entries["a"]["story"] == "Draw **two** or *three*."
    assert entries["b"]["story"] == "Lose one."
    assert [str(each) for each in problems] == [
        "crew.xlsx:S!B3: sheet-value: warning: the stroke of some words is lost in print "
        "(bold and italic words print as such)",
        "crew.xlsx:S!B3: sheet-value: warning: the colour of some words is lost in print "
        "(bold and italic words print as such)",
        "crew.xlsx:S!B4: sheet-value: warning: the height of some words is lost in print "
        "(bold and italic words print as such)",
        "crew.xlsx:S!B5: sheet-value: warning: words that are struck through print without the "
        "stroke (delete them; `Copies` 0 leaves a card out)",
    ]


STYLES = (
    '<office:automatic-styles><style:style style:name="B" style:family="text">'
    '<style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="R" style:family="text"><style:text-properties fo:color="#ff0000"/>'
    "</style:style></office:automatic-styles>"
)


def test_words_of_ods_keep_their_looks_and_notes_are_no_words() -> None:
    def cell(inner: str, about: str = 'office:value-type="string"') -> str:
        return f"<table:table-cell {about}>{inner}</table:table-cell>"

    rows = (
        [cell("<text:p>name</text:p>"), cell("<text:p>story</text:p>")],
        [
            cell("<office:annotation><text:p>note</text:p></office:annotation><text:p>A</text:p>"),
            cell(
                '<text:p>Draw <text:span text:style-name="B">two</text:span></text:p>'
                "<text:p>End</text:p>"
            ),
        ],
        [
            cell("<text:p>B</text:p>"),
            cell('<text:p><text:span text:style-name="R">x</text:span></text:p>'),
        ],
        [
            cell("<text:p>C</text:p>"),
            cell("<text:p>25 %</text:p>", 'office:value-type="percentage" office:value="0.25"'),
        ],
        [cell("<text:p>D</text:p>"), cell("", 'table:formula="of:=1+1"')],
    )
    lines = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    content = ods_bytes(f'<table:table table:name="S">{lines}</table:table>', STYLES)
    entries, problems = read(content, "crew.ods")
    found = {name: entry.get("story") for name, entry in entries.items()}
    assert found == {"a": "Draw **two**\nEnd", "b": "x", "c": "25 %", "d": "="}
    assert [str(each).partition(" (")[0] for each in problems] == [
        "crew.ods:S!B3: sheet-value: warning: the colour of some words is lost in print",
        "crew.ods:S!B5: sheet-unreadable: the formula has no saved value",
    ]


PICTURE = (
    "sheet-value: warning: a picture of the sheet is not printed "
    "(save it in images/, and write the name of its file into the cell)"
)


def test_pictures_of_xlsx_are_told_at_their_cells() -> None:
    stream = BytesIO()
    PixelImage.new("RGB", (8, 8)).save(stream, "PNG")
    book, sheet = with_rows(["A", None], ["B", "words"], ["C", "#VALUE!"])
    for place in ("B2", "B3", "E9"):
        sheet.add_image(Image(BytesIO(stream.getvalue())), place)
    sheet["B4"].data_type = "e"
    # A picture in a cell, for programs that know none.
    content = changed_part(
        saved(book), SHEET, lambda part: part.replace(b'<c r="B4"', b'<c vm="1" r="B4"')
    )
    entries, problems = read(content, "crew.xlsx")
    assert entries["b"]["story"] == "words"
    assert sorted(map(str, problems)) == [f"crew.xlsx:S!B{row}: {PICTURE}" for row in (2, 3, 4)]


def test_pictures_of_ods_are_told_at_their_cells() -> None:
    frame = "<draw:frame><draw:image/><text:p>x</text:p></draw:frame>"
    text = '<table:table-cell office:value-type="string"><text:p>{}</text:p>{}</table:table-cell>'
    lines = (
        (text.format("name", ""), text.format("story", "")),
        (text.format("A", ""), f"<table:table-cell>{frame}</table:table-cell>"),
        (text.format("B", ""), text.format("words", frame)),
    )
    rows = "".join(f"<table:table-row>{''.join(line)}</table:table-row>" for line in lines)
    content = ods_bytes(f'<table:table table:name="S">{rows}</table:table>')
    entries, problems = read(content, "crew.ods")
    assert entries["b"]["story"] == "words"
    assert [str(each) for each in problems] == [f"crew.ods:S!B{row}: {PICTURE}" for row in (2, 3)]


def test_cells_of_ods_have_the_styles_of_their_row_column_and_parent() -> None:
    def style(name: str, about: str, words: str) -> str:
        about = f'style:name="{name}" style:family="table-cell" {about}'
        return f"<style:style {about}><style:text-properties {words}/></style:style>"

    def row(words: str, of_row: str = "", own: str = "") -> str:
        default = of_row and f'table:default-cell-style-name="{of_row}"'
        own = own and f'table:style-name="{own}"'
        cells = f"<table:table-cell><text:p>{words}</text:p></table:table-cell>"
        cells += f"<table:table-cell {own}><text:p>{words}</text:p></table:table-cell>"
        return f"<table:table-row {default}>{cells}</table:table-row>"

    struck, none = (f'style:text-line-through-style="{each}"' for each in ("solid", "none"))
    child = 'style:parent-style-name="Gone"'
    styles = style("child", child, 'fo:color="#ff0000"') + style("back", child, none)
    rows = [
        row("name").replace("name", "story", 1), row("A"), row("B", own="back"),
        row("C", own="Gone"), row("D", "back"), row("E", "Gone", "back"), row("F", "child"),
    ]  # fmt: skip
    columns = '<table:table-column/><table:table-column table:default-cell-style-name="child"/>'
    content = ods_bytes(
        f'<table:table table:name="S">{columns}{"".join(rows)}</table:table>',
        f"<office:automatic-styles>{styles}</office:automatic-styles>",
    )
    shared = ods_bytes("", f"<office:styles>{style('Gone', '', struck)}</office:styles>")
    with ZipFile(BytesIO(shared)) as archive:
        content = changed_part(content, "styles.xml", lambda _: archive.read("content.xml"))
    _, problems = read(content, "crew.ods")
    cells = [str(each).partition(": ")[0] for each in problems]
    assert cells == [f"crew.ods:S!{cell}" for cell in ("B2", "B4", "A6", "A7", "B7")]


def test_looks_of_whole_cells_are_those_of_the_sheet_unless_others_differ() -> None:
    book, sheet = with_rows(["A", "x"], ["B", "y"])
    for cell in ("A1", "B1", "A2", "A3"):
        sheet[cell].font = Font(bold=True)
    assert read(saved(book), "crew.xlsx")[1] == []
    sheet["B3"].font = Font(italic=True)
    assert [str(each) for each in read(saved(book), "crew.xlsx")[1]] == [
        "crew.xlsx:S!B3: sheet-value: warning: bold or italic of a whole cell is not printed "
        "(make its words so instead, or write **…** or *…*)"
    ]


def test_marks_that_would_print_as_signs_are_told() -> None:
    words = CellRichText(
        "x", TextBlock(BOLD, ". '*"), TextBlock(ITALIC, "(a*"), "b", TextBlock(BOLD, "c")
    )
    book, _ = with_rows(["A", words], ["B", CellRichText("2*3 ", TextBlock(BOLD, "is"), " 6")])
    entries, problems = read(saved(book), "crew.xlsx")
    found = [str(entry["story"]) for entry in entries.values()]
    assert found[1] == r"2\*3 **is** 6"
    assert bool(problems) == (found[0] == "x. '*(a*bc")


@given(st.text("ab 0*.,:()'_", max_size=30), st.integers(0, 30), st.sampled_from(sorted(BUILT_IN)))
def test_no_code_of_a_format_raises_anything(code: str, at: int, known: int) -> None:
    code = code[:at] + BUILT_IN[known] + code[at:]
    for value in (0, -0.25, 1234.567, 46082.75, 1e300, 5e-324):
        assert isinstance(shown_number(value, code, "en").text, str)
    assert isinstance(shown_text("word", code), str)


def test_a_formula_without_a_value_is_an_error_at_its_cell() -> None:
    book, _ = with_rows(["A", '=CONCATENATE("Gain ",C2)', 3])
    _, problems = read(saved(book), "crew.xlsx")
    assert [str(each) for each in problems] == [
        "crew.xlsx:S!B2: sheet-unreadable: the formula has no saved value (open the workbook in a "
        "spreadsheet program and save it again)"
    ]


@pytest.mark.spares("sheet-value")
def test_numbers_are_shown_in_texts_and_plain_in_stats() -> None:
    book, sheet = with_rows(["A", 0.25, 1200], ["B", 7, 7], ["C", 3, 3])
    for row, codes in enumerate((("0%", "#,##0"), ("000", "000"), ('0"+"', '0"+"')), start=2):
        for column, code in zip("BC", codes, strict=True):
            sheet[f"{column}{row}"].number_format = code
    entries, problems = read(saved(book), "crew.xlsx")
    assert problems == []
    assert [entry["story"] for entry in entries.values()] == ["25%", "007", "3+"]
    # A stat may be a word: what is more than a number is taken as shown.
    stats = [entry["stats"]["gun"]["hit"] for entry in entries.values()]  # type: ignore[index]
    assert stats == [1200, "007", "3+"]


def test_numbers_are_shown_in_the_language_of_the_game() -> None:
    assert shown_number(1234.5, "#,##0.00", "fr").text == "1\u202f234,50"
    assert shown_number(2.5, 0, "de").text == "2,5"
    assert shown_number(46082, 14, "fr").text == "01/03/2026"
    assert shown_number(46082, 14, "en").doubt
    assert shown_number(46082, "mmmm", "pl").doubt
    assert shown_number(3, "Q0", "en") == replace(
        shown_number(3, 0, "en"), doubt="the number format has 'Q'"
    )
    assert shown_number(3, 99, "en").doubt == "the number format 99 is not known"
    assert shown_number(0, "d/m", "en", from_1904=True).text == "1/1"
    assert shown_text("A", '0;0;0;"Card "@') == "Card A"


@pytest.mark.sees("sheet-hidden")
def test_hidden_rows_and_columns_are_told_once_or_left_out() -> None:
    book, sheet = with_rows(["A", "x"], ["B", "y"], ["C", "z"])
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["B"].hidden = True
    content = saved(book)
    entries, problems = read(content, "crew.xlsx")
    assert list(entries) == ["a", "b", "c"]
    told = "sheet-hidden: warning:"
    hint = "`hidden: skip` beside `source` leaves them out, `hidden: read` agrees"
    assert [str(each) for each in problems] == [
        f"crew.xlsx:S!A3: {told} 2 rows are hidden in the sheet, and read ({hint})",
        f"crew.xlsx:S!B1: {told} 1 column is hidden in the sheet, and read ({hint})",
    ]
    assert read(content, "crew.xlsx", "read") == (entries, [])
    assert read(content, "crew.xlsx", "skip") == ({"a": {"name": "A"}}, [])
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.add_filter_column(0, ["A"])
    _, problems = read(saved(book), "crew.xlsx")
    assert "2 rows are filtered out in the sheet, and read" in str(problems[0])


def test_a_hidden_first_sheet_is_passed_over() -> None:
    book, _ = with_rows(["A", "x"])
    book.create_sheet("Old", 0).append(["name"])
    book.worksheets[0].sheet_state = "hidden"
    entries, problems = read(saved(book), "crew.xlsx")
    assert list(entries) == ["a"]
    assert [str(each) for each in problems] == [
        "crew.xlsx:S!A1: sheet-hidden: warning: the sheet 'Old' is hidden: 'S' is read "
        "(`sheet: Old` reads it)"
    ]


@pytest.mark.spares("sheet-hidden")
def test_merged_cells_have_the_value_of_the_first() -> None:
    book, sheet = with_rows(["A", "same"], ["B", None], ["C", None], [None, None])
    sheet.merge_cells("B2:B5")
    entries, problems = read(saved(book), "crew.xlsx")
    assert problems == []
    assert {name: entry["story"] for name, entry in entries.items()} == dict.fromkeys("abc", "same")


def test_a_large_merged_area_costs_nothing() -> None:
    book, sheet = with_rows(["A", "same"])
    sheet.merge_cells("B2:B3")
    area = b"A1:XFD1048576"
    content = changed_part(saved(book), SHEET, lambda xml: xml.replace(b"B2:B3", area))
    assert "the sheet has more than 200 columns" in only_problem(content, "crew.xlsx")
    area = b"B2:B1048576"
    content = changed_part(saved(book), SHEET, lambda xml: xml.replace(b"B2:B3", area))
    assert [row.line for row in read_excel(content, None, "en").rows] == [0, 1]
