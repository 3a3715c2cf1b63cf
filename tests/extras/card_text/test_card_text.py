"""The cards of games in words: a page that is valid, whole, and read by screen readers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

import pytest
import tinyhtml5
from helpers import Store, printgen, shared, starter
from pdf_tags import read_structure
from piece_games import piece_game
from runners import runner_of
from tools import axe, axe_faults, nu

from printgen import Project
from printgen.extras.card_text.face_words import SpokenText
from printgen.extras.card_text.page import Words, text_page
from printgen.extras.ebooks.markup import write
from printgen.store import user_store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STORM = """
deck:
  title: {en: Events, fr: Événements}
  output: cards
  entries: {events: all}
  papers: [a4]
  code: https://example.org/{lang}
  faces: {front: {corner: cost, body: text, icons: effect}, common_back: {title: Storm, icon: oil}}
"""


class Page(NamedTuple):
    """A page, and the PDFs of the same cards."""

    path: Path
    printed: list[Path]

    @property
    def tree(self) -> Element:
        text = self.path.read_text(encoding="utf-8")
        found: Element = tinyhtml5.parse(text, namespace_html_elements=False)
        return found


def make(root: Path) -> None:
    """The page and the cards of the starter, and those of a deck by recipe."""
    starter(root)
    done = printgen(root, "export", "text", "fog", "--lang", "en", "-j", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("out/fog/text/fog-cards.en.html")
    print_deck(root, "fog/crew-cards", "en")
    piece_game(root / "storm", STORM)
    write_page(root / "storm", "storm", "fr", root / "storm.fr.html")
    print_deck(root / "storm", "storm/deck", "fr")


def print_deck(root: Path, deck: str, lang: str) -> None:
    """Print a deck from the faces of its page, which are in the store of the run."""
    project = Project(root, user_store())
    report = project.build([deck], jobs=1, langs=[lang], inks=["full"], papers=["a4"])
    assert report.problems == []


def write_page(project: Path, game: str, lang: str, path: Path) -> None:
    opened = Project(project)
    with runner_of(opened) as runner:
        path.write_bytes(text_page(opened.library, game, lang, runner))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, store: Store) -> dict[str, Page]:
    root = shared(tmp_path_factory, "card-text", make)
    found = {
        "fog": Page(
            root / "out" / "fog" / "text" / "fog-cards.en.html",
            [root / "out" / "fog" / "crew-cards.en.a4.pdf"],
        ),
        "storm": Page(
            root / "storm.fr.html", [root / "storm" / "out" / "storm" / "deck.fr.a4.pdf"]
        ),
    }
    printed, path = store.product("dracula-america", "enemy-cards", "fr"), root / "plans.fr.html"
    if not path.exists():
        write_page(printed.parents[2], "dracula-america", "fr", path)
    return {**found, "plans": Page(path, [printed])}


def words(texts: Iterable[str]) -> Counter[str]:
    """Words in lower case. Signs are none."""
    return Counter(re.findall(r"\w+", " ".join(texts).casefold()))


@pytest.mark.slow
def test_no_word_of_a_printed_face_is_missing(pages: dict[str, Page]) -> None:
    """Faces that say the same are there once, so each word is there, however often it is printed.
    Words on printer's marks and codes are not on the page.
    """
    for page in pages.values():
        said = words(page.tree.itertext())
        for path in page.printed:
            faces = [each for each in read_structure(path).kids if each.name == "Sect"]
            assert len(faces) > 2
            printed = words(face.text for face in faces)
            codes = words(f.alt for face in faces for f in face.all("Figure") if "http" in f.alt)
            missing = set(printed - codes) - set(said)
            # Icons are said in the language of the page, not by their names.
            assert missing <= {"oil", "fire"}, path.name


@pytest.mark.slow
def test_pages_are_valid_and_ask_for_nothing(pages: dict[str, Page]) -> None:
    assert nu([page.path for page in pages.values()]) == []
    for page in pages.values():
        text = page.path.read_text(encoding="utf-8")
        assert not re.search(r"src=|url\(|@import|<script|<link", text)
        assert "default-src 'none'" in text


@pytest.mark.slow
def test_headings_leave_out_no_level_and_ids_are_unique(pages: dict[str, Page]) -> None:
    for page in pages.values():
        elements = list(page.tree.iter())
        levels = [int(e.tag[1]) for e in elements if re.fullmatch("h[1-6]", str(e.tag))]
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        ids = [e.attrib["id"] for e in elements if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        links = {e.attrib["href"] for e in elements if e.tag == "a"}
        assert {link[1:] for link in links} <= set(ids)


def section(page: Page, id: str) -> Element:
    """The section of a card."""
    (found,) = (e for e in page.tree.iter("section") if e.get("id") == id)
    return found


def said(element: Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


@pytest.mark.slow
def test_a_card_has_its_name_stats_and_rules(pages: dict[str, Page]) -> None:
    captain = section(pages["fog"], "captain")
    assert [said(e) for e in captain.iter("h3")] == ["The Captain"]
    assert [said(e) for e in captain.iter("h4")] == ["Front", "Back"]
    assert "Commanding. Once a turn, a friend" in said(captain)
    assert "Cutlass" in said(captain) and "In contact, reroll" in said(captain)
    sailor = section(pages["fog"], "sailor")
    assert "Copies: 3" in said(sailor)
    plan = section(pages["plans"], "fighter")
    assert [said(e) for e in plan.iter("th")][:2] == ["Carte de l’ennemi", "Figurines"]
    assert {e.get("scope") for e in plan.iter("th")} == {"row", "col"}


def test_labels_of_stats_have_their_names_in_full() -> None:
    names = {"mvt": "Mouvement", "s": "Shooting"}
    row = SpokenText("TR", (SpokenText("TH", ("S",), scope="Row"), SpokenText("TD", ("3",))))
    text = SpokenText("P", (SpokenText("Strong", ("Slow",)), " Loses 2 ", "MVT", " or S, ", "S"))
    face = SpokenText("Sect", (SpokenText("H1", ("Wyatt",)), SpokenText("Table", (row,)), text))
    html = write(Words("Wyatt", names, {}).elements(face))
    assert html == (
        '<table><tr><th scope="row">Shooting (S)</th><td>3</td></tr></table>'
        "<p><strong>Slow:</strong> Loses 2 Mouvement (MVT) or S, S</p>"
    )


@pytest.mark.slow
def test_values_alone_have_labels_and_icons_are_words_of_the_language(
    pages: dict[str, Page],
) -> None:
    wave = section(pages["storm"], "wave")
    paragraphs = [said(e) for e in wave.iter("p")]
    assert paragraphs == [
        "Événement · Exemplaires : 5",
        "Cost : 3",
        "Perdez 2 huile.",
        "Effect : huile",
    ]
    backs = [said(e) for e in pages["storm"].tree.iter("h3")]
    assert backs[-1] == "Dos des cartes"


@pytest.mark.slow
def test_a_link_to_a_card_opens_it_for_a_screen_reader(
    pages: dict[str, Page], browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 700})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = pages["fog"].path.as_uri()
    page.goto(f"{address}#sailor")
    assert asked == [address]
    assert 0 <= page.locator("#sailor").bounding_box()["y"] < 200  # type: ignore[index]
    page.keyboard.press("Tab")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate(axe())
    found = axe_faults(page)
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    page.close()


@pytest.mark.slow
def test_a_game_without_cards_in_a_language_is_refused(pages: dict[str, Page]) -> None:
    root = pages["fog"].path.parents[3]
    done = printgen(root, "export", "text", "fog", "--lang", "de")
    assert done.returncode == 2 and "no cards in 'de'" in done.stderr
