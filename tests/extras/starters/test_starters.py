"""The games to start from: each kind, in both languages and in one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printgen import Project
from printgen.extras.starters.new import create, table_in, yaml_in
from printgen.products import products_model
from printgen.project import STARTER_KINDS, STARTERS
from printgen.rules.mechanic import KINDS


@pytest.mark.parametrize("languages", [("en",), ("fr",), ("fr", "en")], ids="-".join)
@pytest.mark.parametrize("kind", STARTER_KINDS)
def test_a_game_has_its_languages_and_no_other(
    kind: str, languages: tuple[str, ...], tmp_path: Path
) -> None:
    create(tmp_path, KINDS, products_model(), kind, languages, "letter")
    project = Project(tmp_path)
    assert project.check() == []
    (game,) = project.library.games.values()
    assert tuple(game.entry.value.languages) == languages
    readme = (STARTERS / kind / f"README.{languages[0]}.md").read_bytes()
    assert (tmp_path / "README.md").read_bytes() == readme
    for lang in {"en", "fr"} - set(languages):
        assert not list(tmp_path.rglob(f"*.{lang}.md"))
        texts = [p.read_text() for p in tmp_path.glob("content/**/*") if p.is_file()]
        assert not [text for text in texts if re.search(rf"\b{lang}: |_{lang},", text)]


@pytest.mark.parametrize(
    ("kind", "lang"),
    [
        ("deck", "en"),
        ("quest", "fr"),
        ("hex", "en"),
        ("roll-and-write", "fr"),
        pytest.param("monsters", "en", marks=pytest.mark.slow),
        pytest.param("playing-cards", "fr", marks=pytest.mark.slow),
    ],
)
def test_a_game_builds_for_its_paper(kind: str, lang: str, tmp_path: Path) -> None:
    create(tmp_path, KINDS, products_model(), kind, (lang,), "letter")
    report = Project(tmp_path).build(jobs=1, papers=["letter"])
    assert report.problems == []
    assert report.built


def test_comments_and_layout_stay() -> None:
    text = (
        "languages: [fr, en]   # first\n"
        "title: {fr: Nuit, en: 'Night: two'}   # of the book\n"
        "story:\n  # a comment\n  fr: |\n    Un.\n\n    Deux.\n  en: |\n    One.\n\n    Two.\n"
        "setup:\n  - fr: Un\n    en: One\n  - {fr: '{', en: 2}\nname: {any: Ada}\n"
    )
    assert yaml_in(text, ["en"]) == (
        "languages: [en]   # first\n"
        "title: 'Night: two'   # of the book\n"
        "story:\n  # a comment\n  |\n    One.\n\n    Two.\n"
        "setup:\n  - One\n  - 2\nname: {any: Ada}\n"
    )
    assert yaml_in(text, ["en", "fr"]) == text.replace("[fr, en]", "[en, fr]")


def test_the_columns_of_a_spreadsheet() -> None:
    text = 'id,name_fr,name_en,cost\na,"Un, deux",One,3\n'
    assert table_in(text, ["fr"]) == 'id,name,cost\na,"Un, deux",3\n'
    assert table_in(text, ["en", "fr"]) == text
