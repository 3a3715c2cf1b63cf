"""Read the structure of a PDF as a person hears it: elements with their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

# A content stream, by its object number.
Key = tuple[int, int]

# The words of marked contents, by their stream and number.
Texts = dict[Key, dict[int, str]]


@dataclass
class SpokenText:
    """An element of structure: its name, words, attributes and children."""

    name: str
    words: str = ""
    alt: str = ""
    scope: str = ""
    kids: list[SpokenText] = field(default_factory=list)

    def all(self, *names: str) -> list[SpokenText]:
        """The elements of these names in this one, in reading order."""
        found = [self] if self.name in names else []
        return found + [each for kid in self.kids for each in kid.all(*names)]

    @property
    def text(self) -> str:
        """All words in reading order; descriptions in place of drawings."""
        return " ".join(filter(None, (self.alt or self.words, *(k.text for k in self.kids))))

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The tree, for people."""
        yield f"{'  ' * depth}{self.name} {self.scope} {self.alt and [self.alt]} {self.words}"
        for kid in self.kids:
            yield from kid.lines(depth + 1)


def read_structure(path: Path) -> SpokenText:
    """The document element of a PDF."""
    with Pdf.open(path) as pdf:
        (root,) = list(pdf.Root.StructTreeRoot.K)
        return _said(root, None, {})


def unmarked(path: Path) -> list[str]:
    """The operators that paint outside of marked content, by page."""
    with Pdf.open(path) as pdf:
        return [found for page in pdf.pages for found in _unmarked(page)]


_PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", '"', "BI"}


def _unmarked(stream: object) -> Iterator[str]:
    depth = 0
    for instruction in pikepdf.parse_content_stream(stream):  # type: ignore[arg-type]
        operator = str(instruction.operator)
        depth += (operator in ("BDC", "BMC")) - (operator == "EMC")
        if depth == 0 and operator in _PAINTING:
            yield operator
        elif depth == 0 and operator == "Do":
            form = stream.Resources.XObject[str(instruction.operands[0])]  # type: ignore[attr-defined]
            yield from ["image"] if form.Subtype == Name.Image else _unmarked(form)


def _said(element: Object, page: Object | None, texts: Texts) -> SpokenText:
    page = element.get("/Pg", page)
    attributes = element.get("/A", Dictionary())
    said = SpokenText(str(element.S)[1:], alt=str(element.get("/Alt", "")))
    said.scope = str(attributes.get("/Scope", "/"))[1:]
    kids = element.get("/K", Array())
    words = []
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, Dictionary) and "/S" in kid:
            said.kids.append(_said(kid, page, texts))
        elif isinstance(kid, Dictionary) and "/MCID" in kid:
            stream = kid.get("/Stm", kid.get("/Pg", page))
            words.append(_texts(stream, texts).get(int(kid.MCID), ""))
        elif not isinstance(kid, Dictionary):
            words.append(_texts(page, texts).get(int(kid), ""))
    said.words = " ".join(filter(None, words))
    return said


def _texts(stream: Object | None, texts: Texts) -> dict[int, str]:
    """The words of the marked contents of a page or form."""
    assert stream is not None
    if stream.objgen not in texts:
        texts[stream.objgen] = _read(stream)
    return texts[stream.objgen]


def _read(stream: Object) -> dict[int, str]:
    found: dict[int, str] = {}
    number, font, fonts = None, "", dict[str, tuple[dict[int, str], int]]()
    source = pikepdf.Page(stream) if stream.get("/Type") == Name.Page else stream
    for instruction in pikepdf.parse_content_stream(source):
        operands: Any = instruction.operands
        operator = instruction.operator
        if str(operator) == "BDC":
            number = int(operands[1].MCID)
        elif str(operator) == "EMC":
            number = None
        elif str(operator) == "Tf":
            font = str(operands[0])
            fonts.setdefault(font, _characters(stream.Resources.Font[font]))
        elif str(operator) in ("Tj", "TJ") and number is not None:
            parts = operands[0] if str(operator) == "TJ" else [operands[0]]
            text = "".join(_decoded(bytes(p), *fonts[font]) for p in parts if _is_text(p))
            found[number] = found.get(number, "") + text
    return found


def _is_text(part: object) -> bool:
    return isinstance(part, pikepdf.String)


def _decoded(codes: bytes, characters: dict[int, str], size: int) -> str:
    numbers = (int.from_bytes(codes[at : at + size], "big") for at in range(0, len(codes), size))
    return "".join(characters.get(number, "?") for number in numbers)


_CHARACTER = re.compile(rb"<([0-9A-Fa-f]+)> <([0-9A-Fa-f]*)>$", re.MULTILINE)
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)> \[?((?:<[0-9A-Fa-f]+>\s*)+)\]?")


def _characters(font: Object) -> tuple[dict[int, str], int]:
    """The characters of the codes of a font, and the bytes of a code."""
    content = font.ToUnicode.read_bytes()
    found: dict[int, str] = {}
    for block in re.findall(rb"beginbfchar\s(.*?)endbfchar", content, re.DOTALL):
        for code, text in _CHARACTER.findall(block):
            found[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange\s(.*?)endbfrange", content, re.DOTALL):
        for first, _, texts in _RANGE.findall(block):
            for at, text in enumerate(re.findall(rb"<(\w+)>", texts)):
                character = bytes.fromhex(text.decode()).decode("utf-16-be")
                found[int(first, 16) + at] = character
    return found, 2 if font.Subtype == Name.Type0 else 1
