"""Sentences of mechanics: `labels.yaml` has the same English, and other languages."""

from __future__ import annotations

import ast
from pathlib import Path

import printgen
from printgen.extras.battles.battle import Sentence
from printgen.project import Folders
from printgen.typography.labels import merged_labels

EXTRAS = Path(printgen.__file__).parent / "extras"


def sentences() -> dict[str, str]:
    """The texts of all sentences in the code, by word."""
    calls = [
        node
        for path in EXTRAS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Sentence"
    ]
    found = [tuple(map(ast.literal_eval, call.args)) for call in calls]
    assert len(dict(found)) == len(found)
    return dict(found)


def test_labels_have_the_same_sentences(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    texts = merged_labels(folders, "plain")
    told = {word: text for word, text in texts.items() if word.startswith("told_")}
    assert {word: text["en"] for word, text in told.items()} == sentences()
    assert all(set(text) == {"fr", "en", "de"} for text in told.values())


def test_a_sentence_is_english_and_can_be_said_otherwise() -> None:
    told = Sentence("told_far", "{who} stands {far} away.", who="Bill", far=4)
    assert told == "Bill stands 4 away."
    assert told.by({"told_far": "{who} est à {far}."}) == "Bill est à 4."
