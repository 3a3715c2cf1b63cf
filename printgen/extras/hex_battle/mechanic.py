"""Units on hexes: their losses, their morale, their battles."""

from printgen.extras.hex_battle.examples import (
    resolve_losses,
    resolve_morale,
    wrong_losses,
    wrong_morale,
)
from printgen.extras.hex_battle.model import LossesExample, MoraleExample
from printgen.extras.hex_battle.view import losses_view, morale_view
from printgen.rules.mechanic import ExampleKind, Mechanic

HEX_BATTLE = Mechanic(
    "hex_battle",
    examples={
        "losses": ExampleKind(LossesExample, resolve_losses, wrong_losses, losses_view),
        "morale": ExampleKind(
            MoraleExample, resolve_morale, wrong_morale, morale_view, keep_together=False
        ),
    },
)
