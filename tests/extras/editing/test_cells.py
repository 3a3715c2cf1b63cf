"""Translations in CSV files: a column for each language, and no other cell changes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.extras.editing.cells import CellText, cell_edits
from printgen.extras.editing.files import edited, undoing
from printgen.quoting import for_csv, from_csv


def with_cells(
    text: str, wanted: Sequence[CellText], source: str, *, tabs: bool = False
) -> str | None:
    edits = cell_edits("", text, wanted, source, tabs=tabs)
    if edits is None:
        return None
    new = edited(text, edits)
    assert edited(new, undoing(edits)) == text
    return new


TABLE = """\
id,name_en,Text_en,cost
owl,The Owl,"Hunts, after ""dark"".",2

fox,The Fox,"Two
lines.",4
"""


def rows(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_a_column_is_added_once_and_its_cells_are_written() -> None:
    new = with_cells(
        TABLE, [CellText(1, 1, "de", "Die Eule"), CellText(3, 2, "de", "Zwei,\n3")], "en"
    )
    assert new == (
        "id,name_en,Text_en,cost,name_de,Text_de\n"
        'owl,The Owl,"Hunts, after ""dark"".",2,Die Eule,\n'
        "\n"
        'fox,The Fox,"Two\nlines.",4,,"Zwei,\n3"\n'
    )
    assert new
    # The lines of the rows are those of the file, as before.
    again = with_cells(new, [CellText(1, 1, "de", "Eule"), CellText(3, 1, "de", "Fuchs")], "en")
    assert again == new.replace("Die Eule,", "Eule,").replace('4,,"Zwei', '4,Fuchs,"Zwei')


def test_a_column_without_a_language_gets_the_one_of_its_texts() -> None:
    new = with_cells("id,Name\nowl,The Owl", [CellText(1, 1, "de", "Die Eule")], "en")
    assert new == "id,Name_en,Name_de\nowl,The Owl,Die Eule"


@pytest.mark.parametrize("text", ["", "a,b\n1,2,3\n", 'a,"b\n1,2\n'])
def test_tables_that_are_not_sound_are_left(text: str) -> None:
    assert with_cells(text, [CellText(1, 1, "de", "x")], "en") is None


WORDS = st.text(st.sampled_from("ab,;\t\"'\n é🙂=+"), max_size=12)


@settings(max_examples=80, deadline=None)
@given(
    cells=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4),
    words=WORDS,
    delimiter=st.sampled_from([",", ";", "\t"]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_whatever_the_words_are_all_other_cells_stay(
    cells: list[tuple[str, str]], words: str, delimiter: str, end: str
) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows(
        [("id", "text_en", "note"), *((str(n), *each) for n, each in enumerate(cells))]
    )
    text = stream.getvalue()
    new = with_cells(text, [CellText(1, 1, "de", words)], "en", tabs=delimiter == "\t")
    assert new is not None
    assert [row[:3] for row in rows(new, delimiter)] == rows(text, delimiter)
    assert [row[3:] for row in rows(new, delimiter)][:2] == [["text_de"], [for_csv(words)]]
    assert [from_csv(for_csv(words))] == [words]
    assert new.startswith(text.partition(end)[0])
