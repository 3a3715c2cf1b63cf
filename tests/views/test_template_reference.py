"""The reference of template variables."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

from printgen import Project
from printgen.products import kind_of
from printgen.products.card_faces import FaceContext, FigureContext
from printgen.products.kind import PrintOptions
from printgen.products.sheet import SheetContext
from printgen.project import STARTERS

if TYPE_CHECKING:
    from printgen.layout.jobs import Task

DOCS = Path(__file__).parents[2] / "docs"


def first_task(product: str) -> Task:
    """The first task of a product of the starter."""
    project = Project(STARTERS / "skirmish")
    (target,) = project.targets([f"fog/{product}"], langs=["en"])
    value = project.library.games["fog"].products[product].value
    build = kind_of(value).prepare(project.library, target, value, PrintOptions())
    return next(iter(build.tasks()))


def test_the_reference_is_up_to_date() -> None:
    written = (DOCS / "en" / "reference" / "templates.md").read_text("utf-8")
    assert written == runpy.run_path(str(DOCS / "templates.py"))["page"]()


def test_templates_see_what_the_reference_lists() -> None:
    face, sheet = first_task("crew-cards").job.context, first_task("quay").job.context
    assert set(face) == {
        "card",
        "number",
        *FaceContext.__annotations__,
        *FigureContext.__annotations__,
    }
    assert set(sheet) == set(SheetContext.__annotations__)
