"""Settings of the user, not of a project: the printer's offset, the preferred paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Id, Model, Paper
from printgen.content.source import read_source
from printgen.content.validation import read_model
from printgen.problems import Position, Problem

Millimetres = Annotated[float, Field(ge=-15, le=15, strict=False)]

# A name in the URLs of itch.io.
ItchName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$", max_length=60)]


# The URLs that open a file at a place, by editor. A pattern of the user's own is accepted, too.
EDITORS = {
    "vscode": "vscode://file{path}:{line}:{column}",
    "vscodium": "vscodium://file{path}:{line}:{column}",
    "cursor": "cursor://file{path}:{line}:{column}",
    "zed": "zed://file{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
}

_PATTERN = re.compile(r"(?!javascript:|data:)[a-z][a-z0-9+.-]*:[^\s]*\{path\}[^\s]*")


def _known_editor(value: str) -> str:
    if value in EDITORS or _PATTERN.fullmatch(value):
        return value
    hint = f"use {', '.join(EDITORS)}, or a URL with {{path}}, {{line}} and {{column}}"
    raise PydanticCustomError(
        "editor", "'{value}' is not a known editor", {"value": value, "hint": hint}
    )


class Itch(Model):
    """An account on itch.io. `projects` are the names of projects that differ from the game's."""

    user: ItchName
    projects: dict[Id, ItchName] = {}


class Settings(Model):
    """`settings.yaml` in the user's configuration folder.

    `back_offset` moves the backs of cards, in mm to the right and down. `editor` opens files from
    the preview: a name of EDITORS or a URL pattern.
    """

    paper: Paper | None = None
    duplex: Literal["long-edge", "short-edge", "gutter-fold"] | None = None
    itch: Itch | None = None
    editor: Annotated[str, AfterValidator(_known_editor)] = "vscode"
    back_offset: list[Millimetres] = Field(default=[0.0, 0.0], min_length=2, max_length=2)


def read_settings(path: Path) -> tuple[Settings, list[Problem]]:
    """The settings in a file; the defaults when the file is missing or has problems."""
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Settings(), []
    except OSError as error:
        problem = Problem(Position(str(path)), "file-unreadable", error.strerror or str(error))
        return Settings(), [problem]
    if not re.sub(rb"#.*", b"", content).strip():
        return Settings(), []
    source, problems = read_source(str(path), content)
    if source is None:
        return Settings(), problems
    settings, more = read_model(Settings, source)
    return settings or Settings(), [*problems, *more]
