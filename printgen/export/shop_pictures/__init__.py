"""What a shop shows of a game: a cover, a banner, and screenshots of what is in the box."""

from __future__ import annotations

from printgen.export.shop_pictures.posters import banner, cover
from printgen.export.shop_pictures.screenshots import Screenshot, screenshots

__all__ = ["Screenshot", "banner", "cover", "screenshots"]
