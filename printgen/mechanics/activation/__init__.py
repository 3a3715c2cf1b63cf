"""Cards that activate figures without a player."""

from printgen.mechanics.activation.example import resolve_activation, wrong_activation
from printgen.mechanics.activation.model import ActivationExample
from printgen.mechanics.activation.view import activation_view
from printgen.mechanics.mechanic import ExampleKind, Mechanic

ACTIVATION = Mechanic(
    "activation",
    examples={
        "activation": ExampleKind(
            ActivationExample,
            resolve_activation,
            wrong_activation,
            activation_view,
            keep_together=False,
        )
    },
)
