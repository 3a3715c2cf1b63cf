"""What a face says as HTML elements, for people who listen to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, SubElement

from printgen.extras.card_text.face_words import INLINE, SpokenText
from printgen.typography.text import plain_words

# The names of stats by their labels, which are in lower case: styles print some in capitals.
StatNames = dict[str, str]

# Elements of structure as HTML. Others are `div`.
_TAGS = {
    "P": "p",
    "Caption": "p",
    "BlockQuote": "blockquote",
    "Table": "table",
    "THead": "thead",
    "TBody": "tbody",
    "TFoot": "tfoot",
    "TR": "tr",
    "TH": "th",
    "TD": "td",
    "LI": "li",
}

# Elements that only group others.
_GROUPS = frozenset(("Sect", "Div", "Art", "Part", "Document"))

_HEADING = re.compile("H[1-6]?")

# Labels of one letter are expanded in headers of tables alone: a card has many letters.
_SHORTEST = 2

_SCOPES = {"Row": "row", "Column": "col", "Both": "col"}


@dataclass(frozen=True, slots=True)
class Words:
    """How the faces of a card are written: its name, which is not said again, the names of its
    stats, the words for icons, the colon of the language, and the level of the headings in a face.
    """

    name: str
    names: StatNames
    icons: Mapping[str, str]
    colon: str = ":"
    level: int = 5
    header: bool = False

    def elements(self, spoken: SpokenText) -> Iterator[Element]:
        """The elements of a face, without those that say nothing or the name alone."""
        for kid in spoken.kids:
            if isinstance(kid, str):
                yield from self._paragraph((kid,))
            elif kid.name in _GROUPS and not kid.alt:
                yield from self.elements(kid)
            elif kid.name in INLINE:
                yield from self._paragraph((kid,))
            elif _is_spoken(kid.words) and letters(kid.words) != letters(self.name):
                yield self._element(kid)

    def _paragraph(self, kids: tuple[SpokenText | str, ...]) -> Iterator[Element]:
        """Words that are in no paragraph."""
        spoken = SpokenText("P", kids)
        if _is_spoken(spoken.words) and letters(spoken.words) != letters(self.name):
            yield self._element(spoken)

    def _element(self, spoken: SpokenText) -> Element:
        if spoken.name == "L":
            return self._list(spoken)
        if spoken.name == "Table":
            return self._table(spoken)
        tag = f"h{self.level}" if _HEADING.fullmatch(spoken.name) else _TAGS.get(spoken.name, "div")
        made = Element(tag, {"lang": spoken.lang} if spoken.lang else {})
        self._fill(made, spoken)
        return made

    def _fill(self, made: Element, spoken: SpokenText) -> None:
        """Add the words and the elements in an element."""
        if spoken.alt:
            _add(made, self.icons.get(spoken.alt, spoken.alt))
            return
        for number, kid in enumerate(spoken.kids):
            if isinstance(kid, str):
                _add(made, self._named(kid))
            elif kid.name == "Figure" and _follows(kid.alt, spoken.kids[number + 1 :]):
                continue
            elif kid.name == "Strong":
                self._add_lead(made, kid, spoken.kids[number + 1 :])
            elif kid.name in INLINE:
                self._add_inline(made, kid)
            else:
                made.append(self._element(kid))

    def _add_inline(self, made: Element, spoken: SpokenText) -> None:
        """Add an element within a line. Pictures are said in words."""
        if spoken.name == "Label":
            label = spoken.words
            _add(made, f"{self.names.get(label.casefold(), label)}{self.colon} ")
        elif spoken.name == "Figure" or spoken.alt:
            _add(made, f" {self.icons.get(spoken.alt, spoken.alt)} ")
        elif spoken.expansion:
            SubElement(made, "abbr", title=spoken.expansion).text = spoken.words
        elif spoken.lang:
            self._fill(SubElement(made, "span", lang=spoken.lang), spoken)
        else:
            self._fill(made, spoken)

    def _add_lead(
        self, made: Element, spoken: SpokenText, rest: Sequence[SpokenText | str]
    ) -> None:
        """Add the first words of a paragraph, with a colon if a sentence follows them."""
        words, after = spoken.words, SpokenText("P", tuple(rest)).words
        ends = words[-1:].isalnum() and after[:1].isupper()
        SubElement(made, "strong").text = words + self.colon * ends

    def _named(self, words: str) -> str:
        """A text; the label of a stat after its name in full."""
        label = words.strip()
        name = self.names.get(label.casefold(), "")
        if not name or name.casefold() == label.casefold():
            return words
        if len(label) < _SHORTEST and not self.header:
            return words
        return words.replace(label, f"{name} ({label})")

    def _list(self, spoken: SpokenText) -> Element:
        """A list; of terms if its labels are no numbers and no signs."""
        items = [kid for kid in spoken.kids if isinstance(kid, SpokenText)]
        made = Element({"Decimal": "ol", "": "dl"}.get(spoken.numbering, "ul"))
        for item in items:
            holder = SubElement(made, "div") if made.tag == "dl" else SubElement(made, "li")
            for part in (part for part in item.kids if isinstance(part, SpokenText)):
                if made.tag == "dl":
                    term = "dt" if part.name == "Lbl" else "dd"
                    self._fill(SubElement(holder, term), part)
                elif part.name != "Lbl":
                    self._fill(holder, part)
        return made

    def _table(self, spoken: SpokenText) -> Element:
        """A table whose rows have equally many cells."""
        made, writer = Element("table"), replace(self, header=True)
        rows = list(_rows(spoken))
        columns = max((_width(row) for row in rows), default=0)
        spanned = any(cell.spans[1] > 1 for row in rows for cell in _cells(row))
        for caption in (kid for kid in spoken.kids if isinstance(kid, SpokenText)):
            if caption.name == "Caption":
                self._fill(SubElement(made, "caption"), caption)
        for row in rows:
            line = SubElement(made, "tr")
            for cell in _cells(row):
                line.append((writer if cell.name == "TH" else self)._cell(cell))
            for _ in range(0 if spanned else columns - _width(row)):
                SubElement(line, "td")
        return made

    def _cell(self, spoken: SpokenText) -> Element:
        header = spoken.name == "TH" and bool(spoken.words)
        made = Element("th" if header else "td")
        if header:
            made.set("scope", _SCOPES.get(spoken.scope, "row"))
        for name, span in zip(("colspan", "rowspan"), spoken.spans, strict=True):
            if span > 1:
                made.set(name, str(span))
        self._fill(made, spoken)
        return made


def letters(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, plain_words(text))).casefold()


def _follows(alt: str, kids: Sequence[SpokenText | str]) -> bool:
    """Whether the words for a picture are printed after it."""
    return letters(SpokenText("P", tuple(kids)).words).startswith(letters(alt))


def _rows(spoken: SpokenText) -> Iterator[SpokenText]:
    """The rows of a table, in the order of its groups."""
    for kid in spoken.kids:
        if isinstance(kid, SpokenText):
            if kid.name == "TR":
                yield kid
            elif kid.name in ("THead", "TBody", "TFoot"):
                yield from _rows(kid)


def _cells(row: SpokenText) -> Iterable[SpokenText]:
    return (kid for kid in row.kids if isinstance(kid, SpokenText))


def _width(row: SpokenText) -> int:
    return sum(cell.spans[0] for cell in _cells(row))


def _add(made: Element, words: str) -> None:
    """Add words at the end of an element."""
    words = re.sub(r"\s+", " ", words)
    last = made[-1] if len(made) else None
    before = (made.text if last is None else last.tail) or ""
    if before.endswith(" ") or (last is None and not before):
        words = words.lstrip(" ")
    if words[:1] in tuple(".,)]"):
        before = before.rstrip(" ")
    if last is None:
        made.text = before + words
    else:
        last.tail = before + words


def _is_spoken(words: str) -> bool:
    """Whether words have letters or digits. Ornaments are not read."""
    return any(map(str.isalnum, words))
