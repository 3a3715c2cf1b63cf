"""Checks of PNG files for card printers."""

from __future__ import annotations

import numpy as np
from PIL import Image

from printgen.extras.card_printers.checks import FileSpec, bleed_faults, png_faults
from printgen.extras.card_printers.files import png_bytes

POKER = FileSpec(822, 1122, 300, 36)


def painted(width: int = 822, height: int = 1122, mode: str = "RGB", white: int = 0) -> Image.Image:
    image = Image.new("RGB", (width, height), "#ffffff")
    image.paste("#402010", (white, white, width - white, height - white))
    return image.convert(mode)


def test_invalid_pngs_are_reported(poker: dict[str, bytes]) -> None:
    assert png_faults(png_bytes(painted(), 300), POKER) == []
    assert png_faults(poker["01-front-captain.png"], POKER) == []
    (size,) = png_faults(png_bytes(painted(821), 300), POKER)
    assert size == "is 821 x 1122 pixels, expected 822 x 1122"
    (dpi,) = png_faults(png_bytes(painted(), 299), POKER)
    assert dpi == "does not state 300 dpi"
    for mode in ("RGBA", "L", "P"):
        assert any(
            "RGB" in fault for fault in png_faults(png_bytes(painted(mode=mode), 300), POKER)
        )
    whole = png_bytes(painted(), 300)
    for broken in (whole[:-30], whole[:-40] + b"\0" + whole[-39:], b"", b"GIF89a"):
        assert "complete PNG" in png_faults(broken, POKER)[0]


def test_missing_bleed_is_reported() -> None:
    faults = png_faults(png_bytes(painted(white=36), 300), POKER)
    assert [fault.split(":")[0] for fault in faults] == [
        f"has no bleed at the {side}" for side in ("top", "right", "bottom", "left")
    ]
    right = np.asarray(painted()).copy()
    right[:, 800:] = 255
    assert [fault.split(":")[0] for fault in bleed_faults(right, POKER)] == [
        "has no bleed at the right"
    ]
    # A white face needs no bleed.
    assert bleed_faults(np.full((1122, 822, 3), 255, np.uint8), POKER) == []
