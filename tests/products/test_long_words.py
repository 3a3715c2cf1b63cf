"""Words that are wider than a card are hyphenated before its type shrinks, in their language."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from helpers import built
from small_projects import write

TEXTS = {
    "Kurz": ("Ziehe zwei Karten vom Stapel.", "Piochez deux cartes de la pile."),
    "Lang": ("Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
             "hexakosioihexekontahexaphobie"),
    "Mehr": ("Lies nun *Donaudampfschifffahrtsgesellschaftskapitän* und lege zwei Karten ab.",
             "Il dit anticonstitutionnellementissimement, puis pioche."),
}  # fmt: skip


def lines(pdf: Path) -> list[str]:
    """The lines of the cards, on the first page."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    boxes = (page.get_rect(index) for index in range(page.count_rects()))
    return [page.get_text_bounded(*box).strip() for box in boxes]


def test_wide_words_are_hyphenated(tmp_path: Path) -> None:
    rows = "".join(f'{name},"{de}","{fr}"\n' for name, (de, fr) in TEXTS.items())
    files = {
        "printgen.yaml": "paper: a4\n",
        "content/g/game.yaml": "title: {any: T}\nlanguages: [de, fr]\n",
        "content/g/cards.csv": f"Name_any,Text_de,Text_fr\n{rows}",
        "content/g/products.yaml": "deck: {title: {any: D}, output: cards, source: cards.csv, "
        "format: mini-us, faces: {front: {body: text, size: 12}}}\n",
    }
    out = built(write(tmp_path, files)) / "g"
    # The type is that of the recipe, in which 19 letters are on a line: nothing is smaller.
    german, french = (lines(out / f"deck.{lang}.a4.pdf") for lang in ("de", "fr"))
    for line in ("Ziehe zwei Karten", "Rindfleischetikettie‐", "gungsgesetz", "Donau‐"):
        assert line in german
    # Words that fit on a line are whole.
    for line in ("Piochez deux", "hexakosioihexekon‐", "Il dit", "puis pioche."):
        assert line in french
