"""Photos of all kinds against Chromium's pictures of the same files."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from pictures_of_kinds import (
    GREYS,
    PROFILES,
    chunk,
    flat,
    patches,
    picture,
    with_numbers,
    with_parts,
)
from PIL import Image
from playwright.sync_api import Browser

from printgen.content.pictures import prepare_picture

pytestmark = pytest.mark.slow

# The most that a colour may differ: what two screens of one make differ (CIE 1976).
MOST = 2.0

# Files of which Chromium shows something else than their own programs, and what is right:
# it does not turn WebP pictures, and the steps of its profiles of inks are coarse.
TURNED_WEBP, INKS = "WebP turned", "profile of inks"

SCRIPT = """async source => {
  const shown = new Image(); shown.src = source;
  try { await shown.decode(); } catch { return null; }
  const paper = document.createElement('canvas');
  [paper.width, paper.height] = [shown.naturalWidth, shown.naturalHeight];
  const pen = paper.getContext('2d', {willReadFrequently: true});
  pen.drawImage(shown, 0, 0);
  const {data} = pen.getImageData(0, 0, paper.width, paper.height);
  return [paper.width, paper.height, btoa(String.fromCharCode(...data))];
}"""

SHARP: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 98},
    "WEBP": {"lossless": True},
    "AVIF": {"quality": 98, "subsampling": "4:4:4"},
}


def of_modes() -> Iterator[tuple[str, bytes]]:
    """All modes in all formats, with and without profiles."""
    modes = {
        "PNG": ("RGB", "L", "RGBA", "LA", "P", "1"),
        "JPEG": ("RGB", "L", "CMYK"),
        "WEBP": ("RGB", "RGBA"),
        "AVIF": ("RGB", "RGBA", "L"),
    }
    profiles = {"none": None, "damaged": b"garbage" * 40, "cut": PROFILES["Adobe RGB"][:200]}
    for title, profile in {**profiles, **PROFILES, **GREYS}.items():
        for kind, own in modes.items():
            for mode in own:
                # Chromium shows no AVIF whose profile is damaged or of other colours.
                if kind == "AVIF" and title in (*GREYS, "damaged", "cut", "inks"):
                    continue
                note = INKS if title == "inks" and mode == "CMYK" else title
                options = {"icc_profile": profile} if profile else {}
                yield f"{kind} {mode} {note}", flat(mode, kind, **SHARP.get(kind, {}), **options)
    for mode in ("RGB", "L", "P", "1", "RGBA"):
        yield f"BMP {mode}", flat(mode, "BMP")
    for mode in ("RGB", "L", "P"):
        yield f"GIF {mode}", flat(mode, "GIF")
    for subsampling in (0, 1, 2):
        for progressive in (False, True):
            way: dict[str, Any] = {"subsampling": subsampling, "progressive": progressive}
            yield f"JPEG {way}", flat("RGB", "JPEG", quality=95, **way)
    yield "JPEG of red, green and blue", flat("RGB", "JPEG", quality=95, keep_rgb=True)
    for mode, clear in (("P", 0), ("P", bytes((0, 80, 160, 255))), ("RGB", (200, 40, 60))):
        yield f"PNG {mode} clear {clear!r}", flat(mode, "PNG", transparency=clear)


def of_depths() -> Iterator[tuple[str, bytes]]:
    """PNGs of 16 bits a channel."""
    for mode, colour in (("L", 0), ("RGB", 2), ("LA", 4), ("RGBA", 6)):
        deep = np.asarray(picture(mode)).astype(int) * 257
        rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in deep)
        head = struct.pack(">LLBBBBB", deep.shape[1], deep.shape[0], 16, colour, 0, 0, 0)
        clear = struct.pack(f">{max(1, len(mode))}H", *np.ravel(deep[4, 4])) if colour < 4 else b""
        profile = chunk(b"iCCP", b"own\0\0" + zlib.compress(PROFILES["Display P3"]))
        for title, part in (("", b""), ("clear", chunk(b"tRNS", clear)), ("P3", profile)):
            if title == "clear" and not clear:
                continue
            if title == "P3" and mode in ("L", "LA"):
                continue
            parts = chunk(b"IHDR", head), part, chunk(b"IDAT", zlib.compress(rows))
            content = b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")
            yield f"PNG {mode} 16 {title}", content


def of_parts() -> Iterator[tuple[str, bytes]]:
    """PNGs that say in other ways which colours they have."""
    places = {
        "sRGB": (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06),
        "P3": (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
        "ProPhoto": (0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001),
        "one point": (0.3, 0.3) * 4,
        "nothing": (0.0,) * 8,
    }
    primaries = {
        title: chunk(b"cHRM", struct.pack(">8L", *(round(100_000 * each) for each in values)))
        for title, values in places.items()
    }
    plain = chunk(b"sRGB", b"\0")
    for mode in ("RGB", "RGBA", "L", "P"):
        content = flat(mode, "PNG")
        for gamma in (0, 30_000, 43_000, 45_000, 45_455, 47_700, 50_000, 55_556, 100_000):
            part = chunk(b"gAMA", gamma.to_bytes(4, "big"))
            yield f"PNG {mode} gamma {gamma}", with_parts(content, part)
            yield f"PNG {mode} gamma {gamma} sRGB", with_parts(content, part, plain)
            for title, place in primaries.items() if gamma in (45_455, 100_000) else ():
                yield f"PNG {mode} gamma {gamma} {title}", with_parts(content, part, place)
        for title, place in primaries.items():
            yield f"PNG {mode} primaries {title}", with_parts(content, place)
    for number in (1, 2, 4, 5, 6, 7, 9, 12):
        for curve in (1, 2, 4, 6, 8, 13, 14, 16, 18):
            code = chunk(b"cICP", bytes((number, curve, 0, 1)))
            yield f"PNG code {number} {curve}", with_parts(flat("RGB", "PNG"), code)
    adobe = flat("RGB", "PNG", icc_profile=PROFILES["Adobe RGB"])
    yield "PNG code and profile", with_parts(adobe, chunk(b"cICP", bytes((1, 13, 0, 1))))
    yield "PNG code of video", with_parts(adobe, chunk(b"cICP", bytes((12, 13, 0, 0))))


def of_avifs() -> Iterator[tuple[str, bytes]]:
    """AVIFs that name their colours by numbers."""
    content = flat("RGB", "AVIF", **SHARP["AVIF"])
    for number in (1, 2, 5, 9, 12):
        for curve in (1, 2, 4, 8, 13, 14, 16, 18):
            yield f"AVIF code {number} {curve}", with_numbers(content, number, curve)


def of_turns() -> Iterator[tuple[str, bytes]]:
    """Pictures that are to be turned."""
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = turn
        for kind, mode in (
            ("JPEG", "RGB"), ("JPEG", "L"), ("JPEG", "CMYK"), ("PNG", "RGB"), ("PNG", "RGBA"),
            ("AVIF", "RGB"), ("WEBP", "RGB"),
        ):  # fmt: skip
            note = TURNED_WEBP if kind == "WEBP" and turn > 1 else f"turned {turn}"
            yield f"{kind} {mode} {note}", flat(mode, kind, exif=exif, **SHARP.get(kind, {}))


def on_white(pixels: Image.Image) -> np.ndarray:
    """The colours in the middle of the patches, on white paper."""
    paper = Image.new("RGBA", pixels.size, "white")
    return np.array(patches(Image.alpha_composite(paper, pixels.convert("RGBA")).convert("RGB")))


def lab(colours: np.ndarray) -> np.ndarray:
    """Colours of sRGB in CIE L*a*b*."""
    share = colours / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        ((0.4125, 0.3576, 0.1804), (0.2127, 0.7152, 0.0722), (0.0193, 0.1192, 0.9503))
    )
    parts = light @ to_xyz.T / np.array((0.9505, 1, 1.0889))
    root = np.where(parts > 0.008856, np.cbrt(parts), 7.787 * parts + 16 / 116)
    x, y, z = root.T
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z))).T


def distance(found: Sequence[Image.Image]) -> float:
    """How far the colours of two pictures are apart (ΔE)."""
    one, other = (lab(on_white(each)) for each in found)
    return float(np.linalg.norm(one - other, axis=1).max())


def test_photos_are_shown_as_by_chromium_or_refused_by_name(browser: Browser) -> None:
    files = [*of_modes(), *of_depths(), *of_parts(), *of_avifs(), *of_turns()]
    assert len(files) >= 300
    page = browser.new_page()
    wrong, refused, others, unknown = (list[str]() for _ in range(4))
    for name, content in files:
        kind = name.split()[0].lower()
        source = f"data:image/{kind};base64,{b64encode(content).decode()}"
        answer = page.evaluate(SCRIPT, source)
        if answer is None:
            unknown.append(name)
            continue
        width, height, raw = answer
        judge = Image.frombytes("RGBA", (width, height), b64decode(raw))
        try:
            made, _ = prepare_picture(content)
        except ValueError as error:
            assert "HDR" in str(error) or "unusual" in str(error), name
            refused.append(name.rpartition(" ")[2])
            continue
        with Image.open(BytesIO(made)) as shown:
            differs = shown.size != judge.size or distance((shown, judge)) > MOST
        if differs:
            (others if name.endswith((TURNED_WEBP, INKS)) else wrong).append(name)
    page.close()
    assert wrong == []
    assert unknown == []
    # HDR, and a colour of 16 bits that is clear.
    assert {*refused} == {"16", "18", "clear"}
    assert len(refused) <= 27
    assert len(others) <= 8


def test_tiffs_have_the_colours_of_the_same_pngs() -> None:
    wrong = list[str]()
    for title, profile in {"none": None, **PROFILES, **GREYS}.items():
        for mode in ("RGB", "L", "P", "1", "RGBA", "LA"):
            options = {"icc_profile": profile} if profile else {}
            for way in ("raw", "tiff_lzw", "tiff_adobe_deflate"):
                tiff = prepare_picture(flat(mode, "TIFF", compression=way, **options))[0]
                png = prepare_picture(flat(mode, "PNG", **options))[0]
                with Image.open(BytesIO(tiff)) as one, Image.open(BytesIO(png)) as other:
                    if distance((one, other)) > MOST:
                        wrong.append(f"{mode} {title} {way}")
    assert wrong == []


@pytest.mark.parametrize("turn", range(1, 9))
def test_webps_are_turned_as_jpegs_are(turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    jpeg = prepare_picture(flat("RGB", "JPEG", exif=exif, quality=98))[0]
    webp = prepare_picture(flat("RGB", "WEBP", exif=exif, lossless=True))[0]
    with Image.open(BytesIO(jpeg)) as one, Image.open(BytesIO(webp)) as other:
        assert distance((one, other)) <= MOST
