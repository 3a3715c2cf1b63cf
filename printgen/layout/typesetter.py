"""WeasyPrint with what is kept from one document to the next: fonts, style sheets, images."""

from __future__ import annotations

import logging
import re
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from printgen.content.characters import code_point
from printgen.content.drawings import excess_fault
from printgen.content.images import PHOTOS
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.pictures import prepare_picture
from printgen.layout import patches
from printgen.layout.bidi import join_runs
from printgen.layout.documents import Images, Source, Styles, lay_out, mentions_markers
from printgen.layout.drafts import art_fault
from printgen.layout.files import MEDIA_TYPES, Files
from printgen.layout.jobs import PICTURE_MISSING, Fault, Job, PageFormat
from printgen.layout.weasyprint import Document, StyleSheet
from printgen.project import INLINE_JPEG, RESOURCE_BASE_URL, resource_name
from printgen.reading import FileTooBig, read_whole
from printgen.typography.fonts import style_text
from printgen.typography.language import language
from printgen.typography.mirroring import mirrored

# The name of an exception in a message of WeasyPrint.
_EXCEPTION = re.compile(r"(?<=: )\w+Error: ")

# What WeasyPrint says of a picture that it cannot read or draw, with the reason.
_PICTURE = re.compile(
    rf"Failed to (?:load image at|render SVG image) '?(?P<file>{RESOURCE_BASE_URL}[^']+?)'?: "
    r"(?P<reason>.+)",
    re.DOTALL,
)

# The line and column (from 0) in a message of the XML parser.
_IN_XML = re.compile(r": line ([0-9]+), column ([0-9]+)")

# The line and column in a warning of WeasyPrint about a style sheet.
_IN_STYLE = re.compile(r" at ([0-9]+):([0-9]+)(?=, )")

_MISSING_GLYPH = re.compile(r"\.notdef glyph rendered.*\(U\+([0-9A-F]+)\)", re.DOTALL)


class Typesetter:
    """Parses and lays out HTML documents. WeasyPrint's log is captured in `log`.

    Fonts, style sheets and pictures are kept from one document to the next.
    """

    def __init__(self, files: Files):
        patches.install()
        self.files = files
        self.fonts = FontConfiguration()
        self.resources = Resources(files)
        self.images = Images(files)
        self.log = _capture_log()
        # The sections of books that are kept from one book to the next, see `books`.
        self.books: object = None
        # By name, and whether they are mirrored.
        self._style_sheets: dict[tuple[str, bool], _StyleSheet] = {}

    def forget(self) -> None:
        """Forget the style sheets, pictures and sections of books."""
        self.books = None
        self._style_sheets.clear()
        self.images.clear()

    def parse(self, format: PageFormat, html: str) -> Source:
        """Parse a document; its relative URLs are those of its theme."""
        base_url = f"{RESOURCE_BASE_URL}templates/{format.theme}/"
        self.images.has_stand_ins = format.draft
        plain = not any(sheet.mentions_markers for sheet in self.style_sheets(format))
        source = Source(html, base_url, self.resources, plain)
        if language(format.lang).right_to_left:
            join_runs(source.etree_element)
        return source

    def styles(self, format: PageFormat, source: Source) -> Styles:
        """The styles of a parsed document by the style sheets of its format."""
        sheets = [sheet.parsed for sheet in self.style_sheets(format) if sheet.parsed]
        return Styles(source, sheets, self.fonts)

    def render(self, format: PageFormat, source: Source) -> Document:
        """Lay out a parsed document with the style sheets of its format."""
        return lay_out(source, self.styles(format, source), self.images)

    def style_text(self, format: PageFormat) -> str:
        """The text of the style sheets of a format."""
        return "\n".join(sheet.text for sheet in self.style_sheets(format))

    def style_faults(self, format: PageFormat) -> list[Fault]:
        """The warnings about the style sheets of a format, at these files."""
        return [
            _style_fault(sheet.name, message)
            for sheet in self.style_sheets(format)
            for message in sheet.warnings
        ]

    def log_faults(self, job: Job) -> list[Fault]:
        """The captured log as faults of a job. Clears the log."""
        faults: dict[Fault, None] = {}
        for message in self.log.take():
            match = _MISSING_GLYPH.search(message)
            if art := art_fault(message):
                faults[art] = None
            elif match:
                character = chr(int(match[1], 16))
                code = code_point(character)
                text = f"{job.name}: no font has the character '{character}' ({code})"
                faults[Fault("glyph-missing", text, place=("character", character))] = None
            else:
                said = _EXCEPTION.sub("", message.replace(RESOURCE_BASE_URL, ""))
                fault = Fault("render-warning", f"{job.format.template}: {said}")
                faults[self._picture_fault(job, message) or fault] = None
        return list(faults)

    def _picture_fault(self, job: Job, message: str) -> Fault | None:
        """The fault of a picture that cannot be shown, at its file; None for another message."""
        found = _PICTURE.fullmatch(_EXCEPTION.sub("", message))
        name = resource_name(found["file"]) if found else ""
        path = self.files.find(name) if name else None
        if found and path is None:
            own = name.split("/", 2)
            if own[0] != "content" or len(own) < 3:
                return None
            said = f"{job.format.template}: no picture '{own[2]}'"
            return Fault(PICTURE_MISSING, said, place=("picture", ""))
        if not found or path is None or path.suffix.lower() not in MEDIA_TYPES:
            return None
        if name.startswith("content/"):
            # A bare name means a file in `images/` or below.
            name = self.files.folders.relative(path)
        place = _IN_XML.search(found["reason"])
        where = f"{name}:{place[1]}:{int(place[2]) + 1}" if place else name
        why = _IN_XML.sub("", found["reason"]).replace(RESOURCE_BASE_URL, "")
        said = f"the picture '{name}' cannot be shown: {why}"
        return Fault("render-warning", said, place=("part", where))

    def forget_failed_pictures(self) -> None:
        """Drop the pictures that cannot be read: their next use is logged again."""
        for url in [url for url, picture in self.images.items() if picture is None]:
            del self.images[url]

    def forget_pictures(self) -> None:
        """Drop the pictures of content and those that failed; those of templates are used again."""
        content = RESOURCE_BASE_URL + "content/"
        dropped = [u for u, p in self.images.items() if p is None or u.startswith(content)]
        for url in dropped:
            picture = self.images.pop(url)
            for key in [key for key in self.images if key.startswith(f"{_id(picture)}-")]:
                # The bytes of the picture.
                del self.images[key]

    def style_sheets(self, format: PageFormat) -> list[_StyleSheet]:
        """The style sheets of a format: the shared ones, its theme's, its style's."""
        if format.kind == "book":
            # A theme's classes for cards and sheets do not apply to its books. A template such as
            # a cover of another shape may have a style sheet of its own.
            names = ["_shared/style.css", "_shared/book.css", f"{format.theme}/book.css"]
            names += [f"{format.style_folder}/book.css", f"{format.template}.css"]
        else:
            folders = ("_shared", format.theme, format.style_folder)
            names = [f"{folder}/style.css" for folder in folders]
        return [self._style_sheet(name, format.lang) for name in dict.fromkeys(names)]

    def _style_sheet(self, name: str, lang: str) -> _StyleSheet:
        """A style sheet for a language, parsed once; empty when the file is missing."""
        key = name, language(lang).right_to_left
        known = self._style_sheets.get(key)
        if known is None:
            used, self.files.used = self.files.used, set()
            before = self.log.take()
            path = self.files.find(f"templates/{name}")
            text = mirrored(style_text(path, "strict"), lang) if path else ""
            parsed = path and weasyprint.CSS(
                string=text,
                base_url=f"{RESOURCE_BASE_URL}templates/{name}",
                url_fetcher=self.resources,
                font_config=self.fonts,
            )
            warnings, files = tuple(self.log.take()), frozenset(self.files.used)
            known = _StyleSheet(name, text, parsed, warnings, files, mentions_markers(text))
            self._style_sheets[key] = known
            self.files.used, self.log.messages = used, before
        self.files.used |= known.files
        return known


@dataclass(frozen=True, slots=True)
class _StyleSheet:
    """A style sheet, parsed if its file exists, with the warnings about it and its files."""

    name: str
    text: str
    parsed: StyleSheet | None
    warnings: tuple[str, ...]
    files: frozenset[str]
    mentions_markers: bool


def _id(picture: object) -> object:
    """The id of a raster image, by which WeasyPrint names its bytes; None for a drawing."""
    return getattr(picture, "id", None)


class CapturedLog(logging.Handler):
    """Keeps messages of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of a warning or an error. The reason of an error comes after it, in a
        record of its own.
        """
        if record.levelno >= logging.WARNING:
            self.messages.append(record.getMessage())
        elif record.exc_info and self.messages and not self.messages[-1].endswith(_reason(record)):
            self.messages[-1] = f"{self.messages[-1].rstrip(': ')}: {_reason(record)}"

    def take(self) -> list[str]:
        """The messages since the last call."""
        messages, self.messages = self.messages, []
        return messages


def _reason(record: logging.LogRecord) -> str:
    """What the exception of a record says; its kind if it says nothing."""
    error = record.exc_info[1] if record.exc_info else None
    while error and not str(error) and error.__cause__:
        error = error.__cause__
    return str(error) or type(error).__name__


def _capture_log() -> CapturedLog:
    """Capture WeasyPrint's warnings and errors."""
    log = CapturedLog()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [log]
    logger.propagate = False
    # The reasons of errors are of level DEBUG.
    logger.setLevel(logging.DEBUG)
    logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)
    return log


def _style_fault(name: str, message: str) -> Fault:
    """A warning about a style sheet, at the line and column that it names."""
    place = _IN_STYLE.search(message)
    file = f"templates/{name}" + (f":{place[1]}:{place[2]}" if place else "")
    return Fault("render-warning", _IN_STYLE.sub("", message), place=("file", file))


# --- the URL fetcher of WeasyPrint: files of the templates and of the project only ----------------


_JPEG = b"\xff\xd8\xff"


class Resources(URLFetcher):  # type: ignore[misc]
    """Fetches the files that a page may use. Raises ValueError for any other URL."""

    def __init__(self, files: Files):
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.files = files

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """The content of the file at `url`, see `find`, or of a picture that is in the URL."""
        if url.startswith(INLINE_JPEG):
            content, kind = prepare_picture(_inline(url))
            return URLFetcherResponse(url, content, {"Content-Type": kind})
        path = self.find(url)
        suffix = path.suffix.lower()
        try:
            content = read_whole(path, MAX_PICTURE_BYTES)
        except FileTooBig as error:
            raise ValueError(f"{path.name} is too big") from error
        kind = MEDIA_TYPES[suffix]
        if suffix in PHOTOS:
            content, kind = prepare_picture(content)
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
