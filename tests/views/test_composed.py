"""Words with fields in braces: values, icons, words that are left out, and hostile words."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from small_projects import write

from printgen import Project
from printgen.content.library import GameContent
from printgen.content.models.faces import Composed
from printgen.typography.text import plain_words, say
from printgen.views.composed import composed_lines

GAME = """title: {any: G}
languages: [en, fr]
icons: {fire: "☀", moon: "☾"}
"""
VALUES = {"a": "3", "b": "", "beast": "", "who": "", "c": "", "id": "owl", "moon": "7"}


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> GameContent:
    files = {"printgen.yaml": "", "content/g/game.yaml": GAME}
    return Project(write(tmp_path_factory.mktemp("game"), files)).library.games["g"]


def lines(content: GameContent, words: object, lang: str = "en", **values: str) -> list[str]:
    found = composed_lines(Composed.read(words), {**VALUES, **values}, lang, content)
    # Icons may be preceded by a place for a line break.
    return [plain_words(line).replace("\u200b", "") for line in found]


@pytest.mark.parametrize(
    ("words", "values", "expected"),
    [
        ("{a} of {id}", {}, ["3 of owl"]),
        ("{ a }/{ id }", {}, ["3/owl"]),
        # A part without a value is left out, with the signs beside it.
        ("Attack {b}", {}, []),
        ("{b} – {c}", {}, []),
        ("{id} – {b}", {}, ["owl"]),
        ("{b} – {id}", {}, ["owl"]),
        ("{id} · {b} · {a}", {}, ["owl · 3"]),
        ("{id}, {b}, {c}, {a}", {}, ["owl, 3"]),
        ("{id} ({b})", {}, ["owl"]),
        ("{id} ({a})", {}, ["owl (3)"]),
        ("{id} [Attack {b}]", {}, ["owl"]),
        ("{id}[, defence {b}], life {a}", {}, ["owl, life 3"]),
        ("[Attack {b}][, defence {a}]", {}, ["defence 3"]),
        ("[Attack {a}][, defence {b}]", {}, ["Attack 3"]),
        ("[Attack {a}][, defence {a}]", {}, ["Attack 3, defence 3"]),
        # So are brackets, quotes and marks of emphasis around nothing, and signs at their ends.
        ("({a}, {b})", {}, ["(3)"]),
        ("({b}, {a})", {}, ["(3)"]),
        ("({b}, {c})", {}, []),
        ("{id} (**{b}**, {c})", {}, ["owl"]),
        ("**[{b}]**", {}, []),
        ("**[{b}]** {a}", {}, ["3"]),
        ("**{a}**, **{b}**", {}, ["3"]),
        ("**{a}, {b}** {id}", {}, ["3 owl"]),
        ("{id} **{b}, {a}**", {}, ["owl 3"]),
        ("{a}, {b} **{id}**", {}, ["3, owl"]),
        ("{id} « {b} »", {}, ["owl"]),
        ('{id} "{b}"', {}, ["owl"]),
        ("~~{b}~~ ^{c}^ =={a}==", {}, ["3"]),
        ("{a}, {b}.", {}, ["3."]),
        ("{a}. {b}. {id}.", {}, ["3. owl."]),
        ("{b}. {a}.", {}, ["3."]),
        ("{id} [{fire} {b}]: {a}", {}, ["owl: 3"]),
        # Words beside square brackets do not depend on them.
        ("Trap[ – level {b}]", {}, ["Trap"]),
        ("[Cost {a}] to play", {}, ["Cost 3 to play"]),
        # Other square brackets are words.
        ("[1] {a} [x]", {}, ["[1] 3 [x]"]),
        ("[{fire}] {a}", {}, ["[☀] 3"]),
        ("Words alone, and signs – too", {}, ["Words alone, and signs – too"]),
        # Each line is a paragraph.
        ("One {b}\nTwo {a}\n\nThree", {}, ["Two 3", "Three"]),
        # A field comes before an icon of its name.
        ("{moon} {icon:moon} {fire}", {}, ["7 ☾ ☀"]),
        ("{a} { icon : fire }", {}, ["3 ☀"]),
        ("{b} {fire}", {}, []),
        ("{lost}", {}, []),
        ("{Rules text}", {"rules_text": "Words."}, ["Words."]),
        ("**{a}** and *{id}*", {}, ["3 and owl"]),
        ("{}", {}, []),
    ],
)
def test_what_is_printed(
    content: GameContent, words: str, values: dict[str, str], expected: list[str]
) -> None:
    assert lines(content, words, **values) == expected


def test_each_language_has_its_words(content: GameContent) -> None:
    words = Composed.read({"en": "Card {a}: {id}", "fr": "Carte {a} : {id}"})
    assert composed_lines(words, VALUES, "en", content) == ["Card 3: owl"]
    assert composed_lines(words, VALUES, "fr", content) == ["Carte 3\xa0: owl"]
    # A number is typeset with the words around it.
    assert composed_lines(Composed.read("{a} mm"), VALUES, "en", content) == ["3\xa0mm"]
    assert composed_lines(Composed.read({"fr": "{id} !"}), VALUES, "fr", content) == ["owl\u202f!"]


def test_values_are_html_and_words_are_not(content: GameContent) -> None:
    values = {"who": Markup('<i>A&amp;B</i> {fire} *x* <img class="icon">')}
    (html,) = composed_lines(Composed.read("<b> & **{who}**"), values, "en", content)
    assert html == f"&lt;b&gt; &amp; <strong>{values['who']}</strong>"
    # Characters that stand for values are none in words.
    (html,) = composed_lines(Composed.read("\ufdd0{who}\ufdd1\ufdef"), values, "en", content)
    assert html == values["who"]


NAMES = ("a", "b", "id", "c")


@given(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=4),
    st.sampled_from([" – ", ", ", " · ", " / ", " "]),
)
def test_lists_have_the_signs_between_their_values(names: list[str], sign: str) -> None:
    """Whichever values are empty, those that are there have one sign between them."""
    content = CONTENT[0]
    present = [VALUES[name] for name in names if VALUES[name]]
    found = lines(content, sign.join(f"{{{name}}}" for name in names))
    expected = plain_words(say(Composed({"": sign.join(present)}), "en", content))
    assert found == ([expected] if present else [])


CONTENT: list[GameContent] = []


@pytest.fixture(autouse=True)
def _known(content: GameContent) -> None:
    CONTENT[:] = [content]


@given(st.text(st.sampled_from("[]{}()*_~^= a-:,\n\ufdd0\ufdef<&{icon:fire}"), max_size=40))
def test_any_words_are_typeset(words: str) -> None:
    if words.strip() and any(map(str.isalnum, words)):
        for line in composed_lines(Composed({"": words}), VALUES, "en", CONTENT[0]):
            assert "\ufdd0" not in line
            assert "\ufdef" not in line


def test_too_many_fields_are_refused() -> None:
    Composed.read("{a}" * 20)
    with pytest.raises(Exception, match="more than 20 fields"):
        Composed.read({"en": "{a}" * 21})


def test_optional_words_by_all_combinations(content: GameContent) -> None:
    """Words in square brackets are there if and only if their value is."""
    words = "[One {a}][, two {b}][, three {c}]"
    for one, two, three in product(("1", ""), ("2", ""), ("3", "")):
        shown = [f"{word} {n}" for word, n in (("one", one), ("two", two), ("three", three)) if n]
        found = lines(content, words, a=one, b=two, c=three)
        assert [each.lower() for each in found] == ([", ".join(shown)] if shown else [])
