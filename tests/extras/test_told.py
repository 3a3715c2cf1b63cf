"""Sentences of mechanics: `labels.yaml` has each in all languages."""

from __future__ import annotations

import re
from pathlib import Path

import printgen
from printgen.extras.battles.battle import Sentence
from printgen.project import Folders
from printgen.typography.labels import merged_labels

EXTRAS = Path(printgen.__file__).parent / "extras"


def test_labels_have_all_sentences_and_no_others(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    texts = merged_labels(folders, "plain")
    told = {word: text for word, text in texts.items() if word.startswith("told_")}
    code = [path.read_text(encoding="utf-8") for path in EXTRAS.rglob("*.py")]
    assert {word for text in code for word in re.findall(r'"(told_\w+)"', text)} == set(told)
    assert all(set(text) == {"fr", "en", "de"} for text in told.values())


def test_a_sentence_is_said_in_the_words_of_a_language() -> None:
    told = Sentence("told_far", who="Bill", far=4)
    assert told.by({"told_far": "{who} est à {far}."}) == "Bill est à 4."
