"""What a folder of files says of itself, in plain text."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.content.library import Library
from printgen.typography.labels import labels
from printgen.typography.text import plain_words


def readme(
    library: Library, lang: str, title: str, keys: list[str], values: Mapping[str, object]
) -> bytes:
    """A title, then the words behind each key, with `{name}` in them replaced.

    A key that begins with `step_` is a numbered step.
    """
    words = labels(library.folders, "_shared", lang)
    lines = [title, "=" * len(title), ""]
    steps = 0
    for key in keys:
        text = plain_words(words[key])
        # Not `format`: a project may bring words of its own, which ask for any width.
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        if "_step" in key:
            steps += 1
            text = f"{steps}. {text}"
        lines += [text, ""]
    return "\n".join(lines).encode()


def decimal(number: float, lang: str) -> str:
    """A number as it is written in a language, with two decimals at most."""
    text = f"{round(number, 2):g}"
    return text.replace(".", ",") if lang == "fr" else text
