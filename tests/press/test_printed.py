"""The memory of what was printed, and builds of what has changed since."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import printgen, shared, starter, words_in, written

DECK = ("build", "fog/crew-cards", "--lang", "en", "--jobs", "1")
SAILOR = "content/fog/profiles/sailor.yaml"
SOME = "out/fog/crew-cards.en.a4.print.pdf"
UNCHANGED = "no card has changed since it was printed\n"


def make(root: Path) -> None:
    """The starter with its English deck, built and printed."""
    starter(root)
    assert said(root, *DECK).endswith("made\n")
    assert said(root, "printed") == "out/fog/crew-cards.en.a4.pdf  4 cards  printed\n"


@pytest.fixture
def game(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """A project with a printed deck."""
    made = shared(tmp_path_factory, "printed", make)
    return shutil.copytree(made, tmp_path / "game", copy_function=shutil.copy2)


def said(game: Path, *words: str) -> str:
    """What a command says that succeeds."""
    done = printgen(game, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def changed(game: Path, *options: str) -> set[str]:
    """The cards that `build --changed` prints."""
    (game / SOME).unlink(missing_ok=True)
    if said(game, *DECK, "--changed", *options) == UNCHANGED:
        assert not (game / SOME).exists()
        return set()
    text = words_in(game / SOME, 0)
    return {name for name in ("Captain", "Drowned Man", "Harpooner", "Sailor") if name in text}


def test_nothing_has_changed_after_a_print(game: Path) -> None:
    before = written(game)
    assert changed(game) == set()
    assert said(game, *DECK, "--changed") == UNCHANGED
    assert written(game) == before


def test_a_card_with_a_changed_face_is_printed(game: Path) -> None:
    replace(game / CAPTAIN, "Two wrecks", "Two floods")
    assert changed(game) == {"Captain"}
    # It stays changed until the print is confirmed.
    assert changed(game) == {"Captain"}
    assert said(game, "printed") == f"{SOME}  1 card  printed\n"
    assert changed(game) == set()


def test_a_changed_rule_is_on_the_backs_of_its_cards(game: Path) -> None:
    path = game / "content/fog/traits/traits.yaml"
    replace(path, "Range 12", "Within 12")
    assert changed(game) == {"Captain"}


def test_an_edit_that_prints_nothing_changes_no_card(game: Path) -> None:
    replace(game / CAPTAIN, "name:", "# The first of the crew.\nname:")
    assert changed(game) == set()


def test_an_earlier_print_does_not_count_again(game: Path) -> None:
    """The plain file is older than the print of the captain, and stays in out/."""
    replace(game / CAPTAIN, "Two wrecks", "Two floods")
    assert changed(game) == {"Captain"}
    assert said(game, "printed") == f"{SOME}  1 card  printed\n"
    replace(game / SAILOR, "Paid by the wave", "Paid by the hour")
    assert changed(game) == {"Sailor"}
    assert said(game, "printed") == f"{SOME}  1 card  printed\n"
    assert changed(game) == set()
    assert said(game, "printed") == "no deck was built since the last print\n"


def test_only_the_cards_on_the_printed_sheets_count(game: Path) -> None:
    replace(game / CAPTAIN, "Two wrecks", "Two floods")
    replace(game / SAILOR, "Paid by the wave", "Paid by the hour")
    # The captain is on the first sheet, the last sailors on the second one.
    said(game, *DECK, "--only", "captain,sailor", "--copies", "captain=9", "--pages", "1")
    assert said(game, "printed") == f"{SOME}  1 card  printed\n"
    assert changed(game) == {"Sailor"}


def test_a_choice_of_cards_limits_the_changed_ones(game: Path) -> None:
    replace(game / CAPTAIN, "Two wrecks", "Two floods")
    replace(game / SAILOR, "Paid by the wave", "Paid by the hour")
    assert changed(game) == {"Captain", "Sailor"}
    assert changed(game, "--only", "sailor,drowned") == {"Sailor"}


def test_each_language_is_printed_on_its_own(game: Path) -> None:
    done = said(game, "build", "fog/crew-cards", "--changed")
    assert "crew-cards.fr.a4.print.pdf" in done
    assert "crew-cards.en" not in done
    assert said(game, "printed", "fog", "--lang", "fr").endswith("4 cards  printed\n")
    assert said(game, "build", "fog/crew-cards", "--changed") == UNCHANGED


def test_the_same_faces_on_another_paper_have_not_changed(game: Path) -> None:
    assert said(game, *DECK, "--changed", "--paper", "letter") == UNCHANGED


def test_the_memory_outlives_the_cache_and_the_files(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(game, "clean")
    assert set(written(game)) == {"printed.json"}
    monkeypatch.setenv("PRINTGEN_CACHE", str(tmp_path / "new cache"))
    assert changed(game) == set()


def test_everything_has_changed_without_a_print(game: Path) -> None:
    (game / "out/printed.json").unlink()
    assert changed(game) == {"Captain", "Drowned Man", "Harpooner", "Sailor"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"decks": []}', '{"decks": {"a": 1}, "files": {}}', "[" * 100_000]
)
def test_an_unreadable_memory_is_an_empty_one(game: Path, text: str) -> None:
    (game / "out/printed.json").write_text(text)
    assert len(changed(game)) == 4
    said(game, "printed")
    assert json.loads((game / "out/printed.json").read_text())["decks"]


@pytest.mark.slow
def test_a_card_that_cannot_be_laid_out_is_reported(game: Path) -> None:
    replace(game / CAPTAIN, "Two wrecks", "Two wrecks " * 400)
    done = printgen(game, *DECK, "--changed")
    assert done.returncode == 1
    assert "captain.yaml" in done.stderr
    assert "face-overflow" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fog/crew-crads"], "no built deck 'fog/crew-crads' (did you mean 'fog/crew-cards'?)"),
        (["--lang", "fr"], "no built deck in lang fr"),
    ],
)
def test_decks_that_were_not_built_cannot_be_printed(
    game: Path, words: list[str], message: str
) -> None:
    before = written(game)
    done = printgen(game, "printed", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert written(game) == before


def test_without_a_deck_nothing_can_be_printed(tmp_path: Path) -> None:
    done = printgen(starter(tmp_path / "game"), "printed")
    assert done.returncode == 2
    assert "no deck was built (run printgen build first)" in done.stderr
