"""The URL fetcher of WeasyPrint: files of the templates and of the project only."""

from __future__ import annotations

from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

from weasyprint.urls import URLFetcher, URLFetcherResponse

from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.pictures import excess_fault, prepare_picture
from printgen.layout.files import MEDIA_TYPES, Files
from printgen.project import INLINE_JPEG, RESOURCE_BASE_URL, resource_name
from printgen.reading import FileTooBig, read_whole

_JPEG = b"\xff\xd8\xff"


class Resources(URLFetcher):  # type: ignore[misc]
    """Fetches the files that a page may use. Raises ValueError for any other URL."""

    def __init__(self, files: Files):
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.files = files

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """The content of the file at `url`, see `find`, or of a picture that is in the URL."""
        if url.startswith(INLINE_JPEG):
            content, kind = prepare_picture(_inline(url), MEDIA_TYPES[".jpg"])
            return URLFetcherResponse(url, content, {"Content-Type": kind})
        path = self.find(url)
        suffix = path.suffix.lower()
        try:
            content = read_whole(path, MAX_PICTURE_BYTES)
        except FileTooBig as error:
            raise ValueError(f"{path.name} is too big") from error
        kind = MEDIA_TYPES[suffix]
        if suffix in (".png", ".webp", ".jpg", ".jpeg"):
            content, kind = prepare_picture(content, kind)
        elif suffix == ".svg":
            _check_drawing(path.name, content)
        return URLFetcherResponse(url, content, {"Content-Type": kind})

    def find(self, url: str) -> Path:
        """The path of the file at `url`. Raises ValueError unless a page may use it."""
        if not url.startswith(RESOURCE_BASE_URL):
            raise ValueError(f"only files of the project can be used, not {url[:80]}")
        name = resource_name(url)
        path = self.files.find(name)
        if path is None or path.suffix.lower() not in MEDIA_TYPES:
            raise ValueError(f"no file {name}")
        return path


def _inline(url: str) -> bytes:
    """The bytes of a picture that is in its URL. Raises ValueError."""
    content = b64decode(url.removeprefix(INLINE_JPEG), validate=True)
    if len(content) > MAX_PICTURE_BYTES or not content.startswith(_JPEG):
        raise ValueError("the picture in the URL is too big, or no JPEG")
    return content


def _check_drawing(name: str, content: bytes) -> None:
    """Raise ValueError if a drawing takes too long, or imports a style sheet, which WeasyPrint
    cannot. It reports those that are no XML.
    """
    if b"@import" in content:
        raise ValueError(f"{name} imports another style sheet (@import)")
    with suppress(ElementTree.ParseError):
        if fault := excess_fault(ElementTree.fromstring(content)):  # noqa: S314
            raise ValueError(f"{name} {fault.reason}")
