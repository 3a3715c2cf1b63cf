"""The XML parts of a workbook, a ZIP file. Sizes are checked before anything is unpacked."""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.content.limits import MAX_SHEET_XML
from printgen.content.spreadsheets.sheet import SheetError, too_big

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
            return _read(archive)
    # The classes of errors that damaged archives cause.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise _unreadable("the workbook is damaged, or no workbook") from None


def leads_up(content: bytes) -> bool:
    """Whether a cell of a workbook may hold a path upward (`../`)."""
    try:
        parts = xml_parts(content)
    except SheetError:
        return False
    # The parts refer to each other by such paths in files of their own.
    return any(b"../" in part for name, part in parts.items() if not name.endswith(".rels"))


def _read(archive: ZipFile) -> dict[str, bytes]:
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


def stored(parts: dict[str, bytes], suffix: str) -> BytesIO:
    """A workbook of these parts only, uncompressed: its reader gets nothing unchecked."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        if suffix == ".ods":
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, part in parts.items():
            archive.writestr(name, part)
    made.seek(0)
    return made
