"""Shared sheets on the web: their published rows, and what changed in them. `sheet pull` alone
fetches them, and nothing else of printgen uses the network.
"""

from __future__ import annotations

import http.client
import re
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from email.message import Message
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from printgen.content.limits import MAX_SHEET_BYTES
from printgen.content.spreadsheets.sheet import (
    TABLES,
    Row,
    Sheet,
    SheetError,
    format_of,
)
from printgen.content.spreadsheets.tables import read_table
from printgen.extras.spreadsheets.records import read_records
from printgen.problems import shorten

# The formats that are kept: text, whose changes are shown.
PULLED = (*TABLES, ".json")

# Seconds for an answer, and for all of a file; redirects to other addresses.
_TIMEOUT, _WHOLE, _REDIRECTS = 20, 120, 5

_BLOCK = 1 << 16

_PUBLISH = "publish the sheet: File > Share > Publish to web > Comma-separated values (.csv)"

# What an answer without a file means.
_MEANINGS = {
    401: ("the sheet may not be read without signing in", _PUBLISH),
    403: ("the sheet may not be read without signing in", _PUBLISH),
    404: ("there is nothing at this address", "copy the address again"),
    410: ("the sheet is no longer published", _PUBLISH),
    429: ("the server has had too many requests", "try again in some minutes"),
}

_NO_PAGE = "the server sends on to an address that is not of the web"

# The address of a Google sheet in a browser, and that of a published page.
_GOOGLE = re.compile(r"/spreadsheets/d/(?P<id>[\w-]+)(?:/(?:edit|view|htmlview|copy)?)?")
_GOOGLE_PAGE = re.compile(r"/spreadsheets/d/e/[\w-]+/pub(?:html)?")


class PullError(Exception):
    """A sheet cannot be fetched: a message and a hint."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.message, self.hint = message, hint


class _Redirects(HTTPRedirectHandler):
    """Follows a few redirects, to addresses of the web only."""

    max_redirections = _REDIRECTS
    max_repeats = 2

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        """The request of the new address. Raises PullError for one that is not of the web."""
        if urlsplit(newurl).scheme not in ("http", "https"):
            raise PullError(_NO_PAGE, "copy the address again")
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def file_address(url: str) -> str:
    """The address of the rows of a sheet as CSV, by the one that a browser shows."""
    parts = urlsplit(url)
    if parts.hostname != "docs.google.com":
        return url
    given = parse_qs(parts.query) | parse_qs(parts.fragment)
    sheet = {"gid": given["gid"][0]} if "gid" in given else {}
    if _GOOGLE_PAGE.fullmatch(parts.path):
        path, more = parts.path.removesuffix("html"), {"single": "true", "output": "csv"}
    elif match := _GOOGLE.fullmatch(parts.path):
        path, more = f"/spreadsheets/d/{match['id']}/export", {"format": "csv"}
    else:
        return url
    return f"https://docs.google.com{path}?{urlencode(sheet | more)}"


def fetch(url: str) -> bytes:
    """The file at a web address, up to the size of a sheet. Raises PullError."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, _Redirects, HTTPErrorProcessor):
        opener.add_handler(handler())
    opener.add_handler(HTTPDefaultErrorHandler())
    if urlsplit(url).scheme not in ("http", "https"):
        raise PullError(f"'{shorten(url, 60)}' is no web address")
    # Other schemes are refused here, and in redirects.
    request = Request(url, headers={"Accept": "text/csv, */*"})  # noqa: S310
    try:
        with opener.open(request, timeout=_TIMEOUT) as answer:
            return _read(answer)
    except HTTPError as error:
        said, hint = _MEANINGS.get(
            error.code, (f"the server answers {error.code}", "try again later")
        )
        if error.code in (301, 302, 303, 307, 308):
            elsewhere = "not allowed" in str(error.reason)
            said = _NO_PAGE if elsewhere else "the address leads on and on, to no file"
            hint = "copy the address again"
        raise PullError(said, hint) from None
    except URLError as error:
        raise _unreached(error.reason) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _unreached(error) from None


def _read(answer: http.client.HTTPResponse) -> bytes:
    """All of an answer."""
    end, blocks, size = time.monotonic() + _WHOLE, list[bytes](), 0
    # What is there, without a wait for a whole block.
    while block := answer.read1(_BLOCK):
        blocks.append(block)
        size += len(block)
        if size > MAX_SHEET_BYTES:
            raise PullError(f"the file has more than {MAX_SHEET_BYTES / 1e6:g} MB")
        if time.monotonic() > end:
            raise PullError(f"the file takes more than {_WHOLE} seconds")
    # What is left of the announced length.
    if answer.length:
        raise PullError("the file was cut off on the way", "try again")
    return b"".join(blocks)


def _unreached(reason: object) -> PullError:
    """Why a server gave no file."""
    if isinstance(reason, ssl.SSLCertVerificationError):
        hint = "the address, or the date of this computer, may be wrong"
        return PullError(
            f"the certificate of the server is not valid: {reason.verify_message}", hint
        )
    if isinstance(reason, TimeoutError):
        return PullError(f"the server gave no answer in {_TIMEOUT} seconds", "try again later")
    said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return PullError(f"the server cannot be reached: {shorten(said, 80)}")


def read_rows(content: bytes, name: str) -> Sheet:
    """The rows of a file under the name that it gets. Raises PullError if they cannot be read."""
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml", b"<head", b"<body", b"<script")):
        raise PullError("the address is that of a web page, not of a file", _PUBLISH)
    if not content.strip():
        raise PullError("the file is empty")
    suffix = format_of(name)
    try:
        return read_records(content) if suffix not in TABLES else read_table(content, suffix)
    except SheetError as error:
        where = f"line {error.line + 1}: " if error.line else ""
        raise PullError(f"{where}{error.message}", error.hint) from None


# --- what changed between two files ---------------------------------------------------------------


def changes(old: Sheet | None, new: Sheet) -> Iterator[str]:
    """The changes of a sheet in lines: its columns, and the rows that are new, changed and gone.
    Rows are the same by their id, or else by their name.
    """
    old_header, new_header = _header(old), _header(new)
    for header in new_header:
        if header not in old_header and old:
            yield f"+ column {header}"
    for header in old_header:
        if header not in new_header:
            yield f"- column {header}"
    old_rows, new_rows = _named(old), _named(new)
    both = [header for header in new_header if header in old_header]
    for name, row in new_rows.items():
        if name not in old_rows:
            yield f"+ {name}"
            continue
        pairs = ((each, old_rows[name].get(each, ""), row.get(each, "")) for each in both)
        parts = [f"{each} '{shorten(a)}' > '{shorten(b)}'" for each, a, b in pairs if a != b]
        if parts:
            yield f"~ {name}: {', '.join(parts)}"
    yield from (f"- {name}" for name in old_rows if name not in new_rows)


def _header(sheet: Sheet | None) -> list[str]:
    return [*filter(None, map(str.strip, sheet.rows[0].cells))] if sheet and sheet.rows else []


def _named(sheet: Sheet | None) -> dict[str, dict[str, str]]:
    """The rows of a sheet by their names, as values by headers. A name that is there again gets a
    number.
    """
    if not sheet or not sheet.rows:
        return {}
    top, *rows = sheet.rows
    headers = [cell.strip() for cell in top.cells]
    lower = [header.lower() for header in headers]
    columns = [lower.index(name) for name in ("id", "name", "title") if name in lower] or [0]
    named, counts = dict[str, dict[str, str]](), Counter[str]()
    for row in rows:
        name = _name(row, columns)
        counts[name] += 1
        key = name if counts[name] == 1 else f"{name} ({counts[name]})"
        named[key] = {header: row.cell(at) for at, header in enumerate(headers) if header}
    return named


def _name(row: Row, columns: list[int]) -> str:
    named = next((row.cell(column) for column in columns if row.cell(column)), "")
    return shorten(named or next(filter(None, map(str.strip, row.cells))))
