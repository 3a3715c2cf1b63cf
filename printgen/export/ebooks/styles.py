"""The style sheets of an e-book, sanitised, and its fonts.

A sheet names its fonts in `@font-face` rules without a source; the fonts are subset to the
characters of the book.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import tinycss2

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.problems import Position, Problem
from printgen.project import find_template_file
from printgen.typography.embed import Cut, lacking
from printgen.typography.fonts import style_text
from printgen.typography.measure import font_file

# Fallback fonts, in this order.
FALLBACKS = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans")

# CSS functions that fetch resources.
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


# A relative path to a file of the theme.
_INSIDE = re.compile(r"[\w-][\w./-]*")


# Maps the name of a file (`THEME/art/x.svg`) to its URL in the style sheet.
Place = Callable[[str], str]


@dataclass(slots=True)
class Sheet:
    """A style sheet and its fonts: family, weight, whether italic."""

    css: str = ""
    fonts: list[tuple[str, int, bool]] = field(default_factory=list)


def read_sheet(library: Library, game: str, name: str, place: Place) -> Sheet:
    """The shared style sheet, the theme's and the mood's as one. Raises ExportError."""
    sheet, folders = Sheet(), library.folders
    for folder in dict.fromkeys(("_shared", *reversed(library.games[game].game.theme_folders))):
        path = find_template_file(folders, f"{folder}/{name}")
        if path is not None:
            text = style_text(path)
            try:
                rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
                sheet.css += _SafeRules(folder, place, sheet.fonts).written(rules)
            except RecursionError as error:
                where = Position(folders.relative(path))
                raise ExportError(
                    [Problem(where, "layout-limit", "brackets are nested too deep")]
                ) from error
    # Nothing in the sheet may close the style element.
    sheet.css = sheet.css.replace("<", "\\3c ")
    return sheet


class _SafeRules:
    """Serialises the allowed rules of a style sheet."""

    def __init__(self, folder: str, place: Place, fonts: list[tuple[str, int, bool]]):
        self.folder, self.place, self.fonts = folder, place, fonts

    def written(self, rules: Iterable[tinycss2.ast.Node]) -> str:
        """The allowed rules, one per line."""
        return "".join(f"{text}\n" for text in map(self._rule, rules) if text)

    def _rule(self, rule: tinycss2.ast.Node) -> str:
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

    def _declarations(self, content: list[tinycss2.ast.Node]) -> str:
        kept = []
        for found in tinycss2.parse_declaration_list(
            content, skip_comments=True, skip_whitespace=True
        ):
            if found.type == "declaration" and self._allowed(found.value):
                value = tinycss2.serialize(found.value).strip()
                kept.append(f"{found.name}: {value}{' !important' if found.important else ''}")
        return "; ".join(kept)

    def _allowed(self, tokens: list[tinycss2.ast.Node]) -> bool:
        """Whether a value fetches files of the theme only. Replaces their URLs in place."""
        for index, token in enumerate(tokens):
            if token.type == "url" or (token.type == "function" and token.lower_name == "url"):
                parts = [token] if token.type == "url" else token.arguments
                address = "".join(part.value for part in parts if part.type in ("url", "string"))
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

    def _note_font(self, content: list[tinycss2.ast.Node]) -> None:
        descriptors = {
            d.lower_name: tinycss2.serialize(d.value).strip(" \"'")
            for d in tinycss2.parse_declaration_list(content)
            if d.type == "declaration"
        }
        weight = descriptors.get("font-weight", "400")
        if descriptors.get("font-family") and weight.isdecimal():
            italic = descriptors.get("font-style") == "italic"
            self.fonts.append((descriptors["font-family"], int(weight[:4]), italic))


# --- fonts -----------------------------------------------------------------------------------


def fonts_drawn(elements: Iterable[Element]) -> Iterator[tuple[str, int, bool]]:
    """The fonts of the text in drawings."""
    for element in elements:
        family = element.get("font-family", "").split(",")[0].strip(" \"'")
        if family:
            weight = element.get("font-weight", "400")
            italic = element.get("font-style") == "italic"
            yield family, int(weight[:4]) if weight.isdecimal() else 400, italic


def cuts(wanted: Iterable[tuple[str, int, bool]], shown: str) -> Iterator[tuple[Cut, str]]:
    """Each bundled font with the characters it needs; then fallbacks for missing characters."""
    rest, named = "", dict.fromkeys(wanted)
    for family, weight, italic in named:
        path = font_file(family, weight, italic)
        if path is not None:
            yield (family, weight, italic, path), shown
            if family not in FALLBACKS:
                rest = "".join(sorted({*rest, *lacking(path, shown)}))
    for family in FALLBACKS:
        path = font_file(family, 400, False)
        if path is not None and rest:
            missing = lacking(path, rest)
            held = "".join(c for c in rest if c not in missing)
            if held and (family, 400, False) not in named:
                yield (family, 400, False, path), held
            rest = missing


def characters(*texts: str) -> str:
    """The characters of some texts, with their capitals."""
    shown = {c for c in set().union(*texts) if c.isprintable()} | {"\u00a0", "\u202f"}
    return "".join(sorted({*shown, *"".join(sorted(shown)).upper()}))
