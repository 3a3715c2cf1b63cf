"""The style sheets of a book for a screen: those of its theme, made harmless, and its fonts.

A sheet names the fonts that it wants by `@font-face` rules without a source; what they hold of each
font is what the book shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

import tinycss2

from printgen.content.yaml_text import MAX_BYTES
from printgen.export import ExportError
from printgen.problems import Position, Problem
from printgen.project import Folders, find_template_file
from printgen.typography.embed import Cut, lacking
from printgen.typography.measure import font_file

# What stands behind every font of a theme, in this order.
LAST = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans")

# Functions that fetch what is not an address of ours.
_FETCHING = {
    "src",
    "image",
    "image-set",
    "-webkit-image-set",
    "cross-fade",
    "element",
    "expression",
}

_NESTED = {"media", "supports"}

_DECLARING = {"page"}


# A file of the theme, by its name.
_INSIDE = re.compile(r"[\w-][\w./-]*")


# From the name of a file, `THEME/illustrations/x.svg`, to what a style sheet calls it.
Place = Callable[[str], str]


@dataclass(slots=True)
class Sheet:
    """A style sheet and the fonts that it names, without their files."""

    css: str = ""
    fonts: list[tuple[str, int, bool]] = field(default_factory=list)


def read_sheet(folders: Folders, theme: str, name: str, place: Place) -> Sheet:
    """The shared style sheet of this name and the theme's after it, as one. Raises ExportError."""
    sheet = Sheet()
    for folder in dict.fromkeys(("_shared", theme)):
        path = find_template_file(folders, f"{folder}/{name}")
        if path is not None:
            with path.open("rb") as stream:
                text = stream.read(MAX_BYTES).decode(errors="replace")
            try:
                rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
                sheet.css += _SafeRules(folder, place, sheet.fonts).written(rules)
            except RecursionError as error:
                where = Position(folders.relative(path))
                raise ExportError([Problem(where, "layout-limit", "brackets too deep")]) from error
    # Nothing in a sheet ends the element that it stands in.
    sheet.css = sheet.css.replace("<", "\\3c ")
    return sheet


class _SafeRules:
    """Writes the rules of one sheet anew, without what may not be in them."""

    def __init__(self, folder: str, place: Place, fonts: list[tuple[str, int, bool]]):
        self.folder, self.place, self.fonts = folder, place, fonts

    def written(self, rules: Iterable[Any]) -> str:
        """Rules, a line each."""
        return "".join(f"{text}\n" for text in map(self._rule, rules) if text)

    def _rule(self, rule: Any) -> str:
        if rule.type == "qualified-rule":
            head = tinycss2.serialize(rule.prelude).strip()
            return f"{head} {{ {self._declarations(rule.content)} }}"
        if rule.type != "at-rule" or rule.content is None:
            return ""
        head = f"@{rule.lower_at_keyword} {tinycss2.serialize(rule.prelude).strip()}".strip()
        if rule.lower_at_keyword in _NESTED:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            return f"{head} {{\n{self.written(inner)}}}"
        if rule.lower_at_keyword in _DECLARING:
            return f"{head} {{ {self._declarations(rule.content)} }}"
        if rule.lower_at_keyword == "font-face":
            self._note_font(rule.content)
        return ""

    def _declarations(self, content: Any) -> str:
        kept = []
        for found in tinycss2.parse_declaration_list(
            content, skip_comments=True, skip_whitespace=True
        ):
            if found.type == "declaration" and self._allowed(found.value):
                value = tinycss2.serialize(found.value).strip()
                kept.append(f"{found.name}: {value}{' !important' if found.important else ''}")
        return "; ".join(kept)

    def _allowed(self, tokens: list[Any]) -> bool:
        """Whether a value fetches nothing but files of ours; their addresses are set."""
        for index, token in enumerate(tokens):
            if token.type == "url" or (token.type == "function" and token.lower_name == "url"):
                said = [token] if token.type == "url" else token.arguments
                address = "".join(part.value for part in said if part.type in ("url", "string"))
                if not _INSIDE.fullmatch(address):
                    return False
                found = self.place(f"{self.folder}/{address}")
                tokens[index] = tinycss2.parse_one_component_value(f'url("{found}")')
            elif token.type == "function":
                if token.lower_name in _FETCHING or not self._allowed(token.arguments):
                    return False
            elif token.type in ("error", "{} block") or (
                token.type.endswith(" block") and not self._allowed(token.content)
            ):
                return False
        return True

    def _note_font(self, content: Any) -> None:
        said = {
            d.lower_name: tinycss2.serialize(d.value).strip(" \"'")
            for d in tinycss2.parse_declaration_list(content)
            if d.type == "declaration"
        }
        weight = said.get("font-weight", "400")
        if said.get("font-family") and weight.isdecimal():
            italic = said.get("font-style") == "italic"
            self.fonts.append((said["font-family"], int(weight[:4]), italic))


# --- fonts -----------------------------------------------------------------------------------


def fonts_drawn(elements: Iterable[Element]) -> Iterator[tuple[str, int, bool]]:
    """The fonts that the words of drawings are set in."""
    for element in elements:
        family = element.get("font-family", "").split(",")[0].strip(" \"'")
        if family:
            weight = element.get("font-weight", "400")
            italic = element.get("font-style") == "italic"
            yield family, int(weight[:4]) if weight.isdecimal() else 400, italic


def cuts(wanted: Iterable[tuple[str, int, bool]], shown: str) -> Iterator[tuple[Cut, str]]:
    """The files of the fonts that are ours, each with the characters that it is to hold; last those
    that have what one of the others lacks.
    """
    rest, named = "", dict.fromkeys(wanted)
    for family, weight, italic in named:
        path = font_file(family, weight, italic)
        if path is not None:
            yield (family, weight, italic, path), shown
            if family not in LAST:
                rest = "".join(sorted({*rest, *lacking(path, shown)}))
    for family in LAST:
        path = font_file(family, 400, False)
        if path is not None and rest:
            missing = lacking(path, rest)
            held = "".join(c for c in rest if c not in missing)
            if held and (family, 400, False) not in named:
                yield (family, 400, False, path), held
            rest = missing


def characters(*texts: str) -> str:
    """What fonts are to hold for texts to be shown, in capitals too."""
    shown = {c for text in texts for c in text if c.isprintable()} | {"\u00a0", "\u202f"}
    return "".join(sorted({*shown, *"".join(sorted(shown)).upper()}))
