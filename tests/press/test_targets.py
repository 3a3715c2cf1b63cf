"""Targets chosen by patterns and options."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from printgen import Project
from printgen.press.targets import TargetError, all_targets, choose, find_targets
from printgen.products.target import Target
from printgen.project import STARTERS

STARTER = STARTERS / "skirmish"

A4, LETTER = "a4", "letter"


def card_target(game: str, name: str, lang: str, paper: str, ink: str) -> Target:
    return Target(game, name, "cards", lang, paper, ink, variant=paper)


def variants(
    game: str,
    name: str,
    langs: Iterable[str] = ("fr", "en"),
    papers: Iterable[str] = (A4, LETTER),
    inks: Iterable[str] = ("full", "low"),
) -> list[Target]:
    found = product(langs, papers, inks)
    return [card_target(game, name, *variant) for variant in found]


EVERYTHING = [
    *variants("fog", "crew"),
    *variants("fog", "crew-large"),
    *variants("fog", "poster", papers=["a3", "a5"], inks=["low"]),
    *variants("west", "crew", langs=["en"]),
]


def chosen(*patterns: str, **options: Any) -> set[str]:
    """The paths of the chosen targets, without `out/` and `.pdf`."""
    found = choose(EVERYTHING, patterns, **options)
    assert len(found) == len(set(found))
    assert found == [target for target in EVERYTHING if target in found], "the order is kept"
    return {t.path.removeprefix("out/").removesuffix(".pdf") for t in found}


# --- ids and paths ----------------------------------------------------------------------------


def test_ids_and_paths_of_targets() -> None:
    target = card_target("fog", "crew", "fr", "a4", "full")
    assert target.id == "fog/crew"
    assert target.path == "out/fog/crew.fr.a4.pdf"
    assert card_target("fog", "crew", "fr", "a4", "low").path == "out/fog/crew.fr.a4.low-ink.pdf"
    assert target.record() == {
        "id": "fog/crew",
        "game": "fog",
        "output": "cards",
        "lang": "fr",
        "paper": "a4",
        "ink": "full",
        "edition": "",
        "path": "out/fog/crew.fr.a4.pdf",
    }


def test_every_variant_of_the_starter() -> None:
    everything = all_targets(Project(STARTER).library)
    assert {(t.id, t.output) for t in everything} == {
        ("fog/crew-cards", "cards"),
        ("fog/reference", "sheet"),
        ("fog/quay", "sheet"),
        ("fog/rulebook", "book"),
    }
    for name in ("fog/crew-cards", "fog/reference"):
        mine = [(t.lang, t.ink, t.paper) for t in everything if t.id == name]
        assert mine == list(product(["fr", "en"], ["full", "low"], [A4, LETTER]))
    book = [(t.edition, t.paper) for t in everything if t.output == "book" and t.lang == "fr"]
    forms = [(edition, "a5") for edition in ("screen", "print", "press")]
    forms += [("booklet", A4), ("booklet", LETTER)]
    assert book == [*forms, *forms]
    assert len({t.path for t in everything}) == len(everything) == 24 + 20


# --- defaults ---------------------------------------------------------------------------------


def test_defaults_are_a4_in_full_ink_or_the_first_variant() -> None:
    assert chosen() == {
        "fog/crew.fr.a4", "fog/crew.en.a4",
        "fog/crew-large.fr.a4", "fog/crew-large.en.a4",
        "fog/poster.fr.a3.low-ink", "fog/poster.en.a3.low-ink",
        "west/crew.en.a4",
    }  # fmt: skip


def test_every_variant() -> None:
    assert choose(EVERYTHING, every=True) == EVERYTHING


def test_every_variant_of_a_pattern() -> None:
    assert chosen("west", langs=["en"], inks=["low"], every=True) == {
        "west/crew.en.a4.low-ink",
        "west/crew.en.letter.low-ink",
    }


def test_no_targets_give_no_choice() -> None:
    assert choose([]) == choose([], every=True) == choose([], langs=["fr"]) == []


def test_arguments_may_be_iterators() -> None:
    found = choose(iter(EVERYTHING), iter(["west"]), papers=iter([LETTER]))
    assert [t.path for t in found] == ["out/west/crew.en.letter.pdf"]


# --- variants ---------------------------------------------------------------------------------


def test_the_language_option() -> None:
    assert chosen("fog/crew", langs=["en"]) == {"fog/crew.en.a4"}
    assert chosen("fog/crew", langs=["en", "fr"]) == {"fog/crew.en.a4", "fog/crew.fr.a4"}


def test_the_paper_option_excludes_products_without_it() -> None:
    assert chosen(papers=["a3"]) == {"fog/poster.fr.a3.low-ink", "fog/poster.en.a3.low-ink"}


def test_several_papers_may_be_chosen() -> None:
    assert chosen("west", papers=[A4, LETTER]) == {"west/crew.en.a4", "west/crew.en.letter"}


def test_the_ink_option() -> None:
    assert chosen("west", inks=["low"]) == {"west/crew.en.a4.low-ink"}
    assert chosen("west", inks=["low", "full"]) == {"west/crew.en.a4.low-ink", "west/crew.en.a4"}


def test_each_option_keeps_the_default_of_the_others() -> None:
    assert chosen("fog/crew", langs=["fr"], papers=[LETTER]) == {"fog/crew.fr.letter"}


def test_the_language_option_excludes_products_without_it() -> None:
    assert {path.split("/")[0] for path in chosen(langs=["fr"])} == {"fog"}


def paths_on(**options: Any) -> list[str]:
    """The files of the English products of the starter, in full ink, without `out/fog/`."""
    found = find_targets(Project(STARTER).library, ["fog"], langs=["en"], **options)
    return [target.path.removeprefix("out/fog/") for target in found]


def test_every_product_with_papers_may_be_on_any_paper() -> None:
    assert paths_on(papers=["33 x 48.3 cm", "Tabloid"]) == [
        "crew-cards.en.330x483mm.pdf",
        "crew-cards.en.tabloid.pdf",
        "reference.en.330x483mm.pdf",
        "reference.en.tabloid.pdf",
        "quay.en.330x483mm.pdf",
        "quay.en.tabloid.pdf",
        "rulebook.en.booklet.330x483mm.pdf",
        "rulebook.en.booklet.tabloid.pdf",
    ]


def test_the_papers_of_a_product_are_not_changed_by_an_option() -> None:
    library = Project(STARTER).library
    before = all_targets(library)
    find_targets(library, papers=["a3"], at_hand="sra3")
    assert all_targets(library) == before


def test_the_paper_at_hand_is_preferred_if_the_product_lists_no_other() -> None:
    assert paths_on(at_hand="sra3") == [
        "crew-cards.en.sra3.pdf", "reference.en.sra3.pdf", "quay.en.sra3.pdf",
        "rulebook.en.screen.pdf",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        ("lettr", ("no paper 'lettr'", "did you mean 'letter'?")),
        ("9 x 9 mm", ("a paper of 9 x 9 mm is not between 100 and 1200 mm a side",
                      "a size is like 330 x 483 mm")),
    ],
)  # fmt: skip
def test_an_unknown_paper_is_refused(paper: str, said: tuple[str, str]) -> None:
    with pytest.raises(TargetError) as caught:
        paths_on(papers=["a4", paper])
    assert caught.value.args == said


# --- patterns ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("patterns", "ids"),
    [
        (["fog"], {"fog/crew", "fog/crew-large", "fog/poster"}),
        (["fog/"], {"fog/crew", "fog/crew-large", "fog/poster"}),
        (["fog/crew"], {"fog/crew"}),
        (["/fog/crew/"], {"fog/crew"}),
        (["fog/crew*"], {"fog/crew", "fog/crew-large"}),
        (["*/crew"], {"fog/crew", "west/crew"}),
        (["*"], {"fog/crew", "fog/crew-large", "fog/poster", "west/crew"}),
        (["w*"], {"west/crew"}),
        (["???/p*"], {"fog/poster"}),
        (["[w]est"], {"west/crew"}),
        (["west", "fog/poster"], {"fog/poster", "west/crew"}),
        (["fog/crew", "fog/c*", "fog/crew"], {"fog/crew", "fog/crew-large"}),
    ],
)
def test_patterns(patterns: list[str], ids: set[str]) -> None:
    assert {target.id for target in choose(EVERYTHING, patterns)} == ids


# --- unknown patterns and variants ------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "hint"),
    [
        ("fog/crwe", "did you mean 'fog/crew'?"),
        ("wset", "did you mean 'west'?"),
        ("FOG", "known: fog, fog/crew, fog/crew-large, fog/poster, west, west/crew"),
        ("crew.fr", None),
        ("", None),
        ("fog/crew.fr.a4", None),
        ("z*", None),
        ("../fog", None),
    ],
)
def test_an_unknown_pattern_is_refused(pattern: str, hint: str | None) -> None:
    with pytest.raises(TargetError) as caught:
        choose(EVERYTHING, [pattern])
    message, said = caught.value.args
    assert message == f"no target '{pattern}'"
    assert said == hint if hint else said


def test_one_unknown_pattern_of_several_is_refused() -> None:
    with pytest.raises(TargetError, match="no target 'nobody'"):
        choose(EVERYTHING, ["fog", "nobody"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"langs": ["de"]}, ("no target in lang de", "known: en, fr")),
        ({"langs": ["FR"]}, ("no target in lang FR", "known: en, fr")),
        ({"papers": ["legal"]}, ("no target in paper legal", "known: a3, a4, a5, letter")),
        ({"papers": ["b1", "b2"]}, ("no target in paper b1", "known: a3, a4, a5, letter")),
        ({"inks": ["none"]}, ("no target in ink none", "known: full, low")),
    ],
)
@pytest.mark.parametrize("every", [False, True])
def test_an_unknown_variant_is_refused(
    options: dict[str, Any], said: tuple[str, str], every: bool
) -> None:
    with pytest.raises(TargetError) as caught:
        choose(EVERYTHING, every=every, **options)
    message, hint = caught.value.args
    assert message == said[0]
    if every or "inks" not in options:
        assert hint == said[1]


def test_a_variant_that_the_product_lacks_is_refused() -> None:
    with pytest.raises(TargetError) as caught:
        choose(EVERYTHING, ["west"], langs=["fr"])
    assert caught.value.args == ("no target in lang fr", "known: en")


def test_an_edition_of_products_without_editions_is_refused() -> None:
    with pytest.raises(TargetError) as caught:
        choose(EVERYTHING, ["fog/crew"], editions=["print"])
    assert caught.value.args == (
        "no target in edition print",
        "only books and hex maps have editions",
    )


def test_a_paper_of_pages_with_their_own_size_is_refused() -> None:
    page = Target("fog", "map", "hexmap", "fr", "", "full", edition="whole", on_paper=False)
    with pytest.raises(TargetError) as caught:
        choose([page], papers=["a4"])
    assert caught.value.args == ("no target in paper a4", "the page has its own size")


def test_a_pattern_without_targets_is_refused() -> None:
    with pytest.raises(TargetError, match="no target 'fog'"):
        choose([], ["fog"])


def test_one_unknown_variant_of_several_is_refused() -> None:
    with pytest.raises(TargetError, match="de"):
        choose(EVERYTHING, langs=["fr", "de"])
