"""Workbooks (XLSX, ODS): sizes are checked before anything is unpacked, then a sheet is read."""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.content.limits import MAX_SHEET_XML
from printgen.content.spreadsheets.sheet import Sheet, SheetError, too_big
from printgen.extras.workbooks.ods import read_ods
from printgen.extras.workbooks.xlsx import read_xlsx

MAX_PARTS = 2_000

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ENTRY = b"PK\x01\x02"
_XML = (".xml", ".rels")


def xml_parts(content: bytes) -> dict[str, bytes]:
    """The XML parts of a workbook by name. Pictures and macros are left out. Raises SheetError."""
    if content.startswith(_OLD_EXCEL):
        hint = "save it as .xlsx without a password"
        raise SheetError("sheet-unreadable", "the workbook is encrypted or in an old format", hint)
    if content.count(_ENTRY) > MAX_PARTS:
        raise too_big(f"the workbook has more than {MAX_PARTS:,} parts")
    try:
        with ZipFile(BytesIO(content)) as archive:
            return _parts(archive)
    # The classes of errors that damaged archives cause.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise _unreadable("the workbook is damaged, or no workbook") from None


def _parts(archive: ZipFile) -> dict[str, bytes]:
    infos = archive.infolist()
    if len({info.filename for info in infos}) < len(infos):
        raise _unreadable("two parts of the workbook have the same name")
    wanted = [info for info in infos if info.filename.endswith(_XML)]
    for info in wanted:
        _check(info)
    if sum(info.file_size for info in wanted) > MAX_SHEET_XML:
        raise too_big(f"the workbook holds more than {MAX_SHEET_XML / 1e6:g} MB")
    # A part is read up to its declared size; a longer one has another checksum.
    return {info.filename: archive.read(info) for info in wanted}


def _check(info: ZipInfo) -> None:
    if info.flag_bits & 1:
        raise _unreadable("the workbook is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise _unreadable("a part of the workbook has an unknown compression")


def _unreadable(message: str) -> SheetError:
    return SheetError("sheet-unreadable", message, "save it as .xlsx, .ods or .csv")


def read_excel(content: bytes, sheet: str | None, language: str) -> Sheet:
    """The rows of a sheet, by default the first one that is not hidden. Raises SheetError.

    `language` is that of numbers and dates whose format leaves it to the computer.
    """
    return read_xlsx(xml_parts(content), sheet, language)


def read_libreoffice(content: bytes, sheet: str | None, _language: str) -> Sheet:
    """The rows of a sheet of an ODS file, as `read_excel`: cells say how they are shown."""
    return read_ods(xml_parts(content), sheet)
