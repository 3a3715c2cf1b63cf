"""Checks of the `poker:` section of game.yaml."""

from __future__ import annotations

from printgen.content.library import GameContent, Library
from printgen.extras.battles.deployment import Numbers
from printgen.extras.poker_dice.battle_rules import KEYS
from printgen.extras.poker_dice.model import Poker, Skirmish
from printgen.extras.poker_dice.odds import FACES
from printgen.extras.poker_dice.rules import _faults
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError


@check("poker-invalid")
def poker_invalid(content: GameContent, library: Library) -> Findings:
    """The scales, the tables, the stats and the traits under `poker:` exist. The matrix has a
    number for each winning hand. Each number of `skirmish:` can be computed, and is in its range.
    """
    poker = content.game.part(Poker)
    if poker is None:
        return
    for fault in _faults(content, poker):
        if not fault.silent:
            yield content.entry.finding(str(fault), "poker", *fault.path, hint=fault.hint)
    yield from _stats(content, poker)
    yield from _faces(content, poker)
    for key in ("turns", "hides"):
        for name in getattr(poker, key):
            if library.lacks("traits", content.id, name):
                message, hint = f"no trait '{name}'", library.suggest("traits", content.id, name)
                yield content.entry.finding(message, "poker", key, name, hint=hint, key=True)
    yield from _told(content, library, poker)
    if poker.skirmish:
        yield from _skirmish(content, library, poker.skirmish)


def _skirmish(content: GameContent, library: Library, rules: Skirmish) -> Findings:
    """The stats, the kinds of traits, the traits and the numbers of skirmishes."""
    here, entry = ("poker", "skirmish"), content.entry
    stats = {stat for line in content.game.stat_lines.values() for stat in line.stats}
    for place, stat in enumerate(rules.life):
        if stat not in stats:
            hint = did_you_mean(stat, stats)
            yield entry.finding(f"no stat '{stat}'", *here, "life", place, hint=hint)
    for key in ("shoots", "fights"):
        kind = getattr(rules, key)
        if kind is not None and kind not in content.game.trait_kinds:
            hint = did_you_mean(kind, content.game.trait_kinds)
            yield entry.finding(f"no kind of traits '{kind}'", *here, key, hint=hint)
    for key in ("unarmed", "slow", "stars", "fearless", "frightening"):
        traits = getattr(rules, key)
        for place, name in enumerate(traits):
            if library.lacks("traits", content.id, name):
                hint, named = library.suggest("traits", content.id, name), isinstance(traits, dict)
                path = (*here, key, name if named else place)
                yield entry.finding(f"no trait '{name}'", *path, hint=hint, key=named)
    numbers = Numbers(library, content, rules)
    for key in KEYS:
        try:
            numbers.of(key)
        except ComputationError as error:
            yield entry.finding(str(error), *here, key, hint=error.hint)
    for name, wanted in rules.unarmed.items():
        try:
            numbers.signed(wanted)
        except ComputationError as error:
            yield entry.finding(str(error), *here, "unarmed", name, hint=error.hint)


def _told(content: GameContent, library: Library, poker: Poker) -> Findings:
    """The tables, the rows and the columns under `told:`."""
    entry, game = content.entry, content.id
    for key, told in poker.told.items():
        here, table = ("poker", "told", key), library.find("tables", game, told.table)
        if library.lacks("tables", game, told.table):
            hint = library.suggest("tables", game, told.table)
            yield entry.finding(f"no table '{told.table}'", *here, "table", hint=hint)
        if table is None:
            continue
        rows, columns = table.value.rows, table.value.columns
        if told.row > len(rows):
            message = f"the table '{told.table}' has no row {told.row}"
            yield entry.finding(message, *here, "row", hint=f"1 to {len(rows)}" if rows else "")
        elif told.column is not None and told.column not in columns:
            hint = did_you_mean(told.column, columns)
            yield entry.finding(f"no column '{told.column}'", *here, "column", hint=hint)


def _stats(content: GameContent, poker: Poker) -> Findings:
    game = content.game
    lines, kinds = game.stat_lines, game.trait_kinds
    for key, owners in (("damage", kinds), ("potential", lines), ("cards", lines)):
        known = {stat for owner in owners.values() for stat in owner.stats}
        name = getattr(poker, key)
        if name is not None and name not in known:
            hint = did_you_mean(name, known)
            yield content.entry.finding(f"no stat '{name}'", "poker", key, hint=hint)


def _faces(content: GameContent, poker: Poker) -> Findings:
    scales = content.game.scales
    scale = scales.get(poker.faces or "")
    if poker.faces and scale is None:
        hint = did_you_mean(poker.faces, scales)
        yield content.entry.finding(f"no scale '{poker.faces}'", "poker", "faces", hint=hint)
    elif scale and len(scale.ranks) != FACES:
        message = f"the scale '{poker.faces}' has {len(scale.ranks)} ranks"
        yield content.entry.finding(message, "poker", "faces", hint=f"expected {FACES}")
    else:
        known = scale.ranks if scale else {}
        for name, face in poker.turns.items():
            if face not in known:
                hint = did_you_mean(face, known) if scale else "`faces:` names a scale of faces"
                yield content.entry.finding(f"no face '{face}'", "poker", "turns", name, hint=hint)


CHECKS = (poker_invalid,)
