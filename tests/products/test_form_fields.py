"""Sheets are forms: what is filled in on a screen, and that it changes nothing on paper."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import pixels
from pdf_tags import read_structure, unmarked
from small_projects import write
from tide_game import FILES, built_tide
from tools import node_module, program, verapdf

from printgen import Project
from printgen.imposition import face_tags
from printgen.products.kind import PrintOptions

# Millimetres of a point.
POINT = 25.4 / 72

# What pdf.js says of fields by name, under `types`, `sums` and `saved`.
SpokenText = dict[str, dict[str, object]]


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
    # Nine boxes; two labels, three lines, and a table of two columns with one total: twice.
    assert kinds["/Btn", 0] == 2 * 9
    assert kinds["/Tx", 0] + kinds["/Tx", 1] == 2 * (2 + 3 + 2 * 30 + 1)
    assert len({field.name for field in fields}) == len(fields)
    labels = [field.label for field in fields]
    assert labels[:3] == [f"{label} (exemplaire 1)" for label in ("Joueur", "Date", "Coque 1")]
    named = {"alpha", "beta", "Ligne 3", "Or 30", "Sum Hommes"}
    assert {f"{label} (exemplaire {copy})" for label in named for copy in (1, 2)} <= set(labels)


def copies_of(fields: list[Field]) -> list[list[Field]]:
    """The fields of each copy, in the order of the file. Their labels have no number."""
    found: dict[str, list[Field]] = {}
    for field in fields:
        label, _, copy = field.label.rpartition(" (copy ")
        found.setdefault(copy, []).append(replace(field, label=label))
    assert [*found] == [f"{number + 1})" for number in range(len(found))]
    return [*found.values()]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_each_copy_is_filled_in_by_itself(built: Path, tmp_path: Path, duplex: str) -> None:
    path = built / "score.en.a4.pdf"
    if duplex == "short-edge":
        project = Project(write(tmp_path, FILES))
        options = PrintOptions(duplex=duplex)
        assert project.build(["tide/score"], options=options, langs=["en"], jobs=1).problems == []
        path = tmp_path / "out" / "tide" / path.name
    left, right = copies_of(fields_of(path))
    # Front and back are two pages of one sheet, which are filled in copy after copy.
    assert [f.label for f in left] == [f.label for f in right]
    assert [f.page for f in left] == [f.page for f in right] == sorted(f.page for f in left)
    for one, other in zip(left, right, strict=True):
        # The back of the left copy is on the right if the paper turns about its left edge.
        behind = one.page == 1 and duplex == "short-edge"
        first, second = (other, one) if behind else (one, other)
        assert first.box[2] <= 148.5 <= second.box[0]
        moved = second.box[0] - first.box[0], second.box[1] - first.box[1]
        assert moved == pytest.approx((148, 0), abs=0.01)


def test_fields_are_filled_in_copy_after_copy(built: Path) -> None:
    path = built / "score.en.a4.pdf"
    with pikepdf.Pdf.open(path) as pdf:
        in_order = [str(field.TU) for field in pdf.Root.AcroForm.Fields]
        assert {page.Tabs for page in pdf.pages} == {pikepdf.Name.S}
        by_page = [[str(a.TU) for a in page.Annots] for page in pdf.pages]
    for labels in (in_order, *by_page):
        numbers = [label[-2] for label in labels]
        assert numbers == sorted(numbers) and set(numbers) == {"1", "2"}
    # Each copy is read with its words: a document of its own.
    first, second = read_structure(path).kids
    assert first.text == second.text
    assert len(first.all("Form")) == len(second.all("Form")) == len(in_order) / 2
    assert unmarked(path) == []


PAD = {
    "printgen.yaml": "",
    "content/g/game.yaml": "title: G\nlanguages: [en]",
    "content/g/products.yaml": (
        "a: {title: A, output: sheet, page: quarter, copies: 5, papers: [a4], form: [lines: 1]}"
    ),
}


def test_a_pad_is_numbered_from_sheet_to_sheet(tmp_path: Path) -> None:
    assert Project(write(tmp_path, PAD)).build(jobs=1).problems == []
    fields = fields_of(tmp_path / "out/g/a.en.a4.pdf")
    assert [f.label for f in fields] == [f"Line 1 (copy {n + 1})" for n in range(8)]
    assert [f.page for f in fields] == [0] * 4 + [1] * 4
    assert [f.name for f in fields] == [f"line-1-copy-{n + 1}-1" for n in range(8)]


@pytest.mark.slow
def test_a_pad_has_so_many_fields_and_the_other_copies_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_tags, "MOST_FIELDS", 5)
    assert Project(write(tmp_path, PAD)).build(jobs=1).problems == []
    path = tmp_path / "out/g/a.en.a4.pdf"
    assert [f.label for f in fields_of(path)] == [f"Line 1 (copy {n + 1})" for n in range(5)]
    assert [figure.alt for figure in read_structure(path).all("Figure")] == ["Copies: 8"]
    assert verapdf("ua1", paths=[path]) == []


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
    for copy in copies_of(fields):
        back = [field for field in copy if field.page == 1 and field.label.startswith("Gold")]
        tops = [field.box[1] for field in back]
        assert tops == sorted(tops, reverse=True)


def test_paper_shows_nothing_of_empty_fields(built: Path) -> None:
    for name in ("gulls.en.a4.pdf", "score.en.a4.pdf"):
        with closing(pypdfium2.PdfDocument(built / name)) as document:
            document.init_forms()
            for page in document:
                shown, plain = (
                    page.render(scale=2, may_draw_forms=drawn, draw_annots=drawn).to_numpy()
                    for drawn in (True, False)
                )
                assert np.array_equal(shown, plain)


@pytest.fixture(scope="module")
def filled(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SpokenText]:
    """A form that pdf.js has filled in and saved, and what it says of the form."""
    path = tmp_path_factory.mktemp("filled") / "score.pdf"
    values = {"gold-1-copy-1-1": "12", "player-copy-1-1": "Zoé « É »"}
    values |= {"crew-30-copy-1-1": "7", "crew-2-copy-1-1": "3.5", "crew-2-copy-2-1": "4"}
    script = Path(__file__).parents[1] / "fill_form.mjs"
    command = [program("node"), str(script), str(node_module("node", "pdfjs-dist"))]
    command += [str(built / "score.en.a4.pdf"), str(path), json.dumps(values)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return path, json.loads(done.stdout)


def test_another_program_fills_it_in_and_computes_the_totals(
    built: Path, filled: tuple[Path, SpokenText]
) -> None:
    path, said = filled
    names = {field.name for field in fields_of(built / "score.en.a4.pdf")}
    assert said["types"].keys() == names == said["saved"].keys()
    sums = {name: value for name, value in said["sums"].items() if name.startswith("sum")}
    # Each copy has a total of its own.
    assert sums == {"sum-crew-copy-1-1": 10.5, "sum-crew-copy-2-1": 4}
    saved = said["saved"]
    assert (saved["gold-1-copy-1-1"], saved["gold-1-copy-2-1"]) == ("12", "")
    assert (saved["player-copy-1-1"], saved["player-copy-2-1"]) == ("Zoé « É »", "")
    assert float(str(saved["sum-crew-copy-1-1"])) == 10.5
    assert {saved[name] for name in names if said["types"][name] == "checkbox"} == {"Yes"}
    assert fields_of(path) == fields_of(built / "score.en.a4.pdf")


@pytest.mark.slow
def test_fields_are_accessible_empty_and_filled_in(
    built: Path, filled: tuple[Path, SpokenText]
) -> None:
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
