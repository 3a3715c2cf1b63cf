"""The data of the tool for attacks: figures, their attacks, modifiers, numbers of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.content.stat_types import StatValue
from printgen.extras.browser.assembly import Data, Marked, Tool, marked_text
from printgen.extras.examples.lookup import CASE, MOD, RANGE, ValueRow, number_in, table_values
from printgen.extras.power_attack.attack import (
    DEFENCE,
    FACES,
    LIFE,
    POWER,
    REACH,
    SIZE,
    melee_bonuses,
    weapon_length,
)
from printgen.extras.power_attack.battle_rules import HEROISM, MIND, Fighters
from printgen.extras.power_attack.model import PowerSkirmish
from printgen.extras.power_attack.study import above, mean_loss
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import StatBlock, stat_blocks_of, trait_values

# The stats of a figure, and those that it may lack, with what counts instead.
NEEDED, OPTIONAL = (DEFENCE, MIND, LIFE), {SIZE: 0, HEROISM: 0}

# The gaps of Defence less Power that the page has chances for, with the loss of any life: far more
# than figures have.
GAPS = range(-120, 121)

# The drawings of a figure: a colour plate in two inks, if there is one, and the key plate.
PLATES = ("-m", "-c", "")

_DIGITS = re.compile(r"[0-9]+")


def attack_data(library: Library, game: str) -> Mapping[str, object] | None:
    """The data of a game with attacks of Power against Defence; None for others."""
    rules = library.games[game].game.part(PowerSkirmish)
    if rules is None:
        return None
    try:
        return _data(library, library.games[game], rules)
    except ComputationError:
        return None


def _data(library: Library, content: GameContent, rules: PowerSkirmish) -> Data | None:
    """Figures, modifiers of shots and of blows, and the numbers of the rules."""
    figures = list(_figures(library, content, rules))
    if not figures:
        return None
    numbers = Fighters(library, content, rules).numbers
    witness = numbers.of("witness")
    return {
        "figures": figures,
        "labels": _labels(library, content),
        "shots": list(modifiers(library, content, rules.shooting, "shooting")),
        "blows": list(modifiers(library, content, rules.striking, "striking")),
        "bands": bands(library, content, rules),
        "numbers": {
            "faces": FACES,
            "nerve": numbers.of("nerve"),
            "bet": numbers.of("bet"),
            "panic_defence": numbers.signed(rules.panic_defence, "panic_defence"),
        },
        "chances": _chances(),
        "melee": _melee(library, content, rules),
        "witness": _like(_sample(library, content, rules), witness) if witness else "",
        "drawings": [name for figure in figures for name in figure["art"]],
    }


def _chances() -> Data:
    """By the gap, from the `least` one: the chance to exceed it, and the mean loss of life."""
    return {
        "least": GAPS.start,
        "above": [float(above(gap)) for gap in GAPS],
        "mean": [float(mean_loss(gap)) for gap in GAPS],
    }


def _melee(library: Library, content: GameContent, rules: PowerSkirmish) -> Data | None:
    """What is added for the target of a shot into a melee: always, and without a move."""
    if rules.into_melee is None:
        return None
    aimed, still = melee_bonuses(library, content.id, rules.into_melee, "into_melee")
    return {"aimed": aimed, "still": still}


# --- figures ---------------------------------------------------------------------------------


def _figures(library: Library, content: GameContent, rules: PowerSkirmish) -> Iterator[Data]:
    """The profiles of a game that have all needed stats and an attack: their stats by key, their
    attacks and special rules, and their drawings.
    """
    for profile in content.profiles.values():
        block = _block(library, profile)
        traits = library.traits_of(profile)
        weapons = [w for trait in traits if (w := _weapon(library, content, rules, trait))]
        stats = _stats(block) if block else None
        if not weapons or stats is None:
            continue
        art = profile.value.vignette
        yield {
            "id": profile.id,
            "name": marked_text(profile.value.name, content),
            "art": [f"vignettes/{art}{plate}" for plate in PLATES] if art else [],
            "stats": stats,
            "weapons": weapons,
            "rules": [
                {
                    "name": marked_text(trait.value.name, content),
                    "text": marked_text(trait.value.text, content),
                }
                for trait in traits
                if trait.value.text and POWER not in trait.value.values
            ],
        }


def _block(library: Library, profile: Entry[Profile]) -> StatBlock | None:
    return next((b for b in stat_blocks_of(library, profile) if LIFE in b.facts), None)


def _stats(block: StatBlock) -> dict[str, int] | None:
    found = {key: block.facts.get(key) for key in (*NEEDED, *OPTIONAL)}
    numbers = {key: value for key, value in found.items() if isinstance(value, int)}
    return OPTIONAL | numbers if all(key in numbers for key in NEEDED) else None


def _weapon(
    library: Library, content: GameContent, rules: PowerSkirmish, trait: Entry[Trait]
) -> Data | None:
    """An attack, and its range as printed. `harmless` ones have their text as effect. Those in
    contact have no ranges.
    """
    power, kind = trait.value.values.get(POWER), trait.value.kind
    if not isinstance(power, int) or kind not in (rules.shoots, rules.fights):
        return None
    shoots = kind == rules.shoots
    ranges = list(_ranges(library, trait)) if shoots else []
    if shoots and not ranges:
        return None
    harmless = any(library.find("traits", content.id, name) is trait for name in rules.harmless)
    text, reach = trait.value.text, trait_values(library, trait).get(RANGE)
    return {
        "name": marked_text(trait.value.name, content),
        "reach": reach.text.replace('"', "″") if isinstance(reach, StatValue) else "",
        "power": power,
        "shoots": shoots,
        "harmless": harmless,
        "ranges": ranges,
        "text": marked_text(text, content) if text else None,
    }


def _ranges(library: Library, weapon: Entry[Trait]) -> Iterator[Data]:
    """The ranges of a weapon, and how far each goes (None without limit): short as given, medium to
    twice that, long beyond.
    """
    short, most = (weapon_length(library, weapon, key) for key in (RANGE, REACH))
    value = trait_values(library, weapon).get(RANGE)
    if short is None or not isinstance(value, StatValue):
        return
    limits: tuple[int | None, ...] = (short, 2 * short, None)
    for band, limit in zip(BANDS, limits, strict=True):
        last = most is not None and (limit is None or most <= limit)
        to = most if last else limit
        yield {"band": band, "to": None if to is None else _like(value.text, to)}
        if last:
            return


def _like(sample: str, number: int) -> str:
    """A length with another number, in the unit of the sample."""
    return _DIGITS.sub(str(number), sample, count=1).replace('"', "″")


def _sample(library: Library, content: GameContent, rules: PowerSkirmish) -> str:
    """The length of any weapon that shoots, for its unit."""
    for trait in content.traits.values():
        value = trait_values(library, trait).get(RANGE)
        if trait.value.kind == rules.shoots and isinstance(value, StatValue):
            return value.text
    return "0"


def _labels(library: Library, content: GameContent) -> dict[str, Marked]:
    """The short labels of the stats of figures and of Power."""
    found: dict[str, Marked] = {}
    for line in content.game.stat_lines.values():
        if LIFE in line.stats:
            keys = (key for key in (*NEEDED, *OPTIONAL) if key in line.stats)
            found |= {key: marked_text(line.stats[key].label, content) for key in keys}
    for kind in content.game.trait_kinds.values():
        if POWER in kind.stats:
            found.setdefault(POWER, marked_text(kind.stats[POWER].label, content))
    return found


# --- the data of the tool for attacks: the modifiers of shots, of blows and of ranges -------------


COVER = "cover"

BANDS = ("short", "medium", "long")


def modifiers(library: Library, content: GameContent, reference: str, key: str) -> Iterator[Data]:
    """The rows of a table of modifiers, without those of range. One applies to targets of a `size`,
    or if the attacker is `smaller`; `cover` is its name among the covers, of which one applies.
    `rivals` are rows that do not apply together with it.
    """
    found = table_values(library, content.id, reference, (), key)
    rows = [row for row in found if not row.id(RANGE)]
    places = {row.index: place for place, row in enumerate(rows)}
    for row in rows:
        rivals = [places[other] for other in _rivals(row) if other in places]
        yield {
            "by": number_in(library, row.table, row.index, MOD, key),
            "text": marked_text(row.table.value.rows[row.index][CASE], content),
            "size": row.number(SIZE),
            "smaller": row.flag("smaller"),
            "cover": row.id(COVER),
            "rivals": rivals,
        }


def _rivals(row: ValueRow) -> list[int]:
    """The other rows of which only one applies at a time with this one."""
    adds, values = row.table.value.adds, row.table.value.values
    groups = [values[name] for name in (adds.one_of if adds else ()) if name in values]
    return [
        index
        for group in groups
        if group[row.index] is not None
        for index, value in enumerate(group)
        if value is not None and index != row.index
    ]


def bands(library: Library, content: GameContent, rules: PowerSkirmish) -> dict[str, Data]:
    """The words for each range, and its modifier. A range without a number has none."""
    found: dict[str, Data] = {}
    for row in table_values(library, content.id, rules.ranges, (), "ranges"):
        band = row.id(RANGE)
        if band in BANDS:
            cells, columns = row.table.value.rows[row.index], row.table.value.columns
            by = number_in(library, row.table, row.index, MOD, "ranges")
            found[band] = {"label": marked_text(cells[next(iter(columns))], content), "by": by}
    return found


ATTACK = Tool(
    "attack",
    attack_data,
    (
        *("browser/marked", "browser/dice"),
        *("power_attack/rules", "power_attack/view", "power_attack/attack"),
    ),
    ("browser/tables", "power_attack/attack"),
)
