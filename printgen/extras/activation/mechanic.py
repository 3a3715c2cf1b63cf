"""Cards that activate figures without a player."""

from printgen.extras.activation.example import (
    ActivationExample,
    resolve_activation,
    wrong_activation,
)
from printgen.extras.activation.view import activation_view
from printgen.rules.mechanic import ExampleKind, Mechanic

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
