"""Fonts with wrong offsets, lengths, counts and loops. The checksums of tables are not right: no
reader compares them.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fuzzed_bytes import NUMBERS, packed, some_bytes

from printgen.project import FONTS

Named = tuple[str, bytes]


def _named(font: TTFont) -> bytes:
    """A font of the family Own, without times."""
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = "Own"
    font.recalcTimestamp = False
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


@cache
def _fonts() -> tuple[dict[str, bytes], ...]:
    """The tables of sound fonts: a part of one of printgen's, one that varies, one in colours."""
    cut = subset.Subsetter(subset.Options(layout_features=["*"], name_IDs=["*"], hinting=True))
    cut.populate(text="AVWord fi ffi é ,.0123456789aeior")
    part = TTFont(
        next(path for path in sorted(FONTS.rglob("*.ttf")) if "garamond" in path.name.lower())
    )
    cut.subset(part)
    return tuple(
        map(_tables, (_named(part), _named(_drawn(varies=True)), _named(_drawn(varies=False))))
    )


def _drawn(varies: bool) -> TTFont:
    pen = TTGlyphPen(None)
    for place in ((0, 0), (0, 700), (500, 700)):
        (pen.lineTo if pen.points else pen.moveTo)(place)
    pen.closePath()
    names = [".notdef", "space", *"AWdorw", "period"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(
        {ord(" "): "space", ord("."): "period", **{ord(c): c for c in "AWdorw"}}
    )
    drawing = pen.glyph()
    builder.setupGlyf(dict.fromkeys(names, drawing))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    if varies:
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
        builder.setupGvar({name: [] for name in names})
    else:
        builder.setupCOLR({"A": [("W", 0), ("d", 1)]})
        builder.setupCPAL([[(1, 0, 0, 1), (0, 0, 1, 0.5)]])
    return builder.font


def _tables(font: bytes) -> dict[str, bytes]:
    count = struct.unpack_from(">H", font, 4)[0]
    found = {}
    for at in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", font, 12 + 16 * at)
        found[tag.decode()] = font[offset : offset + length]
    return found


def _font(
    tables: Mapping[str, bytes],
    records: Mapping[str, tuple[int, int]] | None = None,
    count: int | None = None,
    kind: bytes = b"\0\1\0\0",
) -> bytes:
    """A font of tables, whose records may have other offsets and lengths."""
    start = 12 + 16 * len(tables)
    listed, data = b"", b""
    for tag, table in sorted(tables.items()):
        offset, length = (records or {}).get(tag, (start + len(data), len(table)))
        listed += struct.pack(">4sLLL", tag.encode(), 0, offset % 2**32, length % 2**32)
        data += table + b"\0" * (-len(table) % 4)
    return (
        struct.pack(">4sHHHH", kind, len(tables) if count is None else count, 16, 1, 0)
        + listed
        + data
    )


def _changed(font: Mapping[str, bytes], **tables: bytes) -> bytes:
    return _font(
        {
            **font,
            **{
                tag.replace("_", " ").replace("OS2", "OS/2"): table for tag, table in tables.items()
            },
        }
    )


def _cmap(form: int, table: bytes) -> bytes:
    return struct.pack(">HHHHL", 0, 1, 3, 10 if form in (12, 13) else 1, 12) + table


def sound_ttf() -> bytes:
    """A font that can be read."""
    return _font(_fonts()[0])


def known_ttf() -> Iterator[Named]:
    """Fonts that are known to be dangerous."""
    plain, varying, coloured = _fonts()
    yield "sound", _font(plain)
    yield "sound, varying", _font(varying)
    yield "sound, coloured", _font(coloured)
    for count in (0, 1, 4095, 65_535):
        yield f"{count} tables", _font(plain, count=count)
    for kind in (b"OTTO", b"true", b"ttcf", b"wOFF", b"wOF2", b"typ1", b"\0\0\0\0"):
        yield f"kind {kind!r}", _font(plain, kind=kind)
    fonts = struct.pack(">4sHHL", b"ttcf", 1, 0, 2**31 - 1) + b"\0\0\0\x0c" * 50_000
    yield "a collection of 2^31", fonts + _font(plain)
    every = struct.pack(">HHLLLLLL", 12, 0, 28, 0, 1, 0, 0x10FFFF, 1)
    yield "a glyph for each character", _changed(plain, cmap=_cmap(12, every))
    same = struct.pack(">HHLLLLLL", 13, 0, 28, 0, 1, 0, 0x10FFFF, 1)
    yield "one glyph for all characters", _changed(plain, cmap=_cmap(13, same))
    groups = b"".join(struct.pack(">LLL", 0, 0x10FFFF, n) for n in range(100_000))
    yield (
        "a hundred thousand groups",
        _changed(
            plain,
            cmap=_cmap(12, struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, 100_000) + groups),
        ),
    )
    yield (
        "2^32 groups",
        _changed(
            plain,
            cmap=_cmap(
                12, struct.pack(">HHLLLLLL", 12, 0, 2**32 - 1, 0, 2**32 - 1, 0, 2**32 - 1, 1)
            ),
        ),
    )
    wide = struct.pack(">HHLLLL", 12, 0, 28, 0, 1, 0) + struct.pack(">LL", 2**32 - 1, 0)
    yield "characters to 2^32", _changed(plain, cmap=_cmap(12, wide))
    subtables = struct.pack(">HH", 0, 65_535) + b"".join(
        struct.pack(">HHL", 3, 10, 4 + 8 * 65_535) for _ in range(65_535)
    )
    yield "65,535 maps", _changed(plain, cmap=subtables + every)
    record = struct.pack(">HHHHHH", 3, 1, 1033, 1, 65_535, 0)
    yield (
        "65,535 names",
        _changed(plain, name=struct.pack(">HHH", 0, 65_535, 6) + record * 65_535 + b"\0A" * 32_767),
    )
    yield (
        "names out of the table",
        _changed(plain, name=struct.pack(">HHH", 0, 2, 65_535) + record * 2),
    )
    odd = b"\0\0\0\n\xd8\0\xdf\xff\0<\0/\0e\0\"\0'\0;\0}" * 50
    yield (
        "odd name",
        _changed(
            plain,
            name=struct.pack(">HHH", 0, 1, 18)
            + struct.pack(">HHHHHH", 3, 1, 1033, 1, len(odd), 0)
            + odd,
        ),
    )
    for many in (0, 1, 65_535):
        yield (
            f"{many} glyphs",
            _changed(plain, maxp=plain["maxp"][:4] + struct.pack(">H", many) + plain["maxp"][6:]),
        )
        yield f"{many} widths", _changed(plain, hhea=plain["hhea"][:34] + struct.pack(">H", many))
        yield (
            f"{many} units",
            _changed(plain, head=plain["head"][:18] + struct.pack(">H", many) + plain["head"][20:]),
        )
    component = struct.pack(">hhhhh", -1, 0, 0, 0, 0)
    itself = (
        component
        + b"".join(struct.pack(">HHbb", 0x22, n, 0, 0) for n in range(8))
        + struct.pack(">HHbb", 2, 1, 0, 0)
    )
    count = struct.unpack(">H", plain["maxp"][4:6])[0]
    long = plain["head"][:50] + b"\0\1" + plain["head"][52:]
    places = b"".join(struct.pack(">L", len(itself) * (n % 2)) for n in range(count + 1))
    yield "glyphs of themselves", _changed(plain, glyf=itself, loca=places, head=long)
    flat = (
        component + struct.pack(">HHbb", 0x22, 1, 0, 0) * 300_000 + struct.pack(">HHbb", 2, 2, 0, 0)
    )
    yield (
        "a glyph of 300,000 parts",
        _changed(
            plain,
            glyf=flat,
            loca=b"".join(struct.pack(">L", len(flat) * (n % 2)) for n in range(count + 1)),
            head=long,
        ),
    )
    points = struct.pack(">hhhhhHHB", 1, 0, 0, 9, 9, 65_535, 0, 8) + b"\xff" * 600
    yield (
        "65,536 points",
        _changed(
            plain,
            glyf=points,
            loca=b"".join(struct.pack(">L", len(points) * (n % 2)) for n in range(count + 1)),
            head=long,
        ),
    )
    program = b"\xb0\0\x1c" * 9000 + b"\xb8\xff\xfa\x1c" * 9
    yield "program without end", _changed(plain, fpgm=program, prep=program)
    for tag in ("GSUB", "GPOS"):
        for name, table in _layouts(tag):
            yield f"{tag} {name}", _font({**plain, tag: table})
    for many in (0, 65_535):
        yield (
            f"{many} axes",
            _changed(
                varying, fvar=varying["fvar"][:8] + struct.pack(">H", many) + varying["fvar"][10:]
            ),
        )
        yield (
            f"{many} instances",
            _changed(
                varying, fvar=varying["fvar"][:12] + struct.pack(">H", many) + varying["fvar"][14:]
            ),
        )
        yield (
            f"{many} variations",
            _changed(
                varying, gvar=varying["gvar"][:12] + struct.pack(">H", many) + varying["gvar"][14:]
            ),
        )
        yield (
            f"{many} layers",
            _changed(
                coloured, COLR=coloured["COLR"][:2] + struct.pack(">H", many) + coloured["COLR"][4:]
            ),
        )
        yield (
            f"{many} colours",
            _changed(
                coloured,
                CPAL=coloured["CPAL"][:2]
                + struct.pack(">HHH", many, many, many)
                + coloured["CPAL"][8:],
            ),
        )
    paint = (
        struct.pack(">HHLLHLLLLL", 1, 0, 0, 0, 0, 34, 0, 0, 0, 0)
        + struct.pack(">LHL", 1, 1, 10)
        + b"\x0b\0\1"
        + bytes(9)
    )
    yield "paint of itself", _changed(coloured, COLR=paint + b"\x01\xff\0\0\0\0" * 9)
    yield (
        "drawings",
        _font(
            {
                **plain,
                "SVG ": struct.pack(">HLLHHHLL", 0, 10, 0, 1, 0, 65_535, 12, 60)
                + b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
            }
        ),
    )
    yield (
        "CFF",
        _font(
            {
                **{tag: table for tag, table in plain.items() if tag not in ("glyf", "loca")},
                "CFF ": b"\1\0\4\4\xff\xff\4" + b"\xff" * 9000,
            },
            kind=b"OTTO",
        ),
    )
    yield "empty tables", _font({f"{n:04}": b"" for n in range(4000)} | plain)
    yield "tables one over another", _font(plain, dict.fromkeys(plain, (0, 2**32 - 1)))


def _layouts(tag: str) -> Iterator[Named]:
    """Tables of substitutions or positions that loop, or make much of little."""

    def table(lookups: Sequence[bytes]) -> bytes:
        features = (
            struct.pack(">H4sH", 1, b"liga", 8)
            + struct.pack(">HH", 0, len(lookups))
            + b"".join(struct.pack(">H", n) for n in range(len(lookups)))
        )
        scripts = (
            struct.pack(">H4sH", 1, b"DFLT", 8)
            + struct.pack(">HH", 4, 0)
            + struct.pack(">HHHH", 0, 0xFFFF, 1, 0)
        )
        at, offsets, data = 2 + 2 * len(lookups), [], b""
        for lookup in lookups:
            offsets.append(at + len(data))
            data += lookup
        listed = (
            struct.pack(">H", len(lookups))
            + b"".join(struct.pack(">H", offset) for offset in offsets)
            + data
        )
        start = 10 + len(scripts)
        return (
            struct.pack(">HHHHH", 1, 0, 10, start, start + len(features))
            + scripts
            + features
            + listed
        )

    covered = struct.pack(">HHHHH", 2, 1, 0, 999, 0)
    multiple = struct.pack(">HHHH", 2, 0, 1, 8)
    several = (
        struct.pack(">HHHH", 1, 8 + 2 + 2 * 300, 1, 8)
        + struct.pack(">H", 300)
        + struct.pack(">H", 1) * 300
        + covered
    )
    yield "one to three hundred, often", table([multiple + several] * 20)
    chained = struct.pack(">HHHH", 5 if tag == "GSUB" else 7, 0, 1, 8)
    loop = struct.pack(">HHHHHH", 3, 1, 1, 12, 0, 0) + covered
    yield "a rule that calls itself", table([chained + loop] * 30)
    yield "65,535 rules", struct.pack(">HHHHH", 1, 0, 10, 10, 10) + b"\xff\xff" * 65_535
    yield "loops of offsets", struct.pack(">HHHHH", 1, 0, 1, 1, 1) + b"\0\1" * 9000
    yield "nothing", b""


def ttf(chance: random.Random) -> Named:
    """A font with changes."""
    tables = dict(chance.choice(_fonts()))
    what = list[str]()
    for _ in range(chance.choice((1, 1, 2, 3))):
        tag = chance.choice(list(tables))
        table = tables[tag]
        match chance.randrange(7):
            case 0 | 1:
                form = chance.choice((">H", ">H", ">L", ">B"))
                at = chance.randrange(min(len(table), chance.choice((16, 60, 9999))) or 1)
                tables[tag] = (
                    table[:at] + packed(chance, form) + table[at + struct.calcsize(form) :]
                )
                what.append(f"number in {tag}")
            case 2 | 3:
                tables[tag] = some_bytes(table or b"\0", chance)
                what.append(f"inside {tag}")
            case 4:
                tables[tag] = table[: chance.randrange(len(table) or 1)]
                what.append(f"{tag} cut off")
            case 5 if len(tables) > 1:
                del tables[tag]
                what.append(f"no {tag}")
            case _:
                tables[tag] = tables[chance.choice(list(tables))]
                what.append(f"other {tag}")
    records = {}
    if chance.random() < 0.2:
        records[chance.choice(list(tables))] = (chance.choice(NUMBERS), chance.choice(NUMBERS))
        what.append("record")
    content = _font(
        tables, records, kind=chance.choice((b"\0\1\0\0",) * 9 + (b"OTTO", b"true", b"ttcf"))
    )
    if chance.random() < 0.1:
        return "cut off", content[: chance.randrange(len(content))]
    return ", ".join(what), content
