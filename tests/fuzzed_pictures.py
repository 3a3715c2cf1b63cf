"""Pictures with wrong sizes, counts and parts: PNG, JPEG, WebP, SVG. The checksums are right unless
they are what is wrong.
"""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO

from fuzzed_bytes import BOMB, LARGE_ENTITY, NUMBERS, OUTSIDE, number, packed, some_bytes, xml
from hostile_inputs import _DRAWINGS, _SVG
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = (0, 2, 3, 4, 6)

Chunk = tuple[bytes, bytes]

Named = tuple[str, bytes]


# Pixels of a side: enough for a card.
_SIDE = 480


@cache
def _picture() -> Image.Image:
    spots = Image.frombytes("RGB", (6, 6), random.Random(1).randbytes(108))
    return spots.resize((_SIDE, _SIDE), Image.Resampling.BICUBIC)


def _saved(picture: Image.Image, form: str, **options: object) -> bytes:
    stream = BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


# --- PNG -----------------------------------------------------------------------------------------


def _png(chunks: Sequence[Chunk], chance: random.Random | None = None, wrong: str = "") -> bytes:
    """A PNG of chunks, of which one may have a wrong length or checksum."""
    bad = chance.randrange(len(chunks)) if chance and wrong else -1
    made = [_SIGNATURE]
    for at, (name, body) in enumerate(chunks):
        length, check = struct.pack(">L", len(body)), struct.pack(">L", zlib.crc32(name + body))
        if at == bad and chance:
            length = packed(chance, ">L") if wrong == "length" else length
            check = b"\0\0\0\0" if wrong == "checksum" else check
        made += [length, name, body, check]
    return b"".join(made)


def _header(width: int, height: int, depth: int = 8, colour: int = 2, interlaced: int = 0) -> Chunk:
    return b"IHDR", struct.pack(">LLBBBBB", width, height, depth, colour, 0, 0, interlaced)


def _data(size: int) -> Chunk:
    return b"IDAT", _zeros(size)


@cache
def _zeros(size: int) -> bytes:
    """A compressed text of `size` zeros."""
    packer = zlib.compressobj(9)
    block = bytes(min(size, 1 << 20))
    parts = [packer.compress(block) for _ in range(size // len(block))] if size else []
    return b"".join(parts) + packer.flush()


_END: Chunk = (b"IEND", b"")
_SOUND = (_header(_SIDE, _SIDE), _data(_SIDE * (3 * _SIDE + 1)), _END)


def sound_png() -> bytes:
    """A PNG that can be printed."""
    return _png(_SOUND)


def known_png() -> Iterator[Named]:
    """PNGs that are known to be dangerous."""
    head, data, end = _SOUND
    yield "25 megapixels of zeros", _png([_header(5000, 5000), _data(5000 * 15_001), end])
    yield "25 megapixels of 64 bits", _png([_header(5000, 5000, 16, 6), _data(5000 * 40_001), end])
    yield (
        "25 megapixels, interlaced",
        _png([_header(5000, 5000, 16, 6, 1), _data(201_000_000), end]),
    )
    yield "one row", _png([_header(25_000_000, 1, 16, 6), _data(200_000_001), end])
    yield "one column", _png([_header(1, 25_000_000), _data(100_000_000), end])
    yield "size 0", _png([_header(0, 0), data, end])
    yield "size 2^31", _png([_header(2**31 - 1, 2**31 - 1), data, end])
    yield "text bomb", _png([head, (b"zTXt", b"a\0\0" + _zeros(400_000_000)), data, end])
    yield "text bombs", _png([head, *[(b"zTXt", b"a\0\0" + _zeros(60_000_000))] * 60, data, end])
    yield (
        "texts below the limit",
        _png([head, *[(b"zTXt", b"a\0\0" + _zeros(1_000_000))] * 3000, data, end]),
    )
    yield (
        "texts of 1 MB",
        _png([head, *[(b"iTXt", b"a\0\1\0\0\0" + _zeros(1_000_000))] * 900, data, end]),
    )
    yield "profile bomb", _png([head, (b"iCCP", b"a\0\0" + _zeros(400_000_000)), data, end])
    yield "data bomb", _png([head, _data(1_500_000_000), end])
    yield "a million parts", _png([head, *[(b"tEXt", b"a\0b")] * 400_000, data, end])
    yield "a million empty data", _png([head, *[(b"IDAT", b"")] * 400_000, data, end])
    frames = [(b"acTL", struct.pack(">LL", 2**31 - 1, 0))]
    shown = struct.pack(">LLLLHHBB", _SIDE, _SIDE, 0, 0, 1, 1, 0, 0)
    for at in range(20_000):
        frames.append((b"fcTL", struct.pack(">L", 2 * at) + shown))
        frames.append((b"fdAT", struct.pack(">L", 2 * at + 1) + data[1]))
    yield "animation", _png([head, *frames, data, end])


def png(chance: random.Random) -> Named:
    """A PNG with changes."""
    colour, depth = chance.choice(_COLOURS), chance.choice((1, 2, 4, 8, 8, 8, 16))
    width, height = (chance.choice((1, 7, 40, _SIDE)) for _ in range(2))
    row = width * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour] * depth // 8 + 1
    chunks: list[Chunk] = [
        _header(width, height, depth, colour, chance.randrange(2)),
        (b"gAMA", struct.pack(">L", 45455)),
        (b"pHYs", struct.pack(">LLB", 3000, 3000, 1)),
        (b"PLTE", chance.randbytes(3 * chance.choice((1, 16, 256)))),
        (b"tRNS", chance.randbytes(chance.choice((1, 2, 6, 256)))),
        (b"tEXt", b"Comment\0words"),
        (b"iTXt", b"Comment\0\0\0en\0\0words"),
        (b"zTXt", b"Comment\0\0" + zlib.compress(b"words" * 9)),
        (b"iCCP", b"name\0\0" + zlib.compress(chance.randbytes(128))),
        (b"eXIf", b"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"),
        (b"IDAT", zlib.compress(chance.randbytes(row) * height)),
        _END,
    ]
    match chance.randrange(9):
        case 0:
            width, height = (chance.choice([n for n in NUMBERS if n < 2**32]) for _ in range(2))
            chunks[0] = _header(width, height, depth, colour, chance.randrange(3))
            return "sizes", _png(chunks)
        case 1:
            chunks[0] = b"IHDR", some_bytes(chunks[0][1], chance, 2)
            return "header", _png(chunks)
        case 2 | 3:
            at = chance.randrange(len(chunks))
            chunks[at] = chunks[at][0], some_bytes(chunks[at][1] or b"\0", chance)
            return f"inside {chunks[at][0].decode()}", _png(chunks)
        case 4:
            wrong = chance.choice(("length", "checksum"))
            return wrong, _png(chunks, chance, wrong)
        case 5:
            chance.shuffle(chunks)
            return "order", _png(chunks)
        case 6:
            at = chance.randrange(len(chunks))
            times = chance.choice((2, 100, 20_000))
            return "repeated", _png([*chunks[:at], *[chunks[at]] * times, *chunks[at:]])
        case 7:
            name = chance.choice((b"zTXt", b"iTXt", b"iCCP", b"IDAT"))
            start = {b"iTXt": b"a\0\1\0\0\0", b"IDAT": b""}.get(name, b"a\0\0")
            bomb = name, start + _zeros(chance.choice((1_000_000, 30_000_000, 200_000_000)))
            at = chance.randrange(1, len(chunks))
            return f"bomb {name.decode()}", _png([*chunks[:at], bomb, *chunks[at:]])
    content = _png(chunks)
    if chance.random() < 0.4:
        return "cut off", content[: chance.randrange(len(content))]
    return "bytes", some_bytes(content, chance)


# --- JPEG ----------------------------------------------------------------------------------------


@cache
def _jpegs() -> tuple[bytes, ...]:
    plain = _picture()
    return (
        _saved(plain, "JPEG"),
        _saved(plain, "JPEG", progressive=True),
        _saved(plain.convert("L"), "JPEG"),
        _saved(plain.convert("CMYK"), "JPEG"),
        _saved(plain, "JPEG", subsampling=0, restart_marker_blocks=1),
        _saved(
            plain, "JPEG", icc_profile=bytes(range(256)) * 3, exif=b"Exif\0\0II*\0\x08\0\0\0\0\0"
        ),
    )


def _segments(content: bytes) -> list[bytes]:
    """The segments of a JPEG; a scan is one with its data."""
    parts, at = [content[:2]], 2
    while at < len(content) - 2:
        marker = content[at + 1]
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if marker == 0xDA:
            while not (content[end] == 0xFF and content[end + 1] not in (0, *range(0xD0, 0xD8))):
                end += 1
        parts.append(content[at:end])
        at = end
    return [*parts, content[at:]]


def _frame(parts: Sequence[bytes]) -> int:
    return next(n for n, part in enumerate(parts) if part[1] in (0xC0, 0xC1, 0xC2))


def _sized(parts: Sequence[bytes], width: int, height: int) -> list[bytes]:
    at = _frame(parts)
    sized = parts[at][:5] + struct.pack(">HH", height, width) + parts[at][9:]
    return [*parts[:at], sized, *parts[at + 1 :]]


def sound_jpeg() -> bytes:
    """A JPEG that can be printed."""
    return _jpegs()[0]


def known_jpeg() -> Iterator[Named]:
    """JPEGs that are known to be dangerous."""
    plain, progressive, grey, cmyk, *_ = map(_segments, _jpegs())
    yield "25 megapixels, no data", b"".join(_sized(plain, 5000, 5000))
    yield "25 megapixels, progressive, no data", b"".join(_sized(progressive, 5000, 5000))
    yield "25 megapixels, 4 colours, no data", b"".join(_sized(cmyk, 5000, 5000))
    yield "65,535 pixels square", b"".join(_sized(grey, 65_535, 65_535))
    yield "size 0", b"".join(_sized(plain, 0, 0))
    *before, end = progressive
    scans = [part for part in before if part[1] == 0xDA]
    for side, times in ((_SIDE, 20_000), (5000, 300), (5000, 5000)):
        many = [*_sized(before, side, side), *scans[1:] * (times // len(scans)), end]
        yield f"{times} scans of {side} pixels square", b"".join(many)
    yield (
        "a hundred thousand comments",
        b"".join([*plain[:1], *[b"\xff\xfe\0\3x"] * 100_000, *plain[1:]]),
    )
    yield "a hundred thousand tables", b"".join([*plain[:1], *[plain[2]] * 20_000, *plain[1:]])
    profile = b"\xff\xe2" + struct.pack(">H", 65_535) + b"ICC_PROFILE\0\1\xff" + bytes(65_519)
    yield "profile in 200 parts", b"".join([*plain[:1], *[profile] * 200, *plain[1:]])
    exif = b"Exif\0\0II*\0\x08\0\0\0" + b"\1\0\x69\x87\4\0\1\0\0\0\x08\0\0\0\0\0\0\0"
    yield (
        "EXIF that contains itself",
        b"".join([*plain[:1], b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif, *plain[1:]]),
    )
    mpf = b"MPF\0II*\0\x08\0\0\0\2\0\1\xb0\4\0\1\0\0\0\xff\xff\xff\xff\2\xb0\7\0\xff\xff\xff\xff\x20\0\0\0\0\0\0\0"
    yield (
        "four thousand million pictures",
        b"".join([*plain[:1], b"\xff\xe2" + struct.pack(">H", len(mpf) + 2) + mpf, *plain[1:]]),
    )
    yield "fill bytes", b"".join([*plain[:1], b"\xff" * 3_000_000, *plain[1:]])
    yield "markers without end", plain[0] + b"\xff\xd0" * 2_000_000


def jpeg(chance: random.Random) -> Named:
    """A JPEG with changes."""
    parts = _segments(chance.choice(_jpegs()))
    inner = chance.randrange(1, len(parts) - 1)
    match chance.randrange(9):
        case 0:
            sizes = [chance.choice([n for n in NUMBERS if n < 2**16]) for _ in range(2)]
            return "sizes", b"".join(_sized(parts, *sizes))
        case 1:
            at = _frame(parts)
            body = parts[at][:4] + some_bytes(parts[at][4:], chance, 2)
            return "frame", b"".join([*parts[:at], body, *parts[at + 1 :]])
        case 2:
            length = packed(chance, ">H")
            parts[inner] = parts[inner][:2] + length + parts[inner][4:]
            return "length", b"".join(parts)
        case 3 | 4:
            parts[inner] = parts[inner][:4] + some_bytes(parts[inner][4:] or b"\0", chance)
            return f"inside {parts[inner][1]:x}", b"".join(parts)
        case 5:
            middle = parts[1:-1]
            chance.shuffle(middle)
            return "order", b"".join([parts[0], *middle, parts[-1]])
        case 6:
            times = chance.choice((2, 100, 3000))
            return "repeated", b"".join([*parts[:inner], *[parts[inner]] * times, *parts[inner:]])
        case 7:
            marker = chance.choice(
                (0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC9, 0xCA, 0xCB, 0xDC, 0xDD, 0xDE, 0xDF, 0xEE, 0xF7)
            )
            parts[inner] = bytes((0xFF, marker)) + parts[inner][2:]
            return f"marker {marker:x}", b"".join(parts)
    content = b"".join(parts)
    if chance.random() < 0.4:
        return "cut off", content[: chance.randrange(len(content))]
    return "bytes", some_bytes(content, chance)


# --- WebP ----------------------------------------------------------------------------------------


@cache
def _webps() -> tuple[bytes, ...]:
    plain = _picture()
    clear = plain.convert("RGBA")
    clear.putalpha(90)
    return (
        _saved(plain, "WEBP"),
        _saved(plain, "WEBP", lossless=True),
        _saved(clear, "WEBP", exif=b"Exif\0\0II*\0\x08\0\0\0\0\0", icc_profile=bytes(300)),
        _saved(plain, "WEBP", save_all=True, append_images=[plain.rotate(90), plain.rotate(180)]),
    )


def _riff(chunks: Sequence[Chunk], size: bytes = b"") -> bytes:
    body = b"WEBP" + b"".join(
        name + struct.pack("<L", len(part)) + part + b"\0" * (len(part) % 2)
        for name, part in chunks
    )
    return b"RIFF" + (size or struct.pack("<L", len(body))) + body


def _riff_chunks(content: bytes) -> list[Chunk]:
    chunks, at = [], 12
    while at + 8 <= len(content):
        length = int.from_bytes(content[at + 4 : at + 8], "little")
        chunks.append((content[at : at + 4], content[at + 8 : at + 8 + length]))
        at += 8 + length + length % 2
    return chunks


def _canvas(width: int, height: int, flags: int = 0x12) -> Chunk:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"VP8X", bytes((flags, 0, 0, 0)) + sides


def sound_webp() -> bytes:
    """A WebP that can be printed."""
    return _webps()[0]


def known_webp() -> Iterator[Named]:
    """WebPs that are known to be dangerous."""
    *_, animated = map(_riff_chunks, _webps())
    frames = [chunk for chunk in animated if chunk[0] == b"ANMF"]
    loop = [chunk for chunk in animated if chunk[0] == b"ANIM"]
    yield "25 megapixels, one small frame", _riff([_canvas(5000, 5000), *loop, *frames])
    yield "25 megapixels, 5,000 frames", _riff([_canvas(5000, 5000), *loop, *frames[:1] * 5000])
    yield "16 million pixels square", _riff([_canvas(2**24, 2**24), *loop, *frames])
    yield "one row", _riff([_canvas(2**24, 1), *loop, *frames])
    yield "20,000 frames", _riff([_canvas(_SIDE, _SIDE), *loop, *frames[:1] * 20_000])
    large = _saved(Image.new("RGB", (5000, 5000)), "WEBP", lossless=True, method=0)
    yield "25 megapixels of one colour", large
    yield (
        "16,383 pixels high",
        _saved(Image.new("RGB", (1520, 16_383)), "WEBP", lossless=True, method=0),
    )
    yield "size 0", b"RIFF\0\0\0\0WEBP"
    yield "size 2^32", _riff(animated, b"\xff\xff\xff\xff")
    yield (
        "a hundred thousand parts",
        _riff([*_riff_chunks(_webps()[2]), *[(b"EXIF", b"ab")] * 100_000]),
    )


def webp(chance: random.Random) -> Named:
    """A WebP with changes."""
    content = chance.choice(_webps())
    chunks = _riff_chunks(content)
    at = chance.randrange(len(chunks))
    name, body = chunks[at]
    match chance.randrange(8):
        case 0:
            sides = [n for n in NUMBERS if 0 < n <= 2**24]
            width, height = (chance.choice(sides) for _ in range(2))
            canvas = _canvas(width, height, chance.randrange(64))
            return "canvas", _riff([canvas, *(each for each in chunks if each[0] != b"VP8X")])
        case 1:
            return "size", _riff(chunks, packed(chance, "<L"))
        case 2:
            start = chance.randrange(min(len(body), 24) or 1)
            chunks[at] = name, body[:start] + packed(chance, "<L") + body[start + 4 :]
            return "numbers", _riff(chunks)
        case 3 | 4:
            chunks[at] = name, some_bytes(body or b"\0", chance)
            return f"inside {name.decode('latin-1')}", _riff(chunks)
        case 5:
            chance.shuffle(chunks)
            return "order", _riff(chunks)
        case 6:
            times = chance.choice((2, 100, 3000))
            return "repeated", _riff([*chunks[:at], *[chunks[at]] * times, *chunks[at:]])
    if chance.random() < 0.4:
        return "cut off", content[: chance.randrange(len(content))]
    return "bytes", some_bytes(content, chance)


# --- SVG -----------------------------------------------------------------------------------------

_DRAWING = b"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40" width="40" height="40">
<style>.a { fill: #123456; stroke-width: 2; font-size: 4px }</style>
<defs><linearGradient id="l" x1="0" x2="1"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1"/></pattern>
<clipPath id="c"><rect x="2" y="2" width="30" height="30"/></clipPath>
<mask id="m"><rect x="0" y="0" width="40" height="40" fill="white"/></mask>
<filter id="f"><feOffset dx="2" dy="2"/></filter>
<marker id="k" markerWidth="4" markerHeight="4" refX="1" refY="1"><path d="M0 0L2 2"/></marker>
<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol></defs>
<g transform="translate(1 2) rotate(10) scale(1.5)" clip-path="url(#c)" opacity="0.5">
<path class="a" d="M1 2C3 4 5 6 7 8S9 10 11 12Q1 2 3 4A5 6 7 0 1 8 9Z" stroke="url(#l)" stroke-dasharray="1 2 3"/>
<rect x="1" y="2" width="9" height="8" rx="2" fill="url(#p)" mask="url(#m)" filter="url(#f)"/></g>
<use href="#s" x="3" y="4" width="8" height="8"/><use xlink:href="#s" x="9"/>
<polyline points="0,0 5,5 9,1" marker-start="url(#k)" marker-mid="url(#k)" stroke="black"/>
<ellipse cx="9" cy="9" rx="4" ry="3"/><line x1="0" y1="1" x2="20" y2="30" stroke="black" stroke-width="0.2"/>
<text x="1 2 3" y="20" dx="1" rotate="10 20" textLength="20" class="a">Words <tspan dy="2">more</tspan></text>
<image href="data:image/png;base64,iVBORw0KGgo=" x="1" y="1" width="4" height="4"/>
</svg>"""

_LINKS = (
    b"file:///etc/passwd", b"http://192.0.2.1/a.png", b"//192.0.2.1/a.png", b"../../../../../etc/passwd", b"/etc/passwd",
    b"ftp://192.0.2.1/a", b"data:image/svg+xml;base64,PHN2Zy8+", b"data:text/html,<script>", b"javascript:alert(1)", b"art.svg",
    b"art.svg#s", b"#", b"#s", b"\\\\192.0.2.1\\a", b"jar:file:///a!/b", b"gopher://192.0.2.1", b"file:///dev/zero", b"file:/dev/stdin",
    b"data:image/png;base64," + b"A" * 500_000, b"data:,%", b"data:image/png;charset=none;base64,####", b"%2e%2e/%2e%2e/etc/passwd", b"\0",
    b"HTTP://192.0.2.1", b" file:///etc/passwd", b"fi\nle:///etc/passwd", b"http:192.0.2.1", b"one.yaml", b"../game.yaml", b"../../..",
)  # fmt: skip

_STYLED = (
    b"@import url(http://192.0.2.1/a.css);", b"@import 'file:///etc/passwd';", b"rect { fill: url(http://192.0.2.1/a#b) }",
    b"* { cursor: url(file:///etc/passwd), auto }", b"@font-face { font-family: X; src: url(http://192.0.2.1/a.ttf) }",
    b"r\\65 ct { f\\69ll: u\\72l(http://192.0.2.1/) }", b"a" * 500_000, b"@media " + b"(" * 20_000, b"{" * 50_000, b"[" * 50_000,
    b"a{b:" + b"(" * 30_000 + b")" * 30_000 + b"}", b"a," * 50_000 + b"a{b:c}", b"/*", b"<!--", b":not(" * 5000 + b"a" + b")" * 5000 + b"{b:c}",
    b"g " * 3000 + b"{fill:red}", b"@charset \"utf-16\";", b"rect{fill:" + b"var(--a)" * 9000 + b"}", b"* * * * * * * * * *{fill:red}",
    b"rect { stroke-dasharray: 0.0000001 } path { stroke-width: 1e300; stroke-dasharray: 1e-300 }",
)  # fmt: skip

_NUMBERS_IN = (
    b"d",
    b"points",
    b"transform",
    b"viewBox",
    b"width",
    b"height",
    b"x",
    b"stroke-dasharray",
    b"offset",
    b"rx",
)


def _drawing(inside: str | bytes) -> bytes:
    words = inside if isinstance(inside, bytes) else inside.encode()
    return _SVG.replace("{}", "%s").encode() % words


def sound_svg() -> bytes:
    """A drawing that can be printed."""
    return _drawing("<rect width='9' height='9'/>")


def known_svg() -> Iterator[Named]:
    """Drawings that are known to be dangerous."""
    for at, inside in enumerate(_DRAWINGS):
        yield f"drawing {at}", _drawing(inside)
    for at, declaration in enumerate((BOMB, LARGE_ENTITY, OUTSIDE)):
        use = b"&a11;" if declaration is BOMB else b"&a;" * 300
        yield f"entities {at}", declaration + _drawing(b"<text>%s</text>" % use)
    for link in _LINKS:
        yield (
            f"link {link[:20]!r}",
            _drawing(
                b'<image href="%s" width="9" height="9"/>'
                % link.replace(b"<", b"&lt;").replace(b"\0", b"&#0;")
            ),
        )
    for style in _STYLED:
        yield (
            f"style {style[:20]!r}",
            _drawing(
                b"<style>%s</style><rect width='9' height='9'/>" % style.replace(b"<", b"&lt;")
            ),
        )
    for depth in (500, 2000, 20_000, 300_000):
        yield (
            f"nesting {depth}",
            _drawing(b"<g>" * depth + b'<rect width="9" height="9"/>' + b"</g>" * depth),
        )
    yield (
        "nested texts",
        _drawing(b"<text>" + b"<tspan>" * 3000 + b"x" + b"</tspan>" * 3000 + b"</text>"),
    )
    yield (
        "nested clips",
        _drawing(
            b"".join(
                b'<clipPath id="c%d" clip-path="url(#c%d)"><rect width="9" height="9"/></clipPath>'
                % (n, n + 1)
                for n in range(3000)
            )
            + b'<rect width="9" height="9" clip-path="url(#c0)"/>'
        ),
    )
    yield (
        "doubled uses",
        _drawing(
            b'<g id="a0"><rect width="9" height="9"/></g>'
            + b"".join(
                b'<g id="a%d"><use href="#a%d"/><use href="#a%d"/></g>' % (n, n - 1, n - 1)
                for n in range(1, 40)
            )
            + b'<use href="#a39"/>'
        ),
    )
    yield (
        "chained uses",
        _drawing(
            b"".join(b'<use id="a%d" href="#a%d"/>' % (n, n + 1) for n in range(20_000))
            + b'<rect id="a20000" width="9" height="9"/>'
        ),
    )
    yield (
        "chained gradients",
        _drawing(
            b"".join(b'<linearGradient id="a%d" href="#a%d"/>' % (n, n + 1) for n in range(20_000))
            + b'<rect fill="url(#a0)" width="9" height="9"/>'
        ),
    )
    yield (
        "gradient of itself",
        _drawing(b'<linearGradient id="a" href="#a"/><rect fill="url(#a)" width="9" height="9"/>'),
    )
    yield (
        "pattern of small tiles",
        _drawing(
            b'<pattern id="a" width="1e-6" height="1e-6"><rect width="1" height="1"/></pattern><rect fill="url(#a)" width="9" height="9"/>'
        ),
    )
    yield (
        "patterns in patterns",
        _drawing(
            b"".join(
                b'<pattern id="a%d" width="0.1" height="0.1"><rect fill="url(#a%d)" width="9" height="9"/></pattern>'
                % (n, n + 1)
                for n in range(30)
            )
            + b'<rect fill="url(#a0)" width="9" height="9"/>'
        ),
    )
    yield "long number", _drawing(b'<rect width="%s" height="9"/>' % (b"9" * 4_000_000))
    yield "long path", _drawing(b'<path d="M%s"/>' % (b"1 " * 2_000_000))
    yield "path without spaces", _drawing(b'<path d="%s"/>' % (b"M1-" * 1_000_000))
    yield "path of dots", _drawing(b'<path d="M0 0 L%s"/>' % (b"." * 300_000))
    yield "path of exponents", _drawing(b'<path d="M0 0 L%s"/>' % (b"1e" * 300_000))
    yield (
        "long dashes",
        _drawing(b'<path d="M0 0L9 9" stroke="red" stroke-dasharray="%s"/>' % (b"1 " * 1_000_000)),
    )
    yield (
        "long transform",
        _drawing(b'<rect width="9" height="9" transform="%s"/>' % (b"rotate(1)" * 400_000)),
    )
    yield (
        "open transform",
        _drawing(b'<rect width="9" height="9" transform="%s"/>' % (b"rotate(" * 100_000)),
    )
    yield (
        "many attributes",
        _drawing(
            b'<rect %s width="9" height="9"/>' % b" ".join(b'a%d="1"' % n for n in range(200_000))
        ),
    )
    yield (
        "many classes",
        _drawing(
            b'<style>%s</style><rect class="%s" width="9" height="9"/>'
            % (
                b"".join(b".c%d{fill:red}" % n for n in range(30_000)),
                b" ".join(b"c%d" % n for n in range(30_000)),
            )
        ),
    )
    yield "many elements", _drawing(b"<rect width='9' height='9'/>" * 300_000)
    yield (
        "many markers",
        _drawing(
            b'<marker id="k" markerWidth="4" markerHeight="4"><path d="M0 0L9 9"/></marker><polyline marker-mid="url(#k)" points="%s"/>'
            % (b"1,1 " * 200_000)
        ),
    )
    yield "long text", _drawing(b"<text>%s</text>" % (b"x" * 3_000_000))
    yield (
        "text at many places",
        _drawing(b'<text x="%s">%s</text>' % (b"1 " * 100_000, b"x" * 100_000)),
    )
    for box in (
        "0 0 1e30 1e30",
        "0 0 1e-30 1e-30",
        "0 0 nan nan",
        "0 0 inf inf",
        "-1e308 0 1e308 1e308",
        "0 0 5e-324 1",
        "0 0 9 " + "9" * 5000,
    ):
        yield f"box {box[:12]}", _DRAWING.replace(b"0 0 40 40", box.encode())
    for side in (
        "1e30",
        "1e-30",
        "nan",
        "inf",
        "0",
        "-5",
        "100%",
        "1e9mm",
        "calc(1px)",
        "9" * 5000,
    ):
        yield (
            f"side {side[:12]}",
            _drawing("<rect width='9' height='9'/>").replace(
                b'width="9" height="9"', b'width="%s" height="%s"' % ((side.encode(),) * 2)
            ),
        )


def _placed(content: bytes, name: bytes, value: bytes, chance: random.Random) -> bytes:
    """A drawing with another value of an attribute."""
    parts = content.split(b' %s="' % name)
    if len(parts) < 2:
        return some_bytes(content, chance)
    at = chance.randrange(1, len(parts))
    parts[at] = value + b'"' + parts[at].partition(b'"')[2]
    return (b' %s="' % name).join(parts)


def svg(chance: random.Random) -> Named:
    """A drawing with changes."""
    match chance.randrange(8):
        case 0:
            return "link", _placed(
                _DRAWING,
                chance.choice((b"href", b"xlink:href")),
                chance.choice(_LINKS).replace(b"<", b"&lt;").replace(b"\0", b""),
                chance,
            )
        case 1:
            style = chance.choice(_STYLED).replace(b"<", b"&lt;")
            return "style", _DRAWING.replace(b"</style>", style + b"</style>")
        case 2:
            name = chance.choice(_NUMBERS_IN)
            numbers = b" ".join(
                number(chance).encode() for _ in range(chance.choice((1, 4, 6, 3000)))
            )
            value = {b"d": b"M" + numbers, b"transform": b"matrix(" + numbers + b")"}.get(
                name, numbers
            )
            return f"numbers of {name.decode()}", _placed(_DRAWING, name, value, chance)
        case 3:
            name = b"#%s" % chance.choice(_IDS)
            return "reference", _placed(_DRAWING, b"id", chance.choice(_IDS), chance).replace(
                b"#s", name
            )
    what, content = xml(_DRAWING, chance)
    if chance.random() < 0.5:
        more, content = xml(content, chance)
        what = f"{what}, {more}"
    return what, content


_IDS = (b"l", b"p", b"c", b"m", b"f", b"k", b"s", b"", b"a b")
