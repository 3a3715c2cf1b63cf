"""The starter's crew cards as files for card printers."""

from __future__ import annotations

from typing import Any

from runners import runner_of

from printgen import Project
from printgen.extras.card_printers.files import vendor_files
from printgen.extras.card_printers.vendors import built_in_vendors


def deck(project: Project, **changes: Any) -> Any:
    """The starter's crew cards with changed fields."""
    entry = project.library.games["fog"].products["crew-cards"]
    if changes:
        entry = type(entry)(**{**vars(entry), "value": entry.value.model_copy(update=changes)})
    return entry


def files(
    project: Project, vendor: str, dpi: int = 300, size: str = "", **changes: Any
) -> dict[str, bytes]:
    """The files of the crew cards for a card printer, by name."""
    cards = deck(project, **changes)
    with runner_of(project) as runner:
        printer = built_in_vendors()[vendor]
        made = list(vendor_files(project.library, cards, "en", runner, printer, dpi, size))
    assert len(dict(made)) == len(made)
    return dict(made)


def faces(front: str, back: str | None) -> Any:
    """The templates of both faces."""
    from printgen.content.models.faces import Faces

    return Faces(front=front, back=back)
