"""Books of the plain theme: the words around values, counts and titles."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import all_words_in, built, starter

NUMBERED = "book: {title: {any: B}, output: book, numbered: true, editions: [screen]}\n"
CHAPTER = "# Rules {#rules}\n\n:::{traits} weapon\n\n## %s {#last}\n\n:::{scenario} last-quay\n"


def book(root: Path, heading: str = "An evening", products: str = NUMBERED) -> str:
    """The words of a book of the starter game with a scenario below a heading."""
    content = starter(root) / "content/fog"
    for path in content.glob("chapters/*"):
        path.unlink()
    for lang in ("en", "fr"):
        (content / f"chapters/01-rules.{lang}.md").write_text(CHAPTER % heading, "utf-8")
    (content / "products.yaml").write_text(products, "utf-8")
    traits = content / "traits/traits.yaml"
    traits.write_text(traits.read_text("utf-8").replace("{damage:", "{reach: 2, damage:"))
    game = content / "game.yaml"
    game.write_text(
        game.read_text("utf-8").replace(
            "      damage:", "      reach: {label: {any: Reach}}\n      damage:"
        )
    )
    scenario = content / "scenarios/last-quay.yaml"
    words = scenario.read_text("utf-8")
    scenario.write_text(words.replace("figures + 2", "figures // 2 + 1"))
    (path,) = built(root, langs=["en"], jobs=1).glob("fog/*.pdf")
    return " ".join(all_words_in(path).split())


def test_values_and_counts_are_sentences(tmp_path: Path) -> None:
    words = book(tmp_path)
    assert "reach 2, damage +1." in words or "damage +1, reach 2." in words
    assert "÷ 2 + 1, rounded down" in words


def test_a_hyphen_in_a_word_is_no_minus(tmp_path: Path) -> None:
    content = starter(tmp_path) / "content/fog"
    game, captain = content / "game.yaml", content / "profiles/captain.yaml"
    carried = "      carries: {label: {any: Carries}, type: word, optional: true}\n"
    words = game.read_text("utf-8")
    game.write_text(words.replace("      wounds:", carried + "      wounds:", 1), "utf-8")
    words = captain.read_text("utf-8")
    captain.write_text(words.replace("wounds: 3", "carries: iron-shod, wounds: 3"), "utf-8")
    (content / "products.yaml").write_text("book: {title: {any: B}, output: book}\n", "utf-8")
    (path,) = built(tmp_path, langs=["en"], jobs=1).glob("fog/*.pdf")
    assert "iron-shod" in all_words_in(path)


@pytest.mark.slow
@pytest.mark.parametrize(("heading", "times"), [("The last quay", 1), ("An evening", 2)])
def test_a_scenario_below_its_own_heading_has_no_second_title(
    tmp_path: Path, heading: str, times: int
) -> None:
    words = book(tmp_path, heading)
    # The running head and the contents have no sections.
    assert [words.count(title) for title in {heading, "The last quay"}] == [1] * times


@pytest.mark.slow
def test_a_back_cover_without_words_of_the_shop_has_no_box(tmp_path: Path) -> None:
    products = "book: {title: {any: B}, output: book, editions: [print]}\n"
    assert book(tmp_path, products=products).endswith("Players 2 players")
    game = tmp_path / "content/fog/game.yaml"
    game.write_text(game.read_text("utf-8").partition("shop:")[0], "utf-8")
    (path,) = built(tmp_path, langs=["en"]).glob("fog/*.pdf")
    # The subtitle is on the upper plate, the title on the lower one.
    words = "Duels in the harbour Fog and Compasses"
    assert all_words_in(path).split()[-7:] == words.split()
