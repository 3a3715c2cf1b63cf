"""Drawings (SVG) of a project: why one cannot be printed, and what it takes from elsewhere."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.parsers import expat

from printgen.content.drawing_features import (
    REFERENCE,
    RULE,
    declarations,
    local_name,
    named_families,
    style_sheets,
    undrawn,
)
from printgen.content.pictures import PictureFault, open_photo
from printgen.problems import shorten

# Bytes of a drawing that are read.
MAX_DRAWING_BYTES = 10_000_000

# Elements that a drawing may draw, those that `<use>` and patterns repeat among them.
MAX_DRAWN = 200_000

# Levels of parts in each other.
_MAX_NESTED = 100

# Times that a pattern draws its content, at least: it has little sense with fewer tiles.
_TILES = 4

# Characters of a `transform`: WeasyPrint takes time that grows with their square.
_MAX_TRANSFORM = 10_000

# Characters of text in a drawing, several pages full: WeasyPrint places them one by one.
_MAX_TEXT = 20_000

# Characters of all paths of a drawing, which WeasyPrint reads in some seconds.
_MAX_PATHS = 2_000_000

_WORD = re.compile(r"[\w-]+|[*:\[]")
# The words of selectors, and the ids of the parts that their styles refer to.
Rules = Sequence[tuple[frozenset[str], Sequence[str]]]

_NUMBER = re.compile(r"[\d.]+")

_SHAPES = frozenset(
    ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use")
)

# Elements whose content is drawn only where others refer to it.
_HIDDEN = frozenset(("defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata"))

_LENGTH = re.compile(r"\s*\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*(px|pt|pc|mm|cm|in|em|ex|q)?\s*", re.I)


def drawing_fault(content: bytes) -> PictureFault | None:
    """Why an SVG file cannot be printed; None if it can."""
    if len(content) > MAX_DRAWING_BYTES:
        return PictureFault(f"has more than {MAX_DRAWING_BYTES / 1e6:g} MB")
    if not content.strip():
        return PictureFault("is an empty file")
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - expat limits the growth of entities
    except ElementTree.ParseError as error:
        line, hint = _unclosed(content) or (error.position[0], str(error).partition(":")[0])
        return PictureFault("is not valid XML", hint, line)
    except (ValueError, LookupError):
        return PictureFault("has an unknown encoding", "save it as UTF-8")
    if local_name(root) != "svg":
        return PictureFault(f"is no SVG drawing, but <{local_name(root)[:20]}>")
    return (
        _at_line(excess_fault(root), content)
        or _size_fault(root)
        or (None if _draws(root) else PictureFault("draws nothing"))
    )


def excess_fault(root: ElementTree.Element) -> PictureFault | None:
    """Why a drawing takes too long to lay out or to draw; None if it does not."""
    if fault := _nesting_fault(root):
        return fault
    if repeats_too_often(root):
        return PictureFault("repeats its parts too often", "draw fewer copies and patterns")
    for element in root.iter():
        for key, value in element.items():
            if len(value) > _MAX_TRANSFORM and "transform" in key.lower():
                return PictureFault(f"has a {key} of more than {_MAX_TRANSFORM:,} characters")
    paths = (each.get(key, "") for each in root.iter() for key in ("d", "points"))
    if sum(map(len, paths)) > _MAX_PATHS:
        reason = f"has paths of more than {_MAX_PATHS:,} characters"
        return PictureFault(reason, "simplify them in your drawing program")
    texts = ("".join(each.itertext()) for each in root.iter() if local_name(each) == "text")
    if sum(map(len, texts)) > _MAX_TEXT:
        return PictureFault(f"has texts of more than {_MAX_TEXT:,} characters")
    return None


def _at_line(fault: PictureFault | None, content: bytes) -> PictureFault | None:
    """A fault at the line of the id that it names."""
    found = re.search(r"'(#[^']+)'", fault.reason) if fault else None
    at = content.find(found[1].rstrip("…").encode()) if found else -1
    return replace(fault, line=content.count(b"\n", 0, at) + 1) if fault and at >= 0 else fault


def _nesting_fault(root: ElementTree.Element) -> PictureFault | None:
    """Why the parts of a drawing cannot be drawn in each other; None if they can. They are walked
    recursively.
    """
    parts = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    rules = _rules(root)
    done = set[ElementTree.Element]()
    path = {root: ""}
    waiting = [iter(_drawn_parts(root, parts, rules))]
    while waiting:
        name, part = next(waiting[-1], ("", None))
        if part is None:
            waiting.pop()
            done.add(path.popitem()[0])
        elif part in path:
            reason = f"has '#{shorten(name or part.get('id', ''), 40)}' inside itself"
            return PictureFault(reason, "a part cannot be drawn with itself")
        elif len(path) > _MAX_NESTED:
            return PictureFault(f"nests its parts more than {_MAX_NESTED} deep", "ungroup them")
        elif part not in done:
            path[part] = name
            waiting.append(iter(_drawn_parts(part, parts, rules)))
    return None


def _drawn_parts(
    element: ElementTree.Element, parts: Mapping[str, ElementTree.Element], rules: Rules
) -> list[tuple[str, ElementTree.Element]]:
    """What an element draws: what is in it, and the parts that it refers to, with their ids."""
    named = [(name, parts[name]) for name in _references(element, rules) if name in parts]
    return [*(("", child) for child in element), *named]


def _rules(root: ElementTree.Element) -> Rules:
    """The words of selectors whose styles refer to parts, and the ids of these."""
    return [
        (frozenset(_WORD.findall(selector)), REFERENCE.findall(style))
        for sheet in root.iter()
        if local_name(sheet) == "style"
        for selector, style in RULE.findall("".join(sheet.itertext()))
        if "url(" in style
    ]


def repeats_too_often(root: ElementTree.Element) -> bool:
    """Whether a drawing draws more than MAX_DRAWN elements: each `<use>` draws a part again, which
    may have others in it, each pattern draws its content several times, and a marker is drawn at
    each point of a line.
    """
    return drawn_sum(root, lambda _: 1) > MAX_DRAWN


def drawn_sum(root: ElementTree.Element, weight: Callable[[ElementTree.Element], int]) -> int:
    """The sum of the weights of all elements that a drawing draws, as often as it draws them; at
    most MAX_DRAWN + 1.
    """
    parts = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    rules = _rules(root)
    counts: dict[ElementTree.Element, int] = {}
    waiting = [root]
    while waiting:
        element = waiting[-1]
        drawn = [*element, *(parts[name] for name in _references(element, rules) if name in parts)]
        # Parts that are being counted use themselves; they are drawn once.
        new = [part for part in drawn if part not in counts]
        counts.setdefault(element, weight(element))
        if new:
            waiting += new
            continue
        waiting.pop()
        content = sum(counts[part] for part in drawn)
        total = weight(element) + _repeats(element, drawn) * content
        counts[element] = min(MAX_DRAWN + 1, total)
    return counts[root]


def _repeats(element: ElementTree.Element, drawn: Iterable[ElementTree.Element]) -> int:
    """How often an element draws what it draws: a pattern in each tile, markers at each point."""
    if local_name(element) == "pattern":
        return _TILES
    if any(local_name(part) == "marker" for part in drawn):
        return 1 + len(_NUMBER.findall(element.get("points", "") + element.get("d", ""))) // 2
    return 1


def _references(element: ElementTree.Element, rules: Rules) -> Iterator[str]:
    """The ids of the parts that an element draws, too: what `<use>` repeats, what it is filled or
    marked with. `rules` are the words of selectors, and the ids in their styles. Selectors that are
    more than names, such as `[x]` and `:not(x)`, count for each element.
    """
    names = {
        "*",
        ":",
        "[",
        local_name(element),
        element.get("id", ""),
        *element.get("class", "").split(),
    }
    for words, ids in rules:
        if not names.isdisjoint(words):
            yield from ids
    repeats = local_name(element) in (
        "use",
        "feImage",
        "pattern",
        "linearGradient",
        "radialGradient",
    )
    for key, value in element.items():
        if repeats and key.rpartition("}")[2] == "href":
            yield value.removeprefix("#")
        elif "url(" in value:
            yield from REFERENCE.findall(value)


def _unclosed(content: bytes) -> tuple[int, str] | None:
    """The line of the tag that has no partner, and what it lacks; None for another fault."""
    tags = list[tuple[str, int]]()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _: tags.append((name, parser.CurrentLineNumber))
    parser.EndElementHandler = lambda name: tags.pop()
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        # Expat is at the name of an end tag that does not match, or at the end of the file.
        ends = expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
        wrong = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
        if not tags or error.code not in (ends, wrong):
            return None
        name = re.match(rb"[^\s>]*", content[parser.ErrorByteIndex :].removeprefix(b"</"))
        closed = name[0].decode(errors="replace") if name else ""
        if error.code == wrong and closed not in [open_tag for open_tag, _ in tags]:
            return error.lineno, f"</{closed[:20]}> closes no tag"
        return tags[-1][1], f"<{tags[-1][0][:20]}> is not closed"
    return None


def _size_fault(root: ElementTree.Element) -> PictureFault | None:
    """Why a drawing has no size."""
    box = root.get("viewBox")
    if box is None:
        if all(_is_length(root.get(side, "")) for side in ("width", "height")):
            return None
        near = [name for name in root.attrib if name.lower() == "viewbox"]
        hint = f"write viewBox for {near[0]}" if near else 'such as viewBox="0 0 100 100"'
        return PictureFault("has no size (viewBox)", hint)
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        return PictureFault("has a viewBox that is not four numbers", 'such as "0 0 100 100"')
    return None if width > 0 < height else PictureFault("has a viewBox without width or height")


def _is_length(text: str) -> bool:
    found = _LENGTH.fullmatch(text)
    return found is not None and float(found[1]) > 0


def _draws(root: ElementTree.Element) -> bool:
    """Whether a drawing has a shape, a text or a picture."""
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if local_name(found) in _SHAPES:
            return True
        waiting += [child for child in found if local_name(child) not in _HIDDEN]
    return False


# --------------------------------------------------------------------------------------------------
# What a drawing (SVG) needs from outside: pictures beside it, which it may show, and the rest.


# The name of a style sheet above a drawing.
_STYLE_SHEET = re.compile(rb"<\?xml-stylesheet\b")

# What a style takes from elsewhere: `url(…)`.
_URL = re.compile(r"url\(\s*[\"']?\s*([^)\"']*)", re.I)

# An address, or the beginning of a path that is not below the drawing.
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//|/", re.I)

# A picture in an address.
_INLINE = re.compile(r"data:image/(?:png|jpe?g|webp)\s*(?:;[^,;]*)*;base64,(.*)", re.I | re.DOTALL)

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
        *(drawing.fault(each.reason, each.hint, each.written) for each in undrawn(root)),
    ]


def drawing_fonts(content: bytes) -> Iterator[tuple[str, int]]:
    """The fonts that the texts of a drawing ask for first, with their lines, from 1."""
    root = ElementTree.fromstring(content)  # noqa: S314 - expat limits the growth of entities
    above = {child: parent for parent in root.iter() for child in parent}
    # Texts, what is in them, and what they are in.
    lettered = set[ElementTree.Element]()
    for element in root.iter():
        if local_name(element) == "text" and "".join(element.itertext()).strip():
            lettered |= {*element.iter()}
            while element in above and above[element] not in lettered:
                element = above[element]
                lettered.add(element)
    if not lettered:
        return
    drawing = _Drawing(content, frozenset())
    styles = list[tuple[str, str]]()
    for element in root.iter():
        if element in lettered:
            styles += [*element.items(), *declarations(element.get("style", ""))]
    for sheet in style_sheets(root):
        for _, style in RULE.findall("".join(sheet.itertext())):
            styles += declarations(style)
    for name, value in styles:
        if name == "font-family" and "(" not in value and (families := named_families(value)):
            yield families[0], drawing.line(value.partition(",")[0].strip(" \"'"))


def _is_picture(address: str) -> bool:
    """Whether the picture that is in an address can be read."""
    found = _INLINE.fullmatch(address)
    if found is None:
        return False
    try:
        with open_photo(b64decode(found[1])) as picture:
            picture.load()
    except (ValueError, OSError, SyntaxError):
        return False
    return True


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
            yield self.fault(reason, hint, found[0].decode())

    def needs(self, element: ElementTree.Element) -> Iterator[FileLink | PictureFault]:
        """What an element takes from elsewhere."""
        for key, value in element.items():
            if key.rpartition("}")[2] == "href" and local_name(element) in _USERS:
                yield from self._link(local_name(element), value.strip())
            elif "url(" in value.lower():
                yield from self._style(value)
        if local_name(element) == "style":
            yield from self._style("".join(element.itertext()))

    def _link(self, user: str, target: str) -> Iterator[FileLink | PictureFault]:
        """What the element `user` names as its target."""
        if target.startswith("#"):
            if user == "use" and unquote(target[1:]) not in self.ids:
                reason = f"repeats '{shorten(target, 60)}', which it does not have"
                yield self.fault(reason, "check the id", target)
        elif target.startswith("data:"):
            if not _is_picture(target):
                hint = "save it as a file beside the drawing"
                yield self.fault("has a picture inside it that is no PNG or JPEG", hint, target)
        elif target and (_ADDRESS.match(target) or user != "image"):
            yield self._elsewhere(target)
        elif target:
            yield FileLink(unquote(target.partition("#")[0]), self.line(target))

    def _style(self, style: str) -> Iterator[PictureFault]:
        """What a style takes from elsewhere."""
        if "@import" in style:
            hint = "write its rules in the drawing"
            yield self.fault("imports another style sheet (@import)", hint, "@import")
            return
        for found in _URL.finditer(style):
            target = found[1].strip()
            if target and not target.startswith("#"):
                yield self._elsewhere(target)

    def _elsewhere(self, target: str) -> PictureFault:
        hint = "draw it in the file itself: nothing is fetched"
        return self.fault(f"takes '{shorten(target, 60)}' from elsewhere", hint, target)

    def fault(self, reason: str, hint: str, written: str) -> PictureFault:
        """What is wrong where something is written."""
        return PictureFault(reason, hint, self.line(written))

    def line(self, written: str) -> int:
        """The line of some words, from 1; the first line if the file has them in another form.

        Words are asked for in their order in the file.
        """
        bare = re.compile(rb"(?<![\w/.])" + re.escape(written[:200].encode()))
        found = bare.search(self.content, self.at) or bare.search(self.content)
        if found is None:
            return 1
        self.at = found.end()
        return self.content.count(b"\n", 0, found.start()) + 1
