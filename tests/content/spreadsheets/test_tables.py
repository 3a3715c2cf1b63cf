"""CSV and TSV files: encodings, delimiters, quotes and line breaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spreadsheet_files import csv_bytes, entries_of, is_cell_text, only_problem, read_profiles

from printgen.content.spreadsheets.sheet import SheetError
from printgen.content.spreadsheets.tables import read_table

ROWS = [["id", "name", "story"], ["ete", "L’été à Noël", "Il dit : « œuf »"]]
ENTRY = {"name": "L’été à Noël", "story": "Il dit : « œuf »"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-with-mark", "cp1252"]
)
def test_encodings_and_delimiters(delimiter: str, encoding: str) -> None:
    if encoding == "utf-16-be-with-mark":
        content = b"\xfe\xff" + csv_bytes(ROWS, delimiter, "utf-16-be")
    else:
        content = csv_bytes(ROWS, delimiter, encoding)
    assert entries_of(content) == {"ete": ENTRY}


def test_a_file_of_french_excel() -> None:
    text = "Id;Name_fr;Name_en;Traits\r\nepee;L'Épée;The Sword;coupe, perce\r\n;;;\r\n"
    name = {"fr": "L'Épée", "en": "The Sword"}
    assert entries_of(text.encode("cp1252")) == {
        "epee": {"name": name, "traits": ["coupe", "perce"]}
    }


def test_a_tsv_file_is_split_at_tabs_only() -> None:
    content = b"id\tname\na\tOne, two, three; four\n"
    assert entries_of(content, "crew.tsv") == {"a": {"name": "One, two, three; four"}}


def test_commas_in_a_header_of_semicolons() -> None:
    content = b'"#a, b, c, d";id;name\n;a;A\n'
    assert entries_of(content) == {"a": {"name": "A"}}


def test_line_breaks_in_cells_keep_the_numbers_of_rows() -> None:
    source = read_profiles(b'id,name,story\r\na,A,"one\r\ntwo"\r\n\r\nb,B,"x"\r\n')
    assert source.data["entries"]["a"]["story"] == "one\ntwo"
    place = source.at(("entries", "b", "story"))
    assert (str(place), place.line, place.column) == ("crew.csv:C4", 5, 3)


def test_spaces_after_the_delimiter_and_around_values() -> None:
    assert entries_of(b'id, name\na, "One, two" \n'.replace(b'" ', b'"')) == {
        "a": {"name": "One, two"}
    }


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'id,name\na,"The "big" one"\n', "crew.csv:2:1: sheet-unreadable: a quote is not closed"),
        (b"id,name\na,b\0c\n", "crew.csv:B2: sheet-unreadable: the character U+0000 is not"),
        (b"id,name\na,b\x07\n", "crew.csv:B2: sheet-unreadable: the character U+0007 is not"),
        (b"PK\x03\x04\0\0", "crew.csv:1:1: sheet-unreadable: this is a packed file"),
        (b"\xd0\xcf\x11\xe0\0", "crew.csv:1:1: sheet-unreadable: this is a file of an old"),
        (b"\x81\xb3", "crew.csv:1:1: sheet-unreadable: the file is not text in a known encoding"),
        (b"\xff\xfea", "crew.csv:1:1: sheet-unreadable: the file is not text in a known encoding"),
        (
            "name\nКапитан\n".encode("cp1251"),
            "crew.csv:1:1: sheet-unreadable: the file is not text in a known encoding",
        ),
        (b"", "crew.csv:A1: sheet-header: the sheet is empty"),
        (b"\n\n \n", "crew.csv:A1: sheet-header: the sheet is empty"),
    ],
)
def test_unreadable_files(content: bytes, problem: str) -> None:
    assert only_problem(content).startswith(problem)


@pytest.mark.parametrize(
    ("first", "delimiter"),
    [("sep=;\r\n", ";"), ('"sep=,"\n', ","), ("sep=\t\n", "\t"), ("SEP=|\r", "|")],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_line_that_tells_excel_the_delimiter(first: str, delimiter: str, encoding: str) -> None:
    rows = "id;name;story\na;A;x, y\n".replace("x, y", '"x, y; z"').replace(";", delimiter)
    source = read_profiles((first + rows).encode(encoding))
    assert source.data["entries"]["a"]["name"] == "A"
    assert str(source.at(("entries", "a", "name"))) == "crew.csv:B3"


@pytest.mark.parametrize(
    ("language", "encoding", "words"),
    [
        ("fr", "mac-roman", "L’épée légère d’où naît l’été « œuf »"),
        ("de", "mac-roman", "Größe äöü"),
        ("es", "mac-roman", "¿Qué? ¡Año!"),
        ("en", "mac-roman", "20°C"),
        ("en", "cp1252", "“Hello” — it’s 10 × 3² ½ café £5"),
        ("fr", "cp1252", "CAFÉS ÉTÉ Cœur n° 3"),
        ("pl", "cp1250", "Zażółć gęślą jaźń, ŚCIEŻKA Łódź"),
        ("cs", "cp1250", "Příliš žluťoučký kůň"),
        ("hu", "cp1250", "Árvíztűrő tükörfúrógép"),
        ("ru", "cp1251", "Капитан и «Ёж» № 5, HP"),
        ("el", "cp1253", "Καπετάνιος ΠΛΟΙΟ"),
        ("tr", "cp1254", "İğne ışık şehir"),
        ("ja", "cp932", "カード名"),
        ("zh", "gbk", "名称"),
        ("ko", "cp949", "이름"),
    ],
)
def test_code_pages_are_those_of_the_language(language: str, encoding: str, words: str) -> None:
    sheet = read_table(f'name\n"{words}"\n'.encode(encoding), ".csv", language)
    assert sheet.rows[1].cells == [words]


@pytest.mark.parametrize(
    ("language", "encoding", "words"),
    [
        ("en", "cp1250", "Gdańsk słowo"),
        ("fr", "cp1250", "Příliš žluťoučký kůň"),
        ("pl", "mac-latin2", "Zażółć gęślą jaźń"),
        ("ru", "koi8-r", "Капитан"),
        ("en", "koi8-r", "Капитан"),
        ("en", "cp1251", "Капитан"),
        ("fr", "cp850", "d'épée légère"),
        ("fr", "cp437", "CAFÉS ÉTÉ"),
        ("en", "cp1253", "Καπετάνιος"),
    ],
)
def test_letters_of_other_encodings_are_told(language: str, encoding: str, words: str) -> None:
    with pytest.raises(SheetError, match="the file is not text in a known encoding"):
        read_table(f"name\n{words}\n".encode(encoding), ".csv", language)


# Few other texts than those that a cell may hold.
LETTERS = st.characters(exclude_categories=("Cc", "Cn", "Cs")) | st.just("\n")
CELLS = st.text(LETTERS, max_size=20).map(str.strip).filter(is_cell_text)
WORDS = CELLS.filter(bool)


@given(
    st.lists(st.tuples(WORDS, CELLS, CELLS), min_size=1, max_size=8),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_rows_written_as_csv_are_the_entries(
    rows: list[tuple[str, str, str]], delimiter: str, encoding: str
) -> None:
    header = ["id", "name", "epithet_fr", "story"]
    table = [header, *([f"a-{number}", *row] for number, row in enumerate(rows))]
    entries = entries_of(csv_bytes(table, delimiter, encoding))
    assert list(entries) == [row[0] for row in table[1:]]
    for entry, (name, epithet, story) in zip(entries.values(), rows, strict=True):
        wanted = {"name": name, "epithet": epithet and {"fr": epithet}, "story": story}
        assert entry == {key: value for key, value in wanted.items() if value}


@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing(content: bytes) -> None:
    from printgen.content.models.profile import Profile
    from printgen.content.spreadsheets.reading import read_spreadsheet

    for name in ("crew.csv", "crew.tsv", "crew.xlsx", "crew.ods"):
        source, problems = read_spreadsheet(name, content, Profile)
        assert source or problems
