"""Entries to spreadsheets and back, without loss."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from demo_games import NAMES
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from spreadsheet_files import is_cell_text
from tools import saved_by_libreoffice

from printgen import Project
from printgen.content.characters import is_visible
from printgen.content.library import Entry
from printgen.content.models.profile import Profile
from printgen.content.source import YamlData, read_source
from printgen.content.spreadsheets.reading import read_spreadsheet
from printgen.extras.spreadsheets.writing import (
    UnsuitableFieldError,
    sheet_of_entries,
    sheet_rows,
    table_bytes,
    yaml_of_sheet,
)
from printgen.project import ProjectError
from printgen.rules.mechanic import KINDS

pytestmark = pytest.mark.slow

MODELS = [(game, kind) for game in NAMES for kind in ("profiles", "traits", "plans")]


def known(project: Project, game: str, kind: str) -> dict[str, Entry[Any]]:
    found: dict[str, Entry[Any]] = getattr(project.library.games[game], kind)
    return found


def models(data: dict[str, YamlData], kind: str) -> dict[str, object]:
    return {name: KINDS[kind].model_validate(value) for name, value in data.items()}


def without_space(value: Any) -> Any:
    """A value of an entry without the spaces around its texts."""
    if isinstance(value, dict):
        return {key: without_space(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_space(item) for item in value]
    return value.strip() if isinstance(value, str) else value


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx"])
@pytest.mark.parametrize(("game", "kind"), MODELS)
def test_demonstration_games(
    demo_project: Project, tmp_path: Path, game: str, kind: str, suffix: str
) -> None:
    entries = known(demo_project, game, kind)
    if not entries:
        return
    path = tmp_path / f"{kind}{suffix}"
    if kind == "plans" and any(a.question for e in entries.values() for a in e.value.actions):
        # No cell can hold the questions of a flowchart.
        with pytest.raises(ProjectError, match="no cell can hold the field 'actions'"):
            sheet_of_entries(entries.values(), KINDS[kind], path.name)
        return
    path.write_bytes(sheet_of_entries(entries.values(), KINDS[kind], path.name))
    text, ids, problems = yaml_of_sheet(path, KINDS[kind])
    assert (ids, problems) == (list(entries), [])
    source, problems = read_source("a.yaml", text.encode())
    assert source is not None, problems
    found = models(source.data["entries"], kind)
    for name, entry in entries.items():
        wanted = without_space(entry.value.model_dump())
        assert without_space(found[name].model_dump()) == wanted  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "kind"), [("zombstone", "profiles"), ("un-jeu-de-figs", "traits")]
)
def test_libreoffice_opens_and_saves_without_loss(
    demo_project: Project, tmp_path: Path, game: str, kind: str
) -> None:
    path = tmp_path / "entries.xlsx"
    path.write_bytes(
        sheet_of_entries(known(demo_project, game, kind).values(), KINDS[kind], path.name)
    )
    own, _ = read_spreadsheet("a.xlsx", path.read_bytes(), KINDS[kind])
    assert own is not None
    for suffix in ("ods", "xlsx"):
        content = saved_by_libreoffice(path, suffix)
        source, problems = read_spreadsheet(f"a.{suffix}", content, KINDS[kind])
        assert problems == []
        assert source is not None
        assert source.data == own.data


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_signs_that_mean_something_in_a_spreadsheet(suffix: str) -> None:
    words = ["=1+1", "@SUM(A1)", "- 3", "'a", '"', "TRUE", "1e5", "01/02", "a\nb", "#x", "1,5"]
    data: dict[str, YamlData] = {
        f"a-{number}": {"name": word, "stats": {"gun": {"x": word}}}
        for number, word in enumerate(words)
    }
    content = table_bytes(sheet_rows(data, Profile), suffix, "crew")
    source, problems = read_spreadsheet(f"crew{suffix}", content, Profile)
    assert source is not None, problems
    assert source.data["entries"] == data


FORMULAS = ["=cmd|' /C calc'!A0", "+cmd|'x'!A", "-1+cmd|'x'!A", "@SUM(A1)", "-A1", "- one", "'=1"]
NATURAL = ["-1", "+2", "-", "+", "6+", '-2"', "+1,5", "'tis", "3/1", "a=b"]


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx"])
def test_no_program_runs_a_word_of_a_game(suffix: str) -> None:
    words = [*FORMULAS, *NATURAL]
    data: dict[str, YamlData] = {f"a-{n}": {"name": word} for n, word in enumerate(words)}
    content = table_bytes(sheet_rows(data, Profile), suffix, "crew [1]: 'a/b'" + "x" * 40)
    source, problems = read_spreadsheet(f"crew{suffix}", content, Profile)
    assert source is not None, problems
    assert source.data["entries"] == data
    if suffix == ".xlsx":
        sheet = load_workbook(BytesIO(content)).worksheets[0]
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s"}
    else:
        text = StringIO(content.decode("utf-8-sig"), newline="")
        _, *rows = csv.reader(text, delimiter="\t" if suffix == ".tsv" else ",")
        shown = [f"'{word}" for word in FORMULAS] + NATURAL
        assert [row[1] for row in rows] == shown


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": "A", "keywords": ["B", {"fr": "C"}]}, "keywords"),
        ({"name": "A", "keywords": ["one\ntwo"]}, "keywords"),
        ({"name": "A", "stats": {"gun": {"word": "3"}}}, "stats"),
        ({"name": "A", "stats": {"gun": {"word": "true"}}}, "stats"),
    ],
)
def test_values_that_no_cell_can_hold(data: YamlData, field: str) -> None:
    with pytest.raises(UnsuitableFieldError) as error:
        sheet_rows({"a": data}, Profile)
    assert (error.value.entry, error.value.field) == ("a", field)


def test_lists_of_mappings_cannot_be_exported(demo_project: Project) -> None:
    tables = known(demo_project, "zombstone", "tables")
    with pytest.raises(
        ProjectError, match=r"cannot write a\.csv: no cell can hold the field 'rows'"
    ):
        sheet_of_entries(tables.values(), KINDS["tables"], "a.csv")


def test_mistakes_are_reported_at_their_cells(tmp_path: Path) -> None:
    path = tmp_path / "crew.csv"
    path.write_text("id,name,plan\na,A,No Plan\nb,,x\n")
    text, _, problems = yaml_of_sheet(path, Profile)
    assert text == ""
    assert [problem.position.cell for problem in problems] == ["C2", "B3"]


# Most characters are letters and signs that a cell can hold: few texts are filtered out.
_SIGNS = st.characters(exclude_categories=("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
WORDS = st.text(_SIGNS | st.just("\n"), min_size=1, max_size=12)
WORDS = WORDS.filter(is_cell_text).filter(is_visible)
TEXTS = WORDS | st.dictionaries(st.sampled_from(["fr", "en", "any"]), WORDS, min_size=1)
ITEMS = WORDS.filter(lambda text: "\n" not in text)
LISTS = st.lists(ITEMS, min_size=1, max_size=3) | st.lists(
    st.dictionaries(st.sampled_from(["fr", "en"]), ITEMS, min_size=1), min_size=1, max_size=3
)
STATS = st.integers(-99, 99) | st.sampled_from(["4+", "3/1", '6"', "D8", "0104"])
PROFILES = st.fixed_dictionaries(
    {"name": TEXTS},
    optional={
        "epithet": TEXTS,
        "keywords": LISTS,
        "errata": LISTS,
        "traits": st.lists(st.sampled_from(["a", "b-c", "g/d"]), min_size=1, max_size=3),
        "stats": st.fixed_dictionaries(
            {"gun": st.dictionaries(st.sampled_from(["aim", "Pot"]), STATS, min_size=1)}
        ),
    },
)


@given(
    st.dictionaries(st.sampled_from(["a", "b", "c-d", "e-2"]), PROFILES, min_size=1),
    st.sampled_from([".csv", ".tsv", ".xlsx"]),
)
def test_profiles_go_to_a_spreadsheet_and_back(data: dict[str, YamlData], suffix: str) -> None:
    content = table_bytes(sheet_rows(data, Profile), suffix, "crew")
    source, problems = read_spreadsheet(f"crew{suffix}", content, Profile)
    assert source is not None, problems
    assert problems == []
    assert source.data["entries"] == data
