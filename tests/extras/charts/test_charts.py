"""Views of charts: geometry, fit and alternative text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pytest
from helpers import built, dice, printgen, shared, words_in
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_results import answers, drawn, sample

from printgen import Project
from printgen.content.library import Library
from printgen.content.theme import read_chart_theme
from printgen.extras.charts.views import ChartView, study_chart_view
from printgen.rules.study_results import StudyResult
from printgen.typography.measure import text_width


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    project = Project(root)
    assert project.problems == []
    return project.library


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


def whiskers(view: ChartView) -> list[tuple[float, float]]:
    """The y of the lower and of the upper end of each interval, in drawing order."""
    (path,) = (p["d"] for p in view["paths"] if (p["layer"], p["stroke"]) == ("whisker", "ink"))
    found = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
    return [(float(foot), float(head)) for x, foot, same, head in found if x == same]


def with_spans(result: StudyResult, *spans: tuple[float, float]) -> StudyResult:
    """A result of one series whose values are found by games."""
    (row,) = result.series
    return replace(result, series=(replace(row, spans=spans),), games=50, told="battles_simulated")


def test_intervals_are_drawn_over_their_bars_to_scale(library: Library) -> None:
    answer = sample(["a", "b", "c"], {"x": [0.2, 0.4, 0.0]})
    view = drawn(library, with_spans(answer, (0.1, 0.35), (0.3, 0.5), (0.0, 0.001)), "bars")
    one, two = heights(view)[:2]
    assert two == pytest.approx(2 * one, abs=0.02)
    # The base of the bars, and the height of 1.
    outline = next(p["d"] for p in view["paths"] if p["layer"] == "outline")
    base, whole = float(outline.split("L")[0].split()[1]), one / 0.2
    ends = [(base - 0.1 * whole, base - 0.35 * whole), (base - 0.3 * whole, base - 0.5 * whole)]
    # An interval that is too short to be seen is left out.
    assert whiskers(view) == [pytest.approx(pair, abs=0.03) for pair in ends]
    values = [text for text in view["texts"] if text["words"] in ("20%", "40%")]
    assert all(float(t["y"]) < e[1] for t, e in zip(values, ends, strict=True))
    told = "to within 15\u00a0points, 19 times out of 20. The lines with a bar"
    assert told in view["method"] and told.replace("\u00a0", " ") in view["alt"]


def test_intervals_are_drawn_on_lines_and_turned_with_their_values(library: Library) -> None:
    answer = with_spans(sample(["1", "2"], {"x": [0.2, 0.4]}), (0.1, 0.3), (0.3, 0.5))
    (foot, head), (other, _) = whiskers(drawn(library, answer, "lines"))
    assert foot - other == pytest.approx(foot - head, abs=0.02)
    rows = sample(["share"], {"x": [0.2], "y": [0.4]})
    spans = [((0.1, 0.3),), ((0.3, 0.5),)]
    series = tuple(replace(r, spans=s) for r, s in zip(rows.series, spans, strict=True))
    turned = drawn(library, replace(rows, series=series, games=50), "bars")
    (foot, head), (other, _) = whiskers(turned)
    assert foot - other == pytest.approx(foot - head, abs=0.02)
    # Exact values have none.
    assert "whisker" not in {p["layer"] for p in drawn(library, rows, "bars")["paths"]}


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
    series = {"x": [n / 10 for n in range(10)]}
    many = drawn(library, sample(list(range(1, 11)), series), "lines")
    assert many["alt"].startswith("Title. 0% at 1, 10% at 2,")
    long = drawn(library, sample(list(range(1, 71)), {"x": [n / 100 for n in range(70)]}), "lines")
    assert long["alt"] == "Title. 69% at 70."


# --- type -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bars", "lines"])
def test_long_labels_do_not_overlap_and_stay_on_the_page(library: Library, kind: str) -> None:
    names = [f"{name} Montmorency-Damville the Inconsolable" for name in ("Anne", "Jean", "Guy")]
    columns = [f"{name} Montmorency" for name in ("Anne", "Jean", "Guy", "Henri", "Louis", "Odet")]
    view = drawn(library, sample(columns, {n: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] for n in names}), kind)
    look, _ = read_chart_theme(library.folders, ("plain",))
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


def test_a_project_overrides_a_chart_theme(root: Path, tmp_path: Path) -> None:
    project = dice(tmp_path / "p")
    theme = project / "templates" / "plain"
    theme.mkdir(parents=True)
    (theme / "chart.yaml").write_text("hatch: felt-tip\n")
    done = printgen(project, "check")
    assert done.returncode == 1
    assert "templates/plain/chart.yaml:1:8: theme-invalid:" in done.stderr
    (theme / "chart.yaml").write_text('ink: "#202020"\nhatch: burin\n')
    library = Project(project).library
    view = study_chart_view(library, library.games["fog"].studies["guts"], "en")
    assert view["look"]["ink"] == "#202020"
    # The accent is the game's.
    assert view["look"]["accent"] == "#69182c"
