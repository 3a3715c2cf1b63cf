"""Pages of faces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from helpers import (
    built,
    pixels,
    starter,
)
from layout_projects import products, profile


def test_equal_cards_are_drawn_alike(tmp_path: Path) -> None:
    """Two entries with the same text look the same, at any position of their batch."""
    root = starter(tmp_path / "game")
    for name in ("One", "Two"):
        profile(root, name, "Brief.")
        path = root / "content" / "fog" / "profiles" / f"{name.lower()}.yaml"
        path.write_text(path.read_text().replace(f"any: {name}", "any: Same"))
    products(
        root,
        "deck:\n  title: {any: Deck}\n  output: cards\n  profiles: [one, two]\n"
        "  faces: {front: plain/card-front}\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    (path,) = built(root).glob("fog/*.pdf")
    page = pixels(path, 0, 10)
    one = page[170:900, 120:720]
    two = page[170:900, 750:1350]
    assert one.std() > 20
    assert np.abs(one - two).mean() < 1
