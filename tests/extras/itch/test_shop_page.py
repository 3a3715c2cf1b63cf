"""The shop page: what comes first, and what is said once."""

from __future__ import annotations

from typing import Any

import pytest

from printgen import Project
from printgen.extras.exports.channels import Channel, ai_line, ai_sentence
from printgen.extras.itch.bundle import BuiltChannel, PageImage, shop_view, write


@pytest.mark.parametrize("game", ["deathly-thrones", "dracula-america"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_leads_with_the_play(demo_project: Project, game: str, lang: str) -> None:
    library = demo_project.library
    content = library.games[game]
    pictures = {"banner": PageImage("banner.png", "")}
    built = [BuiltChannel(Channel(name, name, lambda: iter(()))) for name in ("web", "booklet")]
    view: dict[str, Any] = {**shop_view(library, game, lang, built, pictures, []), "page": "page"}
    page = write("shop-page.html.j2", view).decode()
    text = write("shop-page.md.j2", view).decode()
    words = view["labels"]
    order = [view["about"][0]["parts"][0][:20]]
    order += [words[f"shop_{name}"] for name in ("files", "facts", "printing", "credits")]
    order += [words["licence"]]
    places = [page.index(part if not n else f"<h2>{part}") for n, part in enumerate(order)]
    assert places == sorted(places)
    headings = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert headings == order[1:]
    assert ", ".join(f"{each['name']} ({each['licence']})" for each in view["fonts"]) in text
    # What AI had a part in is said once, in the words of the game.
    said = ai_sentence(content, lang)
    assert said
    assert page.count(said) == text.count(said) == 1
    assert ai_line(library, content, lang).endswith(said)


def test_maps_with_counters_say_that_these_have_backs(demo_project: Project) -> None:
    library = demo_project.library
    channel = Channel("maps", "maps", lambda: iter(()), editions=("tiles", "counters"))
    for lang, said in (("en", "they have backs"), ("fr", "ils ont un verso")):
        view: dict[str, Any] = shop_view(
            library, "furia-cartese", lang, [BuiltChannel(channel)], {}, []
        )
        assert [said in line for line in view["printing"]] == [False, False, True]
