"""README texts of exported folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from printgen.content.library import Library
from printgen.content.models.text import Text
from printgen.typography.labels import labels
from printgen.typography.numbers import with_decimal_mark
from printgen.typography.text import plain_words
from printgen.typography.typeset import typeset


@dataclass(frozen=True, slots=True)
class Step:
    """A numbered step: a label key or a text."""

    text: str | Text


# A label key, or a numbered step.
ReadmeLine = str | Step


def readme(
    library: Library,
    lang: str,
    title: str,
    lines: Iterable[ReadmeLine],
    values: Mapping[str, object],
) -> bytes:
    """A plain-text README: a title and paragraphs, with `{name}` replaced by its value."""
    words = labels(library.folders, "_shared", lang)
    written = [title, "=" * len(title), ""]
    steps = 0
    for line in lines:
        source = line.text if isinstance(line, Step) else line
        text = plain_words(words[source] if isinstance(source, str) else _step(source, lang))
        # Not str.format: a project's labels could ask for any width.
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        if isinstance(line, Step):
            steps += 1
            text = f"{steps}. {text}"
        written += [text, ""]
    return "\n".join(written).encode()


def _step(text: Text, lang: str) -> str:
    return typeset(text[text.language_for(lang, "en")], lang)


def decimal(number: float, lang: str, digits: int = 2) -> str:
    """A number with at most `digits` decimals and the language's decimal mark."""
    return with_decimal_mark(f"{round(number, digits):g}", lang)
