"""Charts and tables of studies: geometry, fit and legibility without colour."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from helpers import built, dice, printgen, shared, words_in
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from printgen import Project
from printgen.analysis.study_results import Label, Series, StudyResult
from printgen.content.library import Library
from printgen.content.theme import ChartTheme, Typeface, chart_theme_file, read_chart_theme
from printgen.project import TEMPLATES
from printgen.reports.chart_files import chart_svg, charts_png
from printgen.typography.labels import labels
from printgen.typography.measure import font_file, text_width, wrap_words
from printgen.views.charts import ChartView, chart_view, study_chart_view
from printgen.views.studies import result_view, study_view
from printgen.views.study_tables import COLUMN_WIDTH, StudyTableView, study_tables

THEMES = sorted(path.parent.name for path in TEMPLATES.glob("*/chart.yaml"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    project = Project(root)
    assert project.problems == []
    return project.library


def label(text: object) -> Label:
    return Label(str(text).replace("-", "−"))


def sample(columns: list[Any], rows: dict[Any, list[Any]], unit: Any = "chance") -> StudyResult:
    """A result with series by label."""
    return StudyResult(
        unit,
        Label("across"),
        Label("down"),
        tuple(map(str, columns)),
        tuple(map(label, columns)),
        tuple(Series(str(name), label(name), tuple(values)) for name, values in rows.items()),
    )


def drawn(library: Library, answer: StudyResult, kind: str, lang: str = "en") -> ChartView:
    return chart_view(library, "fog", answer, kind, lang, title="Title", note="Note.")


def words_of(view: ChartView, face: str = "") -> list[str]:
    return [text["words"] for text in view["texts"] if face in ("", text["face"])]


def heights(view: ChartView) -> list[float]:
    """The heights of the bars, in drawing order."""
    outline = "".join(p["d"] for p in view["paths"] if p["layer"] == "outline")
    corners = re.findall(r"M[\d.]+ ([\d.]+)L[\d.]+ ([\d.]+)L[\d.]+ [\d.]+L", outline)
    return [float(foot) - float(head) for foot, head in corners]


# --- drawings ---------------------------------------------------------------------------------


def test_heights_of_bars_are_proportional_to_values(library: Library) -> None:
    view = drawn(library, sample(["a", "b", "c"], {"x": [0.1, 0.2, 0.4]}), "bars")
    one, two, four = heights(view)[:3]
    assert two == pytest.approx(2 * one, abs=0.02)
    assert four == pytest.approx(4 * one, abs=0.02)
    assert words_of(view, "figures") == ["10%", "20%", "40%"]


def test_numbers_are_formatted_by_language(library: Library) -> None:
    answer = sample(["a", "b"], {"x": [Fraction(17, 50), 0.001]})
    french = words_of(drawn(library, answer, "bars", "fr"), "figures")
    assert [re.sub(r"\s", "_", word) for word in french] == ["34_%", "<_1_%"]
    assert words_of(drawn(library, answer, "bars", "en"), "figures") == ["34%", "< 1%"]
    mean = sample(["a"], {"x": [2.5]}, "mean")
    assert "2,5" in words_of(drawn(library, mean, "bars", "fr"))


def test_a_scale_shows_its_unit_once(library: Library) -> None:
    values = {name: [n / 40 for n in range(40)] for name in ("x", "y")}
    for kind in ("bars", "lines"):
        shown = words_of(drawn(library, sample(list(range(40)), values), kind), "figures")
        assert sum("%" in word for word in shown) == 1
        assert "0" in shown


def test_numeric_series_are_on_the_axis(library: Library) -> None:
    answer = sample(["pair", "full"], {pot: [0.1, 0.2] for pot in (-1, 0, 1)})
    view = drawn(library, answer, "lines")
    assert [w for w in words_of(view, "figures") if w in ("−1", "0", "1")][-3:] == ["−1", "0", "1"]
    assert set(words_of(view, "labels")) == {"pair", "full"}


def test_many_series_are_drawn_as_lines(library: Library) -> None:
    answer = sample(["best", "simple"], {name: [0.4, 0.3] for name in "ABCD"})
    view = drawn(library, answer, "bars")
    assert words_of(view, "labels") == ["best", "simple"]
    assert words_of(view, "words") == list("ABCD")
    many = {f"s{n}": [n / 10, n / 20, n / 30] for n in range(8)}
    assert drawn(library, sample([1, 2, 3], many), "bars")["kind"] == "lines"


def test_labels_are_at_the_end_where_lines_are_farther_apart(library: Library) -> None:
    falling = {name: [0.9 - 0.2 * n, 0.4 - 0.1 * n, 0.0] for n, name in enumerate("ABCD")}
    for order, side in ((1, "end"), (-1, "start")):
        rows = {name: values[::order] for name, values in falling.items()}
        view = drawn(library, sample(list("xyz"), rows), "lines")
        assert {t["anchor"] for t in view["texts"] if t["face"] == "labels"} == {side}


def test_a_missing_value_breaks_a_line(library: Library) -> None:
    whole = drawn(library, sample(list("abcde"), {"x": [1, 2, 3, 4, 5]}, "mean"), "lines")
    gap = drawn(library, sample(list("abcde"), {"x": [1, 2, None, 4, 5]}, "mean"), "lines")

    def pieces(view: ChartView) -> int:
        return sum(p["d"].count("M") for p in view["paths"] if p["layer"] == "line")

    assert (pieces(whole), pieces(gap)) == (1, 2)


def test_panels_label_their_peaks(library: Library) -> None:
    values = [0.001] * 40
    values[7], values[29] = 0.2, 0.12
    view = drawn(library, sample(list(range(1, 41)), {"A": values, "B": [0.0] * 40}), "panels")
    assert "8 · 20%" in words_of(view)
    assert "30 · 12%" in words_of(view)
    assert words_of(view, "labels") == ["A", "B"]


unit = st.sampled_from(["chance", "mean"])
value = st.one_of(st.none(), st.floats(0, 1), st.fractions(0, 1))


@st.composite
def answers(draw: st.DrawFn) -> StudyResult:
    columns = draw(st.integers(1, 40))
    numbered = draw(st.booleans())
    names = (
        [n - 4 for n in range(columns)] if numbered else [f"Kolonne {n}" for n in range(columns)]
    )
    rows = draw(
        st.dictionaries(
            st.text("abcdefgh éÉ", min_size=1, max_size=22).map(str.strip).filter(bool),
            st.lists(value, min_size=columns, max_size=columns),
            min_size=1,
            max_size=5,
        )
    )
    return sample(names, rows, draw(unit))


@given(answers(), st.sampled_from(["bars", "lines", "panels"]))
@settings(max_examples=25, deadline=None)
def test_any_result_can_be_drawn(library: Library, answer: StudyResult, kind: str) -> None:
    view = drawn(library, answer, kind)
    assert json.loads(json.dumps(view)) == view
    assert drawn(library, answer, kind) == view
    wide, high = view["width"], float(view["height"])
    for path in view["paths"]:
        assert "nan" not in path["d"]
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path["d"]):
            assert -1 <= float(x) <= wide + 1
            assert -1 <= float(y) <= high + 1
    for text in view["texts"]:
        assert 0 < float(text["y"]) <= high


@given(answers())
@settings(max_examples=12, deadline=None)
def test_labels_of_lines_do_not_overlap(library: Library, answer: StudyResult) -> None:
    if len(answer.series) < 2:
        return
    view = drawn(library, answer, "lines")
    size = float(view["look"]["faces"]["labels"]["size"])
    found = sorted(float(t["y"]) for t in view["texts"] if t["face"] == "labels")
    assert all(b - a >= size * 0.95 for a, b in pairwise(found))


def test_the_alternative_text_has_the_main_numbers(library: Library) -> None:
    few = drawn(library, sample(["a", "b"], {"x": [0.1, 0.5], "y": [0.2, None]}), "bars")
    assert few["alt"] == "Title. x: a 10%, b 50%; y: a 20%."
    many = drawn(library, sample(list(range(1, 11)), {"x": [n / 10 for n in range(10)]}), "lines")
    assert many["alt"] == "Title. 90% at 10."


# --- type -------------------------------------------------------------------------------------


def test_text_is_measured_in_its_own_font() -> None:
    typed, set_ = Typeface(family="Special Elite", size=3), Typeface(family="EB Garamond", size=3)
    assert text_width("iiii", typed) > 1.5 * text_width("iiii", set_)
    assert text_width("MM", set_, 6) == pytest.approx(2 * text_width("MM", set_, 3))
    assert text_width("a", Typeface(family="Nobody Has This", size=3)) > 0
    assert text_width("a\u202fb", set_) > text_width("ab", set_)


@pytest.mark.parametrize("kind", ["bars", "lines"])
def test_long_labels_do_not_overlap_and_stay_on_the_page(library: Library, kind: str) -> None:
    names = [f"{name} Montmorency-Damville the Inconsolable" for name in ("Anne", "Jean", "Guy")]
    columns = [f"{name} Montmorency" for name in ("Anne", "Jean", "Guy", "Henri", "Louis", "Odet")]
    view = drawn(library, sample(columns, {n: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] for n in names}), kind)
    look, _ = read_chart_theme(library.folders, chart_theme_file(library.folders, "plain"))
    boxes = []
    for text in view["texts"]:
        face = getattr(look, text["face"])
        wide = text_width(text["words"], face, float(text["size"] or face.size))
        left = float(text["x"]) - {"start": 0, "middle": wide / 2, "end": wide}[text["anchor"]]
        boxes.append((float(text["y"]), left, left + wide))
        assert left >= -0.1
        assert left + wide <= view["width"] + 0.1, text
    for (y, left, right), (other, start, end) in combinations(boxes, 2):
        assert y != other or right <= start or end <= left


@given(st.text("abc ", max_size=60), st.floats(3, 40), st.integers(1, 4))
def test_wrapping_keeps_all_words(words: str, room: float, most: int) -> None:
    lines = wrap_words(words, Typeface(), room, most)
    assert len(lines) <= most
    assert " ".join(lines) == words


@pytest.mark.parametrize("theme", THEMES)
def test_chart_themes_are_valid_and_legible(library: Library, theme: str) -> None:
    look, problems = read_chart_theme(library.folders, chart_theme_file(library.folders, theme))
    assert problems == []
    for name in ("figures", "words", "names", "labels"):
        face = getattr(look, name)
        assert font_file(face.family, face.weight, face.italic), face.family
        assert face.size >= 2.4
    assert contrast(look.ink, look.paper) >= 4.5
    assert contrast(look.accent or look.ink, look.paper) >= 3


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


# --- tables -----------------------------------------------------------------------------------


def tables(library: Library, answer: StudyResult, lang: str = "en") -> list[StudyTableView]:
    words = labels(library.folders, "plain", lang)
    return study_tables(result_view(library, answer, lang, words), ChartTheme(), "Title")


def numbers(found: list[StudyTableView]) -> list[str]:
    """Every cell of tables except the row labels."""
    cells = []
    for table in found:
        if table["matrix"]:
            cells += [c["text"] for row in table["matrix"]["rows"] for c in row["cells"]]
        else:
            half = table["columns"].index(table["columns"][0], 1) if table["folded"] else 0
            names = {0, half}
            rows = [list(row.values()) for row in table["rows"]]
            cells += [c for row in rows for i, c in enumerate(row) if i not in names and c]
    return [str(cell) for cell in cells]


def test_a_small_result_is_a_matrix(library: Library) -> None:
    (table,) = tables(library, sample(["a", "b"], {"x": [0.1, None], "y": [0.3, 1]}))
    matrix = table["matrix"]
    assert matrix
    assert (matrix["rows_label"], matrix["columns_label"]) == ("down", "across")
    assert [row["label"] for row in matrix["rows"]] == ["x", "y"]
    assert numbers([table]) == ["10%", "–", "30%", "100%"]


def test_a_wide_result_is_transposed_and_folded(library: Library) -> None:
    rows = {name: [n / 100 for n in range(40)] for name in ("Hero", "Mage", "Dwarf")}
    (table,) = tables(library, sample(list(range(1, 41)), rows))
    assert table["folded"]
    assert len(table["rows"]) == 20
    assert table["columns"][0] == table["columns"][4] == "across"
    assert len(numbers([table])) == 120
    assert list(table["rows"][0].values())[:2] == ["1", "0%"]
    assert list(table["rows"][0].values())[4:6] == ["21", "20%"]


def test_a_result_too_large_for_one_table_is_split(library: Library) -> None:
    rows = {f"Somebody with a name {n}": [n + 1000.5] * 12 for n in range(14)}
    columns = [f"Elsewhere-and-far-away-{n}" for n in range(12)]
    found = tables(library, sample(columns, rows, "mean"))
    assert len(found) > 1
    assert str(found[1]["title"]) == f"Title (2/{len(found)})"
    assert sorted(numbers(found)) == sorted(
        f"{n + 1000.5:.1f}" for n in range(14) for _ in range(12)
    )


def test_narrow_columns_omit_the_percent_signs(library: Library) -> None:
    rows = {"x": [0.22] * 14, "y": [0.5] * 14}
    (table,) = tables(library, sample(list(range(14)), rows))
    assert table["matrix"]
    assert str(table["matrix"]["columns_label"]) == "across (%)"
    assert set(numbers([table])) == {"22", "50"}


@given(answers())
@settings(max_examples=15, deadline=None)
def test_tables_show_each_number_once(library: Library, answer: StudyResult) -> None:
    found = tables(library, answer)
    wanted = [
        answer.format_number(v, "en").rstrip("%") for row in answer.series for v in row.values
    ]
    shown = [cell.replace("&lt;", "<").replace("&gt;", ">").rstrip("%") for cell in numbers(found)]
    assert sorted(shown) == sorted(wanted)
    assert COLUMN_WIDTH < 118


# --- files ------------------------------------------------------------------------------------


def test_an_svg_chart_is_self_contained(library: Library) -> None:
    view = study_chart_view(library, library.games["fog"].studies["hands"], "fr")
    svg = chart_svg(view)
    tree = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert tree.findtext(f"{space}title") == view["alt"]
    texts = ["".join(t.itertext()) for t in tree.iter(f"{space}text")]
    assert texts[0] == "Toutes les mains"
    assert any("En jouant au mieux." in text for text in texts)
    families = {g.get("font-family") for g in tree.iter(f"{space}g")} - {None}
    assert all(", " not in str(family) for family in families)
    assert "<image" not in svg
    assert "href" not in svg


def test_low_ink_charts_are_black_lines_on_white(library: Library) -> None:
    answer = sample(["a", "b"], {n: [0.3, 0.6] for n in ("x", "y", "z", "u")})
    svg = chart_svg(drawn(library, answer, "bars"), "low")
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg))
    assert colours <= {"#000", "#fff", "none", "#8a8378"}
    # Only text is filled with black.
    black = re.findall(r'<path [^>]*fill="#000"[^>]*>', svg)
    assert black == []


def test_a_png_chart_has_200_dpi(library: Library) -> None:
    views = [
        study_chart_view(library, library.games["fog"].studies[name], "en")
        for name in ("hands", "guts")
    ]
    for view, content in zip(views, charts_png(library.folders, views), strict=True):
        with Image.open(BytesIO(content)) as picture:
            inch = 200 / 25.4
            assert picture.width == pytest.approx(float(view["frame"]["width"]) * inch, abs=2)
            assert picture.height == pytest.approx(float(view["frame"]["height"]) * inch, abs=2)
            grey = np.asarray(picture.convert("L"))
            assert (grey.min() < 60, grey.max() > 240) == (True, True)


# --- books ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        built(dice(root), "fog/rulebook", langs=["fr"], editions=["screen"])

    return shared(tmp_path_factory, "dice-book", make) / "out/fog/rulebook.fr.screen.pdf"


def test_a_book_shows_charts_and_tables(book: Path) -> None:
    with pikepdf.open(book) as pdf:
        count = len(pdf.pages)
    text = "".join(words_in(book, page) for page in range(count))
    flat = re.sub(r"\s", "", text)
    assert flat.count("Touteslesmains") == 2
    assert flat.count("Enjouantaumieux.Calculéexactement.") == 2
    assert "Two-Pairs" in text
    assert "44%" in flat


def test_charts_have_alternative_text(book: Path) -> None:
    with pikepdf.open(book) as pdf:
        told = [
            str(item.Alt)
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/Figure"
            if "/Alt" in item
        ]
    assert any(alt.startswith("Toutes les mains. ") for alt in told)
    assert any(re.match("Du cran. .* à 0", alt) for alt in told)


def test_the_view_of_a_study_has_its_tables(library: Library) -> None:
    view = study_view(library, library.games["fog"].studies["guts"], "en")
    assert view["title"] == "Guts"
    (table,) = view["tables"]
    assert numbers([table]) == [str(cell) for cell in view["rows"][0]["cells"]]


def test_a_project_overrides_a_chart_theme(root: Path, tmp_path: Path) -> None:
    project = dice(tmp_path / "p")
    theme = project / "templates" / "plain"
    theme.mkdir(parents=True)
    (theme / "chart.yaml").write_text("hatch: felt-tip\n")
    done = printgen(project, "check")
    assert done.returncode == 1
    assert "templates/plain/chart.yaml:1:8: look-invalid:" in done.stderr
    (theme / "chart.yaml").write_text('ink: "#202020"\nhatch: burin\n')
    library = Project(project).library
    view = study_chart_view(library, library.games["fog"].studies["guts"], "en")
    assert view["look"]["ink"] == "#202020"
    # The accent is the game's.
    assert view["look"]["accent"] == "#2f4b5c"
