"""The view of `game.yaml`."""

from __future__ import annotations

from printgen.content.models.game import Game
from printgen.views.game import GameView


def test_the_view_has_every_key_of_the_model() -> None:
    assert set(GameView.__annotations__) == {*Game.model_fields, "id"}
