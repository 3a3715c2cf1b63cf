"""WeasyPrint with what is kept from one document to the next: fonts, style sheets, images."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from printgen.content.characters import code_point
from printgen.layout.batch import LayoutBatch
from printgen.layout.weasyprint_types import Document, HtmlSource, StyleSheet
from printgen.problems import Problem
from printgen.project import RESOURCE_BASE_URL, Folders, find_template_file

if TYPE_CHECKING:
    from printgen.layout.resources import Resources

_MISSING_GLYPH = re.compile(r"\.notdef glyph rendered.*\(U\+([0-9A-F]+)\)", re.DOTALL)


class Engine:
    """Parses and lays out HTML documents. WeasyPrint's log is captured in `log`."""

    def __init__(self, folders: Folders):
        # Imported here: importing WeasyPrint takes half a second, and maps are built without it.
        from weasyprint.text.fonts import FontConfiguration

        from printgen.layout import drawings, speedups
        from printgen.layout.resources import Resources

        speedups.install()
        drawings.install()
        self.folders = folders
        self.fonts = FontConfiguration()
        self.resources: Resources = Resources(folders)
        self.images: dict[str, object] = {}
        self.log = _capture_log()
        self._style_sheets: dict[str, StyleSheet | None] = {}

    def parse(self, batch: LayoutBatch, html: str) -> HtmlSource:
        """Parse a document; its relative URLs are those of the batch's theme."""
        import weasyprint

        source: HtmlSource = weasyprint.HTML(
            string=html,
            base_url=f"{RESOURCE_BASE_URL}templates/{batch.template.partition('/')[0]}/",
            url_fetcher=self.resources,
        )
        return source

    def render(self, batch: LayoutBatch, source: HtmlSource) -> Document:
        """Lay out a parsed document with the style sheets of its batch."""
        return source.render(
            font_config=self.fonts, stylesheets=self.style_sheets(batch), cache=self.images
        )

    def log_problems(self, batch: LayoutBatch, bodies: dict[int, str]) -> list[Problem]:
        """The captured log as problems.

        `bodies` is the HTML of each face: a missing glyph is reported at each face that has it,
        any other message at the first face.
        """
        problems: dict[Problem, None] = {}
        for message in self.log.messages:
            match = _MISSING_GLYPH.search(message)
            character = chr(int(match[1], 16)) if match else None
            found = [i for i, body in bodies.items() if character and character in body]
            for index in found or list(bodies)[:1]:
                face = batch.faces[index]
                if character:
                    code = code_point(character)
                    text = f"{face.name}: no font has the character '{character}' ({code})"
                    where = face.position_of_character(character)
                    problems[Problem(where, "glyph-missing", text)] = None
                else:
                    text = f"{batch.template}: {message}"
                    problems[Problem(face.position, "render-warning", text)] = None
        return list(problems)

    def forget_pictures(self) -> None:
        """Drop the decoded pictures of content; those of templates are used again."""
        for url in [url for url in self.images if url.startswith(RESOURCE_BASE_URL + "content/")]:
            del self.images[url]

    def style_sheets(self, batch: LayoutBatch) -> list[StyleSheet]:
        """The style sheets of a batch: the shared ones, then its theme's."""
        theme = batch.template.partition("/")[0]
        if batch.book:
            # A theme's classes for cards and sheets do not apply to its books. A template such as
            # a cover of another shape may have a style sheet of its own.
            names = ["_shared/style.css", "_shared/book.css", f"{theme}/book.css"]
            names.append(f"{batch.template}.css")
        else:
            names = [f"{folder}/style.css" for folder in ("_shared", theme)]
        sheets = (self._style_sheet(name) for name in dict.fromkeys(names))
        return [sheet for sheet in sheets if sheet]

    def _style_sheet(self, name: str) -> StyleSheet | None:
        """A style sheet, parsed once; None when the file is missing."""
        import weasyprint

        if name not in self._style_sheets:
            path = find_template_file(self.folders, name)
            self._style_sheets[name] = path and weasyprint.CSS(
                string=path.read_text(encoding="utf-8"),
                base_url=f"{RESOURCE_BASE_URL}templates/{name}",
                url_fetcher=self.resources,
                font_config=self.fonts,
            )
        return self._style_sheets[name]


class CapturedLog(logging.Handler):
    """Keeps messages of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of a record."""
        self.messages.append(record.getMessage())


def _capture_log() -> CapturedLog:
    """Capture WeasyPrint's warnings and errors."""
    log = CapturedLog()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [log]
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    return log
