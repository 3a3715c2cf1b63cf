"""Decks of which a few cards, sides or sheets are printed: their pages and files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pikepdf
import pytest
from helpers import POINTS, printgen, shared, starter, words_in, written

DECK = ("build", "fog/crew-cards", "--lang", "en", "--jobs", "1")
PLAIN, SOME = "crew-cards.en.a4.pdf", "crew-cards.en.a4.print.pdf"
NAMES = {
    "captain": "The Captain",
    "drowned": "The Drowned Man",
    "harpooner": "The Harpooner",
    "sailor": "The Sailor",
}


def make(root: Path) -> None:
    """The starter with its English deck, built."""
    assert printgen(starter(root), *DECK).returncode == 0


@pytest.fixture
def game(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """A project with a built deck: three sailors, and one of each other card."""
    made = shared(tmp_path_factory, "print-job", make)
    return shutil.copytree(made, tmp_path / "game", copy_function=shutil.copy2)


def build(game: Path, *options: str) -> str:
    """What a build of the deck says."""
    done = printgen(game, *DECK, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def file(game: Path, name: str = SOME) -> Path:
    return game / "out" / "fog" / name


def pages(path: Path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def cards_on(path: Path, page: int) -> dict[str, int]:
    """How often each card is on a page."""
    text = words_in(path, page)
    return {card: text.count(name) for card, name in NAMES.items() if name in text}


def refused(game: Path, *options: str) -> str:
    """The last line of a build that is wrong usage and writes nothing."""
    before = written(game)
    done = printgen(game, *DECK, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert written(game) == before
    return done.stderr.splitlines()[-1]


# --- which cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        (["--only", "captain"], {"captain": 1}),
        (["--only", "fog/captain, sailor"], {"captain": 1, "sailor": 3}),
        (["--only", "sailor", "--only", "drowned,sailor"], {"drowned": 1, "sailor": 3}),
        (["--copies", "captain=2"], {"captain": 2, "drowned": 1, "harpooner": 1, "sailor": 3}),
        (["--only", "sailor,captain", "--copies", "sailor=1,fog/captain=4"],
         {"captain": 4, "sailor": 1}),
    ],
)  # fmt: skip
def test_chosen_cards_are_printed_on_both_sides(
    game: Path, options: list[str], cards: dict[str, int]
) -> None:
    build(game, *options)
    assert pages(file(game)) == 2
    assert cards_on(file(game), 0) == cards_on(file(game), 1) == cards


def test_a_chosen_card_is_the_card_of_the_whole_deck(game: Path) -> None:
    build(game, "--only", "sailor", "--copies", "sailor=1")
    with pikepdf.open(file(game)) as some, pikepdf.open(file(game, PLAIN)) as whole:
        faces = [
            [form.read_bytes() for page in pdf.pages for form in page.Resources.XObject.values()]
            for pdf in (some, whole)
        ]
    assert len(faces[0]) == 2
    # Fonts are reduced to the glyphs of a file, so that only the lengths of the streams are equal.
    assert {len(face) for face in faces[0]} <= {len(face) for face in faces[1]}


def test_more_copies_make_more_sheets(game: Path) -> None:
    build(game, "--copies", "sailor=20")
    # 23 cards, nine on a sheet.
    assert pages(file(game)) == 6
    assert [sum(cards_on(file(game), page).values()) for page in range(6)] == [9, 9, 9, 9, 5, 5]


# --- which sides and sheets -------------------------------------------------------------------


def test_the_backs_of_one_side_are_behind_the_fronts_of_the_other(game: Path) -> None:
    build(game, "--sides", "front")
    front = file(game).read_bytes()
    assert pages(file(game)) == 1
    assert "Two wrecks" in words_in(file(game), 0)
    build(game, "--sides", "back")
    assert file(game).read_bytes() != front
    assert pages(file(game)) == 1
    assert "Commanding" in words_in(file(game), 0)
    plain = file(game, PLAIN)
    middle, width = 105 * POINTS, 63 * POINTS
    # The first card of three columns on the front is in the last one on the back.
    for path, page, left in ((plain, 0, middle - 1.5 * width), (file(game), 0, middle + width / 2)):
        box = (left / POINTS, 0.0, (left + width) / POINTS, 110.0)
        assert "The Captain" in words_in(path, page, box)


def test_chosen_sheets_have_both_sides(game: Path) -> None:
    build(game, "--copies", "sailor=30")
    whole = [cards_on(file(game), page) for page in range(8)]
    build(game, "--copies", "sailor=30", "--pages", "1,3-4", "--sides", "both")
    assert [cards_on(file(game), page) for page in range(6)] == [*whole[:2], *whole[4:8]]
    assert pages(file(game)) == 6


@pytest.mark.parametrize(
    ("option", "wide", "gap"),
    # Three turned cards in a row on landscape paper; three upright ones on portrait paper.
    [(["--gutter", "4"], 88, 4), (["--gutter", "0", "--bleed", "1.5"], 63, 0)],
)
def test_the_gutter_is_between_the_cuts(
    game: Path, option: list[str], wide: float, gap: float
) -> None:
    build(game, *option)
    with pikepdf.open(file(game)) as pdf:
        steps = pikepdf.parse_content_stream(pdf.pages[0], "re")
        boxes = [tuple(float(v) / POINTS for v in step.operands) for step in steps]
    # The visible bleed of the first card: whole at the left, half of the gutter at the right.
    bleed = 1.5 if gap == 0 else 3.0
    assert boxes[0][2] == pytest.approx(wide + bleed + gap / 2, abs=0.001)
    assert boxes[1][0] - boxes[0][0] == pytest.approx(wide + gap / 2 + bleed, abs=0.001)


# --- files ------------------------------------------------------------------------------------


def test_the_whole_deck_stays_as_it_is(game: Path) -> None:
    before = written(game)
    said = build(game, "--only", "captain")
    assert re.fullmatch(rf"out/fog/{re.escape(SOME)}  \d+ kB  made\n", said)
    after = written(game)
    assert after.pop(f"fog/{SOME}")
    assert set(after) == set(before)
    assert after[f"fog/{PLAIN}"] == before[f"fog/{PLAIN}"]
    records = json.loads(after["manifest.json"])["files"]
    assert {record["path"] for record in records} == {f"out/fog/{PLAIN}", f"out/fog/{SOME}"}
    assert build(game).endswith("  up to date\n")


def test_each_choice_has_its_own_file_in_the_cache(game: Path) -> None:
    choices = (["--only", "captain"], ["--only", "sailor"], ["--copies", "captain=2"])
    contents = []
    for choice in choices:
        build(game, *choice)
        contents.append(file(game).read_bytes())
    assert len(set(contents)) == 3
    for choice, content in zip(choices, contents, strict=True):
        assert build(game, *choice).endswith("  made\n")
        assert file(game).read_bytes() == content
        assert build(game, *choice).endswith("  up to date\n")


def test_an_edit_makes_the_choice_stale(game: Path) -> None:
    build(game, "--only", "captain")
    path = game / "content/fog/profiles/captain.yaml"
    path.write_text(path.read_text().replace("Two wrecks", "Two floods"))
    assert build(game, "--only", "captain").endswith("  made\n")
    assert "Two floods" in words_in(file(game), 0)


def test_papers_that_the_product_does_not_list(game: Path) -> None:
    done = printgen(game, *DECK, "--paper", "A3", "--paper", "330 x 483 mm", "--only", "captain")
    assert done.returncode == 0
    made = [line.split()[0].rpartition("/")[2] for line in done.stdout.splitlines()]
    assert made == ["crew-cards.en.a3.print.pdf", "crew-cards.en.330x483mm.print.pdf"]
    for name, sides in zip(made, ((297, 420), (330, 483)), strict=True):
        with pikepdf.open(file(game, name)) as pdf:
            box = sorted(float(v) / POINTS for v in pdf.pages[0].MediaBox[2:])
        assert box == pytest.approx(sides, abs=0.01)


def test_decks_without_a_chosen_card_are_not_printed(game: Path) -> None:
    with (game / "content/fog/products.yaml").open("a") as stream:
        stream.write(
            "\nhunters: {title: H, output: cards, profiles: [harpooner],"
            " faces: {front: card-front}}\n"
        )
    done = printgen(game, "build", "--lang", "en", "--only", "captain")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert f"out/fog/{SOME}" in done.stdout
    done = printgen(game, "build", "--lang", "en", "--sides", "back", "--pages", "1")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)


# --- wrong options ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "captan"], "Error: no card 'captan' (did you mean 'captain'?)"),
        (["--only", "fog/captan"], "Error: no card 'fog/captan' (did you mean 'fog/captain'?)"),
        (["--only", "dog/captain"], "Error: no card 'dog/captain' (did you mean 'fog/captain'?)"),
        (["--only", "captain,"], "a word is missing beside a comma"),
        (["--copies", "sailer=2"], "Error: no printed card 'sailer' (did you mean 'sailor'?)"),
        (["--only", "captain", "--copies", "sailor=2"],
         "Error: no printed card 'sailor' (known: captain)"),
        (["--copies", "sailor"], "'sailor' is not like CARD=3"),
        (["--copies", "sailor=-1"], "'sailor=-1' is not like CARD=3"),
        (["--copies", "sailor=0"], "'sailor=0': 1 to 500 copies can be printed"),
        (["--copies", "sailor=501"], "'sailor=501': 1 to 500 copies can be printed"),
        (["--sides", "left"], "'left' is not one of 'front', 'back', 'both'"),
        (["--sides", "back", "--duplex", "gutter-fold"], "fronts and backs on one side"),
        (["--pages", "2"], "Error: no sheet 2 (there is 1 sheet)"),
        (["--pages", "1-3", "--copies", "sailor=9"], "Error: no sheet 3 (there are 2 sheets)"),
        (["--pages", "0"], "'0' is not a range of sheets from 1"),
        (["--pages", "3-1"], "'3-1' is not a range of sheets from 1"),
        (["--pages", "one"], "'one' is not like 3 or 3-5"),
        (["--pages", ""], "'' is not like 3 or 3-5"),
        (["--gutter", "31"], "31"),
        (["--gutter", "nan"], "nan"),
        (["--bleed", "-1"], "-1"),
        (["--bleed", "wide"], "wide"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(game: Path, options: list[str], said: str) -> None:
    assert said in refused(game, *options)


def test_only_decks_can_be_printed_in_part(game: Path) -> None:
    done = printgen(game, "build", "fog/reference", "--only", "captain")
    assert done.returncode == 2
    assert "no target has cards or other pieces" in done.stderr
    assert "these options are for fog/" in done.stderr


def test_too_much_bleed_is_a_problem_of_the_product(game: Path) -> None:
    done = printgen(game, *DECK, "--paper", "100 x 100 mm", "--bleed", "10")
    assert done.returncode == 1
    assert "product-paper: a card of 63 x 88 mm does not fit on paper of 100 x 100" in done.stderr
    assert "products.yaml:" in done.stderr
