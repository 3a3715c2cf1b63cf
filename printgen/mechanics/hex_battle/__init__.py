"""Losses and morale of units on hexes."""

from printgen.mechanics.hex_battle import losses, morale, view
from printgen.mechanics.hex_battle.model import LossesExample, MoraleExample
from printgen.mechanics.mechanic import ExampleKind, Mechanic

HEX_BATTLE = Mechanic(
    "hex_battle",
    examples={
        "losses": ExampleKind(
            LossesExample, losses.resolve_losses, losses.wrong_losses, view.losses
        ),
        "morale": ExampleKind(
            MoraleExample, morale.resolve_morale, morale.wrong_morale, view.morale
        ),
    },
)
