"""The formats of spreadsheets, by the suffixes of their files."""

from __future__ import annotations

import os

TABLES = (".csv", ".tsv")
WORKBOOKS = (".xlsx", ".ods")
SPREADSHEETS = (*TABLES, *WORKBOOKS)

# Formats that are not read: old ones, and those that hold macros.
REFUSED = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".fods", ".ots", ".numbers")


def format_of(name: str) -> str:
    """The suffix of a file name, in lower case: `.xlsx`. Runs for every file: without paths."""
    return os.path.splitext(name)[1].lower()  # noqa: PTH122


def is_spreadsheet(name: str) -> bool:
    """Whether a file of this name is read as a spreadsheet."""
    return format_of(name) in SPREADSHEETS


def is_refused(name: str) -> bool:
    """Whether a file of this name is a spreadsheet in a format that is not read."""
    return format_of(name) in REFUSED
