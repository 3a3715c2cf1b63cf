"""Edits of YAML files that leave all else as it is: texts without quotes, between quotes, or as a
block.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import yaml

from printgen.content.source import Path, YamlData, YamlReader
from printgen.content.yaml_text import SourceError

# A text that means the same without quotes, also between braces.
_PLAIN = re.compile(r"(?!(?:null|true|false)\Z)[^\W\d_][\w ’.!?…-]*(?<![ ])", re.IGNORECASE)

# What JSON does not escape, and YAML does not allow in a text.
_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def style(node: yaml.Node) -> str:
    """How a value is written: `"`, `'`, `|`, `>`, or nothing for one without quotes."""
    return (node.style or "") if isinstance(node, yaml.ScalarNode) else '"'


def one_line(raw: str, node: yaml.ScalarNode) -> str:
    """A text that is there, as it is written on one line; nothing for a block."""
    if node.style in ("|", ">"):
        return ""
    plain = node.style in (None, "") and not _PLAIN.fullmatch(node.value)
    return quoted(node.value) if plain or "\n" in raw else raw


def scalar(words: str, like: yaml.Node) -> str:
    """Words on one line, without quotes where the text that they translate has none."""
    plain = style(like) == "" and _PLAIN.fullmatch(words)
    return words if plain else quoted(words)


def block(words: str, like: yaml.Node, column: int, newline: str) -> str:
    """Words at a key in some column: a text of several lines as a block."""
    lines = words.removesuffix("\n").split("\n")
    as_block = style(like) in ("|", ">") or len(lines) > 1
    more_ends = lines[-1] == "" or lines[0][:1] in ("", " ")
    if not as_block or more_ends or not all(map(_fits_block, lines)):
        return scalar(words, like)
    sign = "|" if words.endswith("\n") else "|-"
    margin = " " * (column + 2)
    return newline.join((sign, *(f"{margin}{line}" if line else "" for line in lines)))


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


def quoted(words: str) -> str:
    """Words between quotation marks: whatever they are, they end where the text ends."""
    written = json.dumps(words, ensure_ascii=False)
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


# --------------------------------------------------------------------------------------------------
# Translations written into YAML: nothing else of the file changes, and a text stays a text.


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# A text on one line with its translation has at most this number of characters.
_ONE_LINE = 70


class YamlEdit(NamedTuple):
    """The words of the text at a path in a language. A text without languages is in the `first`.
    One that `adds` a text has a key that the file does not have.
    """

    path: Path
    lang: str
    words: str
    first: str
    adds: bool = False


class _Change(NamedTuple):
    """New text for the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def with_texts(text: str, edits: Sequence[YamlEdit]) -> tuple[str, list[YamlEdit]]:
    """A YAML file with translations, and those that could not be written. The result is read
    again: it says what the file said, with these texts.
    """
    known = _read(text)
    if known is None:
        return text, list(edits)
    if (written := _written(text, known, edits)) is not None:
        return written, []
    left = []
    for edit in edits:
        written = _written(text, known, [edit])
        if written is None or (read := _read(written)) is None:
            left.append(edit)
        else:
            text, known = written, read
    return text, left


def _written(text: str, known: YamlData, edits: Sequence[YamlEdit]) -> str | None:
    """The file with texts; None if it would not say the same as before, with these texts."""
    root = yaml.compose(text, Loader=_LOADER)
    changes, wanted = list[_Change](), deepcopy(known)
    for edit in edits:
        change = _change(text, root, edit)
        if change is None or not _set(wanted, edit):
            return None
        changes.append(change)
    new = _applied(text, changes)
    return new if new is not None and _read(new) == wanted else None


def _applied(text: str, changes: Sequence[_Change]) -> str | None:
    last = len(text) + 1
    for change in sorted(changes, reverse=True):
        if change.end > last:
            return None
        text = text[: change.start] + change.text + text[change.end :]
        last = change.start
    return text


def _read(text: str) -> YamlData:
    try:
        return YamlReader("").read(text)[0]
    except SourceError:
        return None


def _set(data: YamlData, edit: YamlEdit) -> bool:
    """Put words into data; whether that is possible."""
    above, last = data, edit.path[-1]
    for step in edit.path[:-1]:
        above = _value(above, step)
    value = _value(above, last)
    if isinstance(value, dict):
        value[edit.lang] = edit.words
        return True
    if edit.adds and isinstance(above, dict) and value is None:
        above[str(last)] = {edit.lang: edit.words}
        return True
    if value is None:
        return False
    text: YamlData = {edit.first: value, edit.lang: edit.words}
    if edit.lang == edit.first:
        text = edit.words
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


def _change(text: str, root: yaml.Node | None, edit: YamlEdit) -> _Change | None:
    """The change that writes a text."""
    if edit.adds and _inside(root, edit.path[0]) is None and isinstance(root, yaml.MappingNode):
        end = len(text.rstrip())
        said = f"{edit.path[0]}: {{{edit.lang}: {quoted(edit.words)}}}"
        return _Change(end, end, _newline(text) + said) if not root.flow_style else None
    node, key, in_flow = root, None, False
    for step in edit.path:
        in_flow = in_flow or bool(getattr(node, "flow_style", False))
        found = _inside(node, step)
        if found is None:
            return None
        key, node = found
    if isinstance(node, yaml.MappingNode):
        return _in_mapping(text, node, edit)
    if isinstance(node, yaml.ScalarNode):
        if edit.lang == edit.first:
            return _replaced(text, node, edit.words, in_flow)
        return _as_mapping(text, node, key, edit, in_flow)
    return None


def _inside(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, yaml.Node] | None:
    """The key and the value of a step into a mapping; an item of a list has no key."""
    if isinstance(node, yaml.MappingNode):
        return next(((k, v) for k, v in node.value if k.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None


def _in_mapping(text: str, node: yaml.MappingNode, edit: YamlEdit) -> _Change | None:
    """A language of a text by language, replaced or added after the last one."""
    known = node.value
    for key, value in known:
        if key.value == edit.lang and isinstance(value, yaml.ScalarNode):
            return _replaced(text, value, edit.words, bool(node.flow_style), key)
    if not known or any(key.value == edit.lang for key, _ in known):
        return None
    key, value = known[-1]
    end, column = _end(text, value), key.start_mark.column
    newline = _newline(text)
    if node.flow_style:
        said = f"{edit.lang}: {scalar(edit.words, value)}"
        own_line = len(known) > 1 and known[0][0].start_mark.line != key.start_mark.line
        return _Change(end, end, f",{newline}{' ' * column}{said}" if own_line else f", {said}")
    # After a comment on the same line.
    line_end = _line_end(text, end)
    said = f"{edit.lang}: {block(edit.words, value, column, newline)}"
    return _Change(line_end, line_end, f"{newline}{' ' * column}{said}")


def _line_end(text: str, start: int) -> int:
    found = re.compile(r"\r\n|\r|\n").search(text, start)
    return found.start() if found else len(text)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _replaced(
    text: str, node: yaml.ScalarNode, words: str, in_flow: bool, key: yaml.Node | None = None
) -> _Change | None:
    start, end = node.start_mark.index, _end(text, node)
    if text[start : start + 1] in "&*":
        return None
    column = key.start_mark.column if key else 0
    if in_flow or key is None:
        return _Change(start, end, scalar(words, node))
    return _Change(start, end, block(words, node, column, _newline(text)))


def _end(text: str, node: yaml.Node) -> int:
    """The end of a value, without the empty lines below a block that are no part of it."""
    end: int = node.end_mark.index
    if style(node) not in ("|", ">"):
        return len(text[:end].rstrip())
    # Spaces at the end of its last line belong to a block, those before what follows do not.
    begun = max(text.rfind(sign, 0, end) for sign in "\r\n") + 1
    if not text[begun:end].strip():
        end = begun
    if isinstance(node, yaml.ScalarNode) and node.value.endswith("\n\n"):
        return len(text[:end].removesuffix("\n").removesuffix("\r"))
    return len(text[:end].rstrip("\r\n"))


def _as_mapping(
    text: str, node: yaml.ScalarNode, key: yaml.Node | None, edit: YamlEdit, in_flow: bool
) -> _Change | None:
    """A text without languages as a text by language."""
    start, end = node.start_mark.index, _end(text, node)
    raw = text[start:end]
    if raw[:1] in ("&", "*"):
        return None
    first = one_line(raw, node)
    short = len(raw) + len(edit.words) <= _ONE_LINE
    if in_flow or (first and short and "\n" not in edit.words):
        said = f"{edit.lang}: {scalar(edit.words, node)}"
        return _Change(start, end, f"{{{edit.first}: {first or quoted(node.value)}, {said}}}")
    newline = _newline(text)
    column = key.start_mark.column + 2 if key else node.start_mark.column
    lead = f"{newline}{' ' * column}" if key else ""
    before = len(text[:start].rstrip(" ")) if key else start
    own = first or block(node.value, node, column, newline)
    other = block(edit.words, node, column, newline)
    between = f"{newline}{' ' * column}"
    return _Change(before, end, f"{lead}{edit.first}: {own}{between}{edit.lang}: {other}")


def with_language(text: str, lang: str) -> str | None:
    """The text of a `game.yaml` that declares one more language; None if it cannot be written."""
    root = yaml.compose(text, Loader=_LOADER)
    found = _inside(root, "languages")
    if found is None or not isinstance(found[1], yaml.SequenceNode) or not found[1].value:
        return None
    node = found[1]
    last = node.value[-1]
    end = _end(text, last)
    if node.flow_style:
        new = f"{text[:end]}, {lang}{text[end:]}"
    else:
        at = _line_end(text, end)
        new = f"{text[:at]}{_newline(text)}{' ' * node.start_mark.column}- {lang}{text[at:]}"
    known, read = _read(text), _read(new)
    if not isinstance(known, dict) or not isinstance(known["languages"], list):
        return None
    return new if read == {**known, "languages": [*known["languages"], lang]} else None
