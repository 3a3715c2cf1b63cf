"""Checks of the `poker:` section of game.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.game import Poker
from printgen.mechanics.poker_dice.odds import FACES
from printgen.mechanics.poker_dice.rules import _faults
from printgen.problems import did_you_mean

# An unknown name: the message, the name, its path, and the known names.
Lost = tuple[str, tuple[str, ...], Iterable[str]]


@check("poker-invalid")
def poker_invalid(content: GameContent, library: Library) -> Findings:
    """The scales, the matrix, the stats and the traits under `poker:` of game.yaml exist. The matrix
    has a number for each winning hand.
    """
    poker = content.game.poker
    if poker is None:
        return
    for fault in _faults(content, poker):
        if not fault.silent:
            where = ("poker", *fault.path)
            yield content.entry.finding(str(fault), *where, hint=fault.hint)
    for message, path, known in [*_stats(content, poker), *_faces(content, poker)]:
        hint = did_you_mean(message.rsplit("'")[-2], known)
        yield content.entry.finding(message, "poker", *path, hint=hint)
    for key in ("turns", "hides"):
        for name in getattr(poker, key):
            if library.lacks("traits", content.id, name):
                message, hint = f"no trait '{name}'", library.suggest("traits", content.id, name)
                where = ("poker", key, name)
                yield content.entry.finding(message, *where, hint=hint, key=True)


def _stats(content: GameContent, poker: Poker) -> Iterator[Lost]:
    game = content.game
    for key, owners in (("damage", game.trait_kinds), ("potential", game.stat_lines)):
        known = {stat for owner in owners.values() for stat in owner.stats}
        name = getattr(poker, key)
        if name is not None and name not in known:
            yield f"no stat '{name}'", (key,), known


def _faces(content: GameContent, poker: Poker) -> Iterator[Lost]:
    scales = content.game.scales
    scale = scales.get(poker.faces or "")
    if poker.faces and (scale is None or len(scale.ranks) != FACES):
        yield f"no scale of {FACES} faces is called '{poker.faces}'", ("faces",), scales
        return
    for name, face in poker.turns.items():
        if scale is None and poker.faces is None:
            yield f"without `faces:` no die shows '{face}'", ("turns", name), ()
        elif scale is not None and face not in scale.ranks:
            yield f"no face '{face}'", ("turns", name), scale.ranks
