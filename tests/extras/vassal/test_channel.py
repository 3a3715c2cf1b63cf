"""The modules of a game as files: which games have them, and how to open them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from helpers import starter
from runners import runner_of
from vassal_games import changed, salt_game

from printgen import Project
from printgen.extras.exports.channels import ChannelFile
from printgen.extras.vassal.channel import vassal_channel, vassal_channels
from printgen.extras.vassal.module import GameModule

FACES = {"front": "card-front", "back": "card-back"}
DECK = {"title": "Crew", "output": "cards", "profiles": ["captain"], "faces": FACES}
COINS = {"title": "Coins", "output": "tokens", "profiles": ["captain"], "size": 20}
TABS = {"title": "Tabs", "output": "dividers", "tabs": [{"title": "A"}]}
FORM = {"title": "A form", "output": "sheet", "form": [{"lines": 2}]}


def bare(root: Path, product: Mapping[str, object], **game: object) -> Project:
    """The starter with one product, without scenarios and maps."""
    home = starter(root) / "content" / "fog"
    for path in (home / "scenarios").iterdir():
        path.unlink()
    (home / "products.yaml").write_text(yaml.safe_dump({"it": dict(product)}))
    changed(home / "game.yaml", game)
    return Project(root)


def languages(project: Project, game: str = "fog") -> list[str]:
    """The languages in which the shop page of a game has a module."""
    with runner_of(project) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameModule, "file", lambda _: b"")
        found = [f for c in vassal_channels(project.library, game, runner) for f in c.files()]
        return [file.lang for file in found if file.name.endswith(".vmod")]


@pytest.mark.parametrize(
    ("product", "found"),
    [(DECK, ["fr", "en"]), (COINS, ["fr", "en"]), (TABS, []), (FORM, [])],
    ids=["deck", "tokens", "dividers", "form"],
)
def test_modules_are_for_games_with_pieces(
    product: Mapping[str, object], found: list[str], tmp_path: Path
) -> None:
    assert languages(bare(tmp_path, product)) == found


def test_a_deck_in_one_language_makes_one_module(tmp_path: Path) -> None:
    assert languages(bare(tmp_path, DECK | {"languages": ["en"]})) == ["en"]


def test_a_pack_of_cards_is_enough(tmp_path: Path) -> None:
    suits = {"s": {"symbol": "♠", "label": "Spades"}}
    assert languages(bare(tmp_path, FORM, suits=suits)) == ["fr", "en"]


def test_maps_and_plans_are_enough(tmp_path: Path) -> None:
    root = salt_game(tmp_path)
    home = root / "content" / "salt"
    (home / "products.yaml").write_text(yaml.safe_dump({"form": FORM}))
    changed(home / "game.yaml", {"suits": {}})
    assert languages(Project(root), "salt") == ["fr", "en"]
    # What is left is a plan with objectives.
    for path in [*(home / "maps").iterdir(), *(home / "scenarios").iterdir()]:
        if path.name != "beach.yaml":
            path.unlink()
    assert languages(Project(root), "salt") == ["fr", "en"]
    changed(home / "scenarios" / "beach.yaml", {"objectives": []})
    assert languages(Project(root), "salt") == []


def readmes(project: Project, *langs: str) -> dict[str, str]:
    """The READMEs of the modules of a game."""
    found: list[ChannelFile] = []
    with runner_of(project) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameModule, "file", lambda _: b"")
        found += vassal_channel(project.library, "fog", runner, langs).files()
    written = {f.lang: f.content for f in found if f.name == f"README.{f.lang}.txt"}
    return {lang: text.decode() for lang, text in written.items() if isinstance(text, bytes)}


def test_each_language_says_how_to_open_its_module(tmp_path: Path) -> None:
    found = readmes(Project(starter(tmp_path)), "fr", "en", "de")
    said = {"fr": "Jouer à un module", "en": "Open Module", "de": "Modul öffnen"}
    assert found.keys() == said.keys()
    for lang, text in found.items():
        title, rule, *lines = text.splitlines()
        assert title.endswith(" – VASSAL")
        assert rule == "=" * len(title)
        assert "fog.fr.vmod, fog.en.vmod, fog.de.vmod" in text
        (opened,) = [line for line in lines if line.startswith("2. ")]
        assert said[lang] in opened
        assert opened.endswith(f"fog.{lang}.vmod.")
        assert not {"{", "}"} & set(text)


def test_books_are_named_if_there_are_any(tmp_path: Path) -> None:
    whole, small = Project(starter(tmp_path / "whole")), bare(tmp_path / "small", DECK)
    said = [
        "menu Help" in text
        for project in (whole, small)
        for text in readmes(project, "en").values()
    ]
    assert said == [True, False]
