"""The showdown tool of the play aid: the types of its data, and the data of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.playing_cards import Rank
from printgen.content.models.profile import Profile, Stat, Trait
from printgen.content.models.scenario import Force
from printgen.content.models.text import Text
from printgen.extras.battles.battle import Company
from printgen.extras.browser.assembly import Data, Tool, Translations, translations
from printgen.extras.poker_dice.battle_rules import DICE, Fighters
from printgen.extras.poker_dice.model import Poker, Skirmish
from printgen.extras.poker_dice.rules import FACES, HANDS, conflict_points, poker_of
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import stat_blocks_of

# The folder of the portraits in a theme.
PORTRAITS = "vignettes/"

# The most figures: their posters are one page of the tool.
MAX_FIGURES = 60


def showdown_data(library: Library, game: str) -> Data | None:
    """The data of a game with poker dice and rules of skirmishes; None for other games. `points`
    has the damage by the loser's and the winner's hand; -1 where there is none.
    """
    content = library.games[game]
    poker = content.game.part(Poker)
    if poker is None or poker.skirmish is None or not (poker.faces and poker.potential):
        return None
    try:
        return _ShowdownReader(library, content, poker_of(content), poker.skirmish).data()
    except ComputationError:
        return None


class _ShowdownReader:
    """Reads the data of one game."""

    def __init__(self, library: Library, content: GameContent, poker: Poker, rules: Skirmish):
        self.library, self.content, self.poker, self.rules = library, content, poker, rules
        self.recruits = Fighters(library, content, poker, rules)
        self.guns = list(self._weapons(rules.shoots)) if rules.shoots else []
        self.blades = list(self._weapons(rules.fights))

    def data(self) -> Data | None:
        """All data; None without figures. Raises ComputationError."""
        game, poker = self.content.game, self.poker
        figures = [*self._figures()][:MAX_FIGURES]
        if not figures:
            return None
        return {
            "dice": DICE,
            "faces": [self._face(rank) for rank in game.scales[poker.faces or ""].ranks.values()],
            "hands": [self._face(rank) for rank in game.scales[poker.hands].ranks.values()],
            "points": self._points(),
            "matrix": self._matrix(),
            "guts": HANDS.index(poker.guts),
            "light": poker.light_cover,
            "heavy": poker.heavy_cover,
            "back": poker.return_fire,
            "guns": self.guns,
            "blades": self.blades,
            "stats": dict(self._stats()),
            "told": dict(self._told()),
            "figures": figures,
            "drawings": sorted({figure["art"] for figure in figures if figure["art"]}),
        }

    # --- rules ---------------------------------------------------------------------------------

    def _face(self, rank: Rank) -> Data:
        """A face of a die, or a dice hand."""
        return {"label": self._say(rank.label), "name": self._say(rank.name or rank.label)}

    def _points(self) -> list[list[int]]:
        points = conflict_points(self.content)
        return [[points.get((loser, winner), -1) for winner in HANDS] for loser in HANDS]

    def _matrix(self) -> Data:
        """The words of the table of damage."""
        table = self.content.tables[self.poker.conflicts].value
        assert table.matrix is not None
        return {
            "title": self._say(table.title),
            "rows": self._say(table.matrix.rows_label),
            "columns": self._say(table.matrix.columns_label),
            "impossible": table.matrix.impossible,
        }

    def _told(self) -> Iterator[tuple[str, Translations]]:
        for name, told in self.poker.told.items():
            table = self.library.find("tables", self.content.id, told.table)
            if table is None or told.row > len(table.value.rows):
                continue
            cells = table.value.rows[told.row - 1]
            text = cells.get(told.column or list(table.value.columns)[-1])
            if text is not None:
                yield name, self._say(text)

    def _stats(self) -> Iterator[tuple[str, Data]]:
        """The stats that players can change on a blank figure: rerolls, cards, points of life."""
        wanted = {"pot": self.poker.potential, "cards": self.poker.cards}
        wanted |= {f"life-{place}": key for place, key in enumerate(self.rules.life)}
        for name, key in wanted.items():
            stat = self._stat(key)
            if stat is not None:
                yield (
                    name,
                    {
                        "label": self._say(stat.label),
                        "name": self._say(stat.name or stat.label),
                        "min": int(stat.min or 0),
                        "max": int(stat.max or 0),
                    },
                )

    def _stat(self, key: str | None) -> Stat | None:
        lines = self.content.game.stat_lines.values()
        return next((line.stats[key] for line in lines if key in line.stats), None) if key else None

    # --- weapons and figures -------------------------------------------------------------------

    def _weapons(self, kind: str) -> Iterator[Data]:
        """A weapon: what it adds to the damage, and to the dice of the first throw."""
        for name, trait in self.content.traits.items():
            if trait.value.kind != kind:
                continue
            damage = trait.value.values.get(self.poker.damage)
            change = self.rules.unarmed.get(name, 0)
            yield {
                "id": name,
                "name": self._say(trait.value.name),
                "damage": damage if isinstance(damage, int) else 0,
                "dice": self.recruits.numbers.signed(change, "unarmed", name),
            }

    def _figures(self) -> Iterator[Data]:
        """The figures with stats, then those whose stats the players fill in. `pots` and `life` are
        those of a sound and of a wounded figure; `cards` is the number of cards in one go. `turn`
        is the face that a die may be changed to, by the skill `turns`; `hurt` the number of faces
        on which a point of damage counts, by the skill `hides`. `fearless` is the skill that passes
        each test of nerve. A figure without stats is `blank`: the players fill them in.
        """
        found: list[Data] = []
        for profile in self.content.profiles.values():
            try:
                found.append(self._figure(profile))
            except ComputationError:
                continue
        yield from found
        for profile in self.content.profiles.values():
            if found and not profile.value.stats:
                yield self._blank(profile, found[0])

    def _figure(self, profile: Entry[Profile]) -> Data:
        company = Company(profile, 0, 1, Force(profile=profile.id))
        fighter = self.recruits.fighter(company)
        traits = self.recruits.traits(company)
        return {
            **self._about(profile, traits),
            "blank": False,
            "pots": fighter.pots,
            "cards": self._cards(profile),
            "life": fighter.life,
            "turn": fighter.turn,
            "turns": next((name for name in traits if name in self.poker.turns), None),
            "hurt": fighter.hurt,
            "hides": next((name for name in traits if name in self.poker.hides), None),
            "star": fighter.star,
            "fearless": next((name for name in traits if name in self.rules.fearless), None),
            "frightening": fighter.frightening,
        }

    def _blank(self, profile: Entry[Profile], other: Data) -> Data:
        """A figure that starts with the stats of another one."""
        return {
            **self._about(profile, {}),
            "blank": True,
            "pots": other["pots"],
            "cards": other["cards"],
            "life": other["life"],
            "turn": None,
            "turns": None,
            "hurt": FACES,
            "hides": None,
            "star": False,
            "fearless": None,
            "frightening": False,
        }

    def _about(self, profile: Entry[Profile], traits: Mapping[str, Entry[Trait]]) -> Data:
        """A figure without its stats. `guns` and `blades` are its own weapons, by number."""
        value = profile.value
        return {
            "id": profile.id,
            "name": self._say(value.name),
            "epithet": self._say(value.epithet) if value.epithet else None,
            "art": f"{PORTRAITS}{value.vignette}" if value.vignette else None,
            "guns": _own(self.guns, traits),
            "blades": _own(self.blades, traits),
            "skills": list(self._skills(traits)),
        }

    def _skills(self, traits: Mapping[str, Entry[Trait]]) -> Iterator[Data]:
        """A trait of a figure that is no weapon, with the sign of its suit."""
        for name, trait in traits.items():
            value = trait.value
            weapon = value.kind in (self.rules.shoots, self.rules.fights)
            if weapon or trait.game != self.content.id:
                continue
            suit = self.content.game.suits.get(value.suit or "")
            yield {
                "id": name,
                "name": self._say(value.name),
                "text": self._say(value.text) if value.text else None,
                "suit": suit.symbol if suit else "",
                "red": bool(suit and suit.red),
            }

    def _cards(self, profile: Entry[Profile]) -> int:
        for block in stat_blocks_of(self.library, profile):
            number = block.facts.get(self.poker.cards or "")
            if isinstance(number, int):
                return number
        return 0

    def _say(self, text: Text) -> Translations:
        return translations(text, self.content)


def _own(weapons: list[Data], traits: Mapping[str, Entry[Trait]]) -> list[int]:
    """The numbers of the weapons among a figure's traits."""
    return [number for number, weapon in enumerate(weapons) if weapon["id"] in traits]


def _showdowns(library: Library, game: str) -> Mapping[str, object] | None:
    data = showdown_data(library, game)
    return {**data} if data else None


_SCRIPTS = ("hands", "odds", "rules", "told", "dice", "store", "setup", "showdown")

SHOWDOWN = Tool(
    "showdown",
    _showdowns,
    tuple(f"poker_dice/{name}" for name in _SCRIPTS),
    ("poker_dice/showdown", "poker_dice/dice"),
)
