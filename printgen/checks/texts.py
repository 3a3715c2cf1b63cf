"""Checks of languages and translations."""

from __future__ import annotations

from itertools import zip_longest

from printgen.analysis.brackets import Alone, unbalanced
from printgen.analysis.translations import at_line, blocks
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library, texts
from printgen.problems import Finding, did_you_mean
from printgen.typography.icons import ICON


@check("translation-missing", "warning", single=True)
def translation_missing(content: GameContent, library: Library) -> Findings:
    """Every text is translated into all languages of its game (a warning).

    A plain string is the text of the first language; `{any: …}` is the text of all languages. The
    first language is printed where a translation is missing.
    """
    languages = content.game.languages
    for entry in content.entries():
        for path, text in texts(entry.value):
            # Numbers, symbols and icons need no translation.
            if "any" in text or not any(map(str.isalpha, ICON.sub("", "".join(text.values())))):
                continue
            known = {content.first_language if key == "" else key for key in text}
            missing = [lang for lang in languages if lang not in known]
            if missing:
                message = f"no text in {', '.join(missing)}"
                hint = "write {any: …} for a proper name" if "name" in path[-1:] else ""
                yield entry.finding(message, *path, hint=hint)


@check("language-unknown", "warning", single=True)
def language_unknown(content: GameContent, library: Library) -> Findings:
    """The languages of a text are languages of its game (a warning: others are not printed)."""
    languages = content.game.languages
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key in text:
                if key not in ("", "any") and key not in languages:
                    hint = did_you_mean(key, languages)
                    message = f"'{key}' is not a language of the game"
                    yield entry.finding(
                        message,
                        *path,
                        key,
                        hint=hint,
                        key=True,
                    )


@check("text-unbalanced", "warning", single=True)
def text_unbalanced(content: GameContent, library: Library) -> Findings:
    """Brackets and quotation marks are closed, and nothing is closed that is not open (a warning).
    A quotation that goes on in the next paragraph may stay open.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items():
                if alone := unbalanced(words, key or content.first_language):
                    yield entry.finding(_message(alone), *path, key)
    for chapter in content.chapters.values():
        written = [block for block in blocks(chapter) if block.text]
        for block, following in zip_longest(written, written[1:]):
            alone = unbalanced(block.text, chapter.lang)
            if alone and not (following and following.text.startswith(alone.mark)):
                line = block.line + block.text.count("\n", 0, alone.at)
                yield Finding(at_line(chapter, line), _message(alone))


def _message(alone: Alone) -> str:
    return f"{alone.mark} has no counterpart"
