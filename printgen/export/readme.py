"""README texts of exported folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.typography.fill import fill
from printgen.typography.labels import labels
from printgen.typography.numbers import with_decimal_mark
from printgen.typography.text import plain_words, say
from printgen.typography.typeset import NO_BREAK, typeset


@dataclass(frozen=True, slots=True)
class Step:
    """A numbered step: a label key or a text."""

    text: str | Text


def ai_sentence(content: GameContent, lang: str) -> str:
    """What generative AI had a part in: the sentence of the page, the imprint and the READMEs."""
    shop = content.game.shop
    return plain_words(say(shop.ai, lang, content)) if shop and shop.ai else ""


def ai_line(library: Library, content: GameContent, lang: str) -> str:
    """The sentence after its heading; empty without one."""
    said = ai_sentence(content, lang)
    return (
        f"{labels(library.folders, '_shared', lang)['shop_ai']}{colon(lang)} {said}" if said else ""
    )


def colon(lang: str) -> str:
    """The colon after a heading in a line, with its space in French."""
    return NO_BREAK + ":" if lang.split("-")[0] == "fr" else ":"


# A label key, or a numbered step.
ReadmeLine = str | Step


def readme(
    library: Library,
    lang: str,
    title: str,
    lines: Iterable[ReadmeLine],
    values: Mapping[str, object],
    last: str = "",
) -> bytes:
    """A plain-text README: a title and paragraphs, with `{name}` replaced by its value.

    `last` is a last paragraph, if any.
    """
    words = labels(library.folders, "_shared", lang)
    written = [title, "=" * len(title), ""]
    steps = 0
    for line in lines:
        source = line.text if isinstance(line, Step) else line
        text = plain_words(words[source] if isinstance(source, str) else _step(source, lang))
        text = fill(text, **values)
        if isinstance(line, Step):
            steps += 1
            text = f"{steps}. {text}"
        written += [text, ""]
    written += [last, ""] if last else []
    return "\n".join(written).encode()


def _step(text: Text, lang: str) -> str:
    return typeset(text[text.language_for(lang, "en")], lang)


def decimal(number: float, lang: str, digits: int = 2) -> str:
    """A number with at most `digits` decimals and the language's decimal mark."""
    return with_decimal_mark(f"{round(number, digits):g}", lang)
