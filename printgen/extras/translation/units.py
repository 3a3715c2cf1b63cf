"""The texts of a game to translate: of entries, chapters and labels, with their marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from printgen.content.characters import FORBIDDEN_IN_YAML, UNPRINTABLE, code_point
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.text import texts
from printgen.content.source import Path, YamlData, read_file
from printgen.extras.translation.chapters import CHAPTERS, Pair, Segment, chapter_pairs
from printgen.problems import Position
from printgen.typography.labels import merged_labels

# --- A text to translate --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """A text to translate: its file of messages, its key, its words and those of the translation,
    which are empty without one. `at` is the place of the text, `there` that of its translation.

    `group` is what texts have in common that may be moved among each other, such as those of a
    list. A text of an entry has its `path` there, one of a chapter its `segment`.
    """

    kind: str
    key: str
    source: str
    text: str
    at: Position
    there: Position
    group: str
    entry: AnyEntry | None = None
    path: Path = ()
    chapter: Chapter | None = None
    segment: Segment | None = None
    # Whether its file does not have the key yet, but that of printgen.
    adds: bool = False

    @property
    def what(self) -> str:
        """What the text is, in a word or two."""
        return self.segment.what if self.segment else "text"


# --- the marks of a text that its translation must keep -------------------------------------------


_CODE = re.compile(r"`[^`]*`")
_BRACES = re.compile(r"\{[^{}]*\}")
_TARGET = re.compile(r"\]\(\s*([^()\s]*)[^()]*\)")
_NOTE = re.compile(r"\[\^[^\]\s]+\]")
_DIRECTIVE = re.compile(r"^\s*:{3,}.*$", re.MULTILINE)
_BOX = re.compile(r"\A\[[ xX]\]\s")

# Most marks that a message names.
_NAMED = 4


def has_words(text: str) -> bool:
    """Whether a text has a letter besides its icons, marks and code: numbers are all alike."""
    return any(map(str.isalpha, _BRACES.sub("", _CODE.sub("", text))))


def marks(text: str) -> Counter[str]:
    """The marks of a text: icons and attributes in braces, targets of links, footnotes, lines of
    directives and boxes of tasks. The words that a term is sorted by are not compared.
    """
    return Counter(_marks(text))


def _marks(text: str) -> Iterator[str]:
    for found in _BRACES.findall(text):
        inside = " ".join(found[1:-1].split())
        yield "{.term}" if inside.startswith(".term") else f"{{{inside}}}"
    yield from (f"]({target})" for target in _TARGET.findall(text))
    yield from _NOTE.findall(text)
    yield from (line.strip() for line in _DIRECTIVE.findall(text))
    yield from _BOX.findall(text)


def mark_fault(source: str, text: str) -> str:
    """What is wrong with the marks of a translation; nothing, if it keeps all."""
    first, second = marks(source), marks(text)
    lost, added = first - second, second - first
    said = [
        f"{verb} {', '.join(list(found)[:_NAMED])}"
        for verb, found in (("loses", lost), ("adds", added))
        if found
    ]
    return f"the translation {' and '.join(said)}" if said else ""


def character_fault(text: str) -> str:
    """What is wrong with the characters of a translation; nothing, if all can be printed."""
    found = UNPRINTABLE.search(text) or FORBIDDEN_IN_YAML.search(text)
    return f"the character {code_point(found[0])} cannot be printed" if found else ""


# --- the fixed words of templates, in the theme of a project, as texts to translate ---------------


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


# --- the texts of a game in two languages: each with a key that stays when lines move -------------


def units(library: Library, game: str, source: str, lang: str) -> list[Unit]:
    """The texts of a game that have words, to translate from one language into another."""
    content = library.games[game]
    found = list(entry_units(content, source, lang))
    for pair in chapter_pairs(library, content, source, lang):
        found += chapter_units(pair)
    found += label_units(library, content, source, lang)
    return found


def entry_units(content: GameContent, source: str, lang: str) -> Iterator[Unit]:
    """The texts of a game's entries, and of the game itself and its products. A text that aliases
    repeat in a file is one; a cell of a spreadsheet may have several.
    """
    seen = set[tuple[Position, str]]()
    for entry in content.entries():
        kind = name = "game"
        if entry is not content.entry:
            # That of its table.
            kind = next(k for k in content.kinds if content.of_kind(k).get(entry.id) is entry)
            name = f"{kind}/{entry.id}"
        found = [(entry.at(*path), path, text) for path, text in texts(entry.value)]
        for _, path, text in sorted(found, key=lambda each: (each[0].line, each[0].column)):
            written = value_at(entry, path)
            words = in_language(written, source, content.first_language)
            at = entry.at(*path, source)
            if not words or "any" in text or not has_words(words) or (at, words) in seen:
                continue
            seen.add((at, words))
            yield Unit(
                kind,
                f"{name}:{'.'.join(map(str, path))}",
                words,
                in_language(written, lang, content.first_language, alone=True),
                at,
                entry.at(*path, lang),
                f"{name}:{'.'.join('*' if isinstance(step, int) else step for step in path)}",
                entry,
                path,
            )
    yield from _terms(content, source, lang)


def _terms(content: GameContent, source: str, lang: str) -> Iterator[Unit]:
    """The terms of a game. Their other forms are for `game.yaml`: languages have others."""
    first = content.first_language
    for name in content.game.terms:
        path = "terms", name
        written = value_at(content.entry, path)
        if isinstance(written, dict) and "term" in written:
            # Words and forms of the first language alone: `game.yaml` says which is which.
            continue
        words, text = (_term(written, each, first, each == lang) for each in (source, lang))
        if not words or (isinstance(written, dict) and "any" in written):
            continue
        there = isinstance(written, dict) and isinstance(written.get(lang), dict)
        yield Unit(
            "game",
            f"game:terms.{name}",
            words,
            text,
            content.entry.at(*path, source),
            content.entry.at(*path, lang),
            f"game:terms.{name}",
            content.entry,
            (*path, lang, "term") if there else path,
        )


def _term(written: YamlData, lang: str, first: str, alone: bool) -> str:
    """The words of a term, which may have other forms beside them."""
    if isinstance(written, dict):
        plain = {k: v.get("term") if isinstance(v, dict) else v for k, v in written.items()}
        return in_language(plain, lang, first, alone=alone)
    return in_language(written, lang, first, alone=alone)


def value_at(entry: AnyEntry, path: Path) -> YamlData:
    """The data of a file at a path of an entry; None if there is none."""
    value: YamlData = entry.source.data
    for step in (*entry.root, *path):
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def in_language(written: YamlData, lang: str, first: str, *, alone: bool = False) -> str:
    """The words of a text in a language; in another one if it has none, unless `alone`."""
    if not isinstance(written, dict):
        return "" if written is None or (alone and lang != first) else str(written)
    known = {
        key: str(words) for key, words in written.items() if isinstance(words, str | int | float)
    }
    if lang in known or alone:
        return known.get(lang, "")
    return known.get(first) or next(iter(known.values()), "")


def chapter_units(pair: Pair) -> Iterator[Unit]:
    """The texts of a chapter."""
    chapter = pair.source
    group = f"{CHAPTERS}/{chapter.name}"

    def position(file: str, text: str, segment: Segment) -> Position:
        line_end = max(text.rfind(end, 0, segment.start) for end in "\r\n")
        return Position(file, segment.line, segment.start - line_end)

    for number, each in enumerate(pair.first):
        if not has_words(each.words):
            continue
        other = pair.pairs.get(number)
        at = there = position(chapter.file, pair.source_text, each)
        if pair.other and other:
            there = position(pair.other.file, pair.other_text, other)
        yield Unit(
            CHAPTERS,
            pair.key(number),
            each.words,
            other.words if other else "",
            at,
            there,
            group,
            chapter=chapter,
            segment=each,
        )
