"""Units on hexes: their losses, their morale, their battles."""

from printgen.mechanics.hex_battle.battle_rules import BATTLES
from printgen.mechanics.hex_battle.checks import hex_battles_invalid
from printgen.mechanics.hex_battle.losses import resolve_losses, wrong_losses
from printgen.mechanics.hex_battle.model import LossesExample, MoraleExample
from printgen.mechanics.hex_battle.morale import resolve_morale, wrong_morale
from printgen.mechanics.hex_battle.view import losses_view, morale_view
from printgen.mechanics.mechanic import ExampleKind, Mechanic

HEX_BATTLE = Mechanic(
    "hex_battle",
    examples={
        "losses": ExampleKind(LossesExample, resolve_losses, wrong_losses, losses_view),
        "morale": ExampleKind(
            MoraleExample, resolve_morale, wrong_morale, morale_view, keep_together=False
        ),
    },
    checks=(hex_battles_invalid,),
    battles=BATTLES,
)
