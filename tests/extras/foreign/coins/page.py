"""The tool `coins` of the play aid: the coins in a purse, to flip."""

from __future__ import annotations

from coins.flips import Purse, chance
from printgen.content.library import Library
from printgen.extras.browser.assembly import Data, Tool


def purse_data(library: Library, game: str) -> Data | None:
    """The coins of a game's purse, and the chance of each number of heads or more."""
    purse = library.games[game].game.part(Purse)
    if purse is None:
        return None
    chances = [float(chance(purse.coins, heads)) for heads in range(purse.coins + 1)]
    return {"coins": purse.coins, "chances": chances}


COINS = Tool("coins", purse_data, ("browser/dice", "coins/coins"), ("coins/coins",))
