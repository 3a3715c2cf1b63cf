"""Chart themes: fonts and contrast."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers import dice, shared

from printgen import Project
from printgen.content.library import Library
from printgen.content.theme import (
    font_folder,
    read_chart_theme,
    theme_names,
    theme_styles,
)
from printgen.extras.itch.theme import read_shop_theme, shop_theme_file
from printgen.project import FONTS, TEMPLATES, Folders
from printgen.typography.measure import font_file

THEMES = sorted(path.parent.name for path in TEMPLATES.glob("*/chart.yaml"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    project = Project(root)
    assert project.problems == []
    return project.library


@pytest.mark.parametrize("theme", THEMES)
def test_chart_themes_are_valid_and_legible(library: Library, theme: str) -> None:
    look, problems = read_chart_theme(library.folders, (theme,))
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


def test_a_picture_that_a_theme_lacks_is_a_problem(tmp_path: Path) -> None:
    theme = tmp_path / "templates" / "wood"
    theme.mkdir(parents=True)
    (theme / "itch.yaml").write_text("pictures: [{file: 'play.{lang}.png', alt: {en: In play}}]\n")
    folders = Folders(tmp_path)
    path = shop_theme_file(folders, "wood")
    _, (problem,) = read_shop_theme(folders, path)
    assert (problem.code, problem.message) == (
        "theme-invalid",
        "the theme has no file 'play.en.png'",
    )
    (theme / "play.en.png").touch()
    assert read_shop_theme(folders, path)[1] == []


@pytest.mark.parametrize("family", ["{fonts}/cardo", "../{name}", "/", "", ".", "no-such"])
def test_no_family_leads_out_of_the_fonts_of_printgen(family: str, tmp_path: Path) -> None:
    (tmp_path / "cardo").mkdir()
    (tmp_path / "cardo" / "Own_400.ttf").touch()
    family = family.format(fonts=tmp_path, name=os.path.relpath(tmp_path / "cardo", FONTS.parent))
    assert font_folder(family) is None
    assert font_file(family, 400, False) is None


def test_themes_and_styles_have_names_that_games_can_give(tmp_path: Path) -> None:
    for name in ("own", "a$(id)b", "two words", "a\x1bb", "_x", ".x"):
        (tmp_path / "templates" / name / "styles" / name).mkdir(parents=True)
    folders = Folders(tmp_path)
    assert {*theme_names(folders)} & {path.name for path in folders.templates.iterdir()} == {"own"}
    assert theme_styles(folders, "own") == ["own"]


@pytest.mark.parametrize("family", ["../fonts/cardo", "/etc", 'Cardo"}', "Cardo/", "..", "card\0o"])
def test_no_name_of_a_font_leads_out_of_the_folder_of_fonts(family: str) -> None:
    assert font_file("Cardo", 400, italic=False) is not None
    assert font_file(family, 400, italic=False) is None
