"""Workbooks of Excel and LibreOffice as sheets whose rows are entries."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "workbooks",
    Path(__file__).parent,
    readers={
        ".xlsx": "printgen.extras.workbooks.reading:read_excel",
        ".ods": "printgen.extras.workbooks.reading:read_libreoffice",
    },
    packed={
        ".xlsx": "printgen.extras.workbooks.reading:xml_parts",
        ".ods": "printgen.extras.workbooks.reading:xml_parts",
    },
)
