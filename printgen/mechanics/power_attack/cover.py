"""The cover of a target from its shelters, and the modifier of a shot.

Source of Un Jeu de Figs: a target more than half hidden by heavy shelter has heavy cover. More than
half by light shelter, less by heavy shelter, or a figure of at least equal Size in front gives
light cover. Only the best cover counts. Our rulings: exactly half counts as less than half, and
less than half by light shelter gives no cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.example_lookup import (
    WrongClaim,
    number_in,
    row_of,
    stat,
    table,
    wrong_claims,
)
from printgen.mechanics.modifiers import CASE, MOD
from printgen.mechanics.power_attack.attack import SIZE
from printgen.mechanics.power_attack.model import CoverExample, Shelter

HALF = 50

COVERS = ("none", "light", "heavy")


@dataclass(frozen=True, slots=True)
class ShelterResult:
    """The cover of one shelter, and its figure if the shelter is a figure."""

    cover: str
    figure: Entry[Profile] | None


@dataclass(frozen=True, slots=True)
class CoverResult:
    """The cover of each shelter, the best of them, and its modifier."""

    target: Entry[Profile]
    behind: tuple[ShelterResult, ...]
    cover: str
    modifier: int


def resolve_cover(library: Library, game: str, example: CoverExample) -> CoverResult:
    """The cover of the target. Raises ComputationError."""
    target = resolve_entry(library, "profiles", game, example.target, "target")
    rows = table(library, game, example.table, (MOD, CASE), "table")
    modifiers = {"none": 0}
    for name in ("light", "heavy"):
        row = row_of(library, rows, CASE, getattr(example, name), name)
        modifiers[name] = number_in(library, rows, row, MOD, name)
    behind = tuple(
        _sheltered(library, game, target, shelter, "behind", number)
        for number, shelter in enumerate(example.behind)
    )
    best = max((s.cover for s in behind), key=COVERS.index, default="none")
    return CoverResult(target, behind, best, modifiers[best])


def _sheltered(
    library: Library, game: str, target: Entry[Profile], shelter: Shelter, *path: str | int
) -> ShelterResult:
    if (shelter.figure is None) == (shelter.kind is None):
        raise ComputationError("expected either `kind` or `figure`", *path)
    if shelter.figure is not None:
        figure = resolve_entry(library, "profiles", game, shelter.figure, *path, "figure")
        tall = stat(library, figure, SIZE, *path) >= stat(library, target, SIZE, "target")
        return ShelterResult("light" if tall else "none", figure)
    if shelter.share is None:
        raise ComputationError(
            "`share` is missing", *path, hint="share: …, the percentage of the target hidden"
        )
    more = shelter.share > HALF
    if shelter.kind == "heavy":
        return ShelterResult("heavy" if more else "light", None)
    return ShelterResult("light" if more else "none", None)


def wrong_cover(example: CoverExample, found: CoverResult) -> Iterator[WrongClaim]:
    """The wrong claims."""
    yield from wrong_claims(example, found, ("cover", "modifier"))
