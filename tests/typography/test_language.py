"""A new language is one file, and its labels."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from printgen.extras.comparison.numbers import number_differences
from printgen.extras.exports.channels import colon
from printgen.project import Folders
from printgen.rules.quoted_values import agree
from printgen.rules.texts import unbalanced
from printgen.typography import languages as modules
from printgen.typography.labels import labels
from printgen.typography.language import (
    _codes,
    all_articles,
    language,
    languages,
    linking_words,
)
from printgen.typography.text import (
    in_number,
    in_sentence,
    percentage,
    typeset,
    with_die_letter,
    with_thousands,
)
from printgen.views.book_entries import IndexTerm, article_last, index_view

ESPERANTO = """
from printgen.typography.language import NO_BREAK, Language, counting, words

LANGUAGE = Language(
    name="Esperanto",
    quotes=("»", "«"),
    closing={"«": "»"},
    before_colon=NO_BREAK,
    before_high=NO_BREAK,
    counted_nouns="kartoj",
    capital_nouns=True,
    thousands="'",
    percent=NO_BREAK + "%",
    die="Ĵ",
    singular="1|1,0",
    numbers=counting("du tri kvar kvin", 2),
    amounts={"duono": 0.5},
    one=words("unu"),
    articles=("la",),
    article_last=" – {}",
    sort_as={"ĉ": "cz"},
)
"""


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a language whose file has been added."""
    (tmp_path / "eo.py").write_text(ESPERANTO, encoding="utf-8")
    monkeypatch.setattr(modules, "__path__", [*modules.__path__, str(tmp_path)])
    cached = language, _codes, all_articles, linking_words
    for function in cached:
        function.cache_clear()
    yield "eo"
    for function in cached:
        function.cache_clear()
    sys.modules.pop("printgen.typography.languages.eo", None)


def test_an_unknown_language_has_the_defaults() -> None:
    assert language("xx-YY") is language("xx")
    assert language("xx").decimal_mark == ","
    assert language("pt-BR").thousands == "."


def test_a_language_is_one_file(esperanto: str) -> None:
    assert esperanto in languages()
    assert language("eo-XX").name == "Esperanto"
    assert typeset("Kiu? 3 kartoj!", "eo") == "Kiu\u00a0? 3\u00a0kartoj\u00a0!"
    assert colon("eo") == "\u00a0:"
    assert percentage("2.5", "eo") == "2,5\u00a0%"
    assert with_thousands(12345, "eo") == "12'345"
    assert with_die_letter("2D6", "eo") == "2Ĵ6"
    assert in_number("karto|kartoj", "1,0", "eo") == "karto"
    assert in_number("karto|kartoj", "2", "eo") == "kartoj"
    assert in_sentence("Karto", "eo") == "Karto"
    assert agree("kvar", "4", "eo") and agree("du Ĵ6", "2D6", "eo") and not agree("tri", "4", "eo")
    assert number_differences(("kvin", "eo"), ("five", "en")) is None
    assert unbalanced("»Kato«", "eo") is None and unbalanced("«Kato»", "eo")
    assert article_last("La kato", "eo") == "Kato – La"


def test_a_language_has_labels(esperanto: str, tmp_path: Path) -> None:
    (tmp_path / "templates" / "_shared").mkdir(parents=True)
    file = tmp_path / "templates" / "_shared" / "labels.yaml"
    file.write_text("contents: {eo: Enhavo}\n", encoding="utf-8")
    words = labels(Folders(tmp_path.resolve()), "plain", "eo")
    assert words["contents"] == "Enhavo" and words["index"] == "Index"


def test_a_language_has_its_alphabetical_order(esperanto: str) -> None:
    terms = [IndexTerm(word, word, "rules") for word in ("ĉapo", "cunamo", "dado")]
    order = {
        lang: [
            term["words"]
            for letter in index_view(terms, {"rules": "R"}, lang)
            for term in letter["terms"]
        ]
        for lang in ("eo", "en")
    }
    assert order == {"eo": ["Cunamo", "Ĉapo", "Dado"], "en": ["Ĉapo", "Cunamo", "Dado"]}
