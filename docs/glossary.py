"""Write the glossary of both languages from `glossary.yaml`: `python docs/glossary.py`."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parent

_HEADS = {
    "en": "# Words\n\nThe words of these pages and of printgen’s messages, and their French.\n\n"
    "<!-- `python docs/glossary.py` writes this page. -->\n\n"
    "| English | French | what it is |\n| --- | --- | --- |",
    "fr": "# Les mots\n\nprintgen écrit ses messages et sa référence en anglais : voici les mots "
    "qu’i, avec leur équivalent français."
    "\n\n<!-- `python docs/glossary.py` écrit cette page. -->\n\n"
    "| français | anglais | sens |\n| --- | --- | --- |",
}


def words() -> list[dict[str, Any]]:
    """The words, each with its `term` and what it means, by language."""
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / "glossary.yaml").read_text("utf-8"))
    return found


def page(lang: str) -> str:
    """The glossary for readers of a language, in the order of its words."""
    other = {"en": "fr", "fr": "en"}[lang]
    rows = sorted(words(), key=lambda word: _plain(word["term"][lang]))
    lines = [f"| {word['term'][lang]} | {word['term'][other]} | {word[lang]} |" for word in rows]
    return "\n".join((_HEADS[lang], *lines, ""))


def _plain(word: str) -> str:
    """A word without accents, to sort by."""
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()


if __name__ == "__main__":
    for lang in _HEADS:
        (FOLDER / lang / "reference" / "glossary.md").write_text(page(lang), encoding="utf-8")
