"""Theme configuration: `chart.yaml`, `map.yaml`, `itch.yaml` (shop pictures), and `style.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from printgen.content.images import picture_size
from printgen.content.limits import MAX_PIXELS
from printgen.content.models.base import Colour, Model
from printgen.content.models.hex_rules import Ground
from printgen.content.models.theme import (
    ChartTheme,
    Lettering,
    MapTheme,
    ShopPicture,
    ShopTheme,
    Style,
    Typeface,
)
from printgen.content.names import valid_name
from printgen.content.source import read_file
from printgen.content.validation import read_model
from printgen.problems import Position, Problem, did_you_mean
from printgen.project import FONTS, STYLE_FOLDER, TEMPLATES, Folders, find_template_file

# The default terrain colours.
GROUND_COLOURS: dict[Ground, Colour] = {
    "plain": "#ffffff",
    "field": "#f3e9c4",
    "wood": "#d5dfb9",
    "pines": "#c8d8bd",
    "rocks": "#e0d9cc",
    "hill": "#ece0c6",
    "marsh": "#dbe3d5",
    "water": "#c6dae0",
    "sand": "#f5ebcb",
    "village": "#f0e2d0",
    "vineyard": "#e1e0b8",
}


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


def chart_theme_file(folders: Folders, *themes: str) -> Path | None:
    """The chart settings file of a theme: the first in some of its folders."""
    return _first_file(folders, themes, "chart.yaml")


def map_theme_file(folders: Folders, *themes: str) -> Path | None:
    """The map settings file of a theme: the first in some of its folders."""
    return _first_file(folders, themes, "map.yaml")


def shop_theme_file(folders: Folders, theme: str) -> Path | None:
    """The shop picture settings file of a theme."""
    return find_template_file(folders, f"{theme}/itch.yaml")


def read_chart_theme(folders: Folders, path: Path | None) -> tuple[ChartTheme, list[Problem]]:
    """The chart settings in a file, and its problems; the defaults without a file."""
    return _read(folders, path, ChartTheme())


def read_map_theme(folders: Folders, path: Path | None) -> tuple[MapTheme, list[Problem]]:
    """The map settings in a file, and its problems, including those of the paper texture."""
    look, problems = _read(folders, path, MapTheme())
    if path is not None and look.texture:
        picture, wrong = texture_file(folders, path, look), ""
        size = picture_size(picture) if picture else None
        if picture is None:
            wrong = f"no image '{look.texture}'"
        elif size is None:
            wrong = f"'{look.texture}' is not a readable image"
        elif size[0] * size[1] > MAX_PIXELS:
            wrong = f"'{look.texture}' has {size[0]} x {size[1]} pixels; at most 25 megapixels"
        if wrong:
            where = Position(folders.relative(path))
            problems = [*problems, Problem(where, "theme-invalid", wrong)]
    return look, problems


def read_shop_theme(folders: Folders, path: Path | None) -> tuple[ShopTheme, list[Problem]]:
    """The shop picture settings in a file, and its problems."""
    look, problems = _read(folders, path, ShopTheme())
    for picture in look.pictures if path else ():
        for lang in picture.alt:
            if path and shop_picture_file(folders, path.parent.name, picture, lang) is None:
                wrong = f"the theme has no file '{picture.file.replace('{lang}', lang)}'"
                problems = [
                    *problems,
                    Problem(Position(folders.relative(path)), "theme-invalid", wrong),
                ]
    return look, problems


def shop_picture_file(folders: Folders, theme: str, picture: ShopPicture, lang: str) -> Path | None:
    """The file of a picture of a shop page in a language; None without one."""
    return find_template_file(folders, f"{theme}/{picture.file.replace('{lang}', lang)}")


def style_file(folders: Folders, theme: str, style: str) -> Path | None:
    """The settings file of a style of a theme."""
    return find_template_file(folders, f"{theme}/{STYLE_FOLDER}/{style}/style.yaml")


def read_style(folders: Folders, path: Path | None) -> tuple[Style, list[Problem]]:
    """The settings of a style in a file, and its problems; the defaults without a file."""
    return _read(folders, path, Style())


def _first_file(folders: Folders, themes: tuple[str, ...], name: str) -> Path | None:
    found = (find_template_file(folders, f"{theme}/{name}") for theme in themes)
    return next((path for path in found if path), None)


def texture_file(folders: Folders, path: Path, look: MapTheme) -> Path | None:
    """The file of a map's paper texture; None without one."""
    return (
        find_template_file(folders, f"{path.parent.name}/{look.texture}") if look.texture else None
    )


def _read(folders: Folders, path: Path | None, plain: AnyTheme) -> tuple[AnyTheme, list[Problem]]:
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
