"""A game in several languages to one in some of them, with its comments and its layout."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from printgen.project import STARTER_LANGUAGES

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# `rules.fr.md`, and the name of a column such as `text_fr`.
_FILE = re.compile(r"(?P<name>.+)\.(?P<lang>[a-z]{2})\.md")

_COLUMN = re.compile(r"(?P<name>.+)_(?P<lang>[a-z]{2})")


class _Edit(NamedTuple):
    """New text for the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def keep_languages(root: Path, languages: Sequence[str]) -> None:
    """Rewrite the project in `root` in these languages alone.

    Files of other languages are deleted; the README of the first language becomes `README.md`.
    Raises OSError.
    """
    for path in sorted(root.rglob("*.md")):
        found = _FILE.fullmatch(path.name)
        if found and found["lang"] not in languages:
            path.unlink()
    (root / f"README.{languages[0]}.md").rename(root / "README.md")
    for path in sorted((root / "content").rglob("*")):
        if path.suffix in (".yaml", ".csv"):
            reduce = yaml_in if path.suffix == ".yaml" else table_in
            path.write_text(reduce(path.read_text(encoding="utf-8"), languages), encoding="utf-8")


def table_in(text: str, languages: Sequence[str]) -> str:
    """The text of a CSV file with the columns of these languages.

    With one language, its columns lose the suffix: `text_en` becomes `text`.
    """
    header, *rows = csv.reader(io.StringIO(text))
    names: dict[int, str] = {}
    for place, column in enumerate(header):
        found = _COLUMN.fullmatch(column)
        if not found or found["lang"] in languages:
            names[place] = found["name"] if found and len(languages) == 1 else column
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names.values())
    writer.writerows([row[place] for place in names] for row in rows)
    return stream.getvalue()


def yaml_in(text: str, languages: Sequence[str]) -> str:
    """YAML text with its texts in these languages, and with them as its `languages`.

    With one language, a text by language becomes plain: `{fr: Nuit, en: Night}` is `Night`.
    """
    root = yaml.compose(text, Loader=_LOADER)
    edits = [*_edits(text, root, languages), *_declared(root, languages)]
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _declared(root: yaml.Node | None, languages: Sequence[str]) -> Iterator[_Edit]:
    """The list of languages of a game."""
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "languages":
            listed = f"[{', '.join(languages)}]"
            yield _Edit(value.start_mark.index, value.end_mark.index, listed)


def _edits(text: str, node: yaml.Node | None, languages: Sequence[str]) -> Iterator[_Edit]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _edits(text, item, languages)
    elif isinstance(node, yaml.MappingNode):
        if _by_language(node):
            yield from _reduced(text, node, languages)
            return
        for _, value in node.value:
            yield from _edits(text, value, languages)


def _by_language(node: yaml.MappingNode) -> bool:
    """Whether a mapping is a text by language."""
    return all(
        key.value in STARTER_LANGUAGES and isinstance(value, yaml.ScalarNode)
        for key, value in node.value
    )


def _reduced(text: str, node: yaml.MappingNode, languages: Sequence[str]) -> Iterator[_Edit]:
    kept = [(key, value) for key, value in node.value if key.value in languages]
    if len(kept) == len(node.value) > 1 or not kept:
        return
    last = node.end_mark.index if node.flow_style else _end(text, node.value[-1][1])
    start = node.start_mark.index
    value = kept[0][1]
    words = text[value.start_mark.index : _end(text, value)]
    before = text[:start].rstrip()
    moved = "\n" in text[len(before) : start] and before.endswith(":")
    if moved:
        # The text moves up to its key, and the lines of a block move to the left.
        start, words = len(before), " " + _dedented(words, node, text[: len(before)])
    yield _Edit(start, last, words)


def _dedented(words: str, node: yaml.MappingNode, before: str) -> str:
    line = before[before.rfind("\n") + 1 :]
    extra = node.start_mark.column - (len(line) - len(line.lstrip(" -")))
    return re.sub(rf"(?m)^ {{{extra}}}", "", words)


def _end(text: str, node: yaml.Node) -> int:
    """The end of a value, without the blank lines that follow a block."""
    return len(text[: node.end_mark.index].rstrip()) if node.end_mark else 0
