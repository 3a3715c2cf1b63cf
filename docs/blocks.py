"""The blocks of a page: which file a block is, how it changes one, which blocks are not tried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# Blocks that are files of the project.
FILES = ("yaml", "csv", "markdown", "css", "html", "xml", "po")
# Blocks that no test can try, with the reason. None of them runs printgen in a project.
UNTRIED = {
    "console": "installs programs, needs other machines, or never ends",
    "powershell": "runs on Windows only",
    "lua": "is a setting of Neovim",
    "json": "is a setting of Zed",
    "toml": "is a setting of Helix",
}

_FENCE = re.compile(r"(?P<fence>`{3,})(?P<kind>[\w-]*)")
_PICTURE = re.compile(r"!\[[^]]*\]\((?:\.\./)*pictures/(?P<name>[\w-]+)\.\w\w\.png\)")
_INDENTED = re.compile(r"(?:\A|\n)[ \t]*\n(?: {4,}|\t)\S[^\n]*")
_PATH = r"(?:~/)?[\w.-]+(?:/[\w.-]+)*"
_ABOVE = re.compile(rf"`(?P<path>{_PATH}\.\w+)`[^`\n]*:\s*\Z")
_INSIDE = re.compile(
    r"(?:#|/\*|<!--|\{#) (?:(?P<how>add to|change in|ajouter à|changer dans) )?"
    rf"(?P<path>{_PATH}\.\w+)(?: \*/| -->| #\}})?\n"
)
_KEY = re.compile(r"^(?P<key>[^\s#:-][^:\n]*):[^\n]*\n", re.MULTILINE)


class Failure(Exception):
    """A step of a page does not do what the page says."""


class Part(NamedTuple):
    """A part of a page: a block of a kind with the words above it, or a picture by its name."""

    kind: str
    text: str
    above: str = ""


def parts(page: str) -> Iterator[Part]:
    """The blocks and pictures of a page in order.

    Raises Failure for a block that no test would see: without a language, indented, or open.
    """
    words: list[str] = []
    lines = iter(page.splitlines(keepends=True))
    for line in lines:
        if not line.lstrip().startswith("```"):
            words.append(line)
            continue
        found = _FENCE.fullmatch(line.rstrip("\n"))
        if not found or not found["kind"]:
            raise Failure(f"a block without a language: {line}")
        block = []
        for inner in lines:
            if inner.rstrip() == found["fence"]:
                break
            block.append(inner)
        else:
            raise Failure(f"a block without an end: {line}")
        above = "".join(words)
        yield from _pictures(above)
        yield Part(found["kind"], "".join(block), above)
        words = []
    yield from _pictures("".join(words))


def _pictures(words: str) -> Iterator[Part]:
    if indented := _INDENTED.search(words):
        raise Failure(f"an indented block; write it between ``` lines:{indented[0]}")
    return (Part("picture", found["name"]) for found in _PICTURE.finditer(words))


class FileBlock(NamedTuple):
    """A file that a block writes, or what it adds to one or changes in one."""

    path: str
    text: str
    how: str = ""

    def applied(self, before: str | None) -> str:
        """The text of the file after this block.

        Raises Failure if there is nothing to add to, or nothing to change.
        """
        if not self.how:
            return self.text
        if before is None:
            raise Failure(f"{self.path} is not there")
        if not self.path.endswith((".yaml", ".yml")):
            return f"{before.rstrip()}\n\n{self.text}"
        return _merged(before, self.text, self.how in ("change in", "changer dans"))


def file_block(part: Part) -> FileBlock:
    """What a block says about a file: its first line names it, or the line above it.

    Raises Failure if neither does.
    """
    if found := _INSIDE.match(part.text):
        # The lines of YAML are counted in messages of `check`: those of a whole file stay.
        kept = part.kind == "yaml" and not found["how"]
        text = part.text if kept else part.text[found.end() :]
        return FileBlock(found["path"], text, found["how"] or "")
    if found := _ABOVE.search(part.above):
        return FileBlock(found["path"], part.text)
    raise Failure(f"a block without the name of its file:\n{part.text}")


def _chunks(text: str) -> list[tuple[str, str]]:
    """The parts of YAML: each key without indentation, with all lines down to the next one."""
    starts = list(_KEY.finditer(text))
    bounds = [*(each.start() for each in starts), len(text)]
    pairs = zip(starts, bounds[1:], strict=True)
    keys = [(each["key"], text[each.start() : end]) for each, end in pairs]
    return [("", text[: bounds[0]]), *keys]


def _merged(before: str, more: str, change: bool) -> str:
    """YAML with the keys of `more`: mappings and lists grow; `change` replaces values and lists."""
    kept = dict(_chunks(before))
    for key, chunk in _chunks(more):
        old = kept.get(key)
        if old is None:
            last = list(kept)[-1]
            kept[last] = kept[last].rstrip("\n") + "\n"
            kept[key] = chunk
        elif not key:
            kept[key] = _longer(old, chunk)
        else:
            kept[key] = _grown(old, chunk, change)
    return "".join(kept.values())


def _longer(old: str, new: str) -> str:
    """A list with more items. Comments and empty lines above keys are left out."""
    return old + new if new.lstrip().startswith("- ") else old


def _grown(old: str, new: str, change: bool) -> str:
    """A key with what a block adds below it, or with the value that it changes."""
    line, _, below = old.partition("\n")
    _, _, more = new.partition("\n")
    new_list = change and more.lstrip().startswith("- ")
    if more.strip() and below.strip() and not new_list and re.fullmatch(r"[^#]*:\s*(#.*)?", line):
        return f"{line}\n{_indented(_merged(_dedented(below), _dedented(more), change))}"
    if not change:
        raise Failure(f"it is there already:\n{old}")
    return new.rstrip("\n") + "\n"


def _dedented(text: str) -> str:
    return "".join(line.removeprefix("  ") for line in text.splitlines(keepends=True))


def _indented(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(f"  {line}" if line.strip() else line for line in lines)
