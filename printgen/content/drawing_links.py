"""What a drawing (SVG) needs from outside: pictures beside it, which it may show, and the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree import ElementTree

from printgen.content.pictures import PictureFault, name_of
from printgen.problems import shorten

# The name of a style sheet above a drawing.
_STYLE_SHEET = re.compile(rb"<\?xml-stylesheet\b")

# What a style takes from elsewhere: `url(…)`.
_URL = re.compile(r"url\(\s*[\"']?\s*([^)\"']*)", re.I)

# An address, or the beginning of a path that is not below the drawing.
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//|/", re.I)

# Elements that draw what their `href` names.
_USERS = ("use", "image", "feImage", "linearGradient", "radialGradient", "pattern", "textPath")


@dataclass(frozen=True, slots=True)
class FileLink:
    """A picture file that a drawing shows, relative to the drawing, and the line, from 1."""

    file: str
    line: int


def drawing_links(content: bytes) -> list[FileLink | PictureFault]:
    """The picture files that a drawing shows, and the faults of what it takes from elsewhere. The
    drawing is valid XML.
    """
    root = ElementTree.fromstring(content)  # noqa: S314 - expat limits the growth of entities
    drawing = _Drawing(content, frozenset(element.get("id") or "" for element in root.iter()))
    return [
        *drawing.sheets(),
        *(each for element in root.iter() for each in drawing.needs(element)),
    ]


@dataclass(slots=True)
class _Drawing:
    """The content of a drawing, the ids in it, and how far it was searched."""

    content: bytes
    ids: frozenset[str]
    at: int = 0

    def sheets(self) -> Iterator[PictureFault]:
        """The style sheet that a line above the drawing names."""
        if found := _STYLE_SHEET.search(self.content):
            reason, hint = "uses a style sheet of another file", "write it in <style>"
            yield self._fault(reason, hint, found[0].decode())

    def needs(self, element: ElementTree.Element) -> Iterator[FileLink | PictureFault]:
        """What an element takes from elsewhere."""
        for key, value in element.items():
            if key.rpartition("}")[2] == "href" and name_of(element) in _USERS:
                yield from self._link(name_of(element), value.strip())
            elif "url(" in value.lower():
                yield from self._style(value)
        if name_of(element) == "style":
            yield from self._style("".join(element.itertext()))

    def _link(self, user: str, target: str) -> Iterator[FileLink | PictureFault]:
        """What the element `user` names as its target."""
        if target.startswith("#"):
            if user == "use" and unquote(target[1:]) not in self.ids:
                reason = f"repeats '{shorten(target, 60)}', which it does not have"
                yield self._fault(reason, "check the id", target)
        elif target.startswith("data:"):
            hint = "save the picture as a file beside the drawing"
            yield self._fault("has a picture inside it", hint, target)
        elif target and (_ADDRESS.match(target) or user != "image"):
            yield self._elsewhere(target)
        elif target:
            yield FileLink(unquote(target.partition("#")[0]), self._line(target))

    def _style(self, style: str) -> Iterator[PictureFault]:
        """What a style takes from elsewhere."""
        if "@import" in style:
            hint = "write its rules in the drawing"
            yield self._fault("imports another style sheet (@import)", hint, "@import")
            return
        for found in _URL.finditer(style):
            target = found[1].strip()
            if target and not target.startswith("#"):
                yield self._elsewhere(target)

    def _elsewhere(self, target: str) -> PictureFault:
        hint = "draw it in the file itself: nothing is fetched"
        return self._fault(f"takes '{shorten(target, 60)}' from elsewhere", hint, target)

    def _fault(self, reason: str, hint: str, written: str) -> PictureFault:
        return PictureFault(reason, hint, self._line(written))

    def _line(self, written: str) -> int:
        """The line of some words, from 1; the first line if the file has them in another form.

        Words are asked for in their order in the file.
        """
        bare = re.compile(rb"(?<![\w/.])" + re.escape(written[:200].encode()))
        found = bare.search(self.content, self.at) or bare.search(self.content)
        if found is None:
            return 1
        self.at = found.end()
        return self.content.count(b"\n", 0, found.start()) + 1
