"""The texts of the demonstration games out and in: nothing changes; edits are fuzzy."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers import real, shared
from tools import program
from translations import exported, files_of, imported, library

from printgen.extras.editing.files import edited
from printgen.extras.editing.yaml_texts import YamlText, text_edits
from printgen.extras.translation.po import read_catalogues
from printgen.extras.translation.status import statuses, translation_old, update
from printgen.extras.translation.units import (
    CHAPTERS,
    Unit,
    chapter_pairs,
    segments,
    translated,
    units,
    word_edits,
)
from printgen.problems import Position, Problem

GAME, EDITS = "zombstone", 200


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Zombstone, with its PO files in English and in German."""

    def make(root: Path) -> None:
        real(root, GAME, "lotow")
        for lang in ("en", "de"):
            exported(root, GAME, lang)

    return shared(tmp_path_factory, "translations", make)


def test_an_import_of_what_was_exported_changes_no_file(project: Path) -> None:
    before = files_of(project)
    assert {name for name in before if "/chapters.po" in name} == {
        f"content/{GAME}/texts/{lang}/chapters.po" for lang in ("de", "en")
    }
    for lang in ("en", "de"):
        result = imported(project, GAME, read_catalogues(library(project).folders, GAME, lang))
        assert (result.edits, result.count, result.problems) == ([], 0, [])
    assert files_of(project) == before


def test_every_text_is_exported_with_its_translation(project: Path) -> None:
    english, german = statuses(library(project), GAME)
    count = sum(english.all.values())
    assert english.all == {"translated": count}
    assert german.all == {"untranslated": count}
    assert count > 800


@pytest.mark.parametrize("lang", ["en", "de"])
def test_gettext_reads_the_files_and_leaves_them(project: Path, lang: str) -> None:
    for path in sorted(project.glob(f"content/{GAME}/texts/{lang}/*.po")):
        judged = [program("msgfmt"), "--check", "--output-file=/dev/null", str(path)]
        done = subprocess.run(judged, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), path
        for words in (["msgcat"], ["msgmerge", "--quiet", str(path)]):
            command = [program(words[0]), "--no-wrap", *words[1:], str(path)]
            written = subprocess.run(command, capture_output=True).stdout
            assert written == path.read_bytes(), (words, path)


def with_another_word(words: str, chance: random.Random) -> str:
    """A text with another word: a new one, or one more."""
    new = "".join(chance.choices("abcdefghij", k=8))
    found = list(re.finditer(r"(?<![\w{\[=\"./#-])[^\W\d_]{2,}(?![\w}\]=\"./-])", words))
    if not found:
        return f"{words} {new}"
    at = chance.choice(found)
    return words[: at.start()] + chance.choice([new, f"{at[0]} {new}"]) + words[at.end() :]


@dataclass(frozen=True)
class Edited:
    """A game, 200 of whose texts were edited, and the texts as they were, with their new words."""

    root: Path
    texts: list[tuple[Unit, str]]


@pytest.fixture(scope="module")
def edits(tmp_path_factory: pytest.TempPathFactory) -> Edited:
    """Zombstone with 200 edits since its PO files in English were written."""
    root = real(tmp_path_factory.mktemp("edits"), GAME, "lotow")
    exported(root, GAME, "en")
    chance = random.Random(7)
    texts = [each for each in units(library(root), GAME, "fr", "en") if ":terms." not in each.key]
    news = [(unit, with_another_word(unit.source, chance)) for unit in chance.sample(texts, EDITS)]
    write(root, news)
    return Edited(root, news)


def named(root: Path) -> dict[Position, Problem]:
    """What `translation-old` says, by its places."""
    found = library(root)
    return {each.position: each for each in translation_old(found.games[GAME], found)}


def test_each_edit_of_a_source_is_named_and_is_fuzzy_after_the_merge(edits: Edited) -> None:
    before = named(edits.root)
    texts = {unit.source: unit for unit in units(library(edits.root), GAME, "fr", "en")}
    assert before.keys() == {texts[words].there for _, words in edits.texts}
    assert len(before) == EDITS
    known, _ = update(library(edits.root), GAME, "fr", "en")
    messages = {each.source: each for each in known.messages() if not each.obsolete}
    assert sum(each.is_fuzzy for each in known.messages()) == EDITS
    for unit, words in edits.texts:
        message = messages[words]
        assert message.is_fuzzy, unit.key
        assert (message.previous, message.text) == (unit.source, unit.text)
    # The same places are named, with the lines of the new PO files.
    assert named(edits.root).keys() == before.keys()
    again, written = update(library(edits.root), GAME, "fr", "en")
    assert (written, [m.previous for m in again.messages()]) == (
        [],
        [m.previous for m in known.messages()],
    )


def write(root: Path, news: list[tuple[Unit, str]]) -> None:
    """Write other words into the files of a game."""
    for file in {unit.at.file for unit, _ in news}:
        path = root / file
        here = [(unit, words) for unit, words in news if unit.at.file == file]
        text = path.read_bytes().decode()
        if here[0][0].kind == CHAPTERS:
            places = {each.key: each for each in segments(text)}
            keyed = [(places["#" + unit.key.partition("#")[2]], words) for unit, words in here]
            text = edited(text, word_edits("", text, keyed))
        else:
            texts = []
            for unit, words in here:
                assert unit.entry
                texts.append(YamlText((*unit.entry.root, *unit.path), "fr", words, "fr"))
            edits, left = text_edits("", text, texts)
            assert left == []
            text = edited(text, edits)
        path.write_bytes(text.encode())


def test_a_chapter_put_together_is_the_translation(project: Path) -> None:
    found = library(project)
    for pair in chapter_pairs(found, found.games[GAME], "fr", "en"):
        assert pair.is_alike
        words = {number: each.words for number, each in enumerate(pair.second)}
        edits, wrong = translated(pair, "en", words, {}, set())
        assert wrong == []
        text = edited(pair.other_text, edits)
        assert [each.words for each in segments(text)] == list(words.values())
