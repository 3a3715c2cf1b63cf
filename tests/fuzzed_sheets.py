"""Spreadsheets with wrong counts, references and sizes: CSV, XLSX, ODS."""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from zipfile import ZipFile

from fuzzed_bytes import (
    BOMB,
    LARGE_ENTITY,
    NUMBERS,
    number,
    overlapping,
    overwritten,
    some_bytes,
    xml,
    zip_damage,
    zipped,
)
from spreadsheet_files import csv_bytes, ods_bytes

_ROWS = (
    ("id", "name_fr", "name_en", "cost", "text_fr", "text_en"),
    ("one", "Une", "One", 1, "Le mot.", "A word, «two»."),
    ("two", "Deux", "Two", 2, "Les mots.", 'A "word".'),
    ("three", "Trois", "Three", 3, "", ""),
)

Named = tuple[str, bytes]

# --- CSV -----------------------------------------------------------------------------------------

_ENCODINGS = (
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "cp1252",
    "cp037",
    "utf-7",
)

_CELLS = (
    "", '"', '""', '"""', "a\0b", "\r", "\n", "\r\n", "\u2028", "\ufeff", "\ud7ff", "\U0010ffff", "\u202e", "=cmd|' /C calc'!A0",
    "+1", "-1", "@x", "#REF!", "#", "1e309", "9" * 5000, "x" * 40_000, "\t", ";", ",", " ", "null", "{oil}", "[a](b:c)", "**" * 3000,
    "[" * 3000, "../../etc/passwd", "images/art.png", "0", "-0", "1.5", "TRUE", "2026-11-28", "\x1b[31m", "é" * 9000, "!", "a:b", "*" * 9000,
)  # fmt: skip


def sound_csv() -> bytes:
    """A table that can be read."""
    return csv_bytes(_ROWS)


def known_csv() -> Iterator[Named]:
    """Tables that are known to be dangerous."""
    yield "a million columns", b"id" + b",a" * 1_000_000 + b"\n" + b"x" + b",1" * 1_000_000
    yield "a million empty columns", b"id" + b"," * 3_000_000 + b"\n"
    yield "four million rows", b"id,name\n" + b"a\n" * 4_000_000
    yield "four million empty rows", b"id,name\n" + b"\n" * 4_000_000
    yield "a million empty cells in rows", b"id,name_en\n" + (b"," * 150 + b"\n") * 19_000
    yield "open quote", b'id,name\n"' + b"a\n" * 2_000_000
    yield "quotes", b'id,name\n"' + b'""' * 2_000_000
    yield "quotes by themselves", b'"' * 3_000_000
    yield "one long cell", b"id,name\n" + b"a" * 9_000_000
    yield "NUL", b"\0" * 1_000_000
    yield "the same id", b"id,name_en\n" + b"a,b\n" * 19_000
    yield "the same name", b"name_en\n" + b"b\n" * 19_000
    yield "the same header", b"id" + b",name_en" * 199 + b"\n" + b"a" + b",b" * 199
    yield (
        "ids that are alike",
        b"id,name_en\n" + b"".join(b"%s,b\n" % (b"a" * n) for n in range(1, 3000)),
    )
    yield (
        "unknown references",
        b"id,name_en,text_en\n"
        + b"".join(b"a%d,b,[x](cards:zz%d) {zz%d}\n" % (n, n, n) for n in range(9000)),
    )
    yield "no cells", b""
    yield "UTF-16 of one byte", b"\xff\xfea"
    yield "wrong surrogates", b"\xff\xfe" + b"\x00\xd8" * 10_000
    yield "carriage returns", b"id,name_en\r" * 90_000


def csv(chance: random.Random) -> Named:
    """A table with changes."""
    rows = [list(map(str, row)) for row in _ROWS]
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(rows))
        row = rows[at]
        match chance.randrange(6):
            case 0 | 1 if row:
                row[chance.randrange(len(row))] = chance.choice(_CELLS)
            case 2 if row:
                row[chance.randrange(len(row)) :] = [chance.choice(_CELLS)] * chance.choice(
                    (1, 5, 190)
                )
            case 3:
                rows[at:at] = [list(row)] * chance.choice((1, 1, 30, 300))
            case 4:
                row[:] = row[: chance.randrange(len(row) + 1)]
            case 5 if row:
                row[chance.randrange(len(row))] = number(chance)
    encoding = chance.choice(_ENCODINGS) if chance.random() < 0.3 else "utf-8"
    text = csv_bytes(rows, chance.choice((",", ",", ";", "\t", "|"))).decode()
    if chance.random() < 0.3:
        text = text.replace("\r\n", chance.choice(("\r", "\n", "\n\r", "\u2028", "\x0b", "\x85")))
    content = text.encode(encoding, "replace")
    if chance.random() < 0.4:
        return f"bytes, {encoding}", some_bytes(content, chance)
    return f"cells, {encoding}", content


# --- workbooks -----------------------------------------------------------------------------------


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _xlsx() -> dict[str, bytes]:
    """The parts of an Excel workbook whose texts are in a table, as Excel writes them."""
    shared = list(
        dict.fromkeys(str(value) for row in _ROWS for value in row if not isinstance(value, int))
    )
    rows = ""
    for line, row in enumerate(_ROWS, 1):
        cells = (
            f'<c r="{letter}{line}" s="0"><v>{value}</v></c>'
            if isinstance(value, int)
            else f'<c r="{letter}{line}" s="0" t="s"><v>{shared.index(str(value))}</v></c>'
            for letter, value in zip("ABCDEF", row, strict=True)
        )
        rows += f'<row r="{line}" spans="1:6">{"".join(cells)}</row>'
    texts = "".join(f"<si><t>{text}</t></si>" for text in shared)
    kinds = {
        "worksheet": "worksheets/sheet1.xml",
        "styles": "styles.xml",
        "sharedStrings": "sharedStrings.xml",
    }
    relations = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(kinds.items(), 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><workbookPr date1904="0"/><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="x">Cards!$A$1:$F$4</definedName></definedNames></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><dimension ref="A1:F4"/><cols><col min="1" max="6" width="9"/></cols><sheetData>{rows}</sheetData><mergeCells count="1"><mergeCell ref="H1:H2"/></mergeCells></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}" count="24" uniqueCount="{len(shared)}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><cellXfs count="1"><xf numFmtId="0" fontId="0"/></cellXfs></styleSheet>',
    }
    return {
        name: b'<?xml version="1.0" encoding="UTF-8"?>' + part.encode()
        for name, part in parts.items()
    }


@cache
def _parts(suffix: str) -> dict[str, bytes]:
    """The parts of a sound workbook."""
    if suffix == "xlsx":
        return _xlsx()
    with ZipFile(BytesIO(ods_bytes(_ODS))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _cell(value: object) -> str:
    form = "float" if isinstance(value, int) else "string"
    words = str(value).replace("&", "&amp;").replace("<", "&lt;")
    shown = f' office:value="{value}"' if form == "float" else ""
    return f'<table:table-cell office:value-type="{form}"{shown}><text:p>{words}</text:p></table:table-cell>'


_ODS = (
    '<table:table table:name="Cards"><table:table-column table:number-columns-repeated="6"/>'
    + "".join(
        f'<table:table-row table:number-rows-repeated="1">{"".join(map(_cell, row))}</table:table-row>'
        for row in _ROWS
    )
    + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    "</table:table>"
)


def _book(suffix: str, name: str, old: bytes, new: bytes) -> bytes:
    parts = _parts(suffix)
    assert old in parts[name], (name, old)
    return zipped({**parts, name: parts[name].replace(old, new, 1)})


def sound_xlsx() -> bytes:
    """An Excel workbook that can be read."""
    return zipped(_parts("xlsx"))


def known_xlsx() -> Iterator[Named]:
    """Excel workbooks that are known to be dangerous."""
    sheet, texts = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
    parts = _parts("xlsx")
    for many in (4_000_000_000, 2**31, 10**9, 2**63, 2**64, -1, 10**30):
        count = b'uniqueCount="%d"' % many
        yield f"{many} texts", _book("xlsx", texts, b"uniqueCount=", count + b" x=")
        yield f"{many} uses", _book("xlsx", texts, b"count=", b'count="%d" x=' % many)
    for size in (
        "A1:XFD1048576",
        "A1:XFD4294967295",
        "A1:ZZZZZZZ99",
        "XFD1048576:A1",
        "A1048576:XFD1048576",
        "A0:B0",
        ":",
        "",
        "A1:A99999999999999999999",
    ):
        start = parts[sheet].index(b'<dimension ref="')
        end = parts[sheet].index(b'"', start + 16)
        yield (
            f"size {size}",
            zipped(
                {**parts, sheet: parts[sheet][: start + 16] + size.encode() + parts[sheet][end:]}
            ),
        )
    for index in (2**31, 2**32, 2**63, 2**64, -1, 99, "x", "1.5"):
        yield f"text {index}", _book("xlsx", sheet, b"<v>0</v>", f"<v>{index}</v>".encode())
    for place in (
        "XFD1048576",
        "ZZZZ1",
        "A0",
        "A4294967296",
        "1A",
        "",
        "AAAAAAAAAAAAAAAA1",
        "a1",
        "A1048577",
    ):
        yield f"cell {place}", _book("xlsx", sheet, b'r="A1"', f'r="{place}"'.encode())
    for row in (0, 1_048_576, 2**32, 2**64, -1):
        yield f"row {row}", _book("xlsx", sheet, b'<row r="1"', b'<row r="%d"' % row)
    yield "style 2^32", _book("xlsx", sheet, b'r="A1" s="0"', b'r="A1" s="4294967295"')
    for many in (4_000_000_000, 2**31, 2**63):
        yield (
            f"{many} styles",
            _book("xlsx", "xl/styles.xml", b"<cellXfs count", b'<cellXfs count="%d" x' % many),
        )
    date = parts["xl/styles.xml"].replace(b'numFmtId="0"', b'numFmtId="14"')
    for value in ("1e300", "-1e300", "NaN", "inf", "2958466", "-1", "1e18", "99999999999999999999"):
        yield (
            f"date {value}",
            zipped(
                {
                    **parts,
                    "xl/styles.xml": date,
                    sheet: parts[sheet].replace(b"<v>1</v>", b"<v>%s</v>" % value.encode()),
                }
            ),
        )
        moment = f'<c r="D2" t="d"><v>{value}</v></c>'.encode()
        yield (
            f"written date {value}",
            zipped({**parts, sheet: parts[sheet].replace(b"</row>", moment + b"</row>", 1)}),
        )
    yield "merged cells", _book("xlsx", sheet, b"H1:H2", b"A1:XFD1048576")
    shared = b'<c r="A%d"><f t="shared" ref="A1:XFD1048576" si="4294967295">A1</f><v>1</v></c>' % 9
    yield (
        "shared formula",
        _book("xlsx", sheet, b"</sheetData>", b'<row r="9">' + shared + b"</row></sheetData>"),
    )
    long = zipped(
        {
            **parts,
            texts: parts[texts].replace(b">id<", b">" + b"x" * 30_000 + b"<"),
            sheet: parts[sheet].replace(b"<v>1</v>", b"<v>0</v>"),
        }
    )
    yield "long text", long
    cells = b"".join(
        b'<c r="%s%d" t="s"><v>4</v></c>' % (column, row)
        for row in range(9, 19_000)
        for column in (b"A", b"B", b"C")
    )
    yield (
        "rows without order",
        _book("xlsx", sheet, b"</sheetData>", b"<row>" + cells + b"</row></sheetData>"),
    )
    for at, declaration in enumerate((BOMB, LARGE_ENTITY)):
        use = b"&a11;" if declaration is BOMB else b"&a;" * 200
        yield (
            f"entities {at}",
            zipped(
                {**parts, texts: declaration + parts[texts].replace(b">id<", b">" + use + b"<")}
            ),
        )
    yield "bomb", zipped({**parts, "xl/worksheets/sheet1.xml": b" " * 900_000_000})
    yield (
        "overlap",
        overlapping([f"xl/worksheets/sheet{n}.xml" for n in range(1, 1900)], b"<a>" * 300_000),
    )
    yield "nesting", zipped({**parts, sheet: b"<a>" * 1_000_000})
    for link in (
        "../../../../etc/passwd",
        "/etc/passwd",
        "http://192.0.2.1/x",
        "worksheets/../" * 9000 + "sheet1.xml",
        "",
    ):
        yield (
            f"sheet at {link[:20]}",
            _book("xlsx", "xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", link.encode()),
        )
    yield (
        "many sheets",
        _book(
            "xlsx",
            "xl/workbook.xml",
            b"<sheets>",
            b"<sheets>" + b'<sheet name="Cards" sheetId="1" r:id="rId1"/>' * 100_000,
        ),
    )


def sound_ods() -> bytes:
    """An OpenDocument spreadsheet that can be read."""
    return zipped(_parts("ods"))


def known_ods() -> Iterator[Named]:
    """OpenDocument spreadsheets that are known to be dangerous."""
    content = "content.xml"
    for many in (0, 20_001, 1_048_576, 2**31, 4_000_000_000, 999_999_999, 2**63, 2**64, -1):
        written = b'repeated="%d"' % many
        yield (
            f"{many} rows",
            _book(
                "ods", content, b'table:number-rows-repeated="1"', b"table:number-rows-" + written
            ),
        )
        yield (
            f"{many} columns",
            _book(
                "ods",
                content,
                b"<table:table-cell ",
                b"<table:table-cell table:number-columns-" + written + b" ",
            ),
        )
        yield (
            f"{many} empty rows",
            _book(
                "ods",
                content,
                b'table:number-rows-repeated="1048000"',
                b"table:number-rows-" + written,
            ),
        )
        yield (
            f"{many} empty columns",
            _book(
                "ods",
                content,
                b'table:number-columns-repeated="16384"',
                b"table:number-columns-" + written,
            ),
        )
        yield (
            f"{many} column declarations",
            _book(
                "ods",
                content,
                b'table:number-columns-repeated="6"',
                b"table:number-columns-" + written,
            ),
        )
        yield (
            f"{many} spaces",
            _book("ods", content, b"<text:p>", b'<text:p><text:s text:c="%d"/>' % many),
        )
        yield (
            f"{many} spanned",
            _book(
                "ods",
                content,
                b"<table:table-cell ",
                b'<table:table-cell table:number-columns-spanned="%d" table:number-rows-spanned="%d" '
                % (many, many),
            ),
        )
    row = (
        b'<table:table-row table:number-rows-repeated="99"><table:table-cell office:value-type="string" table:number-columns-repeated="190"><text:p>%s</text:p></table:table-cell></table:table-row>'
        % (b"x" * 1000)
    )
    yield (
        "repeated texts",
        _book("ods", content, b"<table:table-row", row * 190 + b"<table:table-row"),
    )
    yield (
        "empty rows in between",
        _book(
            "ods",
            content,
            b"<table:table-row",
            b'<table:table-row table:number-rows-repeated="1"/>' * 300_000 + b"<table:table-row",
        ),
    )
    yield (
        "nested tables",
        _book(
            "ods",
            content,
            b"<table:table-row",
            b'<table:table table:name="a">' * 5000 + b"</table:table>" * 5000 + b"<table:table-row",
        ),
    )
    yield (
        "nested cells",
        _book(
            "ods",
            content,
            b"<text:p>",
            b"<text:p>" + b"<text:span>" * 100_000 + b"</text:span>" * 100_000,
        ),
    )
    for form, value in (
        ("date", "99999-99-99"),
        ("time", "PT" + "9" * 400 + "H"),
        ("float", "1e309"),
        ("percentage", "x"),
        ("boolean", "maybe"),
        ("date", "-0001-01-01"),
        ("time", "-PT1H"),
        ("currency", "NaN"),
        ("date", "2026-02-30T25:61:61"),
        ("float", "9" * 5000),
    ):
        cell = f'<table:table-cell office:value-type="{form}" office:{form}-value="{value}" office:value="{value}"/>'.encode()
        yield (
            f"{form} {value[:12]}",
            _book("ods", content, b"<table:table-cell ", cell + b"<table:table-cell "),
        )
    parts = _parts("ods")
    for at, declaration in enumerate((BOMB, LARGE_ENTITY)):
        use = b"&a11;" if declaration is BOMB else b"&a;" * 200
        yield (
            f"entities {at}",
            zipped(
                {**parts, content: declaration + parts[content].replace(b">id<", b">" + use + b"<")}
            ),
        )
    yield "bomb", zipped({**parts, content: b" " * 900_000_000})
    yield (
        "encrypted",
        zipped(
            {
                **parts,
                "META-INF/manifest.xml": parts["META-INF/manifest.xml"].replace(
                    b"/>",
                    b'><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>',
                ),
            }
        ),
    )
    yield "settings", zipped({**parts, "settings.xml": b"<a>" * 1_000_000})
    yield "kind", zipped({**parts, "mimetype": b"x" * 30_000_000})


def _workbook(suffix: str, chance: random.Random) -> Named:
    """A workbook with changes of a part, of its container, or both."""
    parts = dict(_parts(suffix))
    what = list[str]()
    if chance.random() < 0.75:
        heavy = (
            ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml")
            if suffix == "xlsx"
            else ("content.xml",)
        )
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            name = chance.choice(heavy) if chance.random() < 0.7 else chance.choice(list(parts))
            how, parts[name] = xml(parts[name], chance)
            what.append(f"{how} of {name}")
    elif chance.random() < 0.3:
        name = chance.choice(list(parts))
        del parts[name]
        what.append(f"no {name}")
    content = zipped(list(parts.items()))
    if not what or chance.random() < 0.15:
        how, content = zip_damage(content, chance)
        what.append(how)
    if chance.random() < 0.03:
        content = overwritten(
            content, chance.randrange(len(content)), bytes((chance.choice(NUMBERS) % 256,))
        )
    return ", ".join(what), content


def xlsx(chance: random.Random) -> Named:
    """An Excel workbook with changes."""
    return _workbook("xlsx", chance)


def ods(chance: random.Random) -> Named:
    """An OpenDocument spreadsheet with changes."""
    return _workbook("ods", chance)
