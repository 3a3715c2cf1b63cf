"""Settings of the user, such as the printer's offset, and of a project: the preferred paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.models.base import Id, Model, Paper
from printgen.content.source import read_source
from printgen.content.validation import read_model
from printgen.problems import Position, Problem
from printgen.project import MARKER, Folders, OutsideProject
from printgen.reading import read_regular

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


class ProjectSettings(Model):
    """`printgen.yaml`, the marker of a project. Its `paper` goes before that of the user."""

    paper: Paper | None = None


Kind = TypeVar("Kind", bound=Model)


def read_settings(path: Path) -> tuple[Settings, list[Problem]]:
    """The user's settings in a file; the defaults when the file is missing or has problems."""
    return _read(Settings, str(path), lambda: read_regular(path, MAX_YAML_BYTES))


def read_project_settings(folders: Folders) -> tuple[ProjectSettings, list[Problem]]:
    """The settings of a project; the defaults when its marker has problems."""
    return _read(ProjectSettings, MARKER, lambda: folders.read(MARKER, MAX_YAML_BYTES))


def _read(kind: type[Kind], name: str, read: Callable[[], bytes]) -> tuple[Kind, list[Problem]]:
    """The settings of a kind in a file, which is `name` in problems."""
    try:
        content = read()
    except (FileNotFoundError, NotADirectoryError):
        return kind(), []
    except OutsideProject:
        problem = Problem(Position(name), "path-outside", "the link is outside the project")
        return kind(), [problem]
    except OSError as error:
        problem = Problem(Position(name), "file-unreadable", error.strerror or str(error))
        return kind(), [problem]
    if not re.sub(rb"#.*", b"", content).strip():
        return kind(), []
    source, problems = read_source(name, content)
    if source is None:
        return kind(), problems
    settings, more = read_model(kind, source)
    return settings or kind(), [*problems, *more]
