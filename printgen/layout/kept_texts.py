"""Text that is printed again and again is laid out and drawn once, with the same results.

Cards repeat labels, stats and rules. The first line of a text depends only on the text, its width
and its style; what is drawn depends only on the line and its style.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TypeVar

from printgen.layout.weasyprint import (
    ContentStream,
    Font,
    Function,
    Style,
    TextBox,
    font_key,
    stream_fonts,
)

# Longer texts, in characters, are rarely repeated.
MAX_LENGTH = 600

# Lines and drawn texts that are kept: about 10 MB.
MAX_LINES = 10_000

# What the first line of a text depends on, besides its font.
_PROPERTIES = (
    "direction",
    "font_kerning",
    "hyphenate_character",
    "hyphenate_limit_chars",
    "hyphenate_limit_zone",
    "hyphens",
    "letter_spacing",
    "overflow_wrap",
    "tab_size",
    "text_align_all",
    "text_decoration_line",
    "white_space",
    "word_break",
    "word_spacing",
)

# The methods of a PDF stream that draw a text, after its position is set.
_OPERATORS = ("set_font_size", "set_text_rise", "show_text")


Value = TypeVar("Value")


class Kept(dict[object, Value]):
    """Results by what they depend on. Forgets all of them when there are too many."""

    def __setitem__(self, key: object, value: Value) -> None:
        if len(self) >= MAX_LINES:
            self.clear()
        super().__setitem__(key, value)


def text_key(style: Style) -> str:
    """What the lines of a text in a style depend on; kept with the style."""
    kept = style.__dict__
    if "kept_text_key" not in kept:
        font = font_key()(style, include_size=True)
        kept["kept_text_key"] = f"{font} {[style[name] for name in _PROPERTIES]}"
    key: str = kept["kept_text_key"]
    return key


def split_once(split: Function, text: str, style: Style, *about: object) -> Sequence[object]:
    """The first line of a text, by WeasyPrint's `split_first_line`. Lines of short texts are kept.

    `about` are the context, the width and what follows; all but the context decide on the line.
    """
    if len(text) > MAX_LENGTH:
        line: Sequence[object] = split(text, style, *about)
        return line
    lines: Kept[Sequence[object]] = style.font_config.__dict__.setdefault("kept_lines", Kept())
    key = text, text_key(style), about[1:]
    if key not in lines:
        lines[key] = split(text, style, *about)
    layout, *others = lines[key]
    # Boxes change their layouts when they are drawn.
    return copy(layout), *others


def draw_once(draw_text: Function, stream: ContentStream, box: TextBox, *about: object) -> None:
    """Draw a text by WeasyPrint's `draw_text`, or repeat what it has drawn of the same line, in the
    fonts of `FaceWriter`. `about` are the offset, the overflow and the ellipsis.
    """
    texts: Kept[Drawn] | None = getattr(stream_fonts(stream), "texts", None)
    style = box.style
    if (
        texts is None
        or about[1:] != ("clip", "none")
        or style["visibility"] != "visible"
        or style["text_decoration_line"] != "none"
    ):
        draw_text(stream, box, *about)
        return
    layout = box.pango_layout
    key = layout.text, box.text, text_key(style), layout.justification_spacing
    if key in texts:
        _repeat(stream, box, *texts[key])
        return
    with _recorded(stream) as (calls, glyphs):
        draw_text(stream, box, *about)
    if calls and not any(font.missing or font.png or font.svg or font.colr for font in glyphs):
        texts[key] = calls, glyphs


# The calls of a stream's methods, and the new glyphs of fonts with their texts.
Calls = list[tuple[str, tuple[object, ...]]]
Glyphs = dict[Font, dict[int, str]]
Drawn = tuple[Calls, Glyphs]


def _repeat(stream: ContentStream, box: TextBox, calls: Calls, glyphs: Glyphs) -> None:
    """Draw a text as before."""
    stream.set_color(box.style["color"])
    stream.begin_text()
    stream.set_text_matrix(1, 0, 0, -1, box.position_x, box.position_y + box.baseline)
    for name, arguments in calls:
        getattr(stream, name)(*arguments)
    stream.end_text()
    for font, texts in glyphs.items():
        for glyph, text in texts.items():
            font.to_unicode.setdefault(glyph, text)


@contextmanager
def _recorded(stream: ContentStream) -> Iterator[Drawn]:
    """Record what is drawn on a stream. A glyph has the text of its first use, here as elsewhere:
    so texts of glyphs are recorded as if nothing had been drawn before.
    """
    calls, glyphs = Calls(), Glyphs()
    before = {font: font.to_unicode for font in stream_fonts(stream).values()}
    for font in before:
        font.to_unicode = {}
    for name in _OPERATORS:
        setattr(stream, name, _recording(name, getattr(stream, name), calls))
    try:
        yield calls, glyphs
    finally:
        for name in _OPERATORS:
            delattr(stream, name)
        for font in stream_fonts(stream).values():
            if font.to_unicode:
                glyphs[font] = font.to_unicode
            font.to_unicode = {**font.to_unicode, **before.get(font, {})}


def _recording(name: str, method: Function, calls: Calls) -> Function:
    def call(*arguments: object) -> object:
        calls.append((name, arguments))
        return method(*arguments)

    return call
