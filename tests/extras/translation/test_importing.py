"""Translations into a game: what cannot be written is named, and all else is written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from small_projects import write
from translations import exported, files_of, imported, library, message, problems, translate

from printgen.extras.translation import importing, status
from printgen.extras.translation.importing import Imported, import_texts
from printgen.extras.translation.po import Catalogues, Message, read_catalogue, read_catalogues
from printgen.extras.translation.status import Matches, status_record, update
from printgen.extras.translation.units import Unit
from printgen.problems import Position, Problem

GAME = """\
title: {en: Fog, fr: Brume}
languages: [en, fr]
icons: {oil: "*"}
terms:
  die: {en: {term: die, forms: [dice]}, fr: {term: dé, forms: [dés]}}
  lamp: {en: lamp, fr: lampe}
trait_kinds: {skill: {label: {en: Skill, fr: Compétence}}}
"""
TRAITS = """\
entries:
  brave:   # the first
    name: {en: Brave, fr: Brave}
    kind: skill
    text: {en: "Pay 2 {oil}.", fr: "Payez 2 {oil}."}
  calm: {name: {any: Ada}, kind: skill, text: {en: "Rest & sleep.", fr: "Reposez-vous."}}
"""
CHAPTER = """\
# Start {#start}

A [die](#start) is
rolled\\
for [2 lamps]{.term key="lamp"}[^1].

- one way
- another way

:::{box} A title
Words in a box.
:::

| a way | 2 |
| --- | --- |
| here \\| there | `code` |

## The end of it

Go home now.

[^1]: A note on it.
"""
FRENCH = CHAPTER.replace("Go home now", "Rentrez").replace("Words in a box", "Des mots")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": GAME,
        "content/g/products.yaml": (
            "book: {title: {en: Book, fr: Livre}, output: book, imprint: false}\n"
        ),
        "content/g/traits/traits.yaml": TRAITS,
        "content/g/chapters/01-start.en.md": CHAPTER,
        "content/g/chapters/01-start.fr.md": FRENCH,
    }
    return write(tmp_path / "project", files)


def given(root: Path, lang: str = "de", **texts: str) -> Catalogues:
    """The PO files of the game with some translations, by the ends of their contexts."""
    found = exported(root, "g", lang)
    for end, words in texts.items():
        context = end.replace("__", "#").replace("_", ":")
        each = next(m for m in found.messages() if m.context.endswith(context))
        each.text, each.flags = words, []
    return found


def said(found: list[Problem]) -> list[str]:
    """Problems without their files and lines."""
    return [str(problem).partition(f"{problem.position}: ")[2] for problem in found]


def text(root: Path, file: str) -> str:
    return (root / "content" / "g" / file).read_text(encoding="utf-8")


def test_texts_and_the_language_are_written_and_the_rest_stays(root: Path) -> None:
    result = imported(root, "g", given(root, **{"brave_text": "Zahle 2 {oil}.", "lamp": "Lampe"}))
    assert (result.count, result.problems) == (2, [])
    assert text(root, "traits/traits.yaml") == TRAITS.replace(
        'fr: "Payez 2 {oil}."}', 'fr: "Payez 2 {oil}.", de: "Zahle 2 {oil}."}'
    )
    assert "languages: [en, fr, de]" in text(root, "game.yaml")
    assert "lamp: {en: lamp, fr: lampe, de: Lampe}" in text(root, "game.yaml")


def test_a_chapter_begins_with_the_words_of_the_source(root: Path) -> None:
    result = imported(root, "g", given(root, **{"the-end-of-it": "Das Ende", "__start:6": "Da"}))
    assert (result.count, result.problems) == (2, [])
    german = text(root, "chapters/01-start.de.md")
    assert german == CHAPTER.replace("## The end of it", "## Das Ende {#the-end-of-it}").replace(
        "| a way |", "| Da |"
    )
    left = [line for line in problems(root) if "translation-left" in line]
    assert len(left) == 9
    assert left[0] == (
        "content/g/chapters/01-start.de.md:1:3: translation-left: warning: the heading is still in "
        "en (translate content/g/texts/de/chapters.po:19:1)"
    )
    # What is not translated follows the source.
    path = root / "content/g/chapters/01-start.en.md"
    path.write_text(CHAPTER.replace("another way", "a third way"))
    assert imported(root, "g", exported(root, "g", "de")).count == 0
    assert "- one way\n- a third way\n" in text(root, "chapters/01-start.de.md")


def test_a_block_that_is_new_comes_into_the_translation(root: Path) -> None:
    translate(root, "g", words=lambda words: words.replace("rolled", "rollt"))
    path = root / "content/g/chapters/01-start.en.md"
    path.write_text(CHAPTER.replace("## The end", "A new one.\n\n## The end"))
    result = imported(root, "g", given(root, **{"__start:10": "Etwas Neues."}))
    assert (result.problems, result.count) == ([], 1)
    german = text(root, "chapters/01-start.de.md")
    assert "Etwas Neues.\n\n## The end" in german
    assert "rollt\\\n" in german


@pytest.mark.sees("po-place")
def test_a_chapter_with_other_blocks_is_not_written(root: Path) -> None:
    path = root / "content/g/chapters/01-start.fr.md"
    path.write_text(FRENCH.replace("- one way", "Seul.\n\n- one way"))
    before = path.read_bytes()
    found = given(root, "fr", **{"the-end-of-it": "La fin", "lamp": "lanterne"})
    message(found, "chapters/01-start#start:8").text = "deux"
    result = imported(root, "g", found)
    assert said(result.problems)[0].startswith("po-place: the chapter has a text that the PO files")
    assert path.read_bytes() == before
    assert "fr: lanterne" in text(root, "game.yaml")


@pytest.mark.sees("po-text")
@pytest.mark.parametrize(
    ("context", "words", "fault"),
    [
        ("brave_text", "Zahle 2.", "the translation loses {oil}"),
        ("brave_text", "Zahle 2 {oil} {fog}.", "the translation adds {fog}"),
        ("brave_text", "Zahle {oil}\nmehr.", "the translation adds a line"),
        ("brave_text", "Zahle {oil}\x07.", "the character U+0007 cannot be printed"),
        ("brave_text", "Zahle {oil}\u202e.", "the character U+202E cannot be printed"),
        ("brave_text", "{oil}" + "x" * 20_000, "the translation has more than 20,000 characters"),
        ("brave_text", " ", "the translation is empty"),
        ("__start:1", "Ohne.", "the translation loses {.term}, ](#start), [^1]"),
        ("__start:2", "- eins", "the translation would change the blocks"),
        ("__start:2", "eins\n\nzwei", "the translation would change the blocks"),
        ("__start:2", ":::{figure} art/x.svg", "the translation adds {figure}, :::{figure} art"),
        ("__start:5", "# Titel", "the translation would change the blocks"),
        ("__start:4", "Zwei\nZeilen", "the translation would change the blocks"),
        ("__start:4", ":::", "the translation adds :::"),
        ("the-end-of-it:1", "[x]: https://x.y", "the translation would change the blocks"),
        ("the-end-of-it:1", "```", "the translation would change the blocks"),
    ],
)  # fmt: skip
def test_a_translation_keeps_marks_and_blocks(
    context: str, words: str, fault: str, root: Path
) -> None:
    found = given(root, **{context: words, "game_title": "Nebel"})
    result = imported(root, "g", found)
    (problem,) = said(result.problems)
    assert problem.startswith(f"po-text: {fault}"), problem
    # All else is written, and the translation is kept where it was.
    assert result.count == 1
    assert "de: Nebel" in text(root, "game.yaml")
    written = "".join(each.decode() for each in files_of(root, po=False).values())
    assert words.strip(" :") not in written or len(words) < 4
    kept = read_catalogues(library(root).folders, "g", "de")
    assert words in [each.text for each in kept.messages()]


def test_no_chapter_begins_without_a_translation(root: Path) -> None:
    before = files_of(root)
    result = imported(root, "g", given(root, **{"__start:5": "# Titel"}))
    assert (result.count, result.edits) == (0, [])
    assert [problem.code for problem in result.problems] == ["po-text"]
    assert files_of(root, po=False) == before
    # With another text, each chapter is there.
    imported(root, "g", given(root, lamp="Lampe"))
    assert text(root, "chapters/01-start.de.md") == CHAPTER


@pytest.mark.spares("po-text")
@pytest.mark.parametrize(
    "words",
    [
        '", de: {a: b}} #', "*alias", "&anchor {{ x }}", "{% include 'x' %}", "- item: [x",
        "!tag |", "'''", "\\", "---", "\u00a0x\u202f!", "🙂 שלום", "<script>", "null", "key: value",
    ],
)  # fmt: skip
def test_a_translation_is_words_and_nothing_else(words: str, root: Path) -> None:
    found = given(root, **{"calm_text": words.replace("{", "(").replace("}", ")")})
    result = imported(root, "g", found)
    assert (result.count, result.problems) == (1, [])
    entry = library(root).games["g"].traits["calm"]
    assert entry.source.data["entries"]["calm"]["text"] == {
        "en": "Rest & sleep.", "fr": "Reposez-vous.",
        "de": words.replace("{", "(").replace("}", ")"),
    }  # fmt: skip


@pytest.mark.sees("po-unknown")
def test_a_text_that_is_gone_is_named_and_its_translation_kept(root: Path) -> None:
    imported(root, "g", given(root, **{"calm_text": "Ruh dich aus."}))
    path = root / "content/g/traits/traits.yaml"
    path.write_text(path.read_text().partition("  calm:")[0])
    found = read_catalogues(library(root).folders, "g", "de")
    result = imported(root, "g", found)
    assert said(result.problems) == [
        "po-unknown: warning: no text 'traits/calm:text' in the game (the text was deleted or "
        "renamed: the translation is kept at the end of the file)"
    ]
    assert text(root, "texts/de/traits.po").endswith(
        '#~ msgctxt "traits/calm:text"\n#~ msgid "Rest & sleep."\n#~ msgstr "Ruh dich aus."\n'
    )
    assert imported(root, "g", exported(root, "g", "de")).problems == []


@pytest.mark.spares("po-unknown")
def test_a_text_that_moved_keeps_its_translation(root: Path) -> None:
    found = given(root, "fr", **{"start:2": "un chemin", "start:3": "un autre"})
    imported(root, "g", found)
    for lang, more in (("en", "zero way"), ("fr", "zero way")):
        path = root / f"content/g/chapters/01-start.{lang}.md"
        path.write_text(path.read_text().replace("\n- ", f"\n- {more}\n- ", 1))
    after = {each.source: each for each in exported(root, "g", "fr").messages()}
    assert [(after[words].text, after[words].is_fuzzy) for words in ("one way", "another way")] == [
        ("un chemin", False), ("un autre", False),
    ]  # fmt: skip


@pytest.mark.sees("po-conflict")
def test_a_translation_that_both_have_changed_stays(root: Path) -> None:
    found = given(root, "fr", **{"calm_text": "Dormez."})
    path = root / "content/g/traits/traits.yaml"
    path.write_text(TRAITS.replace("Reposez-vous.", "Repos !"))
    result = imported(root, "g", found)
    assert said(result.problems) == [
        "po-conflict: warning: this translation and that of the project were both changed (see "
        "content/g/traits/traits.yaml:6:73; --force writes that of the PO file)"
    ]
    assert "Repos !" in text(root, "traits/traits.yaml")
    # Neither is lost, also not by another export.
    assert message(exported(root, "g", "fr"), "traits/calm:text").text == "Dormez."
    found = read_catalogues(library(root).folders, "g", "fr")
    assert said(imported(root, "g", found).problems) == said(result.problems)
    assert imported(root, "g", found, force=True).count == 1
    assert "Dormez." in text(root, "traits/traits.yaml")


@pytest.mark.sees("po-old")
@pytest.mark.parametrize("lang", ["de", "fr"])
def test_a_translation_of_an_earlier_text_is_named_and_kept_as_fuzzy(root: Path, lang: str) -> None:
    found = given(root, lang, calm_text="Schlaf.")
    path = root / "content/g/traits/traits.yaml"
    path.write_text(TRAITS.replace("Rest & sleep.", "Dance."))
    before = files_of(root, po=False)
    result = imported(root, "g", found)
    assert said(result.problems) == [
        "po-old: warning: translates 'Rest & sleep.'; the text is now 'Dance.' (the project's own "
        "PO file keeps it as fuzzy: correct it there, or remove the mark)"
    ]
    position = result.problems[0].position
    assert position.line == message(found, "traits/calm:text").line
    assert files_of(root, po=False) == before
    kept = read_catalogues(library(root).folders, "g", lang)
    each = message(kept, "traits/calm:text")
    assert (each.source, each.text, each.previous) == ("Dance.", "Schlaf.", "Rest & sleep.")
    assert each.flags == ["fuzzy"]
    assert imported(root, "g", kept) == Imported()
    each.flags, each.previous = [], None
    assert imported(root, "g", kept).count == 1
    assert "Schlaf." in path.read_text()


def test_a_translation_of_an_earlier_text_is_fuzzy_beside_a_new_one(root: Path) -> None:
    found = given(root, "fr", calm_text="Dormez.")
    path = root / "content/g/traits/traits.yaml"
    path.write_text(TRAITS.replace("Rest & sleep.", "Dance.").replace("Reposez-vous.", "Dansez."))
    assert [problem.code for problem in imported(root, "g", found).problems] == ["po-old"]
    each = message(exported(root, "g", "fr"), "traits/calm:text")
    assert (each.text, each.flags, each.previous) == ("Dormez.", ["fuzzy"], "Rest & sleep.")
    assert "Dansez." in path.read_text()


@pytest.mark.spares("po-old")
def test_a_translation_of_a_text_that_moved_is_not_old(root: Path) -> None:
    found = given(root, **{"start:2": "ein Weg"})
    path = root / "content/g/chapters/01-start.en.md"
    path.write_text(CHAPTER.replace("\n- ", "\n- zero way\n- ", 1))
    assert imported(root, "g", found).problems == []


@pytest.mark.spares("po-conflict", "po-place")
def test_the_newer_translation_counts(root: Path) -> None:
    found = given(root, "fr")
    path = root / "content/g/traits/traits.yaml"
    path.write_text(TRAITS.replace("Reposez-vous.", "Repos !"))
    before = files_of(root)
    assert imported(root, "g", found) == Imported()
    assert files_of(root, po=False) == {k: v for k, v in before.items() if k[-2:] != "po"}
    assert message(exported(root, "g", "fr"), "traits/calm:text").text == "Repos !"
    # A translator goes on with the file of before the last import.
    message(found, "traits/brave:text").text = "Donnez 2 {oil}."
    assert imported(root, "g", found).count == 1
    message(found, "traits/brave:text").text = "Offrez 2 {oil}."
    assert imported(root, "g", found).count == 1
    assert "Offrez 2" in text(root, "traits/traits.yaml")


def test_a_changed_text_is_old_until_its_translation_is_looked_at(root: Path) -> None:
    exported(root, "g", "fr")
    path = root / "content/g/traits/traits.yaml"
    path.write_text(TRAITS.replace("Pay 2", "Pay at least 2"))
    old = [line for line in problems(root) if "translation-old" in line]
    assert old == [
        "content/g/traits/traits.yaml:5:45: translation-old: warning: the text in en has changed: "
        "it was 'Pay 2 {oil}.' (renew the translation, or see content/g/texts/fr/traits.po:27:1)"
    ]
    found = exported(root, "g", "fr")
    each = message(found, "traits/brave:text")
    assert (each.flags, each.previous) == (["fuzzy"], "Pay 2 {oil}.")
    assert imported(root, "g", found).count == 0
    assert [line for line in problems(root) if "translation-old" in line] != []
    # It is still right.
    each.flags, each.previous = [], None
    assert imported(root, "g", found).edits == []
    assert [line for line in problems(root) if "translation-old" in line] == []
    # So it is when the project itself has another one, or when the text is as before.
    path.write_text(TRAITS.replace("Pay 2", "Do not pay 2").replace("Payez", "Ne payez pas"))
    assert [line for line in problems(root) if "translation-old" in line] == []
    path.write_text(TRAITS)
    update(library(root), "g", "en", "fr")
    assert message(exported(root, "g", "fr"), "traits/brave:text").text == "Payez 2 {oil}."


def test_the_status_counts_texts_and_words(root: Path) -> None:
    found = given(root, **{"game_title": "Nebel", "calm_text": "Ruh dich aus."})
    message(found, "game:title").flags = ["fuzzy"]
    update(library(root), "g", "en", "de", found)
    record: dict[str, Any] = status_record(library(root), "g")
    assert record["game"] == "g"
    french, german = record["languages"]
    counts = {key: german[key] for key in ("all", "translated", "waiting", "fuzzy", "untranslated")}
    assert counts == {"all": 19, "translated": 0, "waiting": 1, "fuzzy": 1, "untranslated": 17}
    assert (french["translated"], german["kinds"]["traits"]["waiting"]) == (19, 1)
    assert german["words"]["waiting"] == 3


def test_a_file_of_no_game_does_no_harm(root: Path) -> None:
    found = given(root, **{"game_title": " Nebel ", "the-end-of-it": " Das Ende\n"})
    catalogue = found.files["game"]
    for context in ("../../evil:x", "\0:a", "", "x" * 300, ":", "game:", "chapters/#", "a/b"):
        catalogue.messages.append(Message(context, "a", "b"))
    catalogue.messages += [Message(f"chapters/01-start#x:{n}", f"{n} a", "b") for n in range(3000)]
    before = set(files_of(root))
    result = imported(root, "g", found)
    assert result.count == 2
    assert {problem.code for problem in result.problems} == {"po-unknown"}
    assert set(files_of(root)) - before == {
        "content/g/chapters/01-start.de.md",
        "content/g/texts/de/a.po",
    }
    assert "## Das Ende {#" in text(root, "chapters/01-start.de.md")
    assert 'de: " Nebel "' in text(root, "game.yaml")


LABELS = """\
# Words of this theme.
fold: {fr: pliure, en: crease}
dice: {en: "[Two dice]{.is of=dice}"}   # with a mark
ada: {any: Ada}
"""


def test_words_of_the_theme_are_translated_with_those_of_printgen(root: Path) -> None:
    game = root / "content/g/game.yaml"
    game.write_text(f"{GAME}theme: mine\n")
    write(root, {"templates/mine/labels.yaml": LABELS})
    labels = {
        lang: {
            each.context: each.source for each in exported(root, "g", lang).files["labels"].messages
        }
        for lang in ("de", "es")
    }
    # In German, printgen has its own words.
    assert labels["de"] == {
        "labels/mine:fold": "crease", "labels/mine:dice": "[Two dice]{.is of=dice}",
    }  # fmt: skip
    assert len(labels["es"]) > 400
    texts = {"mine_fold": "pliegue", "mine_dice": "[Dos]{.is of=dice}", "mine_glue": "pegar"}
    result = imported(root, "g", given(root, "es", **texts))
    assert (result.count, result.problems) == (3, [])
    assert (root / "templates/mine/labels.yaml").read_text() == (
        LABELS.replace("crease}", "crease, es: pliegue}").replace(
            'dice}"}', 'dice}", es: "[Dos]{.is of=dice}"}'
        )
        + 'glue: {es: "pegar"}\n'
    )
    assert imported(root, "g", exported(root, "g", "es")).edits == []


def test_a_translation_that_is_deleted_in_the_po_file_stays_in_the_project(root: Path) -> None:
    found = given(root, "fr")
    emptied = ("chapters/01-start#the-end-of-it:1", "traits/calm:text", "game:title")
    for context in emptied:
        message(found, context).text = ""
    before = files_of(root)
    assert imported(root, "g", found) == Imported()
    assert files_of(root) == before


def test_a_text_is_told_with_its_place_and_its_picture(root: Path) -> None:
    picture = "out/g/cards-vendor/g-skills.en/03-front-brave.png"
    write(root, {picture: ""})
    found = exported(root, "g", "de")
    brave = message(found, "traits/brave:text")
    assert brave.places == ["content/g/traits/traits.yaml:5"]
    assert brave.notes == [
        "traits/brave “Brave”, text", "The rule. It is printed wherever the trait is.",
        f"Picture: {picture}",
    ]  # fmt: skip
    heading = message(found, "chapters/01-start#the-end-of-it")
    assert heading.notes == ["Chapter 01-start, heading", "Printed by: book"]
    assert message(found, "game:terms.lamp").notes[1].startswith("A term of the game.")


def test_files_elsewhere_are_not_read(root: Path) -> None:
    given(root)
    (root.parent / "secret.po").write_text("secret\n")
    (root / "content/g/texts/de/secret.po").symlink_to(root.parent / "secret.po")
    found = read_catalogues(library(root).folders, "g", "de")
    assert (found.problems, "secret" in found.files) == ([], False)
    assert [line for line in problems(root) if "po-syntax" in line] == []


def calls_of(action: Callable[[], object]) -> int:
    """The number of functions that are called, and of generators that go on."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count


def unknown(number: int) -> Catalogues:
    """A PO file from elsewhere with messages of texts that no game has."""
    lines = (f'msgctxt "game:no-{n}"\nmsgid "a {n}"\nmsgstr "b {n}"\n' for n in range(number))
    return Catalogues("de", {"game": read_catalogue("given.po", "\n".join(lines).encode())[0]})


def test_the_work_of_an_import_grows_with_the_number_of_messages(root: Path) -> None:
    def work(number: int) -> int:
        return calls_of(lambda: import_texts(library(root), "g", "en", unknown(number)))

    few, many = work(400), work(1600)
    assert few < many < 4 * few


def test_many_messages_of_no_text_are_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MAX_PROBLEMS", 2)
    result = import_texts(library(root), "g", "en", unknown(1_500))
    assert [str(problem) for problem in result.problems] == [
        "given.po:3:1: po-unknown: warning: no text 'game:no-0' in the game (the text was deleted"
        " or renamed: the translation is kept at the end of the file)",
        "given.po:7:1: po-unknown: warning: no text 'game:no-1' in the game (the text was deleted"
        " or renamed: the translation is kept at the end of the file)",
        "given.po:11:1: po-unknown: warning: 1,498 more messages belong to no text of the game",
    ]


def test_the_letters_that_are_compared_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Position("a.yaml", 1)
    texts = [f"{'word ' * 40}{number}" for number in range(30)]
    units = [
        Unit("traits", f"traits/a:{n}", f"{words} new", "", place, place, "traits/a:*")
        for n, words in enumerate(texts)
    ]
    messages = [Message(f"traits/a:{n + 100}", words, "x") for n, words in enumerate(texts)]
    matches = Matches(units, messages)
    assert all(matches.of(unit) for unit in units)
    compared = list[int]()
    ratio = SequenceMatcher.ratio

    def counted(matcher: Any) -> float:
        compared.append(len(matcher.a) * len(matcher.b))
        return float(ratio(matcher))

    monkeypatch.setattr(SequenceMatcher, "ratio", counted)
    monkeypatch.setattr(status, "_MOST_LETTERS", 200_000)
    matches = Matches(units, messages)
    assert 0 < sum(matches.of(unit) is not None for unit in units) < 10
    assert 0 < sum(compared) < 300_000
