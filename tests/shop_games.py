"""Games with titles for shop pictures, and their products."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from printgen import Project
from printgen.press.targets import choose
from printgen.products.target import Target

THEMES = {
    "zombstone": "Zombstone 1881",
    "deathly-thrones": "Deathly Thrones",
    "dracula-america": "Dracula America",
    "furia-cartese": "Furia Cartese",
    "un-jeu-de-figs": "Un jeu de figs",
    "plain": "Fog and Compasses",
}
LONG = "The very long and rather unlikely history of the seventeen counters of the apocalypse"


def made(root: Path, *kinds: str) -> list[tuple[Target, Path]]:
    """The English targets of a project, of some output kinds, and their files."""
    targets = choose(Project(root).targets(), langs=["en"])
    return [(t, root / t.path) for t in targets if not kinds or t.output in kinds]


def opened(data: bytes) -> Image.Image:
    """The picture of a PNG file."""
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.format == "PNG"
        return picture
