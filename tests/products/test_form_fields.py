"""Sheets are forms: what is filled in on a screen, and that it changes nothing on paper."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import pixels
from pdf_tags import read_structure
from small_projects import write
from tide_game import built_tide
from tools import node_module, program, verapdf

from printgen import Project

# Millimetres of a point.
POINT = 25.4 / 72

# What pdf.js says of fields by name, under `types`, `sums` and `saved`.
Said = dict[str, dict[str, object]]


@dataclass(frozen=True)
class Field:
    """A field as qpdf reads it: its page, its place (mm from the upper left corner), its turn."""

    name: str
    label: str
    kind: str
    page: int
    box: tuple[float, float, float, float]
    turn: int


def fields_of(path: Path) -> list[Field]:
    found = []
    with pikepdf.Pdf.open(path) as pdf:
        form = pdf.acroform
        for number, page in enumerate(pdf.pages):
            height = float(page.mediabox[3])
            for widget in form.get_widget_annotations_for_page(page):
                field = form.get_field_for_annotation(widget)
                left, lower, right, upper = map(float, widget.obj.Rect.as_list())
                box = (left, height - upper, right, height - lower)
                found.append(
                    Field(
                        field.fully_qualified_name,
                        field.alternate_name,
                        field.field_type,
                        number,
                        (box[0] * POINT, box[1] * POINT, box[2] * POINT, box[3] * POINT),
                        int(widget.obj.MK.R) if "/MK" in widget.obj else 0,
                    )
                )
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_tide(tmp_path_factory)


def test_fields_have_names_and_say_what_they_are_for(built: Path) -> None:
    fields = fields_of(built / "score.fr.a4.pdf")
    kinds = Counter((field.kind, field.page) for field in fields)
    # Two labels, three lines, and a table of two columns with one total; nine boxes.
    assert kinds["/Btn", 0] == 9 and kinds["/Tx", 0] + kinds["/Tx", 1] == 2 + 3 + 2 * 30 + 1
    assert len({field.name for field in fields}) == len(fields)
    labels = [field.label for field in fields]
    assert labels[:4] == ["Joueur", "Date", "Coque 1", "Coque 2"]
    assert {"alpha", "beta", "Ligne 3", "Or 30", "Sum Hommes"} <= set(labels)


def test_a_field_is_where_its_box_is_printed(built: Path) -> None:
    path = built / "gulls.en.a4.pdf"
    ink = pixels(path, 0, 10) < 160
    fields = fields_of(path)
    assert [field.label for field in fields] == [
        *(f"Anne Le Bris – {box}" for box in (1, 2, 3)),
        *(f"Sailor {figure} – {box}" for figure in (1, 2, 3) for box in (1, 2)),
    ]
    for field in fields:
        left, top, right, bottom = (round(10 * edge) for edge in field.box)
        frame = ink[top : bottom + 1, left : right + 1]
        assert frame[1:3].any(axis=0).mean() > 0.9 and frame[:, 1:3].any(axis=1).mean() > 0.9
        assert frame[-3:].any(axis=0).mean() > 0.9 and not frame[8:-8, 8:-8].any()


def test_fields_of_a_turned_page_turn_with_it(built: Path) -> None:
    fields = fields_of(built / "score.en.a4.pdf")
    assert {(field.page, field.turn) for field in fields} == {(0, 0), (1, 180)}
    # The back is upside down: its first row is the lowest.
    back = [field for field in fields if field.page == 1 and field.label.startswith("Gold")]
    tops = [field.box[1] for field in back]
    assert tops == sorted(tops, reverse=True)
    # One copy is filled in, the other stays as it is.
    assert max(field.box[2] for field in fields if field.page == 0) <= 148.5


def test_paper_shows_nothing_of_empty_fields(built: Path) -> None:
    for name in ("gulls.en.a4.pdf", "score.en.a4.pdf"):
        with closing(pypdfium2.PdfDocument(built / name)) as document:
            document.init_forms()
            shown, plain = (
                document[0].render(scale=2, may_draw_forms=drawn, draw_annots=drawn).to_numpy()
                for drawn in (True, False)
            )
        assert np.array_equal(shown, plain)


@pytest.fixture(scope="module")
def filled(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A form that pdf.js has filled in and saved, and what it says of the form."""
    path = tmp_path_factory.mktemp("filled") / "score.pdf"
    values = {"gold-1-1": "12", "crew-30-1": "7", "crew-2-1": "3.5", "player-1": "Zoé « É »"}
    script = Path(__file__).parents[1] / "fill_form.mjs"
    command = [program("node"), str(script), str(node_module("node", "pdfjs-dist"))]
    command += [str(built / "score.en.a4.pdf"), str(path), json.dumps(values)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return path, json.loads(done.stdout)


def test_another_program_fills_it_in_and_computes_the_totals(
    built: Path, filled: tuple[Path, Said]
) -> None:
    path, said = filled
    names = {field.name for field in fields_of(built / "score.en.a4.pdf")}
    assert said["types"].keys() == names == said["saved"].keys()
    sums = {name: value for name, value in said["sums"].items() if name.startswith("sum")}
    assert sums == {"sum-crew-1": 10.5}
    saved = said["saved"]
    assert (saved["gold-1-1"], saved["player-1"]) == ("12", "Zoé « É »")
    assert float(str(saved["sum-crew-1"])) == 10.5
    assert {saved[name] for name in names if said["types"][name] == "checkbox"} == {"Yes"}
    assert fields_of(path) == fields_of(built / "score.en.a4.pdf")


def test_fields_are_accessible_empty_and_filled_in(built: Path, filled: tuple[Path, Said]) -> None:
    forms = [built / "score.en.a4.pdf", built / "gulls.en.a4.pdf", filled[0]]
    assert verapdf("ua1", paths=forms) == []
    said = read_structure(built / "gulls.en.a4.pdf")
    assert len(said.all("Form")) == len(fields_of(built / "gulls.en.a4.pdf"))


def test_labels_with_special_characters_are_no_scripts(tmp_path: Path) -> None:
    label = r'a"); app.alert("x") \\ (b'
    table = f"{{columns: ['{label}'], rows: [x, y], total: T}}"
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]",
        "content/g/products.yaml": f"a: {{title: A, output: sheet, form: [table: {table}]}}",
    }
    assert Project(write(tmp_path, files)).build(langs=["en"], jobs=1).problems == []
    path = tmp_path / "out/g/a.en.a4.pdf"
    fields = fields_of(path)
    assert [field.label for field in fields][:2] == [f"{label} x", f"{label} y"]
    with pikepdf.Pdf.open(path) as pdf:
        (total,) = pdf.Root.AcroForm.CO
        script = str(total.AA.C.JS)
    names = ", ".join(f'"{field.name}"' for field in fields[:2])
    assert script == f'AFSimple_Calculate("SUM", new Array({names}));'
    assert all(set(field.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for field in fields)
