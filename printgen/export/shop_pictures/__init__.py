"""The images of a shop page: cover, banner and screenshots of the game's products."""

from __future__ import annotations

from printgen.export.shop_pictures.inventory import inventory_of
from printgen.export.shop_pictures.posters import cover, posters
from printgen.export.shop_pictures.screenshots import Screenshot, screenshots

__all__ = ["Screenshot", "cover", "inventory_of", "posters", "screenshots"]
