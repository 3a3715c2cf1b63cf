"""What a shop shows of a game: a cover, a banner, and screenshots of what is in the box."""

from printgen.export.pictures.posters import PictureError, banner, cover

__all__ = ["PictureError", "banner", "cover"]
