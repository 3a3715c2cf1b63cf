"""Checks of what themes lack: fonts of their styles, words in a language of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_STYLE_BYTES
from printgen.problems import Finding, Position, did_you_mean
from printgen.project import find_template_file
from printgen.typography.fonts import font_families
from printgen.typography.labels import merged_labels

_FONTS = re.compile(r"font-family\s*:\s*([^;}!]+)")

# Names that are no fonts.
_GENERIC = {
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "inherit", "initial",
    "unset",
}  # fmt: skip


@check("font-unknown")
def font_unknown(content: GameContent, library: Library) -> Findings:
    """The fonts in a style sheet of the project are among those of printgen and of its `fonts/`.
    Other fonts of the machine are not used: a page looks the same everywhere.
    """
    theme = content.game.theme
    for name in ("style.css", "book.css"):
        path = find_template_file(library.folders, f"{theme}/{name}")
        if path is None or not path.is_relative_to(library.folders.templates):
            continue
        with path.open("rb") as stream:
            style = stream.read(MAX_STYLE_BYTES).decode(errors="replace")
        known = font_families(library.folders)
        for font, line in _named_fonts(style):
            if font.lower() not in known and font.lower() not in _GENERIC:
                hint = did_you_mean(font, known.values()) or "put its TTF into fonts/"
                place = Position(library.folders.relative(path), line)
                yield Finding(place, f"no font '{font}'", hint)


def _named_fonts(style: str) -> Iterator[tuple[str, int]]:
    """The fonts that a style sheet names, without variables, with their lines."""
    for match in _FONTS.finditer(style):
        line = style.count("\n", 0, match.start()) + 1
        for name in match[1].split(","):
            bare = name.strip().strip("\"'").strip()
            if bare and "(" not in bare and ")" not in bare:
                yield bare, line


@check("label-missing", "warning")
def label_missing(content: GameContent, library: Library) -> Findings:
    """The words that templates print (labels) exist in all languages of the game's products (a
    warning: those without a translation are printed in English). Themes have them in `labels.yaml`.
    """
    words, languages = merged_labels(library.folders, content.game.theme), content.game.languages
    for index, lang in enumerate(languages):
        if not any(lang in (p.value.languages or languages) for p in content.products.values()):
            continue
        missing = [key for key, text in words.items() if text.keys().isdisjoint((lang, "any", ""))]
        if missing:
            message = f"{len(missing)} of {len(words)} words of printgen have no text in {lang}"
            where = f"templates/{content.game.theme}/labels.yaml"
            hint = f"write them in {where}: '{missing[0]}: {{{lang}: …}}'"
            yield content.entry.finding(message, "languages", index, hint=hint)
