"""Checks of languages and translations."""

from __future__ import annotations

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library, texts
from printgen.problems import did_you_mean


@check("translation-missing", "warning")
def translation_missing(content: GameContent, library: Library) -> Findings:
    """A text exists in every language of its game (a warning).

    A plain text stands for the first language; `{any: …}` serves all of them. Where a translation
    is missing, the first language is printed.
    """
    languages = content.game.languages
    for entry in content.entries():
        for path, text in texts(entry.value):
            # A number or a sign needs no translation.
            if "any" in text or not any(map(str.isalpha, "".join(text.values()))):
                continue
            known = {content.first_language if key == "" else key for key in text}
            missing = [lang for lang in languages if lang not in known]
            if missing:
                message = f"no text in {', '.join(missing)}"
                hint = "proper names: {any: …}" if "name" in path[-1:] else ""
                yield entry.finding(message, *path, hint=hint)


@check("language-unknown", "warning")
def language_unknown(content: GameContent, library: Library) -> Findings:
    """A text is in languages that its game declares (a warning: others are not printed)."""
    languages = content.game.languages
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key in text:
                if key not in ("", "any") and key not in languages:
                    hint = did_you_mean(key, languages)
                    message = f"the game does not speak '{key}'"
                    yield entry.finding(
                        message,
                        *path,
                        key,
                        hint=hint,
                        key=True,
                    )
