"""The fixed words of templates, in the theme of a project, as texts to translate."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.library import Entry, GameContent, Library
from printgen.content.source import read_file
from printgen.content.yaml_reader import YamlData
from printgen.translation.marks import has_words
from printgen.translation.unit import Unit
from printgen.typography.labels import merged_labels

LABELS = "labels"


def label_units(library: Library, content: GameContent, source: str, lang: str) -> Iterator[Unit]:
    """The words in `labels.yaml` of a theme that the project has, and those of printgen that have
    no translation.
    """
    theme = content.game.theme
    path = library.folders.templates / theme / "labels.yaml"
    if not path.is_file() or not path.resolve().is_relative_to(library.folders.root):
        return
    file, _ = read_file(library.folders.relative(path), path)
    if file is None or not isinstance(file.data, dict):
        return
    entry = Entry(content.id, theme, content.game, file)
    for key, text in merged_labels(library.folders, theme).items():
        written = file.data.get(key)
        own: dict[str, YamlData] = written if isinstance(written, dict) else {}
        # As written, with the marks of quoted values.
        words = str(own.get(source) or text[text.language_for(source, "en")])
        known = str(own.get(lang) or text.get(lang, ""))
        if not text.keys().isdisjoint(("", "any")) or not has_words(words):
            continue
        if own or not known:
            name = f"{LABELS}/{theme}:{key}"
            at, there = entry.at(key, source), entry.at(key, lang)
            yield Unit(
                LABELS, name, words, known, at, there, name, entry, (key,), adds=not own
            )  # fmt: skip
