"""The look of the pictures of shop pages: the `itch.yaml` of a theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.content.models.base import Colour, Id, Model
from printgen.content.models.text import Text
from printgen.content.theme import read_settings
from printgen.problems import Position, Problem
from printgen.project import Folders, find_template_file


class ShopPicture(Model):
    """A picture of your own among those of the shop page."""

    file: Annotated[str, StringConstraints(pattern=r"^[\w./{}-]+\.(png|jpg)$", max_length=200)]
    """A PNG or JPEG file in the folder of the theme; `{lang}` stands for the language. Such as
    `shop/play.{lang}.png`.
    """
    alt: Text
    """What the picture shows, for those who cannot see it."""


class ShopTheme(Model):
    """The pictures of shop pages."""

    table: Literal["cloth", "planks", "stone", "rays"] = "cloth"
    """What lies under the products in shop pictures."""
    colour: Colour | None = None
    """The colour of the ground. Left out: a darker accent colour of the game."""
    second: Colour | None = None
    """The colour of every other ray, with `table: rays`."""
    leave_out: Annotated[list[Id], Field(max_length=50)] = []
    """Products that the pictures do not show, such as sheets to be filled in."""
    pictures: Annotated[list[ShopPicture], Field(max_length=4)] = []
    """Pictures of your own, after the first one: the game on a screen, people who play."""


def shop_theme_file(folders: Folders, theme: str) -> Path | None:
    """The shop picture settings file of a theme."""
    return find_template_file(folders, f"{theme}/itch.yaml")


def read_shop_theme(folders: Folders, path: Path | None) -> tuple[ShopTheme, list[Problem]]:
    """The shop picture settings in a file, and its problems."""
    look, problems = read_settings(folders, path, ShopTheme())
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


def theme_problems(folders: Folders, themes: Sequence[str]) -> list[Problem]:
    """The problems of the `itch.yaml` of a theme, which is in none of its styles."""
    return read_shop_theme(folders, shop_theme_file(folders, themes[-1]))[1]
