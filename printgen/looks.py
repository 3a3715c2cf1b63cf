"""How the charts of a theme look: its `chart.yaml`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.models import Colour, Model
from printgen.problems import Position, Problem
from printgen.project import Folders, find_template_file
from printgen.shape import read_model
from printgen.source import read_source
from printgen.yamltext import MAX_BYTES

Millimetres = Annotated[float, Field(ge=0, le=5, strict=False)]
Size = Annotated[float, Field(ge=1.8, le=6, strict=False)]


# Words: it becomes a name in CSS, and the name of a folder of fonts.
Family = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$", max_length=40)
]


class Face(Model):
    """A typeface of charts, its size in mm; `upper` sets capitals."""

    family: Family = "Source Sans 3"
    size: Size = 2.6
    weight: Annotated[int, Field(ge=100, le=900, multiple_of=100)] = 400
    italic: bool = False
    upper: bool = False


class Look(Model):
    """What themes may change of a chart. Colours are those of full ink; low ink is black on white.

    `figures` are numbers, `words` the names of columns, `names` those of axes, `labels` those of
    series. `hatch` is how bars are shaded, by a ruler, a pen, a burin or a screen of dots; `fills`
    lie beneath the hatching, in the order of the series. `wobble` (mm) is how unsteady the hand is,
    `cap` (mm) how far the end of a bar stands out on both sides, `shadow` (mm) how far a shadow
    has slipped.
    """

    figures: Face = Face()
    words: Face = Face()
    names: Face = Face(italic=True)
    labels: Face = Face(weight=600)
    ink: Colour = "#111111"
    paper: Colour = "#ffffff"
    accent: Colour | None = None
    fills: Annotated[list[Colour], Field(max_length=6)] = []
    hatch: Literal["ruled", "pen", "burin", "dots"] = "ruled"
    line: Millimetres = 0.45
    outline: Millimetres = 0.22
    wobble: Millimetres = 0.0
    cap: Millimetres = 0.0
    shadow: Millimetres = 0.0
    double: bool = False


def look_file(folders: Folders, theme: str) -> Path | None:
    """The file that holds the look of a theme's charts."""
    return find_template_file(folders, f"{theme}/chart.yaml")


def read_look(folders: Folders, path: Path | None) -> tuple[Look, list[Problem]]:
    """The look in a file, and what is wrong with it; the plain look where there is none."""
    if path is None:
        return Look(), []
    name = folders.relative(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Look(), [Problem(Position(name), "file-unreadable", error.strerror or str(error))]
    source, problems = read_source(name, content)
    if source is None:
        return Look(), problems
    look, more = read_model(Look, source)
    return look or Look(), [*problems, *(replace(p, code="look-invalid") for p in more)]
