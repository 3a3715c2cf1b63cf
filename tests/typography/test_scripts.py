"""Cards, sheets and pages of books in ten languages, judged by Chromium's order of characters."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from glyph_lines import GlyphLine, glyph_lines
from helpers import built
from playwright.sync_api import Browser
from script_samples import SAMPLES, font_of, sample_project

from printgen.project import FONTS
from printgen.quoting import for_css
from printgen.typography.language import html_language, language
from printgen.typography.text import typeset

pytestmark = pytest.mark.slow

# The left edge of each character that is drawn, by the browser, with the width of its line.
PLACES = """
() => [...document.querySelectorAll('p')].map((line) => {
  const found = [], texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (let at = 0; at < node.length; at++) {
      const range = new Range();
      range.setStart(node, at); range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      found.push([node.data[at], box.left, box.right]);
    }
  }
  return found;
})
"""

Place = tuple[str, float, float]


def shown(line: list[Place]) -> list[Place]:
    """The characters of a line from left to right, without spaces and marks, as shares of it."""
    kept = [
        (letter, left, right)
        for character, left, right in sorted(line, key=lambda each: each[1])
        # A PDF has some letters in parts.
        for letter in normalize("NFKD", character)
        if letter.isalnum() or letter in ".,:;!?؛"
    ]
    edge, width = kept[0][1], max(right for *_, right in kept) - kept[0][1]
    return [(each, (left - edge) / width, (right - edge) / width) for each, left, right in kept]


def in_browser(
    browser: Browser, lang: str, fonts: dict[str, Path | None], folder: Path
) -> list[list[Place]]:
    """The characters of the sentences of a language, each on a line, as Chromium has them."""
    sans = FONTS / "source-sans-3"
    files = [
        ("Sans", "400", "normal", sans / "SourceSans3_400Regular.ttf"),
        ("Sans", "400", "italic", sans / "SourceSans3_400Regular_Italic.ttf"),
        ("Sans", "700", "normal", sans / "SourceSans3_700Bold.ttf"),
        ("Own", "400", "normal", fonts["Regular"]),
        ("Own", "700", "normal", fonts["Bold"]),
    ]
    faces = "\n".join(
        f"@font-face {{ font-family: {name}; font-weight: {weight}; font-style: {style}; "
        f"src: url({for_css(file.as_uri())}) }}"
        for name, weight, style, file in files
        if file
    )
    lines = "".join(f"<p>{typeset(each, lang)}</p>" for each in SAMPLES[lang][3])
    html = (
        f"<!doctype html><html {html_language(lang)}><meta charset=utf-8><style>{faces} "
        f"p {{ font: 20px Sans, Own; white-space: nowrap; width: max-content }}</style>{lines}"
    )
    path = folder / "page.html"
    path.write_text(html, "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.evaluate("document.fonts.ready")
    found = page.evaluate(PLACES)
    page.close()
    return [shown(line) for line in found]


def alike(lines: list[GlyphLine], sentences: list[list[Place]]) -> int:
    """The number of sentences on a line: their characters are in the order of Chromium, and at its
    places.
    """
    drawn = [shown(line.places) for line in lines if any(map(str.isalnum, line.text))]
    found = 0
    for sentence in sentences:
        letters = [c for c, _, _ in sentence]
        same = [line for line in drawn if sorted(c for c, _, _ in line) == sorted(letters)]
        for line in same:
            assert [c for c, _, _ in line] == letters
            for (_, one, _), (_, other, _) in zip(line, sentence, strict=True):
                assert one == pytest.approx(other, abs=0.06)
        found += bool(same)
    return found


@pytest.mark.parametrize("lang", SAMPLES)
def test_pages_are_those_of_chromium(lang: str, tmp_path: Path, browser: Browser) -> None:
    fonts = {each: font_of(lang, tmp_path / "fonts", each) for each in ("Regular", "Bold")}
    out = built(sample_project(tmp_path, lang), jobs=1) / "g"
    sentences = in_browser(browser, lang, fonts, tmp_path)
    assert alike(glyph_lines(out / f"book.{lang}.screen.pdf", 1), sentences) == len(sentences)
    # The columns of a sheet are narrow: some sentences take two lines.
    assert alike(glyph_lines(out / f"words.{lang}.a4.pdf"), sentences) >= 1
    cards = glyph_lines(out / f"cards.{lang}.a4.pdf")
    name, corner = (
        next(line for line in cards if len(line.text) > 2),
        next(line for line in cards if line.text == "1"),
    )
    assert (corner.right < name.left) == language(lang).right_to_left
