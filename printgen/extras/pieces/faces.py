"""The faces of pieces that show no entry."""

from __future__ import annotations

from printgen.content.library import Library
from printgen.layout.jobs import Job, JobSource, Task
from printgen.products.card_faces import Cut, face_context, face_format
from printgen.products.target import Target
from printgen.views.style import theme_template


def product_task(
    library: Library,
    target: Target,
    template: str,
    cut: Cut,
    face: object,
    label: str,
    source: JobSource,
) -> Task:
    """The task of a face that shows no entry, but what a product has itself."""
    name = theme_template(library, library.games[target.game], template)
    context = {**face_context(library, target, name, cut), "face": face}
    format = face_format(library, target, name, cut)
    return Task(Job(format, f"{target.id} {label}".strip(), context), source)
