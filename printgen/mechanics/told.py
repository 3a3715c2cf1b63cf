"""Sentences of mechanics, in English, that `labels.yaml` has in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.typography.fill import fill


class Told(str):
    """A sentence in English. `word` is its key in `labels.yaml`, `values` fill in both."""

    __slots__ = ("values", "word")

    word: str
    values: dict[str, object]

    def __new__(cls, word: str, text: str, **values: object) -> Told:
        """The sentence of a text with values in braces."""
        made = super().__new__(cls, fill(text, **values))
        made.word, made.values = word, values
        return made

    def by(self, words: Mapping[str, str]) -> str:
        """The sentence in the language of `words`."""
        return fill(words[self.word], **self.values)
