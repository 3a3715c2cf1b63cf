"""The style sheets of an e-book, sanitised, and its fonts.

A sheet names its fonts in `@font-face` rules without a source; the fonts are subset to the
characters of the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.etree.ElementTree import Element

from printgen.content.library import Library
from printgen.content.styles import SafeStyle, safe_style
from printgen.extras.exports.channels import ExportError
from printgen.problems import Position, Problem
from printgen.project import find_template_file
from printgen.typography.fonts import Cut, lacking, style_text
from printgen.typography.measure import font_file

# Fallback fonts, in this order.
FALLBACKS = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans")


def read_sheet(library: Library, game: str, name: str, place: Callable[[str], str]) -> SafeStyle:
    """The shared style sheet, the theme's and the mood's as one, which fetch nothing. `place` maps
    the name of a file (`THEME/art/x.svg`) to its URL. Raises ExportError.
    """
    whole, folders = SafeStyle(), library.folders
    for folder in dict.fromkeys(("_shared", *reversed(library.games[game].game.theme_folders))):
        path = find_template_file(folders, f"{folder}/{name}")
        if path is None:
            continue
        text = style_text(path)

        def placed(address: str, folder: str = folder) -> str | None:
            return None if address.startswith("data:") else place(f"{folder}/{address}")

        try:
            sheet = safe_style(text, placed)
        except RecursionError as error:
            where = Position(folders.relative(path))
            raise ExportError(
                [Problem(where, "layout-limit", "brackets are nested too deep")]
            ) from error
        whole.css += sheet.css
        whole.fonts += sheet.fonts
    return whole


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
