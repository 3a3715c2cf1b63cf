"""Drafts: `build --draft` prints what it can and says so, `list art` names what is missing; and
the build of one game in spite of the errors of others.
"""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from helpers import all_words_in, colours, near, printgen, squeezed, starter, words_in
from PIL import Image
from small_projects import write

_PRODUCTS = """\
cards:
  output: cards
  title: Cards
  source: cards.csv
  faces:
    front: {body: text, picture: art, overlong: [smaller]}
    common_back: {picture: images/back.png}
  papers: [a4]
"""

# A card with its art missing, one that is too long, one whose drawing is sound.
_CARDS = f"""\
Name,Text,Art
Ember,It burns.,images/ember.png
Storm,{"The storm turns over the hill and whoever stands below counts. " * 40},images/sun.svg
Sun,It rises.,images/sun.svg
"""

_SUN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
)

_GAME = {
    "printgen.yaml": "",
    "content/g/game.yaml": "title: Weather\nlanguages: [en, fr]\n",
    "content/g/products.yaml": _PRODUCTS,
    "content/g/cards.csv": _CARDS,
    "content/g/images/sun.svg": _SUN,
}

_RED = (217, 0, 0)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with missing art and a card that is too long."""
    return write(tmp_path, _GAME)


@pytest.mark.spares("draft-incomplete")
def test_a_draft_prints_what_a_build_refuses(game: Path) -> None:
    refused = printgen(game, "build")
    assert refused.returncode == 1
    assert not (game / "out").exists()
    done = printgen(game, "build", "--draft", "--lang", "en")
    assert done.returncode == 0
    assert " error" not in done.stderr
    assert done.stderr.count("image-missing: warning: no picture 'images/ember.png'") == 1
    assert "face-overflow: warning: g/storm" in done.stderr
    path = game / "out/g/cards.en.a4.draft.pdf"
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    # The card is 63 x 88 mm with a bleed of 3 mm; its picture is as wide as both.
    assert "ember.png69×50mmItburns." in squeezed(words_in(path, 0))
    assert "back.png69×94mm" in squeezed(words_in(path, 1))
    # Each sheet says that it is a draft, above the cards.
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2
    for page in range(2):
        assert words_in(path, page, (0, 0, 210, 6)).strip() == "DRAFT"
    # The second card alone has a red frame: at its left edge, inside the trim.
    for number, framed in enumerate((False, True, False)):
        left = 10.5 + 63 * number
        edge = colours(path, 0, 4, (left + 0.1, 40, left + 0.6, 60))
        assert near(edge, _RED, 40).mean() == pytest.approx(float(framed), abs=0.1)


@pytest.mark.slow
def test_a_draft_is_no_build(game: Path) -> None:
    """Its files do not take the place of others, and are up to date as long as nothing changes."""
    printgen(game, "build", "--draft", "--lang", "fr")
    again = printgen(game, "build", "--draft", "--lang", "fr")
    assert again.stdout.endswith("up to date\n")
    assert words_in(game / "out/g/cards.fr.a4.draft.pdf", 0, (0, 0, 210, 6)).strip() == "ÉPREUVE"
    assert printgen(game, "build", "--draft", "--strict").returncode == 2
    for card in ("images/ember.png", "images/back.png"):
        (game / "content/g" / card).write_bytes(b"no picture")
    broken = printgen(game, "build", "--draft", "--lang", "fr")
    assert broken.returncode == 0
    assert "ember.png" in squeezed(words_in(game / "out/g/cards.fr.a4.draft.pdf", 0))


@pytest.mark.slow
def test_a_broken_drawing_is_named_at_its_file(game: Path) -> None:
    """A bare name means a file below `images/`."""
    cards = _CARDS.replace("images/ember.png", "moon.svg")
    write(game, {"content/g/cards.csv": cards, "content/g/images/sky/moon.svg": _SUN[:90]})
    done = printgen(game, "build", "--draft", "--lang", "fr")
    assert "content/g/images/sky/moon.svg:1:88: render-warning: " in done.stderr
    assert "content/g/moon.svg" not in done.stderr


def test_art_that_is_missing_is_listed_with_its_size(game: Path) -> None:
    done = printgen(game, "list", "art", "--format", "json")
    assert json.loads(done.stdout) == [
        {
            "picture": "images/back.png",
            "used": "content/g/products.yaml:6:5",
            "size": "69 x 94 mm",
            "pixels": "815 x 1111",
        },
        {
            "picture": "images/ember.png",
            "used": "content/g/cards.csv:C2",
            "size": "69 x 50 mm",
            "pixels": "815 x 596",
        },
    ]
    for name in ("ember", "back"):
        Image.new("RGB", (900, 1200), "navy").save(game / f"content/g/images/{name}.png")
    done = printgen(game, "list", "art")
    assert done.stdout == ""
    assert done.stderr.endswith("no picture is missing\n")


def test_a_figure_to_come_is_one_of_the_game(tmp_path: Path) -> None:
    """Its bare name is enough; it is listed at its line."""
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml": (
            "rules: {output: book, title: Rules, editions: [screen], cover: false, imprint: false}"
        ),
        "content/g/chapters/01-rules.en.md": "# Rules\n\nWords.\n\n:::{figure} map.png The map\n",
    }
    write(tmp_path, files)
    listed = printgen(tmp_path, "list", "art").stdout
    assert listed.split()[:2] == ["map.png", "content/g/chapters/01-rules.en.md:5:1"]
    done = printgen(tmp_path, "build", "--draft")
    assert "01-rules.en.md:5:1: directive-argument: warning: no picture 'map.png'" in done.stderr
    assert "map.png" in squeezed(all_words_in(tmp_path / "out/g/rules.en.screen.draft.pdf"))


@pytest.mark.slow
@pytest.mark.sees("draft-incomplete")
def test_a_draft_prints_figures_without_what_they_name(tmp_path: Path) -> None:
    game = starter(tmp_path / "game")
    fog = game / "content/fog"
    for profile in fog.glob("profiles/*.yaml"):
        text = profile.read_text().replace("traits: [", "traits: [lost, ")
        profile.write_text(text.replace("plan: drowned", "plan: lost"))
    for folder in ("plans", "scenarios", "studies"):
        for file in (fog / folder).iterdir():
            file.unlink()
    chapter = fog / "chapters/01-game.en.md"
    chapter.write_text(chapter.read_text() + "\n:::{figure} images/lost.png\nThe bell\n:::\n")
    done = printgen(game, "build", "--draft", "--lang", "en")
    assert done.returncode == 0
    made = {path.name for path in (game / "out/fog").iterdir()}
    assert {"crew-cards.en.a4.draft.pdf", "rulebook.en.screen.draft.pdf"} <= made
    # A sheet about a scenario that does not exist has nothing to print.
    assert "quay.en.a4.draft.pdf" not in made
    assert "draft-incomplete: warning: out/fog/quay.en.a4.draft.pdf cannot be made" in done.stderr
    book = all_words_in(game / "out/fog/rulebook.en.screen.draft.pdf")
    assert "lost.png" in squeezed(book)
    assert ":::{study} hits" in book
    assert "The Captain" in all_words_in(game / "out/fog/crew-cards.en.a4.draft.pdf")


def test_nothing_is_drafted_of_a_game_that_cannot_be_read(game: Path) -> None:
    (game / "content/g/products.yaml").write_text("cards: [\n")
    done = printgen(game, "build", "--draft")
    assert (done.returncode, done.stdout) == (1, "nothing was built\n")


# --- one game, in spite of the others -------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A sound game beside a folder without one, a game with an error, and one without products."""
    sound = {name: text for name, text in _GAME.items() if not name.endswith(".csv")}
    return write(
        tmp_path,
        {
            **sound,
            "content/g/cards.csv": "Name,Text,Art\nSun,It rises.,images/sun.svg\n",
            "content/g/products.yaml": _PRODUCTS.replace(
                "    common_back: {picture: images/back.png}\n", ""
            ),
            "content/later/notes.txt": "an idea",
            "content/faulty/game.yaml": "title: Faulty\nlanguages: [en]\ncolour: red\n",
            "content/bare/game.yaml": "title: Bare\nlanguages: [en]\n",
        },
    )


def test_the_errors_of_another_game_do_not_stop_a_game(games: Path) -> None:
    assert printgen(games, "build").returncode == 1
    line = "not built, with errors: content/faulty (1), content/later (1) (printgen check)\n"
    for state in ("made", "up to date"):
        done = printgen(games, "build", "g", "--lang", "en")
        assert done.returncode == 0
        assert done.stderr.endswith(line)
        assert done.stdout.endswith(f"{state}\n")
    for target in ("faulty", "*"):
        assert printgen(games, "build", target).returncode == 1


def test_a_game_that_names_another_one_needs_it_sound(games: Path) -> None:
    products = games / "content/g/products.yaml"
    products.write_text(
        products.read_text() + "crew: {output: cards, title: Crew, profiles: [faulty/x],"
        " faces: {front: card-front}}\n"
    )
    done = printgen(games, "build", "g")
    assert done.returncode == 1
    assert "content/faulty/game.yaml" in done.stderr


def test_a_game_without_products_says_so(games: Path) -> None:
    done = printgen(games, "build", "bare")
    assert done.returncode == 2
    assert "the game 'bare' has no products (write its products to content/bare/products.yaml)" in (
        done.stderr
    )
