"""The texts of a game to translate: of entries, labels and chapters, with their marks; and the
translations written into chapters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from markdown_it.token import Token

from printgen.content.characters import FORBIDDEN_IN_YAML, UNPRINTABLE, code_point
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.markdown import Chapter, markdown_parser
from printgen.content.models.products import FacesProduct
from printgen.content.models.text import texts
from printgen.content.places import content_of
from printgen.content.source import Path, YamlData, read_file
from printgen.extras.editing.files import LINE_END, Edit, edited
from printgen.extras.translation.po import digest_of
from printgen.problems import Position
from printgen.typography.labels import merged_labels

CHAPTERS = "chapters"

# A line of a paragraph that ends in a line break of its own.
_BREAK = re.compile(r"(?:\\|[ ]{2,})\Z")

# The file of a figure, its caption, and what it shows.
_FIGURE = re.compile(r"\S+\s+(?P<caption>.*?)\s*(?:\{alt=[\"“](?P<alt>[^\"”}]*)[\"”]\}\s*)?\Z")

# The mark of a list, before its first line: the second one has spaces there.
_LIST_MARK = re.compile(r"[-*+:]|[0-9]+[.)]|\[\^[^\]]*\]:")

_WHAT = {
    "heading_open": "heading",
    "th_open": "cell of a table",
    "td_open": "cell of a table",
    "dt_open": "term of a list",
}

# What stands on one line.
ONE_LINE = ("heading", "cell of a table", "term of a list", "title", "caption", "alt")


@dataclass(frozen=True, slots=True)
class Segment:
    """A text of a chapter: its words on one line for each line break, what it is, its key, and its
    place: from `start` to `end` in the file, on `line` (from 1). `before` is what stands before the
    further lines of a paragraph. `id` is that of a heading, `written` if the chapter has it.
    """

    words: str
    what: str
    start: int
    end: int
    line: int
    before: str = ""
    id: str = ""
    written: bool = False
    key: str = ""


class _Places(NamedTuple):
    """The lines of a chapter, and where they begin."""

    lines: list[str]
    starts: list[int]


# The chapters of a game in two languages.
@lru_cache(maxsize=100)
def segments(text: str) -> Sequence[Segment]:
    """The texts of a chapter, in the order of the file: headings, paragraphs, cells of tables, and
    the titles and captions of directives. Code is none of them.
    """
    section, count, seen = "", 0, Counter[str]()
    result = []
    for each in sorted(_found(text), key=lambda each: each.start):
        if each.what == "heading":
            seen[each.id] += 1
            section = each.id if seen[each.id] == 1 else f"{each.id}~{seen[each.id]}"
            count = 0
            result.append(replace(each, key=f"#{section}"))
        else:
            count += 1
            result.append(replace(each, key=f"#{section}:{count}"))
    return tuple(result)


def _found(text: str) -> Iterator[Segment]:
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    places = _Places(LINE_END.split(text), starts)
    tokens = markdown_parser().parse(text, {})
    row = 0
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            row = 0
        if token.type in ("directive", "directive_open"):
            yield from _of_directive(token, places)
        elif token.type == "inline" and token.content.strip():
            opening = tokens[index - 1]
            if opening.type in ("th_open", "td_open"):
                found = _cell(token, row, places)
            elif opening.type == "heading_open":
                found = _heading(opening, token, places)
            else:
                found = _paragraph(opening, token, places)
            if found and found.start < found.end:
                yield found
        if token.type in ("th_close", "td_close"):
            row += 1


def _heading(opening: Token, token: Token, places: _Places) -> Segment | None:
    number = (token.map or [0])[0]
    line = places.lines[number]
    at = line.find(token.content)
    if at < 0 or "\n" in token.content:
        return None
    start, written = places.starts[number] + at, bool(opening.meta.get("id"))
    return Segment(
        token.content, "heading", start, start + len(token.content), number + 1,
        id=str(opening.attrs["id"]), written=written,
    )  # fmt: skip


def _paragraph(opening: Token, token: Token, places: _Places) -> Segment | None:
    first, last = token.map or [0, 0]
    last = max(last - 1, first)
    written = token.content.split("\n")
    # The lines of the map may end with empty ones.
    last = min(last, first + len(written) - 1)
    lines = places.lines
    if last >= len(lines):
        return None
    before, ending = lines[first].rstrip(), lines[last].rstrip()
    if not before.endswith(written[0].rstrip()) or not ending.endswith(written[-1].rstrip()):
        return None
    column = len(before) - len(written[0].rstrip())
    words = "".join(_joined(line) for line in written[:-1]) + written[-1].strip()
    what = _WHAT.get(opening.type, "paragraph")
    start, end = places.starts[first] + column, places.starts[last] + len(ending)
    margin = _LIST_MARK.sub(lambda found: " " * len(found[0]), lines[first][:column])
    return Segment(words, what, start, end, first + 1, margin)


def _joined(line: str) -> str:
    """A line of a paragraph and what separates it from the next one."""
    found = _BREAK.search(line)
    return line[: found.start()].strip() + "\\\n" if found else line.strip() + " "


def _cell(token: Token, number: int, places: _Places) -> Segment | None:
    line = (token.map or [0])[0]
    spans = _cells(places.lines[line])
    if number >= len(spans):
        return None
    start, end = spans[number]
    written = places.lines[line][start:end]
    if written.replace("\\|", "|") != token.content:
        return None
    at = places.starts[line]
    return Segment(token.content, "cell of a table", at + start, at + end, line + 1)


def _cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a row of a table begin and end, without spaces around them."""
    bars = [at for at, sign in enumerate(line) if sign == "|" and line[at - 1 : at] != "\\"]
    first = line[: bars[0]].strip("> \t-*+") if bars else line
    edges = [*([-1] if first else []), *bars]
    if not bars or line[bars[-1] + 1 :].strip():
        edges.append(len(line))
    found = []
    for left, right in pairwise(edges):
        inside = line[left + 1 : right]
        start = left + 1 + len(inside) - len(inside.lstrip())
        found.append((start, start + len(inside.strip())))
    return found


def _of_directive(token: Token, places: _Places) -> Iterator[Segment]:
    """The title of a box, or the caption of a figure and what it shows."""
    number = (token.map or [0])[0]
    line = places.lines[number]
    at = line.find("}", line.find(":::")) + 1
    rest = line[at:]
    spans = []
    if token.type == "directive_open":
        spans = [("title", at + len(rest) - len(rest.lstrip()), len(line.rstrip()))]
    elif LEAF_DIRECTIVES.get(token.info) == "file":
        start = at + len(rest) - len(rest.lstrip())
        if found := _FIGURE.match(line, start):
            spans = [(name, *found.span(name)) for name in ("caption", "alt")]
    for name, start, end in spans:
        if 0 <= start < end:
            place = places.starts[number]
            words = " ".join(line[start:end].split())
            yield Segment(words, name, place + start, place + end, number + 1)


def word_edits(file: str, text: str, new: Sequence[tuple[Segment, str]]) -> list[Edit]:
    """The edits that put other words in place of some texts of a chapter."""
    end, edits = "\r\n" if "\r\n" in text else "\n", []
    for segment, words in new:
        written = words.replace("\n", f"{end}{segment.before}")
        if segment.what == "cell of a table":
            written = re.sub(r"(?<!\\)\|", r"\\|", written)
        edits.append(Edit(file, segment.start, text[segment.start : segment.end], written))
    return [edit for edit in edits if edit.old != edit.new]


# --- chapters in two languages --------------------------------------------------------------------


@dataclass(slots=True)
class Pair:
    """A chapter in two languages: their texts, and for each of the first that of the second."""

    source: Chapter
    source_text: str
    first: Sequence[Segment]
    other: Chapter | None = None
    other_text: str = ""
    second: Sequence[Segment] = ()
    pairs: dict[int, Segment] = field(default_factory=dict)

    @property
    def is_alike(self) -> bool:
        """Whether both chapters have the same texts in the same order."""
        return len(self.pairs) == len(self.first) == len(self.second)

    def key(self, number: int) -> str:
        """The key of a text of the first chapter."""
        return f"{CHAPTERS}/{self.source.name}{self.first[number].key}"

    def file_in(self, lang: str) -> str:
        """The file of the chapter in a language."""
        return f"{self.source.file.rpartition('/')[0]}/{self.source.name}.{lang}.md"


def chapter_pairs(library: Library, content: GameContent, source: str, lang: str) -> Iterator[Pair]:
    """The chapters of a game in a language, each with its translation."""
    for (name, written), chapter in sorted(content.chapters.items()):
        if written != source:
            continue
        text = chapter_text(library, chapter)
        pair = Pair(chapter, text, segments(text))
        if other := content.chapters.get((name, lang)):
            pair.other, pair.other_text = other, chapter_text(library, other)
            pair.second = segments(pair.other_text)
            pair.pairs = dict(_paired(pair.first, pair.second))
        yield pair


def chapter_text(library: Library, chapter: Chapter) -> str:
    """The text of the file of a chapter, with its line ends. Raises OSError."""
    return content_of(library, chapter.file).decode("utf-8-sig", "replace")


def _paired(first: Sequence[Segment], second: Sequence[Segment]) -> Iterator[tuple[int, Segment]]:
    """The texts of two chapters that stand at the same place: all, or those of sections that have
    the same texts, by the ids of their headings.
    """
    if [each.what for each in first] == [each.what for each in second]:
        yield from enumerate(second)
        return
    others = _sections(second)
    for section, numbers in _sections(first).items():
        there = others.get(section, [])
        whats = [first[n].what for n in numbers], [second[n].what for n in there]
        if whats[0] == whats[1]:
            yield from ((a, second[b]) for a, b in zip(numbers, there, strict=True))


def _sections(found: Sequence[Segment]) -> dict[str, list[int]]:
    sections: dict[str, list[int]] = {}
    for number, each in enumerate(found):
        sections.setdefault(each.key.partition(":")[0], []).append(number)
    return sections


# --- translations written into chapters: marks and blocks stay those of the source ----------------


class Rebuilt(Exception):
    """A chapter has a text, in a line from 1, that its messages do not have."""

    def __init__(self, line: int):
        super().__init__()
        self.line = line


def translated(
    pair: Pair, lang: str, new: Mapping[int, str], known: Mapping[int, str], states: Set[str]
) -> tuple[list[Edit], list[int]]:
    """The edits that write new translations into a chapter, by the numbers of its texts, and the
    numbers of those that would change its blocks, which are left out. `known` are the translations
    that the project has, `states` their digests.

    A chapter that is there keeps all else; if its texts are others than those of the source, it is
    put together again: raises Rebuilt if that would lose one.
    """
    if pair.other is not None and pair.is_alike:
        good, wrong = _fitting(pair.other_text, pair.second, new)
        return word_edits(pair.other.file, pair.other_text, good), wrong
    paired = {number: each.words for number, each in pair.pairs.items()}
    if pair.other is not None:
        words = {*known.values(), *paired.values(), *(each.words for each in pair.first)}
        for each in pair.second:
            if each.words not in words and digest_of(each.words) not in states:
                raise Rebuilt(each.line)
        new = {**known, **paired, **new}
    good, wrong = _fitting(pair.source_text, pair.first, new, with_ids=True)
    text = edited(pair.source_text, word_edits("", pair.source_text, good))
    if pair.other is None:
        return [Edit(pair.file_in(lang), 0, None, text)], wrong
    return [Edit(pair.other.file, 0, pair.other_text, text)], wrong


def _fitting(
    text: str, there: Sequence[Segment], new: Mapping[int, str], with_ids: bool = False
) -> tuple[list[tuple[Segment, str]], list[int]]:
    """The words that leave the blocks of a chapter as they are, and the numbers of the others. A
    heading gets the id of the source, to which references lead, if `with_ids`.
    """
    blocks = _blocks(text)

    def written(some: Mapping[int, str]) -> list[tuple[Segment, str]]:
        found = []
        for number, words in some.items():
            segment = there[number]
            needs_id = with_ids and segment.what == "heading" and not segment.written
            found.append((segment, f"{words} {{#{segment.id}}}" if needs_id else words))
        return found

    def fits(some: Mapping[int, str]) -> bool:
        """Whether the chapter then has these words, and the same blocks as before."""
        if any("\n" in words for n, words in some.items() if there[n].what in ONE_LINE):
            return False
        result = edited(text, word_edits("", text, written(some)))
        wanted = [(each.what, some.get(n, each.words)) for n, each in enumerate(there)]
        read = [(each.what, each.words) for each in segments(result)]
        return wanted == read and blocks == _blocks(result)

    wrong = [] if fits(new) else [n for n in new if not fits({n: new[n]})]
    good = {n: words for n, words in new.items() if n not in wrong}
    if wrong and not fits(good):
        return [], sorted(new)
    return written(good), wrong


def _blocks(text: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.tag, each.info) for each in markdown_parser().parse(text, {})]


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
    repeat in a file is one; a cell of a spreadsheet may have several. A column without a language
    of the source of a product is in the language of the game, until it gets one of another.
    """
    seen = set[tuple[Position, str]]()
    sourced = {p.id for p in content.products_of(FacesProduct) if p.value.layout}
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
            for_all = "any" in text and kind not in sourced
            if not words or for_all or not has_words(words) or (at, words) in seen:
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
    first, entry = content.first_language, content.entry
    for name in content.game.terms:
        path = "terms", name
        written = plain = value_at(entry, path)
        has_forms = False
        if isinstance(written, dict):
            if "term" in written or "any" in written:
                # Words and forms of the first language, or of all languages, alone.
                continue
            has_forms = isinstance(written.get(lang), dict)
            # The words of a term may have other forms beside them.
            plain = {k: v.get("term") if isinstance(v, dict) else v for k, v in written.items()}
        if words := in_language(plain, source, first, alone=source == lang):
            yield Unit(
                "game",
                f"game:terms.{name}",
                words,
                in_language(plain, lang, first, alone=True),
                entry.at(*path, source),
                entry.at(*path, lang),
                f"game:terms.{name}",
                entry,
                (*path, lang, "term") if has_forms else path,
            )


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
