"""Checks of the words of texts: their language, their brackets and quotation marks."""

from __future__ import annotations

from itertools import zip_longest

from printgen.analysis.brackets import Alone, unbalanced
from printgen.analysis.chapter_blocks import blocks
from printgen.analysis.guessed_language import other_language
from printgen.analysis.translations import at_line
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.model_texts import texts
from printgen.problems import Finding

# Keys of texts that may be words of another language.
_NAMES = ("title", "name")


@check("text-language", "warning", single=True, apart="files")
def text_language(content: GameContent, library: Library) -> Findings:
    """A text is in its language, as far as its short words tell (a warning). Titles, headings,
    names and texts with few such words are left alone. English, French and German are known.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items() if path[-1] not in _NAMES else ():
                lang = key or content.first_language
                if found := other_language(words, lang):
                    yield entry.finding(_in_other(found, lang), *path, key)
    for chapter in content.chapters.values():
        written = [block for block in blocks(chapter) if block.text and not block.is_heading]
        guesses = ((block, other_language(block.text, chapter.lang)) for block in written)
        others = [(block, lang) for block, lang in guesses if lang]
        if others and len(others) > len(written) / 2:
            yield Finding(chapter.position, f"this chapter is in '{others[0][1]}'")
            continue
        for block, lang in others:
            yield Finding(at_line(chapter, block.line), _in_other(lang, chapter.lang))


def _in_other(found: str, lang: str) -> str:
    return f"this text is in '{found}', not in '{lang}'"


@check("text-unbalanced", "warning", single=True, apart="files")
def text_unbalanced(content: GameContent, library: Library) -> Findings:
    """Brackets and quotation marks are closed, and nothing is closed that is not open (a warning).
    A quotation that goes on in the next paragraph may stay open.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items():
                if alone := unbalanced(words, key or content.first_language):
                    at_end = alone.mark == '"' and alone.at == len(words) - 1
                    hint = "is the opening quote missing?" if at_end else ""
                    yield entry.finding(_message(alone), *path, key, hint=hint)
    for chapter in content.chapters.values():
        written = [block for block in blocks(chapter) if block.text]
        for block, following in zip_longest(written, written[1:]):
            alone = unbalanced(block.text, chapter.lang)
            if alone and not (following and following.text.startswith(alone.mark)):
                line = block.line + block.text.count("\n", 0, alone.at)
                yield Finding(at_line(chapter, line), _message(alone))


def _message(alone: Alone) -> str:
    return f"{alone.mark} has no counterpart"
