"""Cards of kinds that a game declares: faces by recipe, icons, common backs, copies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import all_words_in, built, colours, pixels, printgen, starter, words_in
from small_projects import write

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.extras.exports.card_pictures import deck_cards, deck_faces
from printgen.layout.assembly import assemble
from printgen.layout.runners import open_runner
from printgen.paper import card_size
from printgen.products.card_faces import Cut
from printgen.store import Store

GAME = """
title: {en: Storm Watch, fr: La Veille}
languages: [en, fr]
accent: "#1f4e5f"
kinds:
  events:
    label: {en: Event, fr: Événement}
    fields:
      cost: {type: integer, min: 0, max: 9}
      twice: {type: integer, derived: 2 * cost}
      text: {lines: 6}
      flavour: {optional: true}
      effect: {type: choice, options: {oil: {en: Oil, fr: Huile}, fire: {en: Fire, fr: Feu}}}
  crew:
    label: {en: Crew, fr: Équipage}
    fields: {text: {}, events: {type: references, to: events, optional: true}}
icons: {oil: images/oil.svg, fire: "☀"}
"""

EVENTS = """
entries:
  wave:
    name: {en: The Great Wave, fr: La Grande Vague}
    cost: 3
    effect: oil
    copies: 3
    text: {en: "Lose 2 {oil}.\\nTurn the **lamp**.", fr: "Perdez 2 {oil}.\\nTournez la **lampe**."}
    flavour: {en: It came without a sound., fr: Elle vint sans bruit.}
  elmo:
    name: {en: Elmo, fr: Elme}
    cost: 6
    effect: fire
    text: {en: Relight., fr: Rallumez.}
"""

CREW = """
name: {en: The Keeper, fr: La Gardienne}
text: {en: Swaps two cards., fr: Échange deux cartes.}
events: [elmo, wave]
"""

PRODUCTS = """
events:
  title: {en: Events, fr: Événements}
  output: cards
  entries: {events: all}
  papers: [a4]
  faces:
    front:
      subtitle: twice
      corner: cost
      symbol: effect
      body: text
      foot: flavour
      band: {by: effect, colours: {oil: "#304020", fire: "#902010"}}
    common_back: {icon: oil, title: {en: Storm, fr: Tempête}}
all:
  title: {en: All, fr: Tout}
  output: cards
  entries: {crew: all, events: [elmo]}
  quantities: {elmo: 2}
  papers: [a4]
  inks: [full]
  faces:
    front: {body: text, foot: events, icons: effect, corner: effect}
    common_backs: {crew: {title: {en: Our Crew, fr: Équipage}}, events: {icon: fire}}
"""

OIL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

# The first card on A4 in mm: left, top.
LEFT, TOP = 10.5, 14.25


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("storm")
    game = root / "content" / "storm"
    for name, text in {
        "game.yaml": GAME,
        "products.yaml": PRODUCTS,
        "events/events.yaml": EVENTS,
        "crew/keeper.yaml": CREW,
        "images/oil.svg": OIL,
    }.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text)
    (root / "printgen.yaml").write_text("# storm\n")
    report = Project(root).build([], jobs=1, inks=["full", "low"])
    assert report.problems == []
    return root


def pdf(root: Path, name: str) -> Path:
    return root / "out" / "storm" / f"{name}.pdf"


def card(number: int) -> tuple[float, float, float, float]:
    """The trim rectangle of a card of the first row, in mm."""
    left = LEFT + 63 * number
    return left, TOP, left + 63, TOP + 88


def forms(path: Path, page: int) -> list[int]:
    """The numbers of the distinct forms on a page."""
    with pikepdf.open(path) as opened:
        drawn = opened.pages[page].Resources.XObject
        return sorted({form.objgen[0] for _, form in drawn.items()})


def test_fields_are_in_their_places(storm: Path) -> None:
    path = pdf(storm, "events.en.a4")
    left, top, right, bottom = card(0)
    head = words_in(path, 0, (left, top, right, top + 15))
    assert {"Great", "Wave", "3", "6"} <= set(head.split())
    middle = words_in(path, 0, (left, top + 16, right, bottom - 15))
    assert middle.split() == ["Lose", "2", ".", "Turn", "the", "lamp."]
    foot = words_in(path, 0, (left, bottom - 15, right, bottom))
    assert foot.strip() == "It came without a sound."
    assert "Tournez la lampe." in all_words_in(pdf(storm, "events.fr.a4"))


def test_copies_are_printed_and_a_common_back_is_in_the_file_twice(storm: Path) -> None:
    path = pdf(storm, "events.en.a4")
    fronts, backs = words_in(path, 0), words_in(path, 1)
    assert (fronts.count("The Great Wave"), fronts.count("Relight")) == (3, 1)
    # Each back has its title twice: the second time upside down.
    assert backs.split("10 20")[0].split() == ["Storm"] * 8
    # A face that is printed several times has a form more, for its copies.
    assert len(forms(path, 0)) == 3
    assert len(forms(path, 1)) == 2


def test_each_kind_has_its_common_back(storm: Path) -> None:
    path = pdf(storm, "all.en.a4")
    assert words_in(path, 0).count("Relight") == 2
    assert words_in(path, 1).split().count("Crew") == 2
    assert len(forms(path, 1)) == 3
    # Names of entries that a field refers to; the icon of a value, not its name.
    front = words_in(path, 0, card(0))
    assert "Elmo, The Great Wave" in " ".join(front.split())
    assert "☀" in words_in(path, 0, card(1)) and "Fire" not in words_in(path, 0, card(1))


@pytest.mark.parametrize(("number", "colour"), [(0, (0x30, 0x40, 0x20)), (3, (0x90, 0x20, 0x10))])
def test_the_band_has_the_colour_of_the_value(
    storm: Path, number: int, colour: tuple[int, int, int]
) -> None:
    column, row = number % 3, number // 3
    left, top = LEFT + 63 * column + 30, TOP + 88 * row + 1
    box = (left, top, left + 1, top + 1)
    full = colours(pdf(storm, "events.en.a4"), 0, 4, box)
    assert np.abs(full - np.array(colour)).max() <= 3
    low = pixels(pdf(storm, "events.en.a4.low-ink"), 0, 4, box)
    assert low.min() > 250


def test_icons_are_drawn_large_and_in_the_text(storm: Path) -> None:
    left, top, right, _ = card(0)
    dark = pixels(pdf(storm, "events.en.a4"), 0, 4, (left + 3, top + 14, right - 3, top + 42)) < 60
    # The square of the symbol: as wide as high, 15 to 25 mm.
    height, width = (int(dark.any(axis=axis).sum()) / 4 for axis in (1, 0))
    assert 15 < height < 28
    assert abs(height - width) < 1
    assert "alt" not in all_words_in(pdf(storm, "events.en.a4"))


def test_few_words_are_large_but_no_larger_than_the_name(storm: Path) -> None:
    with pypdfium2.PdfDocument(pdf(storm, "events.en.a4")) as document:
        text = document[0].get_textpage()
        index = text.get_text_range().index("Relight")
        _, bottom, _, top = text.get_charbox(index)
        # Capitals are two thirds of the type size.
        assert 12 < (top - bottom) / 0.65 < 15
        text.close()


def test_exports_know_the_cards(storm: Path) -> None:
    library = Project(storm).library
    deck = library.games["storm"].products_of(CardsProduct)[0]
    first, second = deck_cards(library, deck, "en")
    assert (first.id, first.name, first.quantity) == ("wave", "The Great Wave", 3)
    assert "Turn the lamp." in first.words
    assert second.quantity == 1


def test_a_changed_declaration_or_recipe_is_seen(storm: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    game, products = (storm / "content/storm" / name for name in ("game.yaml", "products.yaml"))

    def words(*patterns: str) -> str:
        report = Project(storm, store).build(patterns, jobs=1)
        assert report.problems == []
        store.finish()
        return all_words_in(pdf(storm, "events.en.a4"))

    chosen = "storm/events"
    before = words(chosen)
    game.write_text(GAME.replace("2 * cost", "3 * cost"))
    derived = words(chosen)
    products.write_text(PRODUCTS.replace("body: text", "body: [text, effect]"))
    added = words(chosen)
    game.write_text(GAME)
    products.write_text(PRODUCTS)
    assert "9" in derived and "9" not in before
    assert "Fire" in added and "Fire" not in derived
    assert words(chosen) == before


def long_texts(root: Path, lengths: Sequence[int], format: str) -> Project:
    """A deck with texts of these numbers of words, each between a symbol and a foot."""
    game = root / "content" / "long"
    (game / "notes").mkdir(parents=True)
    (root / "printgen.yaml").write_text("# long\n")
    (game / "game.yaml").write_text(
        "title: Long\nlanguages: [en]\nicons: {sun: ☀}\n"
        "kinds: {notes: {label: Note, fields: {text: {}, end: {}, sign: {type: word}}}}\n"
    )
    entries = "".join(
        f"  n{n}: {{name: Note, sign: sun, end: Foot, text: {' '.join(['word'] * n)} last}}\n"
        for n in lengths
    )
    (game / "notes" / "all.yaml").write_text(f"entries:\n{entries}")
    (game / "products.yaml").write_text(
        "deck: {title: Deck, output: cards, entries: {notes: all}, papers: [a4], inks: [full],\n"
        f"  format: {format}, faces: {{front: {{symbol: sign, body: text, foot: end}}}}}}\n"
    )
    return Project(root)


@pytest.mark.parametrize("format", ["poker", "mini", "88 x 63 mm"])
def test_places_do_not_overlap(tmp_path: Path, format: str) -> None:
    project = long_texts(tmp_path, [1, 9, 20, 35], format)
    assert project.build([], jobs=1).problems == []
    library = project.library
    deck = library.games["long"].products_of(CardsProduct)[0]
    cut = Cut(card_size(format), 3.0)
    with open_runner(project.folders, 1) as runner:
        for card, front, _ in deck_faces(library, deck, "en", cut, runner):
            page = pypdfium2.PdfDocument(assemble([front.face], front.programs))[0]
            with closing(page.get_textpage()) as text:
                _, above, _ = extent(text, "☀")
                top, bottom, count = extent(text, "word")
                assert above > top
                assert min(bottom, extent(text, "last")[1]) > extent(text, "Foot")[0]
                assert f"n{count}" == card.id


def extent(text: pypdfium2.PdfTextPage, word: str) -> tuple[float, float, int]:
    """The top and the bottom of all places of a word, in points; and their number."""
    search, boxes = text.search(word), []
    while found := search.get_next():
        boxes += [text.get_charbox(index) for index in range(found[0], found[0] + found[1])]
    return max(b[3] for b in boxes), min(b[1] for b in boxes), len(boxes) // len(word)


def test_a_text_that_does_not_fit_is_named(tmp_path: Path) -> None:
    long_texts(tmp_path, [10, 400], "poker")
    products = tmp_path / "content/long/products.yaml"
    products.write_text(
        products.read_text().replace("body: text", "body: text, overlong: [smaller]")
    )
    project = Project(tmp_path)
    (problem,) = project.build([], jobs=1).problems
    assert (problem.code, problem.position.file) == ("face-overflow", "content/long/notes/all.yaml")
    assert "long/n400" in problem.message


@pytest.mark.slow
def test_marks_in_texts_are_set_in_both_inks_and_in_the_smallest_type(tmp_path: Path) -> None:
    long = "Rolls a die, H~2~O and x^2^, and counts ==the lightning== on ~~a~~ one. " * 20
    cards = "{title: Deck, output: cards, source: c.csv, papers: [a4], inks: [full, low]"
    root = write(
        tmp_path / "project",
        {
            "printgen.yaml": "",
            "content/g/game.yaml": "title: {any: Trial}\nlanguages: [en]\n",
            "content/g/products.yaml": f"c: {cards}, faces: {{front: {{body: text}}}}}}\n",
            "content/g/c.csv": f'name,text\nLong,"{long}"\nShort,x^2^ ==lightning==\n',
        },
    )
    out = built(root, inks=["full", "low"])
    for ink, shown in (("", True), (".low-ink", False)):
        path = out / "g" / f"c.en.a4{ink}.pdf"
        words = "".join(words_in(path, 0).split())
        assert "H2Oandx2,andcountsthelightningonaone." in words
        assert not set("~^=") & set(words)
        page = colours(path, 0, 4)
        yellow = (page[..., 0] > 240) & (page[..., 2] < 190)
        assert bool(yellow.sum() > 2_000) is shown


def test_common_backs_are_printed_alone(storm: Path) -> None:
    done = printgen(storm, "build", "storm/events", "--lang", "en", "--sides", "back")
    assert done.returncode == 0, done.stderr
    words = all_words_in(pdf(storm, "events.en.a4.print"))
    assert words.split("10 20")[0].split() == ["Storm"] * 8
    assert "Wave" not in words


def test_profiles_and_traits_have_recipes_too(tmp_path: Path) -> None:
    root = starter(tmp_path)
    with (root / "content" / "fog" / "products.yaml").open("a") as stream:
        stream.write(OWN_KINDS)
    report = Project(root).build(["fog/people", "fog/rules"], jobs=1, langs=["en"])
    assert report.problems == []
    out = root / "out" / "fog"
    left, top, right, bottom = card(0)
    words = words_in(out / "people.en.a4.pdf", 0, (left, top, right, bottom)).split()
    for phrase in ("The Captain", "Two wrecks, no regrets", "Mov Fgt", "Commanding. Once a turn,"):
        assert phrase in " ".join(words)
    assert '6" 3+' in " ".join(words).replace("″", '"')
    # The band of weapons has its colour, that of abilities the accent colour; copies are counted.
    rules = out / "rules.en.a4.pdf"
    band = colours(rules, 0, 2, (LEFT + 30, TOP + 2, LEFT + 33, TOP + 3)).mean(axis=(0, 1))
    assert abs(band - (0x20, 0x50, 0x20)).max() > 20
    assert "Pistol Weapon" in " ".join(all_words_in(rules).split())
    traits = root / "content" / "fog" / "traits" / "traits.yaml"
    assert all_words_in(rules).count("Pistol") == 1
    text = traits.read_text("utf-8")
    traits.write_text(text.replace("  pistol:\n", "  pistol:\n    copies: 3\n"), "utf-8")
    assert Project(root).build(["fog/rules"], jobs=1, langs=["en"]).problems == []
    assert all_words_in(rules).count("Pistol") == 3


OWN_KINDS = """
people:
  title: {en: People, fr: Gens}
  output: cards
  profiles: all
  papers: [a4]
  faces:
    front: {subtitle: epithet, stats: [move, fight], body: traits, foot: story}
rules:
  title: {en: Rules, fr: Regles}
  output: cards
  entries: {traits: all}
  papers: [a4]
  faces:
    front: {subtitle: kind, body: text, band: {by: kind, colours: {weapon: "#205020"}}}
"""


def test_a_template_of_ones_own_looks_like_a_card_of_the_theme(tmp_path: Path) -> None:
    root = starter(tmp_path)
    template = root / "templates" / "plain" / "mate.html.j2"
    template.parent.mkdir(parents=True)
    template.write_text('<div class="safe"><h1 style="color: #000">{{ card.name }}</h1></div>')
    products = root / "content" / "fog" / "products.yaml"
    text = products.read_text("utf-8")
    products.write_text(text.replace("front: card-front", "front: mate"), "utf-8")
    assert Project(root).build(["fog/crew-cards"], jobs=1, langs=["en"]).problems == []
    with pypdfium2.PdfDocument(root / "out" / "fog" / "crew-cards.en.a4.pdf") as document:
        names = {
            item.get_font().get_base_name()
            for item in document[0].get_objects(max_depth=3)
            if isinstance(item, pypdfium2.PdfTextObj)
        }
    assert any("Source-Sans-3-Semi-Bold" in name for name in names)


PACK = """
title: {en: Pack}
languages: [en]
kinds:
  cards:
    label: Card
    fields:
      suit: {type: choice, options: {tides: Tides, bells: Bells}}
      rank: {type: integer, label: Rank}
      text: {optional: true}
icons: {tides: images/oil.svg}
"""

PACK_PRODUCTS = """
pack:
  title: {en: Pack}
  output: cards
  entries: {cards: all}
  papers: [a4]
  faces:
    front:
      index: [rank, suit]
      body: text
      band: {by: suit, colours: {tides: "#1f4e9f", bells: "#ffff99"}}
    back: {title: name, body: [text, rank], labels: rank, size: 8.5, align: left, band: "#ffff99"}
"""

PACK_CARDS = """
entries:
  first: {name: The First, suit: tides, rank: 7, text: Waves beat upon the shore all night.}
  second: {name: The Second, suit: bells, rank: 12}
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pack")
    files = {
        "game.yaml": PACK,
        "products.yaml": PACK_PRODUCTS,
        "cards/cards.yaml": PACK_CARDS,
        "images/oil.svg": OIL,
    }
    write(root, {f"content/pack/{name}": text for name, text in files.items()})
    (root / "printgen.yaml").write_text("")
    built(root)
    return root / "out" / "pack" / "pack.en.a4.pdf"


def letters(path: Path, page: int, words: str) -> tuple[float, float, float, float]:
    """The box of the first letter of words on a page, in points: left, bottom, right, top."""
    with pypdfium2.PdfDocument(path) as document, closing(document[page].get_textpage()) as text:
        box: tuple[float, float, float, float] = text.get_charbox(
            text.get_text_range().index(words)
        )
        return box


def test_an_index_is_in_two_opposite_corners_and_replaces_the_title(pack: Path) -> None:
    left, top, right, bottom = card(0)
    assert words_in(pack, 0, (left, top, left + 15, top + 15)).split() == ["7"]
    assert words_in(pack, 0, (right - 15, bottom - 15, right, bottom)).split() == ["7"]
    assert "The First" not in words_in(pack, 0)
    # The icons of the suit below the rank, and turned in the other corner.
    image = pixels(pack, 0, 8, (left, top, right, bottom))
    assert np.abs(image - image[::-1, ::-1])[: 8 * 20, : 8 * 14].mean() < 2
    assert image[: 8 * 20, : 8 * 14].min() < 90


def test_a_pale_colour_is_not_the_colour_of_type(pack: Path) -> None:
    left, top, *_ = card(1)
    ranks = colours(pack, 0, 8, (left + 1, top + 1, left + 12, top + 12)).reshape(-1, 3)
    assert (ranks.max(axis=1) < 90).any()
    # The name on the yellow band is dark too.
    band = colours(pack, 1, 8, (LEFT + 63 + 6, TOP + 1, LEFT + 63 + 50, TOP + 11)).reshape(-1, 3)
    assert (band.max(axis=1) < 90).any()
    assert (band.min(axis=1) < 200).all()


def test_labels_size_and_alignment_of_the_body(pack: Path) -> None:
    assert "Rank 7" in words_in(pack, 1).replace("\u2002", " ")
    _, low, _, high = letters(pack, 1, "Waves")
    assert 0.6 * 8.5 < (high - low) < 0.75 * 8.5
    assert letters(pack, 1, "Waves")[0] == pytest.approx(letters(pack, 1, "Rank 7")[0], abs=1)


def test_cards_of_a_deck_have_the_same_type(tmp_path: Path) -> None:
    texts = [f"Draw {'one more card, then ' * (number % 3)}stop." for number in range(12)]
    texts[5] = "Draw a card from the pile, look at it, and put it back. " * 9
    rows = "".join(f'Card {number},"{text}"\n' for number, text in enumerate(texts))
    deck = "deck: {title: Deck, output: cards, source: deck.csv, faces: {front: {body: text}}}\n"
    game = "title: Even\nlanguages: [en]\n"
    files = {"game.yaml": game, "products.yaml": deck, "deck.csv": f"name,text\n{rows}"}
    write(tmp_path, {f"content/even/{name}": text for name, text in files.items()})
    (tmp_path / "printgen.yaml").write_text("")
    path = built(tmp_path, papers=["a4"], inks=["full"]) / "even" / "deck.en.a4.pdf"
    with pypdfium2.PdfDocument(path) as document:
        sizes = []
        for page in document:
            with closing(page.get_textpage()) as text:
                whole = text.get_text_range()
                at = [match.start() for match in re.finditer("Draw", whole)]
                sizes += [round(box[3] - box[1], 1) for box in map(text.get_charbox, at)]
    common = max(sizes, key=sizes.count)
    # The long text repeats its first word in smaller type.
    assert sizes.count(common) == 11
    assert max(sizes) == common
