"""The notes of a book: where those of an entry lead."""

from __future__ import annotations

from pathlib import Path

from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.views.book import book_view
from printgen.views.directives import Edition

GAME = """title: {en: Fog}
languages: [en]
credits: [{role: {en: Author}, name: {any: A. B.}}]
licence: {en: Free}
stat_lines: {crew: {label: {en: Crew}, stats: {move: {name: {en: Move}, label: {en: Mov}}}}}
trait_kinds: {arm: {label: {en: Weapon}}}
"""
FILES = {
    "printgen.yaml": "",
    "content/fog/game.yaml": GAME,
    "content/fog/products.yaml": "book: {title: {en: B}, output: book, numbered: true}\n",
    "content/fog/profiles/mate.yaml": "name: {en: Mate}\nstats: {crew: {move: 3}}\n"
    "traits: [pistol]\nerrata: [{en: His name is not known.}]\n",
    "content/fog/traits/pistol.yaml": "kind: arm\nname: {en: Pistol}\ntext: {en: Bang.}\n"
    "errata: [{en: It is loud.}]\n",
    "content/fog/scenarios/storm.yaml": "title: {en: The storm}\nintro: {en: It blows.}\n"
    "forces: [{profile: mate}]\nerrata: [{en: Nobody knows when.}]\n",
    "content/fog/chapters/01-storm.en.md": "# The storm {#storm}\n\n## Before {#before}\n\n"
    "Wind.\n\n:::{scenario} storm\n",
    "content/fog/chapters/02-crew.en.md": "# Crew {#crew}\n\n:::{statlines} crew\n\n"
    "## The mates {#mates}\n\n:::{profile} mate\n",
}


def test_notes_lead_to_what_is_shown_in_full(tmp_path: Path) -> None:
    project = Project(write(tmp_path, FILES))
    assert project.check() == []
    (book,) = project.library.games["fog"].products_of(BookProduct)
    view = book_view(project.library, Edition("fog", "en", "full"), book.value)
    found = {str(entry["title"]): entry for entry in view["errata"]}
    assert {title: entry["anchor"] for title, entry in found.items()} == {
        "The storm": "scenario_storm",
        # A scenario only names them.
        "Mate": "profile_mate",
        "Pistol": "profile_mate",
    }
    # Neither the table of all stats nor the section above a scenario counts.
    assert "2.1" in found["Pistol"]["reference"]
    assert "ch.\u00a01," in found["The storm"]["reference"]
