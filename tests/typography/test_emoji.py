"""Emoji on cards and pages: printed in one colour, sequences as one sign, selectors as nothing."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pypdfium2
import pytest
from helpers import built
from pypdfium2 import raw as pdfium
from small_projects import write

from printgen import Project
from printgen.content.models.text import Text
from printgen.project import Folders
from printgen.typography.fonts import GENERIC, family_of, font_stacks
from printgen.typography.measure import printed_families
from printgen.typography.text import mark, say

# Sequences: tones, joiners, keys and flags.
JOINED = ("👍🏽", "❤️‍🔥", "👩‍⚕️", "👨‍👩‍👧‍👦", "🏃🏽‍♀️", "🏴‍☠️", "1️⃣", "#️⃣", "🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿")
# Emoji that the text fonts have, with and without selectors, and the family of each.
KNOWN = {
    "⚔️": "DejaVu", "❤️": "Source", "♈️": "DejaVu", "♟︎": "Symbols", "⚡": "DejaVu", "⭐": "Symbols",
}  # fmt: skip
SINGLE = ("🔥", "🐉", "🧙", "🍺")


def test_sequences_and_selectors_in_html() -> None:
    for each in JOINED:
        plain = each.replace("\ufe0f", "")
        assert mark(f"a {each} b") == f'a <span class="emoji">{plain}</span> b'
    assert mark("⚔️❤️‍🔥") == '<span class="pip">⚔</span><span class="emoji">❤\u200d🔥</span>'
    assert mark("♠️♥ 🔥️") == '<span class="pip">♠♥</span> 🔥'
    # Joiners of other scripts, and digits beside marks, are as before.
    assert mark("शक्\u200dति 12 4️") == "शक्\u200dति 12 4"


def glyphs(pdf: Path) -> list[tuple[str, str]]:
    """The characters of the first page of a PDF in their order, with their fonts."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    found, name = [], ctypes.create_string_buffer(200)
    for index in range(page.count_chars()):
        pdfium.FPDFText_GetFontInfo(page, index, name, 200, None)
        found.append((pdfium.FPDFText_GetUnicode(page, index), name.value.decode()))
    # PDFium gives a character beyond U+FFFF as two.
    units = b"".join(code.to_bytes(2, "little") for code, _ in found)
    names = [name for code, name in found if not 0xDC00 <= code < 0xE000]
    return [*zip(units.decode("utf-16-le"), names, strict=True)]


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck with emoji in a text, a name and icons."""
    texts = {
        "Joined": " ".join(JOINED),
        "Known 🔥": " ".join([*KNOWN, *SINGLE]),
        "Icon": "{a}, {b}",
    }
    rows = "".join(f'{name},"{text}"\n' for name, text in texts.items())
    files = {
        "printgen.yaml": "paper: a4\n",
        "content/g/game.yaml": 'title: T\nlanguages: [en]\nicons: {a: "⚔️", b: "👍🏽"}\n',
        "content/g/cards.csv": f"Name,Text\n{rows}",
        "content/g/products.yaml": "deck: {title: D, output: cards, source: cards.csv, "
        "faces: {front: {body: text}}}\n",
    }
    return built(write(tmp_path_factory.mktemp("emoji"), files)) / "g/deck.en.a4.pdf"


def test_emoji_on_cards(deck: Path) -> None:
    found = glyphs(deck)
    fonts = dict(found)
    for emoji, family in KNOWN.items():
        assert family in fonts[emoji[0]], emoji
    assert {fonts[each] for each in SINGLE} == {fonts["👍"]}
    # A sequence is one glyph, which has all its characters.
    text = "".join(character for character, _ in found)
    for each in JOINED:
        at = text.index(each.replace("\ufe0f", ""))
        assert "Emoji" in found[at][1], each
    assert "\ufe0f" not in text and "\ufe0e" not in text


def test_generic_families_are_ours(tmp_path: Path) -> None:
    assert family_of("Sans-Serif") == "Source Sans 3" and family_of("Rye") == "Rye"
    assert font_stacks("a { font-family: 'Rye', monospace }") == [["Rye", GENERIC["monospace"]]]
    found = printed_families(Folders(tmp_path), ["plain/book.css"], {"title": "🔥"})
    assert "Noto Emoji" in found


def test_emoji_that_are_pictures_by_choice(tmp_path: Path) -> None:
    icons = '{"🔥": images/fire.svg, "⚔️": images/swords.svg, "👍": images/thumb.svg, "👍🏽": "✋"}'
    game = f"title: T\nlanguages: [en]\nicons: {icons}\n"
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    files = {f"content/g/images/{name}.svg": drawing for name in ("fire", "swords", "thumb")}
    write(tmp_path, {"printgen.yaml": "", "content/g/game.yaml": game, **files})
    project = Project(tmp_path)
    assert project.check() == []

    def shown(words: str) -> str:
        html = say(Text({"en": words}), "en", project.library.games["g"])
        return html.replace('<img class="icon" src="', "[").replace("://", "")

    assert shown("a 🔥 b").endswith('/content/g/images/fire.svg" alt="🔥"> b')
    # With and without selectors; not within a joined emoji, nor with a tone, which is another one.
    assert shown("⚔").count("swords.svg") == shown("⚔️").count("swords.svg") == 1
    assert "images" not in shown("❤️‍🔥") and "thumb" in shown("👍") and "✋" in shown("👍🏽")
    assert "thumb" not in shown("👍🏽 👍🏿")


@pytest.mark.parametrize("name", ["é", "字", "🔥x", "Fire"])
def test_names_that_are_no_emoji(tmp_path: Path, name: str) -> None:
    game = f'title: T\nlanguages: [en]\nicons: {{"{name}": "☾"}}\n'
    write(tmp_path, {"printgen.yaml": "", "content/g/game.yaml": game})
    (problem,) = Project(tmp_path).check()
    assert problem.hint == "use lower-case letters, digits and hyphens, or an emoji"
