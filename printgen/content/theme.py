"""The settings of themes: `chart.yaml`, and the `style.yaml` of styles. Extras read others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from printgen.content.models.base import Model
from printgen.content.models.theme import (
    ChartTheme,
    Lettering,
    Style,
    Typeface,
)
from printgen.content.names import valid_name
from printgen.content.source import read_file
from printgen.content.validation import read_model
from printgen.problems import Problem, did_you_mean
from printgen.project import FONTS, STYLE_FOLDER, TEMPLATES, Folders, find_template_file

AnyTheme = TypeVar("AnyTheme", bound=Model)


def theme_styles(folders: Folders, theme: str) -> list[str]:
    """The styles of a theme, of a project or of printgen: the folders in `styles/`."""
    return _folders_in(root / theme / STYLE_FOLDER for root in (folders.templates, TEMPLATES))


def theme_names(folders: Folders) -> list[str]:
    """The themes of a project and of printgen."""
    return _folders_in((folders.templates, TEMPLATES))


def _folders_in(places: Iterable[Path]) -> list[str]:
    """The folders in some places whose names a game can give."""
    names = {path.name for place in places for path in place.glob("[!._]*/")}
    return sorted(filter(valid_name, names))


def read_chart_theme(folders: Folders, themes: Sequence[str]) -> tuple[ChartTheme, list[Problem]]:
    """The chart settings of a theme, in the first of its folders that has some; and the problems of
    the file. The defaults without a file.
    """
    return read_settings(folders, theme_file(folders, themes, "chart.yaml"), ChartTheme())


def style_file(folders: Folders, theme: str, style: str) -> Path | None:
    """The settings file of a style of a theme."""
    return find_template_file(folders, f"{theme}/{STYLE_FOLDER}/{style}/style.yaml")


def read_style(folders: Folders, path: Path | None) -> tuple[Style, list[Problem]]:
    """The settings of a style in a file, and its problems; the defaults without a file."""
    return read_settings(folders, path, Style())


def theme_file(folders: Folders, themes: Sequence[str], name: str) -> Path | None:
    """A settings file: the first in the folders of some themes."""
    found = (find_template_file(folders, f"{theme}/{name}") for theme in themes)
    return next((path for path in found if path), None)


def read_settings(
    folders: Folders, path: Path | None, plain: AnyTheme
) -> tuple[AnyTheme, list[Problem]]:
    """The settings in a file, and its problems; without a file, `plain`."""
    if path is None:
        return plain, []
    name = folders.relative(path)
    source, problems = read_file(name, path)
    if source is None:
        return plain, problems
    look, more = read_model(type(plain), source)
    problems = [*problems, *(replace(p, code="theme-invalid") for p in more)]
    for key in type(plain).model_fields if look else ():
        face = getattr(look, key)
        if isinstance(face, (Typeface, Lettering)) and font_folder(face.family) is None:
            known = (folder.name for folder in FONTS.iterdir() if folder.is_dir())
            hint = did_you_mean(_folder_name(face.family), known)
            message = f"printgen has no font '{face.family}'"
            problems.append(Problem(source.at((key, "family")), "theme-invalid", message, hint))
    return look or plain, problems


def font_folder(family: str) -> Path | None:
    """The folder of a font family that printgen ships; None for other families."""
    name = _folder_name(family)
    # The family may be that of a stranger's style sheet: no path leads out of the folder of fonts.
    return FONTS / name if valid_name(name) and (FONTS / name).is_dir() else None


def _folder_name(family: str) -> str:
    return family.lower().replace(" ", "-")
