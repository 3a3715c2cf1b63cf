"""Which words of a text are terms, and which marked words are a form of one."""

from __future__ import annotations

import pytest

from printgen.content.models.game import TermWords
from printgen.rules.terms import Vocabulary


def words(
    term: str, *forms: str, wrong: tuple[str, ...] = (), index: str | None = None
) -> TermWords:
    return TermWords.model_validate(
        {"term": term, "forms": list(forms), "not": list(wrong), "index": index}
    )


KNOWN = Vocabulary(
    {
        "guts": words("jet de Tripes", "Tripes", wrong=("jet de Cran", "coup d'audace", "Audace")),
        "die": words("dé de combat", "dés", wrong=("cube",), index="Dé (de combat)"),
        "cube": words("petit cube"),
        "move": words("demi-tour", wrong=("volte-face",)),
        "objective": words("Objectif", wrong=("objectif", "but")),
    }
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Un jet de Cran.", ["jet de Cran"]),
        ("Jet de Cran ! Jets de Cran ?", ["Jet de Cran", "Jets de Cran"]),
        ("un jet\u00a0de\nCran", ["jet\u00a0de\nCran"]),
        ("jet, de Cran; rejet de Cran; jet de Crane", []),
        ("Un coup d’audace, de l'Audace, de l'audace", ["coup d’audace", "Audace"]),
        ("trois cubes, un petit cube, deux petits cubes", ["cubes"]),
        ("volte\u2011face, volte-faces, mi-volte-face", ["volte\u2011face", "volte-faces"]),
        ("Objectif, objectif, Objectifs; début, but", ["objectif", "but"]),
        ("« jet de Cran », “cube”, 'cubes', « un cube »", ["cube"]),
        ("", []),
    ],
)
def test_wrong_words(text: str, found: list[str]) -> None:
    uses = list(KNOWN.wrong_words(text))
    assert [use.words for use in uses] == found
    assert all(text[use.at :].startswith(use.words) and not use.right for use in uses)


@pytest.mark.parametrize(
    ("marked", "key", "term"),
    [
        ("Jets  de tripes", "", "guts"),
        ("dés", "", "die"),
        ("dé (de combat)", "", "die"),
        ("lancer", "Dé (de combat)", "die"),
        ("lancer", "die", "die"),
        ("cube", "", ""),
        ("Demi\u2010tour", "", "move"),
        ("jet de Cran", "", ""),
        ("dés", "jet", ""),
    ],
)
def test_marked_words(marked: str, key: str, term: str) -> None:
    assert KNOWN.term_of(marked, key) == term


def test_entries_of_the_index() -> None:
    assert [KNOWN.index_entry(term) for term in ("guts", "die")] == [
        "jet de Tripes",
        "Dé (de combat)",
    ]


def test_the_longest_words_are_found_first() -> None:
    found = [(use.words, use.term, use.right) for use in KNOWN.uses("Tripes, jet de Tripes, cube")]
    assert found == [
        ("Tripes", "guts", True),
        ("jet de Tripes", "guts", True),
        ("cube", "die", False),
    ]
