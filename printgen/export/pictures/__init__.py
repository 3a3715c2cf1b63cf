"""What a shop shows of a game: a cover, a banner, and screenshots of what is in the box."""

from printgen.export.pictures.posters import banner, cover
from printgen.export.pictures.screenshots import Picture, screenshots

__all__ = ["Picture", "banner", "cover", "screenshots"]
