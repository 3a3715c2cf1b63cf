"""Edits of the texts of YAML files: nothing else of a file changes, and a text stays a text.

Values are replaced where they are written, so that comments, order, quotes and line ends stay. What
the file says after an edit is read again: an edit that would say anything else is not made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

import yaml

from printgen.content.source import Path, YamlData, YamlReader
from printgen.content.yaml_text import SourceError
from printgen.extras.editing.files import LINE_END, Edit, EditError, edited

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# A text that means the same without quotes, also between braces.
_PLAIN = re.compile(r"(?!(?:null|true|false)\Z)[^\W\d_][\w ’.!?…-]*(?<![ ])", re.IGNORECASE)

# What JSON does not escape, and YAML does not allow in a text.
_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

# A text on one line with its translation has at most this number of characters.
_ONE_LINE = 70


class YamlText(NamedTuple):
    """The words of the text at a path in a language. A text without languages is in the `first`.
    One that `adds` a text has a key that the file does not have.
    """

    path: Path
    lang: str
    words: str
    first: str
    adds: bool = False


def text_edits(
    file: str, text: str, wanted: Sequence[YamlText]
) -> tuple[list[Edit], list[YamlText]]:
    """The edits that write texts into a YAML file, and the texts that cannot be written."""
    data = _read(text)
    if data is None:
        return [], list(wanted)
    root = yaml.compose(text, Loader=LOADER)
    made = [_edit(file, text, root, each) for each in wanted]
    edits = [edit for edit in made if edit]
    if len(edits) == len(made) and _says(text, edits, data, wanted):
        return edits, []
    edits, written, left = [], list[YamlText](), list[YamlText]()
    for each, edit in zip(wanted, made, strict=True):
        if edit and _says(text, [*edits, edit], data, [*written, each]):
            edits.append(edit)
            written.append(each)
        else:
            left.append(each)
    return edits, left


def language_edit(file: str, text: str, lang: str) -> Edit | None:
    """The edit of a `game.yaml` that declares one more language; None if it cannot be made."""
    data = _read(text)
    place = _at_path(yaml.compose(text, Loader=LOADER), ("languages",))
    if not place or not isinstance(place.node, yaml.SequenceNode) or not place.node.value:
        return None
    end = value_end(text, place.node.value[-1])
    if place.node.flow_style:
        edit = Edit(file, end, "", f", {lang}")
    else:
        margin = f"{_newline(text)}{' ' * place.node.start_mark.column}"
        edit = Edit(file, _line_end(text, end), "", f"{margin}- {lang}")
    if not isinstance(data, dict) or not isinstance(data["languages"], list):
        return None
    expected = {**data, "languages": [*data["languages"], lang]}
    return edit if _read(edited(text, [edit])) == expected else None


class Missing(NamedTuple):
    """The languages that a text lacks. It is at a line and a column (from 0), or after its key
    there; a plain text is in the language `first`.
    """

    at: tuple[int, int]
    languages: Sequence[str]
    first: str
    after_key: bool = False


def copying_edits(file: str, text: str, missing: Missing, note: str) -> list[Edit]:
    """The edits that give a text the words of its first language in other languages, with a comment
    that notes it; none if they cannot be made.
    """
    data = _read(text)
    root = yaml.compose(text, Loader=LOADER) if data is not None else None
    place = _at_mark(root, missing)
    if place is None:
        return []
    words = place.node.value
    if isinstance(place.node, yaml.MappingNode):
        texts = {key.value: value for key, value in place.node.value}
        like = texts.get(missing.first, next(iter(texts.values()), None))
        words = like.value if isinstance(like, yaml.ScalarNode) else None
    if not isinstance(words, str):
        return []
    new = dict.fromkeys(missing.languages, words)
    edit = _with_languages(file, text, place, new, missing.first, note)
    wanted = [YamlText(place.path, lang, words, missing.first) for lang in new]
    if edit is None or not _says(text, [edit], data, wanted):
        return []
    return [edit] if note in (edit.new or "") else _noted(text, root, place, edit, note)


# --- what a file says --------------------------------------------------------------------------


def _read(text: str) -> YamlData:
    try:
        return YamlReader("").read(text)[0]
    except SourceError:
        return None


def _says(text: str, edits: Sequence[Edit], data: YamlData, wanted: Sequence[YamlText]) -> bool:
    """Whether a file says the same after edits as before, with these texts."""
    expected = deepcopy(data)
    try:
        return all(_set(expected, each) for each in wanted) and (
            _read(edited(text, edits)) == expected
        )
    except EditError:
        return False


def _set(data: YamlData, wanted: YamlText) -> bool:
    """Put words into data; whether that is possible."""
    above, last = data, wanted.path[-1]
    for step in wanted.path[:-1]:
        above = _value(above, step)
    value = _value(above, last)
    if isinstance(value, dict):
        value[wanted.lang] = wanted.words
        return True
    if value is None and not (wanted.adds and isinstance(above, dict)):
        return False
    text: YamlData = {} if value is None else {wanted.first: value}
    assert isinstance(text, dict)
    text[wanted.lang] = wanted.words
    if value is not None and wanted.lang == wanted.first:
        text = wanted.words
    if isinstance(above, dict):
        above[str(last)] = text
    elif isinstance(above, list):
        above[int(last)] = text
    return True


def _value(data: YamlData, step: str | int) -> YamlData:
    if isinstance(data, dict) and isinstance(step, str):
        return data.get(step)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return data[step]
    return None


# --- where a value is ---------------------------------------------------------------------------


class _Place(NamedTuple):
    """A value at a path, its key in a mapping, and whether it is in brackets or braces."""

    path: Path
    node: yaml.Node
    key: yaml.Node | None = None
    in_flow: bool = False

    def inside(self) -> Iterator[_Place]:
        """The values in a mapping or a list."""
        flow = self.in_flow or bool(getattr(self.node, "flow_style", False))
        if isinstance(self.node, yaml.MappingNode):
            for key, value in self.node.value:
                yield _Place((*self.path, key.value), value, key, flow)
        elif isinstance(self.node, yaml.SequenceNode):
            for number, item in enumerate(self.node.value):
                yield _Place((*self.path, number), item, None, flow)


def _at_path(root: yaml.Node | None, path: Path) -> _Place | None:
    place = _Place((), root) if root else None
    for step in path:
        inside = place.inside() if place else ()
        place = next((each for each in inside if each.path[-1] == step), None)
    return place


def _places(root: yaml.Node | None) -> Iterator[_Place]:
    """All values of a file. An alias is the value that it repeats, whose parts come once."""
    seen, waiting = set[int](), [_Place((), root)] if root else []
    while waiting:
        place = waiting.pop()
        yield place
        if id(place.node) not in seen:
            seen.add(id(place.node))
            waiting += place.inside()


def _at_mark(root: yaml.Node | None, missing: Missing) -> _Place | None:
    """The place that languages are missing at; none for the alias of a text."""
    for place in _places(root):
        start = place.key if missing.after_key else place.node
        if start and (start.start_mark.line, start.start_mark.column) == missing.at:
            return place
    return None


def value_end(text: str, node: yaml.Node) -> int:
    """The end of a value, without the empty lines below a block that are no part of it."""
    end: int = node.end_mark.index
    if not _is_block(node):
        return len(text[:end].rstrip())
    # Spaces at the end of its last line belong to a block, those before what follows do not.
    begun = max(text.rfind(sign, 0, end) for sign in "\r\n") + 1
    if not text[begun:end].strip():
        end = begun
    if node.value.endswith("\n\n"):
        return len(text[:end].removesuffix("\n").removesuffix("\r"))
    return len(text[:end].rstrip("\r\n"))


def _is_block(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")


def _line_end(text: str, start: int) -> int:
    found = LINE_END.search(text, start)
    return found.start() if found else len(text)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# --- how a value is written ---------------------------------------------------------------------


def quoted(words: str) -> str:
    """Words between quotation marks: whatever they are, they end where the text ends."""
    written = json.dumps(words, ensure_ascii=False)
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _scalar(words: str, like: yaml.Node) -> str:
    """Words on one line, without quotes where the text that they translate has none."""
    has_quotes = not isinstance(like, yaml.ScalarNode) or bool(like.style)
    return quoted(words) if has_quotes or not _PLAIN.fullmatch(words) else words


def _lines(words: str, like: yaml.Node, column: int, newline: str, note: str = "") -> str:
    """Words at a key in some column: a text of several lines as a block."""
    lines = words.removesuffix("\n").split("\n")
    more_ends = lines[-1] == "" or lines[0][:1] in ("", " ")
    one_line = len(lines) == 1 and not _is_block(like)
    if one_line or more_ends or not all(map(_fits_block, lines)):
        return _scalar(words, like) + note
    sign = "|" if words.endswith("\n") else "|-"
    margin = " " * (column + 2)
    return newline.join((sign + note, *(f"{margin}{line}" if line else "" for line in lines)))


def _fits_block(line: str) -> bool:
    """Whether a line is the same in a block: it has no other line ends, not only spaces, and begins
    with no tab.
    """
    return (
        line[:1] != "\t"
        and not _RAW.search(line)
        and "\r" not in line
        and bool(line.strip() or not line)
    )


# --- edits --------------------------------------------------------------------------------------


def _edit(file: str, text: str, root: yaml.Node | None, wanted: YamlText) -> Edit | None:
    """The edit that writes a text."""
    new = {wanted.lang: wanted.words}
    if wanted.adds and isinstance(root, yaml.MappingNode) and not _at_path(root, wanted.path[:1]):
        end = len(text.rstrip())
        added = f"{wanted.path[0]}: {{{wanted.lang}: {quoted(wanted.words)}}}"
        return None if root.flow_style else Edit(file, end, "", _newline(text) + added)
    place = _at_path(root, wanted.path)
    if place is None:
        return None
    if isinstance(place.node, yaml.MappingNode):
        known = next((each for each in place.inside() if each.path[-1] == wanted.lang), None)
        if known:
            return _replaced(file, text, known, wanted.words)
    elif wanted.lang == wanted.first:
        return _replaced(file, text, place, wanted.words)
    return _with_languages(file, text, place, new, wanted.first)


def _replaced(file: str, text: str, place: _Place, words: str) -> Edit | None:
    node, key = place.node, place.key
    start, end = node.start_mark.index, value_end(text, node)
    if not isinstance(node, yaml.ScalarNode) or text[start : start + 1] in ("&", "*"):
        return None
    new = _scalar(words, node)
    if key and not place.in_flow:
        new = _lines(words, node, key.start_mark.column, _newline(text))
    return Edit(file, start, text[start:end], new)


def _with_languages(
    file: str, text: str, place: _Place, new: Mapping[str, str], first: str, note: str = ""
) -> Edit | None:
    """The edit that adds languages to a text; its own words are in the `first` if it has none. The
    note is a comment on each line that is added.
    """
    if isinstance(place.node, yaml.MappingNode):
        return _in_mapping(file, text, place.node, new, note)
    if isinstance(place.node, yaml.ScalarNode):
        return _as_mapping(file, text, place, new, first, note)
    return None


def _in_mapping(
    file: str, text: str, node: yaml.MappingNode, new: Mapping[str, str], note: str
) -> Edit | None:
    """Languages after the last one of a text by language."""
    if not node.value:
        return None
    key, value = node.value[-1]
    end, column, newline = value_end(text, value), key.start_mark.column, _newline(text)
    margin = f"{newline}{' ' * column}"
    if node.flow_style:
        own_line = len(node.value) > 1 and node.value[0][0].start_mark.line != key.start_mark.line
        lead = f",{margin}" if own_line else ", "
        added = (f"{lead}{lang}: {_scalar(words, value)}" for lang, words in new.items())
        return Edit(file, end, "", "".join(added))
    written = ((lang, _lines(words, value, column, newline, note)) for lang, words in new.items())
    # After a comment on the same line.
    at = _line_end(text, end)
    return Edit(file, at, "", "".join(f"{margin}{lang}: {words}" for lang, words in written))


def _as_mapping(
    file: str, text: str, place: _Place, new: Mapping[str, str], first: str, note: str
) -> Edit | None:
    """A text without languages as a text by language."""
    node, key = place.node, place.key
    assert isinstance(node, yaml.ScalarNode)
    start, end = node.start_mark.index, value_end(text, node)
    raw, newline = text[start:end], _newline(text)
    if raw[:1] in ("&", "*"):
        return None
    lines = _is_block(node) or "\n" in raw or any("\n" in words for words in new.values())
    short = len(raw) + max(map(len, new.values())) <= _ONE_LINE
    if place.in_flow or (short and not lines):
        plain = not node.style and not _PLAIN.fullmatch(raw)
        texts = {first: quoted(node.value) if plain else raw}
        texts |= {lang: _scalar(words, node) for lang, words in new.items()}
        inside = ", ".join(f"{lang}: {words}" for lang, words in texts.items())
        return Edit(file, start, raw, f"{{{inside}}}")
    lead, column = "", node.start_mark.column
    if key and key.start_mark.line == node.start_mark.line:
        start, column = len(text[:start].rstrip(" ")), key.start_mark.column + 2
        lead = f"{newline}{' ' * column}"
    own = re.sub(r"\n(?=[^\r\n])", "\n  ", raw)
    if _is_block(node) and not node.value.endswith("\n") and "-" not in raw.split("\n")[0]:
        # The file ends with it, without a line end.
        own = _lines(node.value, node, column, newline)
    # With a comment on the same line.
    after = text[end : _line_end(text, end)]
    texts = {first: own + after}
    texts |= {lang: _lines(words, node, column, newline, note) for lang, words in new.items()}
    written = f"{newline}{' ' * column}".join(f"{lang}: {words}" for lang, words in texts.items())
    return Edit(file, start, text[start : end + len(after)], lead + written)


def _noted(text: str, root: yaml.Node | None, place: _Place, edit: Edit, note: str) -> list[Edit]:
    """An edit in braces with a comment at the end of its line, or at its own end if a text goes on
    in the next line.
    """
    end = _line_end(text, edit.end)
    for each in _places(root):
        begun, ended = each.node.start_mark.index, each.node.end_mark.index
        if isinstance(each.node, yaml.ScalarNode) and edit.end <= begun <= end < ended:
            margin = f"{_newline(text)}{' ' * place.node.start_mark.column}"
            return [Edit(edit.file, edit.start, edit.old, f"{edit.new}{note}{margin}")]
    if text[:end].endswith(note):
        return [edit]
    return [edit, Edit(edit.file, end, "", note)]
