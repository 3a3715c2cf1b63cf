"""Headers as people write them: copies, pictures, other scripts, columns that nothing prints."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest
from pydantic import ValidationError
from spreadsheet_files import xlsx_bytes

from printgen.content.models.faces import Band, Recipe
from printgen.content.models.kind import Kind
from printgen.content.models.products import ANY_USE, FieldUse, SheetLayout
from printgen.content.models.profile import Profile
from printgen.content.models.text import Text
from printgen.content.names import key_from
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.header import Companion
from printgen.content.spreadsheets.reading import read_cards, read_spreadsheet

CARDS = Companion(SheetLayout(source="cards.csv"), Source("products.yaml", {}, Mark(0, 0)))


def use_of(printed: Mapping[str, Collection[str]] | None) -> FieldUse:
    """The use of fields that are printed in places; None for templates, which may use any."""
    if printed is None:
        return ANY_USE
    pictures = frozenset(name for name, places in printed.items() if "picture" in places)
    choosing = frozenset(name for name, places in printed.items() if [*places] == ["band"])
    return FieldUse(frozenset(printed) - choosing, pictures, choosing, templates=False)


def read(
    text: str, printed: Mapping[str, Collection[str]] | None = None
) -> tuple[list[object], dict[str, str], list[str]]:
    """The copies of the cards, the types of the fields, and what is told."""
    label = Text({"any": "Card"})
    use = use_of(printed)
    source, kind, problems = read_cards("cards.csv", text.encode(), label, ["en"], CARDS, use)
    assert source is not None, problems
    assert isinstance(kind, Kind)
    copies = [entry.get("copies") for entry in source.data["entries"].values()]
    told = [str(each).removeprefix("cards.csv:") for each in problems]
    return copies, {key: field.type for key, field in kind.fields.items()}, told


@pytest.mark.parametrize(
    "header",
    [
        "Qty", "QTY.", "Quantity", "Qté", "Quantités", "Exemplaires", "copy", " Copies ",
        "# of copies", "Number of copies", "Nombre d'exemplaires", "Nb de copies", "Anzahl Kopien",
    ],
)  # fmt: skip
def test_headers_of_the_number_of_copies(header: str) -> None:
    copies, fields, told = read(f"Name,{header}\nA,2\nB,\nC,0\n", {"name": ["title"]})
    assert (copies, fields, told) == ([2, None, 0], {}, [])


@pytest.mark.parametrize(
    "header", ["Number", "Nb", "Nombre de cartes", "Anzahl", "# of cards", "#", "x"]
)
def test_headers_that_may_be_other_numbers_are_told(header: str) -> None:
    assert read(f"Name,{header}\nA,2\nB,3\n", {"name": ["title"]}) == (
        [2, 3],
        {},
        [
            f"B1: sheet-header: warning: '{header}' is read as the number of copies "
            "(name it Copies; if it is none, begin its header with `#` and a name)"
        ],
    )


def test_a_number_that_is_printed_is_a_value() -> None:
    text = "Name,Number\nA,2\nB,3\n"
    assert read(text, {"number": ["corner"]}) == ([None, None], {"number": "integer"}, [])
    # So is one that counts the rows, and one that a template may print.
    assert read("Name,Number\nA,1\nB,2\n", {})[0] == [None, None]
    assert read(text)[2] == []
    copies, fields, told = read("Name,Qty\nA,2\n")
    assert (copies, fields) == ([None], {"qty": "integer"})
    assert told == [
        "B1: sheet-header: warning: 'Qty' is a value: there is one card of each row "
        "(Copies counts them)"
    ]


def test_numbers_of_copies_as_people_write_them() -> None:
    copies, _, told = read("Name,Copies\nA,2x\nB,x3\nC,4.0\nD,× 5\nE,007\nF,some\n")
    assert copies == [2, 3, 4, 5, 7, "some"]
    assert told == []


def test_columns_of_pictures() -> None:
    rows = "Name,{}\nA,fog.png\nB,\nC,odd\n"
    for header in ("Art", "IMAGE", "Picture", "File", "Illustration", "Bild"):
        assert [*read(rows.format(header))[1].values()] == ["image"]
    # Elsewhere, most cells are of pictures; a recipe says so, too.
    assert read(rows.format("Look"))[1] == {"look": "text"}
    assert read("Name,Look\nA,a.png\nB,b.jpg\nC,odd\n")[1] == {"look": "image"}
    assert read("Name,Look\nA,fog\n", {"look": ["picture"]})[1] == {"look": "image"}
    assert read("Name,Art\nA,by hand\n")[1] == {"art": "text"}


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("Rules text", "rules_text"),
        ("L'Épée", "l_epee"),
        ("Цена", "цена"),
        ("Текст  правила", "текст_правила"),
        ("价格", "价格"),
        ("가격", "가격"),
        ("Τιμή", "τιμή"),
        ("Line\nbreak", "line_break"),
        ("★", ""),
    ],
)
def test_keys_of_headers(header: str, key: str) -> None:
    assert key_from(header) == key
    if key:
        assert [*read(f'Name,"{header}"\nA,x\n')[1]] == [key]


def test_columns_that_no_face_prints_are_told_once() -> None:
    text = "Name,Cost,Flavour,#Notes\nA,1,x,y\nTotal,1,,\n"
    assert read(text, {"name": ["title"]})[2] == [
        "B1: sheet-header: warning: no face prints the columns 'Cost', 'Flavour' "
        "(name it in `faces`; a header that begins with `#` is a note)",
        "A3: sheet-value: warning: the row 'total' is a card, too (delete a row of totals)",
    ]
    assert len(read(text)[2]) == 1


def test_boxes_to_tick_are_told_once_a_column() -> None:
    printed = {"rare": ["body"], "rule": ["foot"]}
    for values in (["FALSE", "TRUE"], ["FAUX", "VRAI"], ["WAHR"], ["false", "true"]):
        text = f"Name,Rare,Rule\nA,{values[0]},TRUE or FALSE\nB,{values[-1]},\nC,,\n"
        assert read(text, printed)[2] == [
            f"B1: sheet-header: warning: 'Rare' prints {' and '.join(values)} as text "
            "(write ✓ or nothing for boxes to tick, True and False for words)"
        ]
        for asked in (None, {"rare": ["band"], "rule": ["foot"]}):
            assert read(text, asked)[2] == []
    for words in ("True", "yes", "FALSE alarm"):
        assert read(f"Name,Rare,Rule\nA,{words},TRUE x\nB,TRUE,\n", printed)[2] == []


def test_titles_above_the_header_are_told() -> None:
    told = "A1: sheet-header: warning: the header is row {}: what is above is not read (delete it)"
    rows = "Name,Cost,Qty\nA,1,2\nB,2,3\n"
    for above, row in (
        ("My game,,\n", 2), ("My game\n\nVersion 2,,\n", 4), ("My game\n", 2), ("Mine\nNew\n", 3),
    ):  # fmt: skip
        assert read(above + rows, {"cost": ["corner"]}) == (
            read((above + rows).replace(",", ";"), {"cost": ["corner"]})
        )
        copies, fields, problems = read(above + rows, {"cost": ["corner"]})
        assert (copies, fields, problems) == ([2, 3], {"cost": "integer"}, [told.format(row)])
    # One column is no title, and a row that names nothing known is no header.
    assert read("Name\nA\nB\n", {}) == ([None, None], {}, [])
    assert read("Name\nA; b\nB; c\n", {}) == ([None, None], {}, [])
    assert read("Card\nA\nB\n")[:2] == ([None, None], {"card": "text"})


def test_headers_in_several_lines_and_twice() -> None:
    assert read('Name,"Rules\ntext"\nA,x\n')[1] == {"rules_text": "text"}
    source, _, problems = read_cards(
        "cards.csv", b"Name,Cost,COST\nA,1,2\n", Text({"any": "Card"}), ["en"], CARDS
    )
    assert source is None
    assert str(problems[0]).startswith("cards.csv:C1: sheet-header: duplicate column 'COST'")


def test_headers_that_name_no_field_are_notes_unless_they_are_printed() -> None:
    assert [*read("Name,X-Ray,x-note,#note\nA,a,b,c\n")[1]] == ["x_ray"]
    text = "Name,Text,1,2-way,💡,Copy,1\nA,B,1,2,3,x,5\n"
    _, fields, told = read(text, {"text": ["body"]})
    assert fields == {"text": "text"}
    assert told[0].startswith(
        "C1: sheet-header: warning: no face prints the columns '1', '2-way', '💡', 'Copy', '1' ("
    )
    label = Text({"any": "Card"})
    for printed in ({"copy": ["body"]}, None):
        use = use_of(printed)
        source, _, problems = read_cards("c.csv", text.encode(), label, ["en"], CARDS, use)
        assert source is None
        assert "c.csv:F1: sheet-header: 'copy' is reserved" in " ".join(map(str, problems))
    named = replace(CARDS, layout=SheetLayout(source="c.csv", columns={"2-way": "way"}))
    _, kind, _ = read_cards("c.csv", text.encode(), label, ["en"], named, use_of({"way": ["body"]}))
    assert isinstance(kind, Kind)
    assert [*kind.fields] == ["text", "way"]
    for wanted in (1, "1", "2-way", "💡"):
        with pytest.raises(ValidationError, match="the name of a field begins with a letter"):
            Recipe.model_validate({"corner": wanted})

    # A field is named as its header is, in capitals too.
    recipe = Recipe.model_validate(
        {"corner": "Cost", "band": {"by": "Type", "colours": {"a": "#a01010"}}}
    )
    assert recipe.corner == "cost" and isinstance(recipe.band, Band) and recipe.band.by == "type"


def test_values_beside_the_table_are_told_where_they_are() -> None:
    told = "sheet-header: warning: column {} has no header: '{}' is not read ("
    for text, cell in (("Name,Cost\nA,1\nB,2,,,x\n", "E3"), ("Name;Cost\nA;1;;y\nB;2\n", "D2")):
        copies, _, problems = read(text, {"cost": ["corner"]})
        assert copies == [None, None]
        assert problems[0].startswith(
            f"{cell}: {told.format(cell[0], 'x' if 'x' in text else 'y')}"
        )
    # A cell too many beside the last one is a text without quotes.
    assert "a cell too many (put a text" in read("Name,Cost\nA,1,x\n", {"cost": ["corner"]})[2][0]
    rows = xlsx_bytes({"S": [["name", "story"], ["A", "x", "y"], ["B", "x", None, "z"]]})
    _, found = read_spreadsheet("crew.xlsx", rows, Profile)
    assert [str(each).partition(" (")[0] for each in found] == [
        f"crew.xlsx:S!{cell}: {told.format(cell[0], value)[:-2]}"
        for cell, value in (("C2", "y"), ("D3", "z"))
    ]


@pytest.mark.parametrize("space", ["", " ", "\xa0", "\u202f"])
def test_errors_of_formulas_in_other_languages(space: str) -> None:
    errors = [
        "#VALEUR!", "#NOM?", "#DIV/0!", "#N/D", "#NV", "#WERT!", "#BEZUG!", "#¡VALOR!", "#¿NOMBRE?",
        "#ИМЯ?", "#Н/Д", "#ARG!", "#NAAM?", "#ÜBERLAUF!", "Err:508", "Fehler:502", "#N/A", "#REF!",
    ]  # fmt: skip
    shown = [
        error.replace("!", f"{space}!").replace("?", f"{space}?").replace(":", f"{space}:")
        for error in errors
    ]
    cells = [*shown, "#1", "#WOW!", "#NOM", "NAME?", "Err: 7", "#N", "Really #VALEUR!"]
    content = "name,story\n" + "".join(f"A,{cell}\n" for cell in cells)
    _, problems = read_spreadsheet("crew.csv", content.encode(), Profile)
    assert [str(each) for each in problems] == [
        f"crew.csv:B{row}: sheet-unreadable: the formula has an error: {' '.join(cell.split())}"
        for row, cell in enumerate(shown, 2)
    ]
